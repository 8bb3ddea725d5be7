"""Opens the games of one pack for the plain interpreter, and knows what each scenario has looked at of its model.

All scenarios that play by one setup share one model: what each of them does at its beginning is one of the ways into
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from rulebed import ContentError, Game, SetupError
from rulebed.analysis import (
    ALL_CHOICES,
    FIRST_PHASE,
    PHASE,
    WAY_IN,
    Asked,
    BrokenProgramError,
    Conditions,
    Models,
    Pieces,
    Role,
    Slots,
    StuckError,
    Visited,
    Visits,
    Walked,
    assemble,
    way_in,
)
from rulebed.content import Node, Scalar
from rulebed.playing import Teller, info_of
from rulebed_tools.scenario.asking import Answering, Questions, said
from rulebed_tools.scenario.form import Scenario
from rulebed_tools.scenario.opening import Opened, Opener, plurals
from rulebed_tools.scenario.seats import setup_of

if TYPE_CHECKING:
    from rulebed.analysis import Model, Program
    from rulebed.content import PackTree

Setup = tuple[int, tuple[tuple[str, str], ...], str]  # players, options, and what is played
WAY: Visited = (PHASE, WAY_IN)  # whichever number it has here


class Careful(Walked):
    """A game in which it is no outcome that there is no way through: a sound pack never comes to that."""

    def begin(self, s: Slots, _out: list[Any] | None = None) -> Slots:
        try:
            return super().begin(s, _out)
        except StuckError as error:
            raise BrokenProgramError(str(error)) from error

    def apply(self, s: Slots, seat: int, value: int, _out: list[Any] | None = None) -> int | None:
        try:
            return super().apply(s, seat, value, _out)
        except StuckError as error:
            raise BrokenProgramError(str(error)) from error


@dataclass(slots=True)
class Room:
    """The game of one setup, with the ways that lead into it."""

    model: Model
    opened: Opened
    numbers: Mapping[str, int]  # by the text of a way
    pieces: Pieces
    visits: Visits

    def way_of(self, scenario: Scenario) -> Visited | None:
        """The phase that stands for what a scenario does at its beginning, where that is a program."""
        name = way_in(self.numbers.get(_text(scenario.do), 0))
        return (PHASE, name) if scenario.do is not None and name in self.model.phases else None

    def trace(self, scenario: Scenario) -> tuple[Visited, ...]:
        """What was looked at; the way in by one name, since its number depends on all other scenarios."""
        own = self.way_of(scenario)
        doors = {(PHASE, name) for name, phase in self.model.phases.items() if phase.role is Role.DOOR}
        first = {FIRST_PHASE} if scenario.do is None else set[Visited]()
        asked = {ALL_CHOICES} if any(moment.refused for moment in scenario.moments) else set[Visited]()
        return tuple(sorted({WAY if piece == own else piece for piece in self.visits.entered - doors} | first | asked))

    def digest(self, scenario: Scenario, trace: Iterable[Visited]) -> str:
        """One digest of all that a trace names, as it is here."""
        own = self.way_of(scenario)
        return self.pieces.joint_digest(own if piece == WAY and own else piece for piece in trace)


@dataclass(slots=True)
class Walking(Opener):
    """Opens games for scenarios of one pack, each setup once with the ways of all that were announced."""

    tree: PackTree | None = None
    _ways: dict[Setup, dict[str, Node]] = field(default_factory=dict)
    _asks: dict[Setup, list[str]] = field(default_factory=dict)
    _rooms: dict[tuple[Setup, tuple[str, ...]], Room | ContentError] = field(default_factory=dict)

    @classmethod
    def through(cls, tree: PackTree, scenarios: Iterable[Scenario], conditions: Conditions | None = None) -> Walking:
        """An opener of this tree for these scenarios; it may take note of the conditions that they come to."""
        found = cls(walked=True, tree=tree, conditions=conditions)
        found.use(tree)
        for scenario in scenarios:
            with suppress(ContentError, SetupError):  # which is said when it is played
                setup = found.setup(scenario)
                found._asks.setdefault(setup, []).extend(scenario.questions)
                if isinstance(scenario.do, Scalar):
                    found._ways.setdefault(setup, {}).setdefault(scenario.do.text, scenario.do)
        return found

    def setup(self, scenario: Scenario) -> Setup:
        """The players and options that a scenario plays with, and what it plays."""
        content = self.content_of(scenario) if scenario.patch is not None else ""
        players, options = setup_of(info_of(self._content(content)), scenario)
        return players, tuple(sorted(options.items())), content

    def is_sound(self, scenario: Scenario) -> bool:
        """Nobody here wants to know whose fault it is; to find that out takes long."""
        return False

    def _content(self, name: str) -> PackTree:
        """The tree of this pack, or what a scenario has patched of it."""
        return self._tree(name) if name else self._own

    def _beneath(self, scenario: Scenario) -> PackTree:
        """Whatever it says that it plays, it plays this."""
        return self._own

    @property
    def _own(self) -> PackTree:
        assert self.tree is not None
        return self.tree

    def room(self, scenario: Scenario) -> Room:
        """The game that a scenario plays, in company where all of it can be read, else alone."""
        setup, text = self.setup(scenario), _text(scenario.do)
        if isinstance(scenario.do, Scalar):
            ways = self._ways.get(setup, {})
            if text in ways and isinstance(found := self._kept(setup, tuple(ways.values())), Room):
                return found
        alone = self._kept(setup, () if scenario.do is None else (scenario.do,))
        if isinstance(alone, ContentError):
            raise alone
        return alone

    def open_for(self, scenario: Scenario) -> Opened:
        room = self.room(scenario)
        room.visits.entered.clear()
        opened = room.opened
        number = room.numbers.get(_text(scenario.do), 0)
        given = {WAY_IN: number} if len(room.numbers) > 1 else {}
        return replace(opened, given=given)

    def _kept(self, setup: Setup, ways: tuple[Node, ...]) -> Room | ContentError:
        key = setup, tuple(_text(way) or str(way.span) for way in ways)
        if key not in self._rooms:
            self._rooms[key] = self._made(setup, ways)
        return self._rooms[key]

    def _made(self, setup: Setup, ways: tuple[Node, ...]) -> Room | ContentError:
        players, options, content = setup
        tree = self._content(content)
        texts = tuple(dict.fromkeys(self._asks.get(setup, ())))
        asked = Asked(tuple(map(said, texts)))
        model, report = assemble(tree, players, dict(options), ways, asked)
        if model is None:
            return ContentError(report)
        visits = Visits(whole=frozenset(name for name, phase in model.phases.items() if phase.role is not Role.NONE))
        noted = visits.watching(model)

        def provide(_players: int, _options: Mapping[str, str], _emission: str, chance: str) -> Program:
            return cast("Program", Careful(noted, chance, self.conditions))

        game = Game(info_of(tree), provide, tell=Teller(lambda: tree))
        questions = Questions(lambda: tree, players, dict(options))
        questions.find_in(Answering(noted, texts, asked))
        opened = Opened(game, Models(tree, ways), plurals(tree.root), lambda _players, _options: questions)
        numbers = {_text(way): number for number, way in enumerate(ways)}
        return Room(model, opened, numbers, Pieces(model, visits.whole), visits)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
