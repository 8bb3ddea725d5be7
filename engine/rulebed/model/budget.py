"""The budget: how many steps one decision may take, and how large numbers and sets may grow. Never time or memory.

A step is about what it takes to go by one thing in a set; the number is chosen so that all of them take less than two
seconds and 300 megabytes, whatever is done. Generated code pays where its form doesn't tell that it is short
(`emission.charges`); the plain interpreter pays as it goes.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import HIGHEST

if TYPE_CHECKING:
    from rulebed.source.text import Span

Value = Any
NOT_OF_A_PACK = (".py", ">")  # how the files of other code end
STEPS = 150_000_000  # of one decision; of what is offered then; of one look at a score, a law or a board
LONGEST = 100_000  # of a set
SHORT = 256  # a range that takes no time to be made
DEEPEST = 40  # values, or procedures, each of which asks for the next
BUDGET = "budget"  # what generated code calls it

# What things cost, in steps.
NODE = 2  # an operation, a read
LOOK = 1  # an item of a set that is looked up, or compared
MADE = 5  # an item of a set that is made: where events are told each set that was written is kept, eight bytes an item
ITEM = 10  # a turn of a comprehension, or of a loop
CALL = 20
WRITE = 70  # a write, a roll or a note, since it is told
BOX = 3_000  # a box of a board, whatever is in it
LOOKED_AT = 500  # an item for which a board may have a box
SHOWN = 250  # an item of a set that a box shows
CHARACTER = 4  # of what a box says
PASS = 15_000  # from function to function: about what one may do without paying for it
TRIAL = 300  # something is tried on a copy
HELD = 25  # an item of a set that is kept while a procedure runs itself: there are as many of it as it is deep
FREE = 15_000  # what takes less isn't paid for by itself
FREE_ONCE = 5_000_000  # nor is what takes less and is asked from outside, once

TOO_LONG = "takes more steps after one decision than any rule needs"
TOO_LARGE = f"comes to a number beyond {HIGHEST:,}"
TOO_MANY = f"makes a set of more than {LONGEST:,}"
TOO_DEEP = "asks a question within a question, without end"


class BudgetExceeded(RuntimeError):
    """What a decision leads to takes more steps, or comes to a larger number, than in any sound game.

    `place` is the file and line where that is written, `address` the program that it is part of.
    """

    def __init__(self, address: str, place: str = "", reason: str = TOO_LONG) -> None:
        super().__init__(address, place, reason)  # as it was made, so that it goes from one process to another
        self.address, self.place, self.reason = address, place, reason

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        return f"`{self.address}`{where} {self.reason}"


class Budget:
    """The steps that are left until the next decision."""

    __slots__ = ("left", "places")

    def __init__(self) -> None:
        self.left: float = STEPS
        self.places: dict[str, tuple[str, Span | None]] = {}  # function -> the program that it is part of

    def afresh(self) -> None:
        """A decision has been made, or somebody begins to look at something."""
        self.left = STEPS

    def spend(self, steps: float) -> None:
        """Take so many steps."""
        self.left -= steps
        if self.left < 0:
            raise self.exceeded(TOO_LONG)

    def each(self, items: Value, cost: int) -> Value:
        """What is gone through, each for so many steps."""
        self.left -= len(items) * cost
        if self.left < 0:
            raise self.exceeded(TOO_LONG)
        return items

    def turns(self, count: int, cost: int) -> range:
        """The turns of a counted loop, each for so many steps."""
        self.left -= max(count, 0) * cost
        if self.left < 0:
            raise self.exceeded(TOO_LONG)
        return range(count)

    def numbers(self, low: int, high: int, cost: int = 0) -> Value:
        """The numbers from one to another, both included, each gone through for so many steps."""
        if cost and high >= low:
            self.left -= (high - low + 1) * cost
            if self.left < 0 and high - low < LONGEST:
                raise self.exceeded(TOO_LONG)
        if high - low > SHORT:
            self.spend_for(high - low, f"makes the range {low} to {high}, and {LONGEST:,} are the most")
        if high > HIGHEST or low < -HIGHEST:
            raise self.exceeded(TOO_LARGE)
        return tuple(range(low, high + 1))

    def spend_for(self, count: int, reason: str) -> None:
        """Pay for each item of a set that is to be made, unless it is longer than any may be."""
        if count >= LONGEST:
            raise self.exceeded(reason, 3)
        self.left -= MADE * count
        if self.left < 0:
            raise self.exceeded(TOO_LONG, 3)

    def few(self, items: Value) -> Value:
        """A set that has been put together, unless it is longer than any may be."""
        self.left -= MADE * len(items)
        if self.left < 0:
            raise self.exceeded(TOO_LONG)
        if len(items) > LONGEST:
            raise self.exceeded(TOO_MANY)
        return items

    def pay_for_kept(self, kept: Value, beneath: Value = ()) -> Value:
        """What is kept of a procedure while it is run once more, or another one; `beneath` is what is kept already.

        That may come of many decisions, each of which has paid for its own: together they are no more than one may.
        """
        items = lengths(kept)
        self.left -= HELD * items
        if self.left < 0 or (items > SHORT and HELD * (items + sum(map(lengths, beneath))) > STEPS):
            raise self.exceeded(TOO_LONG)
        return kept

    def product(self, one: int, other: int) -> int:
        """A product, unless it is larger than any number may be."""
        result = one * other
        if -HIGHEST <= result <= HIGHEST:
            return result
        raise self.exceeded(f"{TOO_LARGE}: {one} times {other}")

    def counted(self, number: int) -> int:
        """A number that is kept, unless it is larger than any may be."""
        if -HIGHEST <= number <= HIGHEST:
            return number
        raise self.exceeded(TOO_LARGE)

    def names(self) -> Mapping[str, Any]:
        """What generated functions call, by the names that they have there."""
        return {
            "spend": self.spend,
            "each": self.each,
            "turns": self.turns,
            "few": self.few,
            "held": self.pay_for_kept,
            "op_range": self.numbers,
            "op_mul": self.product,
            "op_counted": self.counted,
        }

    def exceeded(self, reason: str, above: int = 2) -> BudgetExceeded:
        """The error, with the line of the program that is running: of the innermost that code is made of."""
        frame: Any = sys._getframe(above)  # noqa: SLF001 - a traceback would say the same, and is made after the error
        address, at, found = "", None, None
        while frame is not None and not address:
            code = frame.f_code
            if not code.co_filename.endswith(".py"):
                address, at = self.places.get(code.co_name, ("", None))
                if address or found is None:
                    found = code.co_filename, frame.f_lineno
            frame = frame.f_back
        if found is None or found[0].endswith(NOT_OF_A_PACK):
            return BudgetExceeded(address or "this", "", reason)
        program = address if at is None else self.program_at(*found)
        return BudgetExceeded(program or address or "this", f"{found[0]}:{found[1]}", reason)

    def located(self, error: BudgetExceeded, span: Span | None, address: str = "") -> BudgetExceeded:
        """The error with its place, if it has none yet."""
        if error.place or span is None:
            return error
        program = address or self.program_at(span.source.name, span.line)
        return BudgetExceeded(program or error.address, file_and_line(span), error.reason)

    def program_at(self, file: str, line: int) -> str:
        """The program that a line of a file belongs to: the last that begins there or above."""
        begun = [(at.line, name) for name, at in self.places.values() if at is not None and at.source.name == file]
        return max((one for one in begun if one[0] <= line), default=(0, ""))[1].partition(" ")[0]


def lengths(kept: Value) -> int:
    """How many items the sets among some values have together."""
    return sum(len(one) for one in kept if isinstance(one, tuple))


def too_deep(error: RecursionError) -> BudgetExceeded:
    """What a question that always leads to another one comes to: the line of the pack that it was asked in last."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = place if code.co_filename.endswith(NOT_OF_A_PACK) else f"{code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return BudgetExceeded("a question within a question", place, TOO_DEEP)


def file_and_line(span: Span | None) -> str:
    """The file and line of a span, as errors in play say them."""
    return f"{span.source.name}:{span.line}" if span is not None else ""
