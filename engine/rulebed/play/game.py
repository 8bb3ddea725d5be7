"""A game that can be started, restored and replayed; it changes nothing and is never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from pickle import PicklingError
from typing import TYPE_CHECKING, Any

from rulebed.packs.words import LANGUAGE
from rulebed.play import presets
from rulebed.play.rules import arguments, setup
from rulebed.play.rules.actions import Actions, Lock
from rulebed.play.rules.errors import SetupError
from rulebed.play.rules.match import FREE, STRICT, Match
from rulebed.play.rules.rules import Rules
from rulebed.play.saving import record, saves
from rulebed.play.state import State

if TYPE_CHECKING:
    from rulebed.lang.luck import Seed
    from rulebed.play.rules.setup import Info
    from rulebed.play.rules.teller import Teller
    from rulebed.play.saving.record import Header
    from rulebed.play.showing.faces import Faces
    from rulebed.run.program import Program

CHANCES = ("sampled", "explicit")
Provider = Callable[[int, Mapping[str, str], str, str], "Program"]  # players, options, emission, chance


class Game:
    """A pack in play: immutable, its programs made when they are first needed."""

    def __init__(
        self,
        info: Info,
        provide: Provider,
        locks: tuple[Lock, ...] = (),
        tell: Teller | None = None,
        again: partial[Game] | None = None,
    ) -> None:
        self.info = info
        self._again = again  # how another process comes to have it
        self._provide = provide
        self._locks = locks
        self._tell = tell
        self._rules: dict[tuple[object, ...], Rules] = {}
        self._matches: dict[tuple[object, ...], Match] = {}

    def __repr__(self) -> str:
        return f"<Game {self.reference}>"

    def __copy__(self) -> Game:
        """Nothing of it ever changes, so that one is enough."""
        return self

    def __deepcopy__(self, _: object) -> Game:
        """As for a copy."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it: how to load it, once for each content that it may have."""
        again = self._again
        if again is None:
            raise PicklingError(f"`{self.reference}` was not made by `load` or `load_text`: nobody else could load it")
        keywords = tuple(sorted(again.keywords.items()))
        return _loaded, (again.func, again.args, keywords, tuple(sorted(self.info.hashes.items())))

    @property
    def reference(self) -> str:
        """What the game was loaded by, such as `harbour+storms`."""
        return self.info.reference

    def start(
        self,
        players: int | None = None,
        *,
        preset: str = "",
        seed: Seed | None = None,
        options: Mapping[str, str] | None = None,
        chance: str = "sampled",
        undo: str = STRICT,
        events: bool = False,
        given: Mapping[str, Any] | None = None,
    ) -> State:
        """The first state: so many players (or as few as can be), these options, the luck of this seed.

        A `preset` of the pack says what isn't said here, and gives the first answers. `given` sets fields by address
        before anything happens, for scenarios and puzzles.
        """
        own = None if options is None else setup.named_values("options", options)
        is_told = arguments.flag("events", events, SetupError)
        match = self._cached_match(preset, players, own, chance, undo, events=is_told)
        luck = setup.preset_of(self.info, preset).seed if seed is None else arguments.seed("seed", seed, SetupError)
        fixed = {} if given is None else arguments.by_name("given", given, SetupError)
        state = State.begin(match.beginning_with(fixed), luck or 0)
        presets.answer(state, preset)
        return state

    def _cached_match(
        self,
        preset: str,
        players: int | None,
        options: Mapping[str, str] | None,
        chance: str,
        undo: str,
        *,
        events: bool,
    ) -> Match:
        """What the states of a game that is started so have in common, made once."""
        arguments.text("preset", preset, SetupError)
        count = None if players is None else arguments.number("players", players, SetupError)
        kinds = arguments.text("chance", chance, SetupError), arguments.text("undo", undo, SetupError)
        key = (preset, count, tuple(options.items()) if options else (), *kinds, events)
        match = self._matches.get(key)
        if match is None:
            counted, chosen = setup.settled_setup(self.info, preset, count, options)
            match = self._matches[key] = self._match(preset, counted, chosen, chance, undo, events=events)
        return match

    def begun(self, header: Header) -> State:
        """A game as it was started before: what its preset answered is among what was decided."""
        count, chosen = setup.settled_setup(self.info, "", header.players, header.options)
        match = self._match(header.preset, count, chosen, header.chance, header.undo, events=header.events)
        return State.begin(match.beginning_with(dict(header.given)), header.seed)

    def _match(self, preset: str, count: int, chosen: dict[str, str], chance: str, undo: str, *, events: bool) -> Match:
        setup.one_of("chance", chance, CHANCES)
        setup.one_of("undo", undo, (STRICT, FREE))
        rules = self.rules(count, chosen, "events" if events else "bare", chance)
        return Match(self, rules, chosen, chance, undo, events, preset=preset)

    def describe(self, address: str, language: str = LANGUAGE) -> str:
        """What the program, value or option at an address does, in words; nothing where nothing of that sort is."""
        where, tongue = arguments.text("address", address), arguments.text("language", language)
        return self._tell(where, tongue) if self._tell else ""

    def face(
        self,
        address: str,
        language: str = LANGUAGE,
        *,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """What stands on the thing at an address: its name, facts, what it does, its rules, how many there are."""
        where = arguments.text("address", address)
        return self.faces(language, players=players, options=options).at(where).plain()

    def faces(
        self, language: str = LANGUAGE, *, players: int | None = None, options: Mapping[str, str] | None = None
    ) -> Faces:
        """The faces of all things that there are with so many players (or as few as can be) and these options."""
        from rulebed.play.showing.faces import faces_of  # noqa: PLC0415 - who only plays needs none

        own = None if options is None else setup.named_values("options", options)
        wanted = None if players is None else arguments.number("players", players, SetupError)
        count, chosen = setup.settled_setup(self.info, "", wanted, own)
        rules = self.rules(count, chosen, "bare", "sampled")
        return faces_of(rules, rules.words.known_language(language))

    def restore(self, text: str) -> State:
        """The state that `state.save()` wrote."""
        state: State = saves.restored(self, arguments.text("text", text))
        return state

    def replay(self, text: str) -> State:
        """The state that a record leads to."""
        state: State = record.replay_record(self, arguments.text("text", text))
        return state

    @cached_property
    def actions(self) -> Actions:
        """All options of the game by integer, for learning code."""
        every = setup.setups(self.info)
        return Actions([self.rules(players, options, "bare", "explicit") for players, options in every], self._locks)

    @property
    def locked(self) -> tuple[str, ...]:
        """The keys of the actions that have numbers for ever, in their order; asking compiles nothing."""
        return tuple(dict.fromkeys(key for lock in self._locks for key in lock.keys))

    def rules(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Rules:
        """The rules for a number of players and these options, compiled as they are needed."""
        key = (players, tuple(sorted(options.items())), emission, chance)
        if key not in self._rules:
            rules = self._rules[key] = Rules(self._provide(players, options, emission, chance), self._tell)
            rules.again = self, *key
        return self._rules[key]


@lru_cache(maxsize=8)
def _loaded(load: Callable[..., Game], args: tuple[Any, ...], keywords: tuple[tuple[str, Any], ...], _: object) -> Game:
    """A game out of a pickle; all states that come of one game share it."""
    return load(*args, **dict(keywords))
