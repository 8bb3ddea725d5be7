"""What players come across in the games of a pack: who it is asked of is a model, since no tree tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulebed.lang.core import Choose, Note, Roll
from rulebed.lang.walk import stmts
from rulebed.model.game import Model
from rulebed.source.text import Span


@dataclass(frozen=True, slots=True)
class InPlay:
    """What is asked, told and met in some setups of a pack, by the addresses of its statements."""

    choices: Mapping[str, Span | None]  # and where each stands
    named: Mapping[str, Mapping[str, str]]  # of the same: the names that the question may say, with their kinds
    rolls: frozenset[str]
    notes: frozenset[str]  # where something is told that no write tells
    kinds: frozenset[str]  # whose things come up, or are told of, are kept somewhere, or have facts that change


def in_play(models: Iterable[Model]) -> InPlay:
    """What comes up in any of these."""
    every = tuple(models)
    bodies = [proc.body for model in every for proc in model.procs.values()]
    bodies += [phase.body for model in every for phase in model.phases.values()]
    found = [stmt for body in bodies for stmt in stmts(body)]
    asking = [stmt for stmt in found if isinstance(stmt, Choose)]
    notes = [stmt for stmt in found if isinstance(stmt, Note)]
    told = (sort for note in notes for _, _, sort in note.about)
    kept = [one for model in every for one in model.fields.values() if not one.own]
    shown = (one.type for model in every if model.board is not None for one in model.board.shown_values())
    kinds = {stmt.domain.kind for stmt in found if isinstance(stmt, Choose | Roll)} | {one.kind for one in kept}
    kinds |= {sort.innermost.kind for sort in (*told, *(one.type for one in kept), *shown)}
    return InPlay(
        choices={one.address: one.at for one in asking},
        named={one.address: dict(one.named) for one in asking},
        rolls=frozenset(stmt.address for stmt in found if isinstance(stmt, Roll)),
        notes=frozenset(note.address for note in notes if not note.event),
        kinds=frozenset(kinds),
    )
