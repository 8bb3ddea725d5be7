"""What there is in a pack: kinds of things with what is printed on each, and what players have so many of."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed_tools.rulebook.book import Good, Sort, Thing
from rulebed_tools.rulebook.voice import Voice, entries, text, upper

HOOKS = {"on": "whenever", "before": "before", "after": "after", "instead": "instead"}
SHOWN = ("data", "programs", "values")


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
    """The programs of a thing, what it changes, and what it waits for."""
    for entry in node:
        below = f"{address}.{entry.key}"
        if entry.key in _programs(address, voice):
            said = voice.describe(below) if _is_program(entry.key, address, voice) else upper(voice.said(entry.value))
            yield upper(voice.noun(entry.key).one), said
        elif entry.key in HOOKS:
            yield from _hooks(entry, below, voice)
        elif entry.key == "modify":
            yield "", " ".join(_modified(one, voice) for one in entries(entry.value))
        elif entry.key == "only_if":
            yield "", voice.wording.say("only_if", condition=voice.said(entry.value))
    if voice.remark(node):
        yield "", upper(voice.remark(node))


def _kind_at(address: str, voice: Voice) -> Map | None:
    plural = address.partition(".")[0]
    kinds = entries(voice.tree.find("kinds"))
    return next(
        (kind.value for kind in kinds if plural_of(kind.key, kind.value) == plural and isinstance(kind.value, Map)),
        None,
    )


def _programs(address: str, voice: Voice) -> set[str]:
    kind = _kind_at(address, voice)
    return {one.key for key in ("programs", "values") for one in entries(kind.get(key) if kind else None)}


def _is_program(name: str, address: str, voice: Voice) -> bool:
    kind = _kind_at(address, voice)
    programs = kind.get("programs") if kind else None
    return isinstance(programs, Map) and name in programs


def _hooks(entry: Entry, address: str, voice: Voice) -> Iterator[tuple[str, str]]:
    for hook in entries(entry.value):
        word = "event" if entry.key == "on" else "step"
        name = voice.noun(hook.key.partition("(")[0].rpartition(".")[2]).one
        yield voice.wording.say(HOOKS[entry.key], **{word: name}), voice.describe(f"{address}.{hook.key}")


def _modified(entry: Entry, voice: Voice) -> str:
    """One more or less of a value, or another one in its place."""
    name = ", ".join(voice.noun(part).one for part in entry.key.split("."))
    node = entry.value
    if not isinstance(node, Map):
        return voice.wording.say("modify", value=upper(name), change=_signed(voice.said(node)))
    added, other, needs = (voice.said(node.get(key)) if node.get(key) else "" for key in ("add", "set", "if"))
    change = _signed(added) if added else voice.wording.say("set_to", value=other)
    said = voice.wording.say("modify", value=upper(name), change=change)
    return f"{said} {voice.wording.say('only_if', condition=needs)}" if needs else said


def _signed(change: str) -> str:
    return change if change.startswith("-") or not change[:1].isdigit() else f"+{change}"
