"""Saves and records with something wrong in one place, as a stranger could send them, and what has to come of them."""

from __future__ import annotations

import json
import re
import time

import rulebed

SECONDS = 2  # of the processor, for one text
WAITING = 0.25  # how often it is something of what waits, which is little of a save and matters most
ON = 4  # decisions that play goes on for
STRANGE = (None, True, 1.5, "x", "", [], {}, [[]], [0, 0], {"a": 1}, -1, 0, 1, 2, 99, 2**31, -(2**62), 10**30)
# What no refusal says: it is the language of the machine, not of people.
MACHINE = re.compile(
    r"NoneType|object has no|not subscriptable|unhashable|out of range|Traceback|KeyError|indices must"
)


def places_in(value, path=()):
    """The path of each piece of JSON in another one."""
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places_in(inner, (*path, key))


def at(whole, path):
    """What stands there."""
    for key in path:
        whole = whole[key]
    return whole


def tampered(whole, luck):
    """A text with one thing changed, and which one: a value, a key, two places, or where it is cut."""
    whole = json.loads(json.dumps(whole))
    paths = list(places_in(whole))
    waiting = [path for path in paths if path[:2] == ("state", "frames")]
    path, other = luck.choice(waiting if waiting and luck.random() < WAITING else paths), luck.choice(paths)
    holder, key, how = at(whole, path[:-1]), path[-1], luck.randrange(8)
    if how == 0:
        text = json.dumps(whole)
        return "cut", text[: luck.randrange(len(text))]
    if how == 1:
        del holder[key]
    elif how == 2:
        holder[key] = json.loads(json.dumps(at(whole, other)))
    elif how == 3 and isinstance(holder, list):
        holder.append(holder[key])
    elif how == 3:
        holder[f"{key}x"] = holder[key]
    elif how in {4, 5} and type(holder[key]) is int:
        holder[key] += luck.choice((1, -1, 7, -7, 1000))
    else:
        holder[key] = luck.choice(STRANGE)
    return f"{how} at {path}", json.dumps(whole)


def of_other_rules(whole):
    """The same save as if its content had changed since: its record may lead anywhere."""
    return {**whole, "contents": {**whole["contents"], "another": "abc"}}


def outcome(read, text, luck, lawful):
    """What comes of a text: refused with words, or a state that can be, from which play goes on."""
    began = time.process_time()
    state, words = None, ""
    try:
        state = read(text)
    except rulebed.RecordError as error:
        words = str(error)
    assert time.process_time() - began < SECONDS
    if state is None:
        assert words
        assert not MACHINE.search(words), words
        return "refused"
    assert not lawful or not state.broken_laws
    assert state.over == (not state.decisions)
    for _ in range(ON):
        if state.over:
            break
        decision = luck.choice(state.decisions)
        assert decision.options
        state.apply(luck.choice(decision.options), player=decision.player)
    return "taken"
