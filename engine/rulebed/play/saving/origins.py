"""Where a state began that no record leads to, in its save: it was dealt, or its content has changed meanwhile.

The save has that beginning, and the game goes on from there by what was decided since. Of a dealt state it also has
what its viewer had lived through, and what everybody had been told: nothing leads to it that could be played again.
These are numbers of the compiled rules, so no others can read them.

Nothing of the state that it was dealt from is in it but what the viewer knows. What they know of the last rest at which
nothing was in hand (`Landing`) is kept as a state that was dealt, too.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulebed.lang.ops import HIGHEST
from rulebed.play.imagining.dealing import Dealer, Dice
from rulebed.play.imagining.history import Life
from rulebed.play.imagining.lived import Landing, Lived
from rulebed.play.imagining.moments import Moment, News, Retreat, as_lived
from rulebed.play.imagining.parting import Parting
from rulebed.play.imagining.tracks import NOWHERE, Tracks
from rulebed.play.rules.errors import RecordError
from rulebed.play.saving import checking, hearsay, reading
from rulebed.play.saving.differing import difference, same
from rulebed.play.saving.packing import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulebed.play.rules.journal import JournalEntry
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.rules import Rules

Plain = dict[str, Any]
Slots = list[Any]
RULES, STATE, COUNT, DOUBTS, BROKEN, DEALT = "rules", "state", "decided", "doubts", "broken_laws", "dealt"
PARTS = (RULES, STATE, COUNT, DOUBTS, BROKEN)
OF_DEALT = ("to", "whole", "landed", "tracks", "moments", "landing")
LIVED = "origin.dealt"


def origin_as_json(state: Position) -> Plain | None:
    """Where a state began, as its save has it; nothing if that was the start of a game."""
    match = state.match
    if match.origin is None:
        return None
    beginning: Any = state.beginning()
    found: Plain = {
        RULES: fingerprint(told_by(state)),
        STATE: state.rules.program.to_json(list(match.origin.slots)),
        COUNT: len(match.origin.past),
        DOUBTS: list(match.doubts),
        BROKEN: list(beginning.broken_laws),
    }
    if state.log is not None:
        found[hearsay.TOLD] = hearsay.as_json(state.log, state.rules)
    for viewer, lived in match.roots.items():
        found[DEALT] = {"to": 0 if viewer is None else viewer + 1, **_lived_as_json(lived)}
    return found


def told_by(state: Position) -> Rules:
    """The rules by which is told what happens in a game."""
    match = state.match
    return match.game.rules(state.rules.players, match.options, "events", match.chance)


def fingerprint(rules: Rules) -> str:
    """A name for what the numbers of compiled rules stand for."""
    program = rules.program
    sites = [(menu.address, menu.domain.sort, menu.domain.kind) for menu in rules.menus]
    notes = [(plan.verb, plan.address) for plan in program.notes]
    return blake2b(repr((program.layout.names, sites, notes)).encode(), digest_size=16).hexdigest()


def begin_from(start: Any, saved: Plain, past: Sequence[JournalEntry]) -> Any:
    """A game like one that starts, and begins as one was saved by other rules; refused if it can't stand so."""
    return _sound_beginning(start, saved, past, (), start.broken_laws, complete=False)


def _sound_beginning(
    start: Any,
    saved: Plain,
    past: Sequence[JournalEntry],
    doubts: Sequence[str],
    broken: Sequence[str],
    *,
    complete: bool,
) -> Any:
    slots = _slots(start.rules, saved, "where it begins", complete=complete)

    def make() -> Any:
        return start.elsewhere(slots, tuple(past), start.seed, tuple(doubts))

    return checking.sound_state(make, broken, is_doubtful=bool(doubts))


def _slots(rules: Rules, saved: Any, where: str, *, complete: bool) -> Slots:
    """The slots of a saved state; if it is complete, there is nothing else in it."""
    slips = checking.slips(rules, saved, complete=complete)
    if slips:
        raise checking.refusal([f"{where}, {slip}" for slip in slips])
    slots: Slots = checking.soundly(lambda: rules.program.from_json(saved))
    now = checking.soundly(lambda: rules.program.to_json(slots)) if complete else saved
    if not same(now, saved):
        raise checking.refusal([f"{where}, {difference(now, saved, 'there can only be')}"])
    return slots


def checked_origin(saved: Any, steps: int) -> Plain:
    """The origin in a save, if it can be one as far as its form goes."""
    origin = reading.mapping(saved, "origin", PARTS, (hearsay.TOLD, DEALT))
    reading.number(origin[COUNT], f"origin.{COUNT}", 0, steps)
    for name in (DOUBTS, BROKEN):
        for at, one in enumerate(reading.sequence(origin[name], f"origin.{name}")):
            reading.text(one, f"origin.{name}[{at}]")
    if DEALT in origin:
        reading.mapping(origin[DEALT], LIVED, OF_DEALT, ("parting",))
    return origin


def restored(start: Any, origin: Plain, past: Sequence[JournalEntry]) -> Any:
    """The state that a saved game began from; refused if none can."""
    state = _sound_beginning(start, origin[STATE], past, origin[DOUBTS], origin[BROKEN], complete=True)
    if list(state.broken_laws) != origin[BROKEN]:
        raise reading.refusal(origin[BROKEN], f"origin.{BROKEN}", "the list of those that don't hold where it begins")
    rules = told_by(state)
    if origin[RULES] != fingerprint(rules):
        raise RecordError("the save begins where no record leads, and only the very rules that it is of can read that")
    if (hearsay.TOLD in origin) != state.match.events:
        what = "has" if hearsay.TOLD in origin else "has no"
        raise RecordError(f"`origin` in the save {what} `{hearsay.TOLD}`")
    if state.match.events:
        state.with_log(hearsay.log(state, origin[hearsay.TOLD], f"origin.{hearsay.TOLD}"))
    if DEALT in origin:
        seat = reading.number(origin[DEALT]["to"], f"{LIVED}.to", 0, rules.players)
        viewer = seat - 1 if seat else None
        state.match.roots[viewer] = _read_lived(rules, viewer, state, origin[DEALT])
    return state


# What was lived through.


def _lived_as_json(lived: Lived) -> Plain:
    seen, moments = None, list[Any]()
    for one in as_lived(lived.moments, lived.retreats):
        if isinstance(one, Retreat):
            moments.append({"undo": one.seat + 1, "kept": one.kept, "lucky": one.is_lucky, "mute": one.is_mute})
            continue
        moments.append([one.own, packed(one.told), packed(one.seen, seen)])
        seen = one.seen
    return {
        "whole": lived.is_whole,
        "landed": lived.is_landed,
        "tracks": _tracks_as_json(lived.tracks),
        "moments": moments,
        "landing": _landing_as_json(lived),
        **({} if lived.parting is None else {"parting": _parting_as_json(lived.life.rules, lived.parting)}),
    }


def _tracks_as_json(tracks: Tracks) -> Plain:
    return {kind: [sorted(one) for one in each] for kind, each in tracks.places.items()}


def _landing_as_json(lived: Lived) -> Plain | None:
    """The last landing with what the viewer doesn't know of it dealt, and without luck."""
    landing, rules = lived.landing, lived.life.rules
    if landing is None:
        return None
    slots = Dealer(rules.knowledge, landing.slots, lived.life.viewer, landing.tracks).deal(Dice(0))
    if slots is None:
        return None
    return {
        STATE: _without_luck(rules, slots),
        "tracks": _tracks_as_json(landing.tracks),
        "reached": landing.reached,
    }


def _parting_as_json(rules: Rules, parting: Parting) -> Plain:
    return {STATE: _without_luck(rules, parting.slots.copy()), "reached": parting.reached}


def _without_luck(rules: Rules, slots: Slots) -> Plain:
    for first, count in rules.program.layout.strands.values():
        slots[first : first + count] = [0] * count
    return rules.program.to_json(slots)


def _read_lived(rules: Rules, viewer: Viewer, state: Position, saved: Plain) -> Lived:
    moments, retreats = _moments(rules, saved["moments"])
    life = Life(rules, viewer, state.slots.copy())
    reached = life.rest(None, None)
    if moments[-1].seen != reached.seen and not state.doubts:
        raise RecordError(f"`{LIVED}.moments` in the save don't lead to the state that was dealt")
    is_whole = reading.flag(saved["whole"], f"{LIVED}.whole")
    lived = Lived(life, moments, _tracks(rules, saved["tracks"], f"{LIVED}.tracks"), is_whole)
    lived.is_landed = reading.flag(saved["landed"], f"{LIVED}.landed")
    lived.retreats = tuple(retreats)
    if saved["landing"] is not None:
        lived.landing = _landing(rules, saved["landing"], len(moments))
    if "parting" in saved:
        lived.parting = _parting(rules, saved["parting"], len(moments))
    return lived


def _parting(rules: Rules, saved: Any, moments: int) -> Parting:
    where = f"{LIVED}.parting"
    parts = reading.mapping(saved, where, (STATE, "reached"))
    slots = _slots(rules, parts[STATE], f"in `{where}`", complete=True)
    return Parting(slots, reading.number(parts["reached"], f"{where}.reached", 1, moments - 1))


def _landing(rules: Rules, saved: Any, moments: int) -> Landing:
    where = f"{LIVED}.landing"
    parts = reading.mapping(saved, where, (STATE, "tracks", "reached"))
    slots = _slots(rules, parts[STATE], f"in `{where}`", complete=True)
    reached = reading.number(parts["reached"], f"{where}.reached", 0, moments)
    return Landing(slots, _tracks(rules, parts["tracks"], f"{where}.tracks"), reached)


def _tracks(rules: Rules, saved: Any, where: str) -> Tracks:
    knowledge = rules.knowledge
    kinds = [kind for kind in knowledge.held_kinds if kind not in knowledge.alike_kinds]
    places: dict[str, list[set[int]]] = {}
    for kind, each in reading.mapping(saved, where, kinds).items():
        could_be = {place.slot for place in knowledge.places if place.kind == kind} | {NOWHERE}
        rows = reading.sequence(each, f"{where}.{kind}", len(rules.words.instances[kind]))
        places[kind] = []
        for at, row in enumerate(rows):
            here = f"{where}.{kind}[{at}]"
            slots = [reading.number(one, here, NOWHERE) for one in reading.sequence(row, here)]
            if not slots or not could_be.issuperset(slots):
                raise reading.refusal(row, here, f"a list of places where a {kind} can be")
            places[kind].append(set(slots))
    return Tracks(knowledge, places)


def _moments(rules: Rules, saved: Any) -> tuple[list[Moment], list[Retreat]]:
    """What was lived through, and what of it was taken back."""
    moments, retreats, seen = list[Moment](), list[Retreat](), None
    for at, one in enumerate(reading.sequence(saved, f"{LIVED}.moments")):
        where = f"{LIVED}.moments[{at}]"
        if isinstance(one, dict):
            retreats.append(_retreat(one, where, moments, rules.players))
            del moments[retreats[-1].kept :]
            continue
        own, told, now = reading.sequence(one, where, 3)
        if own is not None:
            reading.number(own, f"{where}[0]", -HIGHEST, HIGHEST)
        news = tuple(_news(rules, each, f"{where}[1][{n}]") for n, each in enumerate(_tuple(told, f"{where}[1]")))
        seen = unpacked(now, f"{where}[2]", seen)
        if not _is_sight(seen, rules.players):
            raise reading.refusal(now, f"{where}[2]", "what lies open, who decides, what is offered, and scores")
        moments.append(Moment(own, news, seen))
    if not moments:
        raise reading.refusal(saved, f"{LIVED}.moments", "a list of rests, and not empty")
    return moments, retreats


def _retreat(saved: Plain, where: str, moments: Sequence[Moment], players: int) -> Retreat:
    """That somebody took something back."""
    parts = reading.mapping(saved, where, ("undo", "kept", "lucky", "mute"))
    seat = reading.number(parts["undo"], f"{where}.undo", 1, players) - 1
    kept = reading.number(parts["kept"], f"{where}.kept", 1, len(moments))
    lucky, mute = (reading.flag(parts[name], f"{where}.{name}") for name in ("lucky", "mute"))
    return Retreat(seat, tuple(moments), kept, lucky, mute)


def _tuple(plain: Any, where: str) -> tuple[Any, ...]:
    found = unpacked(plain, where)
    if not isinstance(found, tuple):
        raise reading.refusal(plain, where, "a list")
    return found


def _is_sight(seen: Any, players: int) -> bool:
    if not isinstance(seen, tuple) or len(seen) != len(("open", "seats", "offered", "scores")):
        return False
    glimpse, *rows = seen
    if not isinstance(glimpse, tuple) or not all(isinstance(row, tuple) and _are_numbers(row) for row in rows):
        return False
    return all(-1 <= seat < players for seat in rows[0])


def _are_numbers(row: tuple[Any, ...]) -> bool:
    return all(type(one) is int for one in row)


def _news(rules: Rules, found: Any, where: str) -> News:
    """One piece of news, if each part of it can be one."""
    if not isinstance(found, tuple) or len(found) != len(News._fields):
        raise RecordError(f"`{where}` in the save is no piece of news")
    kind, address, way, changes, note, taken = found
    fits = {
        "kind": type(kind) is str,
        "address": type(address) is str,
        "way": isinstance(way, tuple) and (not way or _is_way(rules, way)),
        "changes": isinstance(changes, tuple) and all(_is_change(rules, one) for one in changes),
        "note": isinstance(note, tuple) and (not note or _is_number(note[0], len(rules.program.notes))),
        "taken": taken is None or _is_decision(rules, taken),
    }
    wrong = [name for name, is_right in fits.items() if not is_right]
    if wrong:
        raise RecordError(f"`{where}` in the save is no piece of news: its {wrong[0]} can't be that")
    return News(*found)


def _is_number(value: Any, end: int, low: int = 0) -> bool:
    return type(value) is int and low <= value < end


def _is_way(rules: Rules, way: tuple[Any, ...]) -> bool:
    """The kind of pieces that moved, which, how many, from where and to where."""
    if len(way) != len(("kind", "pieces", "count", "source", "goal")):
        return False
    kind, pieces, count, source, goal = way
    if type(kind) is not str or kind not in rules.knowledge.held_kinds or not isinstance(pieces, tuple):
        return False
    instances, places = len(rules.words.instances[kind]), rules.knowledge.by_slot
    slots = all(type(slot) is int and (slot == NOWHERE or slot in places) for slot in (source, goal))
    return slots and type(count) is int and all(_is_number(one, instances) for one in pieces)


def _is_change(rules: Rules, change: Any) -> bool:
    """A slot, and what was seen there before and after."""
    return (
        isinstance(change, tuple)
        and len(change) == len(("slot", "before", "after"))
        and type(change[0]) is int
        and change[0] in rules.knowledge.by_slot
    )


def _is_decision(rules: Rules, taken: Any) -> bool:
    """A seat, where, and what was taken, if that is known."""
    if not isinstance(taken, tuple) or len(taken) != len(("seat", "site", "value")):
        return False
    seat, site, value = taken
    is_known = value is None or type(value) is int
    return is_known and _is_number(seat, rules.players, -1) and _is_number(site, len(rules.menus))
