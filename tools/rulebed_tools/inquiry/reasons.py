"""Why an option is offered or isn't: what it would do, or where each way on ends, as far as its chooser may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulebed import Decision, Option, State
from rulebed.analysis import NOBODY_THERE, DeadEnd, DeadEnds, Models, Oracle, dead_ends
from rulebed.playing import LANGUAGE
from rulebed.text import Span, closest
from rulebed_tools.inquiry.following import followed
from rulebed_tools.inquiry.reader import PROGRAM, Reader

OFFERED, REFUSED, ABSENT = "offered", "refused", "absent"
HIDDEN = "hidden"
ABSENT_THING = "not among what there is to choose from"
NEEDS = {"enough ": "enough", "room for ": "room", "that ": "that"}  # how the reason of a guard begins that needs it
OTHERS = {"when": "when", ABSENT_THING: "absent", NOBODY_THERE: "found"}


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that fails: what, as it is written, where, and on what values; in so many of the ways on."""

    reason: str
    text: str
    file: str
    line: int
    layer: str
    values: tuple[tuple[str, Any], ...]
    ways: int = 1
    example: tuple[str, ...] = ()  # ids of what is chosen on one of the ways
    changed: tuple[str, ...] = ()  # what has another value now, and would come to have this one on the way

    @property
    def place(self) -> str:
        """Where it is written, for people."""
        return f"{self.file}:{self.line} ({self.layer})" if self.file else ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """An option of a decision: whether it is offered, what it would do, or why it isn't."""

    option: Option
    status: str
    words: str
    reasons: tuple[Reason, ...] = ()
    is_cut: bool = False  # whether there are more ways than were followed
    meets_a_secret: bool = False  # whether something decides how it goes on that its chooser doesn't know


@dataclass
class Court:
    """Judges the options of one decision."""

    state: State
    decision: Decision
    models: Models
    language: str = LANGUAGE

    # Which options there are.

    def judgements(self) -> tuple[Judgement, ...]:
        """All options that are offered, then those that aren't; of things only those that could come to be chosen."""
        offered = [self._offered(option) for option in self.decision.offered]
        refused = [self._refused(option) for option in self._not_offered()]
        known = {one.option.value for one in (*offered, *refused)}
        menu = self.decision.menu
        named = menu.every_value() if menu.domain.sort == "option" else ()
        absent = [self._absent(menu.option(value)) for value in named if value not in known]
        return (*offered, *refused, *absent)

    def judgement(self, option: Option) -> Judgement:
        """One option of the decision."""
        if option.value in self.decision.values:
            return self._offered(option)
        if option.value in {one.value for one in self._not_offered()}:
            return self._refused(option)
        return self._absent(option)

    def find(self, wanted: str) -> list[Option]:
        """The options, offered or not, that go by this id, address or label."""
        every = self._every()
        low = wanted.lower()
        for fits in (
            lambda one: wanted in (one.id, one.address),
            lambda one: one.address.endswith(f".{wanted}"),
            lambda one: low == one.text(self.language).lower().rstrip("."),
            lambda one: low in one.text(self.language).lower(),
        ):
            found = [one for one in every if fits(one)]
            if found:
                return found
        return []

    def guess(self, wanted: str) -> str | None:
        """An id that may have been meant."""
        return closest(wanted, {one.id for one in self._every()})

    def _every(self) -> list[Option]:
        menu = self.decision.menu
        values = [*self.decision.values, *menu.every_value(), *(one.value for one in self._not_offered())]
        return [menu.option(value) for value in dict.fromkeys(values)]

    def _not_offered(self) -> list[Option]:
        ids = [one["id"] for one in self.state.why(player=self.decision.player)]
        menu = self.decision.menu
        return [menu.option(value) for one in ids if (value := menu.value(one)) is not None]

    # What is to be said of them.

    def _offered(self, option: Option) -> Judgement:
        secret = self._ways(option).meets_a_secret
        return Judgement(option, OFFERED, self.words(option), meets_a_secret=secret)

    def _absent(self, option: Option) -> Judgement:
        """What isn't among the things that are chosen from has no guard that fails."""
        site = self.state.rules.program.site_of(self.state.slots, self.decision.player - 1)
        return Judgement(option, ABSENT, self.words(option), (self._reason(ABSENT_THING, site.at, ()),))

    def _refused(self, option: Option) -> Judgement:
        ways = self._ways(option)
        reasons = self._of_ways(ways) if ways.ends else self._of_guards(option)
        return Judgement(option, REFUSED, self.words(option), tuple(reasons), ways.is_cut)

    def words(self, option: Option) -> str:
        """What an option does, or what the things do that it names."""
        told = self._reader.answer(option.address)
        parts = (self._does(*entity) for entity in option.entities)
        return told or " ".join(filter(None, parts))

    def _does(self, kind: str, name: str) -> str:
        reader = self._reader
        plural = reader.known.plurals.get(kind)
        address = f"{plural}.{name}"
        if plural is None or reader.tree.find(address) is None:
            return ""
        told = (f"{address}.{key}" for key, _ in reader.parts(address))
        return " ".join(reader.words(one) for one in told if reader.part(one) == PROGRAM)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.models.tree, self.language)

    # Guards, as the compiled game has them.

    def _of_guards(self, option: Option) -> Iterator[Reason]:
        for one in self.state.why(option.id, self.decision.player):
            for failed in one["failed"]:
                file, line, _ = (failed["place"] or "::").rsplit(":", 2)
                values = tuple((name, _shown(value)) for name, value in failed["values"].items())
                text = failed["text"] or ""
                yield Reason(failed["reason"], _line(text), file, int(line or 0), failed["layer"] or "", values)

    # Ways on, as the interpreter finds them.

    def _ways(self, option: Option) -> DeadEnds:
        """Where each way on ends; none where the game can't be played again by the interpreter."""
        seat = self.decision.player - 1
        return DeadEnds() if self._oracle is None else dead_ends(self._oracle, seat, option.value)

    def _of_ways(self, ways: DeadEnds) -> list[Reason]:
        """The dead ends by what fails, the most frequent first."""
        alike: dict[tuple[str, Span | None], list[DeadEnd]] = {}
        for end in ways.ends:
            alike.setdefault((end.reason, end.at), []).append(end)
        return sorted((self._joined(ends) for ends in alike.values()), key=lambda one: -one.ways)

    def _joined(self, ends: list[DeadEnd]) -> Reason:
        first = min(ends, key=lambda end: len(end.chosen))
        seen = [set(end.reads) for end in ends]
        common = [look for look in first.reads if all(look in each for each in seen)]
        looks = common or first.reads
        values = tuple(self._look(*look) for look in looks)
        example = tuple(self._id(address, value) for address, value in first.chosen)
        changed = tuple(address for look, (address, _) in zip(looks, values, strict=True) if self._differs(*look))
        return replace(self._reason(first.reason, first.at, values), ways=len(ends), example=example, changed=changed)

    def _reason(self, reason: str, at: Span | None, values: tuple[tuple[str, Any], ...]) -> Reason:
        if at is None:
            return Reason(reason, "", "", 0, "", values)
        layer = self.state.game.info.layers.get(at.source.name, "")
        return Reason(reason, _line(at.text), at.source.name, at.line, layer, values)

    def _differs(self, name: str, index: int, value: Any) -> bool:
        """Whether what is read on a way was written on it."""
        return self._oracle is not None and self._oracle.fields[name][index] != value

    def _look(self, name: str, index: int, value: Any) -> tuple[str, Any]:
        """The address of a field, and its value as JSON."""
        rules = self.state.rules
        slot = rules.program.layout.base(name) + index
        place = self._places.get(slot)
        plain = value if place is None else rules.words.plain(value, place.field.type)
        return rules.program.layout.names[slot], plain

    @cached_property
    def _places(self) -> Mapping[int, Any]:
        return {place.slot: place for place in self.state.rules.knowledge.places}

    def _id(self, address: str, value: int) -> str:
        rules = self.state.rules
        sites = rules.sites_by_address.get(address)
        return rules.menus[sites[0]].option(value).id if sites else str(value)

    @cached_property
    def _oracle(self) -> Oracle | None:
        return followed(self.state, self.decision, self.models)


def _shown(value: Any) -> Any:
    """What a seat may know of a value: not more than that there is one, or how many things there are."""
    if not isinstance(value, dict):
        return value
    return f"{value['count']} {HIDDEN}" if "count" in value else HIDDEN


def lacking(reason: str) -> tuple[str, str]:
    """What fails: which sort of need, and what is needed; no sort, and the reason as it is, where it is none."""
    for begins, sort in NEEDS.items():
        if reason.startswith(begins):
            return sort, reason.removeprefix(begins)
    return OTHERS.get(reason, ""), reason


def _line(text: str) -> str:
    """A program on one line."""
    return " ".join(text.split())
