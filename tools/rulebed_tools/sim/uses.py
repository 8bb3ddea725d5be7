"""How often each option was offered and taken, by the choice where that was, and things by their kind as well.

    take:  choose m in offer      two of three cards lie there, and one is taken: at `procedures.take.m` two options
                                  were offered and one taken; of the kind `card` two things were, wherever it was

A decision counts once, however many others are taken while it waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat

from rulebed import State
from rulebed.playing import Menu, Rules, journal

Name = tuple[str, str]  # the address of a choice, or a kind; and the option or thing


@dataclass(slots=True)
class Uses:
    """The sums over some games: whole numbers only, as in a tally."""

    offered: Counter[Name] = field(default_factory=Counter)
    taken: Counter[Name] = field(default_factory=Counter)
    offering: Counter[Name] = field(default_factory=Counter)  # games in which it was offered at all
    taking: Counter[Name] = field(default_factory=Counter)

    def add(self, offered: Counter[Name], taken: Counter[Name]) -> None:
        """Count a game."""
        self.offered.update(offered)
        self.taken.update(taken)
        self.offering.update(offered.keys())
        self.taking.update(taken.keys())

    def merge(self, other: Uses) -> None:
        """Add the sums over later games."""
        self.offered.update(other.offered)
        self.taken.update(other.taken)
        self.offering.update(other.offering)
        self.taking.update(other.taking)


class Onlooker:
    """Takes note of what is offered in one game; what that is called is asked when the game is over."""

    __slots__ = ("offered", "waiting")

    def __init__(self) -> None:
        self.offered: Counter[tuple[Menu, int]] = Counter()
        self.waiting: frozenset[int] = frozenset()

    def look(self, state: State) -> None:
        """See the decisions that are new: whoever waited before, and hasn't answered, has an old one."""
        decisions, (line, end) = state.decisions, state.past
        answered = line[end - journal.SIZE] + 1 if self.waiting else None
        for decision in decisions:
            if decision.player == answered or decision.player not in self.waiting:
                self.offered.update(zip(repeat(decision.menu), decision.values, strict=False))
        self.waiting = frozenset(decision.player for decision in decisions)

    def leave(self, state: State, uses: Uses) -> None:
        """Count the game, which has come as far as it comes."""
        menus = state.rules.menus
        taken = Counter((menus[site], value) for _, site, value in journal.forwards(state.past))
        uses.add(_named(self.offered), _named(taken))


def _named(counts: Counter[tuple[Menu, int]]) -> Counter[Name]:
    """The same counts by what the options are counted as."""
    found = Counter[Name]()
    for (menu, value), times in counts.items():
        for name in names(menu, value):
            found[name] += times
    return found


def names(menu: Menu, value: int) -> tuple[Name, ...]:
    """What an option of a choice is counted as."""
    option = menu.option(value)
    return (menu.address, option.id), *option.entities


def every_name(rules: Rules) -> Iterator[Name]:
    """All that a game could offer: options that have names of their own, all things of a kind that is chosen from."""
    for menu in rules.menus:
        if menu.chance:
            continue
        if menu.domain.sort == "option":
            yield from (name for value in range(len(menu.domain.options)) for name in names(menu, value))
        elif menu.domain.sort == "entity":
            yield from ((menu.domain.kind, name) for name in rules.words.instances[menu.domain.kind])


@dataclass(frozen=True, slots=True)
class Use:
    """One option at its choice, or one thing wherever it was: how often it was offered and taken, in how many games."""

    where: str
    option: str
    offered: int
    offering: int
    taken: int
    taking: int


def places(rules: Rules) -> list[str]:
    """Where something can be offered: the choices of a game, and the kinds of things that are chosen."""
    menus = [menu for menu in rules.menus if not menu.chance]
    kinds = [menu.domain.kind for menu in menus if menu.domain.sort == "entity"]
    return list(dict.fromkeys([*(menu.address for menu in menus), *kinds]))


def is_meant(where: str, wanted: str) -> bool:
    """Whether a place is asked for, by its name or the beginning of its address; by nothing all choices are."""
    return "." in where if not wanted else where == wanted or where.startswith(f"{wanted}.")


def listed(uses: Uses, rules: Rules, wanted: str) -> list[Use]:
    """What is asked for, what is offered in the fewest games first; what never is stands there, too."""
    every = dict.fromkeys((*every_name(rules), *uses.offered))
    found = [
        Use(*name, uses.offered[name], uses.offering[name], uses.taken[name], uses.taking[name])
        for name in every
        if is_meant(name[0], wanted)
    ]
    return sorted(found, key=lambda use: (use.offering, use.offered, use.where, use.option))
