"""Count the positions of a game by depth, luck's outcomes included, to compare it with other programs."""

from __future__ import annotations

import argparse
import time

from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.perft.counting import Level, TooManyError, count

MOST = 2_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_setup(parser)
    parser.add_argument("--depth", metavar="N", type=flags.natural, help="how deep (default: to the end)")
    parser.add_argument(
        "--most",
        metavar="N",
        type=flags.positive,
        help=f"give up after so many positions ({MOST:,}; with a depth, never)",
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count, and print the levels."""
    program = opening.started(args, 0, chance="explicit").rules.program
    begun = time.perf_counter()
    try:
        levels = count(program, 0, args.depth, _most(args))
    except TooManyError as error:
        raise Misuse(str(error)) from error
    seconds = time.perf_counter() - begun
    if args.json:
        console.print_json({"pack": args.pack, "levels": [_plain(one) for one in levels], "seconds": seconds})
    else:
        _show(levels, seconds, whole=args.depth is None)
    return FINDINGS if any(level.stuck for level in levels) else FINE


def _most(args: argparse.Namespace) -> int | None:
    return MOST if args.most is None and args.depth is None else args.most


def _plain(level: Level) -> dict[str, int]:
    return {name: getattr(level, name) for name in Level.__slots__}


def _show(levels: list[Level], seconds: float, *, whole: bool) -> None:
    rows = [(one.depth, one.nodes, one.chance, one.decisions, one.leaves) for one in levels]
    total = [sum(column) for column in zip(*rows, strict=True)]
    console.say(console.table(("depth", "nodes", "chance", "decisions", "leaves"), [*rows, ("all", *total[1:])]))
    what = "the whole game" if whole else "to this depth"
    console.say(f"{what}: {console.counted(total[1], 'node')}, {total[4]:,} leaves, in {seconds:.1f} s")
    stuck = sum(level.stuck for level in levels)
    if stuck:
        console.say(console.paint(f"in {stuck:,} of them there is nothing to choose, and the game is not over", "bad"))
