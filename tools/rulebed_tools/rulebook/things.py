"""What there is in a pack: kinds of things with what is printed on each, and what players have so many of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed_tools.rulebook.book import Good, Sort, Thing
from rulebed_tools.rulebook.voice import Voice, entries, text, upper

HOOKS = {"on": "whenever", "before": "before", "after": "after", "instead": "instead"}
AMOUNT = re.compile(r"(\d+) ([a-z][a-z0-9_]*)")


def goods_of(voice: Voice) -> tuple[Good, ...]:
    """What each player has."""
    return tuple(_good(entry, voice) for entry in entries(voice.tree.find("resources")))


def _good(entry: Entry, voice: Voice) -> Good:
    node = entry.value if isinstance(entry.value, Map) else None
    start, most = (voice.said(node.get(key)) if node and node.get(key) else "" for key in ("start", "high"))
    return Good(upper(voice.noun(entry.key).many), f"resources.{entry.key}", start, most, voice.remark(node))


def sorts_of(voice: Voice) -> tuple[Sort, ...]:
    """The kinds of things."""
    return tuple(_sort(entry, voice) for entry in entries(voice.tree.find("kinds")))


def _sort(entry: Entry, voice: Voice) -> Sort:
    kind = entry.value if isinstance(entry.value, Map) else None
    plural = plural_of(entry.key, entry.value)
    facts = [fact.key for fact in entries(kind.get("data") if kind else None)]
    listed = voice.tree.find(plural)
    shown = [fact for fact in facts if any(_has(one.value, fact) for one in entries(listed))]
    things = [_thing(one, plural, shown, voice) for one in entries(listed)] or list(_bare(kind, voice))
    columns = tuple(upper(voice.noun(fact).one) for fact in shown)
    return Sort(
        upper(voice.noun(entry.key).many), f"kinds.{entry.key}", tuple(_remarks(kind, voice)), columns, tuple(things)
    )


def _bare(kind: Map | None, voice: Voice) -> Iterator[Thing]:
    """Instances that have nothing but a name."""
    names = kind.get("instances") if kind else None
    for item in names.items if isinstance(names, Seq) else ():
        if isinstance(item, Scalar):
            yield Thing(upper(voice.noun(item.text).one), (), ())


def _has(node: Node, fact: str) -> bool:
    return isinstance(node, Map) and node.get(fact) is not None


def _remarks(kind: Map | None, voice: Voice) -> Iterator[str]:
    """How many there are, how they lie, and what is kept of each."""
    if kind is None:
        return
    say, grid, hexes = voice.wording.say, kind.get("grid"), kind.get("hex")
    if isinstance(grid, Map):
        yield say("grid", rows=text(grid.get("rows")), columns=text(grid.get("columns")))
    if isinstance(hexes, Map) and hexes.get("radius"):
        yield say("hexes", radius=text(hexes.get("radius")))
    count, owners = kind.get("count"), list(entries(kind.get("for_each")))
    if owners:
        kinds = " + ".join(voice.noun(text(owner.value)).one for owner in owners)
        yield say("for_each", count=voice.said(count) or "1", kind=kinds)
    if count is not None and not owners:
        yield say("so_many", count=voice.said(count))
    if voice.remark(kind):
        yield voice.remark(kind)
    kept = [voice.noun(fact.key).one for fact in entries(kind.get("state"))]
    if kept:
        yield say("keeps", facts=", ".join(kept))


def _thing(entry: Entry, plural: str, facts: list[str], voice: Voice) -> Thing:
    node = entry.value if isinstance(entry.value, Map) else None
    name = upper(voice.locale.text(f"{plural}.{entry.key}") or voice.noun(entry.key).one)
    cells = tuple(voice.value(node.get(fact)) if node else "" for fact in facts)
    return Thing(name, cells, tuple(_does(node, f"{plural}.{entry.key}", voice)) if node else ())


def _does(node: Map, address: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """The programs of a thing, what it changes, and what it waits for; each with a label where it needs one."""
    programs = _programs(address, voice)
    for entry in node:
        below = f"{address}.{entry.key}"
        if entry.key in programs:
            label = upper(voice.program(entry.key)) if len(programs) > 1 else ""
            yield label, voice.describe(below) if programs[entry.key] else upper(voice.said(entry.value))
        elif entry.key in HOOKS:
            yield from _hooks(entry, below, voice)
        elif entry.key in EFFECTS:
            yield from EFFECTS[entry.key](entry.value, below, voice)
    if voice.remark(node):
        yield "", upper(voice.remark(node))


def _kind_at(address: str, voice: Voice) -> Map | None:
    plural = address.partition(".")[0]
    kinds = entries(voice.tree.find("kinds"))
    return next(
        (kind.value for kind in kinds if plural_of(kind.key, kind.value) == plural and isinstance(kind.value, Map)),
        None,
    )


def _programs(address: str, voice: Voice) -> dict[str, bool]:
    """What things of a kind carry: whether it is a program, or else a value."""
    kind = _kind_at(address, voice)
    found = ((one.key, key == "programs") for key in ("programs", "values") for one in entries(kind and kind.get(key)))
    return dict(found)


def _hooks(entry: Entry, address: str, voice: Voice) -> Iterator[tuple[str, str]]:
    for hook in entries(entry.value):
        word = "event" if entry.key == "on" else "step"
        name = voice.noun(hook.key.partition("(")[0].rpartition(".")[2]).one
        yield voice.wording.say(HOOKS[entry.key], **{word: name}), voice.describe(f"{address}.{hook.key}")


def _modify(node: Node, _: str, voice: Voice) -> Iterator[tuple[str, str]]:
    yield "", " ".join(_modified(one, voice) for one in entries(node))


def _modified(entry: Entry, voice: Voice) -> str:
    """One more or less of a value, or another one in its place."""
    name = ", ".join(voice.noun(part).one for part in entry.key.split("."))
    node = entry.value
    added, other, needs = (
        (node.get(key) for key in ("add", "set", "if")) if isinstance(node, Map) else (node, None, None)
    )
    change = _signed(added, voice) if added is not None else voice.wording.say("set_to", value=voice.said(other))
    said = voice.wording.say("modify", value=upper(name), change=change)
    return f"{said} {voice.wording.say('only_if', condition=voice.said(needs))}" if needs is not None else said


def _signed(node: Node, voice: Voice) -> str:
    """What is added, with its sign."""
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return f"{node.value:+d}"
    return voice.said(node)


def _only_if(node: Node, _: str, voice: Voice) -> Iterator[tuple[str, str]]:
    yield "", voice.wording.say("only_if", condition=voice.said(node))


def _exchange(node: Node, _: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """Another price for something."""
    if isinstance(node, Map):
        told = {key: text(node.get(key)) for key in ("for", "pay", "instead_of", "times")}
        often = voice.wording.say("often", times=told["times"]) if told["times"] else ""
        pay, instead = (_amounts(told[key], voice) for key in ("pay", "instead_of"))
        yield "", voice.wording.say("exchange", what=voice.noun(told["for"]).one, pay=pay, instead=instead, often=often)


def _credit(node: Node, _: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """Something of a price that needn't be paid."""
    if isinstance(node, Map):
        either = node.get("one_of")
        parts = [
            _so_many(one.key, text(one.value), voice)
            for one in node
            if one.key not in ("for", "per", "one_of", "amount")
        ]
        if isinstance(either, Seq):
            parts = [f"{text(node.get('amount')) or 1} {voice.value(either)}"]
        yield "", voice.wording.say("credit", what=voice.noun(text(node.get("for"))).one, less=", ".join(parts))


def _watch(node: Node, address: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """Something that happens as soon as it can."""
    needs = node.get("when") if isinstance(node, Map) else None
    yield voice.wording.say("as_soon_as", condition=voice.said(needs)), voice.describe(f"{address}.do")


def _amounts(said: str, voice: Voice) -> str:
    """`2 story, 1 food` in words."""
    return ", ".join(_so_many(name, count, voice) for count, name in AMOUNT.findall(said)) or said


def _so_many(name: str, count: str, voice: Voice) -> str:
    noun = voice.noun(name)
    return f"{count} {noun.one if count == '1' else noun.many}"


EFFECTS: dict[str, Callable[[Node, str, Voice], Iterator[tuple[str, str]]]] = {
    "modify": _modify,
    "only_if": _only_if,
    "exchange": _exchange,
    "credit": _credit,
    "watch": _watch,
}
