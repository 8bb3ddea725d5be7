"""Upgrading: the text of a file of content as today's language wants it, as far as that can be done by rule."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from rulebed.content import MANIFEST, Map, edition_of, parse_yaml
from rulebed.text import Source
from rulebed_tools.fmt import upgrades
from rulebed_tools.fmt.upgrades.edit import edited


def upgraded(source: Source, edition: int | None = None) -> str:
    """The text of a file of a pack written in this version; where none is stated, whatever looks old is old."""
    text = source.text
    for change in changes():
        root, report = parse_yaml(Source(source.name, text))
        if not isinstance(root, Map) or report.errors:
            return text
        if edition is None or edition < change.SINCE:
            text = edited(text, change.edits(root))
    return text


@cache
def changes() -> tuple[ModuleType, ...]:
    """All changes that can be made by rule, the oldest first."""
    found = [import_module(f"{upgrades.__name__}.{module.name}") for module in iter_modules(upgrades.__path__)]
    return tuple(sorted((one for one in found if hasattr(one, "SINCE")), key=lambda one: (one.SINCE, one.__name__)))


def stated_edition(path: Path) -> int | None:
    """The version that a file says it is written in, or else the manifest above it."""
    for home in (path, *(parent / MANIFEST for parent in path.parents)):
        if home.is_file() and home.suffix == ".yaml":
            root, _ = parse_yaml(Source(home.name, home.read_text(encoding="utf-8", errors="replace")))
            edition = edition_of(root) if isinstance(root, Map) else None
            if edition is not None or home.name == MANIFEST:
                return edition
    return None
