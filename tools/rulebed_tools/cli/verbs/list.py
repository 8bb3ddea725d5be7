"""Show the packs there are, with their players and layers."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulebed.content import Listed, available, search_path
from rulebed_tools.cli import console, flags
from rulebed_tools.cli.misuse import FINE


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--names", action="store_true", help="the names alone, each on a line")
    flags.add_json(form)


def run(args: argparse.Namespace) -> int:
    """List the packs of the working directory and those that come with rulebed."""
    packs = available(search_path(Path.cwd()))
    if args.json:
        console.print_json([_plain(pack) for pack in packs])
    elif args.names:
        console.say("".join(f"{pack.name}\n" for pack in packs), end="")
    elif packs:
        rows = [
            (pack.name, pack.title, _players(pack), ", ".join(pack.layers), ", ".join(pack.presets)) for pack in packs
        ]
        console.say(console.table(("pack", "title", "players", "layers", "presets"), rows))
    else:
        console.say("there are no packs here")
    return FINE


def _plain(pack: Listed) -> dict[str, object]:
    players = list(pack.players) if pack.players else None
    layers, presets = list(pack.layers), list(pack.presets)
    return {"name": pack.name, "title": pack.title, "players": players, "layers": layers, "presets": presets}


def _players(pack: Listed) -> str:
    if pack.players is None:
        return ""
    least, most = pack.players
    return str(least) if least == most else f"{least} to {most}"
