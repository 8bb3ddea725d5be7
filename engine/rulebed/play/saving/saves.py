"""States as text: saves that go on where they stopped, and what has to be so of a save for that.

    save      what the game was started with, all slots by address, all decisions, and those that were taken back
    restore   the decisions are taken again from the start: if they lead to the state that was saved, it is this one

So of a save by these very rules nothing has to be believed. Where no record leads to a state, it has an origin
(`saving.origins`): there the game begins, and the decisions since are taken again. A dealt state has one from the
first; any other gets one where its content has changed since, and its decisions lead elsewhere. Of an origin each slot
is looked at by itself (`saving.checking`), the laws of the pack are asked, and whether somebody can decide.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rulebed.lang import internal
from rulebed.play.rules import journal
from rulebed.play.rules.errors import RecordError
from rulebed.play.saving import differing, formats, reading, record, retracing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulebed.play.rules.match import Host
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.secrets import Fork
    from rulebed.play.saving.record import RecordedStep

MARK, ORIGIN, FORK, TOLD = "rulebed_save", "origin", "before_secrets", "told"
PARTS = ("kinds", "state", "record")
OTHERS = (ORIGIN, FORK, TOLD, retracing.STEPS)
Saved = dict[str, Any]


def save(state: Position) -> str:
    """The state as JSON text, by the addresses of its fields and of where it waits."""
    program = state.rules.program
    whole = {
        MARK: formats.FORMAT,
        **record.as_json(record.header_of(state)),
        "kinds": {name: list(kind.instances) for name, kind in program.model.kinds.items()},
        "state": program.to_json(state.slots),
        "record": record.steps_of(state),
    }
    if state.match.origin is not None:
        from rulebed.play.saving import origins  # noqa: PLC0415 - only where no record leads to the state

        whole[ORIGIN] = origins.origin_as_json(state)
    if state.match.taken_back:
        whole[retracing.STEPS] = retracing.as_json(state)
    if state.log is not None:
        from rulebed.play.saving import recalling  # noqa: PLC0415 - only where events are told

        whole[TOLD] = recalling.told_as_json(state)
    if state.fork is not None:
        whole[FORK] = _fork_as_json(state.fork, state)
    return json.dumps(whole, ensure_ascii=False)


def _fork_as_json(fork: Fork, state: Position) -> Saved:
    return {"state": state.rules.program.to_json(fork.slots), "decided": fork.decided}


def restored(game: Host, text: str) -> Any:
    """The state that was saved, in a game whose content may have been compiled anew."""
    whole = formats.of_today(record.parsed(text, "the save"), MARK)
    header = record.header_in(whole, MARK, game, (*PARTS, *OTHERS))
    _check_form(whole)
    start = record.first_state(game, header)
    _check_kinds(start, whole["kinds"])
    if retracing.STEPS in whole:
        retracing.check(whole[retracing.STEPS], start.rules.players)
    steps, changed = record.steps_in(whole["record"]), record.changes(game, header)
    first, since = _first(start, whole, steps, changed)
    state, problem = _follow_record(first, whole, since, changed)
    if state is None:
        whole = _of_today(start, whole)
        state, problem = _follow_record(first, whole, since, changed)
    if state is not None:
        return state
    if changed:
        return _make_state(start, whole, steps, changed)
    raise _refusal(start, whole, problem)


def _first(start: Any, whole: Saved, steps: list[RecordedStep], changed: str) -> tuple[Any, list[RecordedStep]]:
    """Where the game began that was saved, and what has been decided since."""
    if ORIGIN not in whole:
        return start, steps
    from rulebed.play.saving import origins  # noqa: PLC0415 - as above

    origin = origins.checked_origin(whole[ORIGIN], len(steps))
    if changed:
        if origins.DEALT in origin:
            raise RecordError(
                "this state was dealt, not played from a start: only the very rules that it was dealt by can read what "
                f"its players had lived through{changed}"
            )
        return start, steps  # it is taken up once more, from what was saved
    count = origin[origins.COUNT]
    return origins.restored(start, origin, _past(start, steps[:count])), steps[count:]


def _of_today(start: Position, whole: Saved) -> Saved:
    """The save with the names that what the engine keeps has today."""
    today = {internal.earlier(name): name for name in start.rules.program.layout.names}
    found = {**whole, "state": _renamed(whole["state"], today)}
    if isinstance(whole.get(FORK), dict):
        found[FORK] = {**whole[FORK], "state": _renamed(whole[FORK].get("state"), today)}
    return found


def _renamed(state: Any, today: Mapping[str, str]) -> Any:
    fields = state.get("fields") if isinstance(state, dict) else None
    if not isinstance(fields, dict):
        return state
    return {**state, "fields": {today.get(name, name): value for name, value in fields.items()}}


def _follow_record(first: Any, whole: Saved, steps: list[RecordedStep], changed: str) -> tuple[Any, str]:
    """The state that the decisions lead to, if it is the one that was saved; or what tells that it isn't."""
    try:
        state = record.followed(first.clone(), steps, changed)
    except RecordError as error:
        return None, str(error)
    if not _is_saved(state, whole):
        return None, _difference(state, whole)
    if retracing.STEPS in whole:
        state = retracing.retrace(first, state, whole[retracing.STEPS])
    if state is None:
        return None, f"`{retracing.STEPS}` in the save don't lead to the state that was saved"
    if state.log is None:
        return state, ""
    from rulebed.play.saving import recalling  # noqa: PLC0415 - as above

    return recalling.match_told(state, recalling.read_told(whole[TOLD], state.rules.players))


def _check_form(whole: Saved) -> None:
    """That all parts of a save are there."""
    for name, sort in (("kinds", dict), ("state", dict), ("record", list)):
        if name not in whole:
            raise RecordError(f"the save doesn't fit the game as it is now: it has no `{name}`")
        if type(whole[name]) is not sort:
            value = record.shown_short(whole[name])
            raise RecordError(f"the save doesn't fit the game as it is now: `{name}` in it can't be {value}")
    if whole["events"] != (TOLD in whole):
        what = f"it has no `{TOLD}`" if whole["events"] else f"it has `{TOLD}`, and nobody listens"
        raise RecordError(f"the save doesn't fit the game as it is now: {what}")
    if FORK in whole:
        before = reading.mapping(whole[FORK], FORK, ("state", "decided"))
        reading.number(before["decided"], f"{FORK}.decided", 0, len(whole["record"]))


def _check_kinds(start: Position, saved: Saved) -> None:
    """The things of the save are still there, under the same numbers; new ones may have come after them."""
    for kind, names in saved.items():
        if not isinstance(names, list):
            raise RecordError(f"`{kind}` is no list of names in the `kinds` of the save")
        now = start.rules.words.instances.get(kind, ())
        if tuple(names) == now:
            continue
        for number, name in enumerate(names):
            if number >= len(now) or now[number] != name:
                problem = f"its {kind} {_name(name)} is gone, or others now stand before it"
                raise RecordError(f"the save doesn't fit the game as it is now: {problem}")


def _name(name: Any) -> str:
    return f"`{name}`" if isinstance(name, str) else record.shown_short(name)


def _is_saved(state: Position, whole: Saved) -> bool:
    """Whether this is the very state that was saved, today or with the names that what the engine keeps had before."""
    fork = state.fork
    before = None if fork is None else _fork_as_json(fork, state)
    now, saved = [state.rules.program.to_json(state.slots), before], [whole["state"], whole.get(FORK)]
    return differing.same(saved, now) or differing.same(saved, _as_before(now))


def _as_before(plain: Any) -> Any:
    """The same with the names of before."""
    if isinstance(plain, dict):
        return {internal.earlier(name): _as_before(value) for name, value in plain.items()}
    return [_as_before(item) for item in plain] if isinstance(plain, list) else plain


def _difference(led: Position, whole: Saved) -> str:
    """Where the decisions first lead elsewhere."""
    fork = led.fork
    now = {"state": led.rules.program.to_json(led.slots), FORK: None if fork is None else _fork_as_json(fork, led)}
    return differing.difference(now, {"state": whole["state"], FORK: whole.get(FORK)}, "its record leads to")


def _refusal(start: Position, whole: Saved, problem: str) -> RecordError:
    """Says what can't be so in a save; where all of it could, what the record leads to instead."""
    from rulebed.play.saving import checking  # noqa: PLC0415 - a save of these very rules needs none of it

    slips = checking.slips(start.rules, whole["state"], complete=True)
    if FORK in whole:
        found = checking.slips(start.rules, whole[FORK]["state"], complete=True)
        slips += [f"before the secrets, {slip}" for slip in found]
    return checking.refusal(slips or [problem])


def _make_state(start: Any, whole: Saved, steps: list[RecordedStep], changed: str) -> Any:
    """The state as it was saved, where each part of it can be so: the game begins there, or before its secrets."""
    from rulebed.play.saving import checking, origins  # noqa: PLC0415 - as above

    before = whole.get(FORK, {"state": whole["state"], "decided": len(steps)})
    slips = checking.slips(start.rules, whole["state"], complete=False)
    if slips:
        raise checking.refusal(slips)
    count, past = before["decided"], _past(start, steps)
    first = origins.begin_from(start, before["state"], past[:count])
    if first.log is not None:
        _tell_anew(first, whole, past[count:])
    state = checking.soundly(lambda: record.followed(first, steps[count:], changed))
    now = checking.soundly(lambda: _as_now(start, whole))
    if not _is_saved(state, now):
        raise checking.refusal([_difference(state, now)])
    if state.log is not None:
        from rulebed.play.saving import recalling  # noqa: PLC0415 - as above

        recalling.numbered(state.log, state.rules, recalling.read_told(whole[TOLD], state.rules.players).counts)
    return state


def _tell_anew(first: Position, whole: Saved, since: list[journal.JournalEntry]) -> None:
    from rulebed.play.saving import recalling  # noqa: PLC0415 - as above

    first.with_log(recalling.log_anew(first, recalling.read_told(whole[TOLD], first.rules.players), since))


def _as_now(start: Position, whole: Saved) -> Saved:
    """The save with all that its fields have today."""
    program = start.rules.program
    found = {**whole, "state": program.to_json(program.from_json(whole["state"]))}
    if FORK in whole:
        found[FORK] = {**whole[FORK], "state": program.to_json(program.from_json(whole[FORK]["state"]))}
    return found


def _past(start: Position, steps: Iterable[RecordedStep]) -> list[journal.JournalEntry]:
    """What was decided, by today's sites; it is only followed when somebody takes something back."""
    past: list[journal.JournalEntry] = []
    for player, address, taken in steps:
        if not 0 <= player <= start.rules.players:
            raise RecordError(f"there is no player {player} in this game")
        sites = start.rules.sites_by_address.get(address)
        if not sites:
            raise RecordError(f"there is no choice `{address}` in the game as it is now")
        meant = [(site, start.rules.menus[site].value(taken)) for site in sites]  # of several kinds of things, maybe
        site, value = next(((site, value) for site, value in meant if value is not None), (0, None))
        if value is None:
            raise RecordError(f"there is no option `{taken}` at `{address}` in the game as it is now")
        past.append((player - 1, site, value))
    return past
