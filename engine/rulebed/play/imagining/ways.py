"""One way in which a whole game may have gone for a viewer, turned into others, each as often as it should come.

A way is what luck and hidden answers brought in each step, their **picks**. Where all ways are too many to be gone
through (see `imagining.belief`), one is found somehow and then changed at random, again and again: one or two picks are
made anew, or two pieces change places all along. What comes of it is kept if the viewer still lives through the same,
and as seldom as it is less likely than what was there before. Whatever the way was that one began with, after many such
changes each way comes up as often as its odds say: this is the method of Metropolis and Hastings, in the form in which
programs are taken that draw luck as they run (Wingate, Stuhlmüller and Goodman, 2011).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from rulebed.play.imagining.renaming import Pattern
from rulebed.play.imagining.stepping import Step
from rulebed.play.rules.knowledge import pieces_by_block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.injected import Drawn, Luck
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.imagining.stepping import Run
    from rulebed.play.rules.knowledge import Viewer

CHANGES = 3  # sorts of changes, in turn: of two pieces, of a pick, and of two picks that go only together, as in a sum
Scripts = Mapping[int, Sequence[int]]  # what shall be picked, by the number of the step
Turned = Mapping[str, Mapping[int, int]]  # by kind: pieces that are others now, with these others
SAME: Mapping[int, int] = {}
PickAt = tuple[int, int]  # a step, and which of its picks


@dataclass(frozen=True, slots=True)
class Way:
    """The lives before each step and after the last one, and what was picked and noted in each step."""

    lives: Sequence[Life]
    picks: Sequence[Sequence[Drawn]]
    notes: Sequence[Sequence[Any]]

    def then(self, run: Run) -> Way:
        """The same with one more step."""
        return Way([*self.lives, run.life], [*self.picks, run.picks], [*self.notes, run.notes])

    @property
    def end(self) -> Life:
        """Where it leads."""
        return self.lives[-1]

    @property
    def sites(self) -> list[PickAt]:
        """Where something else could have been picked."""
        return [(step, at) for step, picks in enumerate(self.picks) for at, pick in enumerate(picks) if pick.count > 1]

    def script(self, step: int) -> list[int]:
        """What was picked in a step."""
        return [pick.value for pick in self.picks[step]]


@dataclass(slots=True)
class Wandering:
    """Ways that come one of another, for a viewer who has lived through these moments."""

    luck: Luck
    viewer: Viewer
    moments: Sequence[Moment]
    left: int  # work that may be done yet
    begins: bool = True  # whether the first of them is where the game begins

    def wander(self, way: Way, changes: int) -> Way:
        """The way after so many changes, or as many as there is time for."""
        for number in range(changes):
            if self.left <= 0:
                break
            way = self.change(way, number)
        return way

    def change(self, way: Way, number: int) -> Way:
        """The way with one change, or as it is if what comes of that doesn't fit, or is too unlikely."""
        sort, sites, pieces = number % CHANGES, way.sites, list(unknown_pieces(way.end))
        if pieces and (sort == 0 or not sites):
            return self._exchange(way, pieces)
        return self._repick(way, sites, max(sort, 1)) if sites else way

    def replay(self, way: Way, scripts: Scripts, first: int) -> Way | None:
        """The way from a step on with other picks, and any luck where they end; none if it doesn't fit."""
        lives, picks, notes = list(way.lives[: first + 1]), list(way.picks[:first]), list(way.notes[:first])
        for number in range(first, len(self.moments)):
            step = Step(lives[-1], self.moments[number], self.luck, self.begins and not number, self.left)
            like = Pattern(way.notes[number], self.moments[number])
            run = step.run(scripts[number] if number in scripts else way.script(number), like)
            self.left = step.left
            if not run.fits or self.left <= 0:
                return None
            lives.append(run.life)
            picks.append(run.picks)
            notes.append(run.notes)
        return Way(lives, picks, notes)

    # Picks that are made anew.

    def _repick(self, way: Way, sites: Sequence[PickAt], count: int) -> Way:
        dice = self.luck.dice
        chosen = dict.fromkeys(dice.any(sites) for _ in range(count))
        scripts: dict[int, list[int]] = {}
        for step, at in chosen:
            pick = way.picks[step][at]
            scripts.setdefault(step, way.script(step))[at] = pick.at(dice.between(0, pick.count - 1))
        if all(way.script(step) == script for step, script in scripts.items()):
            return way
        other = self.replay(way, scripts, min(scripts))
        if other is None:
            return way
        if any(_value(other, site) != scripts[site[0]][site[1]] for site in chosen):
            return way
        odds = _returns(way, other, chosen) * (len(sites) / len(other.sites)) ** count
        return other if dice.share() < odds else way

    def is_fixed(self, way: Way, site: PickAt) -> bool:
        """Whether a step can't go otherwise with another pick at a site, all else being as it is."""
        number, at = site
        script, like = way.script(number), Pattern(way.notes[number], self.moments[number])
        step = Step(way.lives[number], self.moments[number], self.luck, self.begins and not number, self.left)
        pick = way.picks[number][at]
        others = dict.fromkeys(pick.at(index) for index in range(pick.count) if pick.at(index) != pick.value)
        found = any(step.run([*script[:at], other, *script[at + 1 :]], like).fits for other in others)
        self.left = step.left
        return not found

    # Pieces that change places.

    def _exchange(self, way: Way, pieces: Sequence[tuple[str, int, int]]) -> Way:
        """The way if one unknown piece had been another that lies elsewhere, all along."""
        dice = self.luck.dice
        kind, slot, one = dice.any(pieces)
        others = [piece for same, other, piece in pieces if same == kind and other != slot]
        if not others:
            return way
        two = dice.any(others)
        other = self.turn_pieces(way, {kind: {one: two, two: one}})
        return other if other is not None and dice.share() < odds_of(other) / odds_of(way) else way

    def turn_pieces(self, way: Way, turned: Turned) -> Way | None:
        """The way if pieces had been others all along; none if it doesn't fit."""
        scripts = {
            step: [turned.get(pick.kind, SAME).get(pick.value, pick.value) for pick in picks]
            for step, picks in enumerate(way.picks)
        }
        first = next((step for step, script in scripts.items() if script != way.script(step)), None)
        other = None if first is None else self.replay(way, scripts, first)
        is_turned = other is not None and all(other.script(step) == script for step, script in scripts.items())
        return other if is_turned else None


def unknown_pieces(life: Life) -> Iterator[tuple[str, int, int]]:
    """The pieces that the viewer doesn't know: their kind, in which slot they lie, and which they are."""
    knowledge, slots, viewer = life.rules.knowledge, life.slots, life.viewer
    known = {kind: knowledge.known_among(slots, kind, viewer) for kind in knowledge.held_kinds}
    for place in knowledge.hidden(slots, viewer):
        if place.kind and place.kind not in knowledge.alike_kinds:
            for piece in pieces_by_block(place, slots[place.slot]):
                if piece not in known[place.kind]:
                    yield place.kind, place.slot, piece


def _value(way: Way, site: PickAt) -> int | None:
    step, at = site
    return way.picks[step][at].value if at < len(way.picks[step]) else None


def value_sites(way: Way) -> list[PickAt]:
    """Where something else could have been picked, and no piece."""
    return [(step, at) for step, at in way.sites if not way.picks[step][at].kind]


def odds_of(way: Way) -> float:
    """How likely all is that was picked."""
    return prod(pick.odds for picks in way.picks for pick in picks)


def _returns(way: Way, other: Way, chosen: Mapping[PickAt, None]) -> float:
    """How likely it is to come back to a way from another, beside how likely it is to come there; see `Wandering`.

    What had to be picked anew was picked with its own odds, so that it cancels out.
    """
    found = 1.0
    for step, (before, after) in enumerate(zip(way.picks, other.picks, strict=True)):
        for at, (one, two) in enumerate(zip(before, after, strict=False)):
            if one is two:
                continue
            there, back = one.odds_of(two.value), two.odds_of(one.value)
            if (step, at) in chosen:
                found *= two.odds * back / (one.odds * there)
            elif one.value == two.value:
                found *= two.odds / one.odds
            elif there:  # from there this would have stayed as it is
                return 0.0
    return found
