"""The packs there are, with what they say of themselves; fast, since it reads their manifests alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulebed.packs import files, yaml_tree
from rulebed.packs.layer import names
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
    presets: tuple[str, ...]
    path: Path


def available(search: Iterable[Path]) -> list[Listed]:
    """All games that can be found, by name; of two with one name, the one that `load` would take."""
    roots = list(search)
    return [listed for name in sorted(files.pack_names(roots)) if (listed := _listing_of(name, roots))]


def _listing_of(name: str, roots: list[Path]) -> Listed | None:
    path = files.find_pack(name, roots, Report())
    root = _manifest(path) if path else None
    if path is None or (root and is_shared(root)):
        return None
    title = title_of(root, name) if root else name
    stated = root.get("presets") if root else None
    presets = tuple(stated.entries) if isinstance(stated, Map) else ()
    return Listed(name, title, _players(root, roots, {name}), tuple(files.layer_names(path)), presets, path)


def _manifest(path: Path) -> Map | None:
    manifest = path / files.MANIFEST if path.is_dir() else path
    text = manifest.read_text(encoding="utf-8", errors="replace")
    tree, _ = yaml_tree.parse(Source(display_name(manifest), text))
    return tree if isinstance(tree, Map) else None


def _players(root: Map | None, roots: list[Path], asked: set[str]) -> tuple[int, int] | None:
    """For how many players a pack is: what it says itself, or else what it requires."""
    found = players_of(root.get("players")) if root else None
    for named in names(root.get("requires")) if root and not found else ():
        path = files.find_pack(named.text, roots, Report()) if named.text not in asked else None
        if path:
            found = found or _players(_manifest(path), roots, asked | {named.text})
    return found
