"""Play two versions of a game side by side and say what the change does to it."""

from __future__ import annotations

import argparse
import os

from rulebed.playing import Seed
from rulebed_tools.bots import choosing
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import clocks, console, flags, opening
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.cli.progress import bar
from rulebed_tools.sim import pairing
from rulebed_tools.sim.plan import LONGEST, Plan

SHOWN = 12
NOTE = (
    "± reaches to both sides with 95 % confidence, for each row by itself\n"
    "* differs: of all such stars one in twenty is chance, at most (Benjamini and Hochberg)"
)
TOO_FEW = f"{NOTE.splitlines()[0]}\nwith fewer than {pairing.FEWEST} pairs nothing has a star"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("first", metavar="PACK", help="a pack, with layers as in `pack+layer+layer`")
    parser.add_argument(
        "second", metavar="OTHER", help="what it is compared with; the same one, if only patches differ"
    )
    flags.add_setup(parser)
    flags.add_patches(parser)
    flags.add_seed(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=flags.positive,
        default=1000,
        help="how many pairs (1000); so many more that bots have had each seat as often",
    )
    flags.add_bots(parser, "; they move on a seat with each pair")
    parser.add_argument(
        "--options",
        metavar="N",
        type=flags.natural,
        default=SHOWN,
        help=f"show so many options whose use has changed ({SHOWN})",
    )
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare, and print the differences."""
    pair = _plans(args)
    with bar("pairs", pair[0].games) as progress:
        found = pairing.run(pair, args.jobs, progress)
    if args.json:
        console.print_json(_header(pair) | pairing.as_json(found))
    else:
        _show(pair, found, args)
    return FINDINGS if found.unfinished else FINE


def _plans(args: argparse.Namespace) -> tuple[Plan, Plan]:
    """Both with the same seed, players, options and bots; the patches are what is different about the second."""
    seed = flags.seed_of(args)
    first, second = _plan(args, args.first, [], seed), _plan(args, args.second, args.patch, seed)
    if first.players != second.players:
        here = console.counted(first.players, "player")
        seats = f"`{args.first}` is for {here} here, and `{args.second}` for {second.players}"
        raise Misuse(f"{seats}: say how many with `--players`")
    return first, second


def _plan(args: argparse.Namespace, pack: str, patches: list[str], seed: Seed) -> Plan:
    start = opening.started(argparse.Namespace(**{**vars(args), "pack": pack, "patch": patches}), 0)
    players = start.rules.players
    return pairing.rotated(
        Plan(
            opening.by_reference, pack, tuple(patches), players, tuple(sorted(start.match.options.items())),
            policy, choosing.checked(choosing.specs(args.bots, players)), seed, args.games, LONGEST,
            args.preset,
        )
    )  # fmt: skip


def _header(pair: tuple[Plan, Plan]) -> dict[str, object]:
    first, second = pair
    return {
        "first": first.reference,
        "second": second.reference,
        "patches": list(second.patches),
        "players": first.players,
        "bots": list(first.bots),
        "seed": first.seed,
        "repeatable": not choosing.timed(first.bots),
    }


def _show(pair: tuple[Plan, Plan], found: pairing.Pairing, args: argparse.Namespace) -> None:
    first, second = pair
    console.say(f"{first.reference} beside {' with '.join([second.reference, *second.patches])}")
    players = console.counted(first.players, "player")
    console.say(f"{console.counted(found.games, 'pair')} of games, {players}, seed {first.seed}")
    clocks.warn(first.bots)
    if found.unfinished:
        given_up = f"given up: {console.counted(found.unfinished, 'pair')}"
        console.say(console.paint(given_up, "bad"))
    console.say()
    head = ("a game", "first", "second", "difference", "±")
    console.say(console.table(head, [_row(one) for one in found.measures()]))
    changed = [one for one in found.options() if one.is_clear][: args.options]
    if changed:
        console.say()
        console.say(console.table(("taken a game", *head[1:]), [_row(one) for one in changed]))
    console.say(f"\n{TOO_FEW if found.games < pairing.FEWEST else NOTE}")


def _row(one: pairing.Difference) -> tuple[object, ...]:
    mark = "*" if one.is_clear else ""
    name, mean, reach = one.name.removeprefix(pairing.TAKEN), one.of_pairs.mean, one.of_pairs.reach
    return name, f"{one.first:.3f}", f"{one.second:.3f}", f"{mean or 0:+.3f}{mark}", console.decimal(reach, 3)
