"""Seeds: numbers that every program keeps as they are, or texts of so many digits that nobody guesses them."""

import json
from argparse import Namespace

import pytest

from rulebed_tools.cli import flags
from rulebed_tools.sim.plan import seed_of

LONG = "00ff" * 8
LARGEST = 2**53 - 1


@pytest.mark.parametrize("text", ["0", str(LARGEST), LONG, LONG.upper()])
def test_what_can_be_a_seed(rulebed, text):
    """It is said, and gives the same games again."""
    words = ("sim", "squares", "--games", "3", "--jobs", "1", "--json", "--seed", text)
    found, again = (json.loads(rulebed(*words)[1]) for _ in range(2))
    assert found["seed"] == (text.lower() if len(text) == 32 else int(text))
    assert found["results"] == again["results"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (str(LARGEST + 1), f"a number is {LARGEST} at most; a longer seed has 32 hexadecimal digits"),
        ("9" * 5000, f"a number is {LARGEST} at most"),
        (LONG[1:], "is no seed: neither a whole number nor 32 hexadecimal digits"),
        ("-1", "is no seed"),
        ("beef", "is no seed"),
    ],
)
@pytest.mark.parametrize("verb", ["sim", "play", "coverage"])
def test_what_can_be_none(rulebed, verb, text, complaint):
    """A number that other programs would change, or a text that isn't long enough, is misuse."""
    code, printed, told = rulebed(verb, "squares", "--seed", text)
    assert (code, printed) == (2, "")
    assert complaint in told


def test_seeds_that_are_drawn_are_the_same_in_every_language():
    """Those of simulations and of each of their games stay as they are as floating numbers, and are spread widely."""
    drawn = [flags.seed_of(Namespace(seed=None)) for _ in range(200)]
    own = [seed_of(start, number) for start in (7, LONG) for number in range(1000)]
    assert all(int(float(one)) == one <= LARGEST for one in (*drawn, *own))
    assert min(max(drawn), max(own)) > 2**52
    assert len({*drawn, *own}) == 2200


def test_a_long_seed_is_that_of_any_verb(rulebed):
    """A game that began with it is saved, replayed and counted like any other."""
    assert rulebed("play", "squares", "--auto", "--seed", LONG, "--record", "own.record")[0] == 0
    code, printed, _ = rulebed("replay", "own.record")
    assert (code, "squares: 4 decisions followed" in printed) == (0, True)
    assert json.loads(rulebed("play", "squares", "--auto", "--seed", LONG, "--json")[1])["seed"] == LONG
    assert rulebed("coverage", "pig", "--seed", LONG, "--games", "2")[0] != 2
    assert rulebed("compare", "squares", "squares", "--seed", LONG, "--games", "2")[0] == 0
