"""Opens what scenarios play: each pack is read once, and those that play by one setup share one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulebed import ContentError, Game, SetupError
from rulebed.analysis import WAY_IN, Conditions, Known, Models, Walked, assemble
from rulebed.content import Lineage, Map, Node, PackTree, Scalar, load_tree, patched_tree, plural_of, search_path
from rulebed.playing import Teller, info_of
from rulebed.text import Report
from rulebed_tools.scenario.addresses import Addresses
from rulebed_tools.scenario.asking import AskedModels, Questions
from rulebed_tools.scenario.form import PATCH, Scenario
from rulebed_tools.scenario.seats import setup_of

if TYPE_CHECKING:
    from rulebed.analysis import Program
    from rulebed.playing import Rules

OWN = re.compile(r"\b(choose|chooses|draw|may|roll|up)\b")  # what is asked at an address of its own begins alone
Setup = tuple[str, int, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game with the models that it is compiled from, which the plain interpreter needs too.

    `given` says which of its ways in is taken, where it has several.
    """

    game: Game
    models: Models
    plurals: Mapping[str, str]
    questions: Callable[[int, Mapping[str, str]], Questions]
    given: Mapping[str, int] = field(default_factory=dict)
    told: Callable[[], Iterable[str]] = tuple  # the addresses that its scenarios tell of
    _addresses: dict[int, tuple[Rules, Addresses]] = field(default_factory=dict)

    def addresses(self, rules: Rules) -> Addresses:
        """Where things are by these rules, with what keeps their number from others."""
        if id(rules) not in self._addresses:
            self._addresses[id(rules)] = rules, Addresses(rules.knowledge.places, rules.players, self.plurals)
        return self._addresses[id(rules)][1]


@dataclass(slots=True)
class Opener:
    """Opens games by reference and entry; content that can't be played raises ContentError.

    Walked games are played by the plain interpreter, without guards: nothing has to be compiled for them. It can take
    note of the conditions that it comes to.
    """

    search: Sequence[Path] = ()
    patches: Sequence[str] = ()
    walked: bool = False
    conditions: Conditions | None = None
    known: Known = field(default_factory=Known)  # of programs that several models have in common
    lineage: Lineage = field(default_factory=Lineage)  # of the trees, which differ in little
    _trees: dict[str, PackTree] = field(default_factory=dict)
    _patched: dict[str, Scenario] = field(default_factory=dict)  # by what they play
    _opened: dict[tuple[str, str], Opened] = field(default_factory=dict)
    _expected: dict[Setup, dict[str, Node]] = field(default_factory=dict)
    _shared: dict[Setup, Opened | None] = field(default_factory=dict)
    _asked: dict[Setup, Questions] = field(default_factory=dict)
    _to_ask: dict[str, list[str]] = field(default_factory=dict)
    _told: dict[str, dict[str, None]] = field(default_factory=dict)

    def expect(self, scenarios: Iterable[Scenario]) -> None:
        """Get ready for these: one game, with as many ways in as they need, will do for all that play by one setup."""
        for scenario in scenarios:
            self._to_ask.setdefault(self.content_of(scenario), []).extend(scenario.questions)
            self._told.setdefault(scenario.content, {}).update(dict.fromkeys(scenario.addresses))
            way = scenario.do
            if isinstance(way, Scalar) and not OWN.search(way.text):
                with suppress(ContentError, SetupError):  # which is said when it is played
                    self._expected.setdefault(self.setup_of(scenario), {}).setdefault(way.text, way)

    def make_ready(self, scenarios: Sequence[Scenario]) -> None:
        """Get ready for scenarios of one setup, and work its game out now: whoever is forked then knows all of it."""
        self.expect(scenarios)
        with suppress(ContentError, SetupError):  # which is said when it is played
            _, players, options = self.setup_of(scenarios[0])
            self.open_for(scenarios[0]).models.make(players, dict(options))

    def use(self, tree: PackTree) -> None:
        """Open this tree where its reference is asked for; others are looked at as those that differ from it."""
        self._trees[tree.reference], self.lineage = tree, tree.lineage

    def open_for(self, scenario: Scenario) -> Opened:
        """The game that a scenario plays."""
        way = scenario.do
        if isinstance(way, Scalar) and self._expected:
            setup = self.setup_of(scenario)
            ways = self._expected.get(setup, {})
            if len(ways) > 1 and way.text in ways and (shared := self._game_of(setup, tuple(ways.values()))):
                return replace(shared, given={WAY_IN: list(ways).index(way.text)})
        return self.open(self.content_of(scenario), way)

    def is_sound(self, scenario: Scenario) -> bool:
        """Whether the game has no errors where it begins as it always does."""
        try:
            _, players, options = self.setup_of(scenario)
        except (ContentError, SetupError):
            return False
        return self.open(self.content_of(scenario), None).models.make(players, dict(options))[0] is not None

    def questions(self, reference: str, models: AskedModels, players: int, options: Mapping[str, str]) -> Questions:
        """What is asked of the games of one setup; mostly these models have been made with it."""
        setup = reference, players, tuple(sorted(options.items()))
        if setup not in self._asked:
            asked = self._asked[setup] = Questions(partial(self._tree, reference), players, dict(options))
            answering = models.answering(players, options)
            if answering is not None:
                asked.find_in(answering)
            asked.expect(self._to_ask.get(reference, ()))
        return self._asked[setup]

    def setup_of(self, scenario: Scenario) -> Setup:
        """What a scenario plays: the name of its content, how many play it, and the value of each option."""
        content = self.content_of(scenario)
        info = self.open(content, None).game.info
        players, options = setup_of(info, scenario)
        return content, players, tuple(sorted(options.items()))

    def _game_of(self, setup: Setup, ways: tuple[Node, ...]) -> Opened | None:
        """The game with all of these ways in, unless one of them is no good."""
        if setup not in self._shared:
            reference, players, options = setup
            opened = self._make(reference, ways)
            found, _ = opened.models.make(players, dict(options))
            self._shared[setup] = opened if found else None
        return self._shared[setup]

    def open(self, reference: str, entry: Node | None) -> Opened:
        """The game of a reference, that begins by a phase or a program where one is given."""
        ways = () if entry is None else (entry,)
        if entry is not None and not isinstance(entry, Scalar):
            return self._make(reference, ways)
        key = (reference, entry.text if entry else "")
        if key not in self._opened:
            self._opened[key] = self._make(reference, ways)
        return self._opened[key]

    def _make(self, reference: str, ways: tuple[Node, ...]) -> Opened:
        tree = self._tree(reference)
        models = AskedModels(tree, ways, self.known, lambda: self._to_ask.get(reference, ()))
        provide = partial(_walked, models, self.conditions) if self.walked else models.program_in_parts
        game = Game(info_of(tree), provide, tell=Teller(lambda: tree))
        questions = partial(self.questions, reference, models)
        return Opened(game, models, plurals(tree.root), questions, told=lambda: self._told.get(reference, ()))

    def content_of(self, scenario: Scenario) -> str:
        """The name of what a scenario plays, under which it can be opened from now on."""
        if scenario.patch is not None:
            self._patched[scenario.content] = scenario
        return scenario.content

    def _loaded(self, reference: str) -> tuple[PackTree | None, Report]:
        patched = self._patched.get(reference)
        if patched is None or patched.patch is None:
            return load_tree(reference, search_path(*self.search), self.patches, self.lineage)
        return patched_tree(self._beneath(patched), patched.patch, PATCH)

    def _beneath(self, scenario: Scenario) -> PackTree:
        """What a scenario patches."""
        return self._tree(scenario.reference)

    def _tree(self, reference: str) -> PackTree:
        if reference not in self._trees:
            tree, report = self._loaded(reference)
            if tree is None or report.errors:
                raise ContentError(report)
            self._trees[reference] = tree
        return self._trees[reference]


def _walked(
    models: Models, conditions: Conditions | None, players: int, options: Mapping[str, str], _: str, chance: str
) -> Program:
    """The plain interpreter in the place of a program."""
    model, report = assemble(models.tree, players, options, models.ways)
    if model is None:
        raise ContentError(report)
    return cast("Program", Walked(model, chance, conditions))


def plurals(root: Map) -> dict[str, str]:
    """What all things of each kind are called."""
    kinds = root.get("kinds")
    return {entry.key: plural_of(entry.key, entry.value) for entry in kinds} if isinstance(kinds, Map) else {}
