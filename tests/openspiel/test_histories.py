"""What OpenSpiel is told that a seat knows is what the seat has lived through: no more, and no less."""

import random
from collections import defaultdict
from itertools import chain, count, islice

import pyspiel
import pytest

import rulebed
from rulebed.packs.listing import available
from rulebed.packs.places import content_root, search_path
from rulebed_tools.adapters.openspiel import register
from rulebed_tools.adapters.openspiel.observing import Looks
from rulebed_tools.adapters.sight import Scope

LISTED = available(search_path())
NAMES = [
    pytest.param(one.name, marks=pytest.mark.slow) if one.path.parent == content_root() else one.name for one in LISTED
]
SECRETIVE = ["kuhn_poker", "leduc_poker", "salvage_sale", "liars_dice", "hearts", "hanabi", "four_winds"]
GROUPS, NODES, LONGEST = 2, 60, 40  # games of a group are alike to one seat for long
SELDOM = 0.05  # how often one seat notices that luck is another one


class Pairs:
    """Whether two ways to name the same things tell the same ones apart."""

    def __init__(self):
        self.ways = defaultdict(set), defaultdict(set)

    def add(self, seat, one, other):
        """Both names of one thing."""
        for way, name, answer in zip(self.ways, (one, other), (other, one), strict=True):
            way[seat, name].add(answer)

    @property
    def odd(self):
        """Names of one sort that stand for several of the other."""
        return [name for way in self.ways for name, answers in way.items() if len(answers) > 1]


def history(state, seat):
    """What a seat of theirs has lived through, by the engine's own account."""
    return state.position.state.history(seat + 1)


def nodes(name, group):
    """The nodes of some games of a group; of short ones there are more."""
    games = (walk(name, group, number) for number in count())
    return islice(chain.from_iterable(games), NODES)


def walk(name, group, number):
    """The nodes of a game in which everybody goes by what they know, and luck mostly by what one seat knows."""
    state, luck = pyspiel.load_game(f"rulebed_{name}").new_initial_state(), random.Random(f"{group} {number}")
    focus = group % state.num_players()
    for _ in range(LONGEST):
        yield state
        if state.is_terminal():
            return
        if state.is_simultaneous_node():
            seats = range(state.num_players())
            state.apply_actions([answer(state, seat, seat, group) for seat in seats])
        elif not state.is_chance_node():
            state.apply_action(answer(state, state.current_player(), state.current_player(), group))
        else:
            state.apply_action(outcome(state, focus, group, luck))


def answer(state, knowing, seat, group):
    """What a seat or luck does: the same wherever a seat has lived through the same, if it can be."""
    known = history(state, knowing)
    offered = state.legal_actions() if seat is None else state.legal_actions(seat)
    return min(offered, key=lambda action: random.Random(f"{group} {knowing} {known} {action}").random())


def outcome(state, focus, group, luck):
    """What luck brings: not what is usual in the group, where one seat doesn't notice that, or now and then."""
    usual, other = answer(state, focus, None, group), luck.choice(state.legal_actions())
    is_told = luck.random() > SELDOM and history(state.child(usual), focus) != history(state.child(other), focus)
    return usual if is_told else other


@pytest.mark.parametrize("name", NAMES)
def test_information_states_are_one_exactly_where_histories_are(name):
    """In games with explicit luck, many of which are one to a seat for long."""
    register(name)
    pairs, tensors = Pairs(), defaultdict(set)
    for group in range(GROUPS):
        for state in nodes(name, group):
            for seat in range(state.num_players()):
                known = history(state, seat)
                pairs.add(seat, known, state.information_state_string(seat))
                tensors[seat, known].add(
                    (str(state.information_state_tensor(seat)), str(state.observation_tensor(seat)))
                )
    assert pairs.odd == []
    assert all(len(found) == 1 for found in tensors.values())


@pytest.mark.parametrize("name", SECRETIVE)
def test_games_that_are_one_to_a_seat_differ_in_what_it_does_not_know(name):
    """So the test above compares what it is about."""
    register(name)
    worlds = defaultdict(set)
    for state in nodes(name, 0):
        worlds[history(state, 0)].add(str(state))
    assert sum(len(found) > 1 for found in worlds.values()) > 1


@pytest.mark.parametrize("name", [*SECRETIVE, "goofspiel", "pig"])
def test_what_was_taken_back_is_remembered_as_it_is_in_the_history(name):
    """Of each seat, after undo in sampled games; as before the decision, where nobody lives on with it."""
    pairs, undone = Pairs(), 0
    for seed in range(4):
        state, luck = rulebed.load(name).start(seed=seed, undo="free"), random.Random(seed)
        looks = Looks(state.rules, Scope())
        for _ in range(30):
            if state.over:
                break
            decision = luck.choice(state.decisions)
            state.apply(luck.choice(decision.options), player=decision.player)
            if luck.random() < 0.4 and not state.over:
                try:
                    state.undo(decision.player)
                except rulebed.IllegalAction:
                    continue
                undone += 1
            for seat in range(state.rules.players):
                pairs.add(seat, state.history(seat + 1), looks.memories.story(state, seat))
    assert pairs.odd == []
    assert undone > 0
