"""Where games of some rules wait with nothing in hand: a few are begun with any luck, and looked at as they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import strand
from rulebed.play.imagining.dealing import Dice
from rulebed.run.blueprint import KNOWN
from rulebed.run.layout import PC

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules

GAMES, LONGEST, RESTS = 4, 40, 24  # that are begun; decisions of each; rests that are enough

Slots = list[Any]


def resting_of(rules: Rules) -> tuple[Slots, ...]:
    """States in which all know what effects that wait have in hand, no two at the same place."""
    return rules.once(_find_rests)


def _find_rests(rules: Rules) -> tuple[Slots, ...]:
    program = rules.program
    found: dict[Any, Slots] = {}
    for seed in range(GAMES):
        dice, slots = Dice(strand(seed, "resting", 0)), program.start(seed)
        for _ in range(LONGEST):
            seats = program.waiting(slots)
            offered = program.options_of(slots, seats[0]) if seats else ()
            if not offered or len(found) == RESTS:
                break
            if program.hand(slots) == KNOWN and not program.secret(slots):
                found.setdefault(slots[PC], slots.copy())
            program.apply(slots, seats[0], dice.any(offered), [])
    return tuple(found.values())
