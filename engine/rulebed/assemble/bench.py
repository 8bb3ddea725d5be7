"""The workbench of assembly: the pack's tree on one side, the declarations and programs made from it on the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulebed.assemble.families import Families, Family, Trail
from rulebed.assemble.syntax import Reader, Syntax
from rulebed.incremental.same import Same
from rulebed.lang import core
from rulebed.lang.binders import check_binders
from rulebed.lang.express import express
from rulebed.lang.express.table import article, conversion, fits, items_of, type_word
from rulebed.lang.nothing import as_one_of
from rulebed.lang.parse import parse_expression, parse_program, parse_type
from rulebed.lang.scope import FreshNames, Scope, Typed
from rulebed.lang.symbols import Fact, KindSymbol, Symbols
from rulebed.lang.syntax import Program, SyntaxNode
from rulebed.lang.types import FLAG, NUMBER, Type, entity
from rulebed.model.evaluate import Environment, NotConstantError, evaluate
from rulebed.model.game import Field, Kind, Law, Phase, Proc, Result, Table, ValueDef
from rulebed.packs.node import Entry, Map, Scalar, Seq
from rulebed.packs.node import Node as Tree
from rulebed.packs.pack import is_shared
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import lack_of
from rulebed.source.suggest import did_you_mean
from rulebed.source.text import Span

SHORT = 60  # so many letters of an expression can be said again in a help


@dataclass(frozen=True, slots=True)
class Lasting:
    """A fact that lasts as long as a procedure runs, or the flow is in some phases, and where it says so."""

    field: str
    names: tuple[tuple[str, Span], ...]
    entry: Entry

    @property
    def words(self) -> tuple[str, ...]:
        """What it lasts as long as."""
        return tuple(name for name, _ in self.names)


@dataclass(slots=True)
class Bench:
    """What is read and what is made."""

    root: Map
    report: Report
    symbols: Symbols
    syntax: Syntax
    families: Families
    trail: Trail  # of what is being made
    full_trail: Trail  # of all of it
    kinds: dict[str, Kind] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    procs: dict[str, Proc] = field(default_factory=dict)
    values: dict[str, ValueDef] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    laws: dict[str, list[Law]] = field(default_factory=dict)
    result: Result = Result("")  # noqa: RUF009 - a frozen value
    refusals: Report = field(default_factory=Report)  # of names that can't be used
    heads: dict[str, Span] = field(default_factory=dict)  # where each dynamic fact is declared
    veiled: list[tuple[Fact, str, Entry, KindSymbol | None]] = field(default_factory=list)  # facts that not all may see
    spans: list[Lasting] = field(default_factory=list)  # what is set back at the end of something
    renewals: list[tuple[str, Span]] = field(default_factory=list)  # with which procedures something starts anew
    once: Same = field(default_factory=Same)
    family: Family = field(default_factory=Family)  # what is made before all is declared has none beside it

    @property
    def is_shared(self) -> bool:
        """Whether the pack is no game of its own, and need not say how one goes."""
        return is_shared(self.root)

    @contextmanager
    def on(self, trail: Trail) -> Iterator[None]:
        """Meanwhile what is made leaves what it leaves on this trail."""
        outer = self.trail
        self.trail, self.symbols.remarks = trail, trail.remarks
        yield
        self.trail, self.symbols.remarks = outer, outer.remarks

    def section(self, name: str) -> Iterator[Entry]:
        """The entries of a top-level section."""
        found = self.root.get(name)
        if isinstance(found, Map):
            yield from found

    def entries(self, node: Tree | None) -> Iterator[Entry]:
        """The entries of a mapping; none for anything else."""
        if isinstance(node, Map):
            yield from node

    def _read(self, node: Tree, read: Reader) -> SyntaxNode | None:
        """A piece of the language in the tree."""
        if isinstance(node, Scalar):
            return self.syntax.node(node, read, self.report)
        self.report.error("P310", node.span, "a text belongs here", help="a text in the effect language")
        return None

    def program(self, node: Tree) -> Program | None:
        """A program, parsed once."""
        found = self._parsed(node, parse_program)
        return found if isinstance(found, Program) else None

    def expression(self, node: Tree) -> SyntaxNode | None:
        """An expression, parsed once."""
        return self._parsed(node, parse_expression)

    def _parsed(self, node: Tree, read: Reader) -> SyntaxNode | None:
        """What is read once; a text whose names hide something would say other things than are meant."""
        return self.once.result_of(read, node, lambda: self._checked(self._read(node, read)))

    def _checked(self, tree: SyntaxNode | None) -> SyntaxNode | None:
        return tree if tree is None or check_binders(tree, self.symbols, self.report) else None

    def type_node(self, node: Tree) -> SyntaxNode | None:
        """A type, as it is written."""
        return self._read(node, parse_type)

    def scope(self, address: str, me: Type, params: dict[str, Type] | None = None) -> Scope:
        """The scope at the start of a procedure."""
        scope = Scope(self.symbols, self.report, address, FreshNames())
        self.trail.named.setdefault(address, []).append(scope.names)
        _, scope.me = scope.bind("me", me)
        del scope.locals["me"]
        for name, kind in (params or {}).items():
            scope.bind(name, kind)
        return scope

    def typed(self, node: Tree, scope: Scope, want: Type | None = None) -> Typed | None:
        """An expression of the tree in a scope; none where it is not of the wanted type."""
        typed, span = self._literal(node), node.span
        if typed is None:
            parsed = self.expression(node)
            if parsed is None:
                return None
            typed, span = express(parsed, scope, want), parsed.spot.span() or node.span
        if want is not None and want.base == "sequence":
            typed = items_of(typed)
        if want is None or fits(scope, typed.type, want):
            return typed if want is None else as_one_of(typed, want, scope)
        message = f"{article(want, self)} belongs here, but this is {article(typed.type, self)}"
        words = node.text if isinstance(node, Scalar) else ""
        help_ = conversion(typed.type, want, words) if len(words) < SHORT else ""
        self.report.error("T201", span, message, label=type_word(typed.type, self), help=help_)
        return None

    def _literal(self, node: Tree) -> Typed | None:
        """A number or flag of YAML."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return Typed(core.Const(int(node.value)), FLAG)
        if isinstance(node, Scalar) and isinstance(node.value, int):
            return Typed(core.Const(node.value), NUMBER)
        return None

    def constant(self, node: Tree, want: Type | None = None, me: int | None = None) -> core.Value | None:
        """A value that must be known when the pack is loaded; `me` is the seat that it is for, if it is for one."""
        scope, found = self.scope("pack", entity("player")), len(self.report)
        typed = self.typed(node, scope, want)
        if typed is None or len(self.report) > found:
            return None
        try:
            value: core.Value = evaluate(typed.expr, _locals(scope, me), Environment(self.symbols.tables))
        except NotConstantError:
            self._not_constant(node)
            return None
        return value

    def constants(
        self, node: Tree, want: Type, kind: KindSymbol, places: Iterable[int], *, seated: bool = False
    ) -> list[core.Value | None]:
        """A value for instances of a kind that must be known beforehand, worked out of what each of them is.

        Of a seat or party it may also speak as `me`.
        """
        numbers, found = tuple(places), len(self.report)
        scope = self.scope("pack", entity(kind.name if seated else "player"))
        it = scope.hidden("it")
        typed = self.typed(node, scope.with_item(Typed(core.Local(it), entity(kind.name))), want)
        if typed is None or len(self.report) > found:
            return [None] * len(numbers)
        tables = self.symbols.tables
        locals_ = [{it: place, **_locals(scope, place if seated else None)} for place in numbers]
        try:
            return [evaluate(typed.expr, each, Environment(tables)) for each in locals_]
        except NotConstantError:
            self._not_constant(node)
            return [None] * len(numbers)

    def _not_constant(self, node: Tree) -> None:
        message = "this must be known before the game starts"
        self.report.error("T220", node.span, message, help="it may use numbers, static facts and setup options")

    def whole(self, node: Tree | None, default: int) -> int:
        """A whole number as it is written, or a default where there is nothing."""
        if node is None or (
            isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool)
        ):
            return default if node is None else int(str(node.value))
        self.report.error("T201", node.span, "a whole number belongs here")
        return default

    def report_unknown(self, span: Span, what: str, name: str, known: Iterable[str], otherwise: str = "") -> None:
        """Report a name that is not declared, with the nearest one that is."""
        help_ = did_you_mean(name, known, otherwise)
        message, notes = f"there is no {what} `{name}`", self.symbols.notes_on(name)
        lacks = lack_of(what, name)
        self.report.error("T102", span, message, label="unknown", help=help_, notes=notes, hangs_on=lacks)

    def names_of(self, node: Tree | None) -> list[tuple[str, Span]]:
        """A text or a list of texts."""
        if isinstance(node, Scalar) and node.value is not None:
            return [(node.text, node.span)]
        if isinstance(node, Seq):
            return [(item.text, item.span) for item in node if isinstance(item, Scalar)]
        return []


def _locals(scope: Scope, me: int | None) -> dict[str, core.Value]:
    return {scope.me.expr.name: me} if me is not None and isinstance(scope.me.expr, core.Local) else {}


def at(node: Tree, key: str) -> Tree | None:
    """What stands behind a key of a mapping."""
    return node.get(key) if isinstance(node, Map) else None


def is_false(node: Tree | None) -> bool:
    """Whether a flag is said not to be set."""
    return isinstance(node, Scalar) and node.value is False


def is_true(node: Tree | None) -> bool:
    """Whether a flag is set."""
    return isinstance(node, Scalar) and node.value is True
