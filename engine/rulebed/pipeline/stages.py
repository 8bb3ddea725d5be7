"""The stages of the compiler in their order: what each is given, what it hands on, and what the next may rely on.

    tree       a pack with its layers, each value with its place         packs
    core       its programs as core statements over numbered fields      assemble
    proved     the same, guarded: what is offered can be got through     prove
    lowered    functions between the places where play waits             compile.lowering
    code       Python over one flat list, as data that can be kept       compile.emission

What goes from one to the next is a value that never changes, and that `rulebed build PACK --stage core` prints. Take

    buy:
      choose c in cards where c.price <= my.shells
      pay c.price shells

**core.** Names are numbers, and each verb is what it means: `pay` requires that there is enough, and writes what is
left. No name is unknown, no type is wrong, every index is within its field; else there are findings, and no model.

    choose c from filter(each_c in [0, 1, 2]: (#card.price[each_c] <= party.stock[((me * 1) + 0)])) by me
    let price = max(#card.price[c], 0)
    require (party.stock[((me * 1) + 0)] >= price) -- enough shells
    write party.stock[((me * 1) + 0)] = (party.stock[((me * 1) + 0)] - price)

**proved.** What follows the choice is carried back to it, statement by statement: what `c` has to meet for the rest to
be got through, its weakest precondition, is part of the set now, whether or not the pack has asked for it itself. From
here on no requirement fails in play. Whoever is offered or told something may know all that it was made of; what seats
do at the same time is their own.

    choose c from filter(c^1 in filter(each_c in [0, 1, 2]: ...): (party.stock[me] >= #card.price[c^1])) by me

**lowered.** Play stops at the choice, so that is where one function ends, and the next one begins with the answer in a
slot. What lives across (here `me` and `c`) gets slots of the flat list, all else are locals of Python.

**code.** Each function is written as `ast` nodes that carry the lines of the pack. What play asks for beside (options
by site, values, laws, boards) is written over the same list. What isn't known to be short pays for each step of a
budget. `run` needs nothing but this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.assemble.assemble import assemble
from rulebed.assemble.pruned import pruned
from rulebed.compile.emission.compile import blueprint_of, lowered_of, python_of
from rulebed.prove.dataflow.rests import needed_rests
from rulebed.prove.guards.guards import guarded
from rulebed.prove.limits.depth import check_depth
from rulebed.prove.limits.weight import check_weights
from rulebed.prove.races.branches import check_branches
from rulebed.prove.races.strands import own_strands
from rulebed.prove.secrecy.secrecy import check_secrecy
from rulebed.source.diagnostics import Report

if TYPE_CHECKING:
    from rulebed.compile.lowering.code import Lowered
    from rulebed.incremental.known import Known
    from rulebed.incremental.same import Same
    from rulebed.model.game import Model
    from rulebed.prove.guards.guards import Guarded
    from rulebed.run.blueprint import Blueprint


def core(model: Model, same: Same, *, is_part: bool) -> Model:
    """A model that was assembled, each seat with luck of its own; of a part of a pack only what its ways in lead to."""
    return own_strands(pruned(model) if is_part else model, same)


def proved(model: Model, known: Known) -> tuple[Guarded | None, Report]:
    """The model with its guards, or none where something can't be promised."""
    for check in (check_depth, check_weights):
        if (heavy := check(model, known.same)).errors:
            return None, heavy  # what nobody could follow isn't looked into
    found, report = guarded(needed_rests(model), known)
    report.merge(check_secrecy(found, known)).merge(check_branches(model))
    return (None if report.errors else found), report


def lowered(guarded: Guarded, emission: str, chance: str) -> Lowered:
    """The model as functions between the places where play waits, to be looked at."""
    return lowered_of(guarded, emission, chance)


def code(guarded: Guarded, emission: str, chance: str) -> Blueprint:
    """The compiled game as data."""
    return blueprint_of(guarded, emission, chance)


def text(guarded: Guarded, emission: str, chance: str) -> list[tuple[str, str]]:
    """The same as Python to be read, function by function, each with the file of the pack whose lines it carries."""
    return python_of(guarded, emission, chance)


__all__ = ["assemble", "code", "core", "lowered", "proved", "text"]
