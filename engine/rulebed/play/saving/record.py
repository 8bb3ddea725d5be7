"""Games as text: records, which can be played again from their first decision."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import DIGITS, LONG_SEED, Seed
from rulebed.lang.ops import HIGHEST
from rulebed.model.budget import BudgetExceeded
from rulebed.play.rules import journal
from rulebed.play.rules.errors import RecordError, SetupError
from rulebed.play.saving import formats

if TYPE_CHECKING:
    from rulebed.play.rules.match import Host
    from rulebed.play.rules.position import Position

MARK = "rulebed_record"
DEEPEST = 100  # lists in lists: no save has as many
TOO_DEEP = object()
HOLDING = (dict, list)
LONGEST_VALUE = 100  # characters of a value in a message
RecordedStep = tuple[int, str, str]  # player, address of the choice, id of the option


class Fraction(str):
    """A number that is no whole one, as it was written: no game has any."""

    __slots__ = ()


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping in which nothing is said twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"{shown_short(twice)} twice in one mapping")
    return found


DECODER = json.JSONDecoder(parse_float=Fraction, parse_constant=Fraction, object_pairs_hook=_unique_names)


@dataclass(frozen=True, slots=True)
class Header:
    """What a game was started with."""

    game: str
    contents: dict[str, str]
    players: int
    options: dict[str, str]
    seed: Seed
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


def steps_of(state: Position) -> list[RecordedStep]:
    """All decisions so far, oldest first."""
    menus = state.rules.menus
    return [
        (seat + 1, menus[site].address, menus[site].option(value).id)
        for seat, site, value in journal.forwards(state.past)
    ]


def record(state: Position) -> str:
    """The game so far as text: what it was started with, then one line for each decision."""
    if state.match.origin is not None:
        raise RecordError("this state was dealt, not played from a start: no record leads to it")
    lines: list[Any] = [{MARK: formats.FORMAT, **as_json(header_of(state))}, *steps_of(state)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def replay_record(game: Host, text: str) -> Any:
    """The state that a record leads to; a record that this game can't follow says where they part."""
    lines = [
        parsed(line, f"line {number} of the record") for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if not lines:
        raise RecordError("the record is empty")
    header = header_in(formats.of_today(lines[0], MARK), MARK, game)
    return followed(first_state(game, header), steps_in(lines[1:]), changes(game, header))


def followed(state: Any, steps: Iterable[RecordedStep], changed: str) -> Any:
    """The state after these decisions; refused where it offers something else."""
    for number, step in enumerate(steps, 1):
        try:
            if not _is_taken(state, step):
                _follow(state, number, step, changed)
        except BudgetExceeded as error:
            raise RecordError(f"the game can't go on from {_name_of_step(number, step)}: {error}{changed}") from error
    return state


def _is_taken(state: Any, step: RecordedStep) -> bool:
    """Take what the only decision offers by this very id: the quick way, which says nothing of why it can't."""
    player, address, taken = step
    match, site = state.match, state.slots[0]
    if site < 0 or match.menus[site].address != address or match.choosers[site](state.slots) != player - 1:
        return False
    made = match.menus[site].made
    for value in state.values:
        if made(value).id == taken:
            state.take(value)
            return True
    return False


def _name_of_step(number: int, step: RecordedStep) -> str:
    player, address, taken = step
    return f"decision {number} of the record (`{taken}` by player {player} at `{address}`)"


def _follow(state: Any, number: int, step: RecordedStep, changed: str) -> None:
    player, address, taken = step
    where = _name_of_step(number, step)
    if not 0 <= player <= state.rules.players:
        raise RecordError(f"the game parts from {where}: there is no player {player} in this game")
    decision = next((one for one in state.decisions if one.player == player), None)
    if decision is None or decision.address != address:
        found = f"`{decision.address}`" if decision else _what_there_is(state)
        raise RecordError(f"the game parts from {where}: it has come to {found}{changed}")
    option = decision.find(taken)
    if option is None:
        ids = ", ".join(f"`{one.id}`" for one in decision.offered) or "nothing"
        raise RecordError(f"the game parts from {where}: it offers {ids}{changed}")
    state.decide(player - 1, option.value)


def _what_there_is(state: Position) -> str:
    """What there is where a player has no decision."""
    waiting = " and ".join(f"player {one.player} at `{one.address}`" for one in state.decisions)
    return f"no decision of that player: {f'it waits for {waiting}' if waiting else 'it is over'}"


def changes(game: Host, header: Header) -> str:
    """Whose content has changed since, as the end of a sentence; nothing where none has."""
    now = game.info.hashes
    changed = [name for name in sorted({*now, *header.contents}) if now.get(name) != header.contents.get(name)]
    return f" (changed since: {', '.join(changed)})" if changed else ""


def first_state(game: Host, header: Header) -> Any:
    """The first state of a game that was started so."""
    try:
        return game.begun(header)
    except (SetupError, BudgetExceeded) as error:
        raise RecordError(f"the game can't be started so: {error}") from error
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        if not header.given:
            raise
        raise RecordError("the game can't be started so: its rules can't go on from what is `given`") from error


def parsed(text: str, where: str) -> Any:
    """The JSON of a text; `where` says what it is."""
    try:
        found = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"{where} is no JSON: {error}") from error
    except RecordError as error:
        raise RecordError(f"{where} has {error}") from error
    except ValueError as error:
        raise RecordError(f"{where} has a number in it that is too long to be read") from error
    except RecursionError:
        found = TOO_DEEP
    if found is TOO_DEEP or _is_deeper(found, DEEPEST):
        raise RecordError(f"{where} is nested too deep to be read")
    return found


def _is_deeper(value: Any, most: int) -> bool:
    """Whether lists and mappings are nested more than so many times."""
    level = [value]
    for _ in range(most + 1):
        held = [one.values() if type(one) is dict else one for one in level if type(one) in HOLDING]
        level = [inner for each in held for inner in each]
        if not level:
            return False
    return True


def header_in(found: Any, mark: str, game: Host, others: Iterable[str] = ()) -> Header:
    """What a game was started with, by a header that belongs to this game, and has nothing in it but the others."""
    if not isinstance(found, dict) or type(found.get(mark)) is not int or found[mark] != formats.FORMAT:
        raise RecordError(f"this is no {mark.replace('_', ' ')} of format {formats.BEFORE} or {formats.FORMAT}")
    found = ADDED | found
    for name in SORTS:
        if name not in found:
            raise RecordError(f"the header has no `{name}`")
        if not _fits(name, found[name]):
            raise RecordError(f"`{name}` in the header can't be {shown_short(found[name])}")
    known = {mark, *SORTS, *others}
    for name in found:
        if name not in known:
            raise RecordError(f"there is no {shown_short(name)} in a {mark.replace('_', ' ')}")
    header = Header(**{name: found[name] for name in SORTS})
    if header.preset and header.preset not in game.info.presets and header.contents == game.info.hashes:
        raise RecordError(f"`preset` in the header can't be {shown_short(header.preset)}: there is no such preset")
    if header.game != game.info.reference:
        raise RecordError(f"this belongs to `{header.game}`, not to `{game.info.reference}`")
    return header


def _fits(name: str, value: Any) -> bool:
    """Whether a part of a header can be that."""
    if name == "seed":
        if isinstance(value, str):
            return bool(LONG_SEED.fullmatch(value) or DIGITS.fullmatch(value))
        return type(value) is int and -HIGHEST <= value <= HIGHEST
    texts = value.values() if name in OF_TEXTS and isinstance(value, dict) else ()
    return type(value) is SORTS[name] and set(map(type, texts)) <= {str}


def steps_in(lines: list[Any]) -> list[RecordedStep]:
    """The decisions that these lines are."""
    for number, line in enumerate(lines, 1):
        if not isinstance(line, list) or [type(part) for part in line] != [int, str, str]:
            raise RecordError(f"decision {number} is no list of a player, an address and an option")
    return [(player, address, taken) for player, address, taken in lines]


def as_json(header: Header) -> dict[str, Any]:
    """A header as it is written."""
    return {name: getattr(header, name) for name in SORTS}


def shown_short(value: Any) -> str:
    """A value as a refusal shows it: as it was written, and not all of it if it is long."""
    try:
        text = value if isinstance(value, Fraction) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "something nested so deep"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]} ..."
