"""The packs there are, with what they say of themselves; fast, since it reads their manifests alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulebed.packs import files, yaml_tree
from rulebed.packs.node import Map
from rulebed.packs.pack import is_shared, title_of
from rulebed.packs.places import display_name
from rulebed.packs.players import players_of
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source


@dataclass(frozen=True, slots=True)
class Listed:
    """A pack as a list of packs shows it; `players` is the fewest and the most, where it says so."""

    name: str
    title: str
    players: tuple[int, int] | None
    layers: tuple[str, ...]
    path: Path


def available(search: Iterable[Path]) -> list[Listed]:
    """All games that can be found, by name; of two with one name, the one that `load` would take."""
    roots = list(search)
    found = [(name, files.find_pack(name, roots, Report())) for name in files.pack_names(roots)]
    listed = [_listed(name, path) for name, path in found if path]
    return sorted((each for each in listed if each), key=lambda each: each.name)


def _listed(name: str, path: Path) -> Listed | None:
    manifest = path / files.MANIFEST if path.is_dir() else path
    text = manifest.read_text(encoding="utf-8", errors="replace")
    tree, _ = yaml_tree.parse(Source(display_name(manifest), text))
    root = tree if isinstance(tree, Map) else None
    if root and is_shared(root):
        return None
    title = title_of(root, name) if root else name
    players = players_of(root.get("players")) if root else None
    return Listed(name, title, players, tuple(files.layer_names(path)), path)
