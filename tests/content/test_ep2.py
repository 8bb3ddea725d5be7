"""Episode 2 as a whole: random games of all options and of the layer, and how long they are."""

import re
from random import Random

import pytest
from tests.properties.marathon import run, setups_of, shared_out

import rulebed
from rulebed import packs
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs.places import search_path
from rulebed.pipeline.models import Models
from rulebed_tools.cli.main import main
from rulebed_tools.ledger.provenance import origins

TURNS = {2: 26, 3: 36, 4: 48}
REFERENCES = ("ep2", "ep2+deterministic_threat")
GAMES = {"laws": (3_000, 100), "lockstep": (50, 5), "copies": (50, 5), "events": (20, 5)}  # of each setup that has any
PLACED = {"procedures.place_die.d", "procedures.place_elsewhere.d"}


@pytest.mark.slow
@pytest.mark.parametrize("look", GAMES)
def test_many_games_of_all_setups_are_sound(look):
    """Every start, side of the tiles, reading of the rules, layer and number of players; more by `marathon` itself."""
    setups = [setup for reference in REFERENCES for setup in setups_of(reference)]
    games, each = GAMES[look]
    legs = [run(setup, seeds, look) for setup, seeds in shared_out(setups, games, each)]
    assert sum(leg.games for leg in legs) == games
    assert not [(leg.setup, *fault) for leg in legs for fault in leg.faults]


@pytest.mark.slow
@pytest.mark.parametrize("players", TURNS)
def test_a_game_has_as_many_turns_as_there_are_dice(players):
    """So many dice are placed in all as the rules tell: 26, 36 or 48; and at each decision the laws hold."""
    state, random, placed = rulebed.load("ep2").start(players, seed=players, events=True), Random(players), 0
    while not state.over:
        assert not state.broken_laws
        placed += state.decision.address in PLACED
        state.apply(random.choice(state.decision.options).id, player=state.decision.player)
    assert placed == TURNS[players]


@pytest.mark.slow
def test_what_is_offered_is_what_a_search_finds():
    """Two outposts choose among effects, behind all that is moved for a die: guards offer just what gets through."""
    tree, _ = packs.load("ep2", search_path())
    models = Models(tree)
    defaults = {name: setting.default for name, setting in rulebed.load("ep2").info.settings.items()}
    program = models.program(2, defaults, "bare", "sampled")
    walk_in_step(program, Oracle(models.raw(2, defaults), guarded=False), 4, Random(4).choice, 300)


@pytest.mark.slow
def test_printed_cards_take_the_place_of_stand_ins(tmp_path, monkeypatch, capsys):
    """Each stand-in can be filled in as it stands; with two made-up cards instead all scenarios of the pack hold."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ep2+printed"]) == 0
    layer = tmp_path / "printed" / "layer.yaml"
    text = layer.read_text(encoding="utf-8")
    filled = re.sub(r"^  # (?=\S+: )(?!\S+: [^\n]*\(\S+\.yaml:\d+\)$)", "  ", text, flags=re.MULTILINE)
    layer.write_text(filled, encoding="utf-8")
    tree, _ = packs.load("ep2+./printed", search_path(tmp_path))
    assert tree is not None
    assert not any(one.made_up for one in origins(tree))
    for old, new in (
        ("missions.herd.needs: 2", "missions.herd.needs: 3"),
        ("missions.herd.reward: gain 2 follower", "missions.herd.reward: gain 1 food; gain_perk(perks)"),
        ("challenges.heavy_5.threat: 3", "challenges.heavy_5.threat: 6"),
    ):
        assert f"  # {old}\n" in text
        text = text.replace(f"  # {old}\n", f"  {new}\n")
    layer.write_text(text, encoding="utf-8")
    assert main(["check", "ep2+./printed"]) == 0
    assert main(["test", "ep2+./printed"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("pack", ["ep1+solo", pytest.param("ep2+solo", marks=pytest.mark.slow)])
def test_alone_nobody_sits_in_a_second_seat(pack):
    """Who begins can't be a seat that nobody has."""
    with pytest.raises(rulebed.SetupError, match=r"can only be"):
        rulebed.load(pack).start(players=1, seed=1, options={"first_player": "seat_2"})
