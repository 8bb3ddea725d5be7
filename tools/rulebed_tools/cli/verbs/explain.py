"""Explain what stands at an address of a pack: its words, who set it, its rules, what it uses and what uses it.

Addresses are those of content, such as `effects.rations`, of what players are asked, as in `rulebed play`, or an answer
such as `done`. Of a rule, by its id, it says what implements it and which scenarios name it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from textwrap import wrap

from rulebed.content import Ledger, PackTree, Rule, read_ledger
from rulebed.content import address as at
from rulebed.text import closest
from rulebed_tools.cli import console, flags, opening, ruled
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.inquiry import addresses
from rulebed_tools.inquiry.asking import answered_by, asked, kept_out, made
from rulebed_tools.inquiry.explanation import Explanation, Link, Named, Place, explained
from rulebed_tools.inquiry.history import Change, History
from rulebed_tools.ledger.provenance import Origin, origins
from rulebed_tools.scenario.hints import BESIDE

WIDTH = 110
LONGEST_TEXT = 300
MOST = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("address", metavar="ADDRESS", help="what to explain, as in `procedures.fair.options.eat`")
    parser.add_argument("--all", action="store_true", help="list everything that uses it, however much that is")
    flags.add_language(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Find the address, and say what there is to say of it."""
    tree = opening.tree(args)
    if args.address in BESIDE and tree.find(args.address) is None:
        return _explain_answer(tree, args)
    ledger, address = read_ledger(tree)[0], addresses.resolved(tree, args.address)
    if address is None and (rule := ruled.found(ledger, args.address)):
        return _explain_rule(rule, ledger, args)
    if address is not None:
        found: Explanation | None = explained(tree, address, ledger, args.lang)
    else:
        found = asked(tree, args.address, ledger, args.lang) or made(tree, args.address, ledger, args.lang)
    if found is None and (condition := kept_out(tree, args.address)):
        raise Misuse(f"`{args.address}` isn't made: `{condition}` keeps it out")
    if found is None and (guess := closest(args.address.upper(), ledger.rules)):
        raise Misuse(f"`{tree.reference}` has nothing at `{args.address}`; did you mean `{guess}`?")
    if found is None:
        raise opening.unknown_address(tree, args.address)
    remarks = _remarks(tree, address or found.address)
    if args.json:
        console.print_json(_plain(args.pack, found, remarks))
    else:
        console.say("\n".join(_lines(found, remarks, None if args.all else MOST)))
    return FINE


def _explain_rule(rule: Rule, ledger: Ledger, args: argparse.Namespace) -> int:
    row = ruled.row_of(rule, args.pack, args.patch)
    if args.json:
        console.print_json(ruled.plain(row, ledger))
    else:
        console.say("\n".join(ruled.lines(row, ledger)))
    return FINE


def _explain_answer(tree: PackTree, args: argparse.Namespace) -> int:
    """What an answer means that stands beside what is offered, and where there is such a one."""
    places = answered_by(tree, args.address)
    if args.json:
        listed = [{"address": address, **_plain_place(place)} for address, place in places]
        console.print_json({"pack": args.pack, "answer": args.address, "is": BESIDE[args.address], "at": listed})
        return FINE
    console.say(f"{console.paint(args.address, 'strong')} is an answer: {BESIDE[args.address]}")
    items = [f"{address}  ({_place(place)})" for address, place in places]
    console.say(
        "\n".join(_listed("can be said at", items, None if args.all else MOST)) or "nothing here is answered so"
    )
    return FINE


def _remarks(tree: PackTree, address: str) -> list[Origin]:
    """What is said of where its values come from: by itself, by its parts, or by what it is part of."""
    return [one for one in origins(tree) if at.is_within(_meant(one), address) or at.is_within(address, _meant(one))]


def _meant(origin: Origin) -> str:
    return f"{origin.address}.{origin.key}".rstrip(".")


def _lines(found: Explanation, remarks: list[Origin], most: int | None) -> Iterator[str]:
    yield f"{console.paint(found.address, 'strong')} is {found.sort}" + (f": {found.title}" if found.title else "")
    yield from _paragraph(found.words)
    if not found.parts and len(found.text) <= LONGEST_TEXT:
        yield from (console.paint(line, "faint") for line in _paragraph(found.text))
    for key, text in found.parts:
        yield from _item(f"{key}: {text}")
    yield f"set at {_place(found.place)}"
    yield from _listed("changed", list(map(_changed, found.changed)), most)
    yield from _listed("rules", list(map(_rule, found.rules)), most)
    yield from _listed("sources", [_remark(one) for one in remarks if not one.made_up], most)
    yield from _listed("stand-ins", [_remark(one) for one in remarks if one.made_up], most)
    yield from _listed("uses", list(map(_link, found.uses)), most)
    yield from _listed("used by", list(map(_link, found.used_by)), most)


def _changed(history: History) -> str:
    last, before = history.changes[:2]
    what = "taken out" if last.text is None else last.operation
    return f"{history.address}: {what} at {_place(last)}; before: {before.text} ({before.file}:{before.line})"


def _rule(named: Named) -> str:
    instead = f" (not here: {named.instead} holds instead)" if named.instead else ""
    return f"{named.rule.id} ({named.by}): {named.rule.text}{instead}"


def _paragraph(text: str) -> Iterator[str]:
    yield from (f"  {line}" for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def _listed(head: str, items: list[str], most: int | None) -> Iterator[str]:
    if items:
        yield f"{head}:"
    for item in items[:most]:
        yield from _item(item)
    if most is not None and len(items) > most:
        yield f"  and {len(items) - most} more (`--all` lists them)"


def _item(text: str) -> Iterator[str]:
    first, *rest = wrap(" ".join(text.split()), WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    yield f"  {first}"
    yield from (f"    {line}" for line in rest)


def _remark(origin: Origin) -> str:
    return f"{_meant(origin)}: {origin.word}  ({origin.file}:{origin.line})"


def _link(link: Link) -> str:
    lines: dict[str, list[str]] = {}
    for place in link.places:
        lines.setdefault(place.file, []).append(str(place.line))
    where = "; ".join(f"{file}:{', '.join(listed)}" for file, listed in lines.items())
    return f"{link.address}  ({where})"


def _place(place: Place | Change) -> str:
    return f"{place.file}:{place.line} ({place.layer})"


def _plain(reference: str, found: Explanation, remarks: list[Origin]) -> dict[str, object]:
    return {
        "pack": reference,
        "address": found.address,
        "is": found.sort,
        "title": found.title or None,
        "words": found.words or None,
        "text": found.text,
        "parts": dict(found.parts),
        **_plain_place(found.place),
        "changed": [
            {"address": one.address, "operation": one.changes[0].operation, **_plain_place(one.changes[0])}
            for one in found.changed
        ],
        "rules": list(map(_plain_rule, found.rules)),
        "sources": [_plain_remark(one) for one in remarks if not one.made_up],
        "stand_ins": [_plain_remark(one) for one in remarks if one.made_up],
        "uses": list(map(_plain_link, found.uses)),
        "used_by": list(map(_plain_link, found.used_by)),
    }


def _plain_place(place: Place | Change) -> dict[str, object]:
    return {"layer": place.layer, "file": place.file, "line": place.line}


def _plain_rule(named: Named) -> dict[str, object]:
    rule = named.rule
    return {"id": rule.id, "rule": rule.text, "named_by": named.by, "instead": named.instead or None}


def _plain_remark(origin: Origin) -> dict[str, object]:
    return {"address": _meant(origin), "says": origin.word, "file": origin.file, "line": origin.line}


def _plain_link(link: Link) -> dict[str, object]:
    return {"address": link.address, "places": list(map(_plain_place, link.places))}
