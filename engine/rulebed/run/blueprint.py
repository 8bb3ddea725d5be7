"""A compiled game as plain data: code objects and the names in them, enough to run it without its pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any

from rulebed.lang.domain import Domain
from rulebed.lang.types import Type
from rulebed.model.game import Model
from rulebed.run.layout import Layout

if TYPE_CHECKING:
    from rulebed.model.board import Board
    from rulebed.source.text import Span


NOTED = -1  # in place of a slot: what is told is no change
APART = -6  # what is told next is of the branch of a seat that acts in secret; none: of all again


# Whether not everybody may know what is in hand where an effect waits: never, only if it isn't heard of each piece that
# was chosen which it is, or however well somebody has listened.
KNOWN, UNTOLD, CLOSED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class SitePlan:
    """A decision: what is asked, and the names of its functions."""

    address: str
    domain: Domain
    decline: str | None
    chance: bool
    stream: str
    at: Span | None
    instance: int
    place: str  # the address, made one of its kind within the instance
    options: str
    resume: str
    chooser: str | int  # the name of a function, or simply the slot that says who
    odds: str
    numbers: tuple[int, int] = (0, 0)  # the least and greatest that can be offered, where numbers are
    confidential: bool = False  # what is taken may be known to the chooser alone
    hand: int = 0  # whether all know what the effect has in hand meanwhile, see below
    untested: str = ""  # lists what the choice is from before guards; in tracing programs
    checks: tuple[CheckPlan, ...] = ()
    needed: frozenset[int] = frozenset()  # of the slots that may hold what not everybody knows, those that are read yet
    about: tuple[tuple[str, Type], ...] = ()  # what stands in the braces of the question
    worded: str = ""  # lists what that is
    turn: str = ""  # says how many have been taken before, and of how many
    is_open: bool = False  # everybody can know what is offered


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """One condition of a guard: whether an item passes it, and what it looks at."""

    test: str
    reads: str
    reason: str
    at: Span | None


@dataclass(frozen=True, slots=True)
class FramePlan:
    """A copy of a program's locals: where it hangs, and the slot of each local that outlives a function."""

    number: int
    program: str
    parent: int  # of the copy around it; 0 for none
    call: str
    slots: tuple[tuple[str, int], ...]
    returns: int  # the slot that tells where a shared procedure goes on; 0 for none


@dataclass(frozen=True, slots=True)
class ReturnPlan:
    """Where play goes on after a shared procedure."""

    address: str
    instance: int
    function: str
    low: int  # the region of the caller's frame
    high: int
    recursive: bool  # the caller's frame is put aside meanwhile
    hand: int = 0  # whether all know what the caller has in hand
    needed: frozenset[int] = frozenset()  # as of a site


@dataclass(frozen=True, slots=True)
class JointPlan:
    """A parallel block."""

    address: str
    secret: bool
    once: bool  # each seat decides at most once
    plain: bool  # each seat is asked before anything changes
    instance: int  # of the branches
    branch: str
    join: str
    low: int
    high: int
    hand: int = 0  # whether all know what is in hand around it


@dataclass(frozen=True, slots=True)
class NotePlan:
    """What the notes of one number tell."""

    verb: str
    address: str
    names: tuple[str, ...]
    types: tuple[Type, ...]
    seen: bool  # not everybody learns the values: it says which seats do
    at: Span | None
    event: str = ""  # of the pack's own
    lands: str = ""  # the field into which it has gone: its second value says of whom, and that much all learn
    said: bool = False  # of a branch in secret it is heard when all are through

    def values_heard(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Of these values what those learn who learn no more."""
        return values[1:] if self.lands else ()

    def values_unheard(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """These values as those keep them who learn no more: each that they learn in its place."""
        return (None, *self.values_heard(values)) if self.lands else ()


@dataclass(frozen=True, slots=True)
class WritePlan:
    """By which verb the changes of one number come about, and where that stands."""

    verb: str
    address: str


# What the functions of a board ask who draws it: how a back is read, also of a card that isn't known, and what can't be
# seen at all, such as what could be done.
PRINTED, UNSEEN = "printed", "unseen"


@dataclass(frozen=True, slots=True)
class Plate:
    """A compiled board: its boxes with the names of functions, and their code by file, as bytes.

    `reads` are all slots that it can look at, whoever looks, as bits. `in_force` has by kind the name of the function
    that says whether a thing modifies and acts for a party, `scores` that of what a seat's score is, and of its parts;
    each with the slots that it looks at.
    """

    board: Board[str]
    reads: int
    code: tuple[tuple[str, bytes], ...]
    in_force: Mapping[str, tuple[str, int]]
    scores: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Blueprint:
    """All of it."""

    model: Model  # without its programs
    emission: str
    chance: str
    layout: Layout
    template: tuple[object, ...]
    units: tuple[tuple[str, CodeType], ...]
    texts: tuple[tuple[str, str], ...]  # the pack files that the units name
    start: str
    sites: tuple[SitePlan, ...]
    returns: tuple[ReturnPlan, ...]
    joints: tuple[JointPlan, ...]
    notes: tuple[NotePlan | WritePlan, ...]
    frames: tuple[FramePlan, ...]
    places: tuple[tuple[str, str, Span | None], ...]  # function, the program that it is part of, where that stands
    entries: tuple[tuple[str, int], ...]  # shared procedure -> its copy
    values: tuple[tuple[str, str], ...]
    seen: tuple[tuple[str, str], ...]
    sightlines: tuple[tuple[str, tuple[str, ...]], ...]
    sealed: frozenset[str]  # kinds of which no piece comes into play from outside; see `dataflow.outside`
    laws: tuple[tuple[str, str], ...]
    trials: Blueprint | None  # runs what is tried
    undisclosed: frozenset[int] = frozenset()  # slots of locals that may stand for what not everybody knows
    board: bytes = b""  # a packed `Plate`: who shows nothing doesn't have to pay for reading it
