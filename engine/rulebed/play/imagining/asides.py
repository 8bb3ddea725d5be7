"""What a viewer has lived through and seen taken back, in another world: how likely it would have been there.

Somebody took the red card of a hand that nobody else sees, and took that back: so there is a red card in it. What was
taken back hangs as a branch on what holds, and may have branches of its own:

    A B C       then C was taken back, then B           A D         what holds
    A D                                                  `- B       the aside after A
                                                            `- C    what followed on that

A world in which what holds is the same comes as often as it would without asides, times the odds of its asides. Where
luck has brought something in one, and would bring the same again, that can't be kept: a world has luck of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from rulebed.play.imagining.dealing import First
from rulebed.play.imagining.injected import Luck, inject
from rulebed.play.imagining.moments import Retreat, as_lived
from rulebed.play.imagining.stepping import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.rules.rules import Rules

WORK = 5_000  # entries that are written to find out how likely asides are; with more it takes too long


@dataclass(slots=True, eq=False)
class Aside:
    """A moment that was taken back, and those that followed on it."""

    moment: Moment
    then: list[Aside] = field(default_factory=list)
    is_mute: bool = False  # whether it came of the viewer's own decision, and told them nothing


Asides = dict[int, list[Aside]]  # by how many moments are before it


def asides(moments: Sequence[Moment], retreats: Sequence[Retreat]) -> Asides:
    """All of them, by where they hang on what holds."""
    path, whole = list[Aside](), list[Aside]()
    for one in as_lived(moments, retreats) if retreats else ():
        if isinstance(one, Retreat):
            if one.is_mute:
                path[-1].is_mute = True
            del path[one.kept :]
            continue
        aside = Aside(one)
        if path:
            path[-1].then.append(aside)
        whole.append(aside)
        path.append(aside)
    every = {at: [one for one in aside.then if one not in path] for at, aside in enumerate(path, 1)}
    return {at: some for at, some in every.items() if some}


def is_lost(moments: Sequence[Moment], retreats: Sequence[Retreat]) -> bool:
    """Whether luck has brought something in what was taken back, and hasn't brought the same since."""
    kept, lucky = len(moments), False
    for one in reversed(retreats):
        kept = min(kept, one.kept)
        lucky |= one.is_lucky and [*one.moments[kept:]] != [*moments[kept : len(one.moments)]]
    return lucky


def is_mute(asides: Sequence[Aside]) -> bool:
    """Whether the viewer has learnt nothing by any of them."""
    return all(one.is_mute and is_mute(one.then) for one in asides)


@dataclass(slots=True)
class Weighing:
    """Goes through all ways in which asides may happen, as long as there is work `left` that may be done."""

    rules: Rules
    left: int = WORK

    def odds_of(self, asides: Sequence[Aside], life: Life) -> float | None:
        """How likely it is that all of them happen where they did; none if it takes too long to find out."""
        if self.left <= 0:
            return None
        here, luck = life.copy(), Luck(self.rules, First(0))
        for slots in (here.slots, *((here.block.own,) if here.block else ())):
            inject(slots, self.rules, luck)
        found = self._odds_of_all(asides, here, luck)
        return found if self.left > 0 else None

    def odds_along(self, asides: Asides, lives: Sequence[Life]) -> float | None:
        """The same for all asides of a game; `lives` are those after so many moments."""
        found = [self.odds_of(some, lives[at]) for at, some in asides.items()]
        return None if None in found else prod(one or 0.0 for one in found)

    def _odds_of_all(self, asides: Sequence[Aside], life: Life, luck: Luck) -> float:
        return prod(self._odds_of_one(aside, life, luck) for aside in asides)

    def _odds_of_one(self, aside: Aside, life: Life, luck: Luck) -> float:
        step, found = Step(life, aside.moment, luck, is_first=False, left=self.left), 0.0
        for run in step.every():
            self.left = step.left
            found += prod(pick.odds for pick in run.picks) * self._odds_of_all(aside.then, run.life, luck)
            step.left = self.left
        self.left = step.left
        return found
