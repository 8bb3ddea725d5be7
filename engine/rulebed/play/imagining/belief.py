"""All the worlds that a viewer can't tell from the true one, with their odds, as long as there are few of them.

This is Bayes' rule, moment by moment (a *filter*, as of a hidden Markov model): of each world that was possible so far
every way is taken in which luck and hidden answers may go on, and those are kept in which the viewer is told and shown
what they were. The odds of a way are those of its picks, each outcome of one as likely as any other. Worlds that have
come to be the same are one, with their odds together: so there are seldom many, however long the game is.

    before      two cards of three are out, I hold the king               queen 1/2    jack 1/2
    a moment    who holds the other is heard to pass; they would have been offered more with the queen
    after       of the queen no way leads here                            jack 1
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining.asides import Weighing
from rulebed.play.imagining.dealing import First
from rulebed.play.imagining.history import Life
from rulebed.play.imagining.injected import Luck, inject
from rulebed.play.imagining.stepping import Step

if TYPE_CHECKING:
    from rulebed.play.imagining.asides import Aside
    from rulebed.play.imagining.dealing import Dice
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.imagining.parting import Parting
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.rules import Rules

WORLDS = 500  # more than these are too many
WORK = 5_000  # entries that are written for one moment in all worlds; with more it takes too long
Slots = list[Any]


@dataclass(frozen=True, slots=True)
class Belief:
    """Worlds after some moments, and how likely each is beside the others; without worlds there were too many."""

    luck: Luck
    lives: tuple[Life, ...]
    odds: tuple[float, ...]
    reached: int = 0
    upto: list[float] = field(default_factory=list)

    @classmethod
    def at_start(cls, rules: Rules, viewer: Viewer) -> Belief:
        """Before a game begins, as the pack has it."""
        luck, slots = Luck(rules, First(0)), rules.program.fresh(0)
        inject(slots, rules, luck)
        return cls(luck, (Life(rules, viewer, slots),), (1.0,))

    @classmethod
    def at_parting(cls, rules: Rules, viewer: Viewer, parting: Parting) -> Belief:
        """At a rest before which nothing has to be known."""
        luck, slots = Luck(rules, First(0)), parting.slots.copy()
        inject(slots, rules, luck)
        return cls(luck, (Life(rules, viewer, slots),), (1.0,), parting.reached)

    def after(self, moments: Sequence[Moment], asides: Mapping[int, Sequence[Aside]]) -> Belief:
        """What is believed after all of these moments, the first of which are behind it already."""
        belief = self
        for moment in moments[self.reached :]:
            if not belief.lives:
                break
            belief = belief._after(moment)
            if belief.reached in asides:
                belief = belief.with_asides(asides[belief.reached])
        return belief

    def with_asides(self, asides: Sequence[Aside]) -> Belief:
        """Of the same worlds those in which this could have happened, too."""
        weighing = Weighing(self.luck.rules)
        found = [weighing.odds_of(asides, life) for life in self.lives]
        weighed = zip(self.lives, self.odds, found, strict=True)
        kept = [(life, share * one) for life, share, one in weighed if one]
        if not kept or None in found:
            return Belief(self.luck, (), (), self.reached)
        lives, shares = zip(*kept, strict=True)
        return Belief(self.luck, lives, shares, self.reached)

    def _after(self, moment: Moment) -> Belief:
        found: dict[Any, tuple[Life, float]] = {}
        left, most = WORK, max(self.odds)
        for life, odds in zip(self.lives, self.odds, strict=True):
            step = Step(life, moment, self.luck, not self.reached, left)
            for run in step.every():
                key, share = _key(run.life), odds / most * prod(pick.odds for pick in run.picks)
                found[key] = run.life, share + (found[key][1] if key in found else 0.0)
            left = step.left
            if left <= 0 or len(found) > WORLDS:
                return Belief(self.luck, (), (), self.reached)
        if not found:  # what was told can't have happened, as in a save that was made up
            return Belief(self.luck, (), (), self.reached)
        lives, shares = zip(*found.values(), strict=True)
        return Belief(self.luck, lives, shares, self.reached + 1)

    def draw_world(self, dice: Dice) -> Slots:
        """One of the worlds."""
        if not self.upto:
            self.upto.extend(accumulate(self.odds))
        return self.lives[bisect(self.upto, dice.share() * self.upto[-1], hi=len(self.lives) - 1)].slots


def _key(life: Life) -> Any:
    """What two lives that go on alike have in common."""
    block = life.block
    secret = None if block is None else (tuple(block.own), block.log.base, tuple(block.log.entries), block.heard)
    return tuple(life.slots), secret
