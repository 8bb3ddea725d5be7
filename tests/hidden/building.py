"""Pairs of states that are one to a viewer by the judge, though something hidden differs: built in six ways.

listed     all games of a small pack, as far as they go: any two with the same history
chosen     somebody takes something else that nobody hears of, and both games go on in the same way
ordered    seats answer in a secret block in another order, or one of them not yet
drawn      luck brings two things in each other's place, from the beginning of a game in which it is explicit
by hand    what is hidden is put elsewhere, and a game begins there: pieces changed about, other luck, other values
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.properties.exchanging import Witness as Shown
from tests.properties.exchanging import exchanged, pairs, with_other_luck

from rulebed.oracle.lockstep import beginning

from .judge import CHANCE, Judge, Law, Witness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulebed import State

    from .judge import Viewer
    from .tables import Table

NODES, FEW = 250, 3  # of a game that is listed; pairs of one history
LONGEST, LENGTHS = 60, (8, 30, 90, 200)  # decisions of a game that is played; where luck decides, too
FURTHER = 6  # decisions that two games go on for


@dataclass(frozen=True, slots=True)
class Pair:
    """Two states that are one to a viewer, and how they came about."""

    way: str
    viewer: Viewer
    one: State
    other: State

    @property
    def sorts(self) -> frozenset[str]:
        """What is otherwise: fields, luck to come, locals of what waits, decisions, the order of answers."""
        layout = self.one.rules.program.layout
        luck = {at for first, count in layout.strands.values() for at in range(first, first + count)}
        slots = {layout.base(name) + at: name for name, one in layout.fields.items() for at in range(one.size)}
        both = enumerate(zip(self.one.slots, self.other.slots, strict=True))
        found = {"luck" if at in luck else slots.get(at, "locals") for at, (mine, theirs) in both if mine != theirs}
        if self.one.decided != self.other.decided:
            is_order = sorted(self.one.decided) == sorted(self.other.decided)
            found.add("order of answers" if is_order else "decisions")
        return frozenset(found)


@dataclass(slots=True)
class Played:
    """A game with its judge."""

    state: State
    judge: Judge

    def copy(self) -> Played:
        """An independent one."""
        return Played(self.state.clone(), self.judge.copy())

    def take(self, player: int, wanted: str) -> bool:
        """A player, or luck, takes the option of this id; whether it was offered."""
        decision = next((one for one in self.state.decisions if one.player == player), None)
        option = None if decision is None else decision.find(wanted)
        if decision is None or option is None:
            return False
        self.state.decide(player - 1, option.value)
        self.judge.decide(player - 1, option.value)
        return True


def begun(table: Table, players: int, seed: int, chance: str) -> Played:
    """A new game with its judge."""
    state = table.game.start(players, seed=seed, chance=chance, events=True)
    return Played(state, table.judge(state))


def at_random(table: Table, players: int, seed: int, chance: str, longest: int = LONGEST) -> Iterator[Played]:
    """A random game, at each decision."""
    played, luck = begun(table, players, seed, chance), Random(seed)
    for _ in range(longest):
        yield played
        if played.state.over:
            return
        decision = luck.choice(played.state.decisions)
        played.take(decision.player, luck.choice(decision.options).id)


def alike(way: str, one: Played, other: Played) -> Iterator[Pair]:
    """These two states for each viewer to whom they are one, unless nothing is otherwise."""
    if one.state.slots == other.state.slots and one.state.decided == other.state.decided:
        return
    for viewer in one.judge.witnesses:
        if one.judge.history(viewer) == other.judge.history(viewer):
            yield Pair(way, viewer, one.state.clone(), other.state.clone())


def listed(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """The first so many states of all games, broad and deep in turn."""
    known: dict[object, list[Played]] = defaultdict(list)
    todo, luck = [begun(table, players, 0, "explicit")], Random(seed)
    for _ in range(NODES):
        if not todo:
            break
        played = todo.pop(luck.randrange(len(todo)))
        for viewer in played.judge.witnesses:
            group = known[viewer, played.judge.history(viewer)]
            for earlier in group[-FEW:]:
                if earlier.state.slots != played.state.slots or earlier.state.decided != played.state.decided:
                    yield Pair("listed", viewer, earlier.state.clone(), played.state.clone())
            group.append(played)
        for decision in played.state.decisions:
            for option in decision.options:
                after = played.copy()
                after.take(decision.player, option.id)
                todo.append(after)


def chosen(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """Somebody takes one thing or another, and both games go on in the same way."""
    luck = Random(seed)
    for played in at_random(table, players, seed, "sampled"):
        for decision in played.state.decisions:
            if len(decision.options) > 1:
                one, other = played.copy(), played.copy()
                for twin, option in zip((one, other), luck.sample(decision.options, 2), strict=True):
                    twin.take(decision.player, option.id)
                yield from _further("chosen", one, other, luck)


def _further(way: str, one: Played, other: Played, luck: Random) -> Iterator[Pair]:
    """The pair, and the pairs that come of it as long as both games can go the same way."""
    for _ in range(FURTHER):
        found = list(alike(way, one, other))
        yield from found
        if not found or one.state.over or other.state.over:
            return
        decision = luck.choice(one.state.decisions)
        wanted = luck.choice(decision.options).id
        if not (other.take(decision.player, wanted) and one.take(decision.player, wanted)):
            return


def ordered(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """In a secret block all answer in one order and in another; and some have answered, or nobody else."""
    luck = Random(seed)
    for played in at_random(table, players, seed, "sampled"):
        seats = [decision.player for decision in played.state.decisions]
        if played.state.fork is None or len(seats) < 2 or played.state.fork.decided != played.state.length:
            continue
        answers = [(one.player, luck.choice(one.options).id) for one in played.state.decisions]
        turned = answers[1:] + answers[:1]
        one, other = played.copy(), played.copy()
        for mine, theirs in zip(answers, turned, strict=True):
            one.take(*mine)
            other.take(*theirs)
        yield from _further("ordered", one, other, luck)
        for order in (answers, turned):
            now = played.copy()
            for answer in order:
                before = now.copy()
                now.take(*answer)
                yield from alike("ordered", before, now)


def drawn(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """A game in which luck is explicit, once more with two things that luck brings in each other's place.

    If they can be found, two that somebody has never been shown; where none is in a pile, any two.
    """
    luck, last, shown = Random(seed), None, None
    for last in at_random(table, players, seed, "explicit", luck.choice(LENGTHS)):
        shown = shown or Shown(luck.randrange(players) + 1)
        shown.look(last.state)
    assert last is not None
    assert shown is not None
    for found in pairs(last.state, shown).values():
        yield from _turned(table, last, luck.choice(found))
    menus, alike_kinds = last.state.rules.menus, last.judge.law.alike
    brought = [(menus[site].domain.kind, value) for seat, site, value in last.state.decided if seat == CHANCE]
    brought = [(kind, value) for kind, value in brought if kind and kind not in alike_kinds and value >= 0]
    for _ in range(FEW if brought else 0):
        kind, one = luck.choice(brought)
        other = luck.randrange(len(last.judge.law.model.kinds[kind].instances))
        if one != other:
            yield from _turned(table, last, (kind, one, other))


def _turned(table: Table, last: Played, exchange: tuple[str, int, int]) -> Iterator[Pair]:
    """The same game with two things in each other's place."""
    kind, one, other = exchange
    turned, menus = {one: other, other: one}, last.state.rules.menus

    def swapped(_: int, site: int, value: int) -> int:
        domain = menus[site].domain
        return turned.get(value, value) if domain.sort == "entity" and domain.kind == kind else value

    return _again("drawn", table, last, swapped)


def rolled(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """A game in which luck is explicit, once more with one thing that luck brings otherwise."""
    luck, last, offered = Random(seed), None, []
    for last in at_random(table, players, seed, "explicit", luck.choice(LENGTHS)):
        offered.append([*last.state.values])
    assert last is not None
    rolls = [number for number, (seat, _, _) in enumerate(last.state.decided) if seat == CHANCE]
    for number in luck.sample(rolls, min(len(rolls), 2 * FEW)):
        value = luck.choice(offered[number])

        def otherwise(at: int, _: int, before: int, number: int = number, value: int = value) -> int:
            return value if at == number else before

        yield from _again("rolled", table, last, otherwise)


def _again(way: str, table: Table, last: Played, changed: Callable[[int, int, int], int]) -> Iterator[Pair]:
    """A game as it was, beside the same game with some decisions changed, as long as they are one to anybody."""
    mine, theirs = (begun(table, last.state.rules.players, last.state.seed, "explicit") for _ in range(2))
    menus = last.state.rules.menus
    for number, (seat, site, value) in enumerate(last.state.decided):
        menu = menus[site]
        if not theirs.take(seat + 1, menu.option(changed(number, site, value)).id):
            return
        mine.take(seat + 1, menu.option(value).id)
        is_same = mine.state.decided == theirs.state.decided
        if not is_same and all(mine.judge.history(one) != theirs.judge.history(one) for one in mine.judge.witnesses):
            return
        if not is_same and not mine.state.length % FEW:
            yield from alike(way, mine, theirs)


def by_hand(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """Games that begin where what a viewer has never seen is otherwise."""
    luck, played = Random(seed), None
    law, shown = None, None
    for number, played in enumerate(at_random(table, players, seed, "sampled")):
        state, law = played.state, played.judge.law
        viewer = luck.choice(range(1, players + 1)) if shown is None else shown.viewer
        shown = shown or Shown(viewer)
        shown.look(state)
        if number % FEW or state.fork is not None:
            continue
        for twin in _twins(state, shown, luck):
            both = [one.elsewhere(one.slots.copy(), (), seed) for one in (state, twin)]
            seen = [glimpse(law, one, viewer - 1) for one in both]
            if seen[0] == seen[1] and both[0].values == both[1].values:
                yield Pair("by hand", viewer - 1, *both)


def _twins(state: State, shown: Shown, luck: Random) -> Iterator[State]:
    for found in pairs(state, shown).values():
        kind, one, other = luck.choice(found)
        twin = exchanged(state, kind, one, other)
        if twin.slots != state.slots and twin.broken_laws == state.broken_laws:
            yield twin
    if state.rules.program.layout.strands:
        yield with_other_luck(state, luck)[1]


def glimpse(law: Law, state: State, viewer: Viewer) -> object:
    """What the judge says that a viewer sees of a state."""
    layout = state.rules.program.layout
    fields = {
        name: state.slots[layout.base(name) : layout.base(name) + one.size] if name in layout.bases else [*one.initial]
        for name, one in law.model.fields.items()
    }
    return Witness(law, viewer, fields).glimpse(), state.rules.seats_known(state.slots, viewer)


def given(table: Table, players: int, seed: int) -> Iterator[Pair]:
    """Games that were begun with another hidden value, by hand, and go the same way."""
    luck = Random(seed)
    start = begun(table, players, seed, "sampled")
    law = start.judge.law
    hidden = [one for one in law.guarded if not law.kinds[one.name] and one.type.base in {"number", "flag"}]
    for field in hidden:
        at, values = luck.randrange(field.size), luck.sample(range(2 if field.type.base == "flag" else 9), 2)
        both = [_given(table, start.state, field.name, at, value) for value in values]
        if None not in both:
            one, other = (played for played in both if played is not None)
            yield from _further("by hand", one, other, luck)


def _given(table: Table, state: State, name: str, at: int, value: int) -> Played | None:
    place = next(one for one in state.rules.knowledge.places if one.slot == state.rules.program.layout.base(name) + at)
    plain = state.rules.words.plain(value, place.field.type)
    try:
        begun = table.game.start(state.rules.players, seed=state.seed, events=True, given={place.address: plain})
    except ValueError:
        return None
    fresh = begun.rules.program.fresh(state.seed)
    fresh[place.slot] = value
    law = table.law(begun)
    model = beginning(law.model, begun.rules.program, fresh)
    return Played(begun, Judge(model, state.seed, "sampled", Law(model)))


WAYS: dict[str, Callable[[Table, int, int], Iterator[Pair]]] = {
    "chosen": chosen, "ordered": ordered, "drawn": drawn, "rolled": rolled, "by hand": by_hand, "given": given,
}  # fmt: skip
