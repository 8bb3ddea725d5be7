"""Another state that a player can't tell from this one, made from what that player has lived through.

The spread is that of playing again: luck with its odds, and what others did unheard evenly among what they were
offered; kept is what leaves the player's history as it is. Where nothing is hidden but what lies in decks, that is the
same state with other luck. Where the worlds are few, all are listed with their odds, moment by moment
(`imagining.belief`). Where they are many, and the game is short, one is found (`imagining.worlds`) and wandered off
from (`imagining.ways`). What was hidden once, and makes no difference any more, is left out of both
(`imagining.parting`). In long games what the player doesn't know is dealt from what they see and from where they have
followed the pieces to (`imagining.dealing`), until it looks the same, no law is broken, and everybody who is asked has
something to take. `seat.resample` refuses where even that can't be done; `seat.guess` gives the nearest that was found,
and says what is doubtful about it.

An effect that waits may have something in hand that the player doesn't know. Then what is dealt is the last rest at
which nothing was (`Lived.landing`), and the game goes on from there as in a short one. Where that leads nowhere, the
nearest is what comes of going on without fitting; and where there was no such rest, since the game was taken up within
such an effect, the effect is cut short (`imagining.nearest`). What is in hand in the true state is never taken from
there.

Luck is drawn from the seed, the seat, and how often that seat has been asked so far: so who looks ahead from a dealt
state doesn't find the luck there that they were dealt with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulebed.lang.luck import strand
from rulebed.play.imagining.asides import Weighing, is_lost, is_mute
from rulebed.play.imagining.dealing import DEALS, Dealer, Dice
from rulebed.play.imagining.history import SecretBlock
from rulebed.play.imagining.injected import Luck
from rulebed.play.imagining.lived import Lived
from rulebed.play.imagining.nearest import TAKEN_BACK, UNLIKE, Nearest, cut_short, gone_on, wrong_with
from rulebed.play.imagining.shuffling import LEARNING, Shuffling
from rulebed.play.imagining.stepping import RUN
from rulebed.play.imagining.ways import Wandering, Way
from rulebed.play.imagining.worlds import World
from rulebed.play.rules import giving, journal
from rulebed.play.rules.errors import CannotResample
from rulebed.play.rules.log import Log
from rulebed.play.telling import telling

if TYPE_CHECKING:
    from rulebed.lang.luck import Seed
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.position import Position

SLOTS, MOMENTS = 150, 120  # of games that are played again: with more of either it takes too long
WORK = 120_000  # entries of logs in all tries together to find a way
TRIES, HASTY_WORK = 4, 20_000  # that are made in any case; more of them only as long as all took no more than that
STARTS = 8  # ways that are found for all seeds together
CHANGES, WANDERING = 25, 4_000  # of a way that was found: for each of its picks, in so much work at most
BRIEFLY = 600  # the work for changes where all pieces are dealt anew at once, and nothing else is unknown
STEPS = 500  # in which what was dealt is made to fit
AGAIN = 3  # times as much work where something was taken back, until it could have happened there

P = TypeVar("P", bound="Position")
Slots = list[Any]


def resampled(state: P, viewer: Viewer, seed: int, *, surely: bool = True) -> P:
    """A state in which the viewer has lived through the same; if not `surely`, the nearest that can be found."""
    lived = lived_through(state, viewer)
    luck = f"resample/{viewer}/{sum(moment.own is not None for moment in lived.moments)}"
    found = _deal_anew(lived, viewer, seed, luck)
    slots, doubts = found.slots, found.doubts
    if surely and doubts:
        raise CannotResample(doubts)
    state.rules.program.unveil(slots)
    for stream, (first, count) in state.rules.program.layout.strands.items():
        for index in range(count):
            slots[first + index] = strand(seed, f"{luck}/{stream}", index)
    other = state.elsewhere(slots, _own_entries(state, viewer), seed, doubts)
    other.match.roots[viewer] = _lived_in_world(lived, slots, found)
    return _remembering(state, other, viewer)


def _lived_in_world(lived: Lived, slots: Slots, found: Nearest) -> Lived:
    """What the viewer has lived through in a world that was found: there it is where the game begins."""
    own = lived.copy()
    own.entries.clear()
    own.taken_back = ()
    if not found.is_there:
        own.take_up(slots.copy())
        return own
    own.life.slots[:], own.life.begun = slots, ()
    if own.life.block is not None:  # nobody else has answered there
        own.life.block = SecretBlock(own.life.rules.veiled(slots, own.life.viewer), Log(slots))
    return own


def lived_through(state: Position, viewer: Viewer) -> Lived:
    """What a viewer has lived through up to this state; it is kept, and goes on as the game goes on."""
    match, entries, taken_back = state.match, state.decided, state.match.taken_back
    seed: Seed | None
    kept: Lived | None
    seed, kept = match.lives.get(viewer, (None, None))
    if kept is None or seed != state.seed or not kept.leads_to(taken_back, entries):
        kept = _lived_at_start(state, viewer)
    for one in taken_back[len(kept.taken_back) :]:
        kept = kept.after_retreat(one, _lived_at_start(state, viewer))
    match.lives[viewer] = state.seed, kept
    kept.follow(entries)
    return kept


def _lived_at_start(state: Position, viewer: Viewer) -> Lived:
    match = state.match
    rules = match.game.rules(state.rules.players, match.options, "events", match.chance)
    if viewer in match.roots:
        root: Lived = match.roots[viewer]
        return root.copy()
    if match.origin is not None:
        return Lived.at(rules, viewer, list(match.origin.slots))
    start = rules.program.fresh(state.seed)
    if not match.given:
        return Lived.at_start(rules, viewer, start)
    giving.give(rules, start, match.given)
    rules.program.begin(start)
    return Lived.at(rules, viewer, start)


def _deal_anew(lived: Lived, viewer: Viewer, seed: int, luck: str) -> Nearest:
    """Slots for a state, and what is doubtful about them."""
    found = _deal_now(lived, viewer, seed, luck)
    return found.with_doubt(TAKEN_BACK) if is_lost(lived.moments, lived.retreats) else found


def _deal_now(lived: Lived, viewer: Viewer, seed: int, luck: str) -> Nearest:
    """The same, but for luck that was seen and taken back."""
    life = lived.life
    known = life.known_slots
    dealer = Dealer(life.rules.knowledge, known, viewer, lived.tracks)
    if lived.is_whole and lived.is_landed and dealer.is_plain and life.block is None:
        return Nearest(life.rules.program.forget(known).copy())
    belief = lived.current_belief() if len(life.slots) <= SLOTS else None
    if belief is not None:
        return Nearest(belief.draw_world(Dice(strand(seed, f"{luck}/belief", 0))).copy())
    is_short = lived.is_whole and len(life.slots) <= SLOTS and len(lived.moments) - lived.parting_at <= MOMENTS
    found = _played_again(lived, viewer, Dice(strand(seed, f"{luck}/world", 0))) if is_short else None
    if found is not None:
        return Nearest(found)
    dealt = _deal_fitting(lived, dealer, Dice(strand(seed, f"{luck}/deal", 0)))
    return dealt.with_doubt(UNLIKE) if is_short and not dealt.is_replayed else dealt


def _played_again(lived: Lived, viewer: Viewer, dice: Dice) -> Slots | None:
    """A state at the end of a game played again; none if that takes too long."""
    found = _start(lived, viewer, dice.between(0, STARTS - 1))
    if found is None:
        return None
    way, luck = found
    shuffling = _shuffling(lived, viewer)
    luck.dice = dice
    asides = {at - lived.parting_at: some for at, some in lived.asides.items() if at > lived.parting_at}
    weighing, left = Weighing(luck.rules), AGAIN * WANDERING
    is_kept = not asides or is_lost(lived.moments, lived.retreats)
    while left > 0:
        wandering = _new_wandering(lived, viewer, luck, WANDERING)
        way = _other_way(way, wandering, lived, shuffling)
        odds = 1.0 if is_kept else weighing.odds_along(asides, way.lives)
        if odds is None or dice.share() < odds:
            return None if odds is None else way.end.slots
        left -= WANDERING - wandering.left + RUN
    return None


def _new_wandering(lived: Lived, viewer: Viewer, luck: Luck, left: int) -> Wandering:
    return Wandering(luck, viewer, lived.moments[lived.parting_at :], left, begins=not lived.parting_at)


def _other_way(way: Way, wandering: Wandering, lived: Lived, shuffling: Shuffling) -> Way:
    """Another way, as far as can be reached from one by changes: pieces that are dealt anew, then all else."""
    for _ in range(shuffling.times):
        way = shuffling.shuffled(way, wandering)
    if shuffling.times:
        wandering.left = BRIEFLY if lived.is_landed and shuffling.is_all(way) else WANDERING
    return wandering.wander(way, CHANGES * (len(way.sites) + 1))


def _shuffling(lived: Lived, viewer: Viewer) -> Shuffling:
    """How pieces can be dealt, as the first way shows."""
    count, found = lived.shuffling
    first = lived.starts[1][0]
    if found is None or count != len(lived.moments):
        assert first is not None, "there is a way"
        way, luck = first
        luck.dice = Dice(strand(0, "shuffling", 0))
        found = Shuffling.learn(way, _new_wandering(lived, viewer, luck, LEARNING))
        lived.shuffling = len(lived.moments), found
    return found


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
        world = _world(lived, viewer, dice, left)
        way = world.find_way()
        if way is not None:
            return way, world.luck
        left, attempt = world.left, attempt + 1
    return None


def _world(lived: Lived, viewer: Viewer, dice: Dice, left: int) -> World:
    """A world in which nothing has happened yet since the last parting, or since the game began."""
    rules, parting = lived.life.rules, lived.parting
    if parting is None:
        return World.at_start(rules, viewer, lived.moments, dice, left)
    later = lived.moments[parting.reached :]
    return World.at_parting(Luck(rules, dice), viewer, later, left, parting.slots.copy())


def _deal_fitting(lived: Lived, dealer: Dealer, dice: Dice) -> Nearest:
    """What isn't known dealt until it fits; else the nearest that was found, and what doesn't fit."""
    found = _dealt_anyhow(lived, dealer, dice)
    asides = lived.asides
    asides.pop(len(lived.moments), None)  # those of this rest are looked at with all else
    return found if all(map(is_mute, asides.values())) else found.with_doubt(TAKEN_BACK)


def _dealt_anyhow(lived: Lived, dealer: Dealer, dice: Dice) -> Nearest:
    """The same, whatever was taken back earlier."""
    if lived.is_landed:
        return Nearest(*_dealt_now(lived, dealer, dice))
    if lived.is_whole or lived.landing is not None:
        return gone_on(lived, dice)
    return cut_short(lived, dealer, dice)


def _dealt_now(lived: Lived, dealer: Dealer, dice: Dice) -> tuple[Slots, tuple[str, ...]]:
    """The same, as things are."""
    best: tuple[Slots, tuple[str, ...]] | None = None
    for _ in range(DEALS):
        slots = dealer.deal(dice)
        if slots is None:
            continue
        wrong = wrong_with(lived, slots)
        if best is None or len(wrong) < len(best[1]):
            best = slots, wrong
        if not wrong:
            return best
    if best is None:
        slots = dealer.surely_dealt(dice)
        best = slots, wrong_with(lived, slots)
    slots, wrong = best
    for _ in range(STEPS if dealer.values else 0):
        place = dice.any(dealer.values)
        before = slots[place.slot]
        slots[place.slot] = dealer.draw_value(place, dice)
        now = wrong_with(lived, slots)
        if len(now) > len(wrong):
            slots[place.slot] = before
            continue
        wrong = now
        if not wrong:
            break
    return slots, wrong


def _own_entries(state: Position, viewer: Viewer) -> tuple[Any, ...]:
    return tuple(entry for entry in journal.forwards(state.past) if entry[0] == viewer)


def _remembering(state: Position, other: P, viewer: Viewer) -> P:
    """The dealt state with the events that the viewer was told; of all others only those that everybody was told."""
    log = state.log
    if log is None:
        return other
    public, own = (telling.chronicle(log, state.rules, one) for one in (None, viewer))
    viewers: list[Viewer] = [None, *range(state.rules.players)]
    told = dict.fromkeys(viewers, public.account.without_log(state.rules)) | {
        viewer: own.account.without_log(state.rules)
    }
    decided = dict.fromkeys(viewers, public.decided) | {viewer: own.decided}
    return other.with_log(Log(other.slots, told, decided))
