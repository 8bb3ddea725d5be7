"""Rolling and drawing: luck binds a name, or moves cards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rulebed.lang import core, internal, walk
from rulebed.lang.express import collection, express, express_number
from rulebed.lang.express.table import article, fits
from rulebed.lang.express.targets import Target, find_target
from rulebed.lang.making import EMPTY, NOBODY, ZERO, op
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Draw, Of, Refill, Roll, RollSome, SyntaxNode
from rulebed.lang.types import NUMBER, UNKNOWN, Type, sequence
from rulebed.verbs.moves import deck_target, drop_in, held_kind, piece_type, place_of
from rulebed.verbs.table import at_least_zero, check_bounds, follow_once, in_one_line, note, times, verb, when
from rulebed.verbs.writing import of_value, write_to


def domain(kind: Type) -> core.Domain:
    """What the options or outcomes of a type are."""
    return core.Domain("entity", kind.kind) if kind.base == "entity" else core.Domain("number")


def _roll(source: Typed, wish: str, name: str, node: Roll | RollSome, scope: Scope) -> core.Roll:
    address = f"{scope.address}.{name}"
    faces, at = domain(source.type.item or NUMBER), node.spot.span()
    unheard = node.into is not None
    words = in_one_line(node.source)
    return core.Roll(scope.hidden(wish), source.expr, address, ZERO, faces, address, at, unheard, words)


def _outcome(source: Typed) -> Type:
    """What one of a set is: none where the set may be empty, unless it is a number."""
    item = source.type.item or NUMBER
    return item if item.base == "number" or _is_listed(source) else item.maybe()


def _is_listed(source: Typed) -> bool:
    """Whether anybody sees that there is something in a set."""
    return isinstance(source.expr, core.Const) and bool(source.expr.value)


def _some(items: Typed) -> core.Expr:
    return op("gt", op("len", items.expr), ZERO)


def _rolled(node: SyntaxNode, source: Typed, scope: Scope) -> tuple[tuple[str, core.Expr, Type], ...]:
    """Whose faces they are, where the set says it: the die of `faces of die`."""
    if not isinstance(node, Of) or source.type.base == "unknown":
        return ()
    owner = express(node.owner, scope)
    return (("of", owner.expr, owner.type),) if owner.type.base == "entity" else ()


@verb(Roll, tells="roll")
def roll(node: Roll, scope: Scope) -> core.Block:
    """Luck takes one of a set, as the faces of a die: `as` names it, and all hear; `into` lets those hear who see."""
    source = collection(node.source, scope, "`roll`")
    check_bounds(node.source, scope)
    let, goal = _goal(node, _outcome(source), scope)
    name = node.name or _name_of_roll(goal)
    statement = _roll(source, name, name, node, scope)
    face = Typed(core.Local(statement.local), _outcome(source))
    rolled = _rolled(node.source, source, scope)
    if node.name:
        scope.locals[node.name] = face
    if node.into is not None:
        return (*let, statement, *_land(goal, "face", face, statement, scope))
    return (statement, note("roll", scope, ("face", face.expr, face.type), *rolled, address=statement.address))


@verb(RollSome, tells="roll")
def roll_some(node: RollSome, scope: Scope) -> core.Block:
    """Luck takes one several times: `as` names all of them, and all hear; `into` lets those hear who see."""
    count = times(node.count, scope, "roll")
    source = collection(node.source, scope, "`roll`")
    check_bounds(node.source, scope)
    let, goal = _goal(node, source.type, scope)
    rolled = _rolled(node.source, source, scope)
    faces, typed = scope.bind(node.name, source.type) if node.name else _unnamed(source, scope)
    statement = _roll(source, "face", node.name or _name_of_roll(goal), node, scope)
    grow = core.Let(faces, op("append", core.Local(faces), core.Local(statement.local)))
    once: core.Block = (statement, grow)
    if not _is_listed(source):
        once = (core.If(_some(source), once),)
    told: core.Block = (note("roll", scope, ("faces", typed.expr, typed.type), *rolled, address=statement.address),)
    if node.into is not None:
        told = _land(goal, "faces", typed, statement, scope)
    telling = core.If(_some(typed), told)
    return (*let, core.Let(faces, EMPTY), core.Repeat(count, once, node.spot.span()), telling)


# Where it lies then.


def _unnamed(source: Typed, scope: Scope) -> tuple[str, Typed]:
    local = scope.hidden("faces")
    return local, Typed(core.Local(local), source.type)


def _name_of_roll(goal: Target | None) -> str:
    """What a roll is called that has no name: as the fact that it goes into."""
    return goal.fact.address.rpartition(".")[2] if goal is not None else "face"


def _goal(node: Roll | RollSome, rolled: Type, scope: Scope) -> tuple[core.Block, Target | None]:
    """The fact that it goes into, if it goes into one; what leads there is followed before anything is rolled."""
    if node.into is None:
        return (), None
    found = of_value(node.into, scope, "roll")
    if found is None:
        return (), None
    if not fits(scope, rolled, found.fact.type):
        words, several = node.into.spot.words(), isinstance(node, RollSome)
        what = f"several are rolled: {article(rolled, scope)}" if several else f"{article(rolled, scope)} is rolled"
        help_ = f"roll one for each: `each d in SET: roll {node.source.spot.words()} into d.FACT`" if several else ""
        scope.error("T203", node.into, f"`{words}` is {article(found.fact.type, scope)}, but {what}", help=help_)
    return follow_once(found, scope)


def _land(goal: Target | None, name: str, rolled: Typed, statement: core.Roll, scope: Scope) -> core.Block:
    """Who sees the fact hears what came, all others that something was rolled for it; then it is written."""
    if goal is None:
        return ()
    fact, seen = goal.fact, None
    if fact.seen_by is not None:
        across = len(scope.symbols.kinds[fact.per].instances) if fact.per else 1
        holder = op("div", goal.index, core.Const(across)) if across > 1 else goal.index
        seen = walk.substituted(fact.seen_by, {"it": holder})
    about = ((name, rolled.expr, rolled.type), ("to", goal.index, NUMBER))
    told = core.Note("roll", statement.address, about, seen, shown=True, lands=fact.address)
    writes = write_to(goal, rolled, scope, statement.at)
    return when(goal.guard, (told, *_addressed(statement.address, writes)))


def _addressed(address: str, block: core.Block) -> core.Block:
    """The same, what it writes said to be part of the roll."""
    return tuple(
        replace(part, address=address)
        if isinstance(part, core.Write)
        else walk.over_blocks(part, partial(_addressed, address))
        for part in block
    )


def take_top(deck: Target, local: str, scope: Scope) -> core.Block:
    """Bind the top card and take it out; which one it is, luck decides where nobody knew."""
    kind = scope.symbols.kinds[held_kind(deck.fact)]
    value = deck.read().expr
    candidates = op("deck_next", value)
    address = f"{scope.address}.{local}"
    chance = core.Roll(local, candidates, deck.fact.address, deck.index, core.Domain("entity", kind.name), address)
    sure = core.Let(local, op("first", candidates))
    block: core.Block = (core.If(op("gt", op("len", candidates), core.Const(1)), (chance,), (sure,)),)
    block += (core.Write(deck.fact.address, deck.index, op("deck_without", value, core.Local(local))),)
    if not kind.alike:
        block += (core.Write(internal.place_of(kind.name), core.Local(local), NOBODY),)
    return block


def _there_is(deck: Target) -> core.Expr:
    return op("gt", op("deck_size", deck.read().expr), ZERO)


@verb(Draw, tells="draw")
def draw(node: Draw, scope: Scope) -> core.Block:
    """Draw one card or several, as many as there are."""
    deck = deck_target(node.source, scope, "draw")
    if deck is None:
        if node.name:
            scope.bind(node.name, UNKNOWN)
        return ()
    into = place_of(node.into, held_kind(deck.fact), scope) if node.into is not None else None
    let, deck = follow_once(deck, scope)
    if into is not None:
        more, into = follow_once(into, scope)
        let += more
    return let + (_draw_one if node.count is None else _draw_some)(node, deck, into, scope)


def _draw_one(node: Draw, deck: Target, into: Target | None, scope: Scope) -> core.Block:
    if node.name:
        local, _ = scope.bind(node.name, piece_type(deck).maybe())
    else:
        local = scope.hidden("drawn")
    block = take_top(deck, local, scope) + _settle(into, local, scope)
    return (core.If(_there_is(deck), block, (core.Let(local, NOBODY),), node.spot.span()),)


def _settle(into: Target | None, local: str, scope: Scope) -> core.Block:
    return when(into.guard, drop_in(into, core.Local(local), "in", scope)) if into is not None else ()


def _draw_some(node: Draw, deck: Target, into: Target | None, scope: Scope) -> core.Block:
    count = times(node.count, scope, "draw") if node.count is not None else ZERO
    drawn = scope.hidden("drawn")
    every, _ = scope.bind(node.name or "all_drawn", sequence(piece_type(deck)))
    once = (
        core.If(op("not", _there_is(deck)), (core.Leave(),)),
        *take_top(deck, drawn, scope),
        *_settle(into, drawn, scope),
        core.Let(every, op("append", core.Local(every), core.Local(drawn))),
    )
    return (core.Let(every, EMPTY), core.Repeat(count, once, node.spot.span()))


@verb(Refill, tells="refill")
def refill(node: Refill, scope: Scope) -> core.Block:
    """Draw until a row has so many, or the deck is empty."""
    row = find_target(node.row, scope)
    deck = deck_target(node.deck, scope, "refill")
    if row is None or row.fact.pile != "row":
        typed = row.read() if row is not None else express(node.row, scope)
        if typed.type.base != "unknown":
            words = node.row.spot.words()
            scope.error("T214", node.row, f"`refill` needs a row, but `{words}` is {article(typed.type, scope)}")
        return ()
    return _draw_until(node, row, deck, scope) if deck is not None else ()


def _draw_until(node: Refill, row: Target, deck: Target, scope: Scope) -> core.Block:
    if node.size is None:
        scope.error("T215", node, "`refill` does not say up to how many", help=f"as in `{node.spot.words()} to 4`")
        return ()
    size = express_number(node.size, scope, "`refill`")
    let, row = follow_once(row, scope)
    more, deck = follow_once(deck, scope)
    drawn = scope.hidden("drawn")
    wanting = at_least_zero(op("sub", size, op("len", row.read().expr)))
    once = (
        core.If(op("not", _there_is(deck)), (core.Leave(),)),
        *take_top(deck, drawn, scope),
        *_settle(row, drawn, scope),
    )
    return (*let, *more, core.Repeat(wanting, once, node.spot.span()))
