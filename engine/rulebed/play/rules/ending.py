"""How a game comes out: who has won, what the scores are made of, who earned which honour, and what that is worth.

Everything is asked of one program and one flat state, so that tools which only have these two can ask it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.run.program import Program

Slots = Any  # a flat state, or what stands for one


def winners(program: Program, slots: Slots) -> tuple[int, ...]:
    """The seats (from 1) that win: those of the set, or of the best all that have reached what winners must."""
    result = program.model.result
    if result.wins:
        return tuple(sorted(seat + 1 for seat in program.ask(slots, result.wins, 0)))
    seats = range(program.model.players)
    ranks = [(program.score(slots, seat), *(program.ask(slots, tie, seat) for tie in result.ties)) for seat in seats]
    first = (seat for seat in seats if ranks[seat] == max(ranks))
    return tuple(seat + 1 for seat in first if not result.won or program.ask(slots, result.won, seat))


def returns(program: Program, slots: Slots) -> tuple[int, ...]:
    """What the end is worth to each seat: its score, or 1 and -1 where it may be that nobody reaches what must be."""
    seats = range(program.model.players)
    if not program.model.result.won:
        return tuple(program.score(slots, seat) for seat in seats)
    won = winners(program, slots)
    return tuple(1 if seat + 1 in won else -1 for seat in seats)


def sheet(program: Program, slots: Slots) -> tuple[dict[str, int], ...]:
    """What each seat's score is the sum of, by name; empty where the pack names no parts."""
    parts = program.model.result.parts
    return tuple(
        {name: program.ask(slots, value, seat) for name, value in parts} for seat in range(program.model.players)
    )


def honours(program: Program, slots: Slots) -> tuple[tuple[str, ...], ...]:
    """What each seat has earned beside points, by name, now that it is known who has won."""
    named, won = program.model.result.honours, winners(program, slots)
    return tuple(
        tuple(
            name
            for name, value in named
            if program.ask(slots, value, seat, int(seat + 1 in won), program.score(slots, seat))
        )
        for seat in range(program.model.players)
    )
