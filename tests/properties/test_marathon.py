"""Many games of all setups are played as they are asked for, and what is wrong is told."""

from itertools import combinations, product

import pytest

import rulebed
from rulebed.play.telling import reasons

from . import marathon
from .marathon import LOOKS, Setup, in_order, main, run, setups_of, shared_out

SETUPS = [
    Setup("harbour", players, tuple(zip(("tide", "wind", "moon"), values, strict=True)))
    for players, *values in product((2, 3, 4), ("ebb", "flood"), ("east", "west"), ("new", "half", "full"))
]
PICKING = "s16_opponents"  # whose opponents go by lists; of the others nobody does
MANY = 500  # games
DRAWN = 1_000  # picks of which the reason is looked into, at least


def test_there_is_a_setup_for_all_values_that_go_together():
    """Of a pack each once."""
    setups, info = list(setups_of("four_winds")), rulebed.load("four_winds").info
    options = [setting.values for setting in info.settings.values()]
    assert len(set(setups)) == len(setups) == len(list(product(info.players, *options)))


def test_setups_that_come_first_bring_most_values_together():
    """Each comes once; any two values have met when a quarter has been played."""
    ordered = list(in_order(SETUPS))
    assert set(ordered) == set(SETUPS)
    assert len(ordered) == len(SETUPS)
    pairs = {pair for setup in SETUPS for pair in combinations(setup.values, 2)}
    assert pairs == {pair for setup in ordered[: len(SETUPS) // 4] for pair in combinations(setup.values, 2)}


def test_games_are_shared_out_among_setups():
    """Each seed is there once, and a setup that has any games has some."""
    shares = list(shared_out(SETUPS, 55, 20))
    assert [seed for _, seeds in shares for seed in seeds] == list(range(55))
    assert [len(seeds) for _, seeds in shares] == [20, 20, 15]


@pytest.mark.parametrize("look", LOOKS)
def test_a_sound_pack_has_no_faults(look):
    """Whatever is looked at."""
    leg = run(next(setups_of(PICKING if look == "reasons" else "dice_workers")), range(2), look)
    assert (leg.games, leg.faults) == (2, ())
    assert leg.decisions > 0


@pytest.mark.parametrize("which", [0, -1])
def test_a_wrong_reason_is_a_fault(which, monkeypatch):
    """Were it always the set, or the last line of the list, that would be found out."""
    wrong = property(lambda found: reasons.Reason("found+clause", {"clause": found.clauses[which].text}))
    monkeypatch.setattr(reasons.Found, "reason", wrong)
    leg = run(next(setups_of(PICKING)), range(2), "reasons")
    assert len(leg.faults) == 2


@pytest.mark.slow
@pytest.mark.parametrize("reference", ["ep1+solo", "ep2+solo"])
def test_each_pick_of_an_opponent_has_its_reason(reference):
    """Of many games at all levels and readings: told once, and without the line named something else may be taken."""
    legs = [run(setup, seeds, "reasons") for setup, seeds in shared_out(list(setups_of(reference)), MANY)]
    assert not [(leg.setup, *fault) for leg in legs for fault in leg.faults]
    assert sum(leg.decisions for leg in legs) >= DRAWN


def test_a_fault_is_told_with_its_seed_and_all_else_is_played(monkeypatch, tmp_path, capsys):
    """It goes on where it was stopped: what has been played isn't played again."""
    played = []

    def look(_, seed):
        played.append(seed)
        assert seed != 3, "three is wrong"
        return 1

    monkeypatch.setitem(marathon.LOOKS, "laws", look)
    words = ["leduc_poker", "--games", "5", "--each", "2", "--keep", str(tmp_path / "legs")]
    assert main(words) == 1
    assert "three is wrong" in capsys.readouterr().out
    assert main(words) == 1
    assert "seed 3, laws" in capsys.readouterr().out
    assert played == list(range(5))
