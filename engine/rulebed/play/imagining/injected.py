"""Luck from outside: strands that ask somebody else what they bring, and stand in a state in place of numbers.

A roll advances its strand and takes an outcome by its high bits (`lang.luck`):

    strand = (strand * MULTIPLIER + INCREMENT) & MASK
    outcome = outcomes[(strand >> 32) * len(outcomes) >> 32]

Of an `Injected` strand all of these are the strand itself, until it is multiplied by how many outcomes there are: then
its source is asked for the place of one. So the same compiled program plays on, with other luck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from rulebed.lang.luck import MULTIPLIER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulebed.play.imagining.dealing import Dice
    from rulebed.play.rules.rules import Rules

SHIFT = 32


class Source(Protocol):
    """Whoever says what luck brings."""

    def roll(self, deck: int, count: int) -> int:
        """The place of one of so many outcomes; `deck` is the slot of what is drawn from, or -1."""


class Injected:
    """A strand that asks its source; `deck` is the slot of the deck that it draws from, or -1."""

    __slots__ = ("deck", "source")

    def __init__(self, source: Source, deck: int) -> None:
        self.source, self.deck = source, deck

    def __mul__(self, number: int) -> Injected | int:
        return self if number == MULTIPLIER else self.source.roll(self.deck, number) << SHIFT

    def __add__(self, _: int) -> Injected:
        return self

    def __and__(self, _: int) -> Injected:
        return self

    def __rshift__(self, _: int) -> Injected:
        return self


def inject(slots: list[Any], rules: Rules, source: Source) -> None:
    """Let a source say from here on what luck brings."""
    bases = rules.program.layout.bases
    for stream, (first, count) in rules.program.layout.strands.items():
        for at in range(count):
            slots[first + at] = Injected(source, bases[stream] + at if stream in bases else -1)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something that was drawn: at which place, of how many or of which, and how much had been told by then.

    What is drawn are outcomes of which nothing is known, pieces of a deck, or answers; `kind` is that of the pieces.
    """

    index: int
    count: int
    among: Sequence[int]
    kind: str
    deck: int
    told: int

    @property
    def value(self) -> int:
        """What was drawn, where that is known, else its place."""
        return self.among[self.index] if self.among else self.index

    @property
    def odds(self) -> float:
        """How likely this was."""
        return self.odds_of(self.value)

    def odds_of(self, value: int) -> float:
        """How likely something is; of pieces that are alike each is one."""
        if not self.among:
            return (value < self.count) / self.count
        return self.among.count(value) / self.count

    def at(self, index: int) -> int:
        """What would have been drawn at another place."""
        return self.among[index] if self.among else index

    @property
    def following(self) -> int | None:
        """What comes after it in the order of all that could have been drawn; none if it is the last."""
        if not self.among:
            return self.index + 1 if self.index + 1 < self.count else None
        first = self.among.index(self.value)
        return next((one for one in self.among[first + 1 :] if one not in self.among[: first + 1]), None)


@dataclass(slots=True)
class Luck:
    """What luck and hidden answers bring: what a script says, then what dice say; all that was drawn is kept.

    A script has values of picks, or none where the dice shall say. What is `shown` to leave a deck is drawn in the
    order in which it was told, and not earlier, as long as something else is there; none stands for what wasn't shown.
    """

    rules: Rules
    dice: Dice
    slots: list[Any] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)
    script: Sequence[int | None] = ()
    shown: Mapping[int | str, Sequence[int | None]] = field(
        default_factory=dict
    )  # by the slot of the deck, and by kind
    picks: list[Drawn] = field(default_factory=list)
    missed: bool = False  # whether it wasn't

    def begin(self, slots: list[Any], script: Sequence[int | None]) -> None:
        """Get ready for what happens next in a state."""
        self.slots, self.notes, self.picks, self.script, self.missed = slots, [], [], script, False

    def roll(self, deck: int, count: int) -> int:
        """The place of one of so many outcomes."""
        block: Sequence[int] = next(iter(self.slots[deck]), ()) if deck >= 0 else ()
        if len(block) != count:  # luck is asked for something else than the next card
            return self._pick(count, (), "", -1).index
        return self._pick(count, block, self.rules.knowledge.by_slot[deck].kind, deck).index

    def answer(self, offered: Sequence[int], kind: str) -> int:
        """One of what a seat is offered."""
        return self._pick(len(offered), tuple(offered), kind, -1).value

    def _pick(self, count: int, among: Sequence[int], kind: str, deck: int) -> Drawn:
        wanted = self.script[len(self.picks)] if len(self.picks) < len(self.script) else None
        index = None if wanted is None else self._place(wanted, count, among)
        if index is None:
            self.missed |= wanted is not None
            index = self._likely(deck, among) if deck >= 0 else self._first_told(kind, among)
            index = self.dice.between(0, count - 1) if index is None else index
        pick = Drawn(index, count, among, kind, deck, len(self.notes))
        self.picks.append(pick)
        return pick

    def _likely(self, deck: int, among: Sequence[int]) -> int | None:
        """The place of what is told to come next from a deck, or of something that isn't told to come from it."""
        shown = self.shown.get(deck)
        if not shown:
            return None
        drawn = sum(pick.deck == deck for pick in self.picks)
        told = shown[drawn] if drawn < len(shown) else None
        if told is not None and told in among:
            return among.index(told)
        free = [place for place, one in enumerate(among) if one not in shown]
        return free[self.dice.between(0, len(free) - 1)] if free else None

    def _first_told(self, kind: str, among: Sequence[int]) -> int | None:
        """The place of the piece that is told to leave some place before all others that could be answered."""
        told = next((one for one in self.shown.get(kind, ()) if one in among), None) if kind else None
        return None if told is None else among.index(told)

    def _place(self, wanted: int, count: int, among: Sequence[int]) -> int | None:
        if among:
            return among.index(wanted) if wanted in among else None
        return wanted if wanted < count else None
