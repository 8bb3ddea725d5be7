"""A decision without options is no way for a game to stop in silence."""

import pickle

import pytest

import rulebed
from rulebed import NothingToChoose

TEXT = """
title: Tick
players: 2
kinds: {k: {plural: ks, count: 3, state: {f: flag}}}
game: {state: {n: number}}
flow:
  day: {do: FIRST, next: [{if: no ks where not f, to: last}, {otherwise: day}]}
  last: {do: LAST, next: end}
result: {score: count(ks where f)}
"""
TICK = "choose x in ks where not f; set x.f to true"


def text(last, first=TICK):
    return TEXT.replace("FIRST", f'"{first}"').replace("LAST", f'"{last}"')


@pytest.fixture(scope="module", params=["", "meanwhile each p in players: ", "secretly each p in players: "])
def ended(request):
    """The state of a game that has come to a phase whose first choice has nothing to offer."""
    game = rulebed.load_text(text(request.param + "choose x in 1..n"), "tick.yaml")
    state = game.start(seed=1)
    while state.values:
        state.take(state.values[0])
    return state


def test_who_asks_for_options_is_told_where_there_are_none(ended):
    """The error has the player, the choice, its file and line, and says what to do."""
    assert not ended.over
    with pytest.raises(NothingToChoose) as caught:
        ended.decision.options  # noqa: B018
    error = caught.value
    assert (error.player, error.place) == (1, "tick.yaml:8")
    assert error.address.startswith("flow.last")
    assert "(tick.yaml:8), and the game is not over; say what happens `otherwise`" in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own


def test_nothing_can_be_taken_there(ended):
    """Nor does an id, a number or a bot get any further, and the state stays as it is."""
    before = ended.digest
    for act in (
        lambda: ended.apply("1", player=1),
        lambda: ended.take(0),
        lambda: ended.game.actions.legal(ended.decision),
        lambda: ended.seat(1).decision.options,
    ):
        with pytest.raises(NothingToChoose):
            act()
    assert ended.digest == before


def test_a_dead_end_can_be_looked_at(ended):
    """For whoever looks for the fault: views, boards, saves and copies are there, with nothing to choose."""
    assert ended.decision.offered == ()
    assert "options=[]" in repr(ended.decision)
    assert ended.view(1)["decision"]["options"] == []
    assert ended.clone() == ended


@pytest.mark.parametrize(
    "body",
    [
        "choose x in ks where place(x, ks) > r; set x.f to true",
        "if r > 3: choose x in ks where f",
        "choose x in 4..r",
        "choose x in 1..r - 1",
        "choose x in r + 1..6",
        "as next(me): choose x in 4..r",
    ],
)
def test_behind_luck_a_choice_has_something_to_offer(body):
    """Be it the first of a phase: that what was rolled leaves nothing, nobody could see to."""
    codes = rulebed.check_text(text(f"roll 1..6 as r; {body}")).codes
    assert "G101" in codes, codes
