"""How sure figures are: intervals, p values and stars, beside scipy and in made-up studies whose truth is known."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import opening
from rulebed_tools.sim import pairing
from rulebed_tools.sim.certainty import Mean, adjusted, p_value, student, wilson
from rulebed_tools.sim.pairing import TAKEN, Pairing
from rulebed_tools.sim.plan import LONGEST, Plan


@pytest.fixture(scope="module")
def stats():
    """What scipy says of the same."""
    return pytest.importorskip("scipy.stats")


def mean_of(numbers):
    return Mean(len(numbers), sum(numbers), sum(one * one for one in numbers))


def paired(differences):
    """Pairs of games that differ by so much in what is measured, and by as much in the use of an option."""
    found = Pairing()
    for one in differences:
        found.add(Counter(), Counter({"points": one, f"{TAKEN}buy": one}))
    return found


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 6, 9, 29, 30, 199, 5000])
def test_intervals_reach_as_far_as_students_t(stats, degrees):
    """From five degrees of freedom on to 0.2 %, below that to 0.8 %, and with one or two exactly."""
    right = stats.t.ppf(0.975, degrees)
    assert student(degrees) == pytest.approx(right, rel=1e-9 if degrees < 3 else 0.008 if degrees < 5 else 0.002)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 8, 29, 119, 120, 1999])
def test_p_values_are_those_of_students_t(stats, degrees):
    """To either side, near the middle and far out."""
    for errors in (0, 0.1, 1, 1.96, 2.6, 4, 7.5, 30, float("inf")):
        assert p_value(errors, degrees) == pytest.approx(2 * stats.t.sf(errors, degrees), abs=1e-12)
        assert p_value(-errors, degrees) == p_value(errors, degrees)


def test_p_values_are_adjusted_as_benjamini_and_hochberg_say(stats):
    """Beside scipy, ties and certainties among them."""
    luck = Random(5)
    for count in (1, 2, 3, 20, 400):
        for power in (1, 4):
            found = [round(luck.random() ** power, 3) for _ in range(count)]
            assert adjusted(found) == pytest.approx(list(stats.false_discovery_control(found)))
    assert adjusted([]) == []


def test_shares_have_the_interval_of_wilson(stats):
    """Beside scipy, for every share of small numbers and some of large ones."""
    cases = [(times, count) for count in (1, 2, 7, 30) for times in range(count + 1)]
    for times, count in [*cases, (0, 100_000), (340, 1000), (99_999, 100_000)]:
        right = stats.binomtest(times, count).proportion_ci(method="wilson")
        assert wilson(times, count) == pytest.approx((right.low, right.high), abs=1e-12)


def test_large_scores_that_are_alike_lose_nothing():
    """The variance is worked out in whole numbers: far away from nothing it is as exact as near it."""
    for large in (0, 10**8, 10**15):
        numbers = [large + one for one in (1, 2, 2, 4)]
        assert mean_of(numbers).error == sqrt(Fraction(19, 12) / 4)


def test_one_game_tells_nothing_of_others_nor_do_a_few_that_are_alike():
    """Without an interval rather than with one of no width."""
    assert (mean_of([]).mean, mean_of([]).error, mean_of([]).between) == (None, None, None)
    assert (mean_of([7]).mean, mean_of([7]).error, mean_of([7]).between) == (7, None, None)
    assert (mean_of([7] * 29).error, mean_of([7] * 29).between) == (0, None)
    assert mean_of([7] * 30).between == (7, 7)
    assert mean_of([7] * 29 + [8]).reach > 0


@pytest.mark.parametrize(
    ("differences", "is_clear"),
    [
        ([90, 91, 92, 93, 94], False),
        ([90, 91, 92, 93, 94, 95], True),
        ([5] * 29, False),
        ([5] * 30, True),
        ([0] * 200, False),
        ([1, -1, 2, -2, 3, -3], False),
    ],
    ids=["five pairs", "six pairs", "29 alike", "30 alike", "no difference", "to either side"],
)
def test_a_star_needs_six_pairs_and_thirty_where_all_are_alike(differences, is_clear):
    """Of measures as of options."""
    found = paired(differences)
    assert [one.is_clear for one in (*found.measures(), *found.options())] == [is_clear, is_clear]


@pytest.mark.parametrize("count", [5, 10, 30, 200])
def test_intervals_hold_what_they_promise(count):
    """Of 2,000 small studies with a planted difference, about nineteen of twenty have it in their interval."""
    luck, held = Random(count), 0
    for _ in range(2000):
        low, high = mean_of([round(luck.gauss(30, 100)) for _ in range(count)]).between
        held += low <= 30 <= high
    assert 0.935 <= held / 2000 <= 0.97


def test_of_many_equal_options_hardly_any_has_a_star():
    """Of three hundred that are taken as often in both, fifteen would have one if each were looked at by itself."""
    luck, stars, alone = Random(3), 0, 0
    for _ in range(4):
        found = Pairing(games=40)
        for option in range(300):
            differences = [luck.randrange(4) - luck.randrange(4) for _ in range(40)]
            found.second[f"{TAKEN}{option}"] = sum(differences)
            found.squares[f"{TAKEN}{option}"] = sum(one * one for one in differences)
        stars += sum(one.is_clear for one in found.options())
        alone += sum(abs(one.of_pairs.mean) > one.of_pairs.reach for one in found.options())
    assert stars <= 4
    assert alone > 40


def test_what_has_changed_is_still_found_among_what_has_not():
    """Ten options that are really taken more often have their stars, and stand first."""
    luck, found = Random(4), Pairing(games=60)
    for option in range(300):
        differences = [luck.randrange(4) - luck.randrange(4) + 2 * (option < 10) for _ in range(60)]
        found.second[f"{TAKEN}{option}"] = sum(differences)
        found.squares[f"{TAKEN}{option}"] = sum(one * one for one in differences)
    assert {one.name for one in found.options()[:10]} == {f"{TAKEN}{option}" for option in range(10)}
    assert 10 <= sum(one.is_clear for one in found.options()) <= 12


def stars(pack, players, games, run):
    """How many stars there are beside the same game with other seeds, in both tables."""
    bots = ("random",) * players
    plan = Plan(opening.by_reference, pack, (), players, (), policy, bots, 2 * run, games, LONGEST)
    found = pairing.run((plan, replace(plan, seed=2 * run + 1)), 1, lambda _: None)
    return sum(one.is_clear for one in (*found.measures(), *found.options()))


def test_equal_games_have_hardly_any_stars():
    """The same game with other seeds, two runs."""
    assert sum(stars("dice_workers", 2, 30, run) for run in range(2)) <= 4


@pytest.mark.slow
def test_equal_games_of_a_large_pack_have_two_stars_at_most():
    """On average of five runs of 120 pairs, among more than four hundred options."""
    assert sum(stars("ep1", 3, 120, run) for run in range(5)) <= 10


@pytest.mark.slow
def test_intervals_of_skewed_scores_hold_nearly_as_much():
    """Where scores are mostly small and seldom large, thirty games are rather few for 19 of 20."""
    for count, least in ((30, 0.9), (200, 0.93)):
        luck, held = Random(count), 0
        for _ in range(2000):
            low, high = mean_of([int(luck.expovariate(0.02)) for _ in range(count)]).between
            held += low <= 49.5 <= high
        assert held / 2000 >= least


@pytest.mark.slow
def test_the_reach_is_that_of_19_in_20_everywhere(rulebed):
    """What stands after ± in tables lies between the mean and its `low` and `high` for programs; `error` stays."""
    code, printed, _ = rulebed("sim", "pig", "--games", "12", "--seed", "1")
    found = json.loads(rulebed("sim", "pig", "--games", "12", "--seed", "1", "--json")[1])
    assert code == 0
    length = found["length"]
    assert length["high"] - length["mean"] == pytest.approx(2.201 * length["error"], rel=1e-3)
    assert length["mean"] - length["low"] == pytest.approx(length["high"] - length["mean"])
    assert f"{length['mean']:.2f} ± {length['high'] - length['mean']:.2f} decisions" in printed
    score = found["players"][0]["score"]
    assert re.search(rf"{score['mean']:.2f}  +{score['high'] - score['mean']:.2f}$", printed, re.MULTILINE)
    pairs = json.loads(
        rulebed("compare", "pig", "pig", "--games", "12", "--patch", "options.goal.default=20", "--json")[1]
    )
    lengths = next(one for one in pairs["measures"] if one["name"] == "decisions")
    assert lengths["high"] - lengths["difference"] == pytest.approx(2.201 * lengths["error"], rel=1e-3)
    assert lengths["clear"]
    assert lengths["p_adjusted"] < 0.001


def test_the_footnote_says_what_a_star_means(rulebed):
    """Or that there are too few pairs for any."""
    words = ("compare", "pig", "pig", "--patch", "options.goal.default=20", "--games")
    few, enough = rulebed(*words, "4")[1], rulebed(*words, "8")[1]
    assert "*" not in few
    assert "with fewer than 6 pairs nothing has a star" in few
    assert "* differs: of all such stars one in twenty is chance, at most" in enough
    assert "± reaches to both sides with 95 % confidence" in enough


def test_what_a_single_game_can_not_tell_is_left_out(rulebed):
    """Nothing stands where the reach would be, and nothing for programs."""
    found = json.loads(rulebed("sim", "pig", "--games", "1", "--seed", "3", "--json")[1])
    assert [found["length"][name] for name in ("error", "low", "high")] == [None] * 3
    printed = rulebed("sim", "pig", "--games", "1", "--seed", "3")[1]
    assert f"\n{found['length']['mean']:.2f} decisions a game" in printed
