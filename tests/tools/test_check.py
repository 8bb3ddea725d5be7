"""What `check` says of a pack with its layers, one by one and together."""

import json
from pathlib import Path

import pytest

from rulebed.packs.files import layer_names
from rulebed.packs.places import content_root
from rulebed_tools.cli.main import main

PIER = """\
title: Pier
players: 2
resources: {lamp: {start: 3}}
procedures: {light: gain 1 lamp}
flow: {evening: {do: light, next: end}}
result: {score: my.lamp}
"""
LAYERS = {
    "bright": "title: Bright\npatch: {procedures.light: gain 2 lamp}\n",
    "dark": "title: Dark\nnot_with: bright\npatch: {procedures.light: lose 1 lamp}\n",
    "glare": "title: Glare\nafter: bright\npatch: {procedures.light: gain 9 lamp}\n",
}
REFUSED = "pier+bright+dark: refused, the layer `dark` can't be used together with `bright`"


@pytest.fixture
def pier(own_packs):
    """Writes the pack with these layers and others."""

    def write(**more):
        (own_packs / "pier" / "layers").mkdir(parents=True)
        (own_packs / "pier" / "pack.yaml").write_text(PIER, encoding="utf-8")
        for name, text in {**LAYERS, **more}.items():
            (own_packs / "pier" / "layers" / f"{name}.yaml").write_text(text, encoding="utf-8")

    return write


def test_each_combination_of_layers_has_a_line(rulebed, pier):
    """What can't stand together is refused in words, which is no finding; layers whose order matters are one."""
    pier()
    code, printed, _ = rulebed("check", "pier", "--all-layers")
    assert [line for line in printed.splitlines() if line.startswith("pier")] == [
        "pier: fine",
        "pier+bright: fine",
        "pier+dark: fine",
        "pier+glare: fine",
        REFUSED,
        "pier+bright+glare: fine",
        "pier+dark+glare: 1 warning",
    ]
    assert code == 1
    assert "P203" in printed
    assert "say `after: dark` in `glare`" in printed


def test_a_fault_of_a_layer_is_shown_once(rulebed, pier):
    """Where it was found before, it is only counted."""
    pier(dear="title: Dear\nwith: glare\nprocedures: {dim: gain 9 lmp}\n")
    code, printed, _ = rulebed("check", "pier", "--all-layers")
    assert code == 1
    assert printed.count("there is no resource `lmp`") == 1
    assert "\npier+dear+glare: 1 error\n" in printed
    assert "\npier+bright+dear+glare: 1 error, 1 of them shown before\n" in printed


def test_what_is_needed_with_a_layer_is_not_in_vain(rulebed, pier):
    """An `otherwise` that never runs is reported, but where it runs under a layer; of a layer only its own."""
    pier(
        oil="title: Oil\npatch: {procedures.light: pay 2 lamp}\n",
        wind="title: Wind\npatch: {procedures.light: gain 1 lamp otherwise nothing}\n",
    )
    manifest = Path("pier/pack.yaml")
    manifest.write_text(PIER.replace("{do: light,", "{do: light; gain 2 lamp otherwise nothing,"), encoding="utf-8")
    assert "G115" in rulebed("check", "pier")[1]
    assert "G115" not in rulebed("check", "pier+bright")[1]
    assert "layers/wind.yaml" in rulebed("check", "pier+wind")[1]
    manifest.write_text(PIER.replace("{do: light,", "{do: light otherwise nothing,"), encoding="utf-8")
    assert rulebed("check", "pier")[1] == "pier: fine\n"


def test_all_of_it_can_be_had_as_data(rulebed, pier):
    """With the findings of each combination; what is refused is none of them."""
    pier()
    code, printed, _ = rulebed("check", "pier", "--all-layers", "--json")
    found = json.loads(printed)
    assert code == 1
    assert list(found) == ["pier", "pier+bright", "pier+dark", "pier+glare", "pier+bright+glare", "pier+dark+glare"]
    assert [one["code"] for one in found["pier+dark+glare"]] == ["P203"]
    code, printed, _ = rulebed("check", "pier", "--all-layers", "--sarif")
    assert json.loads(printed)["runs"][0]["results"]


def test_a_layer_of_ones_own_is_tried_with_those_there_are(rulebed, pier, own_packs):
    """Named behind its pack, it is always there."""
    pier()
    (own_packs / "breeze.yaml").write_text("title: Breeze\npatch: {resources.lamp.start: 4}\n", encoding="utf-8")
    printed = rulebed("check", "pier+./breeze.yaml", "--all-layers")[1]
    assert "pier+./breeze.yaml+glare: fine\n" in printed
    assert "pier+./breeze.yaml+bright+dark: refused" in printed


def test_a_pack_that_is_not_there_is_said(rulebed):
    """As without layers."""
    code, printed, _ = rulebed("check", "peir", "--all-layers")
    assert code == 2
    assert "there is no pack `peir`" in printed


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["ep1", "ep2", "dino_island"])
def test_layers_that_come_with_a_large_pack_go_together(pack, capsys):
    """Each alone, each two and as many as can be are without findings; what the rules rule out is refused."""
    code = main(["check", pack, "--all-layers"])
    printed = capsys.readouterr().out.splitlines()
    assert code == 0, "\n".join(printed)
    assert all(line.endswith(": fine") or ": refused, " in line for line in printed)
    assert len(printed) > len(layer_names(content_root() / pack))


QUAY = """
title: Quay
players: 2
resources: {fish: null}
events: {landed: {about: {p: player}}}
game: {state: {tide: number, hours: {type: number, story: false}}}
procedures: {sell: {says: "[sell|sells] a fish", do: gain 1 fish}, rest: add 1 to tide; add 1 to hours}
flow: {day: {pick: 1, options: {sell: sell, rest: rest, land: raise landed(me)}, next: end}}
result: {score: my.fish + tide + hours}
"""


def test_what_only_the_grammar_says_is_listed_by_language(own_packs, rulebed):
    """Questions, options, events, facts that the story tells and procedures, each with what it says so far."""
    (own_packs / "quay" / "locale").mkdir(parents=True)
    (own_packs / "quay" / "pack.yaml").write_text(QUAY.lstrip(), encoding="utf-8")
    texts = "texts: {flow.day.pick: Que faire ?, flow.day.options.rest: Repos, events.landed: '{p} débarque'}\n"
    french = f"{texts}nouns: {{fish: poisson, tide: marée, hours: heures, rest: repos}}\n"
    (own_packs / "quay" / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    code, printed, _ = rulebed("check", "quay", "--texts", "--json")
    said = json.loads(printed)["quay"]
    assert code == 0
    assert said["en"] == {
        "flow.day.pick": "pick",
        "flow.day.options.sell": "Sell a fish.",
        "flow.day.options.rest": "Add 1 to the tide, then add 1 to the hours.",
        "flow.day.options.land": "“landed” happens for you.",
        "events.landed": "landed",
        "game.state.tide": "tide is now …",
        "procedures.rest": "Add 1 to the tide. Add 1 to the hours.",
    }
    assert {*said["en"]} - {*said["fr"]} == {"flow.day.pick", "flow.day.options.rest", "events.landed"}
    assert "quay, fr: 5 texts that only the grammar says" in rulebed("check", "quay", "--texts")[1]
