"""Say of an option what it would do, or why it isn't offered: what fails, on what values, in which file and layer.

STATE is a saved game, a record or a file of scenarios; without an option all of the waiting decision are listed.
Nothing is told that whoever decides may not know.
"""

from __future__ import annotations

import argparse

import rulebed
from rulebed_tools.cli import console, flags, judging, standing
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.inquiry.reasons import Judgement, Reason
from rulebed_tools.tui.wording import Wording


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("state", metavar="STATE", help="a saved game, a record, or a file of scenarios")
    parser.add_argument("option", metavar="OPTION", nargs="?", help="its id, label or address")
    parser.add_argument("--player", metavar="N", type=flags.positive, help="who asks, where several have to decide")
    parser.add_argument("--after", metavar="N", type=flags.natural, help="how it stood after so many decisions")
    parser.add_argument("--only", metavar="TEXT", default="", help="the scenario whose title has this in it")
    flags.add_patches(parser)
    flags.add_language(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Open the state, and judge its options."""
    state, models = standing.opened(args.state, args.patch, args.only)
    state = state if args.after is None else _after(state, args.after)
    decisions = _decisions(state, args.player)
    found = [(one, judging.judged(state, one, models, args.lang, args.option)) for one in decisions]
    if args.json:
        console.print_json([_plain(decision, judged, args.lang) for decision, judged in found])
        return FINE
    wording = Wording(args.lang)
    telling = judging.Telling(state.rules.words, wording)
    for decision, judged in found:
        at, question = console.paint(decision.address, "strong"), decision.text(args.lang)
        console.say(wording.say("why_asked", player=decision.player, address=at, question=question))
        lines = telling.in_full(judged[0]) if args.option else telling.listed(judged)
        console.say("\n".join(lines))
    return FINE


# What is asked about.


def _after(state: rulebed.State, count: int) -> rulebed.State:
    """The game after so many of its decisions."""
    steps = state.decided
    if count > len(steps):
        raise Misuse(f"taken so far: {console.counted(len(steps), 'decision')}")
    again = state.beginning()
    for seat, _, value in steps[:count]:
        again.decide(seat, value)
    return again


def _decisions(state: rulebed.State, player: int | None) -> list[rulebed.Decision]:
    """The decisions that are waited for, or that of one player."""
    if state.over:
        raise Misuse("the game is over: there is nothing to decide")
    own = [one for one in state.decisions if not one.chance]
    if not own:
        raise Misuse(f"luck decides at `{state.decision.address}`")
    found = [one for one in own if player in (None, one.player)]
    if not found:
        raise Misuse(f"player {player} has nothing to decide now; player {own[0].player} decides")
    return found


# Answers for programs.


def _plain(decision: rulebed.Decision, judged: tuple[Judgement, ...], language: str) -> dict[str, object]:
    return {
        "player": decision.player,
        "address": decision.address,
        "options": [_plain_judgement(one, language) for one in judged],
    }


def _plain_judgement(one: Judgement, language: str) -> dict[str, object]:
    return {
        "id": one.option.id,
        "address": one.option.address,
        "label": one.option.text(language),
        "status": one.status,
        "does": one.words or None,
        "reasons": list(map(_plain_reason, one.reasons)),
        "more": one.is_cut,
        "meets_a_secret": one.meets_a_secret,
    }


def _plain_reason(reason: Reason) -> dict[str, object]:
    return {
        "reason": reason.reason,
        "text": reason.text or None,
        "file": reason.file or None,
        "line": reason.line or None,
        "layer": reason.layer or None,
        "values": dict(reason.values),
        "changed": list(reason.changed),
        "ways": reason.ways,
        "example": list(reason.example),
    }
