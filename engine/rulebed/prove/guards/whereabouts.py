"""Whereabouts: a piece that is chosen from those in a place lies there, whatever else asks where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import Needs, mapped
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Local, Over, Read
from rulebed.lang.making import simple
from rulebed.lang.traits import SELECTING
from rulebed.model.game import Model
from rulebed.prove.dataflow.facts import Facts


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the place of a piece, an item that goes by this name, is read; and what it is."""

    item: str
    read: Read
    number: Expr


def needs_with_place(choose: core.Choose, item: str, needs: Needs, model: Model, fold: Folder) -> Needs:
    """What is needed of an item that is chosen just now, its place known; whoever may decline may take nothing."""
    found = None if choose.decline is not None else _whereabouts(choose.source, item, model)
    if found is None:
        return needs
    return mapped(needs, lambda expr: fold(_with_place(expr, found)) if item in walk.free(expr) else expr)


def _with_place(expr: Expr, found: Whereabouts) -> Expr:
    """An expression in which the place of a piece is known."""
    if found.item not in walk.free(expr):
        return expr
    return found.number if expr == found.read else walk.rebuilt(expr, lambda part: _with_place(part, found))


def lifted(call: core.Call, params: Sequence[str], body: Block, before: Block, facts: Facts, fold: Folder) -> Block:
    """The body of a call in which the places of those pieces are known that were chosen right before, from a place.

    Who takes up a piece has to ask in which of all places it lies. Of one that was chosen from a row, and that
    nothing has moved since, it is known.
    """
    for param, arg in zip(params, call.args, strict=True):
        found = _chosen_before(arg, before, facts) if isinstance(arg, Local) else None
        if found is not None:
            known = Whereabouts(param, Read(found.read.field, Local(param)), found.number)
            body = _known_at_first(body, known, facts, fold)[0]
    return body


def _chosen_before(item: Local, before: Block, facts: Facts) -> Whereabouts | None:
    """Where a piece lies that was chosen right before, unless something has been moved since."""
    for place in reversed(range(len(before))):
        stmt = before[place]
        if isinstance(stmt, core.Choose) and stmt.local == item.name:
            found = None if stmt.decline is not None else _whereabouts(stmt.source, item.name, facts.model)
            return found if found and not _is_spoilt(found, before[place + 1 :], facts) else None
        if item.name in walk.bound((stmt,)):
            return None
    return None


def _is_spoilt(found: Whereabouts, block: Block, facts: Facts) -> bool:
    """Whether a piece may lie elsewhere after a block, or what is said of its place may mean something else by then."""
    return _moves(found, block, facts) or not isinstance(found.number, Const)


def _moves(found: Whereabouts, block: Block, facts: Facts) -> bool:
    return bool(facts.cells_changed(block, facts.cells.whole(found.read.field)))


def _known_at_first(block: Block, found: Whereabouts, facts: Facts, fold: Folder) -> tuple[Block, bool]:
    """A block with the place known until something is moved, and whether that is so at its end."""
    out: list[core.Stmt] = []
    for number, stmt in enumerate(block):
        if isinstance(stmt, core.If):
            test = fold(_with_place(stmt.condition, found))
            if isinstance(test, Const):
                arm, stays = _known_at_first(stmt.then if test.value else stmt.otherwise, found, facts, fold)
                out += arm
            else:
                (then, one), (otherwise, other) = (
                    _known_at_first(arm, found, facts, fold) for arm in (stmt.then, stmt.otherwise)
                )
                out.append(replace(stmt, condition=test, then=then, otherwise=otherwise))
                stays = one and other
        else:
            out.append(stmt)
            stays = not _moves(found, (stmt,), facts) and found.item not in walk.bound((stmt,))
        if not stays:
            return (*out, *block[number + 1 :]), False
    return tuple(out), True


def _whereabouts(source: Expr, item: str, model: Model) -> Whereabouts | None:
    """Where the fact of a piece's place is read, and what it is for what is chosen from this set."""
    while isinstance(source, Over) and source.how in SELECTING:
        source = source.source
    if not isinstance(source, Read):
        return None
    for kind, places in model.holders.items():
        for field, start in places:
            if field == source.field and model.fields[field].pile != "deck":
                number = simple("add", source.index, Const(start))
                return Whereabouts(item, Read(internal.place_of(kind), Local(item)), number)
    return None
