"""Where content and schemas are, in a checkout and when installed."""

from __future__ import annotations

from pathlib import Path

from rulebed.packs import installed

PACKAGE = Path(__file__).resolve().parent.parent
SHELVES = ("", "reference", "examples", "classics")  # directories of the content in which packs stand side by side


def content_root() -> Path:
    """The directory of the packs that come with rulebed."""
    return _shipped("content")


def schema_root() -> Path:
    """The directory of the JSON Schemas."""
    return _shipped("schemas")


def search_path(*own: Path) -> list[Path]:
    """Where packs are looked for: own directories first, then what comes with rulebed, then with other packages."""
    return [*own, *(content_root() / shelf for shelf in SHELVES), *installed.directories()]


def display_name(path: Path) -> str:
    """A path as people know it: from the content directory on, or from the working directory."""
    content = content_root()
    if path.is_relative_to(content):
        return (Path("content") / path.relative_to(content)).as_posix()
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


def displayed(name: str) -> Path:
    """The path that is known by such a name."""
    path, content = Path(name), content_root()
    shipped = content.joinpath(*path.parts[1:])
    return shipped if path.parts[:1] == ("content",) and shipped.exists() else path


def _shipped(name: str) -> Path:
    installed = PACKAGE / f"_{name}"
    return installed if installed.is_dir() else PACKAGE.parent.parent / name
