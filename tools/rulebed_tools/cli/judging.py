"""Says of the options of a decision what they would do, or why they aren't offered, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten
from typing import Any

from rulebed import Decision, State
from rulebed.play.models import Models
from rulebed_tools.cli import console
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.inquiry.addresses import quoted
from rulebed_tools.inquiry.reasons import OFFERED, Court, Judgement, Reason, said
from rulebed_tools.scenario.addresses import as_written

MOST_VALUES, MOST_REASONS = 6, 5
WIDEST, LONGEST = 24, 160


def judged(
    state: State, decision: Decision, models: Models, language: str, wanted: str | None
) -> tuple[Judgement, ...]:
    """The option that is wanted, or all of the decision."""
    court = Court(state, decision, models, language)
    if wanted is None:
        return court.judgements()
    found = court.find(wanted)
    if len(found) == 1:
        return (court.judgement(found[0]),)
    if found:
        raise Misuse(f"`{wanted}` may be {quoted([one.id for one in found[:MOST_REASONS]])}")
    guess = court.guess(wanted)
    help_ = f"did you mean `{guess}`?" if guess else "without an option all of them are listed"
    raise Misuse(f"there is no option `{wanted}` at `{decision.address}`; {help_}")


def listed(found: tuple[Judgement, ...], language: str) -> Iterator[str]:
    """Each option with one line."""
    if not found:
        yield "  there is nothing to choose: it begins here with less than it needs"
    width = min(max((len(one.option.id) for one in found), default=0), WIDEST)
    for one in found:
        text = one.words or one.option.text(language) if one.status == OFFERED else _briefly(one)
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


def in_full(one: Judgement, language: str) -> Iterator[str]:
    """All that is to be said of an option."""
    option, label = one.option, one.option.text(language)
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
