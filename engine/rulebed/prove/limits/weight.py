"""How much an expression or a program can have to look at, as far as its form tells, so that none is endless."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rulebed.incremental.same import Same
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Expr, Op, Over
from rulebed.lang.memory import Itself, Memory
from rulebed.lang.traits import EQUATING, GOING_THROUGH, KEEPING, LENGTHENING, NO_MORE
from rulebed.lang.types import Type
from rulebed.model.board import Box
from rulebed.model.game import Model
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span

MOST = 20_000_000  # things that one expression looks at, or a program without loops that are counted in play
MOST_BOXES = 50_000  # of a board
COUNTED = 5_000  # things that a loop looks at: if there can be more, play counts them
USUAL = 32  # items of what nothing is known of


class Weights:
    """The weights of one model's values and programs, each worked out once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._known: dict[tuple[str, str], float] = {}
        self.own = Memory(self._of_stmt)  # what a statement itself looks at, its blocks aside

    def expr(self, expr: Expr) -> float:
        """How many things there are to look at."""
        match expr:
            case Over(_, _, source, body):
                return self.expr(source) + self.size(source) * (1 + self.expr(body))
            case core.Ask(name, args):
                return 1 + (0 if internal.is_question(name) else self._value(name)) + sum(map(self.expr, args))
            case core.Can(body) | core.Trial(body):
                return 1 + self.block(body)
            case core.Supposing(_, args, body):
                return 1 + self.block(body) + sum(map(self.expr, args))
            case Op("range"):
                return self.size(expr) + sum(map(self.expr, expr.args))
            case Op(name, args) if name in GOING_THROUGH and name not in EQUATING:
                looked_at = (self.size(args[place]) for place in GOING_THROUGH[name])
                return 1 + sum(looked_at) + sum(map(self.expr, args))
            case _:
                return 1 + sum(map(self.expr, walk.parts(expr)))

    def _value(self, name: str) -> float:
        value = self.model.values.get(name)
        return 0 if value is None else self._once("value", name, partial(self.expr, value.body))

    def _once(self, sort: str, name: str, weigh: Callable[[], float]) -> float:
        """What goes round in a circle is weighed once: play counts how often it comes round."""
        key = (sort, name)
        if key not in self._known:
            self._known[key] = 1
            self._known[key] = weigh()
        return self._known[key]

    def forgive(self, name: str) -> None:
        """A value that is too heavy itself makes nothing else so."""
        self._known["value", name] = 1

    def share(self, same: Same) -> None:
        """Statements weigh what they did in a model where all that their expressions speak of is as large and heavy."""
        things = tuple(one for part in self._spoken_of() for one in part.values())
        self.own = same.result_of(("of the very same", *map(Itself, things)), None, lambda: self._shared(same))

    def _spoken_of(self) -> tuple[Mapping[str, object], ...]:
        return self.model.values, self.model.tables, self.model.kinds, self.model.fields

    def _shared(self, same: Same) -> Memory[core.Stmt, float]:
        model = self.model
        values = tuple((name, value.type, self._value(name)) for name, value in model.values.items())
        tables = tuple((name, self.size(core.Data(name, core.Const(0)))) for name in model.tables)
        kinds = tuple((name, len(kind.instances)) for name, kind in model.kinds.items())
        fields = tuple((name, field.type) for name, field in model.fields.items())
        return same.result_of(("weights", values, tables, kinds, fields), None, lambda: self.own)

    # Programs.

    def block(self, block: Block) -> float:
        """What a program looks at, except in loops that are counted in play."""
        return sum(map(self._stmt, block))

    def _of_stmt(self, stmt: core.Stmt) -> float:
        return sum(map(self.expr, walk.stmt_exprs(stmt)))

    def too_heavy(self, body: Block, same: Same) -> tuple[tuple[float, Span | None], ...]:
        """The statements of a body that look at too much by themselves, when weights are shared: mostly none."""

        def find_heavy() -> tuple[tuple[float, Span | None], ...]:
            weighed = ((self.own(stmt), getattr(stmt, "at", None)) for stmt in walk.stmts(body))
            return tuple((weight, at) for weight, at in weighed if weight > MOST)

        return same.result_of(("too heavy", self.own), body, find_heavy)

    def _stmt(self, stmt: core.Stmt) -> float:
        own = self.own(stmt)
        match stmt:
            case core.Each() | core.Repeat():
                return own + (1 if self.is_counted(stmt) else self.turns(stmt) * (1 + self.block(stmt.body)))
            case core.Call(name):
                return 1 + own + self._program(name)
            case core.If() | core.Switch():
                return own + max(map(self.block, walk.stmt_blocks(stmt)), default=0)
            case _:
                return 1 + own + sum(map(self.block, walk.stmt_blocks(stmt)))

    def _program(self, name: str) -> float:
        proc = self.model.procs.get(name)
        return 0 if proc is None else self._once("program", name, partial(self.block, proc.body))

    def turns(self, loop: core.Each | core.Repeat) -> float:
        """How often a loop can turn, if that is known."""
        if isinstance(loop, core.Each):
            return self.size(loop.source)
        return loop.count.value if isinstance(loop.count, core.Const) and isinstance(loop.count.value, int) else COUNTED

    def is_counted(self, loop: core.Each | core.Repeat) -> bool:
        """Whether play counts the turns of a loop, as it does where they may be many."""
        return self.turns(loop) * (1 + self.block(loop.body)) > COUNTED

    # Sets.

    def size(self, expr: Expr) -> float:
        """How many items a sequence can have."""
        match expr:
            case core.Const(value):
                return len(value) if isinstance(value, tuple) else 1
            case Op("range", (core.Const(int(low)), core.Const(int(high)))):
                return max(high - low + 1, 0)
            case Op("seq", args):
                return len(args)
            case Op(name, args) if name in LENGTHENING:
                return sum(map(self.size, args))
            case Op("if", (_, then, otherwise)):
                return max(self.size(then), self.size(otherwise))
            case Op(name, (source, *_)) if name in KEEPING:
                return self.size(source)
            case Over(how, _, source, _) if how in NO_MORE:
                return self.size(source)
            case Over("flat", _, source, body):
                return self.size(source) * self.size(body)
            case core.Data(table, _):
                rows = self.model.tables[table].values
                return max((len(row) for row in rows if isinstance(row, tuple)), default=1)
            case core.Read(field, _):
                return self._items_of_type(self.model.fields[field].type)
            case core.Ask(name, _) if name in self.model.values:
                return self._items_of_type(self.model.values[name].type)
            case _:
                return USUAL

    def _items_of_type(self, sort: Type) -> float:
        while sort.item is not None:
            sort = sort.item
        kind = self.model.kinds.get(sort.kind)
        return len(kind.instances) if kind is not None else USUAL


def check_weights(model: Model, same: Same) -> Report:
    """What looks at more things than can be gone through while somebody waits."""
    report, weights = Report(), Weights(model)
    for value in model.values.values():
        if weights.expr(value.body) > MOST:
            _refuse(weights.expr(value.body), value.at, report)
            weights.forgive(value.name)
    board = model.board
    if not report.errors and board is not None and _boxes(board.box, weights) > MOST_BOXES:
        message = f"the board has up to {_rough(_boxes(board.box, weights))} boxes, and {MOST_BOXES:,} are the most"
        report.error("B101", None, message, help="show fewer things within each other")
    if not report.errors:
        weights.share(same)
        for weight, at in _weighed(model, weights, same):
            if weight > MOST:
                _refuse(weight, at, report)
    return report


def _boxes(box: Box[Expr], weights: Weights) -> float:
    """How many boxes a box becomes, with those within."""
    times = 1 if box.each is None else weights.size(box.each.source)
    return times * (1 + sum(_boxes(inner, weights) for inner in box.boxes))


def _weighed(model: Model, weights: Weights, same: Same) -> Iterator[tuple[float, Span | None]]:
    if model.board is not None:
        yield from ((weights.expr(expr), None) for expr in model.board.box.exprs())
    for law in model.laws:
        yield weights.expr(law.condition), law.at
    for phase in model.phases.values():
        yield from ((weights.expr(edge.guard), edge.at) for edge in phase.edges if edge.guard is not None)
    for body, at in _bodies(model):
        yield from ((weight, there or at) for weight, there in weights.too_heavy(body, same))
        yield weights.block(body), at


def _bodies(model: Model) -> Iterator[tuple[Block, Span | None]]:
    yield from ((proc.body, proc.at) for proc in model.procs.values())
    yield from ((phase.body, phase.at) for phase in model.phases.values())


def _refuse(weight: float, at: Span | None, report: Report) -> None:
    message = f"this has up to {_rough(weight)} things to look at"
    help_ = "let it go through fewer things within each other, or keep a count in a fact"
    report.error("B101", at, message, help=help_)


def _rough(weight: float) -> str:
    """A number that a person can take in."""
    return f"{int(weight):,}" if weight < 10**15 else "endlessly many"
