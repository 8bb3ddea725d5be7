"""List the integer actions of a pack, or give those that have no number yet one for good."""

from __future__ import annotations

import argparse

from rulebed.content import lock_of
from rulebed.text import write_text
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE, Misuse

HEAD = "# The numbers of actions: a line for each, never moved. Written by `rulebed actions --lock`.\n"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument(
        "--lock", action="store_true", help="write new ones into the lock of the pack, or of its last layer"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List or lock."""
    actions = opening.game(args).actions
    if args.lock:
        return _lock(args, actions.unlocked)
    if args.json:
        console.print_json({"pack": args.pack, "actions": list(actions.keys), "unlocked": list(actions.unlocked)})
        return FINE
    console.say(console.table(("number", "choice and option"), list(enumerate(actions.keys))))
    console.say(
        f"{console.counted(len(actions), 'action')}, {len(actions.unlocked)} of them without a number of their own"
    )
    return FINE


def _lock(args: argparse.Namespace, unlocked: tuple[str, ...]) -> int:
    if args.patch:
        raise Misuse("a patch has no lock; put it into a layer")
    last = opening.tree(args).parts[-1]
    path = lock_of(last.path)
    known = path.read_text(encoding="utf-8") if path.is_file() else HEAD
    write_text(path, "\n".join([known.rstrip("\n"), *unlocked, ""]))
    console.say(f"{len(unlocked)} new numbers for `{last.name}` in {path.name}")
    return FINE
