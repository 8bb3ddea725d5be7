"""The models of one pack and the programs compiled from them, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from rulebed.incremental.known import Known
from rulebed.run.quiet import uncollected
from rulebed.source.diagnostics import Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulebed.model.game import Model
    from rulebed.packs.node import Node
    from rulebed.packs.pack import PackTree
    from rulebed.prove.guards.guards import Guarded
    from rulebed.run.program import Program
    from rulebed.source.text import Span


class ContentError(ValueError):
    """A pack that can't be played; `report` has every finding with its place."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        from rulebed.source.render import render  # noqa: PLC0415 - a sound pack needs none of it

        return "\n" + render(self.report)


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
        from rulebed.assemble.pruned import pruned  # noqa: PLC0415 - a cached game needs none of it
        from rulebed.prove.races.strands import own_strands  # noqa: PLC0415

        model, report = self.whole(players, options)
        if model is not None and self.ways:
            model = pruned(model)
        return (None if model is None else own_strands(model, self.known.same)), report

    def whole(self, players: int, options: Mapping[str, str]) -> tuple[Model | None, Report]:
        """The model as it is assembled, with what no way in leads to."""
        from rulebed.assemble.assemble import assemble  # noqa: PLC0415 - as above

        return assemble(self.tree, players, options, self.ways)

    def _make(self, players: int, options: Mapping[str, str]) -> tuple[Guarded | None, Report]:
        from rulebed.prove.dataflow.rests import needed_rests  # noqa: PLC0415
        from rulebed.prove.guards.guards import guarded  # noqa: PLC0415
        from rulebed.prove.limits.depth import check_depth  # noqa: PLC0415
        from rulebed.prove.limits.weight import check_weights  # noqa: PLC0415
        from rulebed.prove.races.branches import check_branches  # noqa: PLC0415 - as above
        from rulebed.prove.secrecy.secrecy import check_secrecy  # noqa: PLC0415

        model, report = self.assembled(players, options)
        if model is None:
            return None, report
        for check in (check_depth, check_weights):
            if (heavy := check(model, self.known.same)).errors:
                return None, report.merge(heavy)
        found, more = guarded(needed_rests(model), self.known)
        more.merge(check_secrecy(found, self.known)).merge(check_branches(model))
        return (None if more.errors else found), report.merge(more)

    def asked(self) -> tuple[dict[str, Span | None], set[str], set[str], set[str], dict[str, dict[str, str]]]:
        """What is asked in the setups that were made: players, by address and place, and luck, by address.

        And the kinds whose things come up there, or are told of, are kept somewhere, or have facts that change; where
        something is told that no write tells; and by which names a question may say what it is about, and their kinds.
        """
        from rulebed.lang.core import Choose, Note, Roll  # noqa: PLC0415 - a cached game needs none of it
        from rulebed.lang.walk import stmts  # noqa: PLC0415 - as above

        models = [guarded.model for guarded, _ in self._made.values() if guarded is not None]
        bodies = [proc.body for model in models for proc in model.procs.values()]
        bodies += [phase.body for model in models for phase in model.phases.values()]
        found = [stmt for body in bodies for stmt in stmts(body)]
        asking = [stmt for stmt in found if isinstance(stmt, Choose)]
        choices, named = {one.address: one.at for one in asking}, {one.address: dict(one.named) for one in asking}
        notes = [stmt for stmt in found if isinstance(stmt, Note)]
        told = (sort for note in notes for _, _, sort in note.about)
        kept = [one for model in models for one in model.fields.values() if not one.own]
        shown = (one.type for model in models if model.board is not None for one in model.board.shown())
        met = {stmt.domain.kind for stmt in found if isinstance(stmt, Choose | Roll)} | {one.kind for one in kept}
        met |= {sort.of.kind for sort in (*told, *(one.type for one in kept), *shown)}
        rolls = {stmt.address for stmt in found if isinstance(stmt, Roll)}
        return choices, rolls, met, {note.address for note in notes if not note.event}, named

    def guarded(self, players: int, options: Mapping[str, str]) -> Guarded:
        """The guarded model; raises where there are errors."""
        found, report = self.make(players, options)
        if found is None:
            raise ContentError(report)
        return found

    def program(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program compiled now."""
        from rulebed.compile.emission.compile import compile_model  # noqa: PLC0415 - as above

        return compile_model(self.guarded(players, options), emission, chance)

    def program_in_parts(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program for a few games, each function of which is compiled when it is called, and nothing made quick."""
        from rulebed.compile.emission.compile import program_in_parts  # noqa: PLC0415 - as above

        return program_in_parts(self.guarded(players, options), emission, chance, self.known.same)


class KeptModels:
    """The programs of a pack whose content is known by its digest: from the cache, or compiled and kept there.

    `compiling` is told each time before the latter, which may take a while.
    """

    def __init__(self, content: str, opened: Callable[[], PackTree], compiling: Callable[[], None]) -> None:
        self.content, self._open, self._compiling = content, opened, compiling

    @cached_property
    def tree(self) -> PackTree:
        """The pack, read only when something has to be compiled or said."""
        return self._open()

    @cached_property
    def models(self) -> Models:
        """Its models."""
        return Models(self.tree)

    def program(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program, from the cache if it is there."""
        from rulebed.run.blueprint import Blueprint  # noqa: PLC0415 - only here
        from rulebed.run.cache import Cache, key  # noqa: PLC0415
        from rulebed.run.program import Program  # noqa: PLC0415

        def make() -> Blueprint:
            from rulebed.compile.emission.compile import blueprint_of  # noqa: PLC0415 - a cached game needs none of it

            self._compiling()
            return blueprint_of(self.models.guarded(players, options), emission, chance)

        return Program(Cache().blueprint(key(self.content, players, options, emission, chance), make))
