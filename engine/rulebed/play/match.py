"""What a started game keeps from its first decision to its last: its rules and how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.play.decision import Menu
    from rulebed.play.game import Game
    from rulebed.play.journal import Journal
    from rulebed.play.rules import Rules

STRICT = "strict"
FREE = "free"


@dataclass(frozen=True, slots=True)
class Origin:
    """A state that a game began from, and what had been decided by then."""

    slots: tuple[Any, ...]
    past: Journal


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What all states of one started game share; `origin` is where it began, if that wasn't the start."""

    game: Game
    rules: Rules
    options: dict[str, str]
    chance: str
    undo: str
    events: bool
    given: Mapping[str, Any] = field(default_factory=dict)  # fields by address that begin otherwise
    origin: Origin | None = None
    offers: tuple[Any, ...] = field(init=False, repr=False)
    resumes: tuple[Any, ...] = field(init=False, repr=False)
    choosers: tuple[Any, ...] = field(init=False, repr=False)
    menus: tuple[Menu, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Keep the program's functions at hand for every decision."""
        object.__setattr__(self, "menus", self.rules.menus)
        object.__setattr__(self, "offers", self.rules.program.options)
        object.__setattr__(self, "resumes", self.rules.program.resume)
        object.__setattr__(self, "choosers", tuple(site.chooser for site in self.rules.program.sites))
