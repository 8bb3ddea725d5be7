"""What a pack has declared, by name: all that a program may speak of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebed.lang.core import Expr, Value
from rulebed.lang.remarks import KEPT, OPTION, TABLE, TYPE, Question, Remarks
from rulebed.lang.syntax import SyntaxNode
from rulebed.lang.types import REFERENCES, Type
from rulebed.source.diagnostics import Remark
from rulebed.source.text import Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the instances of a kind (or of the game): static (`data`) or dynamic.

    `address` is the table's or field's name in the core. `pile`: "", "row" (in order), "deck" (blocks) or "bag"
    (a deck that is always mixed); `holds`: whether it is the place of one piece. `per`: the second kind of a fact of
    pairs. `start` is the number of its first container among those of the kind that it holds.
    """

    address: str
    type: Type
    size: int
    static: bool = False
    pile: str = ""
    holds: bool = False
    per: str = ""
    start: int = 0
    low: int | None = None
    high: int | None = None
    seen: bool = True  # whether everybody knows it
    seen_by: Expr | None = None  # otherwise: who does, over `it` and `viewer`
    sleeps: bool = False
    on_back: bool = False  # of a card: known to whoever sees that it lies there


@dataclass(slots=True)
class KindSymbol:
    """A kind: its instances, facts and programs."""

    name: str
    plural: str
    instances: tuple[str, ...]
    facts: dict[str, Fact] = field(default_factory=dict)
    derived: dict[str, tuple[Fact, ...]] = field(default_factory=dict)  # where a piece is, by the holder's name
    programs: dict[str, ProgramSymbol] = field(default_factory=dict)
    containers: list[Fact] = field(default_factory=list)  # the facts, of any kind, that hold its instances
    alike: bool = False  # tokens: counted, never told apart
    alike_by: tuple[str, ...] = ()  # pieces that agree in these facts are one option
    shown_by: tuple[str, ...] | None = None  # the facts that matter of one that can be chosen, where that is said
    is_watched: bool = False  # whether it is kept of each piece who knows which it is
    numbers: dict[str, int] = field(default_factory=dict)

    @property
    def backs(self) -> tuple[str, ...]:
        """The tables of what is printed on the backs of cards."""
        return tuple(fact.address for fact in self.facts.values() if fact.on_back)

    def number(self, instance: str) -> int | None:
        """The number of an instance."""
        if len(self.numbers) != len(self.instances):
            self.numbers = {name: place for place, name in enumerate(self.instances)}
        return self.numbers.get(instance)


@dataclass(slots=True)
class ProgramSymbol:
    """A program that instances of a kind may carry: its parameters, and the procedure of each that does."""

    name: str
    kind: str
    params: dict[str, Type]
    at: Span | None = None
    procs: dict[int, str] = field(default_factory=dict)
    default: str = ""  # the procedure of those that carry none of their own, where they may still run it


@dataclass(frozen=True, slots=True)
class ProcSymbol:
    """A procedure; `suspended` is the field that says how often it is switched off, where something does that."""

    name: str
    params: dict[str, Type]
    suspended: str = ""

    @property
    def by_reference(self) -> dict[str, Type]:
        """The parameters that stand for a place or a fact itself, not for what is there."""
        return {name: kind for name, kind in self.params.items() if kind.base in REFERENCES}


@dataclass(slots=True)
class ValueSymbol:
    """A named value; its type is worked out when first asked for. `shifted`: the field of temporary changes."""

    name: str
    params: dict[str, Type]
    resolve: Callable[[], Type]
    shifted: str = ""


@dataclass(frozen=True, slots=True)
class EventSymbol:
    """Something that happens, what it is about, and whether the owner of several triggers chooses their order."""

    name: str
    params: dict[str, Type]
    order: str = "seats"
    actor_alone: bool = False  # of instances that wait for it, only those of whoever caused it act


@dataclass(frozen=True, slots=True)
class ResourceSymbol:
    """A resource: its number, its bounds, and where gains come from.

    `source` is "" (endless), "shared" (a common supply), or the name of another resource of the same party.
    """

    name: str
    number: int
    low: int = 0
    high: int | None = None
    refuses: bool = False  # a gain beyond the limit can't be got through, instead of being lost
    source: str = ""
    lacked_by: tuple[int, ...] = ()  # the parties that have no such thing


@dataclass(frozen=True, slots=True)
class Exchange:
    """Another way of paying: `times` times, so much of one resource instead of so much of another."""

    name: str
    cost: str
    give: tuple[str, int]
    instead: tuple[str, int]
    times: Expr
    held: str  # the value that says whether `me` may


@dataclass(frozen=True, slots=True)
class Credit:
    """Something that need not be paid: up to `amount` of one of these resources, `field` counting what is left."""

    name: str
    cost: str
    resources: tuple[str, ...]
    amount: int
    field: str
    held: str


@dataclass(frozen=True, slots=True)
class CostSymbol:
    """A named bundle; the amounts are values that modifiers change."""

    name: str
    params: dict[str, Type]
    parts: dict[str, str]  # resource -> value
    exchanges: list[Exchange] = field(default_factory=list)
    credits: list[Credit] = field(default_factory=list)


@dataclass(slots=True)
class Symbols:
    """All declarations of a pack."""

    players: int
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)  # of the game
    values: dict[str, ValueSymbol] = field(default_factory=dict)
    planned: frozenset[str] = frozenset()  # values that are yet to be declared
    foresee: Callable[[str], tuple[Expr, Type] | None] = lambda _: (
        None
    )  # such a value as far as it is known before the game starts
    homes: Mapping[str, Span] = field(default_factory=dict)  # where what a bare name means is declared
    ranks: Mapping[str, int] = field(default_factory=dict)  # of files: those of a layer lie above those of its pack
    procs: dict[str, ProcSymbol] = field(default_factory=dict)
    events: dict[str, EventSymbol] = field(default_factory=dict)
    resources: dict[str, ResourceSymbol] = field(default_factory=dict)
    costs: dict[str, CostSymbol] = field(default_factory=dict)
    options: dict[str, tuple[Value, Type]] = field(default_factory=dict)
    # A procedure for the facts of one call, and where that stands.
    special: Callable[[str, dict[str, Any], Span | None], str] = lambda name, _given, _call: name
    watched: bool = False
    sleeping: tuple[Fact, ...] = ()
    tables: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    autos: Mapping[str, SyntaxNode | None] = field(default_factory=dict)  # by choice; none: luck decides
    worded: Mapping[str, frozenset[str]] = field(default_factory=dict)  # the names in the braces of texts, by address
    removed: Mapping[str, Span] = field(default_factory=dict)  # names that a layer takes away, and where
    remarks: Remarks = field(default_factory=Remarks)  # on what is being read

    def notes_on(self, name: str) -> tuple[Remark, ...]:
        """What is to be known of a name that isn't there: that a layer takes it away."""
        return (Remark("it is taken away here", self.removed[name]),) if name in self.removed else ()

    @property
    def plurals(self) -> dict[str, str]:
        """The words for all instances of a kind."""
        return {kind.plural: kind.name for kind in self.kinds.values()}

    @property
    def has_factions(self) -> bool:
        """Whether there are parties without a seat."""
        return len(self.kinds["party"].instances) > self.players

    def meaning(self, name: str) -> str:
        """What a bare name of the pack means wherever it stands; empty where it means nothing."""
        if name in self.facts:
            return "a fact of the game"
        if name in self.plurals:
            return f"all instances of `{self.plurals[name]}`"
        return "a value" if name in self.values else ""

    def added_above(self, name: str, span: Span | None) -> Span | None:
        """Where a name is declared, if that is by a layer or pack above what stands at a place."""
        home = self.homes.get(name)
        if home is None or span is None:
            return None
        return home if self.ranks.get(home.source.name, 0) > self.ranks.get(span.source.name, 0) else None

    def use(self, *names: str) -> None:
        """Note that something speaks of these declarations, each named by its sort and its own name."""
        self.remarks.used.update(names)

    def option(self, name: str) -> tuple[Value, Type]:
        """The value of a setup option; that it was asked for is noted, and nobody learns it in another way."""
        self.remarks.asked[OPTION, name] = self.options[name][0]
        return self.options[name]

    def type_of(self, value: str) -> Type:
        """The type of a named value."""
        found = self.values[value].resolve()
        self.remarks.asked[TYPE, value] = found
        return found

    def table(self, name: str) -> tuple[Value, ...] | None:
        """The rows of a table, as far as there is such a one."""
        found = self.remarks.asked[TABLE, name] = self.tables.get(name)
        return found

    def keep_table(self, name: str, rows: tuple[Value, ...]) -> None:
        """Have a table that is needed on the way."""
        self.tables[name] = self.remarks.asked[KEPT, name] = rows

    def answers(self, question: Question, answer: Any) -> bool:
        """Whether a question that was asked before is answered as it was then; what it brings about comes about."""
        sort, name = question
        found: object = answer
        if sort == OPTION:
            found, _ = self.option(name)
        elif sort == TYPE:
            found = self.type_of(name)
        elif sort == TABLE:
            found = self.table(name)
        elif sort == KEPT:
            self.keep_table(name, answer)
        else:
            self.special(*answer)
        return bool(found == answer)

    def fits(self, have: str, want: str) -> bool:
        """Whether an instance of one kind can stand for one of another."""
        return have == want or {have, want} == {"player", "party"}
