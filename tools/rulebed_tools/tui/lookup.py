"""Finds what somebody asks about by name: things, players and resources of the game, and parts of the board.

A part of the board that stands for a thing is told of with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebed import State
from rulebed.playing import LANGUAGE, PARTY, PLAYER, Face, faces_of

Drawn = Mapping[str, Any]
RESOURCE = "resource"
TRACK = "track"


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to ask about: what it is called, what it goes by, its face if it is a thing, and where it is drawn.

    `owner` is the number of the player whose part of the board it is, or nobody's.
    """

    name: str
    names: frozenset[str]
    face: Face | None = None
    box: Drawn | None = None
    owner: int | None = None

    @property
    def kin(self) -> tuple[str, ...]:
        """What it goes by together with others, and where it is described."""
        return () if self.face is None else (self.face.address.casefold(), self.face.sort.casefold())


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a viewer of a game can ask about, in one language."""

    state: State
    viewer: int | None
    language: str = LANGUAGE

    def find(self, wanted: str) -> list[Topic]:
        """What may be meant by a name, that whose whole name it is before all else."""
        every, low = [*self.topics()] if wanted.strip() else [], wanted.strip().casefold()
        fits: tuple[Callable[[Topic], bool], ...] = (
            lambda one: low in one.names,
            lambda one: low in one.kin,
            lambda one: any(name.startswith(low) for name in one.names),
            lambda one: any(low in name for name in one.names),
        )
        return next(filter(None, ([one for one in every if fit(one)] for fit in fits)), [])

    def topics(self) -> Iterator[Topic]:
        """All of them: what has a face, then what only has a title on the board."""
        boxes = [*_titled(self.state.board(self.viewer, self.language))]
        drawn = {box["thing"]["address"]: box for box, _ in reversed(boxes) if "thing" in box}
        taken: set[str] = set()
        for face in self._faces():
            names = self._names(face)
            taken |= names if face.kind == RESOURCE else set()
            yield Topic(face.name, names, face, drawn.get(face.address))
        for box, owner in boxes:
            title = box["title"].casefold()
            if "thing" not in box and not (box["shape"] == TRACK and title in taken):
                yield Topic(box["title"], frozenset({title}), box=box, owner=owner)

    def _faces(self) -> Iterator[Face]:
        """The players and who plays without a seat, the resources, and all things that the pack declares."""
        faces = faces_of(self.state.rules, self.language)
        own = (kind for kind in (PLAYER, PARTY, RESOURCE) if kind in faces.every_kind())
        for kind in dict.fromkeys((*own, *faces.kinds())):
            yield from (one for one in faces.of_kind(kind) if kind != PARTY or not one.id.isdecimal())

    def _names(self, face: Face) -> frozenset[str]:
        names = {face.name, face.id, face.id.replace("_", " ")}
        if face.kind == RESOURCE:
            words = self.state.rules.words
            names |= {words.say(face.id, self.language), words.text(f"{face.id}.many", self.language) or face.name}
        return frozenset(name.casefold() for name in names)


def _titled(box: Drawn, owner: int | None = None) -> Iterator[tuple[Drawn, int | None]]:
    """The boxes with titles, each with whose it is."""
    own = box.get("player", owner)
    if box.get("title"):
        yield box, own
    for inner in box.get("boxes", ()):
        yield from _titled(inner, own)
