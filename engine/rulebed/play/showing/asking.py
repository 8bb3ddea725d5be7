"""What somebody is asked, as a front end gets it: the question, what can be taken, and what of each of these matters.

Who is asked sees of a thing the facts that its kind is `shown_by`, or is `alike` by, unless none of those that are
offered has them; where neither is said, those in which the things that are offered now differ, but for where they lie
on a map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.play.showing.boards import boards_of

if TYPE_CHECKING:
    from rulebed.lang.types import Type
    from rulebed.play.rules.decision import Decision, Option
    from rulebed.play.rules.knowledge import Place
    from rulebed.play.rules.rules import Rules

Plain = dict[str, Any]
ALL, OWN = "all", "own"  # who can know that there is but one thing to take
SHOWN = frozenset({"number", "flag", "entity"})  # what can be said of a thing in a word


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What one seat (from 0) is asked in a state as it knows it."""

    rules: Rules
    slots: list[Any]
    decision: Decision
    language: str

    def plain(self) -> Plain:
        """All of it as JSON."""
        decision = self.decision
        turn = self.rules.program.turn(self.slots, decision.player - 1)
        facts = self._facts(decision.offered)
        return {
            "player": decision.player,
            "address": decision.address,
            "serial": decision.serial,
            "label": decision.text(self.language),
            "forced": self.forced(),
            "turn": None if turn is None else {"done": turn[0], "of": turn[1]},
            "options": [self._option(option, facts) for option in decision.offered],
        }

    def crumb(self, serial: int, value: int) -> Plain:
        """What was asked and answered here, as JSON: what was taken, by its value, as the decision of this number."""
        taken = self.decision.menu.option(value)
        return {
            "serial": serial,
            "label": self.decision.text(self.language),
            "option": taken.id,
            "answer": self.decision.label_of(taken, self.language),
            "about": list(taken.about),
            "forced": self.forced(),
        }

    def forced(self) -> str | None:
        """Who can know that there is but one thing to take: all, or whoever is asked; nobody where there are more."""
        if not self.decision.forced:
            return None
        seat = self.decision.player - 1
        site = self.rules.program.blueprint.sites[self.rules.site(self.slots, seat)]
        return ALL if site.is_open else OWN

    def _option(self, option: Option, facts: Sequence[tuple[str, Type]]) -> Plain:
        menu = option.menu
        return {
            "id": option.id,
            "key": option.key,
            "label": self.decision.label_of(option, self.language),
            "about": list(option.about),
            "group": self._group(option),
            "facts": list(self._shown_facts(option, facts)),
            "declines": menu.is_declined(option.value),
        }

    def _group(self, option: Option) -> str:
        """What it stands under in a list: whose program offers it, or what things of its kind are called."""
        words = self.rules.words
        if option.entities:
            return words.say_several(option.entities[0][0], self.language)
        own = words.at(option.address)
        return "" if own is None else words.say_instance(*own, self.language)

    # What matters of a thing.

    def _facts(self, offered: Sequence[Option]) -> list[tuple[str, Type]]:
        """The facts, with their types, that are said of each thing that can be chosen now."""
        kind = self.decision.menu.domain.kind
        if self.decision.menu.domain.sort != "entity" or kind not in self.rules.program.model.kinds:
            return []
        numbers = [option.value for option in offered if option.entities]
        stated = self.rules.program.model.kinds[kind].shown_by
        known = dict(self._facts_of_kind(kind))
        if stated is not None:
            there = (fact for fact in stated if fact in known and self._is_had(kind, fact, known[fact], numbers))
            return [(fact, known[fact]) for fact in there]
        simple = {fact: sort for fact, sort in known.items() if sort.base in SHOWN and not self._is_laid(kind, fact)}
        return [(fact, sort) for fact, sort in simple.items() if self._differ(kind, fact, numbers)]

    def _facts_of_kind(self, kind: str) -> Iterator[tuple[str, Type]]:
        """The facts of a kind that can be said of one of it: those that are printed, and simple ones that change."""
        model, layout = self.rules.program.model, self.rules.program.layout
        for name, table in model.tables.items():
            owner, _, fact = name.partition(".")
            if owner == kind and table.kind == kind and fact.isidentifier():
                yield fact, table.type
        for name, field in layout.fields.items():
            owner, _, fact = name.partition(".")
            if owner == kind and fact.isidentifier() and not field.own and not field.per and field.type.base in SHOWN:
                yield fact, field.type

    def _is_laid(self, kind: str, fact: str) -> bool:
        """Whether it says where things lie on a map, which their names and the board do."""
        table = self.rules.program.model.tables.get(f"{kind}.{fact}")
        return table is not None and table.laid

    def _differ(self, kind: str, fact: str, numbers: Sequence[int]) -> bool:
        values = [self._value(kind, fact, number) for number in numbers]
        return len({value for value in values if value is not None}) > 1

    def _is_had(self, kind: str, fact: str, sort: Type, numbers: Sequence[int]) -> bool:
        """Whether a fact is anything but none of one of these things."""
        values = [self._value(kind, fact, number) for number in numbers]
        return any(value is not None and self.rules.words.plain(value, sort) not in (None, []) for value in values)

    def _value(self, kind: str, fact: str, number: int) -> Any:
        """What a fact of a thing is as far as whoever is asked knows; none where they don't."""
        found = self.rules.knowledge.fact(f"{kind}.{fact}", number, self._visible_value)
        return None if found is None else found[0]

    def _visible_value(self, place: Place) -> Any:
        seat = self.decision.player - 1
        return self.slots[place.slot] if self.rules.knowledge.sees(self.slots, place, seat) else None

    def _shown_facts(self, option: Option, facts: Sequence[tuple[str, Type]]) -> Iterator[Plain]:
        words = self.rules.words
        for kind, _ in option.entities:
            for fact, sort in facts:
                value = self._value(kind, fact, option.value)
                if value is not None:
                    name, text = words.say_fact(kind, fact, self.language), words.say_value(value, sort, self.language)
                    yield {"fact": fact, "name": name, "text": text, "value": self._plain(value, sort)}

    def _plain(self, value: Any, sort: Type) -> Any:
        """A value as boards have it: things with their addresses."""
        if sort.base == "sequence":
            return [self._plain(one, sort.item or sort) for one in value]
        if sort.base == "entity":
            return None if value < 0 else dict(boards_of(self.rules).thing(sort.kind, value, self.language))
        return self.rules.words.plain(value, sort)
