"""What is said of one event: who does what, and to what; and how the words of a row or a pack become that.

What ends the words, or stands behind their colon, is kept apart as items, so that one sentence can go on with more of
the same: `player 1 gains` 2 votes, and 1 vote, is `player 1 gains 3 votes`; what can be told apart is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rulebed.play.rules.words import Item, Items

if TYPE_CHECKING:
    from rulebed.lang.types import Type
    from rulebed.model.game import Table
    from rulebed.play.rules.words import Words

SLOT = re.compile(r"\{(\w+)((?:\.\w+)*)(?: (\w+))?\}")  # a name, a way from there by what is printed; so much of what
VERB = re.compile(r"\[([^|\[\]]*)\|([^\[\]]*)\]")  # as it is said of one, and of several
WHO = re.compile(r"\{(\w+)\} ")  # a text that begins so says what somebody does
COLON = ": "


class Said(NamedTuple):
    """Who does it (nobody: empty), what is done, and to what; whether the story tells it."""

    who: str
    does: str
    what: Items
    is_news: bool


def plain_items(text: str) -> Items:
    """Something that is called so, or nothing."""
    return (Item(0, text),) if text else ()


def added_up(items: Iterable[Item]) -> Iterator[Item]:
    """The same, with how many there are in all of what is counted."""
    counts: dict[tuple[str, str], int] = {}
    items = tuple(items)
    for count, name, kind in items:
        counts[name, kind] = counts.get((name, kind), 0) + count
    for item in items:
        if not item.many:
            yield item
        elif count := counts.pop((item.name, item.kind), 0):
            yield item._replace(many=count)


@dataclass(slots=True)
class Filling:
    """What the braces of one text are filled with: words, numbers of which there can be so much, things with data."""

    words: Words
    tables: Mapping[str, Table]
    language: str
    parts: dict[str, Items] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    things: dict[str, tuple[str, int]] = field(default_factory=dict)

    def put_words(self, **parts: str) -> Filling:
        """With these words, too."""
        self.parts |= {name: plain_items(text) for name, text in parts.items()}
        return self

    def put_value(self, name: str, value: object, sort: Type) -> None:
        """With a value, and what is known of the thing that it is."""
        self.parts[name] = plain_items(self.words.say_value(value, sort, self.language))
        if sort.base == "entity" and isinstance(value, int):
            self.things[name] = sort.kind, value

    def put_thing(self, name: str, kind: str, number: int) -> None:
        """With a thing, and what is known of it."""
        self.parts[name] = plain_items(self.words.say_within(kind, number, self.language))
        self.things[name] = kind, number

    def as_said(self, row: str, *, has_doer: bool, several: frozenset[str], news: bool) -> Said:
        """A text as what somebody does, or as what happens."""
        doer = WHO.match(row) if has_doer else None
        who = self.words.say_items(self.parts.get(doer[1], ()), self.language) if doer is not None else ""
        if "[" in row:
            row = VERB.sub(r"\2" if doer is not None and self._are_several(doer[1], who, several) else r"\1", row)
        if not who:
            at = row.find(COLON)
            at = at + len(COLON) if at >= 0 else len(row)
            return Said("", self.flowing(row[:at]), self._items(row[at:]), news)
        rest = row[doer.end() :] if doer is not None else row
        last = next((slot for slot in SLOT.finditer(rest) if slot.end() == len(rest)), None)
        at = last.start() if last is not None else len(rest)
        return Said(who, self.flowing(rest[:at]), self._items(rest[at:]), news)

    def _are_several(self, name: str, who: str, several: frozenset[str]) -> bool:
        return who in several or sum(max(item.many, 1) for item in self.parts.get(name, ())) > 1

    def _items(self, row: str) -> Items:
        """What ends a text: the things of its only brace, or how it is called as a whole."""
        slot = SLOT.fullmatch(row)
        if slot is not None and not slot[2] and not slot[3] and slot[1] in self.parts:
            return self.parts[slot[1]]
        return plain_items(self.flowing(row))

    def flowing(self, row: str) -> str:
        """The same as people write it: words that meet grow together."""
        return self.words.contracted(self.filled(row), self.language)

    def filled(self, row: str) -> str:
        """A text with what stands in its braces; what nothing fills stays as it is."""
        return SLOT.sub(self._slot, row)

    def _slot(self, match: re.Match[str]) -> str:
        name, way, asset = match[1], match[2], match[3]
        if asset and name in self.numbers:
            return self.words.say_amount(self.numbers[name], asset, self.language)
        if way:
            return self._fact_along(name, way[1:].split("."), match[0])
        return self.words.say_items(self.parts[name], self.language) if name in self.parts else match[0]

    def _fact_along(self, name: str, way: Iterable[str], unfilled: str) -> str:
        """What is printed at the end of a way from fact to fact."""
        kind, number = self.things.get(name, ("", -1))
        said = unfilled
        for fact in way:
            table = self.tables.get(f"{kind}.{fact}")
            if table is None or number < 0:
                return unfilled
            value, sort = table.values[number], table.type
            said = self.words.say_value(value, sort, self.language)
            kind, number = (sort.kind, value) if sort.base == "entity" and isinstance(value, int) else ("", -1)
        return said
