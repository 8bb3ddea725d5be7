"""Moving pieces and cards between the places that hold them."""

from __future__ import annotations

from rulebed.lang import core, internal
from rulebed.lang.express import express
from rulebed.lang.express.logic import several
from rulebed.lang.express.table import a, article, items_of
from rulebed.lang.express.targets import Target, find_target, member
from rulebed.lang.making import EMPTY, NOBODY, ONE, both, is_some, op
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.syntax import Put, PutOver, PutUnder, Shuffle, ShuffleInto, SyntaxNode
from rulebed.lang.types import Type, entity, sequence
from rulebed.verbs.table import follow_once, keep, note, verb, when


def held_kind(fact: Fact) -> str:
    """The kind that a place holds."""
    kind = fact.type.item or fact.type
    return kind.kind


def place_of(node: SyntaxNode, kind: str, scope: Scope) -> Target | None:
    """Where a node says that pieces of a kind are held: a place, or the one place that an entity has for them."""
    found = find_target(node, scope)
    if found is not None and (found.fact.pile or found.fact.holds):
        return found if _suits(node, found, kind, scope) else None
    owner = express(node, scope)
    if owner.type.base == "entity":
        return _only_place(node, owner, kind, scope)
    if owner.type.base != "unknown":
        scope.error("T212", node, f"`{node.spot.words()}` is {article(owner.type, scope)}: nothing can be put there")
    return None


def _suits(node: SyntaxNode, found: Target, kind: str, scope: Scope) -> bool:
    if kind and held_kind(found.fact) != kind:
        scope.error("T212", node, f"`{node.spot.words()}` holds {held_kind(found.fact)}s, not {kind}s")
        return False
    return True


def _only_place(node: SyntaxNode, owner: Typed, kind: str, scope: Scope) -> Target | None:
    facts = scope.symbols.kinds[owner.type.kind].facts
    names = [name for name, fact in facts.items() if (fact.pile or fact.holds) and kind in ("", held_kind(fact))]
    if len(names) == 1:
        return member(owner, names[0], scope)
    words = node.spot.words()
    wanted = f" for {a(kind)}" if kind else ""
    message = f"{a(owner.type.kind)} has {'several places' if names else 'no place'}{wanted}"
    scope.error("T212", node, message, help=" or ".join(f"`{words}.{name}`" for name in names))
    return None


def lift(kind: str, thing: core.Expr, scope: Scope) -> core.Stmt:
    """Take a piece from wherever it is."""
    return core.Call(internal.lift_of(kind), (scope.me.expr, thing))


def _container(found: Target) -> core.Expr:
    return op("add", found.index, core.Const(found.fact.start)) if found.fact.start else found.index


def drop_in(found: Target, thing: core.Expr, way: str, scope: Scope) -> core.Block:
    """Put one piece where it belongs now; `way` is in, over or under."""
    kind = scope.symbols.kinds[held_kind(found.fact)]
    value = found.read().expr
    block: core.Block = _witnessed(found, kind, thing, scope)
    block += () if kind.alike else (lift(kind.name, thing, scope),)
    if found.fact.holds:
        if not kind.alike:
            aside = core.Write(internal.place_of(kind.name), value, NOBODY)
            block += when(is_some(value), (aside,))
        block += (core.Write(found.fact.address, found.index, thing),)
    else:
        block += (core.Write(found.fact.address, found.index, _with(found.fact, value, thing, way)),)
    if not kind.alike:
        block += (core.Write(internal.place_of(kind.name), thing, _container(found)),)
    return block


def _witnessed(found: Target, kind: KindSymbol, thing: core.Expr, scope: Scope) -> core.Block:
    """What goes out of sight is remembered by those who saw it, until it is shuffled."""
    if found.fact.seen or found.fact.pile == "bag" or not kind.is_watched:
        return ()
    return (core.Call(internal.witness_of(kind.name), (scope.me.expr, thing)),)


def _with(fact: Fact, pile: core.Expr, thing: core.Expr, way: str) -> core.Expr:
    if fact.pile == "row":
        return op("append", pile, thing) if way != "over" else op("join", op("seq", thing), pile)
    if fact.pile == "bag" or way == "in":
        return op("deck", op("append", op("deck_items", pile), thing))
    return op("deck_over" if way == "over" else "deck_under", pile, thing)


def _put_pieces(what: SyntaxNode, where: SyntaxNode, way: str, scope: Scope) -> core.Block:
    typed = items_of(express(what, scope))
    if typed.type.base == "unknown":
        express(where, scope)
        return ()
    kind = typed.type.item.kind if typed.type.item else typed.type.kind
    if kind not in scope.symbols.kinds or not scope.symbols.kinds[kind].containers:
        scope.error(
            "T212",
            what,
            f"`{what.spot.words()}` is {article(typed.type, scope)}: nothing is made to hold it",
            help="declare a place for it: `holds KIND`, `row of KIND`, `deck of KIND` ...",
        )
        return ()
    found = place_of(where, kind, scope)
    if found is None or _ambiguous(where, found, way, scope):
        return ()
    let, found = follow_once(found, scope)
    whole = find_target(what, scope)
    if whole is not None and whole.fact.pile in {"deck", "bag"} and found.fact.pile == "deck":
        return let + _stack(whole, found, way, scope)
    return let + _each_piece(what, typed, found, way, scope)


def _stack(whole: Target, found: Target, way: str, scope: Scope) -> core.Block:
    """A whole deck goes under or on top of another: what nobody knows of its order, nobody knows afterwards."""
    kind = scope.symbols.kinds[held_kind(found.fact)]
    first, whole = follow_once(whole, scope)
    let, blocks = keep(whole.read().expr, "cards", scope)
    rest = found.read().expr
    joined = op("join", rest, blocks) if way == "under" else op("join", blocks, rest)
    moved: core.Block = (core.Write(whole.fact.address, whole.index, EMPTY),)
    if whole.fact.pile == "bag" and lies_in_order(found.fact, kind):
        moved += put_in_order(found, joined, scope)
    else:
        moved += (core.Write(found.fact.address, found.index, joined),)
    if not kind.alike:
        card = scope.hidden("card")
        here = core.Write(internal.place_of(kind.name), core.Local(card), _container(found))
        moved += (core.Each(card, op("deck_items", blocks), (here,)),)
    return (*first, *let, *when(both(whole.guard, found.guard), moved))


def _ambiguous(where: SyntaxNode, found: Target, way: str, scope: Scope) -> bool:
    """Into a deck: on top, under, or shuffled in?"""
    if found.fact.pile != "deck" or way != "in":
        return False
    words = where.spot.words()
    scope.error(
        "T213",
        where,
        f"`{words}` is a deck: where in it?",
        help=f"`put ... on top of {words}`, `put ... under {words}` or `shuffle ... into {words}`",
    )
    return True


def _each_piece(what: SyntaxNode, typed: Typed, found: Target, way: str, scope: Scope) -> core.Block:
    """What is moved is worked out before: `p.card` is another thing once the card has left its place."""
    many = typed.type.base == "sequence"
    let, things = keep(typed.expr, "pieces" if many else "piece", scope)
    if not many:
        guard = both(is_some(things) if typed.type.optional else ONE, found.guard)
        return (*let, *when(guard, drop_in(found, things, way, scope)))
    local = scope.hidden("piece")
    body = drop_in(found, core.Local(local), way, scope)
    return (*let, *when(found.guard, (core.Each(local, things, body, what.spot.span()),)))


@verb(Put, tells="put")
def put(node: Put, scope: Scope) -> core.Block:
    """Move pieces to a place."""
    return _put_pieces(node.what, node.where, "in", scope)


@verb(PutUnder, tells="put")
def put_under(node: PutUnder, scope: Scope) -> core.Block:
    """Move cards under a deck."""
    return _put_pieces(node.what, node.where, "under", scope)


@verb(PutOver, tells="put")
def put_over(node: PutOver, scope: Scope) -> core.Block:
    """Move cards on top of a deck."""
    return _put_pieces(node.what, node.where, "over", scope)


def deck_target(node: SyntaxNode, scope: Scope, word: str) -> Target | None:
    """A deck or bag."""
    found = find_target(node, scope)
    if found is not None and found.fact.pile in {"deck", "bag"} and not found.partner:
        return found
    typed = found.read() if found is not None else express(node, scope)
    if typed.type.base != "unknown":
        scope.error(
            "T214", node, f"`{word}` needs a deck or a bag, but `{node.spot.words()}` is {article(typed.type, scope)}"
        )
    return None


@verb(Shuffle, tells="shuffle")
def shuffle(node: Shuffle, scope: Scope) -> core.Block:
    """Nobody knows the order any more."""
    found = deck_target(node.deck, scope, "shuffle")
    if found is None:
        return ()
    let, found = follow_once(found, scope)
    return let + when(found.guard, _mixed(found, op("deck_items", found.read().expr), scope))


def lies_in_order(fact: Fact, kind: KindSymbol) -> bool:
    """Whether the backs of the cards in a deck can be seen, one behind the other."""
    return fact.pile == "deck" and bool(kind.backs)


def put_in_order(found: Target, blocks: core.Expr, scope: Scope) -> core.Block:
    """Cards become a deck in which each lies at a place of its own: where nobody knew at which, luck says so now."""
    left, laid, card = (scope.hidden(name) for name in ("left", "laid", "card"))
    candidates, address = op("deck_next", core.Local(left)), f"{scope.address}.{card}"
    domain = core.Domain("entity", held_kind(found.fact))
    chance = core.Roll(card, candidates, found.fact.address, found.index, domain, address)
    once: core.Block = (
        core.If(op("gt", op("len", candidates), ONE), (chance,), (core.Let(card, op("first", candidates)),)),
        core.Let(left, op("deck_without", core.Local(left), core.Local(card))),
        core.Let(laid, op("deck_under", core.Local(laid), core.Local(card))),
    )
    turns = core.Repeat(op("deck_size", core.Local(left)), once)
    write = core.Write(found.fact.address, found.index, core.Local(laid))
    return (core.Let(left, blocks), core.Let(laid, EMPTY), turns, write)


def _mixed(found: Target, items: core.Expr, scope: Scope) -> core.Block:
    kind = scope.symbols.kinds[held_kind(found.fact)]
    block: core.Block = (core.Write(found.fact.address, found.index, op("deck", items)),)
    if lies_in_order(found.fact, kind):
        block = put_in_order(found, op("deck", items), scope)
    if kind.is_watched:
        local = scope.hidden("card")
        forget = core.Write(internal.known_of(kind.name), core.Local(local), core.Const(0))
        block += (core.Each(local, items, (forget,)),)
    return (*block, note("shuffle", scope))


@verb(ShuffleInto, tells="shuffle")
def shuffle_into(node: ShuffleInto, scope: Scope) -> core.Block:
    """Mix cards with those of a deck."""
    found = deck_target(node.deck, scope, "shuffle")
    if found is None:
        return ()
    kind = held_kind(found.fact)
    items = several(node.what, sequence(entity(kind)), scope)
    let, found = follow_once(found, scope)
    if scope.symbols.kinds[kind].alike:
        return let + when(found.guard, _mixed(found, op("join", op("deck_items", found.read().expr), items), scope))
    local, cards = scope.hidden("card"), scope.hidden("cards")
    moved = (
        lift(kind, core.Local(local), scope),
        core.Write(internal.place_of(kind), core.Local(local), _container(found)),
    )
    all_in = op("join", op("deck_items", found.read().expr), core.Local(cards))
    block = (core.Let(cards, items), core.Each(local, core.Local(cards), moved), *_mixed(found, all_in, scope))
    return let + when(found.guard, block)


def piece_type(found: Target) -> Type:
    """The type of what a place holds."""
    return entity(held_kind(found.fact))
