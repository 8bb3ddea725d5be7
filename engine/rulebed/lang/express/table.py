"""The table of expressions: which function gives the core and type of which node."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from rulebed.lang import core
from rulebed.lang.making import NOBODY, op
from rulebed.lang.nothing import as_one_of, there
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import SyntaxNode
from rulebed.lang.types import FLAG, NUMBER, Type, entity, sequence

if TYPE_CHECKING:
    from rulebed.lang.symbols import Symbols

# before which words `a` is `an`, as the table of English has it
AN = re.compile(
    r"(?i)(?!eu|ewe|on(?:e|ce)\b|un(?:i(?!n|m|de)|anim)|u(?:[bt]i|k|ra(?!b)|s[aeiu]))[aeiou]"
    r"|h(?:our|onest|onou?r|eir)|8|11\b|18\b"
)
Rule = Callable[[Any, Scope, Type | None], Typed]


class Speaking(Protocol):
    """What knows the words for the kinds of a pack."""

    @property
    def symbols(self) -> Symbols: ...


RULES: dict[type[SyntaxNode], Rule] = {}


def expresses(*kinds: type[SyntaxNode]) -> Callable[[Rule], Rule]:
    """Register the function for these nodes."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(kinds, rule))
        return rule

    return register


def express(node: SyntaxNode, scope: Scope, want: Type | None = None) -> Typed:
    """The core and type of an expression; `want` helps to tell equal names apart and is not checked."""
    typed = RULES[type(node)](node, scope, want)
    return scope.sure(typed) if scope.known else typed


def fits(scope: Scope, have: Type, want: Type) -> bool:
    """Whether a value of one type can stand where another is wanted."""
    if "unknown" in {have.base, want.base}:
        return True
    if have.base == "none":
        return want.optional
    if have.base != want.base or (have.optional and not want.optional and have.base == "number"):
        return False
    if have.base == "sequence":
        return have.item is None or want.item is None or fits(scope, have.item, want.item)
    return have.base != "entity" or scope.symbols.fits(have.kind, want.kind)


def expect(node: SyntaxNode, scope: Scope, want: Type, use: str) -> Typed:
    """An expression that must be of a type; `use` says what for, as in "`gain`"."""
    typed = express(node, scope, want)
    if typed.type.base == "deck" and want.base == "sequence":
        typed = items_of(typed)
    if fits(scope, typed.type, want):
        return as_one_of(typed, want, scope)
    return scope.error(
        "T201",
        node,
        f"{use} needs {article(want, scope)}, but `{node.spot.words()}` is {article(typed.type, scope)}",
        label=type_word(typed.type, scope),
        help=conversion(typed.type, want, node.spot.words()),
    )


def express_number(node: SyntaxNode, scope: Scope, use: str) -> core.Expr:
    """A number."""
    return expect(node, scope, NUMBER, use).expr


def express_flag(node: SyntaxNode, scope: Scope, use: str = "a condition") -> core.Expr:
    """A flag."""
    return expect(node, scope, FLAG, use).expr


def collection(node: SyntaxNode, scope: Scope, use: str, want: Type | None = None) -> Typed:
    """A set; a deck stands for its cards."""
    return _as_set(node, items_of(express(node, scope, want)), scope, use)


def express_in_order(node: SyntaxNode, scope: Scope, use: str) -> Typed:
    """A set whose places are asked for: of a deck of cards that lie in an order, in this order."""
    typed = express(node, scope)
    if typed.type.base == "deck" and scope.symbols.kinds[typed.type.kind].backs:
        return Typed(op("deck_order", typed.expr), sequence(entity(typed.type.kind)))
    return _as_set(node, items_of(typed), scope, use)


def _as_set(node: SyntaxNode, typed: Typed, scope: Scope, use: str) -> Typed:
    if typed.type.base == "unknown":
        return Typed(core.Const(()), sequence(typed.type))
    if typed.type.base != "sequence":
        broken = scope.error(
            "T204",
            node,
            f"{use} needs a set, but `{node.spot.words()}` is {article(typed.type, scope)}",
            label=type_word(typed.type, scope),
            help=_set_help(typed.type, node, scope),
        )
        return Typed(core.Const(()), sequence(broken.type))
    return typed


def items_of(typed: Typed) -> Typed:
    """The cards of a deck; anything else as it is."""
    if typed.type.base != "deck":
        return typed
    return Typed(op("deck_items", typed.expr), sequence(entity(typed.type.kind)))


def there_is(typed: Typed) -> core.Expr | None:
    """Whether a set is not empty, or something not none; None where the question makes no sense."""
    if typed.type.base == "sequence":
        return op("gt", op("len", typed.expr), core.Const(0))
    if typed.type.base == "deck":
        return op("gt", op("deck_size", typed.expr), core.Const(0))
    if typed.type.base == "entity" or typed.type.optional:
        known = typed.type.base == "none" and not isinstance(typed.expr, core.Local)
        return op("ne", NOBODY, NOBODY) if known else there(typed)
    return None


def a(word: str) -> str:
    """A noun with its article."""
    return f"{'an' if AN.match(word) else 'a'} {word}"


def type_word(kind: Type, where: Speaking) -> str:
    """A type as a word."""
    words = {"number": "number", "flag": "flag", "text": "text", "none": "none", "unknown": "unknown"}
    if kind.base == "sequence":
        return f"set of {_several(kind.item, where)}" if kind.item and kind.item.base != "unknown" else "set"
    if kind.base == "deck":
        return f"deck of {_several(entity(kind.kind), where)}"
    return words.get(kind.base) or kind.kind


def _several(kind: Type, where: Speaking) -> str:
    """The word for several of a type: of a kind its own."""
    if kind.base == "sequence":
        return f"sets of {_several(kind.item, where)}" if kind.item else "sets"
    known = where.symbols.kinds.get(kind.kind) if kind.base == "entity" else None
    return known.plural if known is not None else f"{type_word(kind, where)}s"


def article(kind: Type, where: Speaking) -> str:
    """A type as a noun phrase."""
    word = type_word(kind, where)
    if kind.base == "none":
        return "none"
    phrase = a(word)
    return f"{phrase} or none" if kind.optional and kind.base != "unknown" else phrase


def conversion(have: Type, want: Type, words: str) -> str:
    """What to write where something is of another type than is wanted."""
    if want == NUMBER and have.kind == "resource" and have.base == "entity":
        return f"that is the resource itself; how much of it you have is `me.{words}`"
    if want == NUMBER and have.base == "sequence":
        return f"`count({words})` is the number of its items"
    if want == NUMBER and have.base == "number":
        return f"say what holds where it is none: `{words} or else 0`"
    if want == FLAG and have.base == "sequence":
        return f"`any {words}` holds where it is not empty"
    if want == FLAG and have.optional:
        return f"`any {words}` holds where it is not none"
    if want == FLAG and have == NUMBER and not words.isdecimal():
        return f"compare it, as in `{words} > 0`"
    if want.base == "entity" and have.base == "sequence":
        return f"`first({words})` is one of them"
    return ""


def _set_help(have: Type, node: SyntaxNode, scope: Scope) -> str:
    if have.base == "entity" and have.kind in scope.symbols.kinds:
        return f"all of them are `{scope.symbols.kinds[have.kind].plural}`; a set of one is `[{node.spot.words()}]`"
    if have.base == "number":
        return f"the numbers up to it are `1..{node.spot.words()}`"
    return ""
