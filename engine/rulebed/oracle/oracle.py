"""A game played by the plain interpreter: start, wait, offer, apply, read, copy."""

from __future__ import annotations

from copy import copy as shallow
from typing import TYPE_CHECKING, Any, Self

from rulebed.lang import luck
from rulebed.lang.core import Ask, Block, Choose, Const, Note, Roll, Stmt
from rulebed.lang.luck import CHANCE
from rulebed.model.budget import PASS, Budget
from rulebed.model.evaluate import Env, evaluate
from rulebed.oracle.search import could_choose, could_do
from rulebed.oracle.thread import Activation, Cursor, Thread
from rulebed.oracle.values import BrokenProgramError, keeping
from rulebed.oracle.walk import Walk
from rulebed.prove.dataflow.facts import PHASE

if TYPE_CHECKING:
    from rulebed.lang.core import Expr
    from rulebed.model.game import Model
    from rulebed.source.text import Span


class Oracle(Walk):
    """A running game; seats count from 0.

    On a guarded model it offers what each choice's source says; on a raw one (`guarded=False`) what a search
    finds to get through.
    """

    def __init__(self, model: Model, chance: str = "sampled", *, guarded: bool = True) -> None:
        super().__init__(model, {name: list(field.initial) for name, field in model.fields.items()}, Budget())
        self.budget.places = _programs(model)
        self.chance = chance
        self.guarded = guarded
        self.seed: luck.Seed = 0
        self.strands: dict[tuple[str, int], int] = {}
        self.notes: list[tuple[Note, tuple[Any, ...]]] = []
        self.phase = next(iter(model.phases))
        self.root = Thread([])
        self.locals: dict[str, Any] = {}  # of the phase; its edges may look at them

    def start(self, seed: luck.Seed) -> Oracle:
        """Play from the beginning to the first decision."""
        self.seed = seed
        self._enter(self.phase)
        self._play_on()
        return self

    def copy(self) -> Self:
        """A game that stands where this one does, and plays on by itself."""
        twin = shallow(self)
        twin.fields = {name: list(slots) for name, slots in self.fields.items()}
        twin.strands, twin.notes, twin.root = dict(self.strands), list(self.notes), self.root.copy()
        activations = twin.root.activations
        twin.locals = activations[0].env if activations else dict(self.locals)
        return twin

    def waiting(self) -> tuple[int, ...]:
        """The seats that have a decision; chance is one of them where it is explicit."""
        return tuple(sorted({self._decider(leaf) for leaf in self._waiting_leaves()}))

    def choice(self, seat: int) -> Choose | Roll:
        """The choice or roll that this seat has to decide."""
        return self._choice(self.leaf(seat))

    def options(self, seat: int) -> tuple[int, ...]:
        """What the seat can take; declining stands last."""
        leaf = self.leaf(seat)
        choice = self._choice(leaf)
        self.budget.afresh()
        with self.standing_at(choice.at):
            return self._offer(choice, leaf, seat)

    def _offer(self, choice: Choose | Roll, leaf: Thread, seat: int) -> tuple[int, ...]:
        values = tuple(dict.fromkeys(self.value(keeping(choice.source), leaf)))
        if isinstance(choice, Roll):
            return values
        if choice.decline is not None and self.value(choice.declinable, leaf):
            values = (*values, choice.domain.none)
        if self.guarded:
            return values
        return tuple(v for v in values if could_choose(self.model, self.fields, leaf, seat, v, self.budget))

    def question_values(self, seat: int) -> tuple[Any, ...]:
        """What stands in the braces of the question that this seat is asked."""
        leaf = self.leaf(seat)
        choice = self._choice(leaf)
        return () if isinstance(choice, Roll) else tuple(self.value(value, leaf) for _, value, _ in choice.about)

    def odds(self) -> tuple[tuple[int, int], ...]:
        """What chance can bring, and how often among all places of what is rolled."""
        leaf = self.leaf(CHANCE)
        places = self.value(self._choice(leaf).source, leaf)
        return tuple((value, places.count(value)) for value in dict.fromkeys(places))

    def apply(self, seat: int, value: int) -> None:
        """Take an option, and play on to the next decision."""
        leaf = self.leaf(seat)
        choice = self._choice(leaf)
        leaf.top.env[choice.local] = value
        leaf.top.pass_by()
        self.budget.afresh()
        self._play_on()

    def scores(self) -> tuple[int, ...]:
        return tuple(self.ask(self.model.result.score, seat) for seat in range(self.model.players))

    def ask(self, value: str, *args: Any) -> Any:
        """A named value for these arguments."""
        self.budget.afresh()
        with self.standing_at(self.model.values[value].at, value):
            found = self.evaluate(Ask(value, tuple(map(Const, args))), {})
            return self.budget.counted(found) if isinstance(found, int) else found

    def evaluate(self, expr: Expr, env: Env) -> Any:
        """What an expression is worth here and now."""
        return evaluate(expr, env, self)

    def broken_laws(self) -> tuple[str, ...]:
        """The laws of the pack that don't hold now."""
        return tuple(law.name for law in self.model.laws if not self.evaluate(law.condition, {}))

    def gets_through(self, body: Block, env: Env) -> bool:
        return could_do(self.model, self.fields, body, env, self.budget)

    def waits(self, statement: Stmt, thread: Thread) -> bool:
        if isinstance(statement, Roll) and self.chance == "explicit":
            return bool(self.value(statement.source, thread))  # of nothing nothing is rolled
        return isinstance(statement, Choose)

    def roll(self, roll: Roll, thread: Thread) -> None:
        items, index = self.value(keeping(roll.source), thread), self.value(roll.index, thread)
        if not items:
            thread.top.env[roll.local] = roll.domain.absent_value
            return
        key = (roll.stream, index)
        state = self.strands[key] if key in self.strands else luck.strand(self.seed, *key)
        self.strands[key] = luck.advance(state)
        thread.top.env[roll.local] = items[luck.pick(self.strands[key], len(items))]

    def note(self, note: Note, thread: Thread) -> None:
        self.notes.append((note, tuple(self.value(expr, thread) for _, expr, _ in note.about)))

    def _enter(self, phase: str) -> None:
        self.phase = phase
        self.locals = {}
        self.root = Thread([Activation(self.locals, [Cursor(self.model.phases[phase].body)])])

    def _play_on(self) -> None:
        while True:
            self.advance(self.root)
            if self.over or self.root.branches or self.root.statement() is not None:
                return
            self._follow_the_flow()

    def _follow_the_flow(self) -> None:
        edges = self.model.phases[self.phase].edges
        target = next(edge.target for edge in edges if edge.guard is None or self._holds(edge.guard, edge.at))
        if target == "end":
            self.over = True
        else:
            with self.standing_at(self.model.phases[target].at):
                self.budget.spend(PASS)
            self._enter(target)

    def _holds(self, guard: Expr, at: Span | None) -> bool:
        with self.standing_at(at):
            return bool(self.evaluate(guard, self.locals))

    def _waiting_leaves(self) -> list[Thread]:
        if self.over:
            return []
        return [leaf for leaf in self.root.leaves() if leaf.statement() is not None]

    def leaf(self, seat: int) -> Thread:
        """The thread that stands before this seat's decision."""
        for leaf in self._waiting_leaves():
            if self._decider(leaf) == seat:
                return leaf
        raise BrokenProgramError(f"seat {seat} has nothing to decide")

    def _choice(self, leaf: Thread) -> Choose | Roll:
        statement = leaf.statement()
        if not isinstance(statement, Choose | Roll):
            raise BrokenProgramError("there is no decision here")
        return statement

    def _decider(self, leaf: Thread) -> int:
        choice = self._choice(leaf)
        if isinstance(choice, Roll):
            return CHANCE
        seat: int = self.value(choice.chooser, leaf)
        return seat


def _programs(model: Model) -> dict[str, tuple[str, Span | None]]:
    """The programs of a model, each with where it stands."""
    procs = {name: (name, proc.at) for name, proc in model.procs.items()}
    return procs | {PHASE + name: (PHASE + name, phase.at) for name, phase in model.phases.items()}
