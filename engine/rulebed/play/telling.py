"""Events for front ends, as JSON and as sentences: what a chronicle has told, in a language."""

from __future__ import annotations

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
    numbered = enumerate(found.told[skipped:], found.start + skipped)
    return [_event(number, told, cause, rules, sentences) for number, (told, cause) in numbered]


def _event(number: int, told: Told, cause: Cause | None, rules: Rules, sentences: Sentences) -> Event:
    """The event, for somebody who may change it."""
    content, is_flat = told.contents.get(sentences.language) or _content(told, rules, sentences)
    event = content.copy() if is_flat else _copied(content)
    if is_flat:
        event["changes"] = [change.copy() for change in content["changes"]]
    event["number"] = number
    if cause is not None:
        event["cause"] = _cause(cause, rules)
    return event


def _content(told: Told, rules: Rules, sentences: Sentences) -> tuple[Event, bool]:
    """All of an event but its number and its cause, made once; whether there are no lists but that of its changes."""
    content: Event = {
        "number": 0,
        "cause": None,
        "kind": told.kind,
        "address": told.address,
        **_facts(told, rules),
        "changes": [_change(one) for one in told.changes],
        "text": sentences.text(told),
    }
    values = [*content.values(), *(value for change in content["changes"] for value in change.values())]
    is_flat = sum(isinstance(value, list | dict) for value in values) == 1
    told.contents[sentences.language] = content, is_flat
    return content, is_flat


def _cause(cause: Cause | None, rules: Rules) -> dict[str, Any] | None:
    if cause is None:
        return None
    menu = rules.menus[cause.site]
    option = None if cause.value is None else menu.option(cause.value).id
    return {"player": cause.seat + 1, "serial": cause.serial, "address": menu.address, "option": option}


def _change(change: Change) -> dict[str, Any]:
    return {"fact": change.place.address, "before": change.before, "after": change.after}


def _copied(value: Any) -> Any:
    """JSON for somebody who may change it."""
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return {name: _copied(one) for name, one in value.items()} if isinstance(value, dict) else value


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
        for _, group in groupby(found.told[start:stop], lambda each: each[1])
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
    return said or [("", [sentences.text(one)]) for one in told if one.decision and one.decision.value != NONE]
