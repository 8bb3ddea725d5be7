"""Print what makes a shell complete verbs, flags, packs and files: bash, zsh or fish."""

from __future__ import annotations

import argparse

from rulebed_tools.cli import console
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.extras import MissingExtraError, needing

SHELLS = ("bash", "zsh", "fish")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"which shell: {', '.join(SHELLS)}")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    try:
        with needing("completion", "shtab"):
            from rulebed_tools.cli import completing  # noqa: PLC0415 - needs an extra
    except MissingExtraError as error:
        raise Misuse(str(error)) from error
    console.hand_on(completing.script(args.shell))
    return FINE
