"""Say of an option what it would do, or why it isn't offered: what fails, on what values, in which file and layer.

STATE is a saved game, a record or a file of scenarios; without an option all of the waiting decision are listed.
Nothing is told that whoever decides may not know.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import Any

import rulebed
from rulebed.oracle.walk import StuckError
from rulebed.play.models import Models
from rulebed_tools.cli import console, flags, kept, opening
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.cli.refusals import show_report
from rulebed_tools.inquiry.addresses import quoted
from rulebed_tools.inquiry.reasons import OFFERED, Court, Judgement, Reason, said
from rulebed_tools.scenario.addresses import as_written
from rulebed_tools.scenario.form import Failed, Slips
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.table import Table

WANTED = "name a saved game, a record (`rulebed play PACK --record FILE`) or a file of scenarios"
MOST_VALUES, MOST_REASONS = 6, 5
WIDEST, LONGEST = 24, 160


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
    state, models = _opened(args)
    state = state if args.after is None else _after(state, args.after)
    decisions = _decisions(state, args.player)
    found = [(decision, _judged(state, decision, models, args)) for decision in decisions]
    if args.json:
        console.print_json([_plain(decision, judged, args.lang) for decision, judged in found])
        return FINE
    for decision, judged in found:
        where = console.paint(decision.address, "strong")
        print(f"player {decision.player} decides at {where}: {decision.text(args.lang)}")
        print("\n".join(_in_full(judged[0], args) if args.option else _listed(judged, args)))
    return FINE


# What is asked about.


def _opened(args: argparse.Namespace) -> tuple[rulebed.State, Models]:
    """The state of a file, and the models of its game."""
    if Path(args.state).is_dir() or not Path(args.state).exists():
        raise Misuse(f"there is no file `{args.state}`; {WANTED}")
    text = opening.text_of(args.state)
    header = kept.header_of(text)
    if header is None:
        return _of_scenario(args)
    reference = str(header["game"])
    game = opening.by_reference(reference, args.patch)
    state: rulebed.State = game.replay(text) if kept.RECORD in header else game.restore(text)
    return state, Models(opening.tree_of(reference, args.patch))


def _of_scenario(args: argparse.Namespace) -> tuple[rulebed.State, Models]:
    """Where a scenario of the file stops, at its end or where it can't go on."""
    path = Path(args.state)
    scenarios, report = read_file(path, reference_of(path))
    if report.errors:
        show_report(report)
        raise Misuse(f"`{args.state}` is no saved game, no record, and no file of scenarios")
    chosen = [one for one in scenarios if args.only.lower() in one.title.lower()]
    if len(chosen) != 1:
        titles = "; ".join(one.title for one in chosen[:MOST_REASONS]) or "none"
        raise Misuse(f"name one scenario with `--only`; there {'are' if len(chosen) > 1 else 'is'}: {titles}")
    opened = Opener(opening.own_packs(), args.patch).open_for(chosen[0])
    try:
        table = Table(chosen[0], opened)
    except (Failed, Slips) as slip:
        raise Misuse(f"the scenario can't begin: {slip}") from slip
    try:
        for _ in table.play():
            pass
    except (Failed, StuckError) as failed:
        print(f"rulebed: the scenario stops before its end: {failed}", file=sys.stderr)
    return table.state, opened.models


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


def _judged(
    state: rulebed.State, decision: rulebed.Decision, models: Models, args: argparse.Namespace
) -> tuple[Judgement, ...]:
    court = Court(state, decision, models, args.lang)
    if args.option is None:
        return court.judgements()
    found = court.find(args.option)
    if len(found) == 1:
        return (court.judgement(found[0]),)
    if found:
        raise Misuse(f"`{args.option}` may be {quoted([one.id for one in found[:MOST_REASONS]])}")
    guess = court.guess(args.option)
    help_ = f"did you mean `{guess}`?" if guess else "without an option all of them are listed"
    raise Misuse(f"there is no option `{args.option}` at `{decision.address}`; {help_}")


# Answers for people.


def _listed(judged: tuple[Judgement, ...], args: argparse.Namespace) -> Iterator[str]:
    """Each option with one line."""
    if not judged:
        yield "  there is nothing to choose: it begins here with less than it needs"
    width = min(max((len(one.option.id) for one in judged), default=0), WIDEST)
    for one in judged:
        text = one.words or one.option.text(args.lang) if one.status == OFFERED else _briefly(one)
        mark = console.paint("+", "good") if one.status == OFFERED else console.paint("-", "bad")
        yield f"  {mark} {one.option.id:<{width}}  {shorten(text, LONGEST, placeholder=' ...')}"


def _briefly(one: Judgement) -> str:
    if not one.reasons:
        return "it can't be got through"
    first, *rest = one.reasons
    others = f", and {_others(len(rest))}" if rest else ""
    values = f": {_values(first, 2)}" if first.values else ""
    where = f" [{first.place}]" if first.place else ""
    return f"{said(first.reason)}{values}{where}{others}"


def _others(count: int) -> str:
    return f"{count} other reason{'s' if count > 1 else ''}"


def _in_full(one: Judgement, args: argparse.Namespace) -> Iterator[str]:
    option, label = one.option, one.option.text(args.lang)
    named = f"{console.paint(option.id, 'strong')} ({label})" if label not in (option.id, one.words) else option.id
    yield f"{named} {'is offered' if one.status == OFFERED else 'is not offered'}"
    if one.words:
        yield f"  it would: {one.words}" if one.status != OFFERED else f"  {one.words}"
    if one.meets_a_secret:
        yield "  how it goes on depends on something hidden"
    ways = sum(reason.ways for reason in one.reasons)
    if ways > 1:
        yield f"  all {ways} ways on that were tried end:" if not one.is_cut else f"  the first {ways} ways on end:"
    for reason in one.reasons[:MOST_REASONS]:
        yield from _reason(reason, ways)
    if len(one.reasons) > MOST_REASONS:
        yield f"  and for {_others(len(one.reasons) - MOST_REASONS)}"


def _reason(reason: Reason, ways: int) -> Iterator[str]:
    count = f" ({reason.ways} of them)" if ways > 1 else ""
    yield f"  - {console.paint(said(reason.reason), 'bad')}{count}"
    if reason.text:
        yield f"    {reason.place}: {reason.text}"
    if reason.values:
        yield f"    {_values(reason, MOST_VALUES)}"
    if reason.example:
        yield f"    as with {', '.join(reason.example)}"


def _values(reason: Reason, most: int) -> str:
    verbs = dict.fromkeys(reason.changed, "would be")
    told = [f"{as_written(at)} {verbs.get(at, 'is')} {_value(value)}" for at, value in reason.values[:most]]
    return ", ".join(told) + (" ..." if len(reason.values) > most else "")


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "empty"
    if value is None or isinstance(value, bool):
        return "none" if value is None else str(value).lower()
    return str(value)


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
