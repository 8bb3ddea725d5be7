"""compare: two versions of a game beside each other, with the same seeds and rotated seats."""

import json

from rulebed_tools.sim.pairing import moved_on


def compared(rulebed, *words):
    code, printed, complaint = rulebed("compare", *words, "--games", "60", "--seed", "2", "--json")
    assert code == 0, complaint
    found = json.loads(printed)
    return found, {one["name"]: one for one in found["measures"]}


def test_a_game_beside_itself_is_the_same(rulebed):
    """With the same seeds and bots nothing differs, not even by chance."""
    found, measures = compared(rulebed, "dice_workers", "dice_workers", "--players", "3")
    assert found["games"] == 60
    assert {(one["difference"], one["low"], one["high"]) for one in found["measures"] + found["options"]} == {(0, 0, 0)}
    assert measures["decisions"]["first"] > 50
    assert sum(measures[name]["first"] for name in measures if name.startswith("won")) == 1


def test_both_have_the_same_seed_where_none_is_given(rulebed):
    """Any seed will do, but it is that of both."""
    code, printed, complaint = rulebed("compare", "pig", "pig", "--games", "20", "--json")
    assert code == 0, complaint
    assert {one["difference"] for one in json.loads(printed)["measures"]} == {0}


def test_a_patch_is_of_the_second(rulebed):
    """What a patch adds to every score is the difference, exactly."""
    _, measures = compared(
        rulebed, "pig", "pig", "--patch", "result.score=5 if no winner else 6 if winner is me else 4"
    )
    for name in ("score of player 1", "score of player 2", "score of the winner"):
        assert (measures[name]["difference"], measures[name]["low"], measures[name]["high"]) == (5, 5, 5)


def test_the_number_of_processes_makes_no_difference(rulebed):
    """The sums are the same in whichever order they are added up."""
    words = ("pig", "pig", "--patch", "result.score=my.score - 1")
    one, two = (compared(rulebed, *words[:2], "--jobs", jobs)[0] for jobs in ("1", "2"))
    assert one == two


def test_bots_move_on_a_seat_with_each_pair(rulebed):
    """So each has sat everywhere equally often, and its own wins are counted."""
    assert [moved_on("abc", steps) for steps in range(3)] == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    found, measures = compared(rulebed, "tic_tac_toe", "tic_tac_toe", "--bots", "mc:20,random")
    assert found["games"] == 60
    assert measures["won by mc:20"]["first"] > measures["won by random"]["first"]


def test_what_can_not_be_compared_is_misuse(rulebed):
    """Games for different numbers of players have no seats in common."""
    code, _, complaint = rulebed("compare", "dice_workers", "dice_workers", "--players", "9")
    assert code == 2
    assert "players" in complaint


def test_the_table_shows_what_is_clear(rulebed):
    """A star stands beside what chance alone would hardly bring."""
    code, printed, _ = rulebed(
        "compare", "dice_workers", "dice_workers", "--games", "40", "--patch", "result.score=my.points + my.coins + 5"
    )
    assert code == 0
    assert "*" in printed
    assert "pairs of games" in printed
