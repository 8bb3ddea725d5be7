"""A copy of a procedure for one call: what is offered in it sees to what comes after the call, as it would in place.

Of `shop; pay n silver`, where `shop` asks how much to spend, the copy of `shop` knows how much is needed in the end,
and offers no more than leaves that. What the caller's locals say there, such as `n`, the copy takes as a parameter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebed.algebra.needs import KNOWER, Needs, mapped
from rulebed.lang import core, types, walk
from rulebed.lang.core import Expr, Local
from rulebed.model.game import Proc
from rulebed.prove.dataflow.brackets import MASK
from rulebed.prove.dataflow.deciders import SOMEBODY, Lasts
from rulebed.prove.guards.promises import Stand
from rulebed.prove.guards.weakest import Behind

CALLERS = "^"  # ends the name of a local of the caller


@dataclass(frozen=True, slots=True)
class Copy:
    """The call of a copy, the copy before its choices are guarded, and where its body stands."""

    call: core.Call
    proc: Proc
    stand: Stand


def copy_for_call(call: core.Call, proc: Proc, name: str, after: Needs, stand: Stand) -> Copy:
    """The copy of a procedure, by this name, for a call that stands there, before what is needed after it."""
    outer = sorted({local for need in after for local in walk.free(need.expr)} - {KNOWER, MASK})
    params = tuple(local + CALLERS for local in outer)
    renamed: dict[str, Expr] = {local: Local(param) for local, param in zip(outer, params, strict=True)}
    behind = Behind(mapped(after, lambda expr: walk.substituted(expr, renamed)))
    copy = replace(proc, name=name, params=proc.params + params, types=proc.types + (types.NUMBER,) * len(params))
    return Copy(
        replace(call, proc=name, args=(*call.args, *map(Local, outer))),
        copy,
        Stand(name, behind, unseen=_within(call, proc, stand.unseen), finish=behind, calls=(call.at, *stand.calls)),
    )


def _within(call: core.Call, proc: Proc, seats: Lasts) -> Lasts:
    """Seats as the procedure knows them: those that it is given."""
    given = {arg: Local(param) for param, arg in reversed([*zip(proc.params, call.args, strict=True)])}
    return tuple(None if seat is None else given.get(seat, SOMEBODY) for seat in seats)
