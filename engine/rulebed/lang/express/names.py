"""Names: what a bare name, a member and an indexed thing stand for."""

from __future__ import annotations

from rulebed.lang import core, internal
from rulebed.lang.express.calls import BUILTINS, Arguments, arguments, ask, function
from rulebed.lang.express.table import a, article, express, express_in_order, express_number, expresses
from rulebed.lang.express.targets import SEATED, Target, bare, find_target, is_qualified, member
from rulebed.lang.habits import our_word_for
from rulebed.lang.making import both, everything, is_some, nothing, op, pick, picked
from rulebed.lang.nothing import NOTHING
from rulebed.lang.scope import BROKEN, Scope, Typed
from rulebed.lang.symbols import Fact
from rulebed.lang.syntax import Function, Item, MemberOf, Name, Nothing_, Number, SignedAs, SyntaxNode
from rulebed.lang.types import FLAG, NONE, NUMBER, UNKNOWN, Type, entity, sequence
from rulebed.source.lacks import anything_named

SELF = frozenset({"me", "my"})
SIZES = {"length": "count", "size": "count", "len": "count"}  # as other languages call it


@expresses(Number)
def number_of(node: Number, scope: Scope, want: Type | None) -> Typed:
    """A number written out."""
    if node.value > 10**9:
        return scope.error("B101", node, "this number is too large", help="numbers go up to 1000000000")
    return Typed(core.Const(node.value), NUMBER)


@expresses(Nothing_)
def none(node: Nothing_, scope: Scope, want: Type | None) -> Typed:
    """Nothing there."""
    return NOTHING


@expresses(Name)
def name(node: Name, scope: Scope, want: Type | None) -> Typed:
    """A bare name: a local, a fact at hand, a set of all, a value, or an instance."""
    own = _express_at_hand(node, scope)
    if own is not None:
        return own
    return _express_declared(node, scope) or _instance(node, scope, want) or _report_unknown(node, scope)


def _express_at_hand(node: Name, scope: Scope) -> Typed | None:
    """Locals and facts of the things at hand."""
    if node.name in SELF:
        return scope.me
    for word, item in reversed(scope.items):
        if node.name == word:
            return item
    local = scope.local(node.name)
    if local is not None:
        if isinstance(local.expr, core.Local):
            scope.names.read.add(local.expr.name)
        _refuse_double(node, scope)
        return local
    target = bare(node.name, scope)
    return whole(node, target, scope) if target else _derived_of_items(node, scope)


def _refuse_double(node: Name, scope: Scope) -> None:
    for _, item in reversed(scope.items):
        if item.type.base == "entity" and member(item, node.name, scope) is not None:
            message = f"`{node.name}` is a local here, and also a fact of the {item.type.kind}"
            scope.error(
                "T104", node, message, help=f"write `it.{node.name}` for the fact, or give the local another name"
            )
            return


def _derived_of_items(node: Name, scope: Scope) -> Typed | None:
    for _, item in reversed(scope.items):
        found = _derived(item, node.name, scope) or _own_value(item, node.name, scope)
        if found is not None:
            return found
    return None


def _own_value(item: Typed, name: str, scope: Scope) -> Typed | None:
    """A value that the thing at hand says for itself."""
    symbol = scope.symbols.values.get(f"{item.type.kind}.{name}")
    return ask(symbol.name, Arguments((item.expr,)), scope) if symbol is not None and len(symbol.params) == 1 else None


def whole(node: SyntaxNode, target: Target, scope: Scope) -> Typed:
    """The value of a fact that is not one of pairs."""
    if target.partner:
        message = f"`{node.spot.words()}` is a fact of each pair with {a(target.partner)}"
        return scope.error("T205", node, message, help=f"say which one: `{node.spot.words()}[...]`")
    return target.read()


def _express_declared(node: Name, scope: Scope) -> Typed | None:
    """Sets of all, values without parameters, flags."""
    symbols = scope.symbols
    kind = symbols.plurals.get(node.name)
    if kind is not None:
        symbols.use(f"kind {kind}")
        return Typed(everything(len(symbols.kinds[kind].instances)), sequence(entity(kind)))
    if node.name in symbols.values and not symbols.values[node.name].params:
        return ask(node.name, Arguments(), scope)
    if node.name in symbols.planned and (foreseen := symbols.foresee(node.name)) is not None:
        return Typed(*foreseen)
    if node.name in {"true", "false"}:
        return Typed(core.Const(int(node.name == "true")), FLAG)
    return None


def instances_named(word: str, scope: Scope) -> list[tuple[str, int]]:
    """The instances, of whatever kind, that have this name."""
    found = ((kind.name, kind.number(word)) for kind in scope.symbols.kinds.values())
    return [(kind, place) for kind, place in found if place is not None]


def _instance(node: Name, scope: Scope, want: Type | None) -> Typed | None:
    found = instances_named(node.name, scope)
    wanted = [place for kind, place in found if want and want.base == "entity" and scope.symbols.fits(kind, want.kind)]
    for kind, _ in found[:1]:
        scope.symbols.use(f"kind {kind}", f"{kind} {node.name}")
    if wanted and want:
        scope.symbols.use(f"kind {want.kind}", f"{want.kind} {node.name}")
        return Typed(core.Const(wanted[0]), entity(want.kind))
    if len(found) > 1:
        kinds = sorted(kind for kind, _ in found)
        message = f"`{node.name}` is {a(kinds[0])} and {a(kinds[1])}"
        return scope.error(
            "T103", node, message, help=f"say which: `{kinds[0]}.{node.name}` or `{kinds[1]}.{node.name}`"
        )
    return Typed(core.Const(found[0][1]), entity(found[0][0])) if found else None


def _report_unknown(node: Name, scope: Scope) -> Typed:
    symbols = scope.symbols
    if node.name in symbols.values:
        return _value_of_items(node, scope) or function(Function(node.spot, node.name, ()), scope, None)
    if node.name in symbols.planned:
        message = f"this must be known before the game starts, and the value `{node.name}` is worked out in play"
        return scope.error("T220", node, message, help="it may use numbers, static facts and setup options")
    if node.name in symbols.procs:
        message = f"`{node.name}` is a procedure: it does something, and has no value"
        return scope.error("T107", node, message, help="run it as a statement of its own")
    if any(item.type.base == "unknown" for _, item in scope.items):
        return BROKEN  # it may be a fact of that
    if node.name in symbols.kinds:
        message = f"`{node.name}` is a kind, not a thing"
        return scope.error("T109", node, message, help=f"all of them are `{symbols.kinds[node.name].plural}`")
    owner = _owner(node.name, scope)
    if owner:
        message = f"there is no name `{node.name}` here: it is a fact of {a(owner)}"
        whose = f"`me.{node.name}`" if owner in SEATED else f"say of which, as in `x.{node.name}`"
        return scope.error("T102", node, message, label="whose?", help=whose)
    if node.name in BUILTINS:
        message = f"`{node.name}` is a function"
        help_ = our_word_for(node.name) or f"say of what, as in `{node.name}(...)`"
        return scope.error("T102", node, message, label="of what?", help=help_)
    if node.name in scope.untaken:
        message = f"`{node.name}` names nothing where `otherwise` is come to"
        help_ = "`otherwise` takes all the rest of its line: what comes after in either case stands on the next line"
        return scope.error("T102", node, message, help=help_)
    return scope.report_unknown("T102", node, "name", node.name, visible_names(scope))


def _owner(name: str, scope: Scope) -> str:
    """The first kind whose instances have such a fact or value, or none."""
    kinds = scope.symbols.kinds.values()
    return next((kind.name for kind in kinds if name in (*kind.facts, *kind.derived)), "")


def visible_names(scope: Scope) -> list[str]:
    """All names that could stand alone here."""
    symbols = scope.symbols
    names = [
        *scope.locals,
        *symbols.facts,
        *symbols.plurals,
        *symbols.values,
        *symbols.resources,
        "me",
        "true",
        "false",
    ]
    for _, item in scope.items:
        if item.type.kind in symbols.kinds:
            names += [*symbols.kinds[item.type.kind].facts, *symbols.kinds[item.type.kind].derived]
    for kind in symbols.kinds.values():
        names += kind.instances
    return names


@expresses(MemberOf)
def member_of(node: MemberOf, scope: Scope, want: Type | None) -> Typed:
    """A fact of an entity, where a piece is, or a value of it; or an instance by its kind's name."""
    qualified = _qualified(node, scope)
    if qualified is not None:
        return qualified
    owner = express(node.owner, scope)
    if owner.type.base == "unknown":
        return BROKEN
    target = member(owner, node.name, scope) if not node.arguments else None
    if target is not None:
        return whole(node, target, scope)
    derived = _derived(owner, node.name, scope) if not node.arguments else None
    return derived or _value_of(owner, node, scope) or _no_member(owner, node, scope)


def _qualified(node: MemberOf, scope: Scope) -> Typed | None:
    """`suit.ace`, or `options.length`."""
    if not isinstance(node.owner, Name) or node.owner.name in scope.locals:
        return None
    if node.owner.name == "options":
        return _option(node, scope)
    if not is_qualified(node, scope):
        return None
    kind = scope.symbols.kinds[node.owner.name]
    place = kind.number(node.name)
    if place is None:
        return scope.report_unknown("T102", node, kind.name, node.name, list(kind.instances))
    scope.symbols.use(f"kind {kind.name}", f"{kind.name} {node.name}")
    return Typed(core.Const(place), entity(kind.name))


def _option(node: MemberOf, scope: Scope) -> Typed:
    if node.name not in scope.symbols.options:
        scope.names.settings.add(node.name)
        return scope.report_unknown("T102", node, "setup option", node.name, list(scope.symbols.options))
    scope.symbols.use(f"option {node.name}")
    value, kind = scope.symbols.option(node.name)
    return Typed(core.Const(value), kind)


def _derived(owner: Typed, name: str, scope: Scope) -> Typed | None:
    """The holder of a piece: worked out from the number of its container."""
    kind = scope.symbols.kinds.get(owner.type.kind) if owner.type.base == "entity" else None
    if kind is None or name not in kind.derived:
        return None
    place: core.Expr = core.Read(internal.place_of(kind.name), owner.expr)
    if all(fact.seen for fact in kind.derived[name]):  # whether a piece lies in the open, everybody sees
        place = op("public", place)
    found: core.Expr = core.Const(core.NONE)
    for fact in kind.derived[name]:
        scope.symbols.use(f"fact {fact.address}")
        found = pick(_within(place, fact), _holder(place, fact), found)
    if owner.type.optional:
        found = pick(is_some(owner.expr), found, core.Const(core.NONE))
    return Typed(found, entity(name, optional=True))


def _within(place: core.Expr, fact: Fact) -> core.Expr:
    low, high = core.Const(fact.start), core.Const(fact.start + fact.size)
    return core.Op("and", (op("ge", place, low), op("lt", place, high)))


def _holder(place: core.Expr, fact: Fact) -> core.Expr:
    return op("sub", place, core.Const(fact.start)) if fact.start else place


def _value_of(owner: Typed, node: MemberOf, scope: Scope) -> Typed | None:
    """A value whose first parameter is such an entity, for the arguments that follow."""
    own = f"{owner.type.kind}.{node.name}"  # a value that each instance says for itself
    name = own if own in scope.symbols.values else node.name
    symbol = scope.symbols.values.get(name)
    if symbol is None or not symbol.params:
        return None
    first, *others = symbol.params.items()
    if first[1].base != "entity" or not scope.symbols.fits(owner.type.kind, first[1].kind):
        return None
    args = arguments(node, node.name, node.arguments, dict(others), scope)
    if args is None:
        return BROKEN
    there = both(is_some(owner.expr), args.there) if owner.type.optional and not first[1].optional else args.there
    return ask(name, Arguments((owner.expr, *args.values), there), scope)


def _value_of_items(node: Name, scope: Scope) -> Typed | None:
    """A value of one thing, asked of the thing at hand, as a fact of it is."""
    if len(scope.symbols.values[node.name].params) != 1:
        return None
    asked = MemberOf(node.spot, node, node.name, ())
    found = (_value_of(item, asked, scope) for _, item in reversed(scope.items))
    return next((value for value in found if value is not None), None)


def _no_member(owner: Typed, node: MemberOf, scope: Scope) -> Typed:
    if owner.type.base != "entity":
        message = f"`{node.owner.spot.words()}` is {article(owner.type, scope)}: it has no facts"
        return scope.error("T105", node, message, label="no facts", help=_of_each(owner.type, node, scope))
    kind = scope.symbols.kinds[owner.type.kind]
    if node.name in scope.symbols.facts:
        message = f"`{node.name}` is a fact of the game, not of {a(kind.name)}"
        return scope.error("T106", node, message, help=f"write `{node.name}` alone", hangs_on=anything_named(node.name))
    known = [*kind.facts, *kind.derived, *kind.programs]
    if kind.name in {"player", "party"}:
        known += [*scope.symbols.resources, *scope.symbols.kinds["player"].facts, *scope.symbols.kinds["party"].facts]
    return scope.report_unknown("T106", node, f"fact of {a(kind.name)} named", node.name, known)


def _refuse_place(node: Item, scope: Scope) -> None:
    """A place that no set has: other languages count from 0, and backwards."""
    words = node.owner.spot.words()
    if isinstance(node.index, Number) and node.index.value == 0:
        scope.error("T226", node.index, "places are counted from 1", help=f"the first is `{words}[1]`")
    elif isinstance(node.index, SignedAs) and node.index.sign == "-" and isinstance(node.index.operand, Number):
        scope.error("T226", node.index, "places are counted from the front", help=f"the last is `last({words})`")


def _of_each(kind: Type, node: MemberOf, scope: Scope) -> str:
    """What to write where a set was asked as if it were one thing."""
    words = node.owner.spot.words()
    if kind.base not in {"sequence", "deck"}:
        return ""
    if node.name in {*BUILTINS, *SIZES}:
        return f"write `{SIZES.get(node.name, node.name)}({words})`"
    item = scope.symbols.kinds.get(kind.item.kind if kind.item else kind.kind)
    return f"of each: `[x.{node.name} for x in {words}]`" if item and node.name in item.facts else ""


@expresses(Item)
def item(node: Item, scope: Scope, want: Type | None) -> Typed:
    """A fact of a pair, or one place of a set."""
    target = find_target(node, scope)
    if target is not None:
        return target.read()
    source = express_in_order(node.owner, scope, "`[...]`")
    if source.type.item == UNKNOWN:
        return BROKEN
    _refuse_place(node, scope)
    place = express_number(node.index, scope, "a place")
    kind = source.type.item or NONE
    found = picked("at", (source.expr, place), kind)
    return Typed(found, kind if isinstance(found, core.Const) and found != nothing(kind) else kind.maybe())
