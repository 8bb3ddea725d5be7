"""What can be known of a model's procedures and values by looking at them: waits, ends, writes, reads, recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from rulebed.build.brackets import Brackets
from rulebed.build.cells import Cells
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr
from rulebed.model.game import Model

PHASE = "phase:"
NOTHING: frozenset[str] = frozenset()


class Facts:
    """Transitive properties of one model's procedures, each worked out once."""

    def __init__(self, model: Model, *, explicit: bool) -> None:
        self.model = model
        self.explicit = explicit
        self.cells = Cells(model)
        self._writes: dict[str, frozenset[str]] = {}
        self._sizes: dict[str, int] = {}
        self._cell_writes: dict[str, frozenset[str]] = {}
        self._stmt_writes: dict[int, tuple[core.Stmt, frozenset[str]]] = {}  # with what keeps its number from others

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
    def calls(self) -> Mapping[str, list[str]]:
        """The procedures that each one calls, once for each call."""
        return {
            name: [stmt.proc for stmt in walk.stmts(body) if isinstance(stmt, core.Call)]
            for name, body in self.bodies.items()
        }

    @cached_property
    def call_counts(self) -> Mapping[str, int]:
        """From how many places each procedure is called."""
        counts = dict.fromkeys(self.bodies, 0)
        for callees in self.calls.values():
            for callee in callees:
                counts[callee] += 1
        return counts

    @cached_property
    def reached(self) -> Mapping[str, frozenset[str]]:
        """The procedures that each one can come to run, itself only if it recurs."""
        return closure(self.calls)

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The procedures that can come to run themselves."""
        return frozenset(name for name, reached in self.reached.items() if name in reached)

    @cached_property
    def unfailing(self) -> frozenset[str]:
        """The procedures that nothing can stop: no payment, condition or choice in them or in what they run."""
        own = {
            name
            for name, body in self.bodies.items()
            if any(isinstance(stmt, core.Require | core.Choose) for stmt in walk.stmts(body))
        }
        return frozenset(name for name in self.bodies if name not in own and not self.reached[name] & own)

    @cached_property
    def _chancy(self) -> frozenset[str]:
        """The procedures with luck in them, or with something that several do at once."""
        return frozenset(
            name
            for name, body in self.bodies.items()
            if any(isinstance(stmt, core.Roll | core.Parallel) for stmt in walk.stmts(body))
        )

    @cached_property
    def choosing(self) -> frozenset[str]:
        """The procedures in which something is chosen, by themselves or in what they run."""
        own = {
            name
            for name, body in self.bodies.items()
            if any(isinstance(stmt, core.Choose) for stmt in walk.stmts(body))
        }
        return frozenset(name for name in self.bodies if name in own or self.reached[name] & own)

    @cached_property
    def bracketed(self) -> frozenset[str]:
        """The procedures that set a flag of those that run one at a time, by themselves."""
        return frozenset(
            name
            for name, body in self.bodies.items()
            if any(isinstance(stmt, core.Write) and stmt.field in self.brackets.places for stmt in walk.stmts(body))
        )

    def size_in_place(self, name: str) -> int:
        """How many nodes a procedure that doesn't call itself has, with those of what it calls in their places."""
        if name not in self._sizes:
            called = sum(map(self.size_in_place, self.calls[name]))
            self._sizes[name] = walk.block_size(self.bodies[name]) + called
        return self._sizes[name]

    def ends_knowledge(self, name: str) -> bool:
        """Whether luck or a parallel block can come in a procedure: nobody knows what is after it."""
        return name in self._chancy or bool(self.reached[name] & self._chancy)

    def leaves_open(self, block: Block) -> bool:
        """Whether something is decided or drawn in a block or in what it calls."""
        return any(
            isinstance(stmt, core.Choose | core.Roll | core.Parallel)
            or (isinstance(stmt, core.Call) and (stmt.proc in self.blocky or self.ends_knowledge(stmt.proc)))
            for stmt in walk.stmts(block)
        )

    def same_knot(self, one: str, other: str) -> bool:
        """Whether two procedures call each other, however far round."""
        return one in self.reached[other] and other in self.reached[one]

    @cached_property
    def blocky(self) -> frozenset[str]:
        """The procedures that can wait, end the game or recur: those that are lowered to blocks."""
        direct = {name for name, body in self.bodies.items() if any(map(self.stops, walk.stmts(body)))}
        direct |= self.recursive
        return frozenset(n for n in self.bodies if n in direct or self.reached[n] & direct)

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
            names = {name} | self.reached[name]
            self._writes[name] = frozenset(
                stmt.field for one in names for stmt in walk.stmts(self.bodies[one]) if isinstance(stmt, core.Write)
            )
        return self._writes[name]

    def field_writes(self, block: Block) -> frozenset[str]:
        """The fields that a block can come to write, in what it calls too."""
        own = frozenset(stmt.field for stmt in walk.stmts(block) if isinstance(stmt, core.Write))
        return own.union(*map(self.proc_writes, sorted(walk.called(block))))

    def cell_writes(self, block: Block) -> frozenset[str]:
        """The parts of fields that a block can come to change, in what it calls too; flags are back when it is over."""
        return NOTHING.union(*map(self._stmt_cell_writes, block))

    def _stmt_cell_writes(self, stmt: core.Stmt) -> frozenset[str]:
        known = self._stmt_writes.get(id(stmt))
        if known is None:
            known = self._stmt_writes[id(stmt)] = stmt, self._found_cell_writes(stmt)
        return known[1]

    def _found_cell_writes(self, stmt: core.Stmt) -> frozenset[str]:
        if isinstance(stmt, core.Call):
            return self.proc_cell_writes(stmt.proc)
        if isinstance(stmt, core.Write) and stmt.field not in self.brackets.places:
            return self.cells.of(stmt.field, stmt.index)
        return NOTHING.union(*map(self.cell_writes, walk.stmt_blocks(stmt)))

    def proc_cell_writes(self, name: str) -> frozenset[str]:
        """The parts of fields that a procedure can come to write."""
        if name not in self._cell_writes:
            own = (
                self.cells.of(stmt.field, stmt.index)
                for one in ({name} | self.reached[name])
                for stmt in walk.stmts(self.bodies[one])
                if isinstance(stmt, core.Write) and stmt.field not in self.brackets.places
            )
            self._cell_writes[name] = frozenset().union(*own)
        return self._cell_writes[name]

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
                fields |= cells.of(field, index) if cells else {field}
            case core.Ask(value, _):
                fields |= values.get(value, frozenset())
            case _:
                pass
    return frozenset(fields)


def read_sets(model: Model, cells: Cells | None = None) -> dict[str, frozenset[str]]:
    """The fields that each named value can come to read, or with `cells` the parts, through others too."""
    asked = {
        name: [part.value for part in walk.exprs(value.body) if isinstance(part, core.Ask)]
        for name, value in model.values.items()
    }
    own = {name: reads(value.body, {}, cells) for name, value in model.values.items()}
    reached = closure(asked)
    return {name: own[name].union(*(own.get(n, frozenset()) for n in reached[name])) for name in model.values}


def closure(edges: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """What can be reached from each node by one edge or more."""
    return {name: reach(name, lambda node: edges.get(node, ())) for name in edges}


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
