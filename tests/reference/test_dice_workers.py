"""Dice workers as a pack and as a hand-written program are the same game."""

import random

import pytest
from tests.bench import dice_workers_dict as twin
from tests.bench.dice_workers_tables import OPTIONS, PERKS, PROJECTS, SPACES, START
from tests.reference.conftest import game

FACES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
CARDS = {card["name"]: number for number, card in enumerate(PROJECTS)}
ROOMS = {space["name"]: number for number, space in enumerate(SPACES)}


def _named(work):
    return {option["name"]: number for number, option in enumerate(OPTIONS[work])}


# What each option of ours is there, by the choice that it is an option of.
ACTIONS = {
    "flow.turn.place.s": {**ROOMS, "none": twin.PASS},
    "flow.turn.place.d": FACES,
    "spaces.market.work.pick": {**_named("market"), "done": twin.DONE},
    "spaces.workbench.work.pick": {**_named("workbench"), "done": twin.DONE},
    "spaces.inn.work.pick": _named("inn"),
    "spaces.guild.work.c": CARDS,
    "procedures.build.c": CARDS,
    "procedures.learn.k": {perk: number for number, perk in enumerate(PERKS)},
    "procedures.pedlar.pick": {**_named("pedlar"), "none": twin.NONE},
}


def table_of(address):
    """The actions of a choice; the steps that it stands in aside."""
    plain = address.replace(".place.", ".")
    found = [
        table for name, table in ACTIONS.items() if name in (address, plain) or name.replace(".place.", ".") == plain
    ]
    return found[0]


class Luck:
    """The same deck and the same rolls for both."""

    def __init__(self, seed, players):
        luck = random.Random(seed)
        self.deck = luck.sample(range(len(PROJECTS)), len(PROJECTS))
        self.rolls = [luck.randint(1, 6) for _ in range(5 * 3 * players)]
        self._cards, self._faces = iter(self.deck), iter(self.rolls)

    def take(self, decision):
        """What comes up next."""
        names = {option.id: option for option in decision.options}
        if set(names) == set(FACES):
            wanted = next(self._faces)
            return next(option for name, option in names.items() if FACES[name] == wanted)
        return names[PROJECTS[next(self._cards)]["name"]]


def settle(state, luck):
    """Let luck have its way until somebody decides."""
    while not state.over and state.decision.player == 0:
        state.apply(luck.take(state.decision))


def compare(state, other):
    """The same goods, dice, projects and row."""
    fields = state.fields
    assert fields["game.row"] == [PROJECTS[card]["name"] for card in other["row"]]
    for seat, player in enumerate(other["players"], 1):
        for good in START:
            assert fields[f"party.{seat}.stock.{good}"] == player["goods"][good]
        assert fields[f"party.{seat}.stock.points"] == player["points"]
        assert fields[f"player.{seat}.built"] == [PROJECTS[card]["name"] for card in player["projects"]]
        assert [FACES[die] for die in fields[f"player.{seat}.dice"]] == player["dice"]


def play(players, seed):
    """One random game of both, side by side."""
    luck = Luck(seed, players)
    state = game("dice_workers").start(players, chance="explicit")
    other = twin.new(players=players, deck=luck.deck, rolls=luck.rolls)
    chooser = random.Random(seed)
    settle(state, luck)
    while not twin.over(other):
        decision = state.decision
        table = table_of(decision.address)
        assert decision.player - 1 == twin.player(other)
        assert [table[option.id] for option in decision.options] == twin.legal(other)
        option = chooser.choice(decision.options)
        state.apply(option)
        twin.apply(other, table[option.id])
        settle(state, luck)
        compare(state, other) if not twin.over(other) else None
    assert state.over
    assert list(state.scores) == twin.returns(other)
    assert [seat - 1 for seat in state.winners] == twin.winners(other)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_play_the_same_games(players):
    """The same player, the same options in the same order, the same goods at every decision, the same winners."""
    for seed in range(8):
        play(players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_play_the_same_hundreds_of_games(players):
    """Enough to come to every corner."""
    for seed in range(100, 300):
        play(players, seed)
