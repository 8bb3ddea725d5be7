"""Saves, records and scenarios from strangers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.hostile.cases import HEAD, PLAYS, Link, whole

GAME = f"""{HEAD}kinds:
  card: {{instances: [ace, king, queen, jack]}}
game: {{state: {{stock: {{type: deck of card, start: all}}, shown: row of card, n: number, f: flag, who: player?}}}}
procedures: {{ask: {{takes: {{x: number}}, do: "choose p in players; set who to p; add x to n"}}}}
flow:
  turn:
    do: {{act: {{pick: 1, options: {{go: draw from stock into shown otherwise nothing; ask(2), stop: end game}}}}}}
    next: turn
result: {{score: n}}
"""
SUMS = "sum([sum([sum([sum([a + b + c + d for a in 1..500]) for b in 1..500]) for c in 1..500]) for d in 1..500])"
FILES = {"bomb/pack.yaml": GAME}
Change = Callable[[Any], Any]


def midway(game: Any) -> Any:
    """A state in the middle of something."""
    state = game.start(seed=1)
    state.apply("go")
    return state


def save(change: Change) -> dict:
    """A save with something changed in it."""

    def spoil(game: Any) -> str:
        whole_ = json.loads(midway(game).save())
        changed = change(whole_)
        return json.dumps(whole_ if changed is None else changed)

    return {"files": FILES, "sort": "save", "spoil": spoil, "expected": ("RecordError",)}


def field(name: str, value: Any) -> dict:
    """A save in which a field has another value."""
    return save(lambda it: it["state"]["fields"].update({name: value}))


def raw(text: str, sort: str = "save") -> dict:
    """A save or record that is this text."""
    return {"files": FILES, "sort": sort, "spoil": lambda _: text, "expected": ("RecordError",)}


def record(change: Change) -> dict:
    """A record with something changed in its lines."""

    def spoil(game: Any) -> str:
        lines = [json.loads(line) for line in midway(game).record.splitlines()]
        changed = change(lines)
        return "\n".join(json.dumps(line) for line in (lines if changed is None else changed))

    return {"files": FILES, "sort": "record", "spoil": spoil, "expected": ("RecordError",)}


def scenario(text: str, *expected: str) -> dict:
    """A file of scenarios beside a sound pack."""
    files = {**FILES, "bomb/scenarios/s.yaml": text}
    return {"files": files, "sort": "scenario", "target": "bomb/scenarios/s.yaml", "expected": expected}


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


CASES = {
    "a save that is nothing": raw(""),
    "a save that is a number": raw("1"),
    "a save of brackets": raw("[" * 200_000),
    "a save of a megabyte": raw('{"rulebed_save": 1, "x": "' + "x" * 1_000_000 + '"}'),
    "a save with a number of a million digits": raw('{"rulebed_save": ' + "9" * 1_000_000 + "}"),
    "a save of infinity": field("game.n", float("inf")),
    "a save of nan": field("game.n", float("nan")),
    "a save of half a number": field("game.n", 0.5),
    "a save of a true number": field("game.n", True),
    "a save of a text": field("game.n", "__import__('os')"),
    "a save of a huge number": field("game.n", 10**4000),
    "a save of a number beyond all measure": field("game.n", 10**30),
    "a save of a list": field("game.n", [1]),
    "a save of lists in lists": field("game.shown", nested(400)),
    "a save with a flag of two": field("game.f", 2),
    "a save with nobody's seat": field("game.who", 7),
    "a save with a seat below none": field("game.who", -2),
    "a save with no active player": field("game.active", -1),
    "a save with a card twice": field("game.shown", [0, 0, 0]),
    "a save with cards beyond number": field("game.shown", [99]),
    "a save with a deck of texts": field("game.stock", [["ace"]]),
    "a save with a flat deck": field("game.stock", [1, 2]),
    "a save with a million cards": field("game.shown", [1] * 1_000_000),
    "a save with another field": field("__class__", 1),
    "a save without fields": save(lambda it: it["state"].update(fields={})),
    "a save without a state": save(lambda it: it.pop("state")),
    "a save with a frame elsewhere": save(
        lambda it: it["state"]["frames"]["chain"][-1].update(at="__class__.__init__")
    ),
    "a save with a frame of another choice": {
        **save(lambda it: it["state"]["frames"]["chain"][-1].update(at="flow.turn.act.pick")),
        "expected": PLAYS,
    },
    "a save with strange locals": save(
        lambda it: it["state"]["frames"]["chain"][-1].update(locals={"__builtins__": 1})
    ),
    "a save with locals of text": save(lambda it: it["state"]["frames"]["chain"][-1].update(locals={"x": "os"})),
    "a save with a thousand frames": save(
        lambda it: it["state"]["frames"].update(chain=it["state"]["frames"]["chain"] * 1000)
    ),
    "a save without frames": save(lambda it: it["state"].update(frames={})),
    "a save with frames of nothing": save(lambda it: it["state"].update(frames=None)),
    "a save with luck of text": save(lambda it: it["state"].update(luck={"game.stock.0": "x"})),
    "a save with luck beyond measure": save(lambda it: it["state"].update(luck={"game.stock.0": 2**4000})),
    "a save with negative luck": save(lambda it: it["state"].update(luck={"game.stock.0": -5})),
    "a save with other luck": save(lambda it: it["state"].update(luck={"__dict__": 1})),
    "a save with other kinds": save(lambda it: it.update(kinds={"card": ["joker"]})),
    "a save with kinds of nothing": save(lambda it: it.update(kinds=[1, 2])),
    "a save with secrets": save(lambda it: it.update(before_secrets={"state": it["state"], "decided": -5})),
    "a save with odd secrets": save(lambda it: it.update(before_secrets=[1])),
    "a save with a record of lies": save(lambda it: it.update(record=[[1, "flow.turn.act.pick", "gone"]])),
    "a save with a record of a stranger": save(lambda it: it.update(record=[[9, "flow.turn.act.pick", "go"]])),
    "a save with a long record": save(lambda it: it.update(record=it["record"] * 100_000)),
    "a save of another game": save(lambda it: it.update(game="../outside/pack.yaml")),
    "a save with players without end": save(lambda it: it.update(players=10**9)),
    "a save with players that are true": save(lambda it: it.update(players=True)),
    "a save with a seed beyond measure": save(lambda it: it.update(seed=2**4000)),
    "a save with strange options": save(lambda it: it.update(options={"__class__": "x"})),
    "a save with options that are lists": save(lambda it: it.update(options={"a": [1]})),
    "a save with given fields": save(lambda it: it.update(given={"__class__": 1})),
    "a save with fields given in depth": save(lambda it: it.update(given={"n": {"a": nested(50)}})),
    "a save with half a letter": raw('{"rulebed_save": 1, "game": "\\ud800"}'),
    "a record that is nothing": raw("", "record"),
    "a record that is a picture": raw("\x89PNG\r\n\x1a\n" * 100, "record"),
    "a record of brackets": raw("[" * 200_000, "record"),
    "a record of a million lines": raw("1\n" * 1_000_000, "record"),
    "a record of a million blanks": raw(" \n" * 1_000_000, "record"),
    "a record of a lie": record(lambda lines: [lines[0], [1, "flow.turn.act.pick", "gone"]]),
    "a record of a player that is not": record(lambda lines: [lines[0], [3, "flow.turn.act.pick", "go"]]),
    "a record of luck": record(lambda lines: [lines[0], [0, "game.stock", "ace"]]),
    "a record of objects": record(lambda lines: [lines[0], {"player": 1}]),
    "a record of too much": record(
        lambda lines: [lines[0], [1, "flow.turn.act.pick", "stop"], *[[1, "flow.turn.act.pick", "go"]] * 10_000]
    ),
    "a record with a seed of text": record(lambda lines: lines[0].update(seed="1")),
    "a record with given fields": record(lambda lines: lines[0].update(given={"game.__class__": [1]})),
    "a record with a path for a game": record(lambda lines: lines[0].update(game="../../outside/pack.yaml")),
    "a record with an option of a megabyte": record(
        lambda lines: [lines[0], [1, "flow.turn.act.pick", "x" * 1_000_000]]
    ),
    "scenarios with a bomb": scenario("scenario: &a x\ndo: *a\n", "Y103"),
    "scenarios that are nothing": scenario("", "P303"),
    "a scenario of a path": scenario("scenario: x\npack: ../outside\nthen: {n: 1}\n", "fails"),
    "a scenario of a whole path": scenario("scenario: x\npack: /etc/passwd\nthen: {n: 1}\n", "fails"),
    "a scenario of itself as a pack": scenario("scenario: x\npack: bomb/scenarios/s.yaml\nthen: {n: 1}\n", "fails"),
    "a scenario of addresses of Python": scenario("scenario: x\nthen: {__class__.__mro__: 1}\n", "fails"),
    "a scenario that gives what Python has": scenario("scenario: x\ngiven: {__class__: 1}\nthen: {n: 0}\n", "fails"),
    "a scenario that never ends": scenario(
        "scenario: x\ndo: 'repeat 1000000000 times: add 1 to n'\nthen: {n: 1}\n", "fails"
    ),
    "a scenario that doubles": scenario(
        "scenario: x\ndo: 'add 1 to n; repeat 100000 times: add n to n'\nthen: {n: 1}\n", "fails"
    ),
    "a scenario that looks at everything": scenario(
        "scenario: x\ndo: 'set n to " + SUMS + "'\nthen: {n: 1}\n",
        "fails",
    ),
    "a scenario that asks for a name for ever": scenario("scenario: x\ndo: p()\nthen: {n: 1}\n", "fails"),
    "a scenario of a million choices": scenario(
        "scenario: x\nchoose: [" + "go, " * 9000 + "stop]\nthen: {n: 0}\n", "passes"
    ),
    "a scenario with luck of a million": scenario(
        "scenario: x\nchoose: [go]\nluck: [" + "ace, " * 9000 + "]\nthen: {n: 0}\n", "fails"
    ),
    "a scenario of another sort": scenario("scenario: {a: [b]}\nthen: 5\nchoose: {x: 1}\n", "P302"),
    "a thousand scenarios": scenario(
        "scenarios:\n" + "".join(f"  - {{scenario: s{n}, then: {{n: 0}}}}\n" for n in range(300)), "passes"
    ),
    "one scenario elsewhere": {
        "files": {**FILES, "bomb/scenarios/s.yaml": Link("../../../outside/secret.yaml")},
        "expected": ("P109",),
    },
    "a sound pack all the same": {"files": whole(""), "expected": PLAYS},
}
