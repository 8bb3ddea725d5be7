"""The board: its boxes with typed expressions, made from the pack's tree."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from rulebed.assemble.bench import Bench, at, is_true
from rulebed.lang import internal, walk
from rulebed.lang.binders import check_binders, check_local_name
from rulebed.lang.core import Can, Expr, Local, Trial
from rulebed.lang.express import express
from rulebed.lang.express.table import article, fits, items_of, type_word
from rulebed.lang.nothing import as_one_of
from rulebed.lang.parse import parse_expression
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import MemberOf, SyntaxNode, Text
from rulebed.lang.types import FLAG, NUMBER, Type, entity
from rulebed.model.board import SLOT, Board, Box, EachBox, Shown, Template
from rulebed.model.budget import file_and_line
from rulebed.packs.node import Entry, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import halves

ROWS = ("row", "column", "table")
SPREADS = {"grid": ("across", "down", "up"), "hex": ("across", "down"), "track": ("from", "to")}
LEAVES = ("show", "pile", "text")
SHAPES = (*ROWS, *SPREADS, *LEAVES)
SHORT = ":short"
AMOUNT = re.compile(r"(.*\S)\s+([a-z][a-z0-9_]*)\s*")
EACH = re.compile(r"\s*([a-z][a-z0-9_]*)\s+in\s+")
OWNER = entity("party", optional=True)


def make_board(bench: Bench) -> Board[Expr] | None:
    """The board of the pack, if it has one; `me` is whoever looks at it."""
    tree = bench.root.get("board")
    if tree is None:
        return None
    box = Boxes(bench).box(tree, "board", bench.scope("board", entity("player")))
    is_one = box.each is None and box.condition is None
    return Board(box if is_one else Box(internal.AROUND, "row", boxes=(box,)))


class Boxes:
    """Makes boxes of trees."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def box(self, tree: Tree, address: str, scope: Scope) -> Box[Expr]:
        """A box; an expression alone is one that shows its value."""
        scope = scope.inner()
        if isinstance(tree, Scalar):
            return Box(address, "show", value=self._read_shown(tree, scope), place=file_and_line(tree.span))
        shapes = [entry for entry in self.bench.entries(tree) if entry.key in SHAPES]
        for entry in shapes[1:]:
            message = f"a box has one shape, and this one is a `{shapes[0].key}` already"
            self.bench.report.error("P350", entry.key_span, message, help="put one of them into a box of its own")
        if not shapes:
            help_ = f"one of {', '.join(f'`{shape}`' for shape in SHAPES)}"
            lacks = halves(["board"])
            self.bench.report.error("P351", tree.span, "nothing says what is in this box", help=help_, hangs_on=lacks)
            return Box(address, "row")
        each = self._each(at(tree, "each"), scope)
        return self._read_box(tree, shapes[0], address, scope, each)

    def _read_box(self, tree: Tree, entry: Entry, address: str, scope: Scope, each: EachBox[Expr] | None) -> Box[Expr]:
        """A box with what is in it; what goes for each item is typed with the item known."""
        shape, node, inside = entry.key, entry.value, f"{address}.{entry.key}"
        title, condition, thing, owner = (at(tree, key) for key in ("title", "if", "of", "owner"))
        return Box(
            address,
            shape,
            title=self._template(title, scope),
            condition=self._expr(condition, scope, FLAG),
            each=each,
            thing=self._thing(thing, scope) or _item(each),
            owner=self._expr(owner, scope, OWNER),
            boxes=self._boxes(shape, node, inside, scope),
            is_close=is_true(at(tree, "close")),
            sign=self._template(at(tree, "sign"), scope),
            text=self._template(node, scope) if shape == "text" else None,
            value=self._read_shown(node, scope) if shape in LEAVES[:2] else self._at(shape, node, scope),
            numbers=self._numbers(shape, node, scope) if shape == "track" else {},
            place=file_and_line(entry.key_span),
        )

    def _boxes(self, shape: str, node: Tree, address: str, scope: Scope) -> tuple[Box[Expr], ...]:
        if shape in ROWS:
            return tuple(self.box(entry.value, f"{address}.{entry.key}", scope) for entry in self.bench.entries(node))
        return (self._cell(shape, node, address, scope),) if shape in ("grid", "hex") else ()

    def _cell(self, shape: str, node: Tree, address: str, scope: Scope) -> Box[Expr]:
        """What stands at each place of a grid or of a map of hexes, and where it stands."""
        inner = scope.inner()
        each, numbers = self._each(at(node, "each"), inner), self._numbers(shape, node, inner)
        tree = at(node, "box")
        found = self.box(tree, f"{address}.box", inner) if tree is not None else Box(address, "row")
        return Box(f"{address}", "cell", each=each, boxes=(found,), numbers=numbers)

    def _numbers(self, shape: str, node: Tree, scope: Scope) -> dict[str, Expr]:
        stated = {name: self._expr(at(node, name), scope, NUMBER) for name in SPREADS[shape]}
        return {name: expr for name, expr in stated.items() if expr is not None}

    def _at(self, shape: str, node: Tree, scope: Scope) -> Shown[Expr] | None:
        """Where on its track something stands."""
        place = at(node, "at") if shape == "track" else None
        return self._read_shown(place, scope, NUMBER) if place is not None else None

    def _each(self, node: Tree | None, scope: Scope) -> EachBox[Expr] | None:
        """`NAME in SET`: a box for each of the set."""
        match = EACH.match(node.text) if isinstance(node, Scalar) else None
        if not isinstance(node, Scalar) or match is None:
            return None
        check_local_name(match[1], node.place(*match.span(1)), self.bench.symbols, self.bench.report)
        typed = self._typed(_part(node, match.end(), len(node.text)), scope)
        source = items_of(typed) if typed is not None else None
        if source is None or source.type.item is None:
            if source is not None and source.type.base != "unknown":
                message = f"a set belongs here, but this is {article(source.type, self.bench)}"
                self.bench.report.error("T201", node.span, message, label=type_word(source.type, self.bench))
            scope.bind(match[1], Type("unknown", optional=True))
            return None
        local, _ = scope.bind(match[1], source.type.item)
        return EachBox(local, source.expr, source.type.item)

    def _thing(self, node: Tree | None, scope: Scope) -> Shown[Expr] | None:
        shown = self._read_shown(node, scope) if node is not None else None
        if node is not None and shown is not None and shown.type.base not in ("entity", "unknown"):
            message = f"a thing belongs here, but this is {article(shown.type, self.bench)}"
            self.bench.report.error("T201", node.span, message, label=type_word(shown.type, self.bench))
        return shown

    def _template(self, node: Tree | None, scope: Scope) -> Template[Expr] | None:
        """A text, with expressions in braces."""
        if not isinstance(node, Scalar):
            return None
        slots = ((match[1].strip(), self._slot(node, match, scope)) for match in SLOT.finditer(node.text))
        return Template(node.text, {name: shown for name, shown in slots if shown is not None})

    def _slot(self, node: Scalar, match: re.Match[str], scope: Scope) -> Shown[Expr] | None:
        """An expression, so much as `p.silver silver`, a thing by its short name: `bird:short`, or a program."""
        start, end = match.span(1)
        is_short = match[1].endswith(SHORT)
        if is_short:
            end -= len(SHORT)
        amount = AMOUNT.fullmatch(match[1])
        asset = amount[2] if amount is not None and amount[2] in self.bench.symbols.resources else ""
        if amount is not None and asset:
            self.bench.symbols.use(f"resource {asset}")
            end = start + amount.end(1)
        parsed = self._parsed(_part(node, start, end))
        if parsed is None:
            return None
        if isinstance(parsed, MemberOf) and not parsed.arguments:
            owner = express(parsed.owner, replace(scope.inner(), report=Report()))
            if parsed.name in self._programs(owner.type):
                return Shown(owner.expr, owner.type, program=parsed.name)
        typed = self._as_wanted(parsed, scope, NUMBER if asset else None)
        return Shown(typed.expr, typed.type, asset, is_short) if typed is not None else None

    def _programs(self, sort: Type) -> Collection[str]:
        """The programs that a thing of some kind has."""
        kind = self.bench.symbols.kinds.get(sort.kind) if sort.base == "entity" else None
        return kind.programs if kind is not None else ()

    def _read_shown(self, node: Tree, scope: Scope, want: Type | None = None) -> Shown[Expr] | None:
        typed = self.bench.typed(node, scope, want)
        if typed is None:
            return None
        self._check_plain(node, typed.expr)
        return Shown(typed.expr, typed.type)

    def _expr(self, node: Tree | None, scope: Scope, want: Type) -> Expr | None:
        shown = self._read_shown(node, scope, want) if node is not None else None
        return shown.expr if shown is not None else None

    def _typed(self, text: Text, scope: Scope, want: Type | None = None) -> Typed | None:
        parsed = self._parsed(text)
        return self._as_wanted(parsed, scope, want) if parsed is not None else None

    def _parsed(self, text: Text) -> SyntaxNode | None:
        parsed = parse_expression(text, self.bench.report)
        known = parsed is not None and check_binders(parsed, self.bench.symbols, self.bench.report)
        return parsed if known else None

    def _as_wanted(self, parsed: SyntaxNode, scope: Scope, want: Type | None) -> Typed | None:
        typed = express(parsed, scope, want)
        if want is None or fits(scope, typed.type, want):
            return typed if want is None else as_one_of(typed, want, scope)
        message = f"{article(want, self.bench)} belongs here, but this is {article(typed.type, self.bench)}"
        scope.error("T201", parsed, message, label=type_word(typed.type, self.bench))
        return None

    def _check_plain(self, node: Tree, expr: Expr) -> None:
        """What can be done shows by itself: the options stand on the things that they are about."""
        if any(isinstance(part, Can | Trial) for part in walk.exprs(expr)):
            message = "a board shows what is, and can't ask what could be done"
            help_ = "what can be chosen is marked on the things themselves"
            self.bench.report.error("P352", node.span, message, help=help_)


def _item(each: EachBox[Expr] | None) -> Shown[Expr] | None:
    """A box for each of a set stands for the thing that this is one of."""
    if each is None or each.type.base != "entity":
        return None
    return Shown(Local(each.local), each.type)


def _part(node: Scalar, start: int, end: int) -> Text:
    """A stretch of a text, which knows where it stands."""
    return Text(node.text[start:end], lambda first, last: node.place(start + first, start + last))
