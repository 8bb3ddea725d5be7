"""Which packs and layers files belong to, for tools that know nothing but files: hooks of a commit, editors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rulebed.content import LAYERS, MANIFEST, ROLE_FOLDERS, Map, combinations_of, parse_yaml, read_source
from rulebed.text import Report

OWN_LAYER = "layer.yaml"  # of one that lies in no pack
GAME = {"flow", "requires"}  # what a single file says that is a pack


def references(files: Iterable[Path], search: Sequence[Path]) -> list[str]:
    """The packs that files belong to; of a layer with that, and with what it needs. Others belong to none."""
    found = dict[str, None]()
    for file in files:
        pack = _pack_of(file)
        if pack is not None:
            found[_with_layer(pack, file, search)] = None
    return list(found)


def belongs(file: Path) -> bool:
    """Whether it is part of a pack, or of a layer wherever that lies."""
    return _pack_of(file) is not None or any((folder / OWN_LAYER).is_file() for folder in file.parents)


def _pack_of(file: Path) -> Path | None:
    """The pack above a file; the file itself where it is one."""
    for folder in file.parents:
        if (folder / MANIFEST).is_file():
            return folder
        single = folder.parent / f"{folder.name}.yaml"
        if file.relative_to(folder).parts[0] in ROLE_FOLDERS and _is_game(single):
            return single
    return file if _is_game(file) else None


def _is_game(file: Path) -> bool:
    """Whether a single file says what a game is."""
    if file.suffix != ".yaml" or not file.is_file():
        return False
    root, _ = parse_yaml(read_source(file, Report()))
    return isinstance(root, Map) and not GAME.isdisjoint(root.entries)


def _with_layer(pack: Path, file: Path, search: Sequence[Path]) -> str:
    name = pack.as_posix() if pack.is_absolute() or pack == Path() else f"./{pack.as_posix()}"
    home = pack.with_suffix("") if pack.suffix else pack
    inside = file.relative_to(home).parts if file.is_relative_to(home) else ()
    if inside[:1] != (LAYERS,) or len(inside) == 1:
        return name
    layered = f"{name}+{Path(inside[1]).stem}"
    return next((one.reference for one in combinations_of(layered, search)), layered)
