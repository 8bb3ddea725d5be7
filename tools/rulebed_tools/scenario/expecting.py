"""Compares how a scenario ends with what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulebed_tools.scenario.form import Failed, Offer, Setting
from rulebed_tools.scenario.table import Table, offered
from rulebed_tools.scenario.values import COUNT, agrees, held, is_unordered, shown, written

HIDDEN = "hidden"


def failures(table: Table) -> list[Failed]:
    """Everything that doesn't hold where the scenario stops."""
    found: list[Failed] = [] if table.luck is None else table.luck.unused()
    for check in (_fields, _options, _refusals, _views, _result, _laws):
        found.extend(_collected(check, table))
    return found


def _collected(check: Callable[[Table], Iterator[Failed]], table: Table) -> list[Failed]:
    """What a check finds; an expectation that can't be meant ends it."""
    found: list[Failed] = []
    try:
        found.extend(check(table))
    except Failed as failed:
        found.append(failed)
    return found


def _fields(table: Table) -> Iterator[Failed]:
    state, words = table.state, table.state.rules.words
    where = "" if state.over else table.where()  # said once: the game may have stopped earlier than was thought
    for one in table.scenario.then:
        place = table.addresses.find(one.address, one.key_span)
        value = state.slots[place.slot]
        if not agrees(one.value, value, place, words):
            message = f"`{one.address}` is {shown(value, place, words)}, not {one.value.span.text.strip()}"
            yield Failed(message, one.value.span, where, label=f"is {shown(value, place, words)}")
            where = ""


def _options(table: Table) -> Iterator[Failed]:
    for offer in table.scenario.offered:
        if offer.option is None:
            yield from _nothing_for(offer, table)
        elif not offered(table.state, offer.option, offer.seat):
            yield Failed(f"`{offer.option}` is not offered", offer.span, table.where(), "not offered")


def _nothing_for(offer: Offer, table: Table) -> Iterator[Failed]:
    """A seat for which an empty list stands has nothing to decide."""
    asked = [] if table.state.over else [one for one in table.state.decisions if one.player == offer.seat]
    ids = [f"`{option.id}`" for decision in asked for option in decision.options]
    if ids:
        yield Failed(f"player {offer.seat} is offered {', '.join(ids)}", offer.span)


def _refusals(table: Table) -> Iterator[Failed]:
    for refusal in table.scenario.refused:
        if offered(table.state, refusal.option, None):
            yield Failed(f"`{refusal.option}` is offered", refusal.span, label="offered")
        elif refusal.guard and not any(refusal.guard in reason for reason in _reasons(table, refusal.option)):
            reasons = "; ".join(_reasons(table, refusal.option)) or "it is none of what can be chosen here"
            message = f"`{refusal.option}` is not refused by `{refusal.guard}`"
            yield Failed(message, refusal.span, f"what refuses it: {reasons}")


def _reasons(table: Table, option: str) -> list[str]:
    """Why an option isn't offered: what each guard asks for, and how it is written."""
    deciding = [one.player for one in table.state.decisions if not one.chance]
    refused = [one for player in deciding for one in table.state.why(option, player)]
    failed = [failure for one in refused for failure in one["failed"]]
    return [text for one in failed for text in dict.fromkeys((one["reason"], one["text"])) if text]


def _views(table: Table) -> Iterator[Failed]:
    for seat, settings in table.scenario.seen_by:
        if not 1 <= seat <= table.state.rules.players:
            raise Failed(f"there is no player {seat}", settings[0].key_span if settings else table.scenario.span)
        fields = table.state.view(seat)["fields"]
        for one in settings:
            place = table.addresses.find(one.address, one.key_span)
            seen = fields[place.address]
            if not _is_seen_so(table, one, seen):
                yield Failed(f"player {seat} sees {_in_words(seen)} at `{one.address}`", one.value.span)


def _is_seen_so(table: Table, one: Setting, seen: Any) -> bool:
    wanted = written(one.value)
    if isinstance(seen, dict):
        return wanted == HIDDEN or (isinstance(wanted, dict) and wanted.items() <= seen.items())
    if isinstance(wanted, dict):
        return isinstance(seen, list) and wanted == {COUNT: len(seen)}
    if wanted == HIDDEN:
        return False
    place = table.addresses.find(one.address, one.key_span)
    words = table.state.rules.words
    meant = words.plain(held(one.value, place, words), place.field.type)
    if is_unordered(place) and isinstance(seen, list):
        return sorted(meant, key=str) == sorted(seen, key=str)
    return bool(meant == seen)


def _in_words(seen: Any) -> str:
    if not isinstance(seen, dict):
        return str(seen)
    known = f", among them {seen['known']}" if "known" in seen else ""
    return f"{seen[COUNT]} hidden{known}" if COUNT in seen else "nothing"


def _result(table: Table) -> Iterator[Failed]:
    scenario, state = table.scenario, table.state
    if scenario.over is not None and scenario.over[0] != state.over:
        yield Failed("the game is over" if state.over else "the game is not over", scenario.over[1], table.where())
    for seat, score, span in scenario.scores:
        if not 1 <= seat <= state.rules.players:
            yield Failed(f"there is no player {seat}", span)
        elif state.scores[seat - 1] != score:
            yield Failed(f"the score of player {seat} is {state.scores[seat - 1]}, not {score}", span)
    if scenario.winners is not None and tuple(sorted(scenario.winners[0])) != state.winners:
        won = ", ".join(map(str, state.winners)) or "nobody yet"
        yield Failed(f"the winners are not these: {won}", scenario.winners[1])


def _laws(table: Table) -> Iterator[Failed]:
    for law, count in table.broken.items():
        yield Failed(f"the law `{law}` is broken after {count} decisions", table.scenario.span)
