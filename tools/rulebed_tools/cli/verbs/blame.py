"""Say who set a value of a pack, or each value below an address: which pack or layer, in which file and line.

What was there before stands below it, indented; so does what a layer has taken out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rulebed.text import padded, width
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.inquiry import addresses
from rulebed_tools.inquiry.history import Change, History, histories

WIDEST = 60
TAKEN_OUT = "taken out"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("address", metavar="ADDRESS", help="a value or a mapping, as in `procedures.fair.options`")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Collect the histories, and print them."""
    tree = opening.tree(args)
    stated = addresses.without_pack(tree, args.address)
    found = histories(tree, addresses.resolved(tree, stated) or stated)
    if not found:
        raise opening.unknown_address(tree, args.address)
    if args.json:
        console.print_json({"pack": args.pack, "values": list(map(_plain, found))})
    else:
        console.say("\n".join(_lines(found)))
    return FINE


def _lines(found: tuple[History, ...]) -> Iterator[str]:
    changes = [change for one in found for change in one.changes]
    place, layer = (min(max(map(width, words)) + 2, WIDEST) for words in zip(*map(_columns, changes), strict=True))
    for one in found:
        first, *rest = one.changes
        where, who = _columns(first)
        yield f"{padded(where, place + 2)}{padded(who, layer)}{console.paint(one.address, 'strong')}: {_text(one)}"
        for change in rest:
            where, who = _columns(change)
            yield console.paint(f"  {padded(where, place)}{padded(who, layer)}  {_text(change)}", "faint")


def _columns(change: Change) -> tuple[str, str]:
    return f"{change.file}:{change.line}", f"{change.layer}, {change.operation}"


def _text(told: Change | History) -> str:
    return TAKEN_OUT if told.text is None else told.text


def _plain(one: History) -> dict[str, object]:
    return {"address": one.address, "text": one.text, "changes": list(map(_plain_change, one.changes))}


def _plain_change(change: Change) -> dict[str, object]:
    return {
        "layer": change.layer,
        "file": change.file,
        "line": change.line,
        "operation": change.operation,
        "text": change.text,
    }
