"""What there is in a pack: kinds of things with what is printed on each, and what players have so many of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebed.content import Entry, Map, Node, Scalar, Seq, plural_of
from rulebed_tools.rulebook.book import Good, Sort, Thing
from rulebed_tools.rulebook.voice import Voice, entries, text, upper


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
    facts = {fact.key: _usual(fact.value, voice) for fact in entries(kind.get("data") if kind else None)}
    listed = voice.tree.find(plural)
    shown = {name: usual for name, usual in facts.items() if any(_has(one.value, name) for one in entries(listed))}
    things = [_thing(one, (entry.key, plural), shown, voice) for one in entries(listed)]
    things = things or list(_bare(entry.key, kind, voice))
    columns = tuple(upper(voice.fact(entry.key, name).one) for name in shown)
    remarks = tuple(_remarks(entry.key, kind, voice))
    return Sort(upper(voice.noun(entry.key).many), f"kinds.{entry.key}", remarks, columns, tuple(things))


def _usual(fact: Node, voice: Voice) -> Node | None:
    """What is printed on a thing that says nothing else of this fact, unless that has to be worked out."""
    usual = fact.get("default") if isinstance(fact, Map) else None
    is_plain = isinstance(usual, Scalar) and (not isinstance(usual.value, str) or usual.text in voice.names.instances)
    return usual if is_plain and text(usual) != "0" else None


def _bare(name: str, kind: Map | None, voice: Voice) -> Iterator[Thing]:
    """Instances that have nothing but a name."""
    names = kind.get("instances") if kind else None
    for item in names.items if isinstance(names, Seq) else ():
        if isinstance(item, Scalar):
            yield Thing(upper(voice.thing(name, item.text).one), (), ())


def _has(node: Node, fact: str) -> bool:
    return isinstance(node, Map) and node.get(fact) is not None


def _remarks(name: str, kind: Map | None, voice: Voice) -> Iterator[str]:
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
    kept = [voice.fact(name, fact.key).one for fact in entries(kind.get("state"))]
    if kept:
        yield say("keeps", facts=", ".join(kept))


def _thing(entry: Entry, names: tuple[str, str], facts: Mapping[str, Node | None], voice: Voice) -> Thing:
    kind, plural = names
    node = entry.value if isinstance(entry.value, Map) else None
    name = upper(voice.locale.text(f"{plural}.{entry.key}") or voice.thing(kind, entry.key).one)
    printed = ((node.get(fact) if node is not None else None) or usual for fact, usual in facts.items())
    cells = tuple(map(voice.value, printed))
    return Thing(name, cells, tuple(_does(node, f"{plural}.{entry.key}", voice)) if node else ())


def _does(node: Map, address: str, voice: Voice) -> Iterator[tuple[str, str]]:
    """The programs of a thing, what it changes, and what it waits for; each with a label where it needs one."""
    yield from ((deed.label, deed.text) for deed in voice.describer.deeds(address, voice.language))
    needs = node.get("only_if")
    if needs is not None:
        yield "", voice.wording.say("only_if", condition=voice.said(needs))
    if voice.remark(node):
        yield "", upper(voice.remark(node))
