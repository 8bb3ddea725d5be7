"""The nodes of the effect language as it is written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebed.source.text import Span


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of the language where it stands: `place` maps its offsets to its file."""

    text: str
    place: Callable[[int, int], Span | None]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands in its text."""

    text: Text
    start: int
    end: int

    def span(self) -> Span | None:
        """The place in the file."""
        return self.text.place(self.start, self.end)

    def words(self) -> str:
        """What is written there."""
        return self.text.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Node:
    """What all nodes share: where they stand."""

    spot: Spot = field(repr=False, compare=False)


node = dataclass(frozen=True, slots=True)


@node
class Name(Node):
    """A bare name: a local, a fact of the item at hand, a value, an instance, the instances of a kind ..."""

    name: str


@node
class Number(Node):
    """A whole number."""

    value: int


@node
class Nothing_(Node):  # noqa: N801 - `none` is no good class name
    """None: no entity."""


@node
class List(Node):
    """Items written out."""

    items: tuple[Node, ...]


@node
class ListFor(Node):
    """An expression for each item."""

    body: Node
    name: str
    source: Node


@node
class Either(Node):
    """The first, or the second where the first is empty or none."""

    first: Node
    second: Node


@node
class Conditional(Node):
    """One of two expressions."""

    first: Node
    condition: Node
    second: Node


@node
class Where(Node):
    """The items for which a condition holds."""

    source: Node
    condition: Node


@node
class Or(Node):
    """One of both."""

    first: Node
    second: Node


@node
class And(Node):
    """Both."""

    first: Node
    second: Node


@node
class Not(Node):
    """The opposite."""

    operand: Node


@node
class Compare(Node):
    """A comparison of numbers."""

    first: Node
    sign: str
    second: Node


@node
class Is(Node):
    """Equality."""

    first: Node
    second: Node


@node
class IsNot(Node):
    """Inequality."""

    first: Node
    second: Node


@node
class Member(Node):
    """Whether an item is in a set."""

    first: Node
    second: Node


@node
class NotMember(Node):
    """Whether an item is not in a set."""

    first: Node
    second: Node


@node
class Has(Node):
    """Whether a set has an item."""

    first: Node
    second: Node


@node
class Any(Node):
    """Whether there is something (for which a condition holds)."""

    source: Node
    condition: Node | None


@node
class No(Node):
    """Whether there is nothing (for which a condition holds)."""

    source: Node
    condition: Node | None


@node
class AnySatisfies(Node):
    """Whether one of the items satisfies a condition."""

    name: str
    source: Node
    where: Node | None
    condition: Node


@node
class AllSatisfy(Node):
    """Whether all items satisfy a condition."""

    name: str
    source: Node
    where: Node | None
    condition: Node


@node
class Can(Node):
    """Whether a program can be got through."""

    program: Node


@node
class Range(Node):
    """The numbers from one to another."""

    first: Node
    last: Node


@node
class AddUp(Node):
    """Sum or difference, of numbers or of sets."""

    first: Node
    sign: str
    second: Node


@node
class Multiply(Node):
    """Product, quotient rounded down, or rest."""

    first: Node
    sign: str
    second: Node


@node
class SignedAs(Node):
    """A number with a sign of its own."""

    sign: str
    operand: Node


@node
class Of(Node):
    """Those of a set that belong to something: `spaces of e`."""

    source: Node
    owner: Node


@node
class OtherThan(Node):
    """A set without one thing, or without the things of another set."""

    source: Node
    excluded: Node


@node
class Around(Node):
    """A set in its order, going round from one of its items."""

    source: Node
    start: Node


@node
class MemberOf(Node):
    """A fact of an entity: `e.space`."""

    owner: Node
    name: str


@node
class Item(Node):
    """One place of a set, counted from 1; or a fact of a pair: `p.owned[me]`."""

    owner: Node
    index: Node


@node
class Function(Node):
    """A value or a built-in function, with its arguments."""

    name: str
    arguments: tuple[Node, ...]


@node
class Most(Node):
    """Those with the greatest measure; ties by the next."""

    source: Node
    measures: tuple[Node, ...]


@node
class Least(Node):
    """Those with the least measure; ties by the next."""

    source: Node
    measures: tuple[Node, ...]


@node
class Sorted(Node):
    """A set in the order of a measure, from the least."""

    source: Node
    measures: tuple[Node, ...]


@node
class SortedDown(Node):
    """A set in the order of a measure, from the greatest."""

    source: Node
    measures: tuple[Node, ...]


@node
class Groups(Node):
    """Sets of equals, greatest first."""

    source: Node
    measure: Node


@node
class Narrow(Node):
    """One filter after another; one that would leave nothing is skipped."""

    source: Node
    filters: tuple[Node, ...]


# Statements


@node
class Program(Node):
    """Statements in order."""

    statements: tuple[Node, ...]


@node
class Amount(Node):
    """So many of a resource; a single part is the name of a cost."""

    count: Node
    asset: Node | None


@node
class Attempt(Node):
    """A simple statement, and what happens where it can't be got through."""

    statement: Node
    otherwise: Program | None


@node
class Gain(Node):
    """Gain resources, as many as there are."""

    amounts: tuple[Amount, ...]


@node
class Lose(Node):
    """Lose resources, as many as one has."""

    amounts: tuple[Amount, ...]


@node
class Pay(Node):
    """Pay resources or a cost; can't be got through without them."""

    amounts: tuple[Amount, ...]


@node
class Set(Node):
    """Write a fact."""

    target: Node
    value: Node


@node
class Add(Node):
    """Add to a number or a set."""

    value: Node
    target: Node


@node
class Remove(Node):
    """Take from a number or a set."""

    value: Node
    target: Node


@node
class Let(Node):
    """Name a value."""

    name: str
    value: Node


@node
class Choose(Node):
    """Choose one of a set."""

    name: str
    source: Node


@node
class ChooseSome(Node):
    """Choose several of a set, one after another."""

    up_to: str | None
    count: Node
    source: Node
    name: str


@node
class Roll(Node):
    """Roll one die: its faces are the items of a set."""

    source: Node
    name: str


@node
class RollSome(Node):
    """Roll several alike dice."""

    count: Node
    source: Node
    name: str


@node
class Draw(Node):
    """Draw from a deck or bag, as many as there are."""

    count: Node | None
    source: Node
    into: Node | None
    name: str | None


@node
class Put(Node):
    """Move something to where it is held."""

    what: Node
    where: Node


@node
class PutUnder(Node):
    """Move cards under a deck."""

    what: Node
    where: Node


@node
class PutOver(Node):
    """Move cards on top of a deck."""

    what: Node
    where: Node


@node
class Shuffle(Node):
    """Shuffle a deck."""

    deck: Node


@node
class ShuffleInto(Node):
    """Shuffle cards into a deck."""

    what: Node
    deck: Node


@node
class Refill(Node):
    """Draw until a row has so many."""

    row: Node
    deck: Node
    size: Node | None


@node
class Do(Node):
    """Run a procedure, or a program of an instance."""

    program: Node


@node
class Call(Node):
    """Run a procedure."""

    program: Node


@node
class Raise(Node):
    """Tell what happened to whatever waits for it."""

    name: str
    arguments: tuple[Node, ...]


@node
class EndGame(Node):
    """The game is over."""


@node
class Stop(Node):
    """Leave the innermost loop."""


@node
class Finish(Node):
    """Leave the program."""


@node
class Show(Node):
    """Show a hidden thing to somebody, or to all."""

    what: Node
    viewers: Node | None


@node
class Look(Node):
    """Look at a hidden thing."""

    what: Node


@node
class Nothing(Node):
    """Do nothing."""


@node
class Subject(Node):
    """A statement about somebody else: `owner loses 2 coins`."""

    party: Node
    statement: Node


@node
class Branch(Node):
    """One of two programs."""

    condition: Node
    then: Program
    otherwise: Program | None


@node
class Each(Node):
    """A program for each item."""

    name: str
    source: Node
    body: Program


@node
class Pair(Node):
    """Two sets walked together, until the shorter one ends."""

    name: str
    source: Node
    second_name: str
    second_source: Node
    body: Program


@node
class Repeat(Node):
    """A program several times."""

    count: Node
    body: Program


@node
class UpToTimes(Node):
    """A program as often as its chooser likes, up to a number of times."""

    count: Node
    body: Program


@node
class Acting(Node):
    """A program in which `me` is somebody else."""

    party: Node
    body: Program


@node
class Parallel(Node):
    """A program for each seat, all at once."""

    manner: str
    name: str
    source: Node
    body: Program


@node
class WithValue(Node):
    """A program during which a value is higher or lower."""

    name: str
    sign: str
    amount: Node
    body: Program


@node
class Without(Node):
    """A program during which a procedure does nothing."""

    name: str
    body: Program


@node
class Trial(Node):
    """A program that is tried on a copy first, and what happens where it can't be got through."""

    body: Program
    otherwise: Program | None


@node
class May(Node):
    """A statement that one may leave be, what follows if not, and if so."""

    statement: Node
    then: Program | None
    otherwise: Program | None


# Types


@node
class NamedType(Node):
    """A number, a flag, or an instance of a kind; `?` where it may be none."""

    name: str
    optional: str | None


@node
class SetType(Node):
    """A set of something."""

    item: Node


@node
class PileType(Node):
    """A deck, row, hand, bag or discard of cards."""

    pile: str
    kind: str


@node
class BoundedType(Node):
    """A number within bounds."""

    name: str
    low: int
    high: int


@node
class HoldsType(Node):
    """A place for one piece."""

    kind: str
