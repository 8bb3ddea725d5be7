"""List where the values of a pack come from, and which ones stand in for printed ones.

Content says so itself: `source: rulebook page 4`, `stand_in: printed nowhere`; or by key, `stand_in: {cost: ...}`.
`--template` writes the beginnings of a layer that puts the printed values in.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rulebed.packs.node import plain
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.ledger.provenance import Origin, origins, template


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("--template", metavar="FILE", help="write a layer to put printed values in")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List them, and write the template if it is asked for."""
    tree = opening.tree(args)
    found = origins(tree)
    if args.template:
        Path(args.template).write_text(template(tree), encoding="utf-8")
    if args.json:
        console.print_json(_plain(args.pack, found))
    else:
        _show(found)
        if args.template:
            print(f"the template is {args.template}")
    return FINE


def _show(found: tuple[Origin, ...]) -> None:
    for title, made_up in (("from a source", False), ("stand-ins", True)):
        listed = [origin for origin in found if origin.made_up is made_up]
        values = console.counted(sum(len(origin.values) for origin in listed), "value")
        print(f"{title}: {console.counted(len(listed), 'place')}, {values}")
        for origin in listed:
            where = f"{origin.address}.{origin.key}".rstrip(".")
            print(f"  {where}: {' '.join(origin.word.split())}  ({origin.file}:{origin.line})")


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
