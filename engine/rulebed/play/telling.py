"""Events for front ends, as JSON and as sentences: what a chronicle has told, in a language."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulebed.lang.domain import NONE
from rulebed.play.chronicle import Chronicle
from rulebed.play.sentence import Sentences
from rulebed.play.told import DECIDE, UNDO, Cause, Change, Told
from rulebed.play.words import LANGUAGE

if TYPE_CHECKING:
    from rulebed.play.knowledge import Viewer
    from rulebed.play.log import Log
    from rulebed.play.rules import Rules

Event = dict[str, Any]
Content = tuple[Event, list[dict[str, Any]], tuple[str, ...] | None]  # none: nothing in lists or mappings of its own
NESTED = frozenset({list, dict})


def chronicle(log: Log, rules: Rules, viewer: Viewer) -> Chronicle:
    """All that a viewer has been told by now."""
    found = log.chronicles.get(viewer)
    if found is None:
        found = log.chronicles[viewer] = Chronicle.begun(log, rules, viewer)
    found.read(log)
    return found


def counts(log: Log, rules: Rules) -> dict[Viewer, int]:
    """How many events each seat has been told by now, and who only looks on."""
    viewers: list[Viewer] = [None, *range(rules.players)]
    return {viewer: chronicle(log, rules, viewer).end for viewer in viewers}


def events(log: Log | None, rules: Rules, viewer: Viewer, since: int, language: str = LANGUAGE) -> list[Event]:
    """The events that a viewer was told, from the one with this number on."""
    if log is None:
        return []
    found, sentences = chronicle(log, rules, viewer), rules.sentences(language)
    skipped = max(since - found.start, 0)
    told = zip(found.told[skipped:], found.causes[skipped:], strict=True)
    return _numbered(told, found.start + skipped, rules, sentences)


def _numbered(told: Iterable[tuple[Told, Cause | None]], start: int, rules: Rules, sentences: Sentences) -> list[Event]:
    """The events, each for somebody who may change it: all lists and mappings in it are its own."""
    language, events = sentences.language, list[Event]()
    last, cause = None, dict[str, Any]()
    for number, (one, because) in enumerate(told, start):
        if one.contents is None:
            event = _body(one, rules, sentences)
        else:
            body, changes, nested = one.contents.get(language) or _content(one, one.contents, rules, sentences)
            event = body.copy()
            if nested is None:
                event["changes"] = [changes[0].copy()] if len(changes) == 1 else [change.copy() for change in changes]
            else:
                event.update((name, _copied(event[name])) for name in nested)
        event["number"] = number
        if because is not None:
            if because is not last:
                last, cause = because, _cause(because, rules)
            event["cause"] = cause.copy()
        events.append(event)
    return events


def _content(told: Told, contents: dict[str, Content], rules: Rules, sentences: Sentences) -> Content:
    """All of an event that is told again and again, made once; its changes; and what else in it can be changed."""
    body = _body(told, rules, sentences)
    nested = tuple(name for name, value in body.items() if type(value) in NESTED)
    is_flat = len(nested) == 1 and not any(type(value) in NESTED for one in body["changes"] for value in one.values())
    content = contents[sentences.language] = body, body["changes"], None if is_flat else nested
    return content


def _body(told: Told, rules: Rules, sentences: Sentences) -> Event:
    """All of an event but its number and its cause."""
    return {
        "number": 0,
        "cause": None,
        "kind": told.kind,
        "address": told.address,
        **_facts(told, rules),
        "changes": [_change(one, rules) for one in told.changes],
        "text": sentences.text(told),
    }


def _cause(cause: Cause, rules: Rules) -> dict[str, Any]:
    seat, site, serial, value = cause
    menu = rules.menus[site]
    option = None if value is None else menu.option(value).id
    return {"player": seat + 1, "serial": serial, "address": menu.address, "option": option}


def _change(change: Change, rules: Rules) -> dict[str, Any]:
    """A fact with what is shown of it before and after; what a view leaves out is left out here, too."""
    place, is_rest = change.place, rules.knowledge.is_rest
    shown = {"before": change.before, "after": change.after}
    return {"fact": place.address} | {when: _copied(one) for when, one in shown.items() if not is_rest(place, one)}


def _copied(value: Any) -> Any:
    """JSON for somebody who may change it."""
    if type(value) is list:
        return [_copied(one) if type(one) in NESTED else one for one in value]
    if type(value) is dict:
        return {name: _copied(one) if type(one) in NESTED else one for name, one in value.items()}
    return value


def _facts(told: Told, rules: Rules) -> dict[str, Any]:
    """What it is about, by the sort of event."""
    if told.move is not None:
        names, move = rules.words.instances[told.move.kind], told.move
        return {
            "piece": move.kind,
            "what": [names[piece] for piece in move.pieces],
            "count": move.count,
            "from": move.source.address if move.source else None,
            "to": move.goal.address if move.goal else None,
        }
    if told.amount and told.kind != UNDO:
        return _amount(told, rules)
    return {"player": told.amount + 1} if told.kind == UNDO else _about(told, rules)


def _amount(told: Told, rules: Rules) -> dict[str, Any]:
    """So much of a resource, and where it went or came from."""
    place, other = told.changes[0].place, told.other.address if told.other else None
    ways = (other, place.address) if told.amount > 0 else (place.address, other)
    what = rules.words.instances["resource"][rules.knowledge.partner(place)]
    return {"what": what, "count": abs(told.amount), "from": ways[0], "to": ways[1]}


def _about(told: Told, rules: Rules) -> dict[str, Any]:
    """The values that a note tells."""
    if not told.note:
        return {}
    plan = rules.note_plan(told.note)
    about = {
        name: rules.words.plain(value, sort)
        for name, sort, value in zip(plan.names, plan.types, told.note[1:], strict=False)
    }
    return {**({"event": plan.event} if plan.event else {}), "about": about if told.known else {}}


def story(log: Log | None, rules: Rules, viewer: Viewer, part: slice, language: str = LANGUAGE) -> list[str]:
    """What happened, as sentences: what one does by one decision is one of them, and none changes later."""
    if log is None:
        return []
    found, sentences = chronicle(log, rules, viewer), rules.sentences(language)
    start, stop = (None if place is None else max(place - found.start, 0) for place in (part.start, part.stop))
    return [
        rules.words.say_sentence(who, does, language)
        for _, group in groupby(
            zip(found.told[start:stop], found.causes[start:stop], strict=True), lambda each: each[1]
        )
        for who, does in _chapter([told for told, _ in group], sentences)
    ]


def _chapter(told: list[Told], sentences: Sentences) -> list[tuple[str, list[str]]]:
    """What came of one decision: what somebody does in a row together; if nothing is told, the decision itself."""
    said: list[tuple[str, list[str]]] = []
    for who, does in (sentences.parts(one) for one in told if one.kind != DECIDE):
        if does and who and said and said[-1][0] == who:
            said[-1][1].append(does)
        elif does and (who, [does]) not in said[-1:]:
            said.append((who, [does]))
    return said or [("", [sentences.text(one)]) for one in told if one.decision and one.decision[-1] != NONE]
