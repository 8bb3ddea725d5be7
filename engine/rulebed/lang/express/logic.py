"""Conditions and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rulebed.lang import core
from rulebed.lang.express.names import instances_named
from rulebed.lang.express.narrowing import narrowed
from rulebed.lang.express.sets import filtered
from rulebed.lang.express.table import (
    article,
    collection,
    express,
    express_flag,
    express_number,
    expresses,
    fits,
    items_of,
    there_is,
)
from rulebed.lang.making import ZERO, both, either, negated, op, pick
from rulebed.lang.nothing import as_one_of, is_open, there
from rulebed.lang.ops import LONGEST
from rulebed.lang.scope import BROKEN, Scope, Typed
from rulebed.lang.syntax import (
    AddUp,
    AllSatisfy,
    And,
    Any,
    AnySatisfies,
    Compare,
    Conditional,
    Either,
    Has,
    Is,
    IsNot,
    Member,
    Multiply,
    Name,
    No,
    Not,
    NotMember,
    Number,
    Or,
    Range,
    SignedAs,
    SyntaxNode,
)
from rulebed.lang.traits import How, OpName
from rulebed.lang.types import FLAG, NUMBER, UNKNOWN, Type, entity, sequence

ITEM = "it"
SELF_HELP = (
    "in a `where` a bare name is that of the item; to speak of another's, say whose it is, "
    "or name the items: `[x for x in SET where ...]`"
)
COMPARISONS: Mapping[str, OpName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
PRODUCTS: Mapping[str, OpName] = {"*": "mul", "/": "div", "mod": "mod"}


@expresses(And)
def conjunction(node: And, scope: Scope, want: Type | None) -> Typed:
    """Both conditions."""
    return Typed(both(express_flag(node.first, scope), express_flag(node.second, narrowed(node.first, scope))), FLAG)


@expresses(Or)
def disjunction(node: Or, scope: Scope, want: Type | None) -> Typed:
    """One of two conditions."""
    first = express_flag(node.first, scope)
    return Typed(either(first, _elided(node, scope) or express_flag(node.second, scope)), FLAG)


def _elided(node: Or, scope: Scope) -> core.Expr | None:
    """`c is ace or king`, which leaves out what is asked of the king."""
    if not (isinstance(node.first, Is) and isinstance(node.second, Name | Number)):
        return None
    typed = express(node.second, scope)
    if typed.type in {FLAG, UNKNOWN}:
        return typed.expr
    asked, one, other = (part.spot.words() for part in (node.first.first, node.first.second, node.second))
    message = f"a condition needs a flag, but `{other}` is {article(typed.type, scope)}"
    scope.error("T201", node.second, message, help=f"write `{asked} in [{one}, {other}]`")
    return ZERO


@expresses(Not)
def opposite(node: Not, scope: Scope, want: Type | None) -> Typed:
    """The opposite of a condition."""
    return Typed(negated(express_flag(node.operand, scope)), FLAG)


@expresses(Compare)
def comparison(node: Compare, scope: Scope, want: Type | None) -> Typed:
    """Two numbers compared."""
    use = f"`{node.sign}`"
    first, second = express_number(node.first, scope, use), express_number(node.second, scope, use)
    _tell_same(node, first, second, scope)
    expr = op(COMPARISONS[node.sign], first, second)
    scope.symbols.remarks.comparisons.append((node, expr))
    return Typed(expr, FLAG)


def alike(first: SyntaxNode, second: SyntaxNode, scope: Scope) -> tuple[Typed, Typed]:
    """Two expressions of one type, where either helps to understand the other."""
    if isinstance(first, Name) and len(instances_named(first.name, scope)) > 1:
        right = express(second, scope)
        return express(first, scope, right.type), right
    left = express(first, scope)
    return left, express(second, scope, left.type)


def _equal(node: Is | IsNot, scope: Scope) -> core.Expr:
    left, right = alike(node.first, node.second, scope)
    if not (fits(scope, left.type.maybe(), right.type.maybe()) or fits(scope, right.type.maybe(), left.type.maybe())):
        words = node.first.spot.words(), node.second.spot.words()
        sorts = article(left.type, scope), article(right.type, scope)
        message = f"`{words[0]}` is {sorts[0]} and `{words[1]}` {sorts[1]}: they are never the same"
        scope.error("T203", node, message, help=_never_help(node, left, right, scope))
    left, right = as_one_of(left, right.type, scope), as_one_of(right, left.type, scope)
    if is_open(left) or is_open(right):
        return negated(there(left if is_open(left) else right))
    _tell_same(node, left.expr, right.expr, scope)
    return op("eq", left.expr, right.expr)


def _tell_same(node: Is | IsNot | Compare, left: core.Expr, right: core.Expr, scope: Scope) -> None:
    """Something may be compared with itself where a name means what it doesn't seem to: of an item, not of the rest."""
    if left == right and not isinstance(left, core.Const):
        first, second = node.first.spot.words(), node.second.spot.words()
        same = first == second
        message = "this is compared with itself" if same else f"`{first}` and `{second}` are the same here"
        scope.report.warning("T228", node.spot.span(), message, help="take it out" if same else SELF_HELP)


def _never_help(node: Is | IsNot, left: Typed, right: Typed, scope: Scope) -> str:
    if "sequence" in {left.type.base, right.type.base}:
        return "`x in S` asks whether a set has a thing"
    says_it = any(isinstance(side, Name) and side.name == ITEM for side in (node.first, node.second))
    if says_it and [name for name, _ in scope.items].count(ITEM) > 1:
        return "`it` is the innermost item; to speak of the outer one, name it: `[x for x in SET where ...]`"
    return ""


@expresses(Is)
def equality(node: Is, scope: Scope, want: Type | None) -> Typed:
    """Whether both are the same."""
    return Typed(_equal(node, scope), FLAG)


@expresses(IsNot)
def inequality(node: IsNot, scope: Scope, want: Type | None) -> Typed:
    """Whether they differ."""
    equal = _equal(node, scope)
    return Typed(op("ne", *equal.args) if isinstance(equal, core.Op) else negated(equal), FLAG)


def _within(thing: SyntaxNode, source: SyntaxNode, scope: Scope) -> core.Expr:
    items = collection(source, scope, "`in`")
    found = express(thing, scope, items.type.item)
    item = items.type.item
    if item is not None and not fits(scope, found.type, item.maybe()):
        sorts = article(found.type, scope), article(items.type, scope)
        message = f"`{thing.spot.words()}` is {sorts[0]}, but `{source.spot.words()}` is {sorts[1]}"
        scope.error("T203", thing, f"{message}: it is never one of them")
    return op("in", as_one_of(found, item or UNKNOWN, scope).expr, items.expr)


@expresses(Member)
def membership(node: Member, scope: Scope, want: Type | None) -> Typed:
    """Whether a set has a thing."""
    return Typed(_within(node.first, node.second, scope), FLAG)


@expresses(NotMember)
def absence(node: NotMember, scope: Scope, want: Type | None) -> Typed:
    """Whether a set lacks a thing."""
    return Typed(negated(_within(node.first, node.second, scope)), FLAG)


@expresses(Has)
def having(node: Has, scope: Scope, want: Type | None) -> Typed:
    """Whether a set has a thing, said the other way round."""
    return Typed(_within(node.second, node.first, scope), FLAG)


def _exists(node: Any | No, scope: Scope) -> core.Expr:
    if node.condition is not None:
        source = collection(node.source, scope, "`where`")
        local, inner = filtered(source, scope)
        return core.Over("any", local, source.expr, express_flag(node.condition, inner))
    typed = express(node.source, scope)
    found = there_is(typed)
    if found is None and typed.type.base != "unknown":
        words, sort = node.source.spot.words(), article(typed.type, scope)
        message = f"`any` and `no` ask whether there is something, but `{words}` is {sort}"
        scope.error("T204", node.source, message)
    return found or core.Const(0)


@expresses(Any)
def existence(node: Any, scope: Scope, want: Type | None) -> Typed:
    """Whether there is something."""
    return Typed(_exists(node, scope), FLAG)


@expresses(No)
def emptiness(node: No, scope: Scope, want: Type | None) -> Typed:
    """Whether there is nothing."""
    return Typed(negated(_exists(node, scope)), FLAG)


@expresses(AnySatisfies, AllSatisfy)
def quantifier(node: AnySatisfies | AllSatisfy, scope: Scope, want: Type | None) -> Typed:
    """Whether one, or all, of the items satisfy a condition."""
    source = collection(node.source, scope, f"`{node.name} in`")
    inner = scope.inner()
    local, item = inner.bind(node.name, source.type.item or NUMBER)
    items = source.expr
    if node.where is not None:
        items = core.Over("filter", local, items, express_flag(node.where, inner.with_item(item, node.name)))
    how: How = "any" if isinstance(node, AnySatisfies) else "all"
    return Typed(core.Over(how, local, items, express_flag(node.condition, inner)), FLAG)


@expresses(Conditional)
def conditional(node: Conditional, scope: Scope, want: Type | None) -> Typed:
    """One of two values."""
    first = express(node.first, narrowed(node.condition, scope), want)
    second = express(node.second, narrowed(node.condition, scope, holds=False), want)
    condition = express_flag(node.condition, scope)
    kind = _common_type(node, first, second, scope)
    first, second = as_one_of(first, kind, scope), as_one_of(second, kind, scope)
    return Typed(pick(condition, first.expr, second.expr), kind)


def _common_type(node: Conditional | Either, first: Typed, second: Typed, scope: Scope) -> Type:
    """The type that covers both."""
    if fits(scope, second.type, first.type):
        return first.type if first.type.base != "none" else second.type.maybe()
    if fits(scope, first.type, second.type):
        return second.type
    if fits(scope, second.type, first.type.maybe()):
        return first.type.maybe()
    if fits(scope, first.type, second.type.maybe()):
        return second.type.maybe()
    message = f"this is {article(first.type, scope)} or {article(second.type, scope)}: both must be of one type"
    return scope.error("T203", node, message).type


@expresses(Either)
def fallback(node: Either, scope: Scope, want: Type | None) -> Typed:
    """The first, or the second where the first is empty or none."""
    first = items_of(express(node.first, scope, want))
    second = items_of(express(node.second, scope, first.type))
    found = there_is(first)
    if found is None:
        if first.type.base != "unknown":
            message = (
                f"`{node.first.spot.words()}` is {article(first.type, scope)}: there is nothing to put in its place"
            )
            scope.error("T204", node.first, message, help="`or else` is for sets, and for what may be none")
        return BROKEN
    sure = Typed(first.expr, first.type.sure() if not second.type.optional else first.type)
    kind = _common_type(node, sure, second, scope)
    first, second = as_one_of(first, kind, scope), as_one_of(second, kind, scope)
    return Typed(pick(found, first.expr, second.expr), kind)


@expresses(Range)
def numbers(node: Range, scope: Scope, want: Type | None) -> Typed:
    """The numbers from one to another."""
    first, last = express_number(node.first, scope, "`..`"), express_number(node.last, scope, "`..`")
    ends = [abs(end.value) for end in (first, last) if isinstance(end, core.Const) and isinstance(end.value, int)]
    if any(end > LONGEST for end in ends):
        return scope.error("B101", node, "this range is too long", help="a range has 10000 numbers at the most")
    return Typed(op("range", first, last), sequence(NUMBER))


@expresses(SignedAs)
def signed(node: SignedAs, scope: Scope, want: Type | None) -> Typed:
    """A number with a sign."""
    value = express_number(node.operand, scope, f"`{node.sign}`")
    return Typed(op("neg", value) if node.sign == "-" else value, NUMBER)


@expresses(Multiply)
def product(node: Multiply, scope: Scope, want: Type | None) -> Typed:
    """A product, a quotient rounded down, or a rest."""
    use = f"`{node.sign}`"
    return Typed(
        op(PRODUCTS[node.sign], express_number(node.first, scope, use), express_number(node.second, scope, use)), NUMBER
    )


@expresses(AddUp)
def addition(node: AddUp, scope: Scope, want: Type | None) -> Typed:
    """Sum or difference of numbers; for sets, with or without some things."""
    first = items_of(express(node.first, scope, want))
    use = f"`{node.sign}`"
    if first.type.base == "unknown":  # of numbers or of sets: nobody can tell
        express(node.second, scope)
        return BROKEN
    if first.type.base == "number" or (want == NUMBER and first.type.base == "entity"):
        return Typed(
            op(
                "add" if node.sign == "+" else "sub",
                express_number(node.first, scope, use),
                express_number(node.second, scope, use),
            ),
            NUMBER,
        )
    if first.type.base == "entity":
        return _one_more(node, first, scope)
    if first.type.base != "sequence":
        return Typed(op("add", express_number(node.first, scope, use)), NUMBER)
    return Typed(
        op(_united(node.sign, first.type, scope), first.expr, several(node.second, first.type, scope)), first.type
    )


def _one_more(node: AddUp, first: Typed, scope: Scope) -> Typed:
    kind = sequence(entity(first.type.kind))
    single = core.Op("seq", (first.expr,))
    return Typed(op(_united(node.sign, kind, scope), single, several(node.second, kind, scope)), kind)


def several(node: SyntaxNode, kind: Type, scope: Scope) -> core.Expr:
    """A set, or one thing as a set of one (none: of nothing)."""
    typed = items_of(express(node, scope, kind.item))
    if typed.type.base in {"sequence", "unknown"}:
        items = collection(node, scope, "a set", kind)
        if not fits(scope, items.type, kind):
            scope.error(
                "T203", node, f"`{node.spot.words()}` is {article(items.type, scope)}, not {article(kind, scope)}"
            )
        return items.expr
    if kind.item is not None and not fits(scope, typed.type, kind.item.maybe()):
        scope.error(
            "T203", node, f"`{node.spot.words()}` is {article(typed.type, scope)}, not {article(kind.item, scope)}"
        )
    single: core.Expr = core.Op("seq", (typed.expr,))
    return pick(there(typed), single, core.Const(())) if typed.type.optional else single


def _united(sign: str, kind: Type, scope: Scope) -> OpName:
    """How sets are put together or taken apart: pieces that are alike count each for itself."""
    found = scope.symbols.kinds.get(kind.item.kind) if kind.item else None
    if found is not None and found.alike:
        return "join" if sign == "+" else "less"
    return "union" if sign == "+" else "minus"
