"""What `resample` deals, said outright: the game played again in every way there is, and those kept that fit.

All that a viewer wasn't told is luck or another's answer; each of its outcomes is as likely as any other. A decision
that was told is what it was told to be, and where it isn't on offer the way leads nowhere. Whether two games are the
same to the viewer is asked at each moment. Nothing here is quick.
"""

from collections import Counter
from math import prod

from rulebed.play.imagining.history import Life
from rulebed.play.imagining.injected import inject
from rulebed.play.imagining.resampling import lived_through
from rulebed.play.rules.log import DECIDED
from rulebed.play.telling.told import DECIDE


class Script:
    """Luck and answers in a fixed order: what is listed, then the first of what there is."""

    def __init__(self, wanted):
        self.wanted, self.made = wanted, []  # (which, of how many)

    def roll(self, _, count):
        """Which of so many comes."""
        at = len(self.made)
        self.made.append((self.wanted[at] if at < len(self.wanted) else 0, count))
        return self.made[at][0]

    def next(self):
        """What to list after this; none if it was the last."""
        made = self.made
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        return [*(index for index, _ in made[:-1]), made[-1][0] + 1] if made else None


def exact(state, player):
    """Each world that the player can't tell from the true one, as slots without luck to come, with its share."""
    viewer, found, script = player - 1, Counter(), []
    moments, rules = lived_through(state, viewer).moments, lived_through(state, viewer).life.rules
    while script is not None:
        source = Script(script)
        slots = played(rules, viewer, moments, source)
        if slots is not None:
            found[without_luck(rules, slots)] += prod(1 / count for _, count in source.made)
        script = source.next()
    return {slots: odds / found.total() for slots, odds in found.items()}


def played(rules, viewer, moments, source):
    """Where the game goes as the source has it; none if that isn't what the viewer has lived through."""
    slots = rules.program.fresh(0)
    inject(slots, rules, source)
    life, left = Life(rules, viewer, slots), list(moments)
    if life.begin() != left.pop(0):
        return None
    while left:
        seat, value = chosen(life, left[0], source)
        if value is None:
            return None
        for moment in life.go_on(seat, value):
            if moment != left.pop(0):
                return None
    return life.slots


def chosen(life, moment, source):
    """Who decides next, and what: the viewer what they did, others what was told, or any of what would be untold."""
    rules, slots = life.rules, life.slots
    seats = rules.seats(slots)
    told = next((one.taken for one in moment.told if one.taken), None)
    if moment.own is not None:
        seat, value = life.viewer, moment.own
    elif life.block is not None:
        seat, value = next((one for one in seats if one != life.viewer), None), None
    else:
        seat, value = told[0], told[2]
    offered = rules.values(slots, seat) if seat in seats else ()
    if moment.own is None and life.block is None:
        site = rules.site(slots, seat) if seat in seats else None
        offered = [one for one in offered if heard(life, seat, site, one) == told]
    if value is None and offered:
        value = offered[source.roll(-1, len(offered))]
    return seat, value if value in offered else None


def heard(life, seat, site, value):
    """What the viewer would hear of a decision."""
    return next(one.taken for one in life.news_of((DECIDED, seat, site, value)) if one.kind == DECIDE)


def without_luck(rules, slots):
    """A state without the luck that is to come."""
    strands = rules.program.layout.strands.values()
    luck = {first + at for first, count in strands for at in range(count)}
    return tuple(value for slot, value in enumerate(slots) if slot not in luck)
