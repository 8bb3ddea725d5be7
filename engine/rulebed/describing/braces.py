"""What the braces of a text can be filled with: names, ways from there by what is printed, and so much of something."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from rulebed.assemble.bench import at
from rulebed.describing.naming import HOLDERS
from rulebed.model.board import SLOT
from rulebed.packs.node import Entry, Map, Node, Scalar
from rulebed.source.diagnostics import Report

Fillers = Mapping[str, str]  # what can stand in braces, and of which kind it is, if it is a thing
INSIDE = re.compile(r"(\w+)((?:\.\w+)*)(?: (\w+))?")
THING = re.compile(r"(?:holds )?([a-z]\w*)\??")
MOVED, WHOSE = ("what", "value", "before"), ("of", "where")  # braces of a fact, beside its own name
ENDINGS = ("", ".none", ".no", ".gone")
AMOUNTS = ("gain", "lose", "pay")
COUNT = "count"
FORM = ":"  # between a name and the form in which it is said
ANSWERED, ROLLED = ("party", "option"), ("face", "faces", "of")


def check_braces(
    root: Map, entry: Entry, fillers: Fillers, report: Report, forms: Collection[str] = frozenset()
) -> None:
    """Report what nothing fills; what does may be said in one of these forms, such as `{lamp:a}`."""
    for slot in SLOT.findall(entry.value.text if isinstance(entry.value, Scalar) else ""):
        name, _, form = slot.partition(FORM)
        if not _is_filled(root, name if form in forms else slot, fillers):
            listed = ", ".join(f"`{{{one}}}`" for one in sorted(fillers))
            help_ = f"it can have {listed}" if fillers else "write it without braces"
            report.warning("L103", entry.value.span, f"nothing fills `{{{slot}}}` in this text", help=help_)


def _is_filled(root: Map, slot: str, fillers: Fillers) -> bool:
    inside = INSIDE.fullmatch(slot)
    if inside is None or inside[1] not in fillers:
        return False
    if inside[3]:
        return inside[1] == COUNT and _section(root, "resources").get(inside[3]) is not None
    return not inside[2] or _leads(root, fillers[inside[1]], inside[2][1:].split("."))


def _leads(root: Map, kind: str, way: list[str]) -> bool:
    """Whether there is such a way from a thing of this kind, from one printed fact to the next."""
    facts = printed(_section(root, "kinds").get(kind))
    return way[0] in facts and (len(way) == 1 or _leads(root, facts[way[0]], way[1:]))


def facts_shown(kind: Node) -> dict[str, str]:
    """The facts of things of a kind, those of pairs aside, and of which kind those are."""
    state = at(kind, "state")
    facts = (fact for fact in (state if isinstance(state, Map) else ()) if at(fact.value, "per") is None)
    return printed(kind) | {fact.key: _kind(fact.value) for fact in facts}


def printed(kind: Node | None) -> dict[str, str]:
    """The facts that never change of things of a kind, and of which kind those are."""
    parts = (at(kind, part) for part in ("data", "for_each") if kind is not None)
    return {fact.key: _kind(fact.value) for part in parts if isinstance(part, Map) for fact in part}


def fillers_of_told(root: Map) -> Iterator[tuple[str, Fillers]]:
    """Events by address, with what they are about; facts, with whose they are and what they are now; amounts."""
    for entry in _section(root, "events"):
        about = at(entry.value, "about")
        yield f"events.{entry.key}", {one.key: _kind(one.value) for one in (about if isinstance(about, Map) else ())}
    for entry in _section(root, "resources"):
        yield from (
            (f"resources.{entry.key}.{verb}", dict.fromkeys(("party", "amount", COUNT), "")) for verb in AMOUNTS
        )
    for where, holder, kind in _holders(root):
        state = at(holder, "state")
        for fact in state if isinstance(state, Map) else ():
            fillers = _of_fact(fact, kind)
            yield from ((f"{where}.state.{fact.key}{ending}", fillers) for ending in ENDINGS)


def answers(choices: Collection[str], rolls: Collection[str]) -> Iterator[tuple[str, Fillers]]:
    """What may be said of choices and rolls, by address."""
    yield from ((f"{address}.told", dict.fromkeys(ANSWERED, "")) for address in choices)
    yield from ((f"{address}.told", dict.fromkeys(ROLLED, "")) for address in rolls)


def _of_fact(fact: Entry, holder: str) -> Fillers:
    found = dict.fromkeys((*MOVED, fact.key), _kind(fact.value))
    if holder != "game":
        found |= dict.fromkeys(WHOSE, holder)
    per = at(fact.value, "per")
    return found if per is None else {**found, "for": _kind(per)}


def _kind(node: Node) -> str:
    """Of which kind a fact is, as its declaration says; nothing where it is no single thing."""
    stated = at(node, "type") or node
    thing = THING.fullmatch(stated.text.strip()) if isinstance(stated, Scalar) else None
    return thing[1] if thing is not None else ""


def _holders(root: Map) -> Iterator[tuple[str, Node, str]]:
    """What has facts: its address, and which kind it is."""
    yield from ((f"kinds.{kind.key}", kind.value, kind.key) for kind in _section(root, "kinds"))
    singular = {"players": "player", "parties": "party"}
    found = ((name, root.get(name)) for name in HOLDERS)
    yield from ((name, holder, singular.get(name, name)) for name, holder in found if holder is not None)


def _section(root: Map, name: str) -> Map:
    found = root.get(name)
    return found if isinstance(found, Map) else Map({}, root.span)
