"""What a scenario says, with the place in its file of everything that can turn out to be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulebed.content import Map, Node, plain
from rulebed.text import Span

PATCH = "patch"
ADDRESS = re.compile(r"[\w-]+(\.[\w-]+)*")  # which may be a single name


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the option's id, and where more than one seat or choice could be meant, whose and of what."""

    take: str
    span: Span
    by: int | None = None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An option that must not be offered, and what its refusal must say."""

    option: str
    guard: str
    span: Span
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """An option that must be offered, to a certain seat or to any; none if nothing must be."""

    option: str | None
    seat: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    """What a roll or draw must bring; `address` says where it is listed for, or nothing if they are listed in order."""

    value: str
    span: Span
    address: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """An address with a value."""

    address: str
    key_span: Span
    value: Node


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores by seat, or parts of them by name (all of it has none); a list must have one for each seat."""

    of: tuple[tuple[int, str, int | float, Span], ...]
    span: Span
    is_list: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What is chosen, and how it stands then; `luck` is what comes up from here on, or none if nothing more is said."""

    title: str
    span: Span
    luck: tuple[Draw, ...] | None = None
    choices: tuple[Choice, ...] = ()
    then: tuple[Setting, ...] = ()
    offered: tuple[Offer, ...] = ()
    refused: tuple[Refusal, ...] = ()
    seen_by: tuple[tuple[int, tuple[Setting, ...]], ...] = ()
    over: tuple[bool, Span] | None = None
    scores: Scores | None = None
    winners: tuple[tuple[int, ...], Span] | None = None
    honours: tuple[tuple[int, tuple[str, ...], Span], ...] = ()

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What is said of values, as they are and as they are seen."""
        return (*self.then, *(one for _, seen in self.seen_by for one in seen))


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: how it begins, and its moments, the first of which is what it says itself."""

    title: str
    span: Span
    reference: str
    digest: str = ""  # of all that it says
    rules: tuple[tuple[str, Span], ...] = ()
    about: tuple[tuple[str, Span], ...] = ()  # instances
    words: frozenset[str] = frozenset()  # all names that stand anywhere in it, but in its title
    players: int | None = None
    players_span: Span | None = None
    layers: tuple[str, ...] = ()  # that it names itself
    not_with: tuple[tuple[str, Span], ...] = ()  # layers with which it need not hold
    instead_of: str = ""  # the scenario of the pack that a layer's takes the place of
    is_edition: bool = False  # of one that is also played without these layers
    no_game: tuple[str, Span] | None = None  # what must be said when a game so set up is refused
    patch: Map | None = None  # what is made up for it: a layer of its own on top of all others
    options: Mapping[str, str] = field(default_factory=dict)
    option_spans: Mapping[str, Span] = field(default_factory=dict)
    preset: str = ""
    seed: int = 0
    given: tuple[Setting, ...] = ()
    do: Node | None = None
    has_own_do: bool = False  # whether no other scenario shares it
    moments: tuple[Moment, ...] = ()
    resumes: bool = False
    interpreted: bool = True

    @property
    def content(self) -> str:
        """The name of what it plays: its reference, with a mark where it patches that."""
        return self.reference if self.patch is None else f"{self.reference} {PATCH}{plain(self.patch)}"

    @property
    def lists_luck(self) -> bool:
        """Whether it says what comes up; else the seed decides."""
        return any(moment.luck is not None for moment in self.moments)

    @property
    def questions(self) -> tuple[str, ...]:
        """What it may ask in the words of the language: what can be no address."""
        return tuple(address for address in self._told if not ADDRESS.fullmatch(address))

    @property
    def addresses(self) -> tuple[str, ...]:
        """What it tells of that can be an address; of what never changes there is none in play, so that it is asked."""
        return tuple(address for address in self._told if ADDRESS.fullmatch(address))

    @property
    def _told(self) -> tuple[str, ...]:
        return tuple(one.address for moment in self.moments for one in moment.settings)

    def without_guards(self) -> Scenario:
        """The same where nobody is asked for what refuses an option."""
        return self._with(
            lambda moment: replace(moment, refused=tuple(replace(one, guard="") for one in moment.refused))
        )

    def without_refusals(self) -> Scenario:
        """The same where it isn't looked at what is refused."""
        return self._with(lambda moment: replace(moment, refused=()))

    def _with(self, change: Callable[[Moment], Moment]) -> Scenario:
        return replace(self, moments=tuple(map(change, self.moments)))


def holds_with(scenario: Scenario, layers: Iterable[str]) -> bool:
    """Whether it is meant to hold with these layers."""
    return {name for name, _ in scenario.not_with}.isdisjoint(layers)


@dataclass(frozen=True, slots=True)
class Change:
    """A value that is another one than a scenario says: where it is written, and what is so, as plain data."""

    span: Span
    value: Any


class Failed(Exception):  # a scenario that doesn't hold is no fault of the program
    """Something in a scenario doesn't hold, or can't be meant as it is written.

    Where only a value isn't what it was, `change` is what would have to be written for it to hold.
    """

    def __init__(self, message: str, span: Span, help: str = "", label: str = "", change: Change | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.help = help
        self.label = label
        self.change = change

    def at_moment(self, name: str) -> Failed:
        """The same, told with the moment that it doesn't hold at."""
        return Failed(f"{self.message} ({name})", self.span, self.help, self.label, self.change)

    def with_help(self, help: str) -> Failed:
        """The same with a help, where it has none."""
        return self if self.help else Failed(self.message, self.span, help, self.label, self.change)


class Warned(Failed):
    """Something that may not have been meant, though all of it holds."""


class Slips(Exception):
    """Several things that can't be meant as they are written."""

    def __init__(self, failed: Iterable[Failed]) -> None:
        self.failed = tuple(failed)
        super().__init__("; ".join(one.message for one in self.failed))
