"""Play a record again, and say where the game as it is now first parts from it."""

from __future__ import annotations

import argparse

import rulebed
from rulebed.playing import result_as_json, steps_of
from rulebed_tools.cli import console, flags, kept, opening
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.tui.wording import Wording


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("file", metavar="FILE", help="a record, as `rulebed play --record FILE` writes it")
    flags.add_patches(parser)
    flags.add_language(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Replay, and print how the game stands."""
    text = opening.text_of(args.file)
    reference = _reference(text, args.file)
    game = opening.by_reference(reference, args.patch)
    try:
        state = game.replay(text)
    except rulebed.RecordError as error:
        return _parted(args, reference, str(error))
    if args.json:
        console.print_json(_answer(reference, state))
    else:
        wording = Wording(args.lang)
        deciding = (wording.say("decides", player=one.player, address=one.address) for one in state.decisions)
        console.say(wording.say("followed", game=reference, count=len(steps_of(state))))
        console.say(wording.result(state) if state.over else "; ".join(deciding))
    return FINE


def _parted(args: argparse.Namespace, reference: str, why: str) -> int:
    if args.json:
        console.print_json({"pack": reference, "followed": False, "why": why})
    else:
        console.say(f"{reference}: {console.paint(why, 'bad')}")
    return FINDINGS


def _answer(reference: str, state: rulebed.State) -> dict[str, object]:
    return {
        "pack": reference,
        "followed": True,
        "decisions": len(steps_of(state)),
        "over": state.over,
        **result_as_json(state),
        "digest": state.digest,
    }


def _reference(text: str, name: str) -> str:
    """The pack that a record names."""
    header = kept.header_of(text) or {}
    if kept.RECORD not in header:
        help_ = f"; it is a saved game: `rulebed play {header['game']} --load {name}` goes on with it" if header else ""
        raise Misuse(f"`{name}` is no record of a game{help_}")
    return str(header["game"])
