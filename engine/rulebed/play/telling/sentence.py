"""How events are said: by the pack's own words for what happens to a fact or by an event, or by the engine's rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from rulebed.packs.words import LANGUAGE
from rulebed.play.rules.knowledge import Place
from rulebed.play.rules.said import Filling, Said, added_up
from rulebed.play.rules.words import Item, Items, capitalised
from rulebed.play.telling.reasons import FIND, read_find
from rulebed.play.telling.row import TOLD, unfolded
from rulebed.play.telling.told import DECIDE, UNDO, Change, Move, Row, Told, landing_place

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules
    from rulebed.run.blueprint import NotePlan

WHO = re.compile(r"\{(\w+)\} ")  # a row that begins so says what somebody does
DOERS = frozenset({"party"})  # of the engine's own rows
DRAWS = frozenset({"draw", "refill"})
SAY = "say"
SET, HOLDS, ENDS = "set", "holds", "ends"  # the rows for facts, and those for facts that hold or not
PEOPLE = frozenset({"player", "party"})
MOST_KEPT = 16_384  # events whose words are kept
HOLDERS = {"game": "game", "player": "players", "party": "parties"}  # where facts of what is no kind of the pack stand
ASKING = ("?", "!")  # how questions end that need no colon
GONE = ".gone"  # behind the address of a fact: that something has left it for nowhere
OWN_WORDS = ".told"  # behind the address of a choice or a roll: what is said of it


class Sentences:
    """Says what was told, in one language."""

    __slots__ = (
        "_alike",
        "_kept",
        "_rows",
        "_several",
        "_texts",
        "_words",
        "language",
        "rules",
    )

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules, self._words, self.language = rules, rules.words, language
        self._rows: Mapping[str, str] = self._words.table(language)["events"]
        self._several = self._words.several(language)
        self._kept: dict[Row, Said] = {}
        self._texts: dict[Row, str] = {}
        self._alike: dict[Hashable, Said] = {}

    def text(self, row: Row) -> str:
        """All of it."""
        if row[0] == TOLD:
            return self._text(self.words_for(row))
        found = self._texts.get(row)
        if found is None:
            if len(self._texts) >= MOST_KEPT:
                self._texts.clear()
            found = self._texts[row] = self._text(self.words_for(row))
        return found

    def _text(self, said: Said) -> str:
        does = self._deed_in_words(said.does, said.what)
        return f"{said.who} {does}" if said.who else does

    def _deed_in_words(self, does: str, what: Items) -> str:
        """What is done, and to what."""
        return self._words.contracted(f"{does}{self._words.say_items(what, self.language)}", self.language)

    def words_for(self, row: Row) -> Said:
        """The words for an event, which come again and again."""
        if row[0] == TOLD:
            return self._say(row[2])
        found = self._kept.get(row)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[row] = self._say(unfolded(row, self.rules))
        return found

    def list_deeds(self, done: Iterable[Said]) -> Iterator[str]:
        """What somebody does in a row; what is done to several things is said once of all of them."""
        for does, same in groupby(done, lambda said: said.does):
            whats = [said.what for said in same]
            if all(whats):
                yield self._deed_in_words(does, tuple(added_up(chain.from_iterable(whats))))
            else:
                yield from [does] * len(whats)

    def _say(self, told: Told) -> Said:
        if told.kind == DECIDE:
            return self._decision(told)
        if told.kind == UNDO:
            return self._row("undo", self._new_filling().put_words(party=self._seat(told.amount)), news=True)
        if told.note:
            return self._note(told)
        if told.move is not None:
            move = told.move
            ends = (move.source and move.source.slot, move.goal and move.goal.slot)
            return self._words_once((told.kind, move.kind, move.pieces, move.count, *ends), self._move, told)
        if told.amount and told.changes[0].place.field.kind == "party":
            return self._words_once((told.kind, told.amount, told.changes[0].place.slot), self._amount, told)
        return self._facts(told)

    def _words_once(self, what: Hashable, say: Callable[[Told], Said], told: Told) -> Said:
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
        menu, said = self.rules.menus[site], self._new_filling().put_words(party=self._seat(seat))
        own = self._words.text(f"{menu.address}{OWN_WORDS}", self.language)
        if value is None:
            return self._row("decide", said, news=own != "")
        if own:
            return self._in_own_words(own, said.put_words(option=menu.label(value, self.language)))
        question, answer = menu.question(value, self.language), menu.answer(value, self.language)
        asked = ("+asked" if question.endswith(ASKING) else "+told") if question else ""
        said.put_words(
            party=self._name_of(seat), question=question, option=capitalised(answer) if asked == "+asked" else answer
        )
        return self._row(f"decide+option{asked}", said, news=own is None)

    def _note(self, told: Told) -> Said:
        plan = self.rules.note_plan(told.note[0])
        own = self._words.text(f"events.{plan.event}" if plan.event else f"{plan.address}{OWN_WORDS}", self.language)
        goal = landing_place(told.note, self.rules)
        if goal is not None:
            return self._say_landing(told, goal)
        if not told.known:
            return self._say_unknown(plan)
        if plan.verb == FIND:
            return self._say_find(plan, told.note[1:])
        said = self._new_filling()
        for name, sort, value in zip(plan.names, plan.types, told.note[1:], strict=False):
            said.put_value(name, value, sort)
        if own:
            return self._in_own_words(own, said)
        if plan.verb == SAY:
            row = f"say+party+{plan.names[1]}{self._put_what(plan, told.note[1], said)}"
            return self._row(row, said, news=own is None)
        if plan.verb in self._rows:
            thing = ("thing",) if plan.names == ("face",) and plan.types[0].base == "entity" else ()
            return self._row("+".join((plan.verb, *plan.names, *thing)), said, news=own is None)
        return self._by_name(plan, said, news=own is None)

    def _by_name(self, plan: NotePlan, said: Filling, *, news: bool) -> Said:
        """An event that nobody has a text for: what it is called, and about what it is."""
        values = [self._words.say_items(items, self.language) for items in said.parts.values()]
        about = ", ".join(filter(None, values))
        said = self._new_filling().put_words(event=self._words.say(plan.event or plan.verb, self.language))
        return self._row("happened", said.put_words(about=about) if about else said, news=news)

    def _put_what(self, plan: NotePlan, party: int, said: Filling) -> str:
        """What it is that is said, or whether what holds, as far as there are words: a part of the row's name."""
        name = self._words.instances[plan.types[0].kind][party]
        what = self._words.say_program(f"{plan.address}.said.{name}", self.language)
        said.put_words(said=what)
        return "+said" if what else ""

    def _say_find(self, plan: NotePlan, values: tuple[Any, ...]) -> Said:
        """What somebody has found, and the preference that decided it; where one has looked would make it long."""
        said = self._new_filling()
        preference = read_find(plan, values, self._words, self.language).preference
        if preference is not None:
            said.put_words(reason=preference.text)
        for name, sort, value in zip(plan.names, plan.types, values, strict=False):
            if name in ("party", "what"):
                said.put_value(name, value, sort)
        return self._row("find+party+what", said, news=True)

    def reason(self, plan: NotePlan, values: tuple[Any, ...]) -> str:
        """The reason of a find in words."""
        row, parts = read_find(plan, values, self._words, self.language).reason
        return self._text(self._row(row, self._new_filling().put_words(**parts), news=True))

    def _say_landing(self, told: Told, place: Place) -> Said:
        """What has come, and for what; for those who may not know more, only that something has."""
        plan, said = self.rules.note_plan(told.note[0]), self._new_filling().put_words(to=self._place(place))
        own = self._words.text(f"{plan.address}{OWN_WORDS}", self.language)
        words = self._own_words(place) if own is None else own
        if place.field.kind != "game":
            said.put_thing("where", place.field.kind, place.instance)
        if told.known:
            name, sort, value = plan.names[0], plan.types[0], told.note[1]
            for called in (name, "value", _fact(place)):
                said.put_value(called, value, sort)
            if words:
                return self._in_own_words(words, said)
        row = "+".join((plan.verb, *(plan.names if told.known else plan.names[1:])))
        return self._row(row, said, news=place.field.story and words != "")

    def _say_unknown(self, plan: NotePlan) -> Said:
        """That it happened, for those who may not know more."""
        says = self._rows.get(plan.verb) or self._words.say(plan.event or plan.verb, self.language)
        return Said("", says, (), is_news=True)

    def _move(self, told: Told) -> Said:
        """The words stand with what holds it now, or that it is gone from; what is moved is named, or counted."""
        move = told.move
        assert move is not None
        held = move.goal or move.source
        own = self._own_words(held, "" if move.goal else GONE) if held is not None else None
        said, parts = self._new_filling(), ["draw" if told.kind in DRAWS else "move"]
        if move.pieces:
            said.parts["what"] = self._pieces(move)
            parts.append("what")
        for name, place in (("from", move.source), ("to", move.goal)):
            if place is not None:
                said.put_words(**{name: self._place(place)})
                parts.append(name)
        said.parts["count"] = (Item(move.count, move.kind),)
        if held is not None and held.field.kind != "game":
            said.put_thing("where", held.field.kind, held.instance)
        if move.goal is not None and move.goal.field.kind in PEOPLE:
            said.parts["party"] = said.parts["where"]
        if own and move.pieces:  # they would name what this viewer may not know
            return self._in_own_words(own, said)
        return self._row("+".join(parts), said, news=held is not None and held.field.story and own != "")

    def _pieces(self, move: Move) -> Items:
        """What is moved: each by its name, or how many there are of those that can't be told from one another."""
        if move.kind not in self.rules.knowledge.alike_kinds:
            return tuple(Item(0, self._words.say_within(move.kind, piece, self.language)) for piece in move.pieces)
        names = self._words.instances[move.kind]
        return tuple(added_up(Item(1, names[piece], move.kind) for piece in move.pieces))

    def _amount(self, told: Told) -> Said:
        """What a party gains or loses."""
        place, count = told.changes[0].place, abs(told.amount)
        resource = self._words.instances["resource"][self.rules.knowledge.partner(place)]
        said = self._new_filling()
        said.put_thing("party", place.field.kind, place.instance)
        said.parts["amount"], said.numbers["count"] = (Item(count, resource),), count
        verb = told.kind if f"{told.kind}+amount" in self._rows else "gain" if told.amount > 0 else "lose"
        own = self._words.text(f"resources.{resource}.{verb}", self.language)
        return self._in_own_words(own, said) if own else self._row(f"{verb}+amount", said, news=own is None)

    def _facts(self, told: Told) -> Said:
        """What some facts are now; the story tells those that belong into it, and all that the pack has words for."""
        change = told.changes[0].as_json(self._words)
        if len(told.changes) > 1 or isinstance(change.after, dict) or change.place.kind:
            listed = self._words.say_all([self._place(one.place) for one in told.changes], self.language)
            return self._row(told.kind, self._new_filling().put_words(facts=listed), news=False)
        place, own = change.place, self._own_words(change.place, _nothing(change.after))
        said = self._new_filling().put_words(fact=self._name(place))
        for name, shown in ((_fact(place), change.after), ("value", change.after), ("before", change.before)):
            self._put_value(said, name, shown, place)
        if place.field.per:
            said.put_thing("for", place.field.per, self.rules.knowledge.partner(place))
        parts = [_verb(change), "fact"]
        if parts[0] != SET:
            said.put_words(fact=self._words.say_fact(place.field.kind, _fact(place), self.language))
        if place.field.kind != "game":
            said.put_thing("of", place.field.kind, place.instance)
            said.put_thing("where", place.field.kind, place.instance)
            parts.append("of")
        is_rest = self.rules.knowledge.is_rest(place, change.after)
        if own and not is_rest:
            return self._in_own_words(own, said)
        return self._row("+".join(parts), said, news=place.field.story and own is None and not is_rest)

    # Words.

    def _new_filling(self) -> Filling:
        return self.rules.knowledge.filling(self.language)

    def _own_words(self, place: Place, nothing: str = "") -> str | None:
        """The pack's own text for a fact; perhaps another one for where it is nothing now, or what it held is gone."""
        holder = place.field.kind
        address = f"{HOLDERS.get(holder, f'kinds.{holder}')}.state.{_fact(place)}"
        other = self._words.text(f"{address}{nothing}", self.language) if nothing else None
        if other is not None or nothing == GONE:
            return other
        return self._words.text(address, self.language)

    def _row(self, wanted: str, said: Filling, *, news: bool) -> Said:
        """The row of a verb with most of what is there; with the verb come what the row needs."""
        verb, *parts = wanted.split("+")
        known = said.parts.keys() | parts
        fitting = [key for key in self._rows if key.split("+")[0] == verb and known >= {*key.split("+")[1:]}]
        row = self._rows[max(fitting, key=lambda key: key.count("+"))] if fitting else verb
        subject = WHO.match(row)
        has_doer = subject is not None and subject[1] in DOERS
        return said.as_said(row, has_doer=has_doer, several=self._several, news=news)

    def _in_own_words(self, text: str, said: Filling) -> Said:
        """By a text of the pack's own; where that is empty, the engine's row says it, and the story leaves it out."""
        return said.as_said(text, has_doer=True, several=self._several, news=True)

    def _seat(self, seat: int) -> str:
        return self._words.say_within("player", seat, self.language)

    def _name_of(self, seat: int) -> str:
        return self._words.say_instance("player", seat, self.language)

    def _owner(self, place: Place) -> str:
        return self._words.say_within(place.field.kind, place.instance, self.language)

    def _name(self, place: Place) -> str:
        """What a fact is called; of a pair, with its partner."""
        name = self._words.say_fact(place.field.kind, _fact(place), self.language)
        if not place.field.per:
            return name
        partner = self.rules.knowledge.partner(place)
        return f"{name} {self._words.say_within(place.field.per, partner, self.language)}"

    def _place(self, place: Place) -> str:
        """A place by its name and its owner's."""
        said = self._new_filling().put_words(fact=self._name(place))
        if place.field.kind == "game":
            return self._text(self._row("place+fact", said, news=False))
        return self._text(self._row("place+fact+of", said.put_words(of=self._owner(place)), news=False))

    def _put_value(self, said: Filling, name: str, shown: Any, place: Place) -> None:
        """A shown value in words."""
        if isinstance(shown, dict):
            said.put_words(**{name: str(self._rows["unseen"])})
        else:
            said.put_value(name, self._words.value(shown, place.field.type), place.field.type)


def _fact(place: Place) -> str:
    return place.field.name.partition(".")[2]


def _verb(change: Change) -> str:
    """Of which rows one says a fact: that it is so and so, or that it holds from now on, or no longer."""
    if change.place.field.type.base != "flag":
        return SET
    return HOLDS if change.after is True else ENDS


def _nothing(after: Any) -> str:
    """What stands behind the address of a text for a fact that is nothing any more, or that doesn't hold."""
    return ".none" if after is None else ".no" if after is False else ""


def sentences_of(rules: Rules, language: str = LANGUAGE) -> Sentences:
    """What says events in a language."""
    return rules.once(Sentences, language)
