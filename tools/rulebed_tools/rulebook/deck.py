"""Which faces of a pack are printed: those of its cards, or of some kinds; beside another pack, what that hasn't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebed import ContentError
from rulebed.analysis import Models
from rulebed.content import Map, PackTree, Scalar
from rulebed.playing import Face, Faces, Teller, Words, info_of, setups


@dataclass(slots=True)
class Box:
    """All things of a pack by kind, which kinds are cards, and addresses of what no setup that was asked for has."""

    faces: dict[str, tuple[Face, ...]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    left_out: list[str] = field(default_factory=list)

    def add(self, faces: Faces) -> None:
        """Put in what one setup has, unless it lies there already."""
        self.cards = tuple(dict.fromkeys((*self.cards, *faces.cards())))
        for kind in faces.kinds():
            known = self.faces.get(kind, ())
            there = {one.id for one in known}
            self.faces[kind] = (*known, *(one for one in faces.of_kind(kind) if one.id not in there))

    def of(self, kinds: Sequence[str]) -> tuple[Face, ...]:
        """The faces of some kinds, each with how many of its likes lie in the box."""
        found = [one for kind in kinds for one in self.faces.get(kind, ())]
        count = Counter(one.look for one in found)
        return tuple(replace(one, count=count[one.look]) for one in found)


@dataclass(frozen=True, slots=True)
class Deck:
    """Faces to print, which of its likes each of them is, and what isn't there any more."""

    faces: tuple[Face, ...]
    numbers: tuple[int, ...]
    gone: tuple[Face, ...]


def box_of(
    tree: PackTree, setup: tuple[int, Mapping[str, str]] | None, language: str, kinds: Sequence[str] = ()
) -> Box:
    """What a pack has in a setup, or in any of them; kinds that are not asked for are those of the first alone.

    Nothing is compiled for that.
    """
    box, models, teller = Box(), Models(tree), Teller(lambda: tree)
    for players, options in [setup] if setup is not None else _setups(tree):
        model, report = models.assembled(players, options)
        if model is None:
            raise ContentError(report)
        words = Words({name: kind.instances for name, kind in model.kinds.items()}, model.texts, teller)
        faces = Faces(words, model, teller, language)
        box.add(faces)
        box.left_out = [name for kind in faces.kinds() for name in _left_out(faces, box.faces[kind], kind)]
        if not any(_varies(tree, faces, kind) for kind in kinds or box.cards):
            break
    return box


def _varies(tree: PackTree, faces: Faces, kind: str) -> bool:
    """Whether other setups may have other things of a kind."""
    if kind not in faces.kinds():
        return False
    node, section = tree.find(f"kinds.{kind}"), tree.root.get(faces.section(kind))
    count = node.get("count") if isinstance(node, Map) else None
    is_counted = isinstance(count, Scalar) and not isinstance(count.value, int)
    depends = isinstance(node, Map) and any(node.get(key) is not None for key in ("only_if", "for_each"))
    described = (one.value for one in section) if isinstance(section, Map) else ()
    return is_counted or depends or any(isinstance(one, Map) and one.get("only_if") is not None for one in described)


def _setups(tree: PackTree) -> list[tuple[int, dict[str, str]]]:
    """All setups, that of the most players first."""
    info = info_of(tree)
    return sorted(setups(info), key=lambda one: one[0] != max(info.players))


def _left_out(faces: Faces, found: Sequence[Face], kind: str) -> Iterator[str]:
    """What the pack describes of a kind and hasn't been found."""
    section, names = faces.section(kind), {one.id for one in found}
    stated = faces.teller.tree.root.get(section)
    yield from (f"{section}.{one.key}" for one in (stated if isinstance(stated, Map) else ()) if one.key not in names)


def deck_of(box: Box, kinds: Sequence[str], other: Box | None = None) -> Deck:
    """All faces of these kinds; of another pack's, which are there already, so many that look the same are left out."""
    here, there = box.of(kinds), other.of(kinds) if other is not None else ()
    added, gone = list(_beyond(here, there)), list(_beyond(there, here))
    return Deck(tuple(face for face, _ in added), tuple(number for _, number in added), tuple(face for face, _ in gone))


def _beyond(faces: Sequence[Face], others: Sequence[Face]) -> Iterator[tuple[Face, int]]:
    """What there is more of than among others, each with which of its likes it is."""
    there, seen = Counter(one.look for one in others), Counter[object]()
    for one in faces:
        seen[one.look] += 1
        if seen[one.look] > there[one.look]:
            yield one, seen[one.look]
