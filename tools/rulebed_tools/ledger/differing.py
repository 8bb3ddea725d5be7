"""What of the models of a pack is another thing in those of a changed pack: procedures, values, phases, their blocks.

That is what a trace of a scenario names, so a scenario whose trace has none of it plays the same game on both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulebed.analysis import PHASE, PROC, VALUE, Model, Pieces, Visited, assemble
from rulebed.content import PackTree
from rulebed.playing import info_of, setups

FRAME: Visited = ("frame", "")  # what every scenario depends on
Setup = tuple[int, tuple[tuple[str, str], ...]]  # how many play, and with which options


@dataclass(frozen=True)
class Differing:
    """Lays packs beside one, as it is played by each number of players, and with each value of each option."""

    tree: PackTree

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        """The setups that are looked at."""
        every = setups(info_of(self.tree))
        return tuple((players, tuple(sorted(options.items()))) for players, options in every)

    @cached_property
    def own(self) -> dict[Setup, Pieces]:
        """What there is in the models of the pack."""
        made = {setup: _model(self.tree, setup) for setup in self.setups}
        return {setup: Pieces(model) for setup, model in made.items() if model is not None}

    def pieces(self, other: PackTree) -> frozenset[Visited] | None:
        """What is another thing in the first setup where anything is; none where the other pack has no sound model."""
        for setup, own in self.own.items():
            model = _model(other, setup)
            if model is None:
                return None
            if found := frozenset(_differences(own, model)):
                return found
        return frozenset()

    def digest(self, pieces: frozenset[Visited]) -> str:
        """One digest of these pieces of the pack as it is."""
        return " ".join(own.joint_digest(pieces - {FRAME}) for own in self.own.values())


def _model(tree: PackTree, setup: Setup) -> Model | None:
    players, options = setup
    return assemble(tree, players, dict(options))[0]


def _differences(own: Pieces, model: Model) -> Iterator[Visited]:
    mine, other = own.model, Pieces(model)
    if _frame(mine) != _frame(model):
        yield FRAME
    # programs that look at a table that has changed are others, too
    unlike = _all(mine, model) if mine.tables != model.tables else _unlike(mine, model)
    for piece in unlike:
        yield from _innermost(own, other, piece)


def _innermost(own: Pieces, other: Pieces, piece: Visited) -> Iterator[Visited]:
    """A piece that is another one there, or those of its blocks that are."""
    if own.digest_of(piece) != other.digest_of(piece):
        yield piece
        return
    for inside in own.inside(piece):
        yield from _innermost(own, other, inside)


def _frame(model: Model) -> tuple[object, ...]:
    laws = [(law.name, law.condition, law.follows) for law in model.laws]
    return (model.kinds, model.fields, model.holders, model.options, laws, model.result, next(iter(model.phases)))


def _all(one: Model, two: Model) -> Iterator[Visited]:
    yield from ((PROC, name) for name in {**one.procs, **two.procs})
    yield from ((VALUE, name) for name in {**one.values, **two.values})
    yield from ((PHASE, name) for name in {**one.phases, **two.phases})


def _unlike(one: Model, two: Model) -> Iterator[Visited]:
    yield from ((PROC, name) for name in _names_unlike(one.procs, two.procs))
    yield from ((VALUE, name) for name in _names_unlike(one.values, two.values))
    yield from ((PHASE, name) for name in _names_unlike(one.phases, two.phases))


def _names_unlike(one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[str]:
    yield from (
        name for name in one.keys() | two.keys() if name not in one or name not in two or one[name] != two[name]
    )
