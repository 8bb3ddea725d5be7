"""States as text: saves that go on where they stopped, and what has to be so of a save for that.

    save      what the game was started with, all slots by address, all decisions
    restore   the decisions are taken again from the start: if they lead to the state that was saved, it is this one

So of a save by these very rules nothing has to be believed. Where its content has changed since, or it was dealt and
not played, the decisions may lead elsewhere: then the state is made of what was saved, and each slot is looked at by
itself (`play.checking`), the laws of the pack are asked, and whether somebody can decide.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulebed.lang import internal
from rulebed.play import journal, record
from rulebed.play.errors import RecordError
from rulebed.play.match import Origin
from rulebed.play.secrets import Fork

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulebed.play.match import Host
    from rulebed.play.position import Position
    from rulebed.play.record import Step

MARK, DEALT, FORK = "rulebed_save", "dealt", "before_secrets"
Saved = dict[str, Any]


def save(state: Position) -> str:
    """The state as JSON text, by the addresses of its fields and of where it waits."""
    program = state.rules.program
    whole = {
        MARK: record.FORMAT,
        **record.as_json(record.header_of(state)),
        **({DEALT: True} if state.match.origin is not None else {}),
        "kinds": {name: list(kind.instances) for name, kind in program.model.kinds.items()},
        "state": program.to_json(state.slots),
        "record": record.steps_of(state),
    }
    if state.log is not None:
        from rulebed.play import recalling  # noqa: PLC0415 - only where events are told

        whole["told"] = recalling.told(state)
    if state.fork is not None:
        whole[FORK] = _fork_as_json(state.fork, state)
    return json.dumps(whole, ensure_ascii=False)


def _fork_as_json(fork: Fork, state: Position) -> Saved:
    return {"state": state.rules.program.to_json(fork.slots), "decided": fork.decided}


def restored(game: Host, text: str) -> Any:
    """The state that was saved, in a game whose content may have been compiled anew."""
    whole = record.parsed(text, "the save")
    header = record.header_in(whole, MARK, game)
    _check_form(whole)
    start = record.started(game, header)
    _check_kinds(start, whole["kinds"])
    steps, changed = record.steps_in(whole["record"]), record.changes(game, header)
    led, problem = _led(start, steps, changed)
    is_led = led is not None and _is_saved(led, whole)
    if not is_led:
        whole = _of_today(start, whole)
        is_led = led is not None and _is_saved(led, whole)
    if is_led:
        state = led
    else:
        doubt = problem if led is None else _difference(led, whole)
        state = _made(start, whole, steps, "" if changed or whole.get(DEALT) else doubt)
    if not header.events:
        return state
    from rulebed.play import recalling  # noqa: PLC0415 - as above

    return recalling.recalled(start, state, whole, led=is_led)


def _of_today(start: Position, whole: Saved) -> Saved:
    """The save with the names that what the engine keeps has today."""
    today = {internal.earlier(name): name for name in start.rules.program.layout.names}
    before = whole.get(FORK)
    if isinstance(before, dict):
        before = {**before, "state": _renamed(before.get("state"), today)}
    return {**whole, "state": _renamed(whole["state"], today), FORK: before}


def _renamed(state: Any, today: Mapping[str, str]) -> Any:
    fields = state.get("fields") if isinstance(state, dict) else None
    if not isinstance(fields, dict):
        return state
    return {**state, "fields": {today.get(name, name): value for name, value in fields.items()}}


def _led(start: Any, steps: list[Step], changed: str) -> tuple[Any, str]:
    """The state that the decisions lead to, or why they don't lead on."""
    try:
        return record.followed(start.clone(), steps, changed), ""
    except RecordError as error:
        return None, str(error)


def _check_form(whole: Saved) -> None:
    """That all parts of a save are there."""
    for name, sort in (("kinds", dict), ("state", dict), ("record", list)):
        if name not in whole:
            raise RecordError(f"the save doesn't fit the game as it is now: it has no `{name}`")
        if type(whole[name]) is not sort:
            value = record.said(whole[name])
            raise RecordError(f"the save doesn't fit the game as it is now: `{name}` in it can't be {value}")
    if type(whole.get(DEALT, False)) is not bool:
        raise RecordError(f"`{DEALT}` in the save can't be {record.said(whole[DEALT])}: it is true or false")


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
    return f"`{name}`" if isinstance(name, str) else record.said(name)


def _is_saved(state: Position, whole: Saved) -> bool:
    """Whether this is the very state that was saved, today or with the names that what the engine keeps had before."""
    fork = state.fork
    before = None if fork is None else _fork_as_json(fork, state)
    now, saved = [state.rules.program.to_json(state.slots), before], [whole["state"], whole.get(FORK)]
    return saved in (now, _as_before(now))


def _as_before(plain: Any) -> Any:
    """The same with the names of before."""
    if isinstance(plain, dict):
        return {internal.earlier(name): _as_before(value) for name, value in plain.items()}
    return [_as_before(item) for item in plain] if isinstance(plain, list) else plain


def _difference(led: Position, whole: Saved) -> str:
    """Where the decisions first lead elsewhere."""
    fork = led.fork
    now = {"state": led.rules.program.to_json(led.slots), FORK: None if fork is None else _fork_as_json(fork, led)}
    where, saved, wanted = _first_difference(now, {"state": whole["state"], FORK: whole.get(FORK)}, "")
    name = where.removeprefix("state.").removeprefix("fields.").removeprefix("luck.")
    return f"the save has {record.said(saved)} for `{name}`, but its record leads to {record.said(wanted)}"


def _first_difference(now: Any, saved: Any, where: str) -> tuple[str, Any, Any]:
    """The first place in which two pieces of JSON differ, as deep as can be, and what stands there in each."""
    pairs: Iterable[tuple[str, Any]] = ()
    if isinstance(now, dict) and isinstance(saved, dict) and now.keys() == saved.keys():
        pairs = ((f"{where}.{name}" if where else name, name) for name in now)
    elif isinstance(now, list) and isinstance(saved, list) and len(now) == len(saved):
        pairs = ((f"{where}[{number}]", number) for number in range(len(now)))
    for deeper, key in pairs:
        if now[key] != saved[key]:
            return _first_difference(now[key], saved[key], deeper)
    return where, saved, now


def _made(start: Any, whole: Saved, steps: list[Step], doubt: str) -> Any:
    """The state as it was saved, where each part of it can be so; else, or where there is a doubt, what can't."""
    from rulebed.play import checking  # noqa: PLC0415 - a save of these very rules needs none of it

    slips = checking.slips(start.rules, whole["state"], complete=bool(doubt))
    before = whole.get(FORK)
    if before is not None:
        slips += _wrong_fork(start, before, len(steps), complete=bool(doubt))
    if slips or doubt:
        raise checking.refusal(slips or [doubt])
    past = _past(start, steps)
    return checking.standing(start, lambda: _placed(start, whole, past))


def _wrong_fork(start: Position, saved: Any, steps: int, *, complete: bool) -> list[str]:
    """What can't be so of how things stood before the secrets of this moment."""
    from rulebed.play import checking  # noqa: PLC0415 - as above

    if not isinstance(saved, dict) or type(saved.get("decided")) is not int or not 0 <= saved["decided"] <= steps:
        return [f"`{FORK}` has a `state`, and in `decided` a number from 0 to {steps}"]
    return [
        f"before the secrets, {slip}" for slip in checking.slips(start.rules, saved.get("state"), complete=complete)
    ]


def _placed(start: Any, whole: Saved, past: journal.Journal) -> Any:
    program, saved, fork = start.rules.program, whole.get(FORK), None
    slots, match = program.from_json(whole["state"]), start.match
    if saved is not None:
        before = journal.forwards(past)[: saved["decided"]]
        fork = Fork(program.from_json(saved["state"]), journal.begun(start.seed, before), saved["decided"])
    if whole.get(DEALT):
        match = replace(match, origin=Origin(tuple(slots), tuple(journal.forwards(past))))
    return type(start)(match, slots, past, fork)


def _past(start: Position, steps: Iterable[Step]) -> journal.Journal:
    """The journal by today's sites; it is only followed when somebody takes something back."""
    past: list[journal.Entry] = []
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
    return journal.begun(start.seed, past)
