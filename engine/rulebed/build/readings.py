"""What expressions can come to read: parts of fields, through the values they ask and through what can be done."""

from __future__ import annotations

from collections.abc import Callable

from rulebed.build.ahead import CAN
from rulebed.build.facts import NOTHING, Facts
from rulebed.build.nesting import Flags, Nesting
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.lang.memory import Memory

Questions = tuple[core.Ask | core.Can | core.Trial | core.Supposing, ...]
Own = tuple[frozenset[str], Questions]
Ways = dict[tuple[str, Flags], None]
MOST_WAYS = 200  # procedures, each with what runs around it, before a question is taken to read all that it might


class Readings:
    """Tells it for one model; `asked` says what a question about a procedure comes to or reads; `ask` asks it."""

    def __init__(
        self, facts: Facts, asked: Callable[[str], Expr | frozenset[str]], ask: Callable[[str], object]
    ) -> None:
        self.facts = facts
        self.asked, self.ask = asked, ask
        self.nesting = Nesting(facts.model, facts.brackets)
        self._own = Memory(self._found)
        self._procs: dict[str, Own] = {}

    def of(self, expr: Expr) -> frozenset[str]:
        """The parts of fields that an expression can come to read; at the most, where that isn't known yet."""
        found, questions = self._own(expr)
        return found | self._reached(questions) if questions else found

    def _reached(self, questions: Questions) -> frozenset[str]:
        """The same for questions, and for those that they ask in turn, each once."""
        found, todo, seen = NOTHING, list(questions), set[str]()
        while todo:
            part = todo.pop()
            names = [part.value] if isinstance(part, core.Ask) else self._called(part.body)
            for name in [name for name in names if name not in seen]:
                seen.add(name)
                own, more = self._asked(name) if isinstance(part, core.Ask) else self._own_of_proc(name)
                found |= own
                todo += more
        return found

    def _asked(self, value: str) -> Own:
        asked = self.asked(value)
        return (asked, ()) if isinstance(asked, frozenset) else self._own(asked)

    def _called(self, block: Block) -> list[str]:
        """The procedures that a block can come to run."""
        return sorted({name for proc in walk.called(block) for name in (proc, *self.facts.reached[proc])})

    def _own_of_proc(self, name: str) -> Own:
        if name not in self._procs:
            self._procs[name] = self._together(list(walk.whole_exprs(self.facts.bodies[name])), NOTHING, ())
        return self._procs[name]

    def within(self, expr: Expr, flags: Flags) -> frozenset[str]:
        """The same where these flags are set, so that no program is asked about that can't be run then."""
        ways: dict[tuple[str, Flags], None] = {}
        found = self._within(expr, flags, ways)
        return found if len(ways) <= MOST_WAYS else self.of(expr)

    def _within(self, expr: Expr, flags: Flags, ways: Ways) -> frozenset[str]:
        found, questions = self._own(expr)
        for part in questions:
            if not isinstance(part, core.Ask):
                found |= self._through(part.body, flags, ways)
            elif self.nesting.begins(part.args[-1]):
                there = flags | self.nesting.carried(part.args[-1])
                found |= self._of_proc(part.value.removeprefix(CAN), there, ways)
            else:
                found |= self._reached((part,))
        return found

    def _of_proc(self, name: str, flags: Flags, ways: Ways) -> frozenset[str]:
        """What a procedure asks while these flags are set; of one that doesn't run itself that is known as it is."""
        if name not in self.facts.recursive:  # nor one within what is known to run around it
            self.ask(name)
            return self._reached((core.Ask(CAN + name, ()),))
        flags |= self.nesting.around(name)
        if (name, flags) in ways or len(ways) > MOST_WAYS:
            return NOTHING
        ways[name, flags] = None
        return self._through(self.facts.bodies[name], flags, ways)

    def _through(self, block: Block, flags: Flags, ways: Ways) -> frozenset[str]:
        found = NOTHING
        for stmt in block:
            if not isinstance(stmt, core.Note):
                for expr in walk.stmt_exprs(stmt):
                    found |= self._within(expr, flags, ways)
            if self.nesting.is_cut(stmt, flags):
                break
            if isinstance(stmt, core.Call):
                found |= self._of_proc(stmt.proc, flags, ways)
            for inner in walk.stmt_blocks(stmt):
                found |= self._through(inner, flags, ways)
            flags = self.nesting.after(stmt, flags)
        return found

    def _found(self, expr: Expr) -> Own:
        """What an expression reads for sure, and the questions in it of what can be done, which may read more."""
        if isinstance(expr, core.Ask) and expr.value.startswith(CAN):
            return self._together(expr.args, NOTHING, (expr,))
        if isinstance(expr, walk.WITH_BLOCK):
            return self._together([*walk.parts(expr), *walk.whole_exprs(expr.body)], NOTHING, (expr,))
        if isinstance(expr, core.Ask):
            return self._together(expr.args, self.facts.value_reads.get(expr.value, self.facts.cells.everything), ())
        if isinstance(expr, core.Read):
            return self._together((expr.index,), self.facts.cells.of(expr.field, expr.index), ())
        return self._together(walk.parts(expr), NOTHING, ())

    def _together(self, parts: tuple[Expr, ...] | list[Expr], found: frozenset[str], questions: Questions) -> Own:
        for part in parts:
            if not isinstance(part, walk.LEAVES):
                more, asked = self._own(part)
                found = found | more if more else found
                questions = (*questions, *(one for one in asked if one not in questions)) if asked else questions
        return found, questions
