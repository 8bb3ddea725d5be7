"""sim and perft: numbers that don't depend on how they are worked out."""

import json

import pytest

from rulebed_tools.sim.certainty import wilson
from rulebed_tools.sim.tally import Tally


def counted(rulebed, *words):
    code, printed, complaint = rulebed("sim", *words, "--json")
    found = json.loads(printed)
    found.pop("seconds")
    return code, found, complaint


def test_the_result_does_not_depend_on_the_number_of_processes(rulebed):
    """Each game has a seed of its own, and sums are whole numbers."""
    words = ("cards", "--games", "150", "--seed", "9", "--bots", "random")
    assert counted(rulebed, *words, "--jobs", "1") == counted(rulebed, *words, "--jobs", "3")


def test_more_games_begin_with_the_same_ones(rulebed):
    """A game's seed comes from its number alone."""
    _, few, _ = counted(rulebed, "squares", "--games", "1", "--seed", "9", "--jobs", "1")
    _, many, _ = counted(rulebed, "squares", "--games", "30", "--seed", "9", "--jobs", "1")
    assert few["games"] == 1
    assert many["games"] == 30
    assert many["length"]["mean"] == 4


def test_the_table_says_who_won_and_how_sure_that_is(rulebed):
    code, printed, _ = rulebed("sim", "tic_tac_toe", "--games", "400", "--seed", "1", "--jobs", "1")
    assert code == 0
    assert "seed 1" in printed
    assert "decisions/s" in printed
    assert "95 % between" in printed
    _, found, _ = counted(rulebed, "tic_tac_toe", "--games", "2000", "--seed", "1")
    first = found["players"][0]["won"]
    assert first["low"] < first["share"] < first["high"]
    assert first["share"] == pytest.approx(0.585, abs=0.04)
    assert found["length"]["mean"] == pytest.approx(7.626, abs=0.1)


def test_a_searching_bot_beats_a_random_one(rulebed):
    _, found, _ = counted(rulebed, "tic_tac_toe", "--games", "20", "--seed", "1", "--bots", "mc:40,random")
    assert found["players"][0]["won"]["share"] > 0.8
    assert found["players"][0]["bot"] == "mc:40"


def test_broken_laws_and_endless_games_are_findings(rulebed):
    """A law that doesn't hold is named with the seed of a game that breaks it."""
    code, printed, _ = rulebed("sim", "cards", "--games", "10", "--patch", "laws.few_are_shown=count(shown) <= 2")
    assert code == 1
    assert "the law `few_are_shown` was broken in 10 games, first in that of seed" in printed
    code, found, _ = counted(rulebed, "squares", "--games", "5", "--longest", "2")
    assert (code, found["unfinished"]) == (1, 5)


@pytest.mark.parametrize("bots", ["random", pytest.param("mc:2", marks=pytest.mark.slow)])
def test_a_dead_end_is_found_and_named(rulebed, bots):
    """A rule that leaves nobody anything to choose is a finding, with the choice and a seed that leads there."""
    patch = "flow.turn.next.0.if=count(squares where mark is me) is 5"
    words = ("--patch", patch, "--bots", bots)
    code, printed, _ = rulebed("sim", "squares", "--games", "5", *words)
    assert code == 1
    assert "there was nothing to choose at `flow.turn.place` in 5 games" in printed
    assert "squares.yaml:11)" in printed
    _, found, _ = counted(rulebed, "squares", "--games", "5", *words)
    assert found["unfinished"] == 5
    code, printed, _ = rulebed("perft", "squares", "--patch", patch)
    assert code == 1
    assert "in 24 of them there is nothing to choose" in printed
    code, _, complaint = rulebed("play", "squares", "--auto", "--patch", patch)
    assert code == 1
    assert "player 1 has nothing to choose at `flow.turn.place`" in complaint


@pytest.mark.slow
def test_what_is_offered_and_taken_is_counted_by_choice_and_by_thing(rulebed):
    """On four squares of which one is taken each time: ten are offered in a game, and each square is taken once."""
    words = ("squares", "--games", "20", "--seed", "1", "--offered")
    _, found, _ = counted(rulebed, *words, "square")
    assert {(one["at"], one["option"]) for one in found["options"]} == {
        ("square", one) for one in ("a1", "a2", "b1", "b2")
    }
    assert sum(one["offered"]["times"] for one in found["options"]) == 20 * (4 + 3 + 2 + 1)
    assert all(one["taken"]["times"] == one["taken"]["games"]["times"] == 20 for one in found["options"])
    _, found, _ = counted(rulebed, *words)
    assert {one["at"] for one in found["options"]} == {"flow.turn.place"}
    _, printed, _ = rulebed(*("sim", *words), "flow.turn")
    assert "when offered" in printed
    code, _, complaint = rulebed("sim", *words, "sqare")
    assert (code, "did you mean `square`?" in complaint) == (2, True)


def test_a_decision_that_waits_for_others_is_offered_once(rulebed):
    """Two seats bid at the same time: each has four cards, then three, and so on, whoever answers first."""
    _, found, _ = counted(rulebed, "goofspiel", "--games", "10", "--offered", "flow")
    assert sum(one["offered"]["times"] for one in found["options"]) == 10 * 2 * (4 + 3 + 2 + 1)


def test_what_nobody_is_offered_stands_first(rulebed):
    """A thing that no game has come to is listed with none."""
    _, found, _ = counted(rulebed, "dice_workers", "--games", "1", "--seed", "1", "--longest", "1", "--offered", "perk")
    assert found["options"][0]["offered"]["times"] == 0


@pytest.mark.parametrize(
    ("times", "count", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_that_of_wilson(times, count, low, high):
    """Against the textbook's numbers."""
    assert wilson(times, count) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_tallies_add_up_in_any_portions():
    games = [(5, (1,), (3, 1)), (7, (1, 2), (2, 2)), (6, (2,), (0, 4))]
    whole, parts = Tally(2), Tally(2)
    for game in games:
        whole.add(*game)
        part = Tally(2)
        part.add(*game)
        parts.merge(part)
    assert whole == parts
    assert (whole.score(1).mean, whole.score(1).error) == (pytest.approx(5 / 3), pytest.approx(0.8819, abs=1e-4))


def test_perft_counts_by_depth(rulebed):
    """To a depth, and to the end of every game."""
    levels = json.loads(rulebed("perft", "squares", "--json")[1])["levels"]
    assert [level["nodes"] for level in levels] == [1, 4, 12, 24, 24]
    assert [level["leaves"] for level in levels] == [0, 0, 0, 0, 24]
    code, printed, _ = rulebed("perft", "connect_four", "--depth", "4")
    assert code == 0
    assert "2,401" in printed
    assert "to this depth: 2,801 nodes, 0 leaves" in printed


def test_perft_counts_what_luck_can_bring(rulebed):
    """Chance nodes stand in a column of their own."""
    levels = json.loads(rulebed("perft", "kuhn_poker", "--json")[1])["levels"]
    total = {name: sum(level[name] for level in levels) for name in ("chance", "decisions", "leaves")}
    assert total == {"chance": 4, "decisions": 24, "leaves": 30}


def test_perft_counts_seats_that_act_at_once_one_by_one(rulebed):
    levels = json.loads(rulebed("perft", "goofspiel", "--depth", "3", "--json")[1])["levels"]
    assert [level["nodes"] for level in levels][:4] == [1, 4, 16, 64]


def test_perft_gives_up_where_it_would_never_end(rulebed):
    code, _, complaint = rulebed("perft", "squares", "--most", "30")
    assert code == 2
    assert "--depth" in complaint


def test_what_bots_by_the_clock_did_is_said_to_be_once_only(rulebed):
    """In words and for programs; with a number of games it is the same each time."""
    code, printed, _ = rulebed("sim", "squares", "--games", "2", "--bots", "mc:1ms,mc:5", "--jobs", "1")
    assert code == 0
    assert "by the clock `mc:1ms` thinks of more or less each time: this can't be repeated" in printed
    assert counted(rulebed, "squares", "--games", "1", "--bots", "mc:1ms", "--jobs", "1")[1]["repeatable"] is False
    assert counted(rulebed, "squares", "--games", "1", "--bots", "mc:1", "--jobs", "1")[1]["repeatable"] is True
    code, printed, _ = rulebed("compare", "squares", "squares", "--games", "2", "--bots", "mc:1ms", "--jobs", "1")
    assert code == 0
    assert "can't be repeated" in printed
