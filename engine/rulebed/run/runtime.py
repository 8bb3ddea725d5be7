"""What generated functions call: operations, orderings, the driver, branches, and the frames of recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulebed.lang.ops import OPS
from rulebed.model.budget import BUDGET, PASS, STEPS, TOO_LONG, Budget, BudgetExceeded, file_and_line
from rulebed.run.blueprint import APART
from rulebed.run.layout import CONTROLS, FORK, OVER, PARALLEL, PC, STACK, THROUGH, VEILED

Value = Any
State = list[Any]
LOOK_EVERY = 500  # passes: somebody looks how high the stack has grown
HIGHEST_STACK = 1_000
PASSES = STEPS // PASS


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


def operations() -> dict[str, Any]:
    """What all generated functions can call."""
    found: dict[str, Any] = {f"op_{name}": function for name, function in OPS.items()}
    return found | {
        f"over_{function.__name__}": function for function in (most, least, sort, sort_down, groups, classes)
    }


class Runtime:
    """The names that one program's generated functions find, and what they need of the program's own tables."""

    def __init__(self, *, evented: bool, outer: Budget | None = None) -> None:
        """With an `outer` budget this runs what is tried: whoever tries it pays for it."""
        self.evented = evented
        self.budget = outer or Budget()
        self.is_tried = outer is not None
        self.returns: list[Any] = []
        self.lows: list[int] = []
        self.joints: list[tuple[Any, Any, int, int]] = []  # branch, join, first slot, the one after the last
        self.secret: set[int] = set()  # the joints of which each branch is known to its own seat alone
        self.early: set[int] = set()  # those of them in which something may change before anybody is asked
        self.frames = self.branches = self.begun = 0
        self.names = operations()
        self.names |= {
            "drive": self.drive,
            "drive_anew": self.drive if self.is_tried else self.drive_anew,
            BUDGET: Budget() if self.is_tried else self.budget,  # what is tried is paid for by whoever tries it
            "fork": self.fork,
            "Stuck": Stuck,
        }
        self.names |= self.budget.names()

    def drive(self, function: Any, s: State, *out: list[Any]) -> None:
        """Go on from function to function until play waits."""
        budget = self.budget
        most = left = int(budget.left) // PASS
        while function is not None:
            left -= 1
            if left < 0 or (not left % LOOK_EVERY and len(s[STACK]) > HIGHEST_STACK):
                raise self._too_long(function)
            function = function(s, *out)
        budget.left -= (most - left) * PASS

    def drive_anew(self, function: Any, s: State, *out: list[Any]) -> None:
        """The same behind an answer: nothing has been taken of the budget yet."""
        left = PASSES
        while function is not None:
            left -= 1
            if left < 0 or (not left % LOOK_EVERY and len(s[STACK]) > HIGHEST_STACK):
                raise self._too_long(function)
            function = function(s, *out)

    def _too_long(self, function: Any) -> BudgetExceeded:
        address, span = self.budget.places.get(function.__name__, ("flow", None))
        return BudgetExceeded(address, file_and_line(span), TOO_LONG)

    def afresh(self) -> None:
        """A decision has been made, or somebody begins to look at something: all steps can be taken again."""
        if not self.is_tried:
            self.budget.afresh()

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
        is_early, begun = number in self.early, list[tuple[int, int, Value]]()
        is_told = number in self.secret and bool(out)
        for seat in seats:
            before = s[: self.frames] if is_early else s
            if is_told:
                out[0].extend((APART, seat, 0, 0))
            s[PC] = THROUGH
            stack, s[STACK] = s[STACK], ()
            self.drive(branch(s, seat, *out), s, *out)
            if s[PC] == OVER:
                return None
            self.put_aside(s, seat, low, high)
            s[STACK] = stack
            begun += self._changes_in_branch(s, seat, before) if is_early else ()
        if begun:
            s[self.begun] = tuple(begun)
        if is_told:
            out[0].extend((APART, -1, 0, 0))
        return self._join(s, join)

    def _changes_in_branch(self, s: State, seat: int, before: State) -> Iterator[tuple[int, int, Value]]:
        """What a branch has changed, with what stood there before."""
        first = len(CONTROLS)
        if s[first : self.frames] != before[first:]:
            for place in range(first, self.frames):
                if s[place] != before[place]:
                    yield seat, place, before[place]

    def veiled(self, s: State, seat: int | None) -> State:
        """A copy of a state as one seat knows it in a secret block before anybody else has answered; or who looks on.

        What others' branches began with hasn't happened there, nor is the block over before they are asked.
        """
        s, begun = s.copy(), s[self.begun] or ()
        for owner, place, before in begun:
            if owner != seat:
                s[place] = before
        s[self.begun] = tuple(one for one in begun if one[0] == seat) or 0
        for place in range(self.branches, self.begun):
            if s[place] == (THROUGH,) and place - self.branches != seat:
                s[place] = (VEILED,)
        return s

    def unveil(self, s: State) -> None:
        """Make such a copy, dealt anew, a state to be played: who isn't asked there is through."""
        for place in range(self.branches, self.begun):
            if s[place] == (VEILED,):
                s[place] = (THROUGH,)

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

    def _join(self, s: State, join: Any) -> Any:
        first = self.branches
        if any(isinstance(branch, tuple) and branch[0] != THROUGH for branch in s[first : self.begun]):
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
        after = self._join(s, join)
        self.drive(after, s, *out)
        return None if after is None else told
