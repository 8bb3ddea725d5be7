"""Compares how a scenario ends with what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulebed.text import Span, did_you_mean
from rulebed_tools.scenario import seeing
from rulebed_tools.scenario.form import Change, Failed, Offer, Refusal, Scores, Setting, Warned
from rulebed_tools.scenario.options import is_ever_offered, meant
from rulebed_tools.scenario.said import text_of
from rulebed_tools.scenario.table import Table, offered
from rulebed_tools.scenario.values import agrees, change_of, counted, in_words, said
from rulebed_tools.scenario.violations import Violation


def at_moment(table: Table) -> list[Failed]:
    """Everything that doesn't hold at the moment that has just been played."""
    found = list[Failed]()
    for check in (_fields, _options, _refusals, seeing.failures, _result):
        found.extend(_collected(check, table))
    if table.moment is not table.scenario.moments[0]:
        name = f"moment {table.scenario.moments.index(table.moment) + 1}"
        told = f"{name}: {table.moment.title}" if table.moment.title else name
        found = [one.at_moment(told) for one in found]
    return found


def unused_luck(table: Table) -> list[Failed]:
    """What was listed and never came up."""
    return [] if table.luck is None else table.luck.unused()


def pending_luck(table: Table) -> list[Failed]:
    """What luck would have to decide first of all for the scenario to go on; that it stops there may not be meant."""
    decision, moments = table.pending, table.scenario.moments
    last = moments[-1]
    is_meant = any(offer.option is None for offer in last.offered) or (last.over is not None and not last.over[0])
    if decision is None or is_meant or any(moment.luck for moment in moments):
        return []
    ids = ", ".join(f"`{option.id}`" for option in decision.offered)
    message = f"it stops before luck decides at `{decision.address}`"
    return [
        Warned(message, table.scenario.span, f"to go on, add to `luck` one of {ids}; to stop here, say `offered: []`")
    ]


def _collected(check: Callable[[Table], Iterator[Failed]], table: Table) -> list[Failed]:
    """What a check finds; an expectation that can't be meant ends it."""
    found: list[Failed] = []
    try:
        found.extend(check(table))
    except Failed as failed:
        found.append(failed)
    return found


def _fields(table: Table) -> Iterator[Failed]:
    told = table.state.over
    for one in table.moment.then:
        for failed in _collected(partial(_field, one), table):
            # said once: the game may have stopped earlier than was thought
            yield failed if told else failed.with_help(table.where())
            told = True


def _field(one: Setting, table: Table) -> Iterator[Failed]:
    held = table.held(one)
    if not agrees(one.value, held, table.state.rules.words):
        there, wanted = in_words(held.plain), said(one.value)
        message, label = f"`{one.address}` is {there}, not {wanted}", f"is {there}"
        if (numbers := counted(one.value, held)) is not None:
            message = f"there are {numbers[0]} in `{one.address}`, not {numbers[1]}"
            label = f"there are {numbers[0]}"
        yield Failed(message, one.value.span, label=label, change=change_of(one.value, held))


def _options(table: Table) -> Iterator[Failed]:
    for offer in table.moment.offered:
        yield from _seat_there_is(offer.seat, offer.span, table)
        if offer.option is None:
            yield from _nothing_for(offer, table)
        elif not offered(table.state, offer.option, offer.seat):
            yield Failed(f"`{offer.option}` is not offered", offer.span, table.where(), "not offered")


def _seat_there_is(seat: int | None, span: Span, table: Table) -> Iterator[Failed]:
    players = table.state.rules.players
    if seat is not None and not 1 <= seat <= players:
        yield Failed(f"there is no player {seat}", span, f"{players} play")


def _nothing_for(offer: Offer, table: Table) -> Iterator[Failed]:
    """A seat for which an empty list stands has nothing to decide; where it stands for all, nobody has."""
    asked = [] if table.state.over else [one for one in table.state.decisions if not one.chance]
    for decision in asked:
        if offer.seat in (None, decision.player):
            ids = ", ".join(f"`{option.id}`" for option in decision.offered)
            yield Failed(f"player {decision.player} is offered {ids}", offer.span)
            return


def _refusals(table: Table) -> Iterator[Failed]:
    for refusal in table.moment.refused:
        yield from _seat_there_is(refusal.seat, refusal.span, table)
        if offered(table.state, refusal.option, refusal.seat):
            yield Failed(f"`{refusal.option}` is offered", refusal.span, label="offered")
        elif not is_ever_offered(table.state.rules, refusal.option):
            yield _no_option(refusal, table)
        elif refusal.guard and not any(refusal.guard in reason for reason in _reasons(table, refusal)):
            reasons = "; ".join(_reasons(table, refusal)) or "it is none of what can be chosen here"
            message = f"`{refusal.option}` is not refused by `{refusal.guard}`"
            yield Failed(message, refusal.span, f"what refuses it: {reasons}")


def _no_option(refusal: Refusal, table: Table) -> Failed:
    """What no option is called is refused by nobody."""
    guess = meant(table.state.rules, refusal.option)
    message = f"no option that can come up here is ever called `{refusal.option}`, so nothing refuses it"
    return Failed(message, refusal.span, f"did you mean `{guess}`?" if guess else table.where(), "no option")


def _reasons(table: Table, refusal: Refusal) -> list[str]:
    """Why an option isn't offered: what each guard asks for, and how it is written."""
    if table.state.over:
        return []
    deciding = [one.player for one in table.state.decisions if not one.chance and refusal.seat in (None, one.player)]
    refused = [one for player in deciding for one in table.state.why(refusal.option, player)]
    failed = [failure for one in refused for failure in one["failed"]]
    return [text for one in failed for text in dict.fromkeys((one["reason"], one["text"])) if text]


def _result(table: Table) -> Iterator[Failed]:
    moment, state = table.moment, table.state
    if moment.over is not None and moment.over[0] != state.over:
        yield Failed("the game is over" if state.over else "the game is not over", moment.over[1], table.where())
    yield from _scores(moment.scores, table) if moment.scores is not None else ()
    yield from _winners(*moment.winners, table) if moment.winners is not None else ()
    yield from _honours(moment.honours, table)


def _scores(scores: Scores, table: Table) -> Iterator[Failed]:
    state = table.state
    if scores.is_list and len(scores.of) < state.rules.players:
        said = ", ".join(map(str, state.scores))
        message = f"{state.rules.players} play, and {len(scores.of) or 'no'} scores are listed"
        yield Failed(message, scores.span, f"the scores are {said}; for some of them write `SEAT: SCORE`")
    for seat, part, score, span in scores.of:
        if not 1 <= seat <= state.rules.players:
            yield Failed(f"there is no player {seat}", span)
        elif part:
            yield from _part(part, seat, score, span, table)
        elif state.scores[seat - 1] != score:
            now = state.scores[seat - 1]
            yield Failed(f"the score of player {seat} is {now}, not {score}", span, change=Change(span, now))


def _part(part: str, seat: int, amount: float, span: Span, table: Table) -> Iterator[Failed]:
    parts = table.state.parts[seat - 1]
    if part not in parts:
        yield Failed(f"the score has no part `{part}`", span, did_you_mean(part, parts, "it is a single number"))
    elif parts[part] != amount:
        message = f"`{part}` of player {seat} is {parts[part]}, not {amount}"
        yield Failed(message, span, change=Change(span, parts[part]))


def _honours(wanted: tuple[tuple[int, tuple[str, ...], Span], ...], table: Table) -> Iterator[Failed]:
    """All that a player has earned, in any order."""
    state = table.state
    known = [name for name, _ in state.rules.program.model.result.honours]
    for seat, names, span in wanted:
        unknown = [name for name in names if name not in known]
        if not 1 <= seat <= state.rules.players:
            yield Failed(f"there is no player {seat}", span)
        elif unknown:
            help_ = did_you_mean(unknown[0], known, "`result: {honours: ...}` names them")
            yield Failed(f"there is no honour `{unknown[0]}`", span, help_)
        elif set(state.honours[seat - 1]) != set(names):
            earned = ", ".join(f"`{name}`" for name in state.honours[seat - 1]) or "nothing"
            yield Failed(f"player {seat} has earned {earned}", span, change=Change(span, [*state.honours[seat - 1]]))


def _winners(winners: tuple[int, ...], span: Span, table: Table) -> Iterator[Failed]:
    """Nobody wins only where the game is over and has no winner."""
    state = table.state
    if not state.over and not winners:
        yield Failed("the game is not over, so nobody can have won or lost it", span, table.where())
    elif tuple(sorted(winners)) != state.winners:
        won = ", ".join(map(str, state.winners)) or ("nobody" if state.over else "nobody yet")
        change = Change(span, [*state.winners]) if state.over else None
        yield Failed(f"the winners are not these: {won}", span, change=change)


def given_in_vain(table: Table) -> list[Failed]:
    """What was given and set anew before anything was chosen; what a program of the scenario sets, it means to set."""
    do = text_of(table.scenario.do)
    if do and do not in table.state.rules.program.model.phases:
        return []
    places = [(one, table.addresses.at(one.address)) for one in table.scenario.given]
    help_ = "begin behind that, as with `do: PHASE`, or give what it is set from"
    return [
        Warned(f"`{one.address}` was given and set anew before anything was chosen", one.key_span, help_)
        for one, place in places
        if place is not None and place.slot in table.set_anew
    ]


def broken_laws(table: Table) -> list[Failed]:
    """The laws that were broken at some decision."""
    return [_broken(law, violation, table.scenario.span) for law, violation in table.broken.items()]


def _broken(law: str, violation: Violation, span: Span) -> Failed:
    what = f": {violation.what}" if violation.what else ""
    decisions = "1 decision" if violation.count == 1 else f"{violation.count} decisions"
    return Failed(f"the law `{law}` is broken after {decisions}{what}", span, violation.help)
