"""What expressions can come to read: parts of fields, through the values they ask and through what can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulebed.incremental.queries import STEP, THROUGH, Queries
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Expr
from rulebed.lang.memory import Memory
from rulebed.prove.dataflow.facts import NOTHING, Facts
from rulebed.prove.dataflow.nesting import Flags, Nesting

Questions = tuple[core.Ask | core.Can | core.Trial | core.Supposing, ...]
Own = tuple[frozenset[str], Questions]
Question = core.Ask | str  # about a procedure: as it is asked, or by its name
Way = tuple[str, Flags]
MOST_WAYS = 200  # procedures, each with what runs around it, before a question is taken to read all that it might


@dataclass(frozen=True, slots=True)
class Step:
    """What is read on a way itself, what is asked there, and the ways that it leads to."""

    reads: frozenset[str] = NOTHING
    asks: tuple[Question, ...] = ()
    ways: tuple[Way, ...] = ()

    def __add__(self, other: Step) -> Step:
        return Step(self.reads | other.reads, self.asks + other.asks, self.ways + other.ways)


class Readings:
    """Tells it for one model; `asked` says what a question about a procedure comes to or reads; `ask` asks it."""

    def __init__(
        self,
        facts: Facts,
        asked: Callable[[str], Expr | frozenset[str]],
        ask: Callable[[str], object],
        queries: Queries,
    ) -> None:
        self.facts, self.queries = facts, queries
        self.asked, self.ask = asked, ask
        self.nesting = Nesting(facts.model, facts.brackets, facts.same)
        self._own = Memory(self._own_reads)
        self._procs: dict[str, Own] = {}
        self._through: dict[str, Own] = {}
        self._steps: dict[Way, Step] = {}  # which hang on the programs alone, and so are followed but once
        self._closures: dict[Way, tuple[Way, ...]] = {}

    def cells_read(self, expr: Expr) -> frozenset[str]:
        """The parts of fields that an expression can come to read; at the most, where that isn't known yet."""
        found, questions = self._own(expr)
        return found | self._read_through(questions) if questions else found

    def _read_through(self, questions: Questions) -> frozenset[str]:
        """The same for questions, and for those that they ask in turn, each once."""
        found, todo, seen = NOTHING, list(questions), set[str]()
        while todo:
            part = todo.pop()
            names = [part.value] if isinstance(part, core.Ask) else sorted(walk.procs_called(part.body))
            for name in [name for name in names if name not in seen]:
                seen.add(name)
                own, more = self._reads_of_value(name) if isinstance(part, core.Ask) else self._noted_through(name)
                found |= own
                todo += more
        return found

    def _reads_of_value(self, value: str) -> Own:
        asked = self.asked(value)
        return (asked, ()) if isinstance(asked, frozenset) else self._own(asked)

    def _noted_through(self, name: str) -> Own:
        self.queries.note(THROUGH, name)
        return self.through(name)

    def through(self, name: str) -> Own:
        """What is read for sure, and what is asked, in a procedure and in all that it can come to run."""
        if name not in self._through:
            run = sorted({name} | self.facts.reachable_procs[name])
            reads, questions = zip(*map(self._own_of_proc, run), strict=True)
            self._through[name] = NOTHING.union(*reads), tuple(dict.fromkeys(one for some in questions for one in some))
        return self._through[name]

    def _own_of_proc(self, name: str) -> Own:
        if name not in self._procs:
            self._procs[name] = self._together(list(walk.whole_exprs(self.facts.bodies[name])), NOTHING, ())
        return self._procs[name]

    def within(self, expr: Expr, flags: Flags) -> frozenset[str]:
        """The same where these flags are set, so that no program is asked about that can't be run then."""
        step = self._step([expr], flags)
        found, asks, ways = step.reads, dict.fromkeys(step.asks), dict.fromkeys(step.ways)
        for way in step.ways:
            for reached in self._closure(way):
                self.queries.note(STEP, reached)
                ways[reached] = None
            if len(ways) > MOST_WAYS:
                return self.cells_read(expr)
        for way in ways:
            found |= self._steps[way].reads
            asks |= dict.fromkeys(self._steps[way].asks)
        return found | self._answered(asks) if asks else found

    def _answered(self, asks: Iterable[Question]) -> frozenset[str]:
        """What these questions read, each of which is known as it is."""
        for part in asks:
            if isinstance(part, str):
                self.ask(part)
        return self._read_through(
            tuple(core.Ask(internal.can_of(part), ()) if isinstance(part, str) else part for part in asks)
        )

    def _closure(self, way: Way) -> tuple[Way, ...]:
        """All that a way leads to, itself included; more than are looked at, where there are so many."""
        if way not in self._closures:
            found, todo = {way: None}, [way]
            while todo and len(found) <= MOST_WAYS:
                fresh = [one for one in self.step(todo.pop()).ways if one not in found]
                found |= dict.fromkeys(fresh)
                todo += fresh
            self._closures[way] = tuple(found)
        return self._closures[way]

    def step(self, way: Way) -> Step:
        """What is read and asked on a way itself, and where it leads."""
        if way not in self._steps:
            name, flags = way
            self._steps[way] = self._step_along(self.facts.bodies[name], flags)
        return self._steps[way]

    def _step_along(self, block: Block, flags: Flags) -> Step:
        """What a block asks while these flags are set, as far as it can be come to then."""
        found = Step()
        for stmt in block:
            if not isinstance(stmt, core.Note):
                found += self._step(walk.stmt_exprs(stmt), flags)
            if self.nesting.is_cut(stmt, flags):
                break
            if isinstance(stmt, core.Call):
                found += self._step_into(stmt.proc, flags)
            for inner in walk.stmt_blocks(stmt):
                found += self._step_along(inner, flags)
            flags = self.nesting.after(stmt, flags)
        return found

    def _step(self, exprs: Iterable[Expr], flags: Flags) -> Step:
        """What expressions ask while these flags are set."""
        found = Step()
        for reads, questions in map(self._own, exprs):
            found += Step(reads)
            for part in questions:
                if not isinstance(part, core.Ask):
                    found += self._step_along(part.body, flags)
                elif self.nesting.begins(part.args[-1]):
                    there = flags | self.nesting.flags_in(part.args[-1])
                    found += self._step_into(internal.asked_by(part.value), there)
                else:
                    found += Step(asks=(part,))
        return found

    def _step_into(self, name: str, flags: Flags) -> Step:
        """A procedure that is run or asked about; what one that doesn't run itself asks is known as it is."""
        if name not in self.facts.recursive:  # nor one within what is known to run around it
            return Step(asks=(name,))
        return Step(ways=((name, flags | self.nesting.around(name)),))

    def _own_reads(self, expr: Expr) -> Own:
        """What an expression reads for sure, and the questions in it of what can be done, which may read more."""
        if isinstance(expr, core.Ask) and internal.is_question(expr.value):
            return self._together(expr.args, NOTHING, (expr,))
        if isinstance(expr, walk.WITH_BLOCK):
            return self._together([*walk.parts(expr), *walk.whole_exprs(expr.body)], NOTHING, (expr,))
        if isinstance(expr, core.Ask):
            return self._together(expr.args, self.facts.value_reads.get(expr.value, self.facts.cells.everything), ())
        if isinstance(expr, core.Read):
            return self._together((expr.index,), self.facts.cells.at(expr.field, expr.index), ())
        return self._together(walk.parts(expr), NOTHING, ())

    def _together(self, parts: tuple[Expr, ...] | list[Expr], found: frozenset[str], questions: Questions) -> Own:
        for part in parts:
            if not isinstance(part, walk.LEAVES):
                more, asked = self._own(part)
                found = found | more if more else found
                questions = (*questions, *(one for one in asked if one not in questions)) if asked else questions
        return found, questions
