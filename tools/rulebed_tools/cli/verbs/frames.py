"""Let a front end in any language show a game: `--stdio` answers lines of JSON, `--types` prints what is in them.

`--load FILE` goes on from where a game stands, as with `play`. `tools/README.md` says what can be asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from random import Random
from typing import Any

from rulebed import State
from rulebed.playing import FREE, STRICT, Seed, preset_of
from rulebed_tools.bots import choosing
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.conversation import Conversation
from rulebed_tools.line_reading import lines_of
from rulebed_tools.minds import Mind
from rulebed_tools.serving import Table, seated
from rulebed_tools.types import typescript

BOT = "mc:1s"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="a pack, with layers; `--load` needs none")
    parser.add_argument("--stdio", action="store_true", help="answer requests, a line of JSON each")
    parser.add_argument("--types", action="store_true", help="print the types of all messages, for TypeScript")
    flags.add_patches(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    flags.add_language(parser)
    flags.add_load(parser)
    parser.add_argument("--seats", metavar="1,2", default="all", help="the seats that front ends answer for (all)")
    parser.add_argument("--bots", metavar="A,B", default=BOT, help=f"who plays the other seats ({BOT})")
    parser.add_argument("--undo", choices=(FREE, STRICT), help="how far to take back (strict, or as it was saved)")
    parser.add_argument(
        "--take-forced", action="store_true", help="don't ask where everybody can know that there is but one answer"
    )


def run(args: argparse.Namespace) -> int:
    """Answer until there is nobody who asks."""
    is_named = bool(args.pack or args.load)
    if args.types == args.stdio or is_named != args.stdio:
        raise Misuse("it is `rulebed frames PACK --stdio`, or `rulebed frames --types`")
    if args.types:
        console.say(typescript())
        return FINE
    flags.check_load(args)
    notice = Notice()
    seed = flags.seed_of(args)
    table = _table(args, seed, notice)

    def say(message: Mapping[str, Any]) -> None:
        notice.is_given = False
        console.print_json(message, indent=None)

    Conversation(table, Mind(table.state.game, table.bots, seed), say).run(lines_of(sys.stdin))
    return FINE


class Notice:
    """Says once why there is no answer yet."""

    def __init__(self) -> None:
        self.is_given = False

    def __call__(self) -> None:
        """That something is compiled."""
        if not self.is_given:
            console.warn("compiling, which is done once: it may take a minute ...")
            sys.stderr.flush()
        self.is_given = True


def _table(args: argparse.Namespace, seed: Seed, notice: Notice) -> Table:
    """A game, with bots at the seats that no front end answers for."""
    state = _loaded(args, notice) if args.load else _started(args, seed, notice)
    players = state.rules.players
    people = flags.people(args.seats, players)
    bots = choosing.checked(choosing.specs(args.bots, players)) if len(people) < players else ()
    random = Random(seed)  # noqa: S311 - luck, not secrecy
    return Table(state, seated(bots, people), random, args.lang, takes_forced=args.take_forced)


def _loaded(args: argparse.Namespace, notice: Notice) -> State:
    """A game that was begun before."""
    from rulebed_tools.cli import standing  # noqa: PLC0415 - it plays scenarios, too

    return standing.loaded(args, compiling=notice)[0]


def _started(args: argparse.Namespace, seed: Seed, notice: Notice) -> State:
    """A new game."""
    game = opening.game(args, notice)
    own = preset_of(game.info, args.preset).seed
    luck = seed if args.seed is not None or own is None else own
    how = {"options": flags.options_of(args), "preset": args.preset, "undo": args.undo or STRICT, "events": True}
    return game.start(players=args.players, seed=luck, **how)
