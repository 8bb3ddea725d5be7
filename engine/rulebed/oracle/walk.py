"""What a statement does: the meaning of core statements, one arm for each, as plainly as can be."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, assert_never

from rulebed.lang.core import (
    Block,
    Call,
    Choose,
    Each,
    End,
    Expr,
    If,
    Leave,
    Let,
    Note,
    Parallel,
    Repeat,
    Require,
    Return,
    Roll,
    Stmt,
    Switch,
    Write,
)
from rulebed.model.budget import ITEM, WRITE, Budget, BudgetExceeded, file_and_line
from rulebed.model.evaluate import Env, evaluate
from rulebed.oracle.thread import Activation, Cursor, Thread
from rulebed.oracle.values import BrokenProgramError, Looking, keeping

if TYPE_CHECKING:
    from rulebed.model.game import Model
    from rulebed.source.text import Span

DEEPEST = 1_000  # procedures that run each other
SHALLOW = 40  # what is deeper runs itself

Fields = dict[str, list[Any]]


def _no_place(field: str, index: int) -> BrokenProgramError:
    return BrokenProgramError(f"`{field}` has no place {index}")


class StuckError(Exception):
    """A requirement doesn't hold, or a choice has nothing to offer: there is no way through here."""


class Walk(Looking):
    """Walks threads over fields until they wait or are through."""

    def __init__(self, model: Model, fields: Fields, budget: Budget) -> None:
        self.model = model
        self.fields = fields
        self.over = False
        self.budget = budget

    @abstractmethod
    def gets_through(self, body: Block, env: Env) -> bool:
        """Whether the body could be carried through by its `me`, as far as that seat can know."""

    @abstractmethod
    def waits(self, statement: Stmt, thread: Thread) -> bool:
        """Whether a thread stops before this choice or roll, rather than to go on by itself."""

    @abstractmethod
    def roll(self, roll: Roll, thread: Thread) -> None:
        """Bind a roll that isn't waited for."""

    @contextmanager
    def standing_at(self, at: Span | None, address: str = "") -> Iterator[None]:
        """What takes too long here says so; where it stands deeper inside, that is known already."""
        try:
            yield
        except BudgetExceeded as error:
            raise self.budget.located(error, at, address) from None

    def read(self, field: str, index: int) -> Any:
        slots = self.fields[field]
        if not 0 <= index < len(slots):
            raise _no_place(field, index)
        return slots[index]

    def lies(self, field: str, index: int) -> Any:
        """What a slot holds, whoever may know that."""
        return Walk.read(self, field, index)

    def write(self, field: str, index: int, value: Any) -> None:
        slots = self.fields[field]
        if not 0 <= index < len(slots):
            raise _no_place(field, index)
        slots[index] = value

    def value(self, expr: Expr, thread: Thread) -> Any:
        return evaluate(expr, thread.top.env, self)

    def advance(self, thread: Thread) -> None:
        """Walk until the thread waits, is through, or the game is over."""
        while not self.over:
            if thread.branches and not self._join(thread):
                return
            statement = thread.statement()
            if statement is None or self.waits(statement, thread):
                return
            try:
                self.perform(statement, thread)
            except BudgetExceeded as error:
                raise self.budget.located(error, statement.at) from None

    def _join(self, thread: Thread) -> bool:
        for branch in thread.branches.values():
            self.advance(branch)
        if any(branch.statement() is not None or branch.branches for branch in thread.branches.values()):
            return False
        thread.branches = {}
        return True

    def perform(self, statement: Stmt, thread: Thread) -> None:
        """One statement, from before it to behind it, into its block, or to the end of what it leaves."""
        top = thread.top
        top.pass_by()
        self.budget.spend(ITEM + (WRITE if isinstance(statement, Write | Note | Roll) else 0))
        match statement:
            case Let(local, value):
                self.let(local, value, thread)
            case Write(field, index, value):
                self.set(field, index, value, thread)
            case Require(condition, reason):
                if not self.value(condition, thread):
                    raise StuckError(reason)
            case If(condition, then, otherwise):
                top.enter(then if self.value(condition, thread) else otherwise)
            case Switch(subject, cases):
                top.enter(self._case(cases, self.value(subject, thread)))
            case Each(local, source, body):
                top.loop(body, self.value(keeping(source), thread), local)
            case Repeat(count, body):
                top.loop(body, tuple(self.budget.turns(self.value(count, thread), ITEM)))
            case Leave():
                top.leave()
            case Return():
                thread.activations.pop()
            case Call(proc, args):
                self._call(proc, args, thread)
            case Parallel():
                self._fork(statement, thread)
            case Roll():
                self.roll(statement, thread)
            case End():
                self.over = True
            case Note():
                self.note(statement, thread)
            case Choose():
                raise BrokenProgramError("a choice is always waited for")
            case _:
                assert_never(statement)

    def let(self, local: str, value: Expr, thread: Thread) -> None:
        thread.top.env[local] = self.value(keeping(value), thread)

    def set(self, field: str, index: Expr, value: Expr, thread: Thread) -> None:
        self.write(field, self.value(index, thread), self.value(keeping(value), thread))

    @abstractmethod
    def note(self, note: Note, thread: Thread) -> None:
        """Take note; nothing in play depends on it."""

    def _case(self, cases: tuple[tuple[int, Block], ...], subject: int) -> Block:
        for number, block in cases:
            if number == subject:
                return block
        raise BrokenProgramError(f"no case for {subject}")

    def _call(self, name: str, args: tuple[Expr, ...], thread: Thread) -> None:
        proc = self.model.procs[name]
        given = [self.value(keeping(arg), thread) for arg in args]
        env = dict(zip(proc.params, given, strict=True))
        if len(thread.activations) > DEEPEST:
            raise BudgetExceeded(name, file_and_line(proc.at))
        if len(thread.activations) > SHALLOW:
            self.budget.pay_for_kept((*thread.top.env.values(), *(cursor.items for cursor in thread.top.cursors)))
        thread.activations.append(Activation(env, [Cursor(proc.body)]))

    def _fork(self, parallel: Parallel, thread: Thread) -> None:
        env = thread.top.env
        thread.branches = {
            item: Thread([Activation({**env, parallel.local: item}, [Cursor(parallel.body)])])
            for item in self.value(parallel.source, thread)
        }
