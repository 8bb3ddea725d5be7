"""What a mere yes or no leads to is asked in the same breath: `yes, to this face` and `no` are answers to one question.

It is gone ahead on copies, as far as the player learns nothing by it: what could be taken back under strict rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebed import Decision, Option, State
from rulebed.playing import bar_to_undo

MOST, MOST_NEXT, DEEPEST = 12, 6, 3  # ways in all, options of a question that is added, and questions after the first
PAIR = 2
MOST_FORCED = 20  # answers in a row that are taken unasked


@dataclass(frozen=True, slots=True)
class Way:
    """Answers that are given one after the other, those left out to which there is no other."""

    steps: tuple[tuple[Decision, Option], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """What is taken, step by step."""
        return tuple(option.id for _, option in self.steps)

    @property
    def last(self) -> tuple[Decision, Option]:
        """Where it leads."""
        return self.steps[-1]

    @property
    def about(self) -> Sequence[str]:
        """The addresses of the things that it is about."""
        return tuple(address for _, option in self.steps for address in option.about)


def ways(state: State, decision: Decision, *, asks_all: bool = False) -> tuple[Way, ...]:
    """What can be answered: the options, and where one of two declines, what comes after them."""
    found = tuple(Way(((decision, option),)) for option in decision.offered)
    if asks_all or not _is_yes_or_no(decision):
        return found
    for _ in range(DEEPEST):
        wider = tuple(more for way in found for more in _on(state, way))
        if len(wider) > MOST or len(wider) == len(found):
            break
        found = wider
    return found


def numbered(offered: Sequence[Way]) -> dict[int, Way]:
    """The answers by what is typed for them: their place in the list; of numbers that are asked for, they themselves.

    To decline one types the next one up.
    """
    values = [_number(way) for way in offered]
    asked = [value for value in values if value is not None]
    if not asked or min(asked) < 0 or len(asked) < len(offered) - 1:
        return dict(enumerate(offered, 1))
    return {max(asked) + 1 if value is None else value: way for value, way in zip(values, offered, strict=True)}


def _number(way: Way) -> int | None:
    """The number that is taken, if it is one."""
    decision, option = way.last
    is_number = decision.menu.domain.sort == "number" and not option.menu.is_declined(option.value)
    return option.value if is_number and len(way.steps) == 1 else None


def _is_yes_or_no(decision: Decision) -> bool:
    declines = [option.menu.is_declined(option.value) for option in decision.offered]
    return len(declines) == PAIR and sum(declines) == 1


def _on(state: State, way: Way) -> Iterator[Way]:
    """The same way with what is asked next, if that is to be asked with it."""
    following = _next(state, way)
    if following is None or len(following.offered) > MOST_NEXT or _program(following) != _program(way.last[0]):
        yield way
    else:
        for option in following.offered:
            yield Way((*way.steps, (following, option)))


def _program(decision: Decision) -> str:
    """Where a question stands: what is asked elsewhere is another matter."""
    return decision.address.rpartition(".")[0]


def _next(state: State, way: Way) -> Decision | None:
    """What the player would be asked next, if nobody learns or does anything before."""
    after, player = state.clone(), way.steps[0][0].player
    for _, option in way.steps:
        if not _go(after, option, player):
            return None
    for _ in range(MOST_FORCED):
        decisions = () if after.over else after.decisions
        if not decisions or decisions[0].player != player or not decisions[0].values:
            return None
        if not decisions[0].forced:
            return decisions[0]
        if not _go(after, decisions[0].options[0], player):
            return None
    return None


def _go(after: State, option: Option, player: int) -> bool:
    """Take what is to be taken next, with what is forced before it; whether nothing is learnt by that."""
    while after.decisions[0].forced and after.decisions[0].options[0].id != option.id:
        after.apply(after.decisions[0].options[0].id, player=player)
    after.apply(option.id, player=player)
    return bar_to_undo(after, player - 1) is None
