"""What loops need: of all turns at once where none spoils another, else turn by turn, as far as they can be counted."""

from __future__ import annotations

from dataclasses import replace

from rulebed.algebra import bounds
from rulebed.algebra.needs import ANY, Exits, Needs, all_needs, assuming, behind_choice, mapped
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over
from rulebed.prove.guards.ahead import Ahead
from rulebed.prove.guards.findings import TRY

UNROLLED_TURNS = 12
ONCE = Const(1)
VALUES_DEEP = 4  # values that ask for values, in how often a loop turns

Loop = core.Each | core.Repeat


class Loops:
    """Works out the needs of loops, for the one look ahead that it belongs to."""

    def __init__(self, weakest: Ahead) -> None:
        self.weakest = weakest
        self.facts, self.fold = weakest.facts, weakest.fold

    def needs(self, loop: Loop, after: Needs, exits: Exits) -> Needs:
        """What a loop needs so that it gets through to where `after` is needed."""
        if is_once(loop):
            return self.weakest.block(loop.body, after, Exits(after, exits.finish))
        filled = self._filled(loop)
        if filled is not None:
            return self.weakest.before_write(filled, self.facts.cells.whole(filled.field), after, loop)
        mark = len(self.weakest.findings.found)
        body = self._body(loop, exits)
        after = behind_choice(after) if self.weakest.deciders.of_block(loop.body) else after
        if self._is_steady(loop, body, after, exits):
            return all_needs(self._of_all(loop, body), after)
        written = self._written_out(loop, known=True)
        if written is not None:
            self.weakest.findings.taken_out(mark)  # with known items less may go wrong
            return self.weakest.block(written, after, exits)
        kept = tuple(need for need in after if self.weakest.independent(need, loop.body))
        if self.weakest.supposing.is_settled(loop):
            self.weakest.findings.taken_out(mark)
            return all_needs(self._supposed(loop, body, tuple(need for need in after if need not in kept)), kept)
        self._refuse(loop, body, after)
        return all_needs(self._of_all(loop, body), kept)

    def _supposed(self, loop: Loop, body: Needs, moved: Needs) -> Needs:
        """What a loop needs where all of its turns can be carried out on a copy."""
        supposing = self.weakest.supposing
        own = self._of_all(loop, body) if self._is_steady(loop, body, (), Exits()) else ()
        through = () if own or not body else (supposing.through(loop, body[0]),)
        return all_needs(own, through, [supposing.need_before(loop, need) for need in moved])

    def _filled(self, loop: Loop) -> core.Write | None:
        """Of a loop that writes all of a fact, whatever it was: the same as one write, at `ANY` index."""
        match loop:
            case core.Each(local, Const(tuple(items)), (core.Write(field, Local(index), value) as write,)):
                fact = self.facts.model.fields[field]
                known = walk.free(value) <= {local} and not walk.marks(value) & (walk.READS | walk.ASKS | walk.BLOCKS)
                if index == local and known and items == tuple(range(fact.size)):
                    return replace(write, index=ANY, value=walk.substituted(value, {local: ANY}))
        return None

    def written_out(self, loop: Loop, after: Needs, exits: Exits) -> Block | None:
        """The turns one after another, where what is decided or drawn in one of them could spoil what comes then."""
        if is_once(loop):
            return None
        mark = len(self.weakest.findings.found)
        body = self._body(loop, exits)
        self.weakest.findings.taken_out(mark)
        if self._is_steady(loop, body, after, exits):
            return None
        written = self._written_out(loop, known=False)
        if written is None:
            self._refuse(loop, body, after)
        return written

    def _body(self, loop: Loop, exits: Exits) -> Needs:
        return self.weakest.block(loop.body, (), Exits((), exits.finish))

    def _is_steady(self, loop: Loop, body: Needs, after: Needs, exits: Exits) -> bool:
        """Whether no turn can touch what others need or what is needed after them, nor spare it."""
        if not all(self.weakest.independent(need, loop.body) for need in (*body, *after)):
            return False
        if body and walk.leaves(loop.body):
            return False
        return not _returns(loop.body) or not (body or after != exits.finish)

    def _refuse(self, loop: Loop, body: Needs, after: Needs) -> None:
        if not self._is_steady(loop, body, (), Exits()):
            message = "what this loop does changes what its next turn needs, and how often is not known"
            self.weakest.findings.say("G103", loop.at, message, TRY)
        for need in after:
            if not self.weakest.independent(need, loop.body) or _returns(loop.body):
                message = "this depends on what a loop before it does"
                self.weakest.findings.say("G103", need.at or loop.at, f"{message}: {need.reason}", TRY)

    # All turns at once.

    def _of_all(self, loop: Loop, body: Needs) -> Needs:
        if isinstance(loop, core.Repeat):
            return assuming(self.fold(Op("gt", (loop.count, Const(0)))), body)
        about = tuple(need for need in body if loop.local in walk.free(need.expr))
        rest = tuple(need for need in body if loop.local not in walk.free(need.expr))
        return all_needs(mapped(about, lambda expr: self._every(loop, expr)), assuming(self._some(loop), rest))

    def _every(self, loop: core.Each, expr: Expr) -> Expr:
        name = loop.local + self.weakest.fresh()
        return self.fold(Over("all", name, loop.source, walk.substituted(expr, {loop.local: Local(name)})))

    def _some(self, loop: core.Each) -> Expr:
        return self.fold(Op("gt", (Op("len", (loop.source,)), Const(0))))

    # Turn by turn.

    def _written_out(self, loop: Loop, *, known: bool) -> Block | None:
        """The turns one after another; with `known`, items that are known stand in the expressions themselves."""
        items = self._items(loop)
        if items is not None:
            turns: Block | None = tuple(stmt for item in items for stmt in self._turn(loop, item, known=known))
        else:
            turns = self._counted(loop, known=known)
        if turns is None or not walk.leaves(loop.body):
            return turns
        return (core.Repeat(ONCE, turns, loop.at),)

    def _items(self, loop: Loop) -> tuple[Expr | None, ...] | None:
        """The items of a loop's turns, where they are few and known."""
        if isinstance(loop, core.Repeat):
            count = self.fold(loop.count)
            if isinstance(count, Const) and isinstance(count.value, int) and count.value <= UNROLLED_TURNS:
                return (None,) * count.value
            return None
        source = self.fold(loop.source)
        if isinstance(source, Const) and isinstance(source.value, tuple) and len(source.value) <= UNROLLED_TURNS:
            return tuple(map(Const, source.value))
        if isinstance(source, Op) and source.name == "seq" and len(source.args) <= UNROLLED_TURNS:
            return source.args if all(_stays(item, loop.body) for item in source.args) else None
        return None

    def _counted(self, loop: Loop, *, known: bool) -> Block | None:
        """The turns of a loop that turns at most so often, each if it comes to that."""
        suffix = self.weakest.fresh()
        count, start = Local("turns" + suffix), self._counting(loop, "items" + suffix)
        most = bounds.range_of(self._in_full(start[-1].value), self.facts.model, {})[1]
        if most > UNROLLED_TURNS:
            return None
        turns: Block = ()
        for place in reversed(range(int(max(most, 0)))):
            turn = self._turn(loop, self._item_at(loop, place, "items" + suffix), known=known)
            turns = (core.If(Op("gt", (count, Const(place))), (*turn, *turns), (), loop.at),)
        return (*start[:-1], core.Let(count.name, start[-1].value, loop.at), *turns)

    def _counting(self, loop: Loop, items: str) -> tuple[core.Let, ...]:
        """What is worked out before the first turn; last, how often the loop turns."""
        if isinstance(loop, core.Repeat):
            return (core.Let("", loop.count),)
        source = self.fold(loop.source)
        if _first(source) is not None and isinstance(source, Op):
            first, last = source.args
            return (core.Let("", self.fold(Op("add", (Op("sub", (last, first)), Const(1))))),)
        return core.Let(items, source, loop.at), core.Let("", self._length(source))

    def _length(self, source: Expr) -> Expr:
        return self.fold(Op("len", (source,)))

    def _item_at(self, loop: Loop, place: int, items: str) -> Expr | None:
        if isinstance(loop, core.Repeat):
            return None
        first = _first(self.fold(loop.source))
        return Const(first + place) if first is not None else Op("at", (Local(items), Const(place + 1)))

    def _in_full(self, expr: Expr, depth: int = VALUES_DEEP) -> Expr:
        """An expression with the values that it asks for in full."""
        if not depth:
            return expr
        inline = self.weakest.inline
        if isinstance(expr, core.Ask) and expr.value in inline.values and not inline.is_recursive(expr.value):
            return self._in_full(self.fold(inline.expanded(expr)), depth - 1)
        return walk.rebuilt(expr, lambda part: self._in_full(part, depth))

    def _turn(self, loop: Loop, item: Expr | None, *, known: bool) -> Block:
        """One turn, for an item that is known."""
        if item is None or not isinstance(loop, core.Each):
            return loop.body
        if not known or not _stays(item, loop.body) or loop.local in walk.bound(loop.body):
            return (core.Let(loop.local, item, loop.at), *loop.body)
        values: dict[str, Expr] = {loop.local: item}
        return walk.over_block(loop.body, lambda expr: self.fold(walk.substituted(expr, values)))


def is_once(loop: Loop) -> bool:
    """Whether a loop turns just once: only leaving it makes it differ from its body."""
    return isinstance(loop, core.Repeat) and loop.count == ONCE


def _returns(body: Block) -> bool:
    return any(isinstance(stmt, core.Return) for stmt in walk.stmts(body))


def _first(source: Expr) -> int | None:
    """Where a range begins, if that is known."""
    match source:
        case Op("range", (Const(int(first)), _)):
            return first
        case _:
            return None


def _stays(item: Expr, body: Block) -> bool:
    """Whether an item means the same in every turn, so that it can be worked out when it is needed."""
    parts = walk.exprs(item)
    if any(isinstance(part, (core.Read, core.Ask, Over, *walk.WITH_BLOCK)) for part in parts):
        return False
    return not walk.free(item) & {*walk.bound(body)}
