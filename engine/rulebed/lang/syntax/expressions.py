"""Expressions as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Name(Node):
    """A bare name: a local, a fact of the item at hand, a value, an instance, the instances of a kind ..."""

    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nothing_(Node):  # noqa: N801 - `none` is no good class name
    """None: no entity."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class List(Node):
    """Items written out."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ListFor(Node):
    """An expression for each item."""

    body: Node
    name: str
    source: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Either(Node):
    """The first, or the second where the first is empty or none."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Conditional(Node):
    """One of two expressions."""

    first: Node
    condition: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Where(Node):
    """The items for which a condition holds."""

    source: Node
    condition: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Or(Node):
    """One of both."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class And(Node):
    """Both."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Node):
    """The opposite."""

    operand: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(Node):
    """A comparison of numbers."""

    first: Node
    sign: str
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Is(Node):
    """Equality."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class IsNot(Node):
    """Inequality."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Member(Node):
    """Whether an item is in a set."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotMember(Node):
    """Whether an item is not in a set."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Has(Node):
    """Whether a set has an item."""

    first: Node
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Any(Node):
    """Whether there is something (for which a condition holds)."""

    source: Node
    condition: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class No(Node):
    """Whether there is nothing (for which a condition holds)."""

    source: Node
    condition: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnySatisfies(Node):
    """Whether one of the items satisfies a condition."""

    name: str
    source: Node
    where: Node | None
    condition: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllSatisfy(Node):
    """Whether all items satisfy a condition."""

    name: str
    source: Node
    where: Node | None
    condition: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Can(Node):
    """Whether a program can be got through."""

    program: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range(Node):
    """The numbers from one to another."""

    first: Node
    last: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AddUp(Node):
    """Sum or difference, of numbers or of sets."""

    first: Node
    sign: str
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Multiply(Node):
    """Product, quotient rounded down, or rest."""

    first: Node
    sign: str
    second: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SignedAs(Node):
    """A number with a sign of its own."""

    sign: str
    operand: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Of(Node):
    """Those of a set that belong to something: `spaces of e`."""

    source: Node
    owner: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OtherThan(Node):
    """A set without one thing, or without the things of another set."""

    source: Node
    excluded: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Around(Node):
    """A set in its order, going round from one of its items."""

    source: Node
    start: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MemberOf(Node):
    """A fact of an entity, `e.space`; a value or program of it, perhaps with arguments."""

    owner: Node
    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Item(Node):
    """One place of a set, counted from 1; or a fact of a pair: `p.owned[me]`."""

    owner: Node
    index: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Function(Node):
    """A value or a built-in function, with its arguments."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Most(Node):
    """Those with the greatest measure; ties by the next."""

    source: Node
    measures: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Least(Node):
    """Those with the least measure; ties by the next."""

    source: Node
    measures: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sorted(Node):
    """A set in the order of a measure, from the least."""

    source: Node
    measures: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SortedDown(Node):
    """A set in the order of a measure, from the greatest."""

    source: Node
    measures: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Groups(Node):
    """Sets of equals, greatest first."""

    source: Node
    measure: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Narrow(Node):
    """One filter after another; one that would leave nothing is skipped."""

    source: Node
    filters: tuple[Node, ...]
