"""Another state that a player can't tell from this one, made from what that player has lived through.

The spread is that of playing again: luck with its odds, and what others did unheard evenly among what they were
offered; kept is what leaves the player's history as it is. Where nothing is hidden but what lies in decks, that is the
same state with other luck. Where the worlds are few, all are listed with their odds, moment by moment (`play.belief`).
Where they are many, and the game is short, one is found (`play.worlds`) and wandered off from (`play.ways`). In long
games what the player doesn't know is dealt from what they see and from where they have followed the pieces to
(`play.dealing`), until it looks the same, no law is broken, and everybody who is asked has something to take.
`seat.resample` refuses where even that can't be done; `seat.guess` gives the nearest that was found, and says what is
doubtful about it.

An effect that waits may have something in hand that the player doesn't know. Then what is dealt is the last rest at
which nothing was (`Lived.landing`), and the game goes on from there as in a short one. Only where there was none, since
the game was taken up within such an effect, what is in hand stays as it is, and is doubtful.

Luck is drawn from the seed, the seat, and how often that seat has been asked so far: so who looks ahead from a dealt
state doesn't find the luck there that they were dealt with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import strand
from rulebed.play import giving, journal, telling
from rulebed.play.asides import Weighing, is_lost, is_mute
from rulebed.play.dealing import Dealer, Dice
from rulebed.play.errors import CannotResample
from rulebed.play.history import Block, Life
from rulebed.play.injected import Luck
from rulebed.play.lived import Lived
from rulebed.play.log import Log
from rulebed.play.stepping import RUN
from rulebed.play.ways import Wandering, Way
from rulebed.play.worlds import World

if TYPE_CHECKING:
    from rulebed.play.knowledge import Viewer
    from rulebed.play.position import Position

SLOTS, MOMENTS = 150, 120  # of games that are played again: with more of either it takes too long
WORK = 80_000  # entries of logs in all tries together to find a way
TRIES, HASTY_WORK = 4, 20_000  # that are made in any case; more of them only as long as all took no more than that
STARTS = 8  # ways that are found for all seeds together
CHANGES, WANDERING = 25, 4_000  # of a way that was found: for each of its picks, in so much work at most
DEALS = 100
BRIEFLY = 500  # entries that are written to see whether what was taken back could have happened in a dealt state
STEPS = 500  # in which what was dealt is made to fit
AGAIN = 3  # times as much work where something was taken back, until it could have happened there
TAKEN_BACK = "what was taken back may not hold"

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
    own.taken_back = ()
    own.life.slots[:], own.life.begun = slots, ()
    if own.life.block is not None:  # nobody else has answered there
        own.life.block = Block(state.rules.veiled(slots, viewer), Log(slots))
    other.match.roots[viewer] = own
    return _remembering(state, other, viewer)


def lived_through(state: Position, viewer: Viewer) -> Lived:
    """What a viewer has lived through up to this state; it is kept, and goes on as the game goes on."""
    match, entries, taken_back = state.match, state.decided, state.match.taken_back
    seed, kept = match.lives.get(viewer, (None, None))
    if kept is None or seed != state.seed or not kept.leads_to(taken_back, entries):
        kept = _begun(state, viewer)
    for one in taken_back[len(kept.taken_back) :]:
        kept = kept.retreated(one, _begun(state, viewer))
    match.lives[viewer] = state.seed, kept
    kept.follow(entries)
    return kept


def _begun(state: Position, viewer: Viewer) -> Lived:
    match = state.match
    rules = match.game.rules(state.rules.players, match.options, "events", match.chance)
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
    slots, doubts = _now(lived, viewer, seed, luck)
    return slots, (*doubts, TAKEN_BACK) if is_lost(lived.moments, lived.retreats) else doubts


def _now(lived: Lived, viewer: Viewer, seed: int, luck: str) -> tuple[Slots, tuple[str, ...]]:
    """The same, but for luck that was seen and taken back."""
    life = lived.life
    known = life.known
    dealer = Dealer(life.rules.knowledge, known, viewer, lived.tracks)
    if lived.is_whole and lived.is_landed and dealer.is_plain and life.block is None:
        return known.copy(), ()
    belief = lived.believed() if len(life.slots) <= SLOTS else None
    if belief is not None:
        return belief.drawn(Dice(strand(seed, f"{luck}/belief", 0))).copy(), ()
    is_short = lived.is_whole and len(life.slots) <= SLOTS and len(lived.moments) <= MOMENTS
    found = _played_again(lived, viewer, Dice(strand(seed, f"{luck}/world", 0))) if is_short else None
    if found is not None:
        return found, ()
    slots, doubts = _dealt(lived, dealer, Dice(strand(seed, f"{luck}/deal", 0)))
    return slots, (*doubts, "what was told of hidden things may not hold") if is_short else doubts


def _played_again(lived: Lived, viewer: Viewer, dice: Dice) -> Slots | None:
    """A state at the end of a game played again; none if that takes too long."""
    found = _start(lived, viewer, dice.between(0, STARTS - 1))
    if found is None:
        return None
    way, luck = found
    luck.dice = dice
    asides, weighing, left = lived.asides, Weighing(luck.rules), AGAIN * WANDERING
    is_kept = not asides or is_lost(lived.moments, lived.retreats)
    while left > 0:
        wandering = Wandering(luck, viewer, lived.moments, WANDERING)
        way = wandering.wandered(way, CHANGES * (len(way.sites) + 1))
        odds = 1.0 if is_kept else weighing.along(asides, way.lives)
        if odds is None or dice.share() < odds:
            return None if odds is None else way.end.slots
        left -= WANDERING - wandering.left + RUN
    return None


def _start(lived: Lived, viewer: Viewer, number: int) -> tuple[Way, Luck] | None:
    """A way from which to wander; where none is found as the first one, none is at all."""
    count, found = lived.starts
    if count != len(lived.moments):
        found = {}
        lived.starts = len(lived.moments), found
    for one in (0, number):
        if one not in found:
            found[one] = _way(lived, viewer, one)
        if found[one] is None:
            return found[0]
    return found[number]


def _way(lived: Lived, viewer: Viewer, number: int) -> tuple[Way, Luck] | None:
    left, attempt = WORK, 0
    while left > 0 and (attempt < TRIES or left > WORK - HASTY_WORK):
        dice = Dice(strand(number, "start", attempt))
        world = World.begun(lived.life.rules, viewer, lived.moments, dice, left)
        way = world.found()
        if way is not None:
            return way, world.luck
        left, attempt = world.left, attempt + 1
    return None


def _dealt(lived: Lived, dealer: Dealer, dice: Dice) -> tuple[Slots, tuple[str, ...]]:
    """What isn't known dealt until it fits; else the nearest that was found, and what doesn't fit."""
    slots, doubts = _dealt_anyhow(lived, dealer, dice)
    asides = lived.asides
    asides.pop(len(lived.moments), None)  # those of this rest are looked at with all else
    return slots, doubts if all(map(is_mute, asides.values())) else (*doubts, TAKEN_BACK)


def _dealt_anyhow(lived: Lived, dealer: Dealer, dice: Dice) -> tuple[Slots, tuple[str, ...]]:
    """The same, whatever was taken back earlier."""
    if not lived.is_landed and (lived.is_whole or lived.landing is not None):
        found = _gone_on(lived, dice)
        if found is not None:
            return found, ()
    best = _dealt_now(lived, dealer, dice)
    return best if lived.is_landed else (best[0], (*best[1], "an effect that waits has something in hand"))


def _gone_on(lived: Lived, dice: Dice) -> Slots | None:
    """A state dealt as things were at the last landing, or at the beginning, from where the same has happened."""
    rules, viewer, landing, left = lived.life.rules, lived.life.viewer, lived.landing, WORK
    dealer = None if landing is None else Dealer(rules.knowledge, landing.slots, viewer, landing.tracks)
    for _ in range(DEALS):
        if left <= 0:
            return None
        if landing is None or dealer is None:
            world = World.begun(rules, viewer, lived.moments, dice, left)
        else:
            slots = dealer.dealt(dice)
            if slots is None:
                return None
            later = lived.moments[landing.reached :]
            world = World.dealt(Luck(rules, dice), viewer, later, left, (slots, landing.tracks))
        way, left = world.found(), world.left
        if way is not None and not _wrong(lived, way.end.slots):
            return way.end.slots
    return None


def _dealt_now(lived: Lived, dealer: Dealer, dice: Dice) -> tuple[Slots, tuple[str, ...]]:
    """The same, as things are."""
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
    known = life.known
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
    asides = lived.asides.get(len(lived.moments), ())
    if not (found or is_mute(asides) or Weighing(rules, BRIEFLY).of(asides, _at(lived, slots))):
        found.append(TAKEN_BACK)
    return tuple(found)


def _at(lived: Lived, slots: Slots) -> Life:
    """The life of the viewer in a dealt state."""
    life = Life(lived.life.rules, lived.life.viewer, slots.copy())
    life.rest(None, None)
    return life


def _own(state: Position, viewer: Viewer) -> tuple[Any, ...]:
    return tuple(entry for entry in journal.forwards(state.past) if entry[0] == viewer)


def _remembering(state: Position, other: P, viewer: Viewer) -> P:
    """The dealt state with the events that the viewer was told; of all others only those that everybody was told."""
    log = state.log
    if log is None:
        return other
    public, own = (telling.chronicle(log, state.rules, one) for one in (None, viewer))
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    told = dict.fromkeys(viewers, public.account.apart(state.rules)) | {viewer: own.account.apart(state.rules)}
    decided = dict.fromkeys(viewers, public.decided) | {viewer: own.decided}
    return other.with_log(Log(other.slots, told, decided))
