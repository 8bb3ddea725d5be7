"""The game model: a pack for one number of players and one set of options, checked, linked and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebed.lang.core import Block, Expr, Value
    from rulebed.lang.types import Type
    from rulebed.model.board import Board
    from rulebed.source.text import Span


class Role(StrEnum):
    """What the engine keeps or makes something for, beside what a pack declares; nothing for what a pack declares."""

    NONE = ""
    # Of fields.
    PLACE = "place"  # where a piece lies
    KNOWN = "known"  # a mask of the seats that know a piece where it lies
    STOCK = "stock"  # what parties have
    SUPPLY = "supply"  # what is left for all of them
    ACTED = "acted"  # whether somebody acted once already
    MET = "met"  # what somebody met while all acted apart
    APART = "apart"  # whether seats act apart
    RUNNING = "running"  # whether a program is running
    ASLEEP = "asleep"  # since how deep within effects something is asleep
    DEPTH = "depth"  # within how many effects a program is
    SUSPENDED = "suspended"  # how often a procedure is switched off
    SHIFT = "shift"  # by how much a value is changed for the time being
    WAY_IN = "way in"  # by which way the game is entered
    # Of procedures.
    LIFT = "lift"  # takes a piece from wherever it is
    WITNESS = "witness"  # those who see a piece know it from here on
    EVENT = "event"  # runs what waits for an event
    REST = "rest"  # lets those claim who wait for something to hold
    WAKE = "wake"  # wakes what fell asleep
    # Of phases.
    DOOR = "door"  # leads to one of several ways in
    TRIED = "tried"  # tries one program out; its author sees to what it needs


WHEREABOUTS = frozenset({Role.PLACE, Role.KNOWN})  # what shows in the places that hold pieces
MOVING = frozenset({Role.LIFT, Role.WITNESS})  # what every move of a piece is made of
TOLD = frozenset({Role.NONE, Role.STOCK, Role.SUPPLY, Role.ACTED}) | WHEREABOUTS


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing and its instances, numbered in this order; `player` and `party` are kinds too.

    The instances of `player` are the seats, "1", "2" ...; those of `party` are the seats and after them the factions.
    `backs` are the tables of what is printed on the backs of cards; decks of such a kind lie in an order. The address
    of one of them begins with `section`. Of one that can be chosen the facts in `shown_by` matter, where that is said.
    """

    name: str
    instances: tuple[str, ...]
    backs: tuple[str, ...] = ()
    section: str = ""
    shown_by: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A static fact of each instance of a kind: `name` is "kind.fact"; `laid`: where it lies on a map says so."""

    name: str
    kind: str
    type: Type
    values: tuple[Value, ...]
    laid: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A dynamic fact of each instance of a kind ("kind.fact"), or of the game as a whole ("game.fact", size 1).

    With `per` it is a fact of each pair: the slot of (i, j) is i * len(per) + j. `seen` is an expression over `it`
    (the instance) and `viewer` (a seat); without one everybody knows the field. `pile` says how a field that holds
    cards holds them: "" not at all, "row" in an order that those who see it know, "deck" as blocks (lang.ops); with
    `holds` it is the place of one piece.
    `role` is what the engine keeps it for beside a pack's own facts; `of` is the procedure that is switched off or
    that a watcher runs, or the value that is changed for the time being.
    What isn't part of the `story` is told by events alone. `at` is where it is said who sees it.
    `limits` are lowest and highest values by the instance of `per`, where each has its own.
    With `lasts` it is as it was at first wherever none of these procedures runs, or none of these phases is.
    """

    name: str
    kind: str
    type: Type
    size: int
    initial: tuple[Value, ...]
    per: str = ""
    seen: Expr | None = None
    pile: str = ""
    low: int | None = None
    high: int | None = None
    role: Role = Role.NONE
    of: str = ""
    story: bool = False
    lasts: tuple[str, ...] = ()
    limits: tuple[tuple[int | None, int | None], ...] = ()
    at: Span | None = field(default=None, compare=False)
    holds: bool = False

    @property
    def has_pieces(self) -> bool:
        """Whether it says which pieces lie somewhere."""
        return bool(self.pile) or self.holds

    @property
    def own(self) -> bool:
        """Whether it is the engine's own: saved, and neither shown nor told."""
        return self.role not in TOLD


@dataclass(frozen=True, slots=True)
class Proc:
    """A procedure; its name is its address. The first parameter is `me`; `item` is the thing whose program it is."""

    name: str
    params: tuple[str, ...]
    types: tuple[Type, ...]
    body: Block
    at: Span | None = field(default=None, compare=False)
    role: Role = Role.NONE
    item: Expr | None = None


@dataclass(frozen=True, slots=True)
class ValueDef:
    """A named value: a pure expression over its parameters, modifiers included. The first parameter is `me`."""

    name: str
    params: tuple[str, ...]
    type: Type
    body: Expr
    at: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """Where the flow goes when the guard holds; the last edge of a phase has none. The target "end" ends the game."""

    guard: Expr | None
    target: str
    at: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Phase:
    """A node of the flow: a program, then the first edge whose guard holds."""

    name: str
    body: Block
    edges: tuple[Edge, ...]
    at: Span | None = field(default=None, compare=False)
    role: Role = Role.NONE


@dataclass(frozen=True, slots=True)
class Law:
    """What holds at every decision.

    `follows` are the fields that it gives when all else is known, each with the number of a resource where it is one.
    """

    name: str
    condition: Expr
    at: Span | None = field(default=None, compare=False)
    follows: tuple[tuple[str, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game comes out, as names of values whose first parameter is `me`.

    `score` gives a seat's score and `ties` rank equal ones (more is better); `parts` are what the score is the sum of.
    With `won` only those of the best win for whom it holds, with `wins` those in its set, whatever they score.
    `honours` are asked when all this is known: their other parameters are whether that seat won, and its score.
    """

    score: str
    ties: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()  # what people call it, and the value
    won: str = ""
    wins: str = ""
    honours: tuple[tuple[str, str], ...] = ()

    @property
    def values_asked(self) -> tuple[str, ...]:
        """All values that the end asks for, each once."""
        named = (value for _, value in (*self.parts, *self.honours))
        return tuple(filter(None, dict.fromkeys((self.score, *self.ties, *named, self.won, self.wins))))

    @property
    def can_be_lost(self) -> bool:
        """Whether it may be that nobody has won."""
        return bool(self.won or self.wins)


@dataclass(frozen=True, slots=True)
class Model:
    """All that the compiler, the oracle and play need to know of a game."""

    reference: str
    title: str
    players: int
    options: Mapping[str, str]
    kinds: Mapping[str, Kind]
    tables: Mapping[str, Table]
    fields: Mapping[str, Field]  # in the order of their slots
    procs: Mapping[str, Proc]
    values: Mapping[str, ValueDef]
    phases: Mapping[str, Phase]  # the first one is where the game starts
    laws: tuple[Law, ...]
    result: Result
    texts: Mapping[str, Mapping[str, str]]  # language -> address -> text
    holders: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """For each kind whose pieces have a `place`: the fields that hold them, each with the number of its first place."""
    board: Board[Expr] | None = None
