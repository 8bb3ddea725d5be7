"""Says of the options of a decision what they would do, or why they aren't offered, for people to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from rulebed import Decision, Option, State
from rulebed.analysis import Models
from rulebed.language import table_of
from rulebed.playing import Words, faces_of
from rulebed.text import padded, width
from rulebed_tools.cli import console
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.inquiry.addresses import quoted
from rulebed_tools.inquiry.reader import Reader
from rulebed_tools.inquiry.reasons import OFFERED, Court, Judgement, Reason, lacking
from rulebed_tools.scenario.addresses import as_written
from rulebed_tools.tui.wording import Wording

Shader = Callable[[str, str], str]  # a text in a shade
MOST_VALUES, MOST_REASONS = 6, 5
ASSETS = frozenset({"enough", "room"})  # needs of so much of a resource
WIDEST, LONGEST = 24, 160


def judged(
    state: State, decision: Decision, models: Models, language: str, wanted: str | None
) -> tuple[Judgement, ...]:
    """The option that is wanted, or all of the decision."""
    court = Court(state, decision, models, language)
    if wanted is None:
        return court.judgements()
    found = court.find(wanted)
    if len(found) == 1:
        return (court.judgement(found[0]),)
    if found:
        raise Misuse(f"`{wanted}` may be {quoted([one.id for one in found[:MOST_REASONS]])}")
    guess = court.guess(wanted)
    help_ = f"did you mean `{guess}`?" if guess else "without an option all of them are listed"
    raise Misuse(f"there is no option `{wanted}` at `{decision.address}`; {help_}")


def deeds(models: Models, language: str, state: State, decision: Decision, option: Option) -> Iterator[str]:
    """What an option does, and by which rules; of one that names a thing, whoever knows the things tells that."""
    reader, wording, faces = Reader(models.tree, language), Wording(language), faces_of(state.rules, language)
    label = wording.caption(decision, option)[0]
    yield f"{wording.heading(decision)}{wording.say('colon')}{label}"
    if option.entities:
        return
    address = reader.called(option.address)
    does = (
        Court(state, decision, models, language).words(option) if address == option.address else reader.words(address)
    )
    if does and does != label:
        yield f"  {does}"
    asked = decision.address.rpartition(".")[0]
    told = [rule for at in (option.address, address, asked) for rule in faces.rules_of(at) if rule.text]
    yield from dict.fromkeys(f"  [{rule.id}] {rule.text}" for rule in told)


def unpainted(text: str, _: str) -> str:
    """The text alone, for whoever has colours of its own."""
    return text


@dataclass(frozen=True, slots=True)
class Telling:
    """Says judgements in one language; what is lacking goes by the pack's own words."""

    words: Words
    wording: Wording
    paint: Shader = console.paint

    def listed(self, found: tuple[Judgement, ...]) -> Iterator[str]:
        """Each option with one line."""
        if not found:
            yield f"  {self._say('nothing')}"
        columns = min(max((width(one.option.id) for one in found), default=0), WIDEST)
        for one in found:
            offered = one.status == OFFERED
            text = one.words or one.option.text(self.wording.language) if offered else self._briefly(one)
            mark = self.paint("+", "good") if offered else self.paint("-", "bad")
            yield f"  {mark} {padded(one.option.id, columns)}  {shorten(text, LONGEST, placeholder=' ...')}"

    def in_full(self, one: Judgement) -> Iterator[str]:
        """All that is to be said of an option."""
        option, label = one.option, one.option.text(self.wording.language)
        named = f"{self.paint(option.id, 'strong')} ({label})" if label not in (option.id, one.words) else option.id
        yield self._say("offered" if one.status == OFFERED else "refused", option=named)
        if one.words:
            yield f"  {one.words if one.status == OFFERED else self._say('would', does=one.words)}"
        if one.meets_a_secret:
            yield f"  {self._say('hidden')}"
        ways = sum(reason.ways for reason in one.reasons)
        if ways > 1:
            yield f"  {self._say('first_ways' if one.is_cut else 'all_ways', ways=ways)}"
        for reason in one.reasons[:MOST_REASONS]:
            yield from self._reason(reason, ways)
        if len(one.reasons) > MOST_REASONS:
            yield f"  {self._say('and_for', others=self._others(len(one.reasons) - MOST_REASONS))}"

    def _briefly(self, one: Judgement) -> str:
        if not one.reasons:
            return self._say("stuck")
        first, *rest = one.reasons
        others = self._say("and", others=self._others(len(rest))) if rest else ""
        values = f"{self.wording.say('colon')}{self._values(first, 2)}" if first.values else ""
        where = f" [{first.place}]" if first.place else ""
        return f"{self._lacking(first.reason)}{values}{where}{others}"

    def _reason(self, reason: Reason, ways: int) -> Iterator[str]:
        count = self._say("ways", ways=reason.ways) if ways > 1 else ""
        yield f"  - {self.paint(self._lacking(reason.reason), 'bad')}{count}"
        if reason.text:
            yield f"    {reason.place}: {reason.text}"
        if reason.values:
            yield f"    {self._values(reason, MOST_VALUES)}"
        if reason.example:
            yield f"    {self._say('example', ids=', '.join(reason.example))}"

    def _lacking(self, reason: str) -> str:
        """What fails: a guard names what it needs."""
        sort, what = lacking(reason)
        if not sort:
            return reason
        language = self.wording.language
        named = self.words.text(f"{what}.many", language) or self.words.say(what, language) if sort in ASSETS else what
        return table_of(language).contracted(self._say(sort, what=named))

    def _others(self, count: int) -> str:
        return self._say("others" if count > 1 else "other", count=count)

    def _values(self, reason: Reason, most: int) -> str:
        told = [
            self._say("would_be" if at in reason.changed else "is", at=as_written(at), value=self._value(value))
            for at, value in reason.values[:most]
        ]
        return ", ".join(told) + (" ..." if len(reason.values) > most else "")

    def _value(self, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(map(str, value)) or self._say("empty")
        if value is None or isinstance(value, bool):
            return self._say("none" if value is None else str(value).lower())
        return str(value)

    def _say(self, row: str, **parts: object) -> str:
        return self.wording.say(f"why_{row}", **parts)
