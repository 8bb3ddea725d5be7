"""What everybody had been told when a state was dealt, in its save: events as they are kept (`telling.row`).

Most have been told the same as who only looks on, and that is written once. What is read is told once as a trial: only
events that can be put into words, in every language of the game, can have happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import HIGHEST
from rulebed.play.rules.errors import RecordError
from rulebed.play.rules.log import DECIDED, Log
from rulebed.play.saving import reading
from rulebed.play.saving.checking import FAULTS
from rulebed.play.saving.packing import packed, unpacked
from rulebed.play.telling import telling
from rulebed.play.telling.account import Account
from rulebed.play.telling.row import TOLD as FOR_ONE
from rulebed.play.telling.row import WHOLE
from rulebed.play.telling.told import BY_ITSELF, Change, Move, Row, Told
from rulebed.run.blueprint import NOTED, NotePlan

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Place, Viewer
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.rules import Rules

Plain = dict[str, Any]
TOLD = "told"
PARTS = ("start", "events", "turns", "serials", "decided")
STEPS = "steps"  # which saves once had not: then as many as there were turns
OF_TOLD = ("kind", "address", "changes", "move", "amount", "other", "note", "known", "decision")
OF_MOVE = ("kind", "pieces", "count", "source", "goal")


def _viewers(rules: Rules) -> tuple[Viewer, ...]:
    return (None, *range(rules.players))


def as_json(log: Log, rules: Rules) -> list[Plain | None]:
    """What each viewer had been told before the log begins, who looks on first; none for whoever was told the same."""
    nothing = Account([])
    every = [_account(log.told.get(viewer, nothing), log.decided.get(viewer, {}), rules) for viewer in _viewers(rules)]
    return [None if one == every[0] and at else one for at, one in enumerate(every)]


def _account(account: Account, decided: Mapping[int, int], rules: Rules) -> Plain:
    return {
        "start": account.start,
        "events": [_row(account.row(at)) for at in range(len(account.places))],
        "turns": list(account.turns),
        "serials": list(account.serials),
        STEPS: account.steps,
        "decided": [decided.get(seat, 0) for seat in range(rules.players)],
    }


def _row(row: Row) -> Any:
    if row[0] != FOR_ONE:
        return packed(row)
    told: Told = row[2]
    move = told.move
    return {
        "plan": row[1],
        **dict(zip(OF_TOLD, told, strict=True)),
        "changes": [[one.place.slot, packed(one.before), packed(one.after), one.is_raw] for one in told.changes],
        "move": None if move is None else [*move[:1], list(move.pieces), move.count, *map(_slot, move[3:])],
        "other": _slot(told.other),
        "note": packed(told.note),
        "decision": None if told.decision is None else list(told.decision),
    }


def _slot(place: Place | None) -> int | None:
    return None if place is None else place.slot


# Reading.


def log(state: Position, saved: Any, where: str) -> Log:
    """The log of a dealt state, with what had been told before."""
    rules = state.rules
    rows = reading.sequence(saved, where, rules.players + 1)
    accounts: dict[Viewer, Account] = {}
    decided: dict[Viewer, dict[int, int]] = {}
    for at, (viewer, one) in enumerate(zip(_viewers(rules), rows, strict=True)):
        plain = rows[0] if one is None else one
        accounts[viewer], heard = _read(plain, f"{where}[{at}]", rules)
        decided[viewer] = dict(enumerate(heard))
    found = Log(state.slots, accounts, decided)
    try:
        for viewer in _viewers(rules):
            _tell(found, rules, viewer)
    except (*FAULTS, AssertionError) as error:
        raise RecordError(f"`{where}` in the save has events that can't have happened") from error
    return found


def _tell(log: Log, rules: Rules, viewer: Viewer) -> None:
    """Put all of it into words and JSON once, as a trial."""
    for event in telling.events(log, rules, viewer, 0):
        dict(event)  # its text among it
    telling.story(log, rules, viewer, slice(0, None))


def _read(saved: Any, where: str, rules: Rules) -> tuple[Account, list[int]]:
    parts = reading.mapping(saved, where, PARTS, (STEPS,))
    rows = reading.sequence(parts["events"], f"{where}.events")
    events: list[int | Row] = [_event(one, f"{where}.events[{at}]", rules) for at, one in enumerate(rows)]
    turns = _numbers(parts["turns"], f"{where}.turns", len(events))
    serials = _numbers(parts["serials"], f"{where}.serials")
    if turns != sorted(turns) or len(turns) != len(serials):
        raise reading.refusal(turns, f"{where}.turns", f"a list of {len(serials)} numbers that grow")
    decided = _numbers(parts["decided"], f"{where}.decided")
    if len(decided) != rules.players:
        raise reading.refusal(decided, f"{where}.decided", f"a list of {rules.players}")
    steps = reading.number(parts.get(STEPS, len(turns)), f"{where}.{STEPS}", 0)
    return Account([], reading.number(parts["start"], f"{where}.start", 0), events, turns, serials, steps), decided


def _numbers(saved: Any, where: str, most: int | None = None) -> list[int]:
    return [reading.number(one, where, 0, most) for one in reading.sequence(saved, where)]


def _event(saved: Any, where: str, rules: Rules) -> Row:
    if type(saved) is dict:
        return _read_told(saved, where, rules)
    row = unpacked(saved, where)
    if not isinstance(row, tuple) or not _is_row(row, rules):
        raise reading.refusal(saved, where, "an event")
    return row


def _is_row(row: Row, rules: Rules) -> bool:
    """Whether the numbers of a row stand for something, each in its place."""
    if len(row) not in {WHOLE, WHOLE + 3} or type(row[0]) is not int:
        return False
    if row[0] == NOTED:
        return len(row) == WHOLE and _is_plan(row[1], rules, noted=True) and isinstance(row[2], tuple)
    if row[0] == DECIDED:
        return len(row) == WHOLE and _is_choice(row[1:], rules)
    slots = rules.knowledge.by_slot
    return row[0] in slots and _is_plan(row[1], rules) and all(type(one) is int and one in slots for one in row[4:5])


def _is_plan(plan: Any, rules: Rules, *, noted: bool = False) -> bool:
    if type(plan) is not int or not BY_ITSELF <= plan < len(rules.program.notes):
        return False
    return not noted or (plan >= 0 and isinstance(rules.program.notes[plan], NotePlan))


def _is_choice(choice: tuple[Any, ...], rules: Rules) -> bool:
    seat, site, value = choice
    if type(seat) is not int or type(site) is not int or not (value is None or type(value) is int):
        return False
    return -1 <= seat < rules.players and 0 <= site < len(rules.menus)


def _read_told(saved: Plain, where: str, rules: Rules) -> Row:
    parts = reading.mapping(saved, where, ("plan", *OF_TOLD))
    plan, note, decision = parts["plan"], unpacked(parts["note"], f"{where}.note"), parts["decision"]
    if not _is_plan(plan, rules):
        raise reading.refusal(plan, f"{where}.plan", "the number of a statement")
    if not isinstance(note, tuple) or (note and not _is_plan(note[0], rules, noted=True)):
        raise reading.refusal(parts["note"], f"{where}.note", "a note of these rules")
    if decision is not None:
        choice = tuple(reading.sequence(decision, f"{where}.decision", 4))
        if not _is_choice((choice[0], choice[1], choice[3]), rules) or type(choice[2]) is not int:
            raise reading.refusal(decision, f"{where}.decision", "a decision")
        decision = choice
    changes = reading.sequence(parts["changes"], f"{where}.changes")
    told = Told(
        reading.text(parts["kind"], f"{where}.kind"),
        reading.text(parts["address"], f"{where}.address"),
        tuple(_change(one, f"{where}.changes[{at}]", rules) for at, one in enumerate(changes)),
        _move(parts["move"], f"{where}.move", rules),
        reading.number(parts["amount"], f"{where}.amount", -HIGHEST, HIGHEST),
        _place(parts["other"], f"{where}.other", rules),
        note,
        reading.flag(parts["known"], f"known in {where}"),
        decision,
    )
    return FOR_ONE, plan, told, 0


def _change(saved: Any, where: str, rules: Rules) -> Change:
    slot, before, after, is_raw = reading.sequence(saved, where, 4)
    place = _place(slot, where, rules)
    if place is None:
        raise reading.refusal(saved, where, "a place, and what was seen there before and after")
    return Change(place, unpacked(before, where), unpacked(after, where), reading.flag(is_raw, f"{where}[3]"))


def _move(saved: Any, where: str, rules: Rules) -> Move | None:
    if saved is None:
        return None
    kind, pieces, count, source, goal = reading.sequence(saved, where, len(OF_MOVE))
    if kind not in rules.knowledge.held_kinds:
        raise reading.refusal(kind, f"{where}[0]", "a kind of pieces")
    last = len(rules.words.instances[kind]) - 1
    some = reading.sequence(pieces, f"{where}[1]")
    numbers = tuple(reading.number(one, f"{where}[1][{at}]", 0, last) for at, one in enumerate(some))
    ends = (_place(one, f"{where}[{at}]", rules) for at, one in ((3, source), (4, goal)))
    return Move(kind, numbers, reading.number(count, f"{where}[2]", 0), *ends)


def _place(slot: Any, where: str, rules: Rules) -> Place | None:
    if slot is None:
        return None
    place = rules.knowledge.by_slot.get(slot) if type(slot) is int else None
    if place is None:
        raise reading.refusal(slot, where, "the number of a place")
    return place
