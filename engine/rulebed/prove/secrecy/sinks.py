"""Sinks: what is written, told, said and shown, and who comes to know it so.

Whatever reaches more than those who may know it is found here; behind it, all whom it has reached know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from rulebed.lang import core, walk
from rulebed.lang.core import Const, Expr, Local, Op
from rulebed.lang.terms import TRUE
from rulebed.model.game import Role
from rulebed.prove.secrecy.crossings import Crossings
from rulebed.prove.secrecy.labelling import Labelling
from rulebed.prove.secrecy.labels import OPEN, UNHEARD, VIEWER, Body, Label, all_of, holds_by_form, is_among
from rulebed.prove.secrecy.naming import added, unknown_places
from rulebed.prove.secrecy.rolls import Rolls
from rulebed.source.text import Span

Say = Callable[[str, "Span | None", str, str, frozenset[str]], None]


@dataclass(frozen=True, slots=True)
class Sinks:
    """The sinks of one program."""

    knowing: Labelling
    crossings: Crossings
    rolls: Rolls
    say: Say

    def tell(self, stmt: core.Write, seen: Expr, body: Body) -> None:
        """A verb that writes a fact tells it to those who see it.

        Of pieces, whoever lays them open means to; how many there are, all see.
        """
        field = self.knowing.model.fields[stmt.field]
        if stmt.verb and field.has_pieces:
            self.crossings.counted(stmt, self.knowing.extents.extent_behind(stmt, body), body)
        if not stmt.verb or field.has_pieces or field.own:
            return
        if field.seen is not None:  # what somebody chooses, they may tell those who see where it is kept
            body = body.for_way()
            body.labels |= dict.fromkeys(body.chosen, OPEN)
        if not all(self.knowing.reaches(seen, one, body.given) for one in self.knowing.label(stmt.value, body)):
            self.say("V103", stmt.at, *self.knowing.secrets.say_of_write(stmt, body))

    def shift(self, stmt: core.Write, body: Body) -> None:
        """By how much a value is changed for the time being, whoever asks for it may know."""
        if (
            self.knowing.model.fields[stmt.field].role is Role.SHIFT
            and stmt.verb
            and self.knowing.label(stmt.value, body)
        ):
            self.say("V103", stmt.at, *self.knowing.secrets.shifted(stmt, body))

    def place(self, stmt: core.Write, seen: Expr, body: Body) -> None:
        """Whoever sees a fact change sees whose it is; of pieces all hear from where to where they go."""
        field = self.knowing.model.fields[stmt.field]
        label = self.knowing.label(stmt.index, body) if stmt.verb and not field.own else OPEN
        audience = TRUE if field.has_pieces else seen
        if not all(self.knowing.reaches(audience, one, body.given) for one in label):
            self.say("V103", stmt.at, *self.knowing.secrets.say_of_place(stmt, body))

    def lifted(self, stmt: core.Call, body: Body) -> None:
        """Of a piece that all know by name, they see from where it is taken away."""
        places = unknown_places(stmt.args[1], self.crossings.outward.piles(stmt.proc), body, self.knowing)
        if places:
            kind = self.crossings.outward.lifted(stmt.proc)
            self.say("V103", stmt.at or self.crossings.at, *self.knowing.secrets.lifted(stmt, kind, places, body))

    def note_put(self, stmt: core.Write, body: Body) -> None:
        """Where such a piece was put it lies from then on."""
        piece = added(stmt, self.knowing.model)
        if piece is not None:
            body.placed[piece] = core.Read(stmt.field, self.knowing.resolved(stmt.index, body))

    def note(self, stmt: core.Note, body: Body) -> None:
        """An event tells its facts to all, or to those for whom `seen` holds; of one in secret nobody else hears.

        What is said there is heard when all are through, by none but those to whom it is said.
        """
        if body.alone is None:
            self.crossings.note_seen(stmt.event or stmt.verb, TRUE, body)
        elif stmt.said:
            heard = TRUE if stmt.seen is None else _seats(self.knowing.resolved(stmt.seen, body))
            self.crossings.note_seen(stmt.verb, heard, body)
        if stmt.lands:
            self._land(stmt, body)
        elif stmt.shown:
            self._hear(stmt, body)
        if stmt.shown:
            self._hearers(stmt, body)
            return
        hearers = [self.knowing.resolved(stmt.seen, body) if stmt.seen is not None else Const(1)]
        hearers += [Op("eq", (VIEWER, body.alone))] if body.alone is not None else []

        def is_heard(label: Label) -> bool:
            reaches, given = self.knowing.reaches, body.given
            return all(any(reaches(heard, condition, given) for heard in hearers) for condition in label)

        for name, value, _ in stmt.about:
            if not is_heard(self.knowing.label(value, body)):
                self.say("V103", stmt.at, *self.knowing.secrets.say_of_event(stmt, name, value, body, is_heard))

    def _hearers(self, stmt: core.Note, body: Body) -> None:
        """Whoever hears something hears that it is said to them."""
        if stmt.seen is None or stmt.lands:
            return
        heard = _seats(self.knowing.resolved(stmt.seen, body))
        label = self.knowing.label(stmt.seen, body)
        is_heard = partial(self._is_heard, heard, body)
        if not is_heard(label):
            self.say("V103", stmt.at, *self.knowing.secrets.say_of_event(stmt, "to", stmt.seen, body, is_heard))

    def _is_heard(self, heard: Expr, body: Body, label: Label) -> bool:
        return all(self.knowing.reaches(heard, one, body.given) for one in label)

    def note_learning(self, stmt: core.Write, body: Body) -> None:
        """Who comes to know a piece, where nobody hears it said, notices that."""
        match stmt.value:
            case Op("with_bit", (_, seat)) if body.alone is not None:
                own = Op("eq", (self.knowing.resolved(seat, body), body.alone))
                if not holds_by_form(own) and not self.knowing.cases.always(own, body.given):
                    self.crossings.note_seen("show", TRUE, body)
            case _:
                pass

    def _land(self, stmt: core.Note, body: Body) -> None:
        """What comes to lie in a fact is known to those who see it there; all hear of whom that is."""
        (_, what, _), (name, index, _) = stmt.about
        if self.knowing.label(index, body):
            self.say("V103", stmt.at, *self.knowing.secrets.say_of_event(stmt, name, index, body, _is_open))
        seen = self.knowing.resolved(self.knowing.who_sees(stmt.lands, index), body)
        is_seen = partial(self._is_heard, seen, body)
        for part in walk.exprs(what):
            if isinstance(part, Local):
                if not is_seen(body.labels.get(part.name, OPEN) - UNHEARD):
                    self.say("V103", stmt.at or self.crossings.at, *self.knowing.secrets.rolled(part, body, is_seen))
                self.knowing.secrets.note_landing(part.name, stmt.lands)
                body.disclose(part.name, seen)

    def _hear(self, stmt: core.Note, body: Body) -> None:
        """What is said or shown is known to those who hear it; of a branch in secret, what is said, in the end."""
        if body.alone is not None and not stmt.said:
            return
        for name, value, _ in stmt.about:
            if name != "party":
                self.rolls.note_told(value)
                self.teach(value, TRUE if stmt.seen is None else _seats(stmt.seen), body)

    def teach(self, thing: Expr, who: Expr, body: Body) -> None:
        """What some see or hear they know, beside those who knew it."""
        match thing:
            case Op("deck_items" | "deck_order", (deck,)):
                thing = deck
        before = self.knowing.label(thing, body)
        now: Label = OPEN if holds_by_form(who) or not before else frozenset({Op("or", (all_of(before), who))})
        label = frozenset(self.knowing.resolved(one, body) for one in now)
        if isinstance(thing, Local):
            body.labels[thing.name] = label
        else:
            body.shown[self.knowing.as_said(thing, body)] = label

    def disclose(self, stmt: core.Write, body: Body) -> None:
        """What is written is known to whoever sees it there; what was there before was seen for nothing."""
        body.forget_fields((stmt.field,))
        value = self.knowing.resolved(stmt.value, body)
        if isinstance(value, Const) and stmt.field not in self.knowing.hidden:
            body.held[core.Read(stmt.field, self.knowing.resolved(stmt.index, body))] = value
        body.shown = {expr: label for expr, label in body.shown.items() if stmt.field not in self.knowing.read_in(expr)}
        seen = self.knowing.resolved(self.knowing.who_sees(stmt.field, stmt.index), body)
        for name in _put_there(stmt.value):
            body.disclose(name, seen)


def _put_there(value: Expr) -> Iterator[str]:
    """The locals that are put where a value is written: not those by which it is told what else is read."""
    if isinstance(value, Local):
        yield value.name
    elif not isinstance(value, core.Read):
        for part in walk.parts(value):
            yield from _put_there(part)


def _is_open(label: Label) -> bool:
    return not label


def _seats(seen: Expr) -> Expr:
    """The condition to be among those who hear something, as labels say it."""
    match seen:
        case Op("in", (_, seats)):
            return is_among(seats)
        case _:
            return seen
