"""Secrecy: what an option set or an event is built on must be known to whoever gets to see it.

Each expression has a label: the conditions, over the local `viewer`, under which a seat may know its value. What is
drawn or chosen out of sight is known to whoever drew or chose; what is then put in the open is known to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Read
from rulebed.model.game import Model
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span

VIEWER = Local("viewer")
NEVER = Const(0)
IN_THE_OPEN = frozenset({"len", "deck_size", "public"})  # how many cards there are, and what is said to be public
Label = frozenset[Expr]
OPEN: Label = frozenset()


@dataclass(slots=True)
class Body:
    """One program being read: what its locals stand for, and who may know them."""

    me: Expr
    aliases: dict[str, Expr] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    sources: dict[str, Expr] = field(default_factory=dict)  # of the item of a loop: what it goes over

    def disclose(self, name: str) -> None:
        """A local is known to all; and so is a named set that is put in the open one by one."""
        self.labels[name] = OPEN
        source = self.sources.get(name)
        if isinstance(source, Local):
            self.disclose(source.name)

    def own(self) -> Label:
        """Known to the acting seat."""
        return frozenset({Op("eq", (VIEWER, self.me))})


class Secrecy:
    """Reads all programs of a model until nothing new is learnt about what their parameters carry."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model, self.report = model, report
        self.hidden = {name: found.seen for name, found in model.fields.items() if found.seen is not None}
        self.params: dict[tuple[str, str], Label] = {}
        self.said: set[tuple[str, Span | None]] = set()
        self.speaking = False
        self.learnt = False

    def read(self) -> None:
        """Go over everything; speak only when the labels of parameters are settled."""
        if not self.hidden:
            return
        for _ in range(len(self.model.procs) + 1):
            self.learnt = False
            self._all()
            if not self.learnt:
                break
        self.speaking = True
        self._all()

    def _all(self) -> None:
        for phase in self.model.phases.values():
            self._block(phase.body, Body(Local("me")))
        for proc in self.model.procs.values():
            body = Body(Local("me"))
            body.labels = {
                name: self.params[proc.name, name] for name in proc.params if (proc.name, name) in self.params
            }
            self._block(proc.body, body)

    def _block(self, block: Block, body: Body) -> None:
        for stmt in block:
            self._stmt(stmt, body)
            for inner in walk.stmt_blocks(stmt):
                self._block(inner, body)

    def _stmt(self, stmt: core.Stmt, body: Body) -> None:
        match stmt:
            case core.Let():
                self._let(stmt, body)
            case core.Each():
                body.labels[stmt.local] = self.label(stmt.source, body)
                body.sources[stmt.local] = stmt.source
            case core.Roll():
                body.labels[stmt.local] = body.own() if self.label(stmt.source, body) else OPEN
            case core.Choose():
                self._choose(stmt, body)
            case core.Write():
                self._disclose(stmt, body)
            case core.Call():
                self._call(stmt, body)
            case core.Note():
                self._note(stmt, body)
            case core.Parallel():
                body.aliases[stmt.local] = Local(stmt.local)
            case _:
                pass

    def _let(self, stmt: core.Let, body: Body) -> None:
        label = self.label(stmt.value, body)
        drawn = isinstance(stmt.value, Op) and any(
            isinstance(part, Op) and part.name == "deck_next" for part in walk.exprs(stmt.value)
        )
        body.labels[stmt.local] = body.own() if drawn and label else label
        if isinstance(stmt.value, Local | Const) or (
            isinstance(stmt.value, Read) and stmt.value.field != "game.active"
        ):
            body.aliases[stmt.local] = self.resolved(stmt.value, body)
        else:
            body.aliases.pop(stmt.local, None)

    def _choose(self, stmt: core.Choose, body: Body) -> None:
        chooser = self.resolved(stmt.chooser, body)
        label = self.label(stmt.source, body)
        if not self._known_to(label, chooser):
            self._say("V102", stmt.at, "what is offered here depends on something that the chooser can't see")
        if self.label(stmt.chooser, body):
            self._say("V104", stmt.at, "who decides here depends on something hidden: everybody would learn it")
        body.labels[stmt.local] = frozenset({Op("eq", (VIEWER, chooser))}) if label else OPEN

    def _disclose(self, stmt: core.Write, body: Body) -> None:
        """What is written where everybody sees it is no secret any more."""
        if stmt.field not in self.hidden:
            for part in walk.exprs(stmt.value):
                if isinstance(part, Local):
                    body.disclose(part.name)

    def _call(self, stmt: core.Call, body: Body) -> None:
        proc = self.model.procs[stmt.proc]
        for name, arg in zip(proc.params, stmt.args, strict=True):
            label = self.label(arg, body)
            if label and name != "me":
                me = self.resolved(stmt.args[0], body)
                own: Label = frozenset({Op("eq", (VIEWER, Local("me")))})
                carried = own if self._known_to(label, me) else frozenset({NEVER})
                known = self.params.get((stmt.proc, name), OPEN)
                if not carried <= known:
                    self.params[stmt.proc, name] = known | carried
                    self.learnt = True

    def _note(self, stmt: core.Note, body: Body) -> None:
        """An event tells its facts to all, or to those for whom `seen` holds."""
        if stmt.verb == "show":  # whoever hears of it has just been shown it
            return
        allowed = self.resolved(stmt.seen, body) if stmt.seen is not None else Const(1)
        for name, value, _ in stmt.about:
            for condition in self.label(value, body):
                if not _implies(allowed, condition):
                    self._say(
                        "V103", stmt.at, f"the event `{stmt.verb}` would tell everybody its `{name}`, which is hidden"
                    )

    def resolved(self, expr: Expr, body: Body) -> Expr:
        """The expression with what its locals stand for."""
        if isinstance(expr, Local):
            return body.aliases.get(expr.name, expr)
        return walk.rebuilt(expr, lambda part: self.resolved(part, body))

    def label(self, expr: Expr, body: Body) -> Label:
        """Under which conditions a seat may know the value; none where everybody may."""
        return frozenset(self._conditions(expr, body))

    def _conditions(self, expr: Expr, body: Body) -> Iterator[Expr]:
        if isinstance(expr, Op) and expr.name in IN_THE_OPEN and isinstance(expr.args[0], Read):
            yield from self._conditions(expr.args[0].index, body)
            return
        if isinstance(expr, Local):
            yield from body.labels.get(expr.name, OPEN)
        elif isinstance(expr, Read) and expr.field in self.hidden:
            seen = self.hidden[expr.field]
            yield self.resolved(walk.substituted(seen, {"it": self._holder(expr)}), body)
        elif isinstance(expr, core.Ask):
            yield from self._of_value(expr, body)
        for part in walk.parts(expr):
            yield from self._conditions(part, body)

    def _holder(self, read: Read) -> Expr:
        """The instance that a field is of: of a pair, the first."""
        found = self.model.fields[read.field]
        if not found.per:
            return read.index
        return Op("div", (read.index, Const(len(self.model.kinds[found.per].instances))))

    def _of_value(self, expr: core.Ask, body: Body) -> Iterator[Expr]:
        value = self.model.values[expr.value]
        inner = Body(expr.args[0])
        inner.aliases = dict(zip(value.params, expr.args, strict=True))
        for condition in self._conditions(value.body, inner):
            yield self.resolved(condition, body)

    def _known_to(self, label: Iterable[Expr], seat: Expr) -> bool:
        return all(_holds(walk.substituted(condition, {"viewer": seat})) for condition in label)

    def _say(self, code: str, at: Span | None, message: str) -> None:
        if self.speaking and (code, at) not in self.said:
            self.said.add((code, at))
            self.report.error(code, at, message, help="show it first, or build on what is known")


def _holds(condition: Expr) -> bool:
    """Whether a condition holds by its form."""
    match condition:
        case Const(value):
            return bool(value)
        case Op("eq", (first, second)):
            return first == second
        case Op("or", args):
            return any(map(_holds, args))
        case Op("and", args):
            return all(map(_holds, args))
        case Op("if", (_, then, otherwise)):
            return _holds(then) and _holds(otherwise)
        case _:
            return False


def _implies(allowed: Expr, condition: Expr) -> bool:
    """Whether all who satisfy the first satisfy the second, by their form."""
    if _holds(condition) or allowed in (condition, NEVER):
        return True
    match allowed, condition:
        case Op("or", args), _:
            return all(_implies(arg, condition) for arg in args)
        case Op("eq", (first, second)), Op("eq", others):
            return set(others) == {first, second}
        case _, Op("or", options):
            return any(_implies(allowed, option) for option in options)
        case _:
            return False


def check_secrecy(model: Model) -> Report:
    """What would give secrets away."""
    report = Report()
    Secrecy(model, report).read()
    return report
