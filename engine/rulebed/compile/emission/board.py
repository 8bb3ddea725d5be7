"""Boards, compiled: each expression of a box as a function over what one viewer sees of the flat state.

What a viewer doesn't know stands in that state as something that can't be looked at (`showing.sight`): a function that
needs it raises, and that is what the box shows. So whether something is shown would hang on what an expression looks at
first, and these are written as they stand: nothing is hoisted, unrolled, or tested before its turn.

A box also gets what it looks at, so that who draws the next board can take over what can't have changed:

    board: {column: {people: {each: p in players, text: "{p.silver}", ...}}}

reads one slot for each player, which is known from the form: `own` has the depth of `p` and the first of those slots.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulebed.compile.emission import shapes
from rulebed.compile.emission.expressions import Expressions, PyNames
from rulebed.compile.emission.made_up import made_up
from rulebed.compile.emission.shop import Shop
from rulebed.compile.emission.trials import Trials
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Data, Expr, Local, Read
from rulebed.lang.making import ZERO
from rulebed.lang.types import NUMBER
from rulebed.model.board import ME, Board, Box, Locals, Sketch
from rulebed.model.budget import BOX, LOOKED_AT
from rulebed.model.game import Model, Result, Table
from rulebed.packs.address import short_names
from rulebed.run import kept
from rulebed.run.blueprint import PRINTED, UNSEEN, Plate
from rulebed.run.layout import Layout

ITEMS = "k"  # what the locals are handed over in
THING = "it"
FEW = 4  # facts that a box may be made of: what is made of more is none of them as it stands
UNREAD = "at first "  # before the name of a field that no rule has a use for: a table, since it stays as it was
Own = tuple[int, int]
Asked = tuple[str, tuple[int | None, ...]]  # a named value, and how deep the items stand that it is given
Depths = Mapping[str, int | None]  # how deep the item stands that a local is; none where it is no item of a box


def plate_of(model: Model, layout: Layout) -> bytes:
    """The board of a model, or one that is made up for it, compiled and packed."""
    shop = Shop()
    whole = _with_tables(model if model.board is not None else replace(model, board=made_up(model, layout)), layout)
    assert whole.board is not None
    drafting = Drafting(whole, layout, shop)
    drafted, force, scores = drafting.board(whole.board), drafting.in_force(), drafting.scores(whole.result)
    reads = drafting.reads.of_board(drafted)
    for _, more in (*force.values(), *scores):
        reads |= more
    code = tuple((file, marshal.dumps(one)) for file, one in shop.compiled())
    return kept.packed(Plate(drafted, reads, code, force, scores))


def _with_tables(model: Model, layout: Layout) -> Model:
    """The model with tables in place of the fields that the compiled game does without: no rule changes them."""
    board = model.board
    unread = {name: one for name, one in model.fields.items() if name not in layout.bases}
    if not unread or board is None:
        return model

    def to_tables(expr: Expr) -> Expr:
        inner = walk.rebuilt(expr, to_tables)
        return Data(UNREAD + inner.field, inner.index) if isinstance(inner, Read) and inner.field in unread else inner

    tables = {UNREAD + name: Table(UNREAD + name, one.kind, NUMBER, one.initial) for name, one in unread.items()}
    return replace(
        model,
        tables={**model.tables, **tables},
        values={name: replace(one, body=to_tables(one.body)) for name, one in model.values.items()},
        board=board.filled(lambda expr, _: to_tables(expr)),
    )


class Sights(Expressions):
    """Writes expressions over what somebody sees."""

    def __init__(self, model: Model, layout: Layout, shop: Shop) -> None:
        super().__init__(model, layout, shop, Trials(), as_they_stand=True)
        self._backs = {table for kind in model.kinds.values() for table in kind.backs}

    def shared(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Everything is read where it stands, and so not at all where the way doesn't lead."""
        return body

    def _looked_up(self, table: str, index: ast.expr) -> ast.expr:
        if table in self._backs:
            return shapes.call(PRINTED, shapes.const(self.model.tables[table].values), index)
        return super()._looked_up(table, index)

    def _trial(self, expr: core.Trial | core.Supposing, names: PyNames) -> ast.expr:
        return shapes.call(UNSEEN)


class Drafting:
    """Compiles the boxes of one board."""

    def __init__(self, model: Model, layout: Layout, shop: Shop) -> None:
        self.write, self.shop, self.layout = Sights(model, layout, shop), shop, layout
        self.reads = Reads(model, layout)

    def board(self, board: Board[Expr]) -> Board[str]:
        """The board with the names of functions, and what each box looks at."""
        stems = short_names(tuple(box.address for box in board.box.every_box()))
        return replace(board, box=self._sketched(board.box, ME, stems)).filled(self._function)

    def scores(self, result: Result) -> tuple[tuple[str, int], ...]:
        """What a seat's score is as it stands, and then each of its parts."""
        values = (result.score, *(value for _, value in result.parts))
        asked = (core.Ask(value, (Local(ME[0]),)) for value in values)
        return tuple((self._function(one, ME), self.reads.whole(one)) for one in asked)

    def in_force(self) -> dict[str, tuple[str, int]]:
        """By kind, what says whether a thing is in force for a party, where the kind says when it is."""
        found, values = {}, self.write.model.values
        for kind in self.write.model.kinds:
            value = values.get(internal.in_force_of(kind))
            if value is not None and not isinstance(value.body, core.Const):
                asked = core.Ask(value.name, (Local(ME[0]), Local(THING)))
                found[kind] = self._function(asked, (*ME, THING)), self.reads.whole(asked)
        return found

    def _function(self, expr: Expr, around: Locals) -> str:
        """The name of the function that works out an expression; it is handed all locals at once."""
        title = self.shop.fresh("shown")
        names = {local: shapes.subscript(shapes.name(ITEMS), shapes.const(depth)) for depth, local in enumerate(around)}
        body = ast.Return(self.write.value(expr, names))
        self.shop.stand(None)
        self.shop.add(shapes.function(title, [shapes.STATE, ITEMS], [body]))
        return title

    def _sketched(self, box: Box[Expr], around: Locals, stems: Mapping[str, str]) -> Box[Expr]:
        """The box with what it looks at, by itself and within, for one item and for whatever item there is."""
        box, inside = self._with_places(box, around), box.inside(around)
        boxes = tuple(self._sketched(inner, inside, stems) for inner in box.boxes)
        found = self.reads.looked_at(box.fillings(), inside)
        for sketch in (inner.sketch for inner in boxes if inner.sketch is not None):
            found.add(Seen(sketch.any_item, set(sketch.group)))
        cost = BOX + int(sum(map(self.write.charges.expr, box.fillings())))
        test = 0 if box.condition is None else int(self.write.charges.expr(box.condition))
        one = Sketch(stems[box.address], LOOKED_AT + test, cost, found.mask, tuple(sorted(found.own)), found.mask)
        every = self.reads.up_to_depth(found, len(around))
        if box.each is not None:
            every.add(self.reads.looked_at((box.each.source,), around))
        return replace(box, boxes=boxes, sketch=replace(one, any_item=every.mask, group=tuple(sorted(every.own))))

    def _with_places(self, box: Box[Expr], around: Locals) -> Box[Expr]:
        """The box with where that lies which it shows, and the set that it is one of."""
        inside = box.inside(around)
        slots = dict.fromkeys(slot for one in box.shown_values() for slot in self._slots(one.expr, inside))
        source = () if box.each is None else tuple(self._slots(box.each.source, around))
        few = tuple(slots) if len(slots) <= FEW else ()
        return replace(box, slots=few, source=source[0] if len(source) == 1 else None)

    def _slots(self, expr: Expr, known: Locals) -> Iterator[Expr]:
        """Where in the state the facts lie that it is made of, as far as the items around it tell which those are."""
        for part in walk.exprs(expr):
            if isinstance(part, Read) and walk.free(part.index) <= {*known}:
                there, base = core.Op("ge", (part.index, ZERO)), core.Const(self.layout.base(part.field))
                yield core.Op("if", (there, core.Op("add", (base, part.index)), core.Const(core.NONE)))


@dataclass(slots=True)
class Seen:
    """What something looks at: slots as bits, and the facts of single items, by their depth and first slot."""

    mask: int = 0
    own: set[Own] = field(default_factory=set)

    def add(self, other: Seen) -> None:
        """Look at these, too."""
        self.mask |= other.mask
        self.own |= other.own


class Reads:
    """Finds what expressions look at; each named value is read once for all that are given items as deep."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model, self.layout = model, layout
        self._whole = {layout.base(name): self._bits(name) for name in layout.fields}
        self._own: dict[Asked, tuple[Seen, frozenset[Asked]]] = {}

    def looked_at(self, exprs: Iterable[Expr], around: Locals) -> Seen:
        """What these look at, by the locals of the items around them."""
        found, depths = Seen(), {local: depth for depth, local in enumerate(around)}
        todo: list[Asked] = []
        for expr in exprs:
            todo += self._direct(expr, depths, found)
        met = set[Asked]()
        while todo:
            asked = todo.pop()
            if asked not in met:
                met.add(asked)
                seen, more = self._value(asked)
                found.add(seen)
                todo += more
        return found

    def whole(self, expr: Expr) -> int:
        """The slots that it looks at, whatever its locals are, as bits."""
        return self.up_to_depth(self.looked_at((expr,), ()), 0).mask

    def of_board(self, board: Board[str]) -> int:
        """The slots that any box looks at, whoever sits before it, as bits."""
        sketch = board.box.sketch
        return 0 if sketch is None else self.up_to_depth(Seen(sketch.any_item, set(sketch.group)), 0).mask

    def up_to_depth(self, seen: Seen, depth: int) -> Seen:
        """The same where only the items as far as this depth are known: of the others it may be any."""
        found = Seen(seen.mask)
        for own in seen.own:
            if own[0] < depth:
                found.own.add(own)
            else:
                found.mask |= self._whole[own[1]]
        return found

    def _bits(self, name: str) -> int:
        return ((1 << self.layout.fields[name].size) - 1) << self.layout.base(name)

    def _direct(self, expr: Expr, depths: Depths, found: Seen) -> Iterator[Asked]:
        """Add what an expression reads itself; the values that it asks for, and how deep what they are given stands."""
        for part in walk.exprs(expr):
            if isinstance(part, Read):
                self._read(part, depths, found)
            elif isinstance(part, core.Ask):
                yield part.value, tuple(depths.get(arg.name) if isinstance(arg, Local) else None for arg in part.args)

    def _read(self, read: Read, depths: Depths, found: Seen) -> None:
        base, index = self.layout.base(read.field), read.index
        depth = depths.get(index.name) if isinstance(index, Local) else None
        if isinstance(index, core.Const) and isinstance(index.value, int):
            found.mask |= 1 << (base + index.value)
        elif depth is not None:
            found.own.add((depth, base))
        else:
            found.mask |= self._whole[base]

    def _value(self, asked: Asked) -> tuple[Seen, frozenset[Asked]]:
        """What a named value reads itself, and the values that it asks for."""
        if asked not in self._own:
            value, found = self.model.values[asked[0]], Seen()
            depths = dict(zip(value.params, asked[1], strict=True))
            more = frozenset(self._direct(value.body, depths, found))
            self._own[asked] = found, more
        return self._own[asked]
