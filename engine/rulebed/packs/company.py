"""Which layers of a pack go together, as they say of each other: each alone, each two, and as many as can be.

A layer says which it needs (`with`) and which it can't stand (`not_with`). The layers `a`, `b`, `c`, of which `c` can't
stand `b`, and needs `a`, make these sets: none, a, b, a c, a b. That b and c are refused is of use to know, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from rulebed.packs import files
from rulebed.packs.gather import gather
from rulebed.packs.layer import Parsed, read_layer
from rulebed.source.diagnostics import Report

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """A pack with some of its layers; `barred` where one of two says that it can't stand the other."""

    reference: str
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Company:
    """What a layer says of others."""

    needs: tuple[str, ...]
    bars: frozenset[str]


def combinations_of(reference: str, search: Iterable[Path]) -> list[Combination]:
    """The pack of a reference, whose layers are always there, with its other layers in each combination; or nothing."""
    roots = list(search)
    gathered = gather(reference, roots, Report())
    if gathered is None:
        return []
    stated = gathered.reference.layers
    listed = sorted({name for part in gathered.packs for name in files.layer_names(part.path)})
    known = [*stated, *(name for name in listed if name not in stated)]
    said = {name: _company(f"{gathered.reference.base}+{name}", roots) for name in known}
    found = _sets(stated, [name for name in known if name not in stated], said)
    base = gathered.reference.base
    return [Combination("+".join((base, *names)), barred) for names, barred in found.items()]


def _company(reference: str, search: list[Path]) -> Company:
    """What a layer says, and those of its name that it builds on; nothing where it can't be read."""
    gathered = gather(reference, search, Report())
    parts = gathered.layers if gathered is not None else ()
    layers = [layer for part in parts if (layer := read_layer(part, Report(), Parsed()))]
    needs = dict.fromkeys(name.text for layer in layers for name in layer.together)
    return Company(tuple(needs), frozenset(name.text for layer in layers for name in layer.not_with))


def _sets(stated: Names, others: list[str], said: Mapping[str, Company]) -> dict[Names, bool]:
    """Each set as it is to be looked at, and whether it is barred: that of one layer alone would be its own fault."""
    found: dict[Names, bool] = {}

    def add(names: Names, *, one: bool = False) -> None:
        found.setdefault(tuple(name for name in said if name in names), not one and _is_barred(names, said))

    add(_complete(stated, said), one=True)
    for name in others:
        add(_complete((*stated, name), said), one=not stated)
    for two in combinations(others, 2):
        add(_complete((*stated, *two), said))
    for name in others:
        add(_as_many_as_can_be(_complete((*stated, name), said), others, said))
    return found


def _complete(names: Names, said: Mapping[str, Company]) -> Names:
    """These layers with all that they need."""
    whole = list(names)
    for name in whole:  # which grows
        whole += [needed for needed in said[name].needs if needed in said and needed not in whole]
    return tuple(whole)


def _as_many_as_can_be(names: Names, others: list[str], said: Mapping[str, Company]) -> Names:
    """With each other layer, in their order, that goes with all before it."""
    for name in others:
        more = _complete((*names, name), said) if name not in names else names
        names = names if _is_barred(more, said) else more
    return names


def _is_barred(names: Names, said: Mapping[str, Company]) -> bool:
    return any(said[name].bars.intersection(map(files.part_name, names)) for name in names)
