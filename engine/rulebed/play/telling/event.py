"""Events as front ends get them: light, never changing, put into JSON and words when that is asked for.

An event is a mapping, by the keys that engine/README.md lists: `event["kind"]`, `dict(event)`. Whatever is read of it
belongs to whoever reads it.
"""

# ruff: noqa: SLF001 - an event may look into another one

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.play.telling.reasons import FIND, LEFT, read_find
from rulebed.play.telling.row import unfolded
from rulebed.play.telling.told import UNDO, Cause, Change, Row, Told, landing_place

if TYPE_CHECKING:
    from rulebed.play.rules.rules import Rules
    from rulebed.play.telling.account import Account
    from rulebed.play.telling.sentence import Sentences


class Tale(NamedTuple):
    """What one viewer has been told, in one language."""

    account: Account
    sentences: Sentences


class Event(Mapping[str, Any]):
    """One thing that one viewer was told, in one language; it equals all that say the same."""

    __slots__ = ("_tale", "number")

    def __init__(self, number: int, tale: Tale) -> None:
        self.number, self._tale = number, tale

    def __copy__(self) -> Event:
        """It never changes, so that one is enough."""
        return self

    def __deepcopy__(self, _: object) -> Event:
        """As for a copy."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it is all that it says: a mapping that is equal to it."""
        return dict, (self.json(),)

    @property
    def text(self) -> str:
        """All of it as a sentence."""
        return self._tale.sentences.text(self._row)

    @property
    def _row(self) -> Row:
        account = self._tale.account
        return account.row(self.number - account.start)

    @property
    def _cause(self) -> Cause | None:
        account = self._tale.account
        return account.cause(self.number - account.start)

    def json(self) -> dict[str, Any]:
        """All of it, to be sent or kept."""
        rules, cause = self._tale.sentences.rules, self._cause
        told = unfolded(self._row, rules)
        return {
            "number": self.number,
            "cause": None if cause is None else _cause(cause, rules),
            "kind": told.kind,
            "address": told.address,
            **_facts(told, self._tale.sentences),
            "changes": [_change(one, rules) for one in told.changes],
            "text": self.text,
        }

    def __getitem__(self, key: str) -> Any:
        return self.text if key == "text" else self.json()[key]  # most are read for their sentences alone

    def __iter__(self) -> Iterator[str]:
        return iter(self.json())

    def __len__(self) -> int:
        return len(self.json())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return self.json() == other
        mine, others = ((one._tale.sentences, one.number, one._cause, one._row) for one in (self, other))
        return mine == others or self.json() == other.json()  # the same of the same game needs no words

    __hash__ = None  # type: ignore[assignment]  # what is in it can't be hashed

    def __repr__(self) -> str:
        return f"<{self.number} {self['kind']}: {self.text}>"


def _cause(cause: Cause, rules: Rules) -> dict[str, Any]:
    seat, site, serial, value = cause
    menu = rules.menus[site]
    option = None if value is None else menu.option(value).id
    return {"player": seat + 1, "serial": serial, "address": menu.address, "option": option}


def _change(change: Change, rules: Rules) -> dict[str, Any]:
    """A fact with what is shown of it before and after; what a view leaves out is left out here, too."""
    place, shown = change.place, change.as_json(rules.words)
    both = {"before": shown.before, "after": shown.after}
    is_rest = rules.knowledge.is_rest
    return {"fact": place.address} | {when: _copied(one) for when, one in both.items() if not is_rest(place, one)}


def _copied(value: Any) -> Any:
    """JSON for somebody who may change it."""
    if type(value) is list:
        return [_copied(one) for one in value]
    return {name: _copied(one) for name, one in value.items()} if type(value) is dict else value


def _facts(told: Told, sentences: Sentences) -> dict[str, Any]:
    """What it is about, by the sort of event."""
    rules = sentences.rules
    if told.move is not None:
        names, move = rules.words.instances[told.move.kind], told.move
        return {
            "piece": move.kind,
            "what": [names[piece] for piece in move.pieces],
            "count": move.count,
            "from": move.source.address if move.source else None,
            "to": move.goal.address if move.goal else None,
        }
    if told.kind == UNDO:
        return {"player": told.amount + 1}
    return _amount(told, rules) if told.amount else _about(told, sentences)


def _amount(told: Told, rules: Rules) -> dict[str, Any]:
    """So much of a resource, and where it went or came from."""
    place, other = told.changes[0].place, told.other.address if told.other else None
    ways = (other, place.address) if told.amount > 0 else (place.address, other)
    what = rules.words.instances["resource"][rules.knowledge.partner(place)]
    return {"what": what, "count": abs(told.amount), "from": ways[0], "to": ways[1]}


def _about(told: Told, sentences: Sentences) -> dict[str, Any]:
    """The values that a note tells; of what was found also why."""
    if not told.note:
        return {}
    rules = sentences.rules
    plan = rules.note_plan(told.note[0])
    values = zip(plan.names, plan.types, told.note[1:] if told.known else (), strict=False)
    about = {name: rules.words.plain(value, sort) for name, sort, value in values if name != LEFT}
    if plan.verb == FIND and told.known:
        clauses = read_find(plan, told.note[1:], rules.words, sentences.language).json(rules.words)
        return {"about": about, "reason": sentences.reason(plan, told.note[1:]), "clauses": clauses}
    goal = landing_place(told.note, rules)
    if goal is not None:
        about.pop("to", None)
    return {
        **({"event": plan.event} if plan.event else {}),
        "about": about,
        **({"to": goal.address} if goal is not None else {}),
    }
