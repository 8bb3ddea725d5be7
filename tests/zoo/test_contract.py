"""PettingZoo's own tests pass for every pack, alone and with its layers."""

import warnings
from functools import partial
from types import SimpleNamespace

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test import performance_benchmark as benchmark

import rulebed
from rulebed.packs.listing import available
from rulebed.packs.places import search_path
from rulebed_tools.adapters.pettingzoo import env, parallel_env

PACKS = available(search_path())
TASTE = ("Observation is not a NumPy array", "Observation space for each agent probably should be")  # masks need both


REFERENCES = [name for pack in PACKS for name in (pack.name, *(f"{pack.name}+{layer}" for layer in pack.layers))]


def keeps_the_contract(reference, players, cycles):
    """All tests of PettingZoo that are about any environment; none has a complaint but about taste."""
    make, make_parallel = partial(env, reference, players), partial(parallel_env, reference, players)
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=cycles)
        max_cycles_test(SimpleNamespace(env=make, parallel_env=make_parallel))
        api_test(make(max_cycles=8), num_cycles=cycles)
        parallel_api_test(make_parallel(), num_cycles=cycles)
        parallel_seed_test(make_parallel, num_cycles=cycles)
    assert [str(one.message) for one in complaints if not str(one.message).startswith(TASTE)] == []


@pytest.mark.parametrize("pack", [pack.name for pack in PACKS])
def test_the_contract_holds(pack):
    """For every pack as it is, for a few dozen decisions."""
    keeps_the_contract(pack, None, 30)


@pytest.mark.slow
@pytest.mark.parametrize("reference", REFERENCES)
def test_the_contract_holds_for_long(reference):
    """With every layer and every number of players, as long as PettingZoo itself tries it."""
    for players in rulebed.load(reference).info.players:
        keeps_the_contract(reference, players, 500)


@pytest.mark.slow
@pytest.mark.parametrize("pack", [pack.name for pack in PACKS])
def test_its_speed_can_be_measured(pack, capsys):
    """By PettingZoo's own measure."""
    benchmark(env(pack))
    assert "turns per second" in capsys.readouterr().out
