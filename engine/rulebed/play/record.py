"""Games as text: records that can be played again, and saves that go on where they stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.play import journal
from rulebed.play.errors import RecordError, SetupError
from rulebed.play.secrets import Fork

if TYPE_CHECKING:
    from rulebed.play.match import Host
    from rulebed.play.position import Position

FORMAT = 1
Step = tuple[int, str, str]  # player, address of the choice, id of the option


@dataclass(frozen=True, slots=True)
class Header:
    """What a game was started with."""

    game: str
    contents: dict[str, str]
    players: int
    options: dict[str, str]
    seed: int
    chance: str
    undo: str
    events: bool
    given: dict[str, Any]
    preset: str = ""  # what it answered is among what was decided


SORTS: dict[str, type] = {
    "game": str, "contents": dict, "players": int, "options": dict, "seed": int,
    "chance": str, "undo": str, "events": bool, "given": dict, "preset": str,
}  # fmt: skip
ADDED = {"preset": ""}  # what records of before don't have
OF_TEXTS = ("contents", "options")


def header_of(state: Position) -> Header:
    """What this game was started with."""
    match, info = state.match, state.game.info
    return Header(
        info.reference, dict(info.hashes), state.rules.players, dict(match.options),
        state.seed, match.chance, match.undo, match.events, dict(match.given), match.preset,
    )  # fmt: skip


def steps_of(state: Position) -> list[Step]:
    """All decisions so far, oldest first."""
    menus = state.rules.menus
    return [
        (seat + 1, menus[site].address, menus[site].option(value).id)
        for seat, site, value in journal.forwards(state.past)
    ]


def record(state: Position) -> str:
    """The game so far as text: what it was started with, then one line for each decision."""
    if state.match.origin is not None:
        raise RecordError("this state was dealt, not played from a start: it has no record")
    lines: list[Any] = [{"rulebed_record": FORMAT, **_as_json(header_of(state))}, *steps_of(state)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def replayed(game: Host, text: str) -> Any:
    """The state that a record leads to; a record that this game can't follow says where they part."""
    lines = [_parsed(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise RecordError("the record is empty")
    header = _header(lines[0], "rulebed_record", game)
    state = _started(game, header)
    changed = _changes(game, header)
    for number, step in enumerate(_steps(lines[1:]), 1):
        _follow(state, number, step, changed)
    return state


def save(state: Position) -> str:
    """The state as JSON text, by the addresses of its fields and of where it waits."""
    program, fork = state.rules.program, state.fork
    whole = {
        "rulebed_save": FORMAT,
        **_as_json(header_of(state)),
        "kinds": {name: list(kind.instances) for name, kind in program.model.kinds.items()},
        "state": program.to_json(state.slots),
        "record": steps_of(state),
    }
    if state.log is not None:
        from rulebed.play import recalling  # noqa: PLC0415 - only where events are told

        whole["told"] = recalling.told(state)
    if fork is not None:
        whole["before_secrets"] = {"state": program.to_json(fork.slots), "decided": fork.decided}
    return json.dumps(whole, ensure_ascii=False)


def restored(game: Host, text: str) -> Any:
    """The state that was saved, in a game whose content may have been compiled anew."""
    from rulebed.play import checking, recalling  # noqa: PLC0415 - a game that is only played needs neither

    whole = _parsed(text, None)
    header = _header(whole, "rulebed_save", game)
    start = _started(game, header)
    try:
        checking.check_kinds(start.rules, whole["kinds"])
        slots = _slots(start, whole["state"])
        past = _past(start, _steps(whole["record"]))
        state = start.placed(slots, past, _restored_fork(start, whole.get("before_secrets"), past))
        return recalling.recalled(start, state, whole) if header.events else state
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, LookupError) as error:
        raise RecordError(f"the save doesn't fit the game as it is now: {error}") from error


def _slots(start: Position, saved: Any) -> list[Any]:
    from rulebed.play import checking  # noqa: PLC0415 - as above

    slots = start.rules.program.from_json(saved)
    checking.check_slots(start.rules, slots)
    return slots


def _restored_fork(start: Position, saved: Any, past: journal.Journal) -> Fork | None:
    if saved is None:
        return None
    before = journal.forwards(past)[: saved["decided"]]
    return Fork(_slots(start, saved["state"]), journal.begun(start.seed, before), saved["decided"])


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


def _follow(state: Position, number: int, step: Step, changed: str) -> None:
    player, address, taken = step
    where = f"decision {number} of the record (`{taken}` by player {player} at `{address}`)"
    decision = next((one for one in state.decisions if one.player == player), None)
    if decision is None or decision.address != address:
        found = f"`{decision.address}`" if decision else "no decision of that player"
        raise RecordError(f"the game parts from {where}: it has come to {found}{changed}")
    option = decision.find(taken)
    if option is None:
        ids = ", ".join(f"`{one.id}`" for one in decision.options)
        raise RecordError(f"the game parts from {where}: it offers {ids}{changed}")
    state.decide(player - 1, option.value)


def _changes(game: Host, header: Header) -> str:
    now = game.info.hashes
    changed = [name for name in sorted({*now, *header.contents}) if now.get(name) != header.contents.get(name)]
    return f" (changed since: {', '.join(changed)})" if changed else ""


def _started(game: Host, header: Header) -> Any:
    try:
        return game.begun(header)
    except SetupError as error:
        raise RecordError(f"the game can't be started so: {error}") from error


def _parsed(text: str, line: int | None) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f"line {line} of the record" if line else "the save"
        raise RecordError(f"{where} is no JSON: {error}") from error


def _header(found: Any, mark: str, game: Host) -> Header:
    if not isinstance(found, dict) or found.get(mark) != FORMAT:
        raise RecordError(f"this is no {mark.replace('_', ' ')} of format {FORMAT}")
    found = ADDED | found
    for name, sort in SORTS.items():
        if name not in found:
            raise RecordError(f"the header has no `{name}`")
        if type(found[name]) is not sort or (name in OF_TEXTS and set(map(type, found[name].values())) - {str}):
            raise RecordError(f"`{name}` in the header can't be {found[name]!r}")
    header = Header(**{name: found[name] for name in SORTS})
    if header.game != game.info.reference:
        raise RecordError(f"this belongs to `{header.game}`, not to `{game.info.reference}`")
    return header


def _steps(lines: list[Any]) -> list[Step]:
    for number, line in enumerate(lines, 1):
        if not isinstance(line, list) or [type(part) for part in line] != [int, str, str]:
            raise RecordError(f"decision {number} is no list of a player, an address and an option")
    return [(player, address, taken) for player, address, taken in lines]


def _as_json(header: Header) -> dict[str, Any]:
    return {name: getattr(header, name) for name in SORTS}
