"""Expressions as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Name(SyntaxNode):
    """A bare name: a local, a fact of the item at hand, a value, an instance, the instances of a kind ..."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number(SyntaxNode):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nothing_(SyntaxNode):  # noqa: N801 - `none` is no good class name
    """None: no entity."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class List(SyntaxNode):
    """Items written out."""

    items: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ListFor(SyntaxNode):
    """An expression for each item."""

    body: SyntaxNode
    name: str
    source: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Either(SyntaxNode):
    """The first, or the second where the first is empty or none."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Conditional(SyntaxNode):
    """One of two expressions."""

    first: SyntaxNode
    condition: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Where(SyntaxNode):
    """The items for which a condition holds."""

    source: SyntaxNode
    condition: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Or(SyntaxNode):
    """One of both."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class And(SyntaxNode):
    """Both."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(SyntaxNode):
    """The opposite."""

    operand: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(SyntaxNode):
    """A comparison of numbers."""

    first: SyntaxNode
    sign: str
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Is(SyntaxNode):
    """Equality."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class IsNot(SyntaxNode):
    """Inequality."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Member(SyntaxNode):
    """Whether an item is in a set."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotMember(SyntaxNode):
    """Whether an item is not in a set."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Has(SyntaxNode):
    """Whether a set has an item."""

    first: SyntaxNode
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Any(SyntaxNode):
    """Whether there is something (for which a condition holds)."""

    source: SyntaxNode
    condition: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class No(SyntaxNode):
    """Whether there is nothing (for which a condition holds)."""

    source: SyntaxNode
    condition: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnySatisfies(SyntaxNode):
    """Whether one of the items satisfies a condition."""

    name: str
    source: SyntaxNode
    where: SyntaxNode | None
    condition: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllSatisfy(SyntaxNode):
    """Whether all items satisfy a condition."""

    name: str
    source: SyntaxNode
    where: SyntaxNode | None
    condition: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Can(SyntaxNode):
    """Whether a program can be got through."""

    program: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range(SyntaxNode):
    """The numbers from one to another."""

    first: SyntaxNode
    last: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AddUp(SyntaxNode):
    """Sum or difference, of numbers or of sets."""

    first: SyntaxNode
    sign: str
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Multiply(SyntaxNode):
    """Product, quotient rounded down, or rest."""

    first: SyntaxNode
    sign: str
    second: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SignedAs(SyntaxNode):
    """A number with a sign of its own."""

    sign: str
    operand: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Of(SyntaxNode):
    """Those of a set that belong to something: `spaces of e`."""

    source: SyntaxNode
    owner: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OtherThan(SyntaxNode):
    """A set without one thing, or without the things of another set."""

    source: SyntaxNode
    excluded: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Around(SyntaxNode):
    """A set in its order, going round from one of its items."""

    source: SyntaxNode
    start: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MemberOf(SyntaxNode):
    """A fact of an entity, `e.space`; a value or program of it, perhaps with arguments."""

    owner: SyntaxNode
    name: str
    arguments: tuple[SyntaxNode, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Item(SyntaxNode):
    """One place of a set, counted from 1; or a fact of a pair: `p.owned[me]`."""

    owner: SyntaxNode
    index: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Function(SyntaxNode):
    """A value or a built-in function, with its arguments."""

    name: str
    arguments: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Most(SyntaxNode):
    """Those with the greatest measure; ties by the next."""

    source: SyntaxNode
    measures: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Least(SyntaxNode):
    """Those with the least measure; ties by the next."""

    source: SyntaxNode
    measures: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sorted(SyntaxNode):
    """A set in the order of a measure, from the least."""

    source: SyntaxNode
    measures: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SortedDown(SyntaxNode):
    """A set in the order of a measure, from the greatest."""

    source: SyntaxNode
    measures: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Groups(SyntaxNode):
    """Sets of equals, greatest first."""

    source: SyntaxNode
    measure: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Narrow(SyntaxNode):
    """One filter after another; one that would leave nothing is skipped."""

    source: SyntaxNode
    filters: tuple[SyntaxNode, ...]
