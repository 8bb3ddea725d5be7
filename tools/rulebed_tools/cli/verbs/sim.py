"""Play many games and say how they came out, how long they were, and how fast they went."""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

import rulebed
from rulebed_tools.bots import choosing
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import clocks, console, flags, offers, opening
from rulebed_tools.cli.misuse import FINDINGS, FINE
from rulebed_tools.cli.progress import bar
from rulebed_tools.sim.certainty import Mean
from rulebed_tools.sim.plan import LONGEST, Plan
from rulebed_tools.sim.playing import run as simulate
from rulebed_tools.sim.tally import Tally, as_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    parser.add_argument("--games", metavar="N", type=flags.positive, default=1000, help="how many (1000)")
    parser.add_argument(
        "--bots", metavar="A,B", default="random", help="who plays, as in `random,mc:100`, or by the clock `mc:2s`"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    parser.add_argument(
        "--longest", metavar="N", type=flags.positive, default=LONGEST, help=f"give a game up after ({LONGEST:,})"
    )
    parser.add_argument(
        "--offered",
        metavar="WHAT",
        nargs="?",
        const="",
        help="say as well how often options are offered and taken: of all choices, or of those at an address, or things"
        " of a kind",
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate, and print the result."""
    start = opening.started(args, 0)
    offers.check(args.offered, start.rules, args.pack)
    plan, can_be_lost = _plan(args, start), start.rules.program.model.result.can_be_lost
    begun = time.perf_counter()
    with bar("games", plan.games) as progress:
        tally = simulate(plan, args.jobs, progress)
    seconds = time.perf_counter() - begun
    if args.json:
        found = _header(plan) | {"seconds": seconds} | as_json(tally, plan.bots)
        console.print_json(found | offers.as_json(args.offered, tally, start.rules))
    else:
        _show(plan, tally, seconds, can_be_lost=can_be_lost)
        offers.show(args.offered, tally, start.rules)
    return FINDINGS if tally.broken or tally.unfinished else FINE


def _plan(args: argparse.Namespace, start: rulebed.State) -> Plan:
    players = start.rules.players
    return Plan(
        opening.by_reference, args.pack, tuple(args.patch), players, tuple(sorted(start.match.options.items())),
        policy, choosing.checked(choosing.specs(args.bots, players)),
        flags.seed_of(args), args.games, args.longest, args.preset, args.offered is not None,
    )  # fmt: skip


def _header(plan: Plan) -> dict[str, object]:
    setup = {"pack": plan.reference, "players": plan.players, "options": dict(plan.options), "seed": plan.seed}
    return setup | {"repeatable": not choosing.timed(plan.bots)}


def _show(plan: Plan, tally: Tally, seconds: float, *, can_be_lost: bool) -> None:
    console.say(f"{plan.reference}, {console.counted(plan.players, 'player')}, seed {plan.seed}")
    clocks.warn(plan.bots)
    console.say(_rates(tally, seconds))
    console.say()
    result = as_json(tally, plan.bots)
    rows = [_player_row(player, tally.score(player["player"])) for player in result["players"]]
    if plan.players > 1:
        rows.append(("shared", "", *_share_cells(result["shared"]), "", ""))
    if can_be_lost:
        rows.append(("lost", "", *_share_cells(result["lost"]), "", ""))
    head = ("player", "bot", "won", "share", "95 % between", "mean score", "±")
    console.say(console.table(head, rows))
    console.say("\n± reaches to both sides with 95 % confidence")
    for broken in result["broken_laws"]:
        _complain(f"the law `{broken['law']}` was broken", broken)
    for stuck in result["stuck"]:
        _complain(f"there was nothing to choose at `{stuck['address']}`", stuck)


def _complain(what: str, found: dict[str, Any]) -> None:
    place = f" ({found['place']})" if "place" in found else ""
    console.say(
        console.paint(
            f"{what} in {console.counted(found['games'], 'game')}, first in that of seed {found['seed']}{place}", "bad"
        )
    )


def _rates(tally: Tally, seconds: float) -> str:
    given_up = f", {tally.unfinished} of them given up" if tally.unfinished else ""
    return (
        f"{console.counted(tally.games, 'game')}{given_up} in {seconds:.1f} s: {tally.games / seconds:,.0f} games/s,"
        f" {tally.decisions / seconds:,.0f} decisions/s\n"
        f"{_mean(tally.length)} decisions a game, {tally.shortest:,} to {tally.longest:,}"
    )


def _mean(one: Mean) -> str:
    """A mean, and how far it reaches if there are games enough to tell."""
    return " ± ".join(filter(None, (console.decimal(one.mean), console.decimal(one.reach))))


def _player_row(player: dict[str, Any], score: Mean) -> tuple[object, ...]:
    won = _share_cells(player["won"])
    return player["player"], player["bot"], *won, console.decimal(score.mean), console.decimal(score.reach)


def _share_cells(share: object) -> tuple[object, ...]:
    assert isinstance(share, dict)
    between = f"{share['low']:.1%} .. {share['high']:.1%}"
    return share["times"], f"{share['share']:.1%}", between
