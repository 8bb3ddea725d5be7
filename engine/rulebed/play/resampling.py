"""Another state that a player can't tell from this one, made from what that player has lived through.

The spread is that of playing again: luck with its odds, and what others did unheard evenly among what they were
offered; kept is what leaves the player's history as it is. Where nothing is hidden but what lies in decks, that is the
same state with other luck. Where the worlds are few, all are listed with their odds, moment by moment (`play.belief`).
Where they are many, and the game is short, one is found (`play.worlds`) and wandered off from (`play.ways`). In long
games what the player doesn't know is dealt from what they see and from where they have followed the pieces to
(`play.dealing`), until it looks the same, no law is broken, and everybody who is asked has something to take.
`seat.resample` refuses where even that can't be done; `seat.guess` gives the nearest that was found, and says what is
doubtful about it.

One thing is not so yet: where a state is dealt, and not played, an effect that waits keeps what it has in hand, hidden
or not.

Luck is drawn from the seed, the seat, and how often that seat has been asked so far: so who looks ahead from a dealt
state doesn't find the luck there that they were dealt with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import strand
from rulebed.play import giving, journal, telling
from rulebed.play.dealing import Dealer, Dice
from rulebed.play.errors import CannotResample
from rulebed.play.history import Block
from rulebed.play.lived import Lived
from rulebed.play.log import Log
from rulebed.play.ways import Wandering
from rulebed.play.worlds import World

if TYPE_CHECKING:
    from rulebed.play.knowledge import Viewer
    from rulebed.play.position import Position

SLOTS, MOMENTS = 150, 120  # of games that are played again: with more of either it takes too long
WORK, MOST_WORK = 2_000, 40_000  # entries of logs in all tries together; where it can't be dealt, so many
CHANGES, WANDERING = 3, 10_000  # of a way that was found: for each of its picks, in so much work at most
DEALS = 100
STEPS = 500  # in which what was dealt is made to fit

P = TypeVar("P", bound="Position")
Slots = list[Any]


def resampled(state: P, viewer: Viewer, seed: int, *, surely: bool = True) -> P:
    """A state in which the viewer has lived through the same; if not `surely`, the nearest that can be found."""
    lived = lived_through(state, viewer)
    luck = f"resample/{viewer}/{sum(moment.own is not None for moment in lived.moments)}"
    slots, doubts = _anew(lived, viewer, seed, luck)
    if surely and doubts:
        raise CannotResample(doubts)
    for stream, (first, count) in state.rules.program.layout.strands.items():
        for index in range(count):
            slots[first + index] = strand(seed, f"{luck}/{stream}", index)
    other = state.elsewhere(slots, _own(state, viewer), seed, doubts)
    own = lived.copy()
    own.entries.clear()  # in that world it is where the game begins
    own.life.slots[:] = slots
    if own.life.block is not None:  # nobody else has answered there
        own.life.block = Block(slots.copy(), Log(slots))
    other.match.roots[viewer] = own
    return _remembering(state, other, viewer)


def lived_through(state: Position, viewer: Viewer) -> Lived:
    """What a viewer has lived through up to this state; it is kept, and goes on as the game goes on."""
    match, entries = state.match, state.decided
    seed, kept = match.lives.get(viewer, (None, None))
    if kept is None or seed != state.seed or not kept.leads_to(entries):
        rules = match.game.rules(state.rules.players, match.options, "events", match.chance)
        kept = _begun(state, rules, viewer)
        match.lives[viewer] = state.seed, kept
    kept.follow(entries)
    return kept


def _begun(state: Position, rules: Any, viewer: Viewer) -> Lived:
    match = state.match
    if viewer in match.roots:
        return match.roots[viewer].copy()
    if match.origin is not None:
        return Lived.at(rules, viewer, list(match.origin.slots))
    start = rules.program.fresh(state.seed)
    if not match.given:
        return Lived.begun(rules, viewer, start)
    giving.give(rules, start, match.given)
    rules.program.begin(start)
    return Lived.at(rules, viewer, start)


def _anew(lived: Lived, viewer: Viewer, seed: int, luck: str) -> tuple[Slots, tuple[str, ...]]:
    """Slots for a state, and what is doubtful about them."""
    life = lived.life
    known = life.slots if life.block is None else life.block.own
    dealer = Dealer(life.rules.knowledge, known, viewer, lived.tracks)
    if lived.is_whole and dealer.is_plain and life.block is None:
        return known.copy(), ()
    belief = lived.believed() if len(life.slots) <= SLOTS else None
    if belief is not None:
        return belief.drawn(Dice(strand(seed, f"{luck}/belief", 0))).copy(), ()
    is_short = lived.is_whole and len(life.slots) <= SLOTS and len(lived.moments) <= MOMENTS
    if is_short and _is_soon_found(lived, viewer):
        found = _played_again(lived, viewer, seed, f"{luck}/world", WORK)
        if found is not None:
            return found, ()
    slots, doubts = _dealt(lived, dealer, Dice(strand(seed, f"{luck}/deal", 0)))
    if doubts and is_short:
        found = _played_again(lived, viewer, seed, f"{luck}/long", MOST_WORK)
        return (slots, doubts) if found is None else (found, ())
    return slots, doubts


def _is_soon_found(lived: Lived, viewer: Viewer) -> bool:
    """Whether a first try, which is the same whoever asks, comes to an end: else each would take as long in vain."""
    count = len(lived.moments)
    if lived.tried is None or lived.tried[0] != count:
        lived.tried = count, _played_again(lived, viewer, 0, "first try", WORK) is not None
    return lived.tried[1]


def _played_again(lived: Lived, viewer: Viewer, seed: int, luck: str, work: int) -> Slots | None:
    left, number = work, 0
    while left > 0:
        world = World.begun(lived.life.rules, viewer, lived.moments, Dice(strand(seed, luck, number)), left)
        way = world.found()
        if way is not None:
            wandering = Wandering(world.luck, viewer, lived.moments, WANDERING)
            return wandering.wandered(way, CHANGES * (len(way.sites) + 1)).end.slots
        left, number = world.left, number + 1
    return None


def _dealt(lived: Lived, dealer: Dealer, dice: Dice) -> tuple[Slots, tuple[str, ...]]:
    """What isn't known dealt until it fits; else the nearest that was found, and what doesn't fit."""
    best: tuple[Slots, tuple[str, ...]] | None = None
    for _ in range(DEALS):
        slots = dealer.dealt(dice)
        if slots is None:
            continue
        wrong = _wrong(lived, slots)
        if best is None or len(wrong) < len(best[1]):
            best = slots, wrong
        if not wrong:
            return best
    if best is None:  # some have moved unheard of
        dealer.forget()
        slots = dealer.dealt(dice)
        assert slots is not None, "what lies hidden can lie where it does"
        best = slots, _wrong(lived, slots)
    slots, wrong = best
    for _ in range(STEPS if dealer.values else 0):
        place = dice.any(dealer.values)
        before = slots[place.slot]
        slots[place.slot] = dealer.drawn(place, dice)
        now = _wrong(lived, slots)
        if len(now) > len(wrong):
            slots[place.slot] = before
            continue
        wrong = now
        if not wrong:
            break
    return slots, wrong


def _wrong(lived: Lived, slots: Slots) -> tuple[str, ...]:
    """What tells a dealt state from one that can be: laws, and what the viewer sees and is asked."""
    rules, life = lived.life.rules, lived.life
    found = [f"the law `{name}` doesn't hold" for name, holds in rules.program.laws.items() if not holds(slots)]
    known = life.slots if life.block is None else life.block.own
    seats = rules.seats(known)
    if rules.knowledge.glimpse(slots, life.viewer) != rules.knowledge.glimpse(known, life.viewer):
        return *found, "it looks otherwise"
    if rules.seats(slots) != seats:
        return *found, "others are asked"
    if not seats and rules.scores(slots) != rules.scores(known):
        found.append("it comes out otherwise")
    for seat in seats:
        offered = list(rules.values(slots, seat))
        if not offered:
            found.append(f"player {seat + 1} has nothing to take")
        elif seat == life.viewer and offered != list(rules.values(known, seat)):
            found.append("something else is offered")
    return tuple(found)


def _own(state: Position, viewer: Viewer) -> tuple[Any, ...]:
    return tuple(entry for entry in journal.forwards(state.past) if entry[0] == viewer)


def _remembering(state: Position, other: P, viewer: Viewer) -> P:
    """The dealt state with the events that the viewer was told; of all others only those that everybody was told."""
    log = state.log
    if log is None:
        return other
    public, own = (telling.chronicle(log, state.rules, one) for one in (None, viewer))
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    told = dict.fromkeys(viewers, public.account.apart()) | {viewer: own.account.apart()}
    decided = dict.fromkeys(viewers, public.decided) | {viewer: own.decided}
    return other.with_log(Log(other.slots, told, decided))
