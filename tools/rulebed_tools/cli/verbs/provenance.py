"""List where the values of a pack come from, and which ones stand in for printed ones.

Content says so itself: `source: rulebook page 4`, `stand_in: printed nowhere`; or by key, `stand_in: {cost: ...}`.
`rulebed new PACK+LAYER` begins a layer that puts the printed values in.
"""

from __future__ import annotations

import argparse

from rulebed.content import plain
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.ledger.provenance import Origin, origins


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List them."""
    found = origins(opening.tree(args))
    if args.json:
        console.print_json(_plain(args.pack, found))
    else:
        _show(found)
    return FINE


def _show(found: tuple[Origin, ...]) -> None:
    for title, made_up in (("from a source", False), ("stand-ins", True)):
        listed = [origin for origin in found if origin.made_up is made_up]
        values = console.counted(sum(len(origin.values) for origin in listed), "value")
        console.say(f"{title}: {console.counted(len(listed), 'place')}, {values}")
        for origin in listed:
            where = f"{origin.address}.{origin.key}".rstrip(".")
            console.say(f"  {where}: {' '.join(origin.word.split())}  ({origin.file}:{origin.line})")


def _plain(reference: str, found: tuple[Origin, ...]) -> dict[str, object]:
    return {
        "pack": reference,
        "sources": [_origin(origin) for origin in found if not origin.made_up],
        "stand_ins": [_origin(origin) for origin in found if origin.made_up],
    }


def _origin(origin: Origin) -> dict[str, object]:
    return {
        "address": f"{origin.address}.{origin.key}".rstrip("."),
        "says": origin.word,
        "values": {address: plain(value) for address, value in origin.values},
        "file": origin.file,
        "line": origin.line,
    }
