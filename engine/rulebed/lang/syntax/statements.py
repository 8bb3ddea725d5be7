"""Statements as they are written: one class for each rule of the grammar, parts in its order."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.lang.syntax.place import SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Program(SyntaxNode):
    """Statements in order."""

    statements: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Amount(SyntaxNode):
    """So many of a resource; a single part is the name of a cost."""

    count: SyntaxNode
    asset: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Attempt(SyntaxNode):
    """A simple statement, and what happens where it can't be got through."""

    statement: SyntaxNode
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Gain(SyntaxNode):
    """Gain resources, as many as there are."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lose(SyntaxNode):
    """Lose resources, as many as one has."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pay(SyntaxNode):
    """Pay resources or a cost; can't be got through without them."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Set(SyntaxNode):
    """Write a fact."""

    target: SyntaxNode
    value: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Add(SyntaxNode):
    """Add to a number or a set."""

    value: SyntaxNode
    target: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Remove(SyntaxNode):
    """Take from a number or a set."""

    value: SyntaxNode
    target: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let(SyntaxNode):
    """Name a value."""

    name: str
    value: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(SyntaxNode):
    """Choose one of a set."""

    name: str
    source: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChooseNumber(SyntaxNode):
    """Choose a number from nothing, or from a least one, up to another."""

    name: str
    least: SyntaxNode | None
    up_to: str
    most: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChooseSome(SyntaxNode):
    """Choose several of a set, one after another."""

    up_to: str | None
    count: SyntaxNode
    source: SyntaxNode
    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Find(SyntaxNode):
    """Take the one of a set that some preferences lead to, and say why."""

    name: str
    source: SyntaxNode
    preferences: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prefer(SyntaxNode):
    """Those for which a condition holds, if there are any."""

    condition: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TheMost(SyntaxNode):
    """Those with the greatest measure."""

    measure: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TheLeast(SyntaxNode):
    """Those with the least measure."""

    measure: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AtRandom(SyntaxNode):
    """One of those that are left, as luck has it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roll(SyntaxNode):
    """Roll one die: its faces are the items of a set. It may lie in a fact, and it may have a name."""

    source: SyntaxNode
    into: SyntaxNode | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RollSome(SyntaxNode):
    """Roll several alike dice."""

    count: SyntaxNode
    source: SyntaxNode
    into: SyntaxNode | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Draw(SyntaxNode):
    """Draw from a deck or bag, as many as there are."""

    count: SyntaxNode | None
    source: SyntaxNode
    into: SyntaxNode | None
    name: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Put(SyntaxNode):
    """Move something to where it is held."""

    what: SyntaxNode
    where: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PutUnder(SyntaxNode):
    """Move cards under a deck."""

    what: SyntaxNode
    where: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PutOver(SyntaxNode):
    """Move cards on top of a deck."""

    what: SyntaxNode
    where: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shuffle(SyntaxNode):
    """Shuffle a deck."""

    deck: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShuffleInto(SyntaxNode):
    """Shuffle cards into a deck."""

    what: SyntaxNode
    deck: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Refill(SyntaxNode):
    """Draw until a row has so many."""

    row: SyntaxNode
    deck: SyntaxNode
    size: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Do(SyntaxNode):
    """Run a procedure, or a program of an instance."""

    program: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Call(SyntaxNode):
    """Run a procedure."""

    program: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Raise(SyntaxNode):
    """Tell what happened to whatever waits for it."""

    name: str
    arguments: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EndGame(SyntaxNode):
    """The game is over."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stop(SyntaxNode):
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Finish(SyntaxNode):
    """Leave the program."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Require(SyntaxNode):
    """What must hold for the program to be got through."""

    condition: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Show(SyntaxNode):
    """Show a hidden thing to somebody, or to all."""

    what: SyntaxNode
    viewers: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Look(SyntaxNode):
    """Look at a hidden thing."""

    what: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Say(SyntaxNode):
    """Say what something is to somebody, or to all."""

    what: SyntaxNode
    hearers: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SayWhether(SyntaxNode):
    """Say whether something holds to somebody, or to all."""

    condition: SyntaxNode
    hearers: SyntaxNode | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nothing(SyntaxNode):
    """Do nothing."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subject(SyntaxNode):
    """A statement about somebody else: `owner loses 2 points`."""

    party: SyntaxNode
    statement: SyntaxNode


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Branch(SyntaxNode):
    """One of two programs."""

    condition: SyntaxNode
    then: Program
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Each(SyntaxNode):
    """A program for each item."""

    name: str
    source: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pair(SyntaxNode):
    """Two sets walked together, until the shorter one ends."""

    name: str
    source: SyntaxNode
    second_name: str
    second_source: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repeat(SyntaxNode):
    """A program several times."""

    count: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UpToTimes(SyntaxNode):
    """A program as often as its chooser likes, up to a number of times."""

    count: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Acting(SyntaxNode):
    """A program in which `me` is somebody else."""

    party: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Parallel(SyntaxNode):
    """A program for each seat, all at once."""

    manner: str
    name: str
    source: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WithValue(SyntaxNode):
    """A program during which a value is higher or lower."""

    name: str
    sign: str
    amount: SyntaxNode
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Without(SyntaxNode):
    """A program during which a procedure does nothing."""

    name: str
    body: Program


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trial(SyntaxNode):
    """A program that is tried on a copy first, and what happens where it can't be got through."""

    body: Program
    otherwise: Program | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class May(SyntaxNode):
    """A statement that one may leave be, what follows if not, and if so."""

    statement: SyntaxNode
    then: Program | None
    otherwise: Program | None
