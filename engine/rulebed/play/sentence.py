"""How events are said: by the pack's own words for what happens to a fact or by an event, or by the engine's rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.knowledge import Place
from rulebed.play.reasons import FIND, found
from rulebed.play.row import TOLD, unfolded
from rulebed.play.told import DECIDE, UNDO, Row, Spoken, Told

if TYPE_CHECKING:
    from rulebed.build.blueprint import NotePlan

SLOT = re.compile(r"\{(\w+)\}")
VERB = re.compile(r"\[([^|\[\]]*)\|([^\[\]]*)\]")  # as it is said of one, and of several
WHO = re.compile(r"\{(\w+)\} ")  # a text that begins so says what somebody does
DOERS = frozenset({"party"})  # of the engine's own rows
DRAWS = frozenset({"draw", "refill"})
PEOPLE = frozenset({"player", "party"})
MOST_KEPT = 16_384  # events whose words are kept
HOLDERS = {"game": "game", "player": "players", "party": "parties"}  # where facts of what is no kind of the pack stand
ASKING = ("?", "!")  # how questions end that need no colon
LAST = re.compile(r"\{(\w+)\}$")  # a row that ends so can go on with more of the same


class Said(NamedTuple):
    """Who does it (nobody: empty), what is done, and to what, if the words end so; whether the story tells it."""

    who: str
    does: str
    what: str
    is_news: bool

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.who} {self.does}{self.what}" if self.who else f"{self.does}{self.what}"


class Sentences:
    """Says what was told, in one language."""

    __slots__ = (
        "_alike",
        "_kept",
        "_meetings",
        "_of_one",
        "_of_several",
        "_several",
        "_texts",
        "_words",
        "language",
        "rules",
    )

    def __init__(self, rules: Spoken, language: str) -> None:
        self.rules, self._words, self.language = rules, rules.words, language
        rows: Mapping[str, str] = self._words.table(language)["events"]
        self._of_one, self._of_several = (
            {key: VERB.sub(rf"\{form}", row) for key, row in rows.items()} for form in (1, 2)
        )
        self._several = self._words.several(language)
        contractions = self._words.table(language).get("contractions", {})
        self._meetings = [(re.compile(meeting), str(grown)) for meeting, grown in contractions.items()]
        self._kept: dict[Row, Said] = {}
        self._texts: dict[Row, str] = {}
        self._alike: dict[Hashable, Said] = {}

    def text(self, row: Row) -> str:
        """All of it."""
        if row[0] == TOLD:
            return self.said(row).text
        found = self._texts.get(row)
        if found is None:
            if len(self._texts) >= MOST_KEPT:
                self._texts.clear()
            found = self._texts[row] = self.said(row).text
        return found

    def said(self, row: Row) -> Said:
        """The words for an event, which come again and again."""
        if row[0] == TOLD:
            return self._say(row[2])
        found = self._kept.get(row)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[row] = self._say(unfolded(row, self.rules))
        return found

    def listed(self, done: Iterable[Said]) -> Iterator[str]:
        """What somebody does in a row; what is done to several things is said once of all of them."""
        for does, same in groupby(done, lambda said: said.does):
            whats = [said.what for said in same]
            yield from [f"{does}{self._words.say_all(whats, self.language)}"] if all(whats) else [does] * len(whats)

    def _say(self, told: Told) -> Said:
        if told.kind == DECIDE:
            return self._decision(told)
        if told.kind == UNDO:
            return self._row("undo", {"party": self._seat(told.amount)}, news=True)
        if told.note:
            return self._note(told)
        if told.move is not None:
            move = told.move
            ends = (move.source and move.source.slot, move.goal and move.goal.slot)
            return self._once((told.kind, move.kind, move.pieces, move.count, *ends), self._move, told)
        if told.amount and told.changes[0].place.field.kind == "party":
            return self._once((told.kind, told.amount, told.changes[0].place.slot), self._amount, told)
        return self._facts(told)

    def _once(self, what: Hashable, say: Callable[[Told], Said], told: Told) -> Said:
        """The words for a move or an amount: the same whatever else lay where a piece went, or however much is left."""
        found = self._alike.get(what)
        if found is None:
            if len(self._alike) >= MOST_KEPT:
                self._alike.clear()
            found = self._alike[what] = say(told)
        return found

    # One sort after the other.

    def _decision(self, told: Told) -> Said:
        cause = told.decision
        assert cause is not None
        seat, site, _, value = cause
        menu, said = self.rules.menus[site], {"party": self._seat(seat)}
        if value is None:
            return self._row("decide", said, news=False)
        said["option"], question = menu.label(value, self.language), menu.question(value, self.language)
        if not question:
            return self._row("decide+option", said, news=True)
        asked = "asked" if question.endswith(ASKING) else "told"
        return self._row(f"decide+option+{asked}", {**said, "question": question}, news=True)

    def _note(self, told: Told) -> Said:
        plan = self.rules.note_plan(told.note[0])
        own = self._words.text(f"events.{plan.event}", self.language) if plan.event else None
        if not told.known:
            return self._unknown(plan)
        if plan.verb == FIND:
            return self._found(plan, told.note[1:])
        values = zip(plan.names, plan.types, told.note[1:], strict=False)
        said = {name: self._words.say_value(value, sort, self.language) for name, sort, value in values}
        if own:
            return self._in_own_words(own, said)
        if plan.verb in self._of_one:
            thing = ("thing",) if plan.names == ("face",) and plan.types[0].base == "entity" else ()
            return self._row("+".join((plan.verb, *plan.names, *thing)), said, news=True)
        listed = ", ".join(f"{self._words.say(name, self.language)} {value}" for name, value in said.items())
        says = self._words.say(plan.event or plan.verb, self.language)
        return Said("", f"{says}: {listed}" if listed else says, "", own is None)

    def _found(self, plan: NotePlan, values: tuple[Any, ...]) -> Said:
        """What somebody has found, and why."""
        names = dict(zip(plan.names, zip(values, plan.types, strict=True), strict=False))
        said = {name: self._words.say_value(*names[name], self.language) for name in ("party", "what")}
        return self._row("find+party+what+reason", {**said, "reason": self.reason(plan, values)}, news=True)

    def reason(self, plan: NotePlan, values: tuple[Any, ...]) -> str:
        """The reason of a find in words."""
        row, parts = found(plan, values, self._words, self.language).reason
        return self._row(row, parts, news=True).text

    def _unknown(self, plan: NotePlan) -> Said:
        """That it happened, for those who may not know more."""
        return Said(
            "", self._of_one.get(plan.verb) or self._words.say(plan.event or plan.verb, self.language), "", True
        )

    def _move(self, told: Told) -> Said:
        """The words stand with the fact that holds it now; what is moved is named, or counted."""
        move = told.move
        assert move is not None
        own = self._own(move.goal) if move.goal else None
        said, parts = {}, ["draw" if told.kind in DRAWS else "move"]
        if move.pieces:
            named = [self._words.say_instance(move.kind, piece, self.language) for piece in move.pieces]
            said["what"] = self._words.say_all(named, self.language)
            parts.append("what")
        for name, place in (("from", move.source), ("to", move.goal)):
            if place is not None:
                said[name] = self._place(place)
                parts.append(name)
        said["count"] = self._words.say_amount(move.count, move.kind, self.language)
        if move.goal is not None and move.goal.field.kind != "game":
            said["where"] = self._owner(move.goal)
        if move.goal is not None and move.goal.field.kind in PEOPLE:
            said["party"] = said["where"]
        if own and move.pieces:  # they would name what this viewer may not know
            return self._in_own_words(own, said)
        held = move.goal or move.source
        return self._row("+".join(parts), said, news=held is not None and held.field.story and own != "")

    def _amount(self, told: Told) -> Said:
        """What a party gains or loses."""
        place, words = told.changes[0].place, self._words
        resource = words.instances["resource"][self.rules.knowledge.partner(place)]
        said = {"amount": words.say_amount(abs(told.amount), resource, self.language), "party": self._owner(place)}
        verb = told.kind if f"{told.kind}+amount" in self._of_one else "gain" if told.amount > 0 else "lose"
        return self._row(f"{verb}+amount", said, news=True)

    def _facts(self, told: Told) -> Said:
        """What some facts are now; the story tells those that belong into it, and all that the pack has words for."""
        change = told.changes[0].shown(self._words)
        if len(told.changes) > 1 or isinstance(change.after, dict) or change.place.kind:
            listed = self._words.say_all([self._place(one.place) for one in told.changes], self.language)
            return self._row(told.kind, {"facts": listed}, news=False)
        place, own = change.place, self._own(change.place, change.after)
        value = self._value(change.after, place)
        said = {
            _fact(place): value,
            "fact": self._name(place),
            "value": value,
            "before": self._value(change.before, place),
        }
        if place.field.per:
            said["for"] = self._words.say_instance(place.field.per, self.rules.knowledge.partner(place), self.language)
        parts = ["set", "fact"]
        if place.field.kind != "game":
            said["of"] = said["where"] = self._owner(place)
            parts.append("of")
        is_rest = self.rules.knowledge.is_rest(place, change.after)
        if own and not is_rest:
            return self._in_own_words(own, said)
        return self._row("+".join(parts), said, news=place.field.story and own is None and not is_rest)

    # Words.

    def _own(self, place: Place, after: Any = "") -> str | None:
        """The pack's own text for a fact; perhaps another one for where it is nothing any more, or doesn't hold."""
        holder = place.field.kind
        address = f"{HOLDERS.get(holder, f'kinds.{holder}')}.state.{_fact(place)}"
        gone = "none" if after is None else "no" if after is False else ""
        other = self._words.text(f"{address}.{gone}", self.language) if gone else None
        return self._words.text(address, self.language) if other is None else other

    def _row(self, wanted: str, said: Mapping[str, str], *, news: bool) -> Said:
        """The row of a verb with most of what is there; with the verb come what the row needs."""
        verb, *parts = wanted.split("+")
        rows = self._of_several if said.get("party") in self._several else self._of_one
        fitting = [key for key in rows if key.split("+")[0] == verb and said.keys() | parts >= {*key.split("+")[1:]}]
        row = rows[max(fitting, key=lambda key: key.count("+"))] if fitting else verb
        subject = WHO.match(row)
        return self._grown(_filled(row, said, subject is not None and subject[1] in DOERS, news=news))

    def _in_own_words(self, text: str, said: Mapping[str, str]) -> Said:
        """By a text of the pack's own; where that is empty, the engine's row says it, and the story leaves it out."""
        doer = WHO.match(text)
        if "[" in text:
            text = VERB.sub(r"\2" if doer is not None and said.get(doer[1]) in self._several else r"\1", text)
        return self._grown(_filled(text, said, doer is not None, news=True))

    def _grown(self, said: Said) -> Said:
        """Words that meet and grow together in the language."""
        for meeting, grown in self._meetings:
            said = said._replace(does=meeting.sub(grown, said.does))
        return said

    def _seat(self, seat: int) -> str:
        return self._words.say_instance("player", seat, self.language)

    def _owner(self, place: Place) -> str:
        return self._words.say_instance(place.field.kind, place.instance, self.language)

    def _name(self, place: Place) -> str:
        """What a fact is called; of a pair, with its partner."""
        name = self._words.say_fact(place.field.kind, _fact(place), self.language)
        if not place.field.per:
            return name
        partner = self.rules.knowledge.partner(place)
        return f"{name} {self._words.say_instance(place.field.per, partner, self.language)}"

    def _place(self, place: Place) -> str:
        """A place by its name and its owner's."""
        pattern = "fact" if place.field.kind == "game" else "fact+of"
        said = {"fact": self._name(place), "of": "" if pattern == "fact" else self._owner(place)}
        return SLOT.sub(lambda match: said[match[1]], self._of_one[f"place+{pattern}"])

    def _value(self, shown: Any, place: Place) -> str:
        """A shown value in words."""
        if isinstance(shown, dict):
            return str(self._of_one["unseen"])
        value = self._words.value(shown, place.field.type)
        return self._words.say_value(value, place.field.type, self.language)


def _filled(row: str, said: Mapping[str, str], has_doer: bool, *, news: bool) -> Said:  # noqa: FBT001 - what it says
    text = SLOT.sub(lambda match: said.get(match[1], match[0]), row)
    who = said.get(row[1 : row.index("}")], "") if has_doer else ""
    if not who:
        return Said("", text, "", news)
    last = LAST.search(row)
    what = said.get(last[1], "") if last is not None else ""
    return Said(who, text[len(who) + 1 : len(text) - len(what)], what, news)


def _fact(place: Place) -> str:
    return place.field.name.partition(".")[2]
