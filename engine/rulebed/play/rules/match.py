"""What a started game keeps from its first decision to its last: its rules and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rulebed.lang.luck import Seed
    from rulebed.play.rules.decision import Menu
    from rulebed.play.rules.journal import JournalEntry, TakenBack
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.setup import Info

Function = Callable[..., Any]
STRICT = "strict"
FREE = "free"


class Host(Protocol):
    """The game that is played, as its states know it."""

    @property
    def info(self) -> Info: ...

    @property
    def reference(self) -> str: ...

    def rules(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Rules: ...

    @property
    def start(self) -> Callable[..., Any]: ...

    @property
    def begun(self) -> Callable[..., Any]: ...

    def describe(self, address: str, language: str = ...) -> str: ...

    def restore(self, text: str) -> Any: ...

    def replay(self, text: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Origin:
    """A state that a game began from, and what had been decided by then."""

    slots: tuple[Any, ...]
    past: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What all states of one started game share; `origin` is where it began, if that wasn't the start."""

    game: Host
    rules: Rules
    options: dict[str, str]
    chance: str
    undo: str
    events: bool
    given: Mapping[str, Any] = field(default_factory=dict)  # fields by address that begin otherwise
    origin: Origin | None = None
    preset: str = ""  # by which it was started
    doubts: tuple[str, ...] = ()  # what is doubtful about a state that was guessed
    # What each viewer has lived through, as whoever imagines worlds keeps it: with the seed of the game; and what led
    # to a state that was dealt.
    lives: dict[int | None, tuple[Seed, Any]] = field(default_factory=dict, repr=False)
    roots: dict[int | None, Any] = field(default_factory=dict, repr=False)
    taken_back: tuple[TakenBack, ...] = ()  # since the game began, oldest first
    menus: tuple[Menu, ...] = field(init=False, repr=False)  # by site, as what follows
    offers: tuple[Function, ...] = field(init=False, repr=False)
    choosers: tuple[Function, ...] = field(init=False, repr=False)
    whose: tuple[int, ...] = field(init=False, repr=False)  # the slot that says whose it is; -1: ask the chooser
    resumes: tuple[Function, ...] = field(init=False, repr=False)

    def beginning_with(self, given: Mapping[str, Any]) -> Match:
        """The same of a game in which these fields begin otherwise: nobody has lived through anything of it yet."""
        return replace(self, given=given, lives={}) if given else self

    def __post_init__(self) -> None:
        """Keep at hand what each decision needs: its menu, and the functions that offer, tell whose it is, go on."""
        program = self.rules.program
        object.__setattr__(self, "menus", self.rules.menus)
        object.__setattr__(self, "offers", program.options)
        object.__setattr__(self, "choosers", tuple(site.chooser for site in program.sites))
        object.__setattr__(self, "resumes", program.resume)
        plans = [plan.chooser for plan in program.blueprint.sites]
        object.__setattr__(self, "whose", tuple(one if isinstance(one, int) else -1 for one in plans))
