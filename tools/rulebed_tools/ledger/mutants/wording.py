"""What can go wrong in one piece of the language: small changes of its text, at the places of its syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rulebed.language import parse_expression, parse_program
from rulebed.language import syntax as say
from rulebed.text import Report

MOST_KEPT = 4_096  # texts
TRUE = "1 is 1"
NOTHING = "nothing"
CONDITIONS: tuple[type[say.SyntaxNode], ...] = (
    *(say.Compare, say.Is, say.IsNot, say.Member, say.NotMember, say.Has, say.Any, say.No, say.And, say.Or, say.Not),
    *(say.AnySatisfies, say.AllSatisfy, say.Can),
)
LOOSER = {"<": "<=", ">": ">=", "<=": "<", ">=": ">"}
OPPOSITE_SIGN = {"+": "-", "-": "+", "*": "+", "/": "*", "mod": "+"}
FLAGS = {"true": "false", "false": "true"}
PASSING = frozenset({"take", "drop", "next", "distinct", "reverse", "abs", "half", "half_up"})
OTHER_FUNCTION = {"first": "last", "last": "first", "min": "max", "max": "min", "half": "half_up", "half_up": "half"}


@dataclass(frozen=True, slots=True)
class Slip:
    """Another text for a stretch of one; `widens` if more can happen with it than before."""

    start: int
    end: int
    new: str
    widens: bool = False


Words = Mapping[str, str]  # names of things, each with another one of its sort
Rule = Callable[[say.SyntaxNode, str, Words], Iterator[Slip]]


def slips(text: str, others: Words, is_meant: Callable[[int], bool] = lambda _: True) -> Iterator[tuple[str, bool]]:
    """Each text that could stand instead, and whether it widens; none that says the same or can't be read.

    `is_meant` says of a place whether what begins there is to be broken.
    """
    tree, found = _read(text), dict[str, bool]()
    made = (slip for slip in _slips(tree, text, others) if is_meant(slip.start))
    for slip in sorted(made, key=lambda slip: _is_rough(slip, text)):
        changed = text[: slip.start] + slip.new + text[slip.end :]
        found[changed] = slip.widens or found.get(changed, False)
    yield from ((changed, widens) for changed, widens in found.items() if _says_otherwise(changed, tree))


def _is_rough(slip: Slip, text: str) -> bool:
    """Whether most of a longer text is gone, which anybody would notice: such slips come last."""
    return "\n" in text.strip() and 2 * (slip.end - slip.start) > len(text)


@lru_cache(maxsize=MOST_KEPT)
def _read(text: str) -> say.SyntaxNode | None:
    """The nodes of an expression, or else of a program; what many packs have in common is read once."""
    place = say.Text(text, lambda *_: None)
    return parse_expression(place, Report()) or parse_program(place, Report())


def _says_otherwise(text: str, tree: say.SyntaxNode | None) -> bool:
    read = _read(text)
    return read is not None and read != tree


def statements(text: str) -> Iterator[tuple[int, int]]:
    """Where each of the statements that follow each other in a text begins and ends; an expression is one."""
    tree = _read(text)
    for one in tree.statements if isinstance(tree, say.Program) else ():
        yield one.spot.start, _end(one, text)
    if tree is not None and not isinstance(tree, say.Program):
        yield 0, len(text)


def form(text: str, kept: Collection[str] = ()) -> str:
    """What a text is made of, whatever the numbers and names in it, but for some that are kept."""
    every = list(nodes(_read(text)))
    named = {str(getattr(node, "name", "")) for node in every}
    return " ".join(sorted({type(node).__name__ for node in every} | (named & set(kept))))


def _slips(tree: say.SyntaxNode | None, text: str, others: Words) -> Iterator[Slip]:
    if tree is None:
        return
    if isinstance(tree, CONDITIONS):
        yield _negated(tree, text)
    for node in nodes(tree):
        for kinds, rule in RULES:
            if isinstance(node, kinds):
                yield from rule(node, text, others)
    if isinstance(tree, say.Function):  # a procedure that is called may read like an expression
        yield Slip(tree.spot.start, tree.spot.end, NOTHING)


def nodes(node: object) -> Iterator[say.SyntaxNode]:
    """A node and all that it is made of, outer ones first."""
    if isinstance(node, say.SyntaxNode):
        yield node
    for part in node.parts() if isinstance(node, say.SyntaxNode) else node if isinstance(node, tuple) else ():
        yield from nodes(part)


def _of(node: say.SyntaxNode, text: str) -> str:
    return text[node.spot.start : node.spot.end]


def _instead(node: say.SyntaxNode, new: str, *, widens: bool = False) -> Slip:
    return Slip(node.spot.start, node.spot.end, new, widens)


def _between(
    first: say.SyntaxNode, second: say.SyntaxNode, old: str, new: str, text: str, *, widens: bool = False
) -> Iterator[Slip]:
    """The word or sign between two nodes."""
    start = first.spot.end
    found = re.search(old, text[start : second.spot.start])
    if found:
        yield Slip(start + found.start(), start + found.end(), new, widens)


def _negated(node: say.SyntaxNode, text: str) -> Slip:
    return _instead(node, f"not ({_of(node, text)})")


def _number(node: say.SyntaxNode, _: str, __: Words) -> Iterator[Slip]:
    assert isinstance(node, say.Number)
    yield _instead(node, str(node.value + 1))
    if node.value > 0:
        yield _instead(node, str(node.value - 1))


def _price(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """What is asked for is asked for no more."""
    assert isinstance(node, say.Pay | say.Lose)
    yield _instead(node, NOTHING, widens=True)
    for amount in node.amounts if isinstance(node, say.Pay) else ():
        if isinstance(amount.count, say.Number) and amount.count.value > 0:
            yield _instead(amount.count, str(amount.count.value - 1), widens=True)


def _program(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """A statement is left out, or comes after the next one."""
    assert isinstance(node, say.Program)
    for one in node.statements:
        yield Slip(one.spot.start, _end(one, text), NOTHING)
    for one, two in pairwise(node.statements):
        start, middle, end = one.spot.start, _end(one, text), _end(two, text)
        gap = text[middle : two.spot.start]
        yield Slip(start, end, text[two.spot.start : end] + gap + text[start:middle])


def _end(node: say.SyntaxNode, text: str) -> int:
    """Where a statement ends, without the blank that may follow it."""
    return node.spot.start + len(_of(node, text).rstrip())


def _guarded(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """The condition holds always, or at the wrong times."""
    condition = getattr(node, "condition", None)
    if isinstance(condition, say.SyntaxNode):
        yield _instead(condition, TRUE, widens=True)
        yield _negated(condition, text)


def _sifted(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """Those for which nothing has to hold."""
    where = getattr(node, "where", None)
    if isinstance(where, say.SyntaxNode):
        yield _instead(where, TRUE, widens=True)
        yield _negated(where, text)


def _compared(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.Compare)
    other = LOOSER[node.sign]
    yield from _between(node.first, node.second, re.escape(node.sign), other, text, widens=len(other) > 1)
    for end, up in ((node.second, "<"), (node.first, ">")):
        if isinstance(end, say.Number):
            value = end.value + 1 if node.sign.startswith(up) else end.value - 1
            yield _instead(end, str(max(value, 0)), widens=True)


def _equal(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.Is | say.Member)
    word = "is" if isinstance(node, say.Is) else "in"
    new = "is not" if isinstance(node, say.Is) else "not in"
    yield from _between(node.first, node.second, rf"\b{word}\b", new, text)


def _unequal(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.IsNot | say.NotMember)
    word, new = (r"is\s+not", "is") if isinstance(node, say.IsNot) else (r"not\s+in", "in")
    yield from _between(node.first, node.second, rf"\b{word}\b", new, text)


def _joined(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """One of two conditions is forgotten, or one is enough where both are asked for."""
    assert isinstance(node, say.And | say.Or)
    both = isinstance(node, say.And)
    old, new = ("and", "or") if both else ("or", "and")
    yield from _between(node.first, node.second, rf"\b{old}\b", new, text, widens=both)
    if both:
        yield _instead(node.first, TRUE, widens=True)
        yield _instead(node.second, TRUE, widens=True)


def _existing(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    old, new = ("any", "no") if isinstance(node, say.Any) else ("no", "any")
    if text.startswith(old, node.spot.start):
        yield Slip(node.spot.start, node.spot.start + len(old), new)


def _reckoned(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.AddUp | say.Multiply)
    yield from _between(node.first, node.second, re.escape(node.sign), OPPOSITE_SIGN[node.sign], text)


def _ranked(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    old, new = ("most", "least") if isinstance(node, say.Most) else ("least", "most")
    if text.startswith(old, node.spot.start):
        yield Slip(node.spot.start, node.spot.start + len(old), new)


def _found(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """The order of the set is another one, or two preferences have changed places."""
    assert isinstance(node, say.Find)
    yield _instead(node.source, f"reverse({_of(node.source, text)})")
    for one, two in pairwise(node.preferences):
        gap = text[one.spot.end : two.spot.start]
        yield Slip(one.spot.start, two.spot.end, f"{_of(two, text)}{gap}{_of(one, text)}")


def _preferred(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """The least instead of the greatest, or any of them; of those that luck decides between, the first."""
    if isinstance(node, say.TheMost | say.TheLeast):
        old, new = ("most", "least") if isinstance(node, say.TheMost) else ("least", "most")
        yield Slip(node.spot.start, node.spot.start + len(old), new)
        yield _instead(node.measure, "0")
    else:
        yield _instead(node, "most 0")


def _narrowed(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """The whole set, not what is left of it."""
    assert isinstance(node, say.OtherThan | say.Of)
    yield _instead(node, _of(node.source, text), widens=True)


def _ordered(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """In the order that it has anyway."""
    assert isinstance(node, say.Around | say.Sorted | say.SortedDown)
    yield _instead(node, _of(node.source, text))


def _each(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """Only the first one."""
    assert isinstance(node, say.Each)
    yield _instead(node.source, f"take(1, {_of(node.source, text)})")


def _counted(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """One more, where the number isn't written out."""
    assert isinstance(node, say.Amount)
    if node.asset is not None and not isinstance(node.count, say.Number):
        yield _instead(node.count, f"({_of(node.count, text)}) + 1")


def _chosen(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """Of numbers there is one more to choose, at either end; of things there is only the first one."""
    assert isinstance(node, say.Choose)
    if isinstance(node.source, say.Range):
        yield _instead(node.source.last, f"({_of(node.source.last, text)}) + 1", widens=True)
        yield _instead(node.source.first, f"({_of(node.source.first, text)}) - 1", widens=True)
    else:
        yield _instead(node.source, f"take(1, {_of(node.source, text)})")


def _first_of_two(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.Either)
    yield _instead(node, _of(node.first, text))


def _asked(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    assert isinstance(node, say.Function)
    if node.name in PASSING and node.arguments:
        yield _instead(node, _of(node.arguments[-1], text), widens=node.name == "take")
    if node.name in OTHER_FUNCTION:
        yield Slip(node.spot.start, node.spot.start + len(node.name), OTHER_FUNCTION[node.name])


def _gained(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """What should be gained is lost."""
    for old, new in (("gain", "lose"), ("gains", "loses")):
        found = re.match(rf"{old}\b", _of(node, text))
        if found:
            yield Slip(node.spot.start, node.spot.start + len(old), new)


def _somebody(node: say.SyntaxNode, text: str, _: Words) -> Iterator[Slip]:
    """Whoever acts is meant instead."""
    assert isinstance(node, say.Subject | say.Acting)
    if _of(node.party, text) != "me":
        yield _instead(node.party, "me")


def _another(node: say.SyntaxNode, text: str, others: Words) -> Iterator[Slip]:
    """Another thing of the same sort."""
    assert isinstance(node, say.Name | say.MemberOf)
    other = others.get(node.name) or FLAGS.get(node.name)
    if other is not None:
        end = node.spot.start + len(_of(node, text).rstrip())
        start = end - len(node.name)
        if text[start:end] == node.name:
            yield Slip(start, end, other)


RULES: tuple[tuple[type[say.SyntaxNode] | tuple[type[say.SyntaxNode], ...], Rule], ...] = (
    (say.Number, _number),
    ((say.Pay, say.Lose), _price),
    (
        (
            *(say.Require, say.Where, say.Branch, say.Conditional, say.Prefer),
            *(say.Any, say.No, say.AnySatisfies, say.AllSatisfy),
        ),
        _guarded,
    ),
    ((say.AnySatisfies, say.AllSatisfy), _sifted),
    (say.Compare, _compared),
    ((say.Is, say.Member), _equal),
    ((say.IsNot, say.NotMember), _unequal),
    ((say.And, say.Or), _joined),
    ((say.Any, say.No), _existing),
    ((say.AddUp, say.Multiply), _reckoned),
    ((say.Most, say.Least), _ranked),
    ((say.OtherThan, say.Of), _narrowed),
    ((say.Around, say.Sorted, say.SortedDown), _ordered),
    (say.Each, _each),
    (say.Amount, _counted),
    (say.Choose, _chosen),
    (say.Find, _found),
    ((say.TheMost, say.TheLeast, say.AtRandom), _preferred),
    (say.Either, _first_of_two),
    (say.Function, _asked),
    (say.Gain, _gained),
    ((say.Subject, say.Acting), _somebody),
    ((say.Name, say.MemberOf), _another),
    (say.Program, _program),
)
