"""What play has made use of: options offered, refused and taken, conditions both ways, and the things that came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulebed import Decision, Option, State
from rulebed.analysis import Conditions
from rulebed.content import Map, PackTree, plural_of
from rulebed.playing import Menu, Place, Rules, pieces_in

BUILT_IN = frozenset({"player", "party", "resource", "game"})


@dataclass(slots=True)
class OptionUse:
    """How often an option was offered, was not although its choice was, and was taken."""

    offered: int = 0
    refused: int = 0
    taken: int = 0


@dataclass(slots=True)
class Usage:
    """What happened at the choices of a pack, and which of its things had a part in it."""

    options: dict[str, OptionUse] = field(default_factory=dict)
    choices: Counter[str] = field(default_factory=Counter)
    things: Counter[tuple[str, str]] = field(default_factory=Counter)
    known: dict[int, Rules] = field(default_factory=dict)  # kept, so that no other ones can have their number
    conditions: Conditions = field(default_factory=Conditions)
    games: int = 0
    stuck: list[str] = field(default_factory=list)  # games that could not be played to their end, with the reason

    def meet(self, state: State) -> None:
        """Take note of the choices that there are."""
        if id(state.rules) in self.known:
            return
        self.known[id(state.rules)] = state.rules
        for menu in _menus(state.rules):
            self.choices.setdefault(menu.address, 0)
            for address in menu.domain.options:
                self.options.setdefault(address, OptionUse())

    def see(self, decision: Decision) -> None:
        """Somebody decides: what is offered to them, and what isn't."""
        self.choices[decision.address] += 1
        offered = set(decision.values)
        for value, address in enumerate(decision.menu.domain.options):
            use = self.options.setdefault(address, OptionUse())
            use.offered += value in offered
            use.refused += value not in offered

    def take(self, option: Option) -> None:
        """An option is taken."""
        if option.address in self.options:
            self.options[option.address].taken += 1
        self.things.update(option.entities)

    def end(self, rules: Rules, before: list[Any], after: list[Any]) -> None:
        """A game, or the stretch of one, is over: what is no longer as it was has had a part in it."""
        self.games += 1
        self.things.update(list(dict.fromkeys(_touched(rules, before, after))))


def _menus(rules: Rules) -> Iterator[Menu]:
    return (menu for menu in rules.menus if not menu.chance)


def _touched(rules: Rules, before: list[Any], after: list[Any]) -> Iterator[tuple[str, str]]:
    """The things whose facts have changed, and those that are where they weren't."""
    for place in rules.knowledge.places:
        old, new = before[place.slot], after[place.slot]
        if old != new:
            yield from _names(rules, place.field.kind, (place.instance,))
            yield from _names(rules, *_meant(place, old, new))


def _meant(place: Place, old: Any, new: Any) -> tuple[str, Iterable[int]]:
    """What a changed place holds now: pieces, or the one thing that it names."""
    if place.kind:
        return place.kind, sorted(set(pieces_in(place, new)) - set(pieces_in(place, old)))
    is_entity = place.field.type.base == "entity" and isinstance(new, int)
    return place.field.type.kind, (new,) if is_entity and new >= 0 else ()


def _names(rules: Rules, kind: str, numbers: Iterable[int]) -> Iterator[tuple[str, str]]:
    names = rules.words.instances.get(kind, ())
    return ((kind, names[number]) for number in numbers if kind not in BUILT_IN and number < len(names))


def things_of(tree: PackTree) -> list[tuple[str, str]]:
    """The things that a pack lists one by one, by kind."""
    kinds = tree.root.get("kinds")
    found = []
    for kind in kinds if isinstance(kinds, Map) else ():
        listed = tree.root.get(plural_of(kind.key, kind.value))
        found += [(kind.key, entry.key) for entry in listed] if isinstance(listed, Map) else []
    return found
