"""Bots: what they hold, how well they choose, and that they know no more than their seat."""

import time
from collections import Counter
from itertools import count
from random import Random
from types import SimpleNamespace

import pytest

import rulebed as public
from rulebed_tools.bots import choosing, thinking
from rulebed_tools.bots.bot import worth
from rulebed_tools.bots.errors import BotError
from rulebed_tools.bots.players.mc import FlatMonteCarlo
from rulebed_tools.bots.policy import _in_turn, policy
from rulebed_tools.bots.thinking import Seconds

WELL = """
title: Well
players: 2
resources: {water: {}}
game: {state: {days: number}}
procedures:
  day_over: add 1 to days; set active to next(me)
flow:
  turn:
    do: {pick: 1, options: {rest: day_over, draw: gain 3 water; day_over, spill: day_over}}
    next: [{if: days is 100, to: end}, {otherwise: turn}]
result: {score: me.water}
"""


@pytest.fixture
def squares(own_packs):
    return public.load("squares", search=[own_packs])


@pytest.fixture
def cards(own_packs):
    return public.load("cards", search=[own_packs])


def test_bots_are_found_by_name_and_strength():
    """A list that is too short is gone through again."""
    assert {"mc", "random"} <= {*choosing.names()}
    assert choosing.bot("mc:7").bot.playouts == 7
    assert choosing.bot("mc:7:90").bot.longest == 90
    assert choosing.specs("mc:7, random", 3) == ("mc:7", "random", "mc:7")
    with pytest.raises(BotError, match="did you mean `mc`"):
        choosing.bot("mx")
    with pytest.raises(BotError, match="two numbers"):
        choosing.bot("mc:7:90:1")


@pytest.mark.parametrize(("said", "seconds"), [("2s", 2), ("1.5s", 1.5), ("500ms", 0.5), ("0.5ms", 0.0005)])
def test_a_bot_may_be_given_a_time(said, seconds):
    """In seconds or thousandths of them, and beside it how long games are at most."""
    assert choosing.bot(f"mc:{said}").bot.playouts == Seconds(seconds)
    assert choosing.bot(f"mc:{said}:90").bot.longest == 90
    assert choosing.timed(("mc:5", f"mc:{said}:90", "random")) == (f"mc:{said}:90",)


@pytest.mark.parametrize("said", ["0s", "2 s", "2m", "1,5s", "-2s", "1e3s", "s", "4000s", "2S", "", "\u0663s"])
def test_what_is_no_time_is_refused(said):
    """The message says what one looks like."""
    with pytest.raises(BotError, match=f"`{said}` is no strength for a bot: .* or a time up to"):
        choosing.bot(f"mc:{said}")


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by a thousandth of a second whenever somebody looks at it; gives how often that was."""
    looks = count()
    monkeypatch.setattr(thinking, "time", SimpleNamespace(monotonic=lambda: next(looks) / 1000))
    return looks


@pytest.mark.parametrize("milliseconds", [1, 50, 400])
def test_a_bot_that_thinks_by_the_clock_looks_at_it_all_the_time(clock, own_packs, milliseconds):
    """However long games are: when the time is over, it has looked a few times more at most."""
    (own_packs / "well.yaml").write_text(WELL.replace("days is 100", "days is 90000"), encoding="utf-8")
    state = public.load("well", search=[own_packs]).start(seed=1)
    bot = choosing.bot(f"mc:{milliseconds}ms:1000000")
    option = bot.choose(state.seat(1), Random(1))
    assert option in state.decision.options
    assert milliseconds <= next(clock) <= milliseconds + 6


def test_a_bot_that_thinks_by_the_clock_takes_the_win(clock):
    """Time is as good as a number of games."""
    state = public.load("tic_tac_toe").start()
    for option in ("a1", "b2", "b1", "c3"):
        state.apply(option)
    assert choosing.bot("mc:1s").choose(state.seat(1), Random(1)).id == "c1"


def test_worlds_that_take_long_are_used_again(clock, cards):
    """One that takes longer than is left isn't begun."""
    seat, thought = cards.start(seed=3).seat(1), thinking.Timed(1.0)
    assert thought.world(seat, Random(1), 0) is not None
    thought.dearest = 0.9
    assert thought.world(seat, Random(1), 1) is None
    assert thought.world(seat, Random(1), 0) is not None


@pytest.mark.parametrize("name", ["cards", "squares", "dice_workers"])
def test_a_bot_answers_in_time(own_packs, name):
    """By the clock on the wall, with what it needs made before."""
    game, luck, bot = public.load(name, search=[own_packs]), Random(1), choosing.bot("mc:0.02s")
    slowest = slowest_of(game, bot, luck, 10)
    assert slowest < 0.02 + 0.2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ep1", "ep2", "dino_island"])
def test_a_bot_answers_in_time_in_large_games(name):
    """Two seconds are two seconds and a fifth at most, in fifty decisions."""
    assert slowest_of(public.load(name), choosing.bot("mc:2s"), Random(1), 50) < 2.2


def slowest_of(game, bot, luck, decisions):
    """The longest of so many decisions, in seconds."""
    state, taken = game.start(seed=1), []
    for player in range(1, state.rules.players + 1):
        bot.prepare(state.seat(player))
    while len(taken) < decisions:
        if state.over:
            state = game.start(seed=len(taken))
        begun = time.monotonic()
        option = bot.choose(state.seat(state.decision.player), luck)
        if len(state.values) > 1:
            taken.append(time.monotonic() - begun)
        state.apply(option.id, player=state.decision.player)
    return max(taken)


def test_what_looking_ahead_needs_is_made_before_the_game(cards):
    """Once for each game that is opened, for each seat; a bot that counts games needs nothing."""
    asked = []

    class Asked(FlatMonteCarlo):
        def prepare(self, seat):
            asked.append(seat.player)

    play = _in_turn([choosing.Named("mc", Asked(1)), choosing.Named("mc", Asked(1))])
    for seed in range(3):
        play(cards.start(seed=seed), Random(1), 100)
    assert asked == [1, 2]


@pytest.mark.parametrize("name", ["random", "mc:10", "mc:20ms"])
def test_a_bot_takes_what_is_offered_and_changes_nothing(cards, name):
    """It gets a seat, not the game; thinking leaves no trace."""
    state = cards.start(seed=3)
    before = state.save()
    option = choosing.bot(name).choose(state.seat(1), Random(1))
    assert option.id in [one.id for one in state.decision.options]
    assert state.save() == before


def test_a_searching_bot_takes_the_win():
    """One move from three in a row, and with nothing to gain from waiting."""
    game = public.load("tic_tac_toe")
    state = game.start()
    for option in ("a1", "b2", "b1", "c3"):
        state.apply(option)
    assert choosing.bot("mc:100").choose(state.seat(1), Random(1)).id == "c1"


def test_a_searching_bot_that_breaks_games_off_looks_who_leads(tmp_path):
    """This one takes a hundred turns, and nobody is near the end of it."""
    (tmp_path / "well.yaml").write_text(WELL, encoding="utf-8")
    state = public.load("well", search=[tmp_path]).start(seed=1)
    assert choosing.bot("mc:60:2").choose(state.seat(1), Random(1)).id == "draw"


LONELY = """
title: Well for one
players: 1
resources: {water: {start: 200}}
game: {state: {days: number}}
procedures:
  day_over: add 1 to days
flow:
  turn:
    do:
      pick: 1
      options:
        rest: day_over
        draw: gain 1 water; day_over
        drink: lose 1 water; day_over
        wash: lose 1 water; day_over
        cook: lose 1 water; day_over
        pour: lose 1 water; day_over
        spill: lose 1 water; day_over
    next: [{if: days is 12, to: end}, {otherwise: turn}]
result: {score: me.water, won: me.water >= 900}
"""


def test_a_searching_bot_that_plays_alone_and_cannot_win_looks_for_points(tmp_path):
    """The games that it tries go to the ways that bring more of them, though by little beside all that there is."""
    (tmp_path / "lonely.yaml").write_text(LONELY, encoding="utf-8")
    state, bot = public.load("lonely", search=[tmp_path]).start(seed=1), choosing.bot("mc:160")
    tried = Counter(bot.choose(state.seat(1), Random(seed)).id for seed in range(40))
    assert tried["draw"] > 37  # as many as chance brings where all ways are tried alike: 35


def test_a_searching_bot_stops_the_other_one():
    game = public.load("tic_tac_toe")
    state = game.start()
    for option in ("a1", "b2", "b1"):
        state.apply(option)
    assert choosing.bot("mc:400").choose(state.seat(2), Random(1)).id == "c1"


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_knows_no_more_than_its_seat(cards, seed):
    """In two games that differ only in what the seat can't see, the same luck of its own leads to the same choice."""
    state = cards.start(seed=seed)
    other = state.resample(1, seed + 100)
    assert other.view(1) == state.view(1)
    one, two = (choosing.bot("mc:30").choose(game.seat(1), Random(7)).id for game in (state, other))
    assert one == two


def test_policies_take_the_decision_of_whoever_has_to(cards):
    """Several bots, or one kind for all; a game comes to its end."""
    for names in (("random", "random"), ("mc:3", "random")):
        state, random, play = cards.start(seed=5), Random(5), policy(names)
        assert play(state, random, 3, None) == 3
        lengths = []
        assert play(state, random, 100, lambda now, seen=lengths: seen.append(now.length)) == 5
        assert lengths == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("name", choosing.names())
def test_every_bot_plays_a_game_to_its_end(cards, name):
    """With nothing said of its strength; with the same luck, it takes the same decisions."""
    first, second = (cards.start(seed=5) for _ in range(2))
    for state in (first, second):
        policy((name, "random"))(state, Random(5), 100, None)
    assert first.over
    assert first == second


def test_a_shared_win_is_worth_a_part(squares):
    state = squares.start()
    for option in ("a1", "b1", "a2", "b2"):
        state.apply(option)
    assert worth(state, 1) == worth(state, 2) == 0.5
