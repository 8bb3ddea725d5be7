"""Whether a state that came from outside can be one of this game: what is saved may be old, or made up.

First each slot is looked at by itself: is its field one of the game, and can it hold this? Then the pieces: does each
that can be told from others lie in one place, and is that the one that it knows? Then what waits. All slips of these
are said at once. If there are none, the state is made, the laws of the pack are asked, and its options are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.domain import NO_NUMBER
from rulebed.lang.luck import STRAND
from rulebed.lang.ops import HIGHEST, OPS
from rulebed.lang.plain import from_plain, is_plain_value
from rulebed.lang.types import Type
from rulebed.model.budget import BudgetExceeded
from rulebed.model.game import Role
from rulebed.play.rules.errors import RecordError
from rulebed.play.rules.giving import limits_of
from rulebed.play.rules.knowledge import pieces_in
from rulebed.play.saving.record import shown_short
from rulebed.run.frames import BEGUN, LUCK, UnknownPlace

if TYPE_CHECKING:
    from rulebed.play.rules.decision import Decision
    from rulebed.play.rules.knowledge import Place
    from rulebed.play.rules.rules import Rules

PARTS = ("fields", "luck", "frames")
WAITING = ("over", "chain", "branches", BEGUN)
MOST_SLIPS = 12
DEEPEST = 1_000  # effects within effects
DEEPEST_LIST = 4  # lists within lists, of what an effect has in hand
TRIED = 60  # options that are tried
STEPS = 12  # decisions that each of them is followed for
FIT = "the save doesn't fit the game as it is now"
T = TypeVar("T")
FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def refusal(slips: list[str]) -> RecordError:
    """Says what can't be, one after the other."""
    more = len(slips) - MOST_SLIPS
    shown = "; ".join(slips[:MOST_SLIPS]) + (f"; and {more} more" if more > 0 else "")
    return RecordError(f"{FIT}: {shown}")


def slips(rules: Rules, saved: Any, *, complete: bool) -> list[str]:
    """What can't be so in a saved state; nothing may be missing from it where it must be `complete`."""
    if not isinstance(saved, dict):
        return [f"its state can't be {shown_short(saved)}"]
    parts = [name for name in PARTS if not isinstance(saved.get(name), dict)]
    if parts:
        return [_no_part(saved, name) for name in parts]
    others = [f"its state can't have `{name}`: it has {_list(PARTS)}" for name in saved if name not in PARTS]
    if others:
        return others
    fields, luck = saved["fields"], saved["luck"]
    found = list(_unknown_fields(rules, fields))
    if complete:
        found += _missing_names(rules, fields, luck)
    wrong = list(_wrong_fields(rules, fields))
    found += wrong
    found += _wrong_luck(luck)
    if not wrong:
        found += _wrong_pieces(rules, fields)
    return [*found, *_wrong_frames(rules, saved["frames"])]


def _no_part(saved: Mapping[str, Any], name: str) -> str:
    return f"`state.{name}` can't be {shown_short(saved[name])}" if name in saved else f"its state has no `{name}`"


def _unknown_fields(rules: Rules, fields: Mapping[str, Any]) -> Iterator[str]:
    """Fields that the game doesn't have; streams of luck that are gone do no harm."""
    known = {place.address for place in rules.knowledge.places}
    for address in fields:
        if address not in known:
            yield f"it has a field `{address}`, which these rules don't have"


def _missing_names(rules: Rules, fields: Mapping[str, Any], luck: Mapping[str, Any]) -> Iterator[str]:
    for place in rules.knowledge.places:
        if place.address not in fields and not place.field.lasts:
            yield f"it has no field `{place.address}`"
    layout = rules.program.layout
    for first, count in layout.strands.values():
        for name in layout.names[first : first + count]:
            if name.removeprefix("luck.") not in luck:
                yield f"it has no luck for `{name.removeprefix('luck.')}`"


def _wrong_luck(luck: Mapping[str, Any]) -> Iterator[str]:
    for name, value in luck.items():
        if type(value) is not str or not STRAND.fullmatch(value):
            yield f"the luck of `{name}` can't be {shown_short(value)}: it is a text of 16 hexadecimal digits"


# Fields, each by itself.


def _wrong_fields(rules: Rules, fields: Mapping[str, Any]) -> Iterator[str]:
    for place in rules.knowledge.places:
        if place.address in fields:
            wanted = _expectation(rules, place, fields[place.address])
            if wanted:
                yield f"`{place.address}` can't be {shown_short(fields[place.address])}: {wanted}"


def _expectation(rules: Rules, place: Place, value: Any) -> str:
    """What a field holds instead of this; nothing where it can hold it."""
    if place.is_deck:
        return _wanted_deck(rules, place, value)
    sort = place.field.type
    if sort.base == "sequence" or (place.kind and value == -1 and type(value) is int):
        return _wanted_item(rules, value, sort) if sort.base == "sequence" else ""
    return _wanted_item(rules, value, sort) or _limits_broken(place, value, 1 << rules.players)


def _limits_broken(place: Place, value: int, masks: int) -> str:
    """The limits of a field, where the number isn't within them."""
    if place.field.role == Role.KNOWN:
        return "" if 0 <= value < masks else limits_of(0, masks - 1)
    low, high = place.limits
    if value == NO_NUMBER or ((low is None or value >= low) and (high is None or value <= high)):
        return ""
    return limits_of(low, high)


def _wanted_item(rules: Rules, value: Any, sort: Type) -> str:
    if sort.base == "sequence":
        if not isinstance(value, list):
            return f"it is a list, as a {sort} is"
        return next(filter(None, (_wanted_item(rules, item, sort.item or sort) for item in value)), "")
    if type(value) is not int:
        return f"a {sort.kind or sort.base} goes by a whole number"
    if sort.base == "flag":
        return "" if value in {0, 1} else "it is 0 or 1"
    if sort.base == "entity":
        count, least = len(rules.words.instances[sort.kind]), -1 if sort.optional else 0
        return "" if least <= value < count else f"a {sort.kind} goes by a number from {least} to {count - 1}"
    if value == NO_NUMBER:
        return "" if sort.optional else "it is never none"
    return "" if -HIGHEST <= value <= HIGHEST else "that is beyond all that is counted in games"


def _wanted_deck(rules: Rules, place: Place, value: Any) -> str:
    if not isinstance(value, list) or not all(isinstance(block, list) and block for block in value):
        return "it is a list of blocks, each a list of pieces"
    wrong = next(filter(None, (_wanted_item(rules, block, place.row_type) for block in value)), "")
    if wrong:
        return wrong
    is_sorted = all(tuple(block) == OPS["sorted"](tuple(block)) for block in value)
    return "" if is_sorted else "the pieces of a block stand by their numbers"


# Pieces.


def _wrong_pieces(rules: Rules, fields: Mapping[str, Any]) -> Iterator[str]:
    """What can be told from others and lies in several places, or knows another place than its own."""
    slots = rules.program.template()
    for place in rules.knowledge.places:
        if place.address in fields:
            slots[place.slot] = from_plain(fields[place.address])
    for kind in rules.knowledge.held_kinds:
        if kind in rules.program.model.holders:
            found = list(_twice(rules, slots, kind))
            yield from found or _misplaced(rules, slots, kind, fields)


def _twice(rules: Rules, slots: list[Any], kind: str) -> Iterator[str]:
    lying: dict[int, list[str]] = {}
    for place in rules.knowledge.places:
        if place.kind == kind:
            for piece in pieces_in(place, slots[place.slot]):
                lying.setdefault(piece, []).append(place.address)
    for piece, places in lying.items():
        if len(places) > 1:
            where = " and ".join(f"`{place}`" + (" twice" if n > 1 else "") for place, n in Counter(places).items())
            name = rules.words.instances[kind][piece]
            yield f"the {kind} `{name}` can't lie in {len(places)} places: it is in {where}"


def _misplaced(rules: Rules, slots: list[Any], kind: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """What knows another place than the one that it lies in."""
    right = slots.copy()
    rules.knowledge.set_places(right, kind)
    for place in rules.knowledge.places:
        if place.address in fields and right[place.slot] != slots[place.slot]:
            holder = rules.knowledge.holder(slots, kind, place.instance)
            where = f"in `{holder.address}`" if holder else "nowhere"
            name, wanted = rules.words.instances[kind][place.instance], right[place.slot]
            yield f"`{place.address}` can't be {slots[place.slot]}: the {kind} `{name}` lies {where}, so it is {wanted}"


# What waits.


def _wrong_frames(rules: Rules, frames: Mapping[str, Any]) -> Iterator[str]:
    for name in frames:
        if name not in WAITING:
            yield f"`state.frames` can't have `{name}`: it has {_list(WAITING)}"
    if frames.get("over") is True:
        return
    yield from _wrong_chain("state.frames.chain", frames.get("chain"))
    if "branches" not in frames:
        yield from _wrong_beginnings(rules, frames.get(BEGUN, {}), {})
        return
    branches, seats = frames["branches"], {str(seat + 1) for seat in range(rules.players)}
    if not isinstance(branches, dict) or not branches or set(branches) - seats:
        yield "`state.frames.branches` has what waits for each seat, by its number"
        return
    for seat, chain in branches.items():
        if chain != "through":
            yield from _wrong_chain(f"state.frames.branches.{seat}", chain)
    yield from _wrong_beginnings(rules, frames.get(BEGUN, {}), branches)


def _wrong_beginnings(rules: Rules, begun: Any, branches: Mapping[str, Any]) -> Iterator[str]:
    """What branches had changed before they were asked: each what stood there before."""
    is_whole = isinstance(begun, dict) and all(isinstance(one, dict) for one in begun.values())
    if not is_whole or set(begun) - set(branches):
        yield f"`state.frames.{BEGUN}` has what stood there before, by the number of a seat that has a branch"
        return
    for seat, before in begun.items():
        fields = {name: value for name, value in before.items() if not name.startswith(LUCK)}
        wrong = [*_unknown_fields(rules, fields), *_wrong_fields(rules, fields)]
        wrong += _wrong_luck({name.removeprefix(LUCK): value for name, value in before.items() if name not in fields})
        yield from (f"before player {seat} was asked, {slip}" for slip in wrong)


def _wrong_chain(where: str, chain: Any) -> Iterator[str]:
    if not isinstance(chain, list) or not 0 < len(chain) <= DEEPEST:
        yield f"`{where}` can't be {shown_short(chain)}: it is a list of the effects that wait"
        return
    for number, link in enumerate(chain):
        if not _is_link(link):
            yield f"`{where}[{number}]` can't be {shown_short(link)}: it has an address `at`, and `locals`"
            continue
        for name, value in link["locals"].items():
            if not is_plain_value(value, DEEPEST_LIST):
                what = f"`{name}` at `{link['at']}` can't be {shown_short(value)}"
                yield f"{what}: it is a whole number, or a list of such"


def _is_link(link: Any) -> bool:
    if not isinstance(link, dict) or link.keys() != {"at", "locals"}:
        return False
    return isinstance(link["at"], str) and isinstance(link["locals"], dict)


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# The whole.


def sound_state(make: Callable[[], Any], broken: Collection[str], *, is_doubtful: bool = False) -> Any:
    """A state in which all laws hold but those that are said to be broken, and from which play goes on.

    Where it is doubtful, nobody may have anything to take.
    """
    state = soundly(make)
    found = [f"the law `{name}` doesn't hold in it" for name in state.broken_laws if name not in broken]
    found += [] if is_doubtful else soundly(lambda: _stuck(state) or _dead_ends(state))
    if found:
        raise refusal(found)
    return state


def soundly(make: Callable[[], T]) -> T:
    """What comes of something that only a sound state lets happen."""
    try:
        return make()
    except RecordError:
        raise
    except BudgetExceeded as error:
        raise RecordError(f"{FIT}: {error}") from error
    except FAULTS as error:
        raise RecordError(f"{FIT}: {_why(error)}") from error


def _stuck(state: Any) -> list[str]:
    """Seats that could do nothing."""
    stuck = [_idle(one) for one in state.decisions if not one.values]
    stops = not state.over and not state.decisions
    return stuck + (["it isn't over, and nobody has a decision"] if stops else [])


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, UnknownPlace) else "its rules can't go on from what waits in it"


def _idle(decision: Decision) -> str:
    return f"player {decision.player} would have nothing to choose at `{decision.address}`"


def _dead_ends(state: Any) -> list[str]:
    """Take each option on a copy, and go on for a while: what waits may come to what it can't be."""
    every = [(one.player - 1, option) for one in state.decisions for option in one.offered]
    for seat, option in every[:TRIED]:
        twin = state.clone()
        twin.decide(seat, option.value)
        for _ in range(STEPS):
            decision = next(iter(twin.decisions), None)
            if decision is None:
                break
            if not decision.values:
                return [f"after `{option.id}`, {_idle(decision)}"]
            twin.decide(decision.player - 1, decision.options[-1].value)
    return []
