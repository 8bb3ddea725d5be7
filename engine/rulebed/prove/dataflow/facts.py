"""What can be known of a model's procedures and values by looking at them: waits, ends, writes, reads, recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulebed.algebra.cells import Cells
from rulebed.incremental.queries import WRITES, Queries
from rulebed.incremental.same import Same
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.lang.memory import Memory
from rulebed.model.game import Model
from rulebed.model.graph import components_in_order
from rulebed.prove.dataflow.bodies import BodySummary, summary_of
from rulebed.prove.dataflow.brackets import Brackets

PHASE = "phase:"
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Does:
    """What a statement can come to change, in what it calls too, and what it calls itself."""

    stmt: core.Stmt  # kept so that no other has its number
    writes: frozenset[str]
    calls: tuple[str, ...]


class Facts:
    """Transitive properties of one model's procedures, each worked out once; with `same` also what others found.

    Of what procedures write it is noted in `queries` who wants to know it.
    """

    def __init__(
        self, model: Model, *, explicit: bool, same: Same | None = None, queries: Queries | None = None
    ) -> None:
        self.model = model
        self.queries = queries or Queries()
        self.explicit = explicit
        self.same = same or Same()
        self.cells = Cells(model)
        self._writes: dict[str, frozenset[str]] = {}
        self._sizes: dict[str, int] = {}
        self._does = Memory(self._work_out)

    @cached_property
    def brackets(self) -> Brackets:
        """The flags of programs that run one at a time."""
        return Brackets(self.model)

    @cached_property
    def bodies(self) -> Mapping[str, Block]:
        """Every program by name; phases go by `phase:NAME`."""
        phases = {PHASE + name: phase.body for name, phase in self.model.phases.items()}
        return {name: proc.body for name, proc in self.model.procs.items()} | phases

    @cached_property
    def summaries(self) -> Mapping[str, BodySummary]:
        """What each program does by itself."""
        return {name: summary_of(body, self.same) for name, body in self.bodies.items()}

    def _with(self, *sorts: type) -> frozenset[str]:
        """The programs that have a statement of one of these sorts themselves."""
        return frozenset(name for name, found in self.summaries.items() if found.has(*sorts))

    def _leading_to(self, some: frozenset[str]) -> frozenset[str]:
        """The programs that are among these, or can come to run one of them."""
        return frozenset(
            name for name in self.bodies if name in some or not self.reachable_procs[name].isdisjoint(some)
        )

    @cached_property
    def calls(self) -> Mapping[str, tuple[str, ...]]:
        """The procedures that each one calls, once for each call."""
        return {name: found.calls for name, found in self.summaries.items()}

    @cached_property
    def call_counts(self) -> Mapping[str, int]:
        """From how many places each procedure is called."""
        counts = dict.fromkeys(self.bodies, 0)
        for callees in self.calls.values():
            for callee in callees:
                counts[callee] += 1
        return counts

    @cached_property
    def reachable_procs(self) -> Mapping[str, frozenset[str]]:
        """The procedures that each one can come to run, itself only if it recurs."""
        return self.same.result_of(("reached", tuple(self.calls.items())), None, lambda: closure(self.calls))

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The procedures that can come to run themselves."""
        return frozenset(name for name, reached in self.reachable_procs.items() if name in reached)

    @cached_property
    def unfailing(self) -> frozenset[str]:
        """The procedures that nothing can stop: no payment, condition or choice in them or in what they run."""
        return frozenset(self.bodies) - self._leading_to(self._with(core.Require, core.Choose))

    @cached_property
    def chancy(self) -> frozenset[str]:
        """The procedures with luck in them, or with something that several do at once, or that run such a one."""
        return self._leading_to(self._with(core.Roll, core.Parallel))

    @cached_property
    def parting(self) -> frozenset[str]:
        """The procedures in which several act at once, by themselves or in what they run."""
        return self._leading_to(self._with(core.Parallel))

    @cached_property
    def choosing(self) -> frozenset[str]:
        """The procedures in which something is chosen, by themselves or in what they run."""
        return self._leading_to(self._with(core.Choose))

    @cached_property
    def bracketed(self) -> frozenset[str]:
        """The procedures that set a flag of those that run one at a time, by themselves."""
        places = self.brackets.places
        return frozenset(n for n, found in self.summaries.items() if any(stmt.field in places for stmt in found.writes))

    @cached_property
    def winding(self) -> frozenset[str]:
        """The procedures that can come to run themselves, or one that does."""
        return self._leading_to(self.recursive)

    @cached_property
    def circling(self) -> frozenset[str]:
        """The procedures that can come to run themselves or one that does, or one that runs one at a time."""
        return self._leading_to(self.recursive | self.bracketed)

    def size_in_place(self, name: str) -> int:
        """How many nodes a procedure that doesn't call itself has, with those of what it calls in their places."""
        if name not in self._sizes:
            called = sum(map(self.size_in_place, self.calls[name]))
            self._sizes[name] = self.summaries[name].size + called
        return self._sizes[name]

    def ends_knowledge(self, name: str) -> bool:
        """Whether luck or a parallel block can come in a procedure: nobody knows what is after it."""
        return name in self.chancy

    def leaves_open(self, block: Block) -> bool:
        """Whether something is decided or drawn in a block or in what it calls."""
        return any(
            isinstance(stmt, core.Choose | core.Roll | core.Parallel)
            or (isinstance(stmt, core.Call) and (stmt.proc in self.blocky or self.ends_knowledge(stmt.proc)))
            for stmt in walk.stmts(block)
        )

    def same_knot(self, one: str, other: str) -> bool:
        """Whether two procedures call each other, however far round."""
        return one in self.reachable_procs[other] and other in self.reachable_procs[one]

    @cached_property
    def blocky(self) -> frozenset[str]:
        """The procedures that can wait, end the game or recur: those that are lowered to blocks."""
        waits = self._with(core.Choose, core.Parallel, core.End, *((core.Roll,) if self.explicit else ()))
        return self._leading_to(waits | self.recursive)

    def stops(self, stmt: core.Stmt) -> bool:
        """Whether a statement by itself waits, or ends the game."""
        match stmt:
            case core.Choose() | core.Parallel() | core.End():
                return True
            case core.Roll():
                return self.explicit
            case _:
                return False

    def splits(self, stmt: core.Stmt) -> bool:
        """Whether code has to be split at or inside this statement: play can wait in it."""
        return any(self._waits_here(inner) for inner in walk.stmts((stmt,)))

    def _waits_here(self, stmt: core.Stmt) -> bool:
        if isinstance(stmt, core.Call):
            return stmt.proc in self.blocky
        return self.stops(stmt) and not isinstance(stmt, core.End)

    def proc_writes(self, name: str) -> frozenset[str]:
        """The fields that a procedure can come to write."""
        if name not in self._writes:
            names = {name} | self.reachable_procs[name]
            self._writes[name] = frozenset(stmt.field for one in names for stmt in self.summaries[one].writes)
        return self._writes[name]

    def field_writes(self, block: Block) -> frozenset[str]:
        """The fields that a block can come to write, in what it calls too."""
        own = frozenset(stmt.field for stmt in walk.stmts(block) if isinstance(stmt, core.Write))
        return own.union(*map(self.proc_writes, sorted(walk.procs_called(block))))

    def cell_writes(self, block: Block) -> frozenset[str]:
        """The parts of fields that a block can come to change, in what it calls too; flags are back when it is over."""
        return NOTHING.union(*(self._does(stmt).writes for stmt in block))

    def cells_changed(self, block: Block, cells: frozenset[str]) -> frozenset[str]:
        """Those of these parts of fields that a block can come to change; of each procedure in it no more is asked."""
        if not cells:
            return NOTHING
        found = NOTHING
        for does in map(self._does, block):
            for name in does.calls:
                self.queries.note(WRITES, (name, cells))
            found |= does.writes & cells
        return found

    def _work_out(self, stmt: core.Stmt) -> Does:
        if isinstance(stmt, core.Call):
            return Does(stmt, self.proc_cell_writes(stmt.proc), (stmt.proc,))
        if isinstance(stmt, core.Write) and stmt.field not in self.brackets.places:
            return Does(stmt, self.cells.at(stmt.field, stmt.index), ())
        inner = [self._does(one) for block in walk.stmt_blocks(stmt) for one in block]
        calls = dict.fromkeys(name for does in inner for name in does.calls)
        return Does(stmt, NOTHING.union(*(does.writes for does in inner)), tuple(calls))

    def proc_cell_writes(self, name: str) -> frozenset[str]:
        """The parts of fields that a procedure can come to write."""
        return self._cells_written[name]

    @cached_property
    def _cells_written(self) -> Mapping[str, frozenset[str]]:
        cells = {name: self._own_cells(found.writes) for name, found in self.summaries.items()}
        stage = "written", tuple(self.calls.items()), tuple(cells.items())
        return self.same.result_of(stage, None, lambda: gather_along(self.calls, cells))

    def _own_cells(self, writes: Iterable[core.Write]) -> frozenset[str]:
        outside = (stmt for stmt in writes if stmt.field not in self.brackets.places)
        return NOTHING.union(*(self.cells.at(stmt.field, stmt.index) for stmt in outside))

    @cached_property
    def value_reads(self) -> Mapping[str, frozenset[str]]:
        """The fields that each named value can come to read."""
        return read_sets(self.model)

    def reads(self, expr: Expr) -> frozenset[str]:
        """The fields that an expression can come to read."""
        return reads(expr, self.value_reads)


def reads(expr: Expr, values: Mapping[str, frozenset[str]], cells: Cells | None = None) -> frozenset[str]:
    """The fields that an expression can come to read, or with `cells` the parts, given those of the named values."""
    fields: set[str] = set()
    for part in walk.exprs(expr):
        match part:
            case core.Read(field, index):
                fields |= cells.at(field, index) if cells else {field}
            case core.Ask(value, _):
                fields |= values.get(value, frozenset())
            case _:
                pass
    return frozenset(fields)


def read_sets(model: Model, cells: Cells | None = None) -> dict[str, frozenset[str]]:
    """The fields that each named value can come to read, or with `cells` the parts, through others too."""
    asked = {
        name: [part.value for part in walk.asking(value.body) if isinstance(part, core.Ask)]
        for name, value in model.values.items()
    }
    return gather_along(asked, {name: reads(value.body, {}, cells) for name, value in model.values.items()})


def gather_along(edges: Mapping[str, Iterable[str]], own: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """What each node has, together with what all have that edges lead to from it."""
    found: dict[str, frozenset[str]] = {}
    for circle in components_in_order(edges):
        outside = {after for node in circle for after in edges.get(node, ())}.difference(circle)
        every = NOTHING.union(*(own.get(node, NOTHING) for node in circle), *(found[node] for node in outside))
        found |= dict.fromkeys(circle, every)
    return {name: found[name] for name in own}


def closure(edges: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """What can be reached from each node by one edge or more."""
    found: dict[str, frozenset[str]] = {}
    for circle in components_in_order(edges):
        after = {one for node in circle for one in edges.get(node, ())}
        reached = frozenset(after).union(*(found[one] for one in after.difference(circle)))
        found |= dict.fromkeys(circle, reached)
    return {name: found[name] for name in edges}


def reach(start: str, after: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """What can be reached from one node by one step or more."""
    seen: dict[str, None] = {}
    todo = list(after(start))
    while todo:
        node = todo.pop()
        if node not in seen:
            seen[node] = None
            todo.extend(after(node))
    return frozenset(seen)
