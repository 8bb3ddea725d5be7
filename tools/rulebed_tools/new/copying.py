"""Copies a template: every file that lies in it, with what stands for names filled in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from rulebed.content import MANIFEST
from rulebed.text import write_text

TEMPLATES = Path(__file__).with_name("templates")
GAME, LAYER = "game", "layer"


def texts(template: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The files of a template by their paths, filled in."""
    home = TEMPLATES / template
    paths = sorted(home.rglob("*.yaml"), key=lambda path: (len(path.parts), path.name != MANIFEST, path.as_posix()))
    return {path.relative_to(home).as_posix(): _filled(path, fields) for path in paths}


def _filled(path: Path, fields: Mapping[str, str]) -> str:
    return Template(path.read_text(encoding="utf-8")).substitute(fields)


def write(home: Path, files: Mapping[str, str]) -> list[Path]:
    """Write files below a directory that must not be there yet."""
    home.mkdir(parents=True, exist_ok=False)
    written = []
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        written.append(path)
    return written
