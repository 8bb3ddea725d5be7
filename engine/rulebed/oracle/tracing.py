"""Why a seat can't take something: the places where each of its ways on comes to an end, as far as it can know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulebed.lang.core import Ask, Block, Can, Choose, Expr, Op, Over, Read, Require, Stmt, Trial
from rulebed.lang.walk import parts
from rulebed.model.evaluate import Env, HiddenError, evaluate
from rulebed.oracle.search import Search
from rulebed.oracle.thread import Activation, Cursor, Thread
from rulebed.oracle.values import BrokenProgramError
from rulebed.oracle.walk import StuckError

if TYPE_CHECKING:
    from rulebed.oracle.oracle import Oracle
    from rulebed.source.text import Span

EMPTY = "nothing to choose"
MOST_WAYS = 2_000  # whoever wants to know more than this looks for something else
MOST_LOOKS = 24
Look = tuple[str, int, Any]  # a field, its place, and what it is there


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Where a way ends: at a condition that doesn't hold, or a choice of nothing; and what had been chosen before."""

    reason: str
    at: Span | None
    reads: tuple[Look, ...]
    chosen: tuple[tuple[str, int], ...]  # address of the choice and value


@dataclass(slots=True)
class DeadEnds:
    """All dead ends that a search came to, and whether it came to where something hidden decides how it goes on."""

    ends: list[DeadEnd] = field(default_factory=list)
    meets_a_secret: bool = False

    @property
    def is_cut(self) -> bool:
        """Whether there are more."""
        return len(self.ends) >= MOST_WAYS


class Tracing(Search):
    """A search that takes note of where it gets stuck."""

    def __init__(self, search: Search, ways: DeadEnds, chosen: tuple[tuple[str, int], ...] = ()) -> None:
        super().__init__(search.model, search.fields, search.knower, search.budget)
        self.ways, self.chosen = ways, chosen
        self.statement: Stmt | None = None

    def further(self) -> Search:
        return Tracing(self, self.ways, self.chosen)

    def meets_a_secret(self) -> None:
        self.ways.meets_a_secret = True

    def perform(self, statement: Stmt, thread: Thread) -> None:
        """Do it; if it can't be done, take note."""
        try:
            super().perform(statement, thread)
        except StuckError as stuck:
            self._note(str(stuck), statement, thread)
            raise

    def goes_on(self, choice: Choose, thread: Thread, candidates: tuple[int, ...]) -> bool:
        """Try each, unless it has become clear that there are too many."""
        if not candidates:
            self._note(EMPTY, choice, thread)
        before = self.chosen
        for value in candidates:
            self.chosen = (*before, (choice.address, value))
            if self.ways.is_cut or self.could_go_on_with(value, thread):
                return True
        return False

    def _note(self, reason: str, statement: Stmt, thread: Thread) -> None:
        env, count = thread.top.env, len(self.ways.ends)
        asked = statement.condition if isinstance(statement, Require) else None
        for part in self._failing(asked, env) if asked is not None else ():
            if isinstance(part, Can | Trial):
                self._look_into(part.body, env)
        if len(self.ways.ends) == count:  # what can't be done says more than that it can't
            sought = asked if asked is not None else getattr(statement, "source", asked)
            looks = self._looks(sought, env) if sought is not None else ()
            reads = tuple(islice(dict.fromkeys(looks), MOST_LOOKS))
            self.ways.ends.append(DeadEnd(reason, statement.at, reads, self.chosen))

    def _look_into(self, body: Block, env: Env) -> None:
        """Where a question whether something can be done finds that it can't."""
        thread = Thread([Activation(dict(env), [Cursor(body)])])
        self.further().could_finish(thread)

    def _failing(self, condition: Expr, env: Env) -> Iterator[Expr]:
        """The part of a condition that doesn't hold; nothing where that is hidden."""
        if not (isinstance(condition, Op) and condition.name == "and"):
            yield condition
            return
        for part in condition.args:
            try:
                if not evaluate(part, env, self):
                    yield from self._failing(part, env)
                    return
            except HiddenError:
                return

    def _looks(self, expr: Expr, env: Env) -> Iterator[Look]:
        """What decides that a condition doesn't hold, or that there is nothing of a set; nothing that is hidden."""
        try:
            match expr:
                case Op("and"):
                    for part in self._failing(expr, env):
                        yield from self._looks(part, env)
                case Op("if", (condition, then, otherwise)):
                    yield from self._looks(condition, env)
                    yield from self._looks(then if evaluate(condition, env, self) else otherwise, env)
                case Read(field, index):
                    yield field, evaluate(index, env, self), evaluate(expr, env, self)
                case Over(_, local, source, body):
                    items = evaluate(source, env, self)
                    for item in items:
                        yield from self._looks(body, {**env, local: item})
                    yield from self._looks(source, env)
                case Ask(value, args):
                    asked = self.model.values[value]
                    given = [evaluate(arg, env, self) for arg in args]
                    yield from self._looks(asked.body, dict(zip(asked.params, given, strict=True)))
                case _:
                    for part in parts(expr):
                        yield from self._looks(part, env)
        except (HiddenError, BrokenProgramError):  # it is not known, or not come to: a part before it has settled it
            return


def dead_ends(oracle: Oracle, seat: int, value: int) -> DeadEnds:
    """Where each way ends that begins with this item of a seat's choice; no dead ends if one of them leads through."""
    ways = DeadEnds()
    search = Tracing(Search(oracle.model, oracle.fields, seat, oracle.budget), ways)
    if search.could_take(oracle.leaf(seat), value) and not ways.is_cut:
        ways.ends.clear()
    return ways
