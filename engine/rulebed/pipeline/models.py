"""The models of one pack and the programs compiled from them, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebed.compile.emission.compile import program_in_parts
from rulebed.incremental.known import Known
from rulebed.pipeline import stages
from rulebed.pipeline.content_error import ContentError
from rulebed.run.program import Program
from rulebed.run.quiet import uncollected
from rulebed.source.diagnostics import Report

if TYPE_CHECKING:
    from rulebed.model.game import Model
    from rulebed.packs.node import Node
    from rulebed.packs.pack import PackTree
    from rulebed.prove.guards.guards import Guarded


class Models:
    """The models of one pack: for each number of players and set of options one; `ways` lead in, if there are any.

    What is `known` of programs that several models have in common, or other packs, is not worked out again.
    """

    def __init__(self, tree: PackTree, ways: tuple[Node, ...] = (), known: Known | None = None) -> None:
        self.tree, self.ways, self.known = tree, ways, known or Known()
        self._made: dict[tuple[object, ...], tuple[Guarded | None, Report]] = {}

    def make(self, players: int, options: Mapping[str, str]) -> tuple[Guarded | None, Report]:
        """The guarded model, or none where there are errors."""
        key = (players, tuple(sorted(options.items())))
        if key not in self._made:
            with uncollected():
                self._made[key] = self._make(players, options)
        return self._made[key]

    def raw(self, players: int, options: Mapping[str, str]) -> Model | None:
        """The model before its guards are worked out."""
        return self.assembled(players, options)[0]

    def look(self, players: int, options: Mapping[str, str]) -> tuple[None, Report]:
        """What is found in a pack that is not to be played, up to where it would have to be sound."""
        return None, self.assembled(players, options)[1]

    def assembled(self, players: int, options: Mapping[str, str]) -> tuple[Model | None, Report]:
        """The model before its guards, or none, and what has been found by then."""
        model, report = self.whole(players, options)
        return (None if model is None else stages.core(model, self.known.same, is_part=bool(self.ways))), report

    def whole(self, players: int, options: Mapping[str, str]) -> tuple[Model | None, Report]:
        """The model as it is assembled, with what no way in leads to; who asks more of a pack puts it in here."""
        return stages.assemble(self.tree, players, options, self.ways)

    def _make(self, players: int, options: Mapping[str, str]) -> tuple[Guarded | None, Report]:
        model, report = self.assembled(players, options)
        if model is None:
            return None, report
        found, more = stages.proved(model, self.known)
        return found, report.merge(more)

    def sound_models(self) -> list[Model]:
        """The models, with their guards, of the setups that were made and have no errors."""
        return [guarded.model for guarded, _ in self._made.values() if guarded is not None]

    def guarded(self, players: int, options: Mapping[str, str]) -> Guarded:
        """The guarded model; raises where there are errors."""
        found, report = self.make(players, options)
        if found is None:
            raise ContentError(report)
        return found

    def program(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program compiled now."""
        return Program(stages.code(self.guarded(players, options), emission, chance))

    def program_in_parts(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program for a few games, each function of which is compiled when it is called, and nothing made quick."""
        return program_in_parts(self.guarded(players, options), emission, chance, self.known.same)
