"""Statements as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Program(Node):
    """Statements in order."""

    statements: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Amount(Node):
    """So many of a resource; a single part is the name of a cost."""

    count: Node
    asset: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Attempt(Node):
    """A simple statement, and what happens where it can't be got through."""

    statement: Node
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Gain(Node):
    """Gain resources, as many as there are."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lose(Node):
    """Lose resources, as many as one has."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pay(Node):
    """Pay resources or a cost; can't be got through without them."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Set(Node):
    """Write a fact."""

    target: Node
    value: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Add(Node):
    """Add to a number or a set."""

    value: Node
    target: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Remove(Node):
    """Take from a number or a set."""

    value: Node
    target: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let(Node):
    """Name a value."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(Node):
    """Choose one of a set."""

    name: str
    source: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChooseNumber(Node):
    """Choose a number from nothing, or from a least one, up to another."""

    name: str
    least: Node | None
    up_to: str
    most: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChooseSome(Node):
    """Choose several of a set, one after another."""

    up_to: str | None
    count: Node
    source: Node
    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Find(Node):
    """Take the one of a set that some preferences lead to, and say why."""

    name: str
    source: Node
    preferences: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prefer(Node):
    """Those for which a condition holds, if there are any."""

    condition: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TheMost(Node):
    """Those with the greatest measure."""

    measure: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TheLeast(Node):
    """Those with the least measure."""

    measure: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AtRandom(Node):
    """One of those that are left, as luck has it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roll(Node):
    """Roll one die: its faces are the items of a set. It may lie in a fact, and it may have a name."""

    source: Node
    into: Node | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RollSome(Node):
    """Roll several alike dice."""

    count: Node
    source: Node
    into: Node | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Draw(Node):
    """Draw from a deck or bag, as many as there are."""

    count: Node | None
    source: Node
    into: Node | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Put(Node):
    """Move something to where it is held."""

    what: Node
    where: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PutUnder(Node):
    """Move cards under a deck."""

    what: Node
    where: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PutOver(Node):
    """Move cards on top of a deck."""

    what: Node
    where: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shuffle(Node):
    """Shuffle a deck."""

    deck: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShuffleInto(Node):
    """Shuffle cards into a deck."""

    what: Node
    deck: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Refill(Node):
    """Draw until a row has so many."""

    row: Node
    deck: Node
    size: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Do(Node):
    """Run a procedure, or a program of an instance."""

    program: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Call(Node):
    """Run a procedure."""

    program: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Raise(Node):
    """Tell what happened to whatever waits for it."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EndGame(Node):
    """The game is over."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stop(Node):
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finish(Node):
    """Leave the program."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Require(Node):
    """What must hold for the program to be got through."""

    condition: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Show(Node):
    """Show a hidden thing to somebody, or to all."""

    what: Node
    viewers: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Look(Node):
    """Look at a hidden thing."""

    what: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Say(Node):
    """Say what something is to somebody, or to all."""

    what: Node
    hearers: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SayWhether(Node):
    """Say whether something holds to somebody, or to all."""

    condition: Node
    hearers: Node | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nothing(Node):
    """Do nothing."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subject(Node):
    """A statement about somebody else: `owner loses 2 points`."""

    party: Node
    statement: Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Branch(Node):
    """One of two programs."""

    condition: Node
    then: Program
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Each(Node):
    """A program for each item."""

    name: str
    source: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pair(Node):
    """Two sets walked together, until the shorter one ends."""

    name: str
    source: Node
    second_name: str
    second_source: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repeat(Node):
    """A program several times."""

    count: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UpToTimes(Node):
    """A program as often as its chooser likes, up to a number of times."""

    count: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Acting(Node):
    """A program in which `me` is somebody else."""

    party: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Parallel(Node):
    """A program for each seat, all at once."""

    manner: str
    name: str
    source: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WithValue(Node):
    """A program during which a value is higher or lower."""

    name: str
    sign: str
    amount: Node
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Without(Node):
    """A program during which a procedure does nothing."""

    name: str
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trial(Node):
    """A program that is tried on a copy first, and what happens where it can't be got through."""

    body: Program
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class May(Node):
    """A statement that one may leave be, what follows if not, and if so."""

    statement: Node
    then: Program | None
    otherwise: Program | None
