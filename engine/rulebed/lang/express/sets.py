"""Sets: written out, narrowed, ordered, and by relation."""

from __future__ import annotations

from rulebed.lang import core
from rulebed.lang.express.table import (
    article,
    collection,
    express,
    express_flag,
    express_number,
    expresses,
    fits,
    items_of,
)
from rulebed.lang.express.targets import Target, member
from rulebed.lang.making import everything, fetch, is_some, op, over, pick
from rulebed.lang.nothing import as_one_of
from rulebed.lang.scope import BROKEN, Scope, Typed
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.syntax import (
    Around,
    Groups,
    Least,
    List,
    ListFor,
    MemberOf,
    Most,
    Name,
    Narrow,
    Of,
    OtherThan,
    Sorted,
    SortedDown,
    SyntaxNode,
    Where,
)
from rulebed.lang.traits import How, OpName
from rulebed.lang.types import UNKNOWN, Type, entity, sequence


def filtered(source: Typed, scope: Scope, name: str = "") -> tuple[str, Scope]:
    """A local for the items of a set, and the scope in which a condition on them stands."""
    inner = scope.inner()
    item = source.type.item or UNKNOWN
    local = scope.hidden(f"each_{name}" if name else "it")
    typed = Typed(core.Local(local), item)
    if name:
        inner.locals[name] = typed
    inner.items = (*scope.items, ("it", typed))
    return local, inner


@expresses(List)
def written_out(node: List, scope: Scope, want: Type | None) -> Typed:
    """A set written out."""
    if not node.items:
        return Typed(core.Const(()), want if want and want.base == "sequence" else sequence(UNKNOWN))
    wanted = want.item if want and want.base == "sequence" else want
    items = [express(item, scope, wanted) for item in node.items]
    kind = items[0].type.sure()
    for item, typed in zip(node.items, items, strict=True):
        if not fits(scope, typed.type.sure(), kind):
            scope.error(
                "T203", item, f"this set begins with {article(kind, scope)}, but here is {article(typed.type, scope)}"
            )
    made = op("seq", *(as_one_of(item, kind, scope).expr for item in items))
    if not any(item.type.optional for item in items):
        return Typed(made, sequence(kind))
    return _of_some(made, kind.maybe(), scope)


def _of_some(made: core.Expr, item: Type, scope: Scope) -> Typed:
    """A set out of which nothings are left; of numbers it has to be said what counts where there is none."""
    if not item.optional or item.base not in {"entity", "none"}:
        return Typed(made, sequence(item))
    if isinstance(made, core.Const) and isinstance(made.value, tuple):
        return Typed(core.Const(tuple(each for each in made.value if each != core.NONE)), sequence(item.sure()))
    local = scope.hidden("it")
    return Typed(core.Over("filter", local, made, is_some(core.Local(local))), sequence(item.sure()))


@expresses(ListFor)
def made_for(node: ListFor, scope: Scope, want: Type | None) -> Typed:
    """An expression for each item."""
    source, _ = binding_source(node.name, node.source, scope)
    inner = scope.inner()
    local, item = inner.bind(node.name, source.type.item or UNKNOWN)
    body = items_of(express(node.body, inner.with_item(item, node.name)))
    if body.type.base == "sequence":
        return Typed(core.Over("flat", local, source.expr, body.expr), body.type)
    return _of_some(core.Over("map", local, source.expr, body.expr), body.type, scope)


def binding_source(name: str, node: SyntaxNode, scope: Scope) -> tuple[Typed, core.Expr | None]:
    """The set behind `NAME in ...`: in its `where`, the name stands for the item."""
    if not isinstance(node, Where):
        return collection(node, scope, f"`{name} in`"), None
    source = collection(node.source, scope, "`where`")
    local, inner = filtered(source, scope, name)
    condition = express_flag(node.condition, inner)
    return Typed(over("filter", local, source.expr, condition), source.type), condition


@expresses(Where)
def where(node: Where, scope: Scope, want: Type | None) -> Typed:
    """Those for which a condition holds."""
    source = collection(node.source, scope, "`where`")
    local, inner = filtered(source, scope)
    return Typed(over("filter", local, source.expr, express_flag(node.condition, inner)), source.type)


@expresses(OtherThan)
def other_than(node: OtherThan, scope: Scope, want: Type | None) -> Typed:
    """A set without one thing, or without the things of another."""
    source = collection(node.source, scope, "`other than`")
    excluded = items_of(express(node.excluded, scope, source.type.item))
    if excluded.type.base == "sequence":
        return Typed(op("minus", source.expr, excluded.expr), source.type)
    item = source.type.item or UNKNOWN
    if not fits(scope, excluded.type, item.maybe()):
        words = node.excluded.spot.words()
        scope.error(
            "T203",
            node.excluded,
            f"`{words}` is {article(excluded.type, scope)}: it is not one of {article(source.type, scope)}",
        )
    local, excluded = scope.hidden("it"), as_one_of(excluded, item, scope)
    return Typed(core.Over("filter", local, source.expr, op("ne", core.Local(local), excluded.expr)), source.type)


@expresses(Around)
def around(node: Around, scope: Scope, want: Type | None) -> Typed:
    """A set in its order, going round from one of its items."""
    source = collection(node.source, scope, "`around from`")
    item = source.type.item or UNKNOWN
    start = express(node.start, scope, item)
    if not fits(scope, start.type, item.maybe()):
        words = node.start.spot.words()
        scope.error(
            "T203",
            node.start,
            f"`{words}` is {article(start.type, scope)}: it is not one of {article(source.type, scope)}",
        )
    return Typed(op("around", source.expr, start.expr), source.type)


@expresses(Of)
def of(node: Of, scope: Scope, want: Type | None) -> Typed:
    """Those that belong to something; or a fact of it, said the other way round."""
    owner = express(node.owner, scope)
    if isinstance(node.source, Name):
        target = member(owner, node.source.name, scope)
        if target is not None:
            return express(MemberOf(node.spot, node.owner, node.source.name), scope)
    source = collection(node.source, scope, "`of`")
    if "unknown" in {owner.type.base, (source.type.item or UNKNOWN).base}:
        return BROKEN
    return _related(node, source, owner, scope)


def _related(node: Of, source: Typed, owner: Typed, scope: Scope) -> Typed:
    item = source.type.item or UNKNOWN
    kind = scope.symbols.kinds.get(item.kind)
    facts = _relations(kind, owner.type, scope) if kind and owner.type.base == "entity" else []
    if len(facts) != 1:
        return _no_relation(node, item, owner.type, facts, scope)
    scope.symbols.use(f"fact {facts[0][1].address}")
    local = scope.hidden("it")
    inverse = _inverse(source, facts[0][1], owner, scope)
    if inverse is not None:
        return Typed(inverse, source.type)
    link = _link(facts[0], core.Local(local), scope)
    name: OpName = "in" if link.type.base == "sequence" else "eq"
    args = (owner.expr, link.expr) if name == "in" else (link.expr, owner.expr)
    return Typed(core.Over("filter", local, source.expr, op(name, *args)), source.type)


def _link(relation: tuple[str, Fact], item: core.Expr, scope: Scope) -> Typed:
    name, fact = relation
    if fact.holds and name:
        found = member(Typed(item, entity(name)), fact.address.split(".")[1], scope)
        return found.read() if found else BROKEN
    return Target(fact, item).read()


def _relations(kind: KindSymbol, owner: Type, scope: Scope) -> list[tuple[str, Fact]]:
    """The facts of a kind that are such an owner, or a set of them."""

    def speaks_of(fact: Fact) -> bool:
        inner = fact.type.item if fact.type.base == "sequence" and not fact.pile else fact.type
        return (
            inner is not None and inner.base == "entity" and not fact.per and scope.symbols.fits(inner.kind, owner.kind)
        )

    return [(kind.name, fact) for fact in kind.facts.values() if speaks_of(fact)]


def _inverse(source: Typed, fact: Fact, owner: Typed, scope: Scope) -> core.Expr | None:
    """For a static fact and all instances: a table from owner to its things, made on first use."""
    kind = fact.address.split(".")[0]
    if not fact.static or owner.type.optional or source.expr != everything(len(scope.symbols.kinds[kind].instances)):
        return None
    table = f"{owner.type.kind}.{scope.symbols.kinds[kind].plural} by {fact.address.split('.')[1]}"
    values = scope.symbols.table(fact.address) or ()
    count = len(scope.symbols.kinds[owner.type.kind].instances)

    def belongs(place: int, value: core.Value) -> bool:
        return place in value if isinstance(value, tuple) else value == place

    rows = tuple(tuple(item for item, value in enumerate(values) if belongs(place, value)) for place in range(count))
    scope.symbols.keep_table(table, rows)
    return fetch(Fact(table, source.type, count, static=True), owner.expr)


def _no_relation(node: Of, item: Type, owner: Type, facts: list[tuple[str, Fact]], scope: Scope) -> Typed:
    if not facts:
        message = f"nothing says which {article(item, scope).split(' ', 1)[-1]} belongs to {article(owner, scope)}"
        return scope.error("T206", node, message, help="use `where`, or give the kind a fact that names its owner")
    names = " and ".join(f"`{fact.address.split('.')[1]}`" for _, fact in facts)
    return scope.error("T206", node, f"`of` could mean {names}", help="say which with `where`")


def _ranked(how: How, node: Most | Least, scope: Scope) -> Typed:
    """All that have the best measure; among them, the best of the next."""
    source = collection(node.source, scope, f"`{how} of`")
    found = source.expr
    for measure in node.measures:
        local, inner = filtered(source, scope)
        found = core.Over(how, local, found, express_number(measure, inner, f"`{how} of ... by`"))
    return Typed(found, source.type)


@expresses(Most)
def most(node: Most, scope: Scope, want: Type | None) -> Typed:
    """Those with the greatest measure."""
    return _ranked("most", node, scope)


@expresses(Least)
def least(node: Least, scope: Scope, want: Type | None) -> Typed:
    """Those with the least measure."""
    return _ranked("least", node, scope)


def _ordered(how: How, node: Sorted | SortedDown, scope: Scope) -> Typed:
    """Sorted by the last measure first: sorting is stable."""
    source = collection(node.source, scope, "`sorted`")
    found = source.expr
    for measure in reversed(node.measures):
        local, inner = filtered(source, scope)
        found = core.Over(how, local, found, express_number(measure, inner, "`sorted ... by`"))
    return Typed(found, source.type)


@expresses(Sorted)
def ascending(node: Sorted, scope: Scope, want: Type | None) -> Typed:
    """A set from the least to the greatest measure."""
    return _ordered("sort", node, scope)


@expresses(SortedDown)
def descending(node: SortedDown, scope: Scope, want: Type | None) -> Typed:
    """A set from the greatest to the least measure."""
    return _ordered("sort_down", node, scope)


@expresses(Groups)
def groups(node: Groups, scope: Scope, want: Type | None) -> Typed:
    """Sets of equals, greatest first."""
    source = collection(node.source, scope, "`groups of`")
    local, inner = filtered(source, scope)
    measure = express_number(node.measure, inner, "`groups of ... by`")
    return Typed(core.Over("groups", local, source.expr, measure), sequence(source.type))


@expresses(Narrow)
def narrow(node: Narrow, scope: Scope, want: Type | None) -> Typed:
    """One filter after another; one that would leave nothing is skipped."""
    source = collection(node.source, scope, "`narrow`")
    found = source.expr
    for condition in node.filters:
        local, inner = filtered(source, scope)
        rest = scope.hidden("rest")
        kept = core.Over("filter", local, core.Local(rest), express_flag(condition, inner))
        chosen = pick(op("gt", op("len", kept), core.Const(0)), kept, core.Local(rest))
        found = core.Over("flat", rest, core.Op("seq", (found,)), chosen)
    return Typed(found, source.type)
