"""Let a front end in any language show a game: `--stdio` answers lines of JSON, `--types` prints what is in them.

`tools/README.md` says what can be asked.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from rulebed.play.setup import preset_of
from rulebed_tools.bots import choosing
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.serving import Table, seated
from rulebed_tools.types import typescript


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="a pack, with layers as in `pack+layer`")
    parser.add_argument("--stdio", action="store_true", help="answer requests, a line of JSON each")
    parser.add_argument("--types", action="store_true", help="print the types of all messages, for TypeScript")
    flags.add_patches(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    flags.add_language(parser)
    parser.add_argument("--seats", metavar="1,2", default="all", help="the seats that front ends answer for (all)")
    parser.add_argument("--bots", metavar="A,B", default="mc:100", help="who plays the other seats (mc:100)")
    parser.add_argument("--undo", choices=("free", "strict"), default="strict", help="how far to take back (strict)")


def run(args: argparse.Namespace) -> int:
    """Answer until there is nobody who asks."""
    if args.types == args.stdio or bool(args.pack) != args.stdio:
        raise Misuse("it is `rulebed frames PACK --stdio`, or `rulebed frames --types`")
    if args.types:
        console.say(typescript())
        return FINE
    table = _table(args)
    for line in sys.stdin:
        if line.strip():
            console.say(table.line(line))
            sys.stdout.flush()
    return FINE


def _table(args: argparse.Namespace) -> Table:
    """A new game, with bots at the seats that no front end answers for."""
    game, seed = opening.game(args), flags.seed_of(args)
    own = preset_of(game.info, args.preset).seed
    luck = seed if args.seed is not None or own is None else own
    how = {"options": flags.options_of(args), "preset": args.preset, "undo": args.undo, "events": True}
    state = game.start(players=args.players, seed=luck, **how)
    people = flags.people(args.seats, state.rules.players)
    bots = choosing.bots(choosing.specs(args.bots, state.rules.players)) if len(people) < state.rules.players else ()
    return Table(game, state, seated(bots, people), Random(seed), args.lang)  # noqa: S311 - luck, not secrecy
