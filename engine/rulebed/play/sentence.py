"""How one kind of note is said: by the pack's own words for the event, or by the engine's row for its verb."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.build.blueprint import NotePlan
    from rulebed.lang.types import Type
    from rulebed.play.words import Words

SLOT = re.compile(r"\{(\w+)\}")
WHO = re.compile(r"\{(\w+)\} ")  # a text that begins so says what somebody does
DOERS = ("party", "where")  # of the engine's own rows
AMOUNT = ("count", "resource")
SET, OWNER = "set", "of"
PUT, WHAT = "put", "what"
HOLDERS = {
    "game": "game",
    "player": "players",
    "party": "parties",
}  # where the facts of what is no kind of the pack stand


class Sentence:
    """Says the notes of one plan in one language."""

    __slots__ = ("_fact", "_language", "_names", "_own", "_row", "_types", "_verb", "_words")

    def __init__(self, plan: NotePlan, words: Words, language: str) -> None:
        self._verb, self._names, self._types = plan.verb, plan.names, plan.types
        self._words, self._language = words, language
        self._fact = next((name for name in plan.names if name != OWNER), "") if plan.verb == SET else ""
        own = words.text(self._address(plan.place), language)
        self._own = words.text(self._address(""), language) if own is None else own
        there = {"fact" if name == self._fact else name for name in plan.names}
        self._row = self._own or self._best(there | ({"amount"} if set(AMOUNT) <= there else set()))

    def _address(self, place: str) -> str:
        """Where the pack's own words for it stand: with the event, or with the fact that is set, or holds it now."""
        if place:
            return _of_fact(*place.split("."))
        if not self._fact:
            return f"events.{self._verb}"
        holder = dict(zip(self._names, self._types, strict=True)).get(OWNER)
        return _of_fact(holder.kind if holder is not None else "game", self._fact)

    def _best(self, there: set[str]) -> str:
        """The row of the verb with most of what is there; nothing where the engine has none for it."""
        rows: dict[str, str] = self._words.table(self._language)["events"]
        fitting = [key for key in rows if key.split("+")[0] == self._verb and set(key.split("+")[1:]) <= there]
        row = rows[max(fitting, key=len)] if fitting else ""
        return row if set(SLOT.findall(row)) <= there | {"value"} else ""

    def unknown(self) -> str:
        """That it happened, for those who may not know more."""
        rows = self._words.table(self._language)["events"]
        return (
            str(rows.get(self._verb, ""))
            if self._is_without_slots(rows)
            else self._words.say(self._verb, self._language)
        )

    def _is_without_slots(self, rows: dict[str, str]) -> bool:
        return self._verb in rows and not SLOT.search(rows[self._verb])

    def text(self, note: tuple[Any, ...]) -> str:
        """All of it."""
        said = self._said(note)
        if self._row:
            return SLOT.sub(lambda match: said.get(match[1], match[0]), self._row)
        says = self._words.say(self._verb, self._language)
        parts = [f"{self._words.say(name, self._language)} {said[name]}" for name in self._names]
        return f"{says}: {', '.join(parts)}" if parts else says

    def parts(self, note: tuple[Any, ...]) -> tuple[str, str]:
        """Who, and what they do; nothing of what moves nothing, or goes without saying."""
        if self._is_idle(note):
            return "", ""
        text, subject = self.text(note), WHO.match(self._row)
        if subject is None or not (self._own or subject[1] in DOERS):
            return "", text
        who = self._said(note).get(subject[1], "")
        return who, text[len(who) + 1 :] if who else text

    def _is_idle(self, note: tuple[Any, ...]) -> bool:
        if self._verb == SET or self._own == "":
            return not self._own
        if self._verb == PUT and WHAT in self._names:
            return self._types[self._names.index(WHAT)].base == "sequence" and not note[1 + self._names.index(WHAT)]
        return set(AMOUNT) <= set(self._names) and note[1 + self._names.index("count")] == 0

    def _said(self, note: tuple[Any, ...]) -> dict[str, str]:
        """What it is about, each in words."""
        values = dict(zip(self._names, note[1:], strict=False))
        said = {name: self._value(values[name], sort) for name, sort in zip(self._names, self._types, strict=True)}
        if self._fact:
            said |= {"fact": self._words.say(self._fact, self._language), "value": said[self._fact]}
        if set(AMOUNT) <= set(values):
            name = self._words.instances["resource"][values["resource"]]
            said["amount"] = self._words.say_amount(values["count"], name, self._language)
        return said

    def _value(self, value: Any, sort: Type) -> str:
        return self._words.say_value(value, sort, self._language)


def _of_fact(kind: str, fact: str) -> str:
    return f"{HOLDERS.get(kind, f'kinds.{kind}')}.state.{fact}"
