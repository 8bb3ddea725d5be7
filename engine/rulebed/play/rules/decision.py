"""A decision that somebody has to take, and its options; each option of a choice is made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pickle import PicklingError, UnpicklingError
from typing import TYPE_CHECKING, Any, Protocol

from rulebed.lang.domain import Domain
from rulebed.packs.address import short_names
from rulebed.packs.words import LANGUAGE
from rulebed.play.rules import arguments, journal
from rulebed.play.rules.errors import NothingToChoose
from rulebed.play.rules.words import ANSWERS, Words

if TYPE_CHECKING:
    from rulebed.play.rules.journal import Journal

DECLINING = ANSWERS - {"yes"}
LONGEST_NUMBER = 12  # digits
BRACE = "{"  # in a text: something fills it
BLANK = "none"  # what luck can bring beside things


class Look(Protocol):
    """What a thing is called in a language, as it looks now, and what is asked of it."""

    def __call__(self, number: int, language: str, /) -> str: ...

    def question(self, language: str, /) -> str | None:
        """What is asked, with what it is about; none where the pack has no text for it."""

    def alone(self) -> Look:
        """The same without what the seat doesn't see."""


class Home(Protocol):
    """The rules that have a choice."""

    @property
    def menus(self) -> tuple[Menu, ...]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One thing that can be taken; `id` is readable and stable, `value` is what the program works with."""

    id: str
    value: int
    address: str
    entities: tuple[tuple[str, str], ...]
    menu: Menu = field(repr=False)
    label: str = field(init=False, repr=False)  # what it is called, or what it does: empty until it is read

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it: its choice, and which one it is."""
        return Menu.option, (self.menu, self.value)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> str:
            """Work the label out when it is first read: words may have to be loaded, and later reading is free."""
            if name != "label":
                raise AttributeError(name)
            said = self.menu.label(self.value)
            object.__setattr__(self, "label", said)
            return said

    @property
    def about(self) -> tuple[str, ...]:
        """The address of the thing that it is about: what is chosen, or else the one whose own program offers it."""
        words = self.menu.words
        named = tuple(words.address(kind, name) for kind, name in self.entities)
        if named:
            return named
        own = words.at(self.address)
        return () if own is None else (words.address(own[0], words.instances[own[0]][own[1]]),)

    @property
    def key(self) -> str:
        """The name of this option among all options of the game."""
        return f"{self.menu.address} {self.id}"

    def text(self, language: str) -> str:
        """The label in another language."""
        return (
            self.label
            if language == LANGUAGE
            else self.menu.label(self.value, self.menu.words.known_language(language))
        )


class _Made(dict[int, Option]):
    """Options by value, made when they are first looked up."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[int], Option]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, value: int) -> Option:
        made = self[value] = self.make(value)
        return made


class Menu:
    """All that one choice of the program can offer; `shows`: it is said, too, how what is offered looks."""

    __slots__ = (
        "_by_player",
        "_ids",
        "address",
        "chance",
        "decline",
        "domain",
        "home",
        "made",
        "numbers",
        "place",
        "player",
        "shows",
        "words",
    )

    def __init__(
        self,
        address: str,
        domain: Domain,
        words: Words,
        *,
        decline: str | None = None,
        chance: bool = False,
        numbers: range = range(0),
        place: str = "",
        shows: bool = False,
    ) -> None:
        self.address = address
        self.domain = domain
        self.decline = decline
        self.chance = chance
        self.numbers = numbers
        self.place = place
        self.words = words
        self._ids = short_names((*domain.options, *((decline,) if decline else ())))
        self.made = _Made(self._make).__getitem__
        self.player: int | None = None  # whose it is, where options have to say that
        self._by_player: dict[int, Menu] = {}
        self.shows = shows
        self.home: tuple[Home, int] | None = None  # whose it is, and its number there

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it: the rules that have it, and where."""
        if self.home is None:
            raise PicklingError(f"the choice `{self.address}` belongs to no game: nobody else could find it")
        rules, number = self.home
        return _found_again, (rules, number, self.address, self.player)

    def for_player(self, player: int) -> Menu:
        """The same with options that say whose they are: for a decision that isn't the only one."""
        if player not in self._by_player:
            own = self._by_player[player] = object.__new__(Menu)
            for name in Menu.__slots__:
                setattr(own, name, getattr(self, name))
            own.player, own.made = player, _Made(own._make).__getitem__
        return self._by_player[player]

    def option(self, value: int) -> Option:
        """The option for a value."""
        return self.made(value)

    def options(self, values: Iterable[int]) -> tuple[Option, ...]:
        """The options for these values."""
        return tuple(map(self.made, values))

    def find(self, wanted: str, values: Iterable[int]) -> Option | None:
        """The option among those of the values that goes by this id, or by the end of its address."""
        options = self.options(values)
        exact = next((option for option in options if wanted in {option.id, option.address}), None)
        if exact is not None:
            return exact
        tails = [option for option in options if option.address.endswith("." + wanted)]
        return tails[0] if len(tails) == 1 else None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options that have names of their own; things and numbers go by theirs."""
        return tuple(self._ids.values())

    def every_value(self) -> Iterable[int]:
        """All values that the choice can ever offer, declining aside."""
        if self.domain.sort == "option":
            return range(len(self.domain.options))
        if self.domain.sort == "entity":
            return range(len(self.words.instances[self.domain.kind]))
        return self.numbers

    def value(self, wanted: str) -> int | None:
        """The value that an id stands for, whether it is offered at the moment or not."""
        if wanted in self._ids.values():
            address = next(address for address, short in self._ids.items() if short == wanted)
            return self.domain.none if address == self.decline else self.domain.options.index(address)
        name = wanted.removeprefix("=")
        if name == BLANK and self.chance:
            return self.domain.none
        if self.domain.sort == "entity":
            names = self.words.instances[self.domain.kind]
            return names.index(name) if name in names else None
        return self._number(name) if self.domain.sort == "number" else None

    def _number(self, name: str) -> int | None:
        """The number of that name, written as its option is, and among those that can be offered at all."""
        digits = name.removeprefix("-")
        if not digits.isdecimal() or len(digits) > LONGEST_NUMBER or str(int(name)) != name:
            return None
        return int(name) if int(name) in self.numbers or not self.numbers else None

    def label(self, value: int, language: str = LANGUAGE) -> str:
        """What an option is called."""
        if self._is_blank(value):
            return str(self.words.table(language)["answers"]["none"])
        if self._is_named(value):
            return self.words.say_option(self._address(value), language)
        if self.domain.sort != "entity":
            return str(value)
        return self.words.say_instance(self.domain.kind, value, language)

    def answer(self, value: int, language: str = LANGUAGE) -> str:
        """What an option is called as the answer to the pack's question: of a mere `yes` no more has to be said."""
        if self._is_named(value) and self.question(value, language):
            return self.words.say(self._address(value), language)
        return self.label(value, language)

    def is_declined(self, value: int) -> bool:
        """Whether it stands for nothing: `none`, `no`, or that somebody is done."""
        return value == self.domain.none or (self._is_named(value) and _is_declining(self._address(value)))

    def has_name(self, value: int, language: str = LANGUAGE) -> bool:
        """Whether it is one of several options that goes by a name of its own: nothing that comes of it says which."""
        if self.domain.sort != "option" or self.is_declined(value):
            return False
        address = self._address(value)
        return address.rpartition(".")[2] not in ANSWERS and self.words.has_name(address, language)

    def question(self, value: int, language: str = LANGUAGE) -> str:
        """The pack's question to which this is the answer; nothing where the option speaks for itself.

        What a question is about whoever is asked may know: others are not told those that say it.
        """
        if self._is_named(value) and self._address(value).rpartition(".")[2] not in ANSWERS:
            return ""
        asked = self.words.text(self.address, language) or ""
        return "" if BRACE in asked else asked

    def _make(self, value: int) -> Option:
        return Option(self._id(value), value, self._address(value), self._entities(value), self)

    def _id(self, value: int) -> str:
        if self._is_named(value):
            return self._ids[self._address(value)]
        name = self._name(value)
        return f"={name}" if name in self._ids.values() else name

    def _is_named(self, value: int) -> bool:
        """Whether it is an option with a name of its own; to decline is one."""
        return self.domain.sort == "option" or (value == self.domain.none and self.decline is not None)

    def _is_blank(self, value: int) -> bool:
        """Whether luck has brought nothing: a face without a symbol. Who declines takes an option instead."""
        return value == self.domain.none and self.decline is None and self.domain.sort == "entity"

    def _name(self, value: int) -> str:
        if self._is_blank(value):
            return BLANK
        if self.domain.sort == "entity":
            return self.words.instances[self.domain.kind][value]
        return str(value)

    def _address(self, value: int) -> str:
        if value == self.domain.none and self.decline is not None:
            return self.decline
        if self.domain.sort == "option":
            return self.domain.options[value]
        return f"{self.address}.{self._name(value)}"

    def _entities(self, value: int) -> tuple[tuple[str, str], ...]:
        if self.domain.sort != "entity" or value == self.domain.none:
            return ()
        return ((self.domain.kind, self._name(value)),)


class Decision:
    """What a player (from 1; luck is 0) has to decide; it stays as it was when the game goes on."""

    __slots__ = ("look", "menu", "past", "player", "values", "weights")

    def __init__(
        self,
        player: int,
        menu: Menu,
        values: Sequence[int],
        past: Journal,
        weights: Sequence[int] = (),
        look: Look | None = None,
    ) -> None:
        self.player = player
        self.values = values
        self.menu = menu
        self.past = past
        self.weights = weights
        self.look = look

    def __repr__(self) -> str:
        ids = ", ".join(option.id for option in self.offered)
        return f"Decision(player={self.player}, address={self.address!r}, options=[{ids}])"

    @property
    def address(self) -> str:
        """Which choice of the pack this is."""
        return self.menu.address

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be taken, one at least; NothingToChoose where the game has come to a dead end."""
        if not self.values:
            raise NothingToChoose(self.player, self.address, self.place)
        return tuple(map(self.menu.made, self.values))

    @property
    def offered(self) -> tuple[Option, ...]:
        """The same for who only shows it: nothing at all in a dead end."""
        return self.options if self.values else ()

    @property
    def forced(self) -> bool:
        """Whether there is only one option."""
        return len(self.values) == 1

    @property
    def serial(self) -> int:
        """How many decisions this player has taken before; it tells an answer to this one from a late one."""
        return journal.count(self.past, self.player - 1)

    def alone(self) -> Decision:
        """The same for the player alone, who remembers their own decisions and knows nobody else's."""
        own = [entry for entry in journal.forwards(self.past) if entry[0] == self.player - 1]
        look = None if self.look is None else self.look.alone()
        return Decision(self.player, self.menu, self.values, journal.new_journal(0, own), self.weights, look)

    @property
    def chance(self) -> bool:
        """Whether luck decides; the options come with `odds`."""
        return self.menu.chance

    @property
    def odds(self) -> tuple[float, ...]:
        """The probability of each option, where luck decides."""
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    @property
    def place(self) -> str:
        """The file and line where it is written, such as `flow.yaml:12`."""
        return self.menu.place

    @property
    def label(self) -> str:
        """What is to be decided, in words."""
        return self.text(LANGUAGE)

    def text(self, language: str) -> str:
        """The label in another language."""
        domain, spoken = self.menu.domain, self.menu.words.known_language(language)
        own = self.look.question(spoken) if self.look is not None else None
        chosen = domain.kind if domain.sort == "entity" and not self.chance else ""
        return own or self.menu.words.say_question(self.address, chosen, spoken)

    def label_of(self, option: Option, language: str = LANGUAGE) -> str:
        """What an option is called here: its label, or, where the pack has words for that, how the thing looks now."""
        taken = arguments.one_of_sort("option", option, Option, "an option")
        if self.look is None or not taken.entities:
            return taken.text(language)
        return self.look(taken.value, self.menu.words.known_language(language))

    def find(self, wanted: str) -> Option | None:
        """The option that goes by this id, if it is offered."""
        return self.menu.find(arguments.text("wanted", wanted), self.values)


def _found_again(rules: Home, number: int, address: str, player: int | None) -> Menu:
    """A choice out of a pickle, wherever it stands in the rules as they are now."""
    here = rules.menus[number : number + 1]
    menu = next((one for one in (*here, *rules.menus) if one.address == address), None)
    if menu is None:
        raise UnpicklingError(f"the game has no choice `{address}` any more")
    return menu if player is None else menu.for_player(player)


def _is_declining(address: str) -> bool:
    return address.rpartition(".")[2] in DECLINING
