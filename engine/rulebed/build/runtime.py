"""What generated functions call: operations, orderings, the driver, branches, and the frames of recursion."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulebed.build.layout import FORK, OVER, PARALLEL, PC, STACK, THROUGH
from rulebed.lang.ops import HIGHEST, OPS

if TYPE_CHECKING:
    from rulebed.source.text import Span

Value = Any
State = list[Any]
STEPS = 20_000  # from function to function after one decision
LOOK_EVERY = 500  # steps: somebody looks how high the stack has grown
HIGHEST_STACK = 1_000
TURNS = 4_000_000  # of counted loops after one decision, each by what a turn of it looks at
LONGEST = 100_000  # of a range of numbers


class BudgetExceeded(RuntimeError):
    """One decision takes more steps than any sound rule does; `place` is the file and line where that is written."""

    def __init__(self, address: str, place: str = "") -> None:
        super().__init__(address, place)  # as it was made, so that it goes from one process to another
        self.address, self.place = address, place

    def __str__(self) -> str:
        at = f" ({self.place})" if self.place else ""
        return f"`{self.address}`{at} takes more steps after one decision than any rule needs"


class Stuck(Exception):
    """A trial has come to where something required does not hold."""


def most(items: Value, key: Callable[[Value], Value]) -> Value:
    """All items with the greatest key."""
    keys = [key(item) for item in items]
    best = max(keys, default=None)
    return tuple([item for item, one in zip(items, keys, strict=True) if one == best])


def least(items: Value, key: Callable[[Value], Value]) -> Value:
    """All items with the least key."""
    keys = [key(item) for item in items]
    best = min(keys, default=None)
    return tuple([item for item, one in zip(items, keys, strict=True) if one == best])


def sort(items: Value, key: Callable[[Value], Value]) -> Value:
    """The items by their keys, equal ones in the order that they had."""
    return tuple(sorted(items, key=key))


def sort_down(items: Value, key: Callable[[Value], Value]) -> Value:
    """The items by their keys, greatest first, equal ones in the order that they had."""
    return tuple(sorted(items, key=key, reverse=True))


def groups(items: Value, key: Callable[[Value], Value]) -> Value:
    """Items of equal key together, greatest first."""
    by_key: dict[Value, list[Value]] = {}
    for item in items:
        by_key.setdefault(key(item), []).append(item)
    return tuple(tuple(by_key[one]) for one in sorted(by_key, reverse=True))


def classes(items: Value, key: Callable[[Value], Value]) -> Value:
    """Of items of equal key the first, in the order of their keys."""
    firsts = {key(item): item for item in reversed(items)}
    return tuple([firsts[one] for one in sorted(firsts)])


def numbers(low: int, high: int) -> Value:
    """The numbers from one to another, both included."""
    if high - low > LONGEST:
        raise BudgetExceeded(f"range {low} to {high}", caller())
    return tuple(range(low, high + 1))


def product(one: int, other: int) -> int:
    """A product, unless it is beyond all that is counted in games."""
    result = one * other
    if -HIGHEST < result < HIGHEST:
        return result
    raise BudgetExceeded(f"{one} times {other}", caller())


def counted(number: int) -> int:
    """A number, unless it is beyond all that is counted in games."""
    if -HIGHEST < number < HIGHEST:
        return number
    raise BudgetExceeded("a number beyond all measure", caller())


def caller() -> str:
    """The file and line of the pack from which something here is called, if it is code that is made of a pack."""
    frame = sys._getframe(2)  # noqa: SLF001 - a traceback would say the same, and is made after the error
    file = frame.f_code.co_filename
    return "" if file.endswith(".py") else f"{file}:{frame.f_lineno}"


def too_deep(error: RecursionError) -> BudgetExceeded:
    """What a question that always leads to another one comes to: the line of the pack that it was asked in last."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = place if code.co_filename.endswith(".py") else f"{code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return BudgetExceeded("a question within a question", place)


def place_of(span: Span | None) -> str:
    """The file and line of a span, as errors in play say them."""
    return f"{span.source.name}:{span.line}" if span is not None else ""


class Runtime:
    """The names that one program's generated functions find, and what they need of the program's own tables."""

    def __init__(self, *, evented: bool) -> None:
        self.evented = evented
        self.returns: list[Any] = []
        self.lows: list[int] = []
        self.joints: list[tuple[Any, Any, int, int]] = []  # branch, join, first slot, the one after the last
        self.branches = 0
        self.names: dict[str, Any] = {f"op_{name}": function for name, function in OPS.items()}
        orderings = (most, least, sort, sort_down, groups, classes)
        self.names |= {f"over_{function.__name__}": function for function in orderings}
        self.names |= {
            "turns": self.turns,
            "each": self.each,
            "drive": self.drive,
            "afresh": self.afresh,
            "fork": self.fork,
            "Stuck": Stuck,
        }
        self.names |= {"op_range": numbers, "op_mul": product, "op_counted": counted}
        self.places: dict[str, tuple[str, Span | None]] = {}  # function -> the program that it is part of
        self.left = TURNS

    def drive(self, function: Any, s: State, *out: list[Any]) -> None:
        """Go on from function to function until play waits."""
        left = STEPS
        while function is not None:
            left -= 1
            if left < 0 or (not left % LOOK_EVERY and len(s[STACK]) > HIGHEST_STACK):
                address, span = self.places.get(function.__name__, ("flow", None))
                raise BudgetExceeded(address, place_of(span))
            function = function(s, *out)

    def afresh(self) -> None:
        """A decision has been made: counted loops may take all their turns again."""
        self.left = TURNS

    def turns(self, count: int, address: str, cost: int) -> range:
        """A counted loop's turns, if they can be gone through in one decision."""
        self.left -= max(count, 0) * cost
        if self.left < 0:
            raise BudgetExceeded(address, caller())
        return range(count)

    def each(self, items: Value, address: str, cost: int) -> Value:
        """What a loop goes through, if that can be done in one decision."""
        self.left -= len(items) * cost
        if self.left < 0:
            raise BudgetExceeded(address, caller())
        return items

    def unwind(self, s: State, *_out: list[Any]) -> Any:
        """Take the last frame from the stack and go on in it."""
        record = s[STACK][-1]
        s[STACK] = s[STACK][:-1]
        number, region = record[0], record[1:]
        low = self.lows[number]
        s[low : low + len(region)] = region
        return self.returns[number]

    def fork(self, s: State, number: int, seats: Value, *out: list[Any]) -> Any:
        """Start a branch for each of the seats; where to go on if none of them waits."""
        branch, join, low, high = self.joints[number]
        s[FORK] = number + 1
        for seat in seats:
            s[PC] = THROUGH
            stack, s[STACK] = s[STACK], ()
            self.drive(branch(s, seat, *out), s, *out)
            if s[PC] == OVER:
                return None
            self.put_aside(s, seat, low, high)
            s[STACK] = stack
        return self._joined(s, join)

    def put_aside(self, s: State, seat: int, low: int, high: int) -> None:
        """Keep the branch that is in the frames in its seat's own slot."""
        through = s[PC] == THROUGH
        s[self.branches + seat] = (THROUGH,) if through else (s[PC], s[STACK], *s[low:high])
        s[low:high] = [0] * (high - low)

    def take_up(self, s: State, seat: int) -> None:
        """Bring a seat's waiting branch into the frames."""
        pc, stack, *region = s[self.branches + seat]
        low = self.joints[s[FORK] - 1][2]
        s[PC], s[STACK] = pc, stack
        s[low : low + len(region)] = region

    def _joined(self, s: State, join: Any) -> Any:
        first = self.branches
        if any(isinstance(branch, tuple) and branch[0] >= 0 for branch in s[first:]):
            s[PC] = PARALLEL
            return None
        s[first:] = [0] * (len(s) - first)
        s[FORK] = 0
        return join

    def answer(self, s: State, seat: int, value: int, resume: Any, *out: list[Any]) -> int | None:
        """Let a seat's branch go on with an answer, and all of play if it was the last.

        None while the block is open; how much had been told when its branches met, if this was the last answer.
        """
        number = s[FORK] - 1
        _, join, low, high = self.joints[number]
        stack = s[STACK]
        self.afresh()
        self.take_up(s, seat)
        resume(s, value, *out)
        told = len(out[0]) if out else 0
        if s[PC] == OVER:
            return told
        self.put_aside(s, seat, low, high)
        s[STACK] = stack
        after = self._joined(s, join)
        self.drive(after, s, *out)
        return None if after is None else told
