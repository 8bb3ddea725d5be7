"""A scope: the names that a program can use at one place, and the findings about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebed.lang import core, walk
from rulebed.lang.forms import form
from rulebed.lang.habits import number_meant, our_word_for
from rulebed.lang.symbols import Symbols
from rulebed.lang.syntax import Let, SyntaxNode
from rulebed.lang.types import UNKNOWN, Type
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import Lack, anything_named, lack_of
from rulebed.source.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Typed:
    """A core expression with its type."""

    expr: core.Expr
    type: Type


BROKEN = Typed(core.Const(core.NONE), UNKNOWN)


@dataclass(slots=True)
class FreshNames:
    """The core names of one procedure: each is given out once."""

    taken: set[str] = field(default_factory=set)
    binders: dict[str, SyntaxNode] = field(default_factory=dict)  # of choices: two equal ones are an error
    lets: dict[str, Let] = field(default_factory=dict)  # where the program names a value by `let`
    read: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)  # locals that are numbers, or none where nothing was chosen
    loops: dict[str, int] = field(default_factory=dict)  # in how many loops each local begins
    become: dict[str, Type] = field(default_factory=dict)  # the types of locals that became wider
    settings: set[str] = field(default_factory=set)  # setup options that nobody has declared
    open: dict[str, str] = field(default_factory=dict)  # locals that begin as none, each with one of the same type

    def fresh(self, wish: str) -> str:
        """The wished name, or one with a number where it is taken."""
        name = wish
        count = 2
        while name in self.taken:
            name = f"{wish}_{count}"
            count += 1
        self.taken.add(name)
        return name

    def first(self, local: str) -> str:
        """The one that stands for all locals of one type with this."""
        while self.open.get(local, local) != local:
            local = self.open[local]
        return local

    def becomes(self, local: str, kind: Type) -> None:
        """A local is of this type from here on."""
        self.become[self.first(local)] = kind

    def type_of(self, local: str, kind: Type) -> Type:
        """The type of a local that was of this one at first."""
        return self.become.get(self.first(local), kind)


@dataclass(slots=True)
class Scope:
    """Names at a place in a program. Inner scopes are copies that share what belongs to the whole procedure."""

    symbols: Symbols
    report: Report
    address: str  # of the procedure
    names: FreshNames
    locals: dict[str, Typed] = field(default_factory=dict)
    items: tuple[tuple[str, Typed], ...] = ()  # the things that bare facts belong to, innermost last
    me: Typed = BROKEN
    loops: int = 0
    step: str = ""  # the address of the step, where notes stand
    places: dict[str, Any] = field(default_factory=dict)  # parameters that stand for facts: `targets.Target`
    untaken: frozenset[str] = frozenset()  # what a statement would have named that can't be got through here
    original: core.Block | None = None  # what stands here instead of which something else is done
    known: dict[core.Expr, tuple[Type, int]] = field(default_factory=dict)  # what conditions say, and in how many loops
    outer: Mapping[str, Typed] = field(default_factory=dict)  # the names of the block around

    def inner(self) -> Scope:
        """A scope whose new names end with it."""
        return Scope(
            self.symbols,
            self.report,
            self.address,
            self.names,
            dict(self.locals),
            self.items,
            self.me,
            self.loops,
            self.step,
            self.places,
            self.untaken,
            self.original,
            dict(self.known),
            self.locals,
        )

    def sure(self, typed: Typed) -> Typed:
        """The same, of the type that a condition around it says."""
        kind, loops = self.known.get(typed.expr, (typed.type, self.loops))
        if kind == typed.type or (loops != self.loops and typed.expr != self.me.expr):
            return typed
        return Typed(typed.expr, kind)

    def forget(self, block: core.Block) -> None:
        """What was known of facts isn't, behind statements that may write them."""
        if any(isinstance(stmt, core.Write | core.Call) for stmt in walk.stmts(block)):
            self.known = {expr: one for expr, one in self.known.items() if not walk.marks(expr) & walk.READS}
        bound = {*walk.bound(block)} if self.known else set()
        self.known = {expr: one for expr, one in self.known.items() if not walk.free(expr) & bound}

    def bind(self, name: str, kind: Type) -> tuple[str, Typed]:
        """A new local: its core name and what it stands for."""
        local = self.names.fresh(name)
        self.names.loops[local] = self.loops
        typed = Typed(core.Local(local), kind)
        self.locals[name] = typed
        return local, typed

    def local(self, name: str) -> Typed | None:
        """What a local stands for; its type is that of what was put into it since, too."""
        found = self.locals.get(name)
        if found is None or not isinstance(found.expr, core.Local):
            return found
        return Typed(found.expr, self.names.type_of(found.expr.name, found.type))

    def becomes(self, name: str, kind: Type) -> Typed:
        """A local is of this wider type from here on, in the blocks around, too."""
        found = self.locals[name]
        if isinstance(found.expr, core.Local):
            self.names.becomes(found.expr.name, kind)
        return Typed(found.expr, kind)

    def hidden(self, wish: str) -> str:
        """The core name of a local that the program itself can't name."""
        return self.names.fresh(wish)

    def with_item(self, typed: Typed, name: str = "it") -> Scope:
        """A scope in which bare facts are those of this thing too."""
        scope = self.inner()
        scope.items = (*self.items, (name, typed))
        return scope

    def acting(self, me: Typed) -> Scope:
        """A scope in which `me` is somebody else."""
        scope = self.inner()
        scope.me = me
        return scope

    def error(
        self,
        code: str,
        node: SyntaxNode,
        message: str,
        *,
        label: str = "",
        help: str = "",
        hangs_on: frozenset[Lack] = frozenset(),
    ) -> Typed:
        """Report a problem at a node; gives the broken value, which fits everywhere and stays silent."""
        self.report.error(code, node.spot.span(), message, label=label, help=help, hangs_on=hangs_on)
        return BROKEN

    def report_unknown(self, code: str, node: SyntaxNode, what: str, name: str, known: list[str]) -> Typed:
        """Report a name that is not declared, with the nearest one that is."""
        help_ = form(name) or number_meant(name) or did_you_mean(name, known, our_word_for(name))
        span, notes = node.spot.span_of(name), self.symbols.notes_on(name)
        lacks = lack_of(what, name) | anything_named(*self.names.settings)  # whose values have names by them alone
        message = f"there is no {what} `{name}`"
        self.report.error(code, span, message, label="unknown", help=help_, notes=notes, hangs_on=lacks)
        return BROKEN
