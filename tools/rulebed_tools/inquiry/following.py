"""A game played again by the plain interpreter, to where it stands, as one of its seats knows it."""

from __future__ import annotations

from rulebed import Decision, State
from rulebed.analysis import BrokenProgramError, Models, Oracle, StuckError, as_it_begins
from rulebed.playing import give_fields, journal, seen_from


def followed(state: State, decision: Decision, models: Models) -> Oracle | None:
    """The interpreter before a decision; none where it doesn't come there, as after a change of the content."""
    rules, match, seat = state.rules, state.match, decision.player - 1
    raw = models.raw(rules.players, match.options) if match.origin is None else None
    if raw is None:
        return None
    slots = rules.program.fresh(state.seed)
    give_fields(rules, slots, match.given)
    oracle = Oracle(as_it_begins(raw, rules.program, slots), match.chance, guarded=False)
    try:
        oracle.start(state.seed)
        for one, _, value in _known_steps(state, seat):
            oracle.apply(one, value)
    except (BrokenProgramError, StuckError, KeyError):
        return None
    return oracle if _stands_so(oracle, state, decision) else None


def _known_steps(state: State, seat: int) -> list[journal.JournalEntry]:
    """What has been decided, as far as the seat knows: what others do in secret now is not part of it."""
    fork, steps = state.fork, state.decided
    if fork is None:
        return steps
    return [*steps[: fork.decided], *(step for step in steps[fork.decided :] if step[0] == seat)]


def _stands_so(oracle: Oracle, state: State, decision: Decision) -> bool:
    """Whether all fields are as the seat knows them, and the same is asked."""
    slots, layout, seat = seen_from(state, decision.player - 1), state.rules.program.layout, decision.player - 1
    for name, held in oracle.fields.items():
        if name in layout.bases and slots[layout.base(name) : layout.base(name) + len(held)] != held:
            return False
    return seat in oracle.waiting() and oracle.choice(seat).address == decision.address
