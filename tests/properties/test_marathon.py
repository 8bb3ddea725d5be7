"""Many games of all setups are played as they are asked for, and what is wrong is told."""

from itertools import combinations

import pytest

from . import marathon
from .marathon import LOOKS, in_order, main, run, setups_of, shared_out


def test_there_is_a_setup_for_all_values_that_go_together():
    """Each once; and those that come first bring most values together."""
    setups = list(setups_of("ep1"))
    ordered = list(in_order(setups))
    assert set(ordered) == set(setups)
    assert len(ordered) == len(setups)
    pairs = {pair for setup in setups for pair in combinations(setup.values, 2)}
    assert pairs == {pair for setup in ordered[:24] for pair in combinations(setup.values, 2)}


def test_games_are_shared_out_among_setups():
    """Each seed is there once, and a setup that has any games has some."""
    setups = list(setups_of("ep1"))
    shares = list(shared_out(setups, 55, 20))
    assert [seed for _, seeds in shares for seed in seeds] == list(range(55))
    assert [len(seeds) for _, seeds in shares] == [20, 20, 15]


@pytest.mark.parametrize("look", LOOKS)
def test_a_sound_pack_has_no_faults(look):
    """Whatever is looked at."""
    leg = run(next(setups_of("dice_workers")), range(2), look)
    assert (leg.games, leg.faults) == (2, ())
    assert leg.decisions > 0


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
