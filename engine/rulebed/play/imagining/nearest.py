"""The nearest to what a viewer has lived through, where an effect that waits has in hand what they don't know.

What is in hand has no place in which it is seen, so it can't be dealt as cards are. It comes about in a game instead:
what is dealt is the last rest at which nothing was in hand, and the game goes on from there so that the viewer lives
through the same (`imagining.worlds`). Where no try leads to the end, the one that came furthest goes on all the same,
each step as like as can be, up to where what was decided can't be decided any more.

A game that was taken up within such an effect has no rest before it. There the effect is cut short: what lies on the
table is dealt, and the game waits where some game of these rules waits with nothing in hand.

Either way nothing comes from the true state but what the viewer knows of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import strand
from rulebed.play.imagining.asides import Weighing, is_mute
from rulebed.play.imagining.dealing import DEALS, Dealer, Dice
from rulebed.play.imagining.history import Life
from rulebed.play.imagining.injected import Luck
from rulebed.play.imagining.resting import resting_of
from rulebed.play.imagining.worlds import World
from rulebed.run.layout import FORK, PC, STACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed.play.imagining.lived import Lived
    from rulebed.play.rules.rules import Rules

WORK = 80_000  # entries of logs in all tries together
BRIEFLY = 500  # entries that are written to see whether what was taken back could have happened in a dealt state
IN_HAND = "an effect that waits has something in hand"
EARLIER = f"{IN_HAND}, and it stands where less has happened"
CUT_SHORT = f"{IN_HAND}, and is cut short"
UNLIKE = "what was told of hidden things may not hold"
TAKEN_BACK = "what was taken back may not hold"

Slots = list[Any]


@dataclass(frozen=True, slots=True)
class Nearest:
    """Slots for a state, and what is doubtful about them."""

    slots: Slots
    doubts: tuple[str, ...] = ()
    is_there: bool = True  # whether the viewer may have lived through the same there; else it is a game taken up
    is_replayed: bool = False  # whether all was played again from the beginning, so that all that was told holds

    def with_doubt(self, doubt: str) -> Nearest:
        """The same with one more doubt."""
        return replace(self, doubts=tuple(dict.fromkeys((*self.doubts, doubt))))


def gone_on(lived: Lived, dice: Dice) -> Nearest:
    """As things were at the last landing, dealt, or at the beginning, and gone on from there."""
    rules, viewer, landing = lived.life.rules, lived.life.viewer, lived.landing
    dealer = None if landing is None else Dealer(rules.knowledge, landing.slots, viewer, landing.tracks)
    best: World | None = None
    wrong: tuple[str, ...] = ()
    for world in _tries(lived, dealer, dice):
        way = world.find_way()
        now = () if way is None else wrong_with(lived, way.end.slots)
        if way is not None and not now:
            doubts = (UNLIKE,) if dealer is not None and dealer.forgot else ()
            return Nearest(way.end.slots, doubts, is_replayed=world.begins)
        if best is None or len(world.way.picks) > len(best.way.picks):
            best, wrong = world, now
    assert best is not None
    if wrong:
        return Nearest(best.way.end.slots, (*wrong, IN_HAND), is_there=False)
    way = best.nearest()
    if len(way.picks) < len(best.moments):
        return Nearest(way.end.slots, (EARLIER,), is_there=False)
    return Nearest(way.end.slots, (*wrong_with(lived, way.end.slots), UNLIKE), is_there=False)


def _tries(lived: Lived, dealer: Dealer | None, dice: Dice) -> Iterator[World]:
    """Worlds to be found, as long as there is work left for them."""
    rules, viewer, landing, left = lived.life.rules, lived.life.viewer, lived.landing, WORK
    for _ in range(DEALS):
        if landing is None or dealer is None:
            world = World.at_start(rules, viewer, lived.moments, dice, left)
        else:
            later = lived.moments[landing.reached :]
            world = World.at_deal(Luck(rules, dice), viewer, later, left, (dealer.surely_dealt(dice), landing.tracks))
        yield world
        left = world.left
        if left <= 0:
            return


def cut_short(lived: Lived, dealer: Dealer, dice: Dice) -> Nearest:
    """What lies on the table dealt, where a game waits with nothing in hand: where that goes best with it."""
    life, table = lived.life, dealer.surely_dealt(dice)
    best: tuple[Slots, tuple[str, ...]] | None = None
    for rest in resting_of(life.rules):
        slots = table.copy()
        _wait(life.rules, slots, rest)
        wrong = wrong_with(lived, slots)
        if best is None or len(wrong) < len(best[1]):
            best = slots, wrong
    if best is None:  # as these rules always have something in hand, it is any game that begins
        slots = life.rules.program.start(strand(dice.between(0, DEALS), "start", 0))
        best = slots, wrong_with(lived, slots)
    slots, wrong = best
    return Nearest(slots, (*wrong, CUT_SHORT), is_there=False)


def _wait(rules: Rules, slots: Slots, rest: Slots) -> None:
    """Let a state wait where another one does."""
    for at in (PC, STACK, FORK, *range(rules.program.layout.frames, len(slots))):
        slots[at] = rest[at]


def wrong_with(lived: Lived, slots: Slots) -> tuple[str, ...]:
    """What tells a dealt state from one that can be: laws, and what the viewer sees and is asked."""
    rules, life = lived.life.rules, lived.life
    found = [f"the law `{name}` doesn't hold" for name in rules.broken_laws(slots)]
    known = life.known_slots
    seats = rules.seats(slots)
    if rules.knowledge.glimpse(slots, life.viewer) != rules.knowledge.glimpse(known, life.viewer):
        return *found, "it looks otherwise"
    if rules.seats_known(slots, life.viewer) != rules.seats_known(known, life.viewer):
        return *found, "others are asked"
    if not seats and rules.scores(slots) != rules.scores(known):
        found.append("it comes out otherwise")
    for seat in seats:
        offered = list(rules.values(slots, seat))
        if not offered:
            found.append(f"player {seat + 1} has nothing to take")
        elif seat == life.viewer and offered != list(rules.values(known, seat)):
            found.append("something else is offered")
    asides = lived.asides.get(len(lived.moments), ())
    if not (found or is_mute(asides) or Weighing(rules, BRIEFLY).odds_of(asides, _at(lived, slots))):
        found.append(TAKEN_BACK)
    return tuple(found)


def _at(lived: Lived, slots: Slots) -> Life:
    """The life of the viewer in a dealt state."""
    life = Life(lived.life.rules, lived.life.viewer, slots.copy())
    life.rest(None, None)
    return life
