"""What a front end does with a state: decide, be refused, clone, compare."""

import random
from dataclasses import replace

import pytest

from rulebed.lang.core import Choose, Write
from rulebed.model.budget import BudgetExceeded
from rulebed.model.game import Law
from rulebed.play.rules.errors import IllegalAction, SetupError

from .games import game
from .models import ALL, bids, cards, tic_tac_toe
from .writing import NUMBER, NUMBERS, expr, field, model, op, phase, read, value


def play(state, seed=0, limit=5000):
    chooser = random.Random(seed)
    for _ in range(limit):
        if state.over:
            return state
        decision = chooser.choice(state.decisions)
        state.apply(chooser.choice(decision.options), player=decision.player)
    raise AssertionError("the game doesn't end")


def test_a_game_is_played_by_options_ids_and_values():
    state = game(tic_tac_toe()).start(seed=7)
    assert state.decision.player == 1
    state.apply(state.decision.options[4])
    state.apply("a1")
    state.take(1)
    state.apply("mark.c.c1", player=2, at=1)
    state.apply("b3")
    assert state.over
    assert state.scores == (1, -1)
    assert state.winners == (1,)
    assert state.length == 5


def test_options_have_ids_labels_and_entities():
    decision = game(cards()).start(seed=1).decision
    option = decision.options[0]
    assert option.entities == (("card", option.id),)
    assert decision.options[-1].id == "pass"
    assert decision.options[-1].entities == ()
    assert option.label == option.id
    assert not decision.forced
    assert repr(decision).startswith("Decision(player=1, address='show.c', options=[")


def test_what_is_not_offered_is_refused_with_what_is():
    state = game(tic_tac_toe()).start()
    state.apply("b2")
    with pytest.raises(IllegalAction, match=r"`b2` is not offered to player 2 at `mark\.c`; there is `a1`") as refused:
        state.apply("b2")
    assert "b2" not in refused.value.options
    with pytest.raises(IllegalAction, match="player 1 has nothing to decide now: the game waits for player 2"):
        state.apply("a1", player=1)
    with pytest.raises(IllegalAction, match="`4` is not offered"):
        state.take(4)
    assert state.length == 1


def test_a_late_answer_is_refused():
    state = game(tic_tac_toe()).start()
    first = state.decision
    state.apply("a1", player=1, at=first.serial)
    state.apply("a2")
    with pytest.raises(IllegalAction, match="meant for decision 0 of player 1, who is at 1 now"):
        state.apply("a3", player=1, at=first.serial)


def test_an_option_of_another_moment_is_refused():
    state = game(tic_tac_toe()).start()
    option = state.decision.options[0]
    state.apply(option)
    with pytest.raises(IllegalAction):
        state.apply(option)


def test_a_game_that_is_over_has_nothing_to_decide():
    state = play(game(tic_tac_toe()).start())
    assert state.decisions == ()
    for attempt in (lambda: state.decision, lambda: state.apply("a1"), lambda: state.take(0)):
        with pytest.raises(IllegalAction, match="the game is over"):
            attempt()


def test_where_several_decide_an_answer_needs_a_player():
    state = game(bids()).start()
    assert [decision.player for decision in state.decisions] == [1, 2]
    with pytest.raises(IllegalAction, match="say whose answer `3` is"):
        state.apply("3")
    state.apply("3", player=2)
    state.apply("yes")
    assert [decision.player for decision in state.decisions] == [1]
    assert state.decision.player == 1


def test_where_several_decide_an_option_says_whose_it_is():
    state = game(bids()).start()
    first, second = (decision.options[0] for decision in state.decisions)
    assert first.id == second.id
    state.apply(second)
    assert [decision.player for decision in state.decisions if decision.serial] == [2]
    state.apply(first)
    with pytest.raises(IllegalAction):
        state.apply(first)


@pytest.mark.parametrize("name", ALL)
def test_a_clone_is_equal_and_independent(name):
    state = game(ALL[name]()).start(seed=4)
    twin = state.clone()
    assert twin == state
    assert twin.digest == state.digest
    play(twin, 1)
    assert twin != state
    assert state == game(ALL[name]()).start(seed=4)
    assert play(state, 1) == twin


def test_a_state_cannot_be_hashed():
    with pytest.raises(TypeError):
        hash(game(tic_tac_toe()).start())


def test_explicit_chance_is_player_0_with_odds():
    state = game(cards()).start(seed=1, chance="explicit")
    decision = state.decision
    assert (decision.player, decision.chance, len(decision.options)) == (0, True, 10)
    assert sum(decision.odds) == pytest.approx(1)
    state.apply("dog")
    assert "dog" not in [option.id for option in state.decision.options]


def test_bad_setups_are_refused_with_help():
    ours = game(tic_tac_toe())
    with pytest.raises(SetupError, match="`tic_tac_toe` is for `2` players, not for 3"):
        ours.start(players=3)
    with pytest.raises(SetupError, match="has no option `size`, and no other either"):
        ours.start(options={"size": "4"})
    with pytest.raises(SetupError, match="`chance` can be `sampled` or `explicit`, not `explicitly`"):
        ours.start(chance="explicitly")
    with pytest.raises(SetupError, match="`undo` can be"):
        ours.start(undo="always")


def test_a_seat_knows_its_own_side_only():
    state = game(cards()).start(seed=1, events=True)
    one, two = state.seat(1), state.seat(2)
    assert [option.id for option in one.decision.options] == [option.id for option in state.decision.options]
    assert two.decision is None
    assert two.view() == state.view(2)
    assert two.events(3) == state.events(3, player=2)
    assert one.resample(4) == state.resample(1, 4)
    assert not hasattr(one, "state")
    with pytest.raises(IllegalAction, match="there is no player 3: the seats are 1 to 2"):
        state.seat(3)


def test_broken_laws_are_named():
    model = replace(tic_tac_toe(), laws=(Law("free_centre", op("lt", read("cell.mark", 4), 0)),))
    state = game(model).start()
    assert state.broken_laws == ()
    state.apply("b2")
    assert state.broken_laws == ("free_centre",)


def test_a_decision_that_cannot_be_carried_through_leaves_the_state_as_it_was():
    """A rule that never ends is a clear error, and the game stands where it stood."""
    state = game(endless()).start()
    state.apply("0")
    before = state.clone()
    for attempt in (lambda: state.take(1), lambda: state.apply("1", player=1)):
        with pytest.raises(BudgetExceeded):
            attempt()
        assert state == before
        assert state.record == before.record
    state.apply("0")


def endless():
    return model("endless", 1, [
        field("game.count", NUMBER, 0),
        phase("choose", [
            Choose("n", expr((0, 1)), expr(0), "choose.n", NUMBERS),
            Write("game.count", expr(0), op("add", read("game.count"), 1)),
        ], (op("eq", "n", 1), "spin"), "choose"),
        phase("spin", [Write("game.count", expr(0), op("add", read("game.count"), 1))], "spin"),
        value("score", ["me"], NUMBER, read("game.count")),
    ])  # fmt: skip
