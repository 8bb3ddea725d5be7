"""What the verb `new` begins checks without a finding, is laid out, plays, and passes its scenarios."""

import shutil

import pytest

from rulebed.packs.places import content_root
from rulebed_tools.new.copying import TEMPLATES


def is_sound(rulebed, name):
    """A pack, or a pack with a layer, that nobody could complain of."""
    code, said, complaint = rulebed("check", name)
    assert (code, said) == (0, f"{name}: fine\n"), complaint + said
    assert rulebed("fmt", name, "--check")[0] == 0
    assert rulebed("test", name)[0] == 0
    assert rulebed("play", name, "--auto", "--seed", "2")[0] == 0


def test_a_pack(rulebed, own_packs):
    """In the working directory, under its name, with its name in it."""
    code, said, _ = rulebed("new", "old_mill")
    assert code == 0
    assert said.startswith("old_mill/pack.yaml\nold_mill/wood.yaml\n")
    assert "title: Old mill\n" in (own_packs / "old_mill" / "pack.yaml").read_text()
    is_sound(rulebed, "old_mill")


@pytest.mark.slow
def test_every_number_of_players_and_option_of_the_starter_plays(rulebed):
    rulebed("new", "mill")
    for players in "234":
        words = ("sim", "mill", "--players", players, "--games", "5", "--set", "days=5", "--seed", "1")
        assert rulebed(*words)[0] == 0


def test_a_layer_on_it(rulebed, own_packs):
    """Its patch changes what its scenario says, and the scenarios of the pack hold beside it."""
    rulebed("new", "mill")
    assert rulebed("new", "mill+flood")[0] == 0
    home = own_packs / "mill" / "layers" / "flood"
    assert "  resources.berries.start: 2      # it was 1\n" in (home / "layer.yaml").read_text()
    is_sound(rulebed, "mill+flood")
    (home / "layer.yaml").write_text("title: Flood\n")
    assert rulebed("test", "mill+flood")[0] == 1


def test_a_layer_that_needs_another(rulebed, own_packs):
    """It names the one beneath it, is laid over it, and is found wherever the pack is."""
    rulebed("new", "mill")
    rulebed("new", "mill+flood")
    assert rulebed("new", "mill+flood+rain")[0] == 0
    text = (own_packs / "mill" / "layers" / "rain" / "layer.yaml").read_text()
    assert "with: [flood]\nafter: [flood]\n" in text
    assert rulebed("check", "mill+flood+rain")[:2] == (0, "mill+flood+rain: fine\n")
    assert rulebed("new", "mill+drought+rain")[0] == 2


@pytest.mark.parametrize("base", ["kuhn_poker", "dice_workers", "tic_tac_toe", "goofspiel", "squares"])
def test_a_layer_on_any_pack(rulebed, own_packs, base):
    """Whatever can be changed in it; a pack that is one file has its layers in a directory of its name."""
    name = base
    if base != "squares":
        name = f"my_{base}"
        shutil.copytree(content_root() / "reference" / base, own_packs / name)
        text = (own_packs / name / "pack.yaml").read_text()
        (own_packs / name / "pack.yaml").write_text(text.replace(f"name: {base}", f"name: {name}"))
    assert rulebed("new", f"{name}+first")[0] == 0
    assert (own_packs / name / "layers" / "first" / "layer.yaml").is_file()
    assert rulebed("check", f"{name}+first")[1].endswith(": fine\n")
    assert rulebed("fmt", f"{name}/layers", "--check")[0] == 0
    code, said, _ = rulebed("test", f"{name}+first", "--only", "begins")
    assert code == 0, said


SHELF = """\
title: Shelf
players: 2
resources: {coin: {start: 1}}
kinds: {jar: {data: {weight: number}, programs: {opened: null}}}
jars:
  plum: {weight: 2, opened: gain weight coin, stand_in: nobody has seen it}
  fig: {weight: 4, opened: gain 1 coin, stand_in: {opened: it is torn}}
flow: {turn: {do: choose n in 1..2; do plum; do fig, next: end}}
result: {score: my.coin}
"""


def test_a_layer_for_what_is_printed(rulebed, own_packs):
    """All that stands in for it is in one file, which changes nothing until something is filled in, and then that."""
    (own_packs / "shelf.yaml").write_text(SHELF)
    (own_packs / "shelf").mkdir()
    scenarios = own_packs / "shelf" / "scenarios.yaml"
    scenarios.write_text(
        "{scenario: three, pack: shelf, patch: {jars.plum.weight: 1}, choose: [1], then: {players.1.coin: 3}}\n"
    )
    assert rulebed("new", "shelf+printed")[0] == 0
    is_sound(rulebed, "shelf+printed")
    layer = own_packs / "shelf" / "layers" / "printed" / "stand_ins.yaml"
    assert "jars" not in layer.with_name("layer.yaml").read_text()
    text = layer.read_text()
    assert "  # jars.fig: it is torn (shelf.yaml:7)\n  # jars.fig.opened: gain 1 coin\n" in text
    assert "jars.fig.weight" not in text
    text = text.replace("# jars.plum.weight: 2", "jars.plum.weight: 5").replace(
        "# jars.plum.stand_in", "jars.plum.stand_in"
    )
    layer.write_text(text)
    assert rulebed("play", "shelf+printed", "--auto", "--seed", "1")[0] == 0
    assert rulebed("test", "shelf+printed")[0] == 0
    assert '"jars.fig.opened"' in rulebed("provenance", "shelf+printed", "--json")[1]
    assert '"jars.plum' not in rulebed("provenance", "shelf+printed", "--json")[1]


def test_a_layer_that_lies_alone(rulebed, own_packs):
    """Its comments name commands that are true for it, and whoever leaves out the path or the pack is told."""
    assert rulebed("new", "dice_workers+breeze")[0] == 0
    texts = [(own_packs / "breeze" / name).read_text() for name in ("layer.yaml", "scenarios/layer.yaml")]
    assert "rulebed play dice_workers+./breeze`" in texts[0]
    assert "rulebed test dice_workers+./breeze`" in texts[1]
    assert rulebed("check", "dice_workers+./breeze")[0] == 0
    assert "1 of 1 scenarios hold" in rulebed("test", "breeze/scenarios")[1]
    scenarios = own_packs / "breeze" / "scenarios" / "layer.yaml"
    scenarios.write_text(scenarios.read_text().replace("pack: dice_workers+..\n", ""))
    for words, said in (
        (("check", "dice_workers+breeze"), "is `./breeze`, as in `PACK+./breeze`"),
        (("check", "./breeze"), "name it behind its pack, as in `PACK+./breeze`"),
        (("check", "breeze"), "name it behind its pack, as in `PACK+./breeze`"),
        (("check", "breeze/layer.yaml"), "a layer is named behind its pack"),
        (("test", "breeze/scenarios"), "run by `test PACK+./LAYER`"),
    ):
        code, found, complaint = rulebed(*words)
        assert (code > 0, said in found + complaint) == (True, True), found + complaint


def test_a_file_of_scenarios_in_no_pack(rulebed, own_packs):
    """It is asked once for the pack that its scenarios play."""
    (own_packs / "loose.yaml").write_text("scenarios: [{scenario: one, do: nothing}, {scenario: two, do: nothing}]\n")
    code, found, complaint = rulebed("test", "loose.yaml")
    assert (code, (found + complaint).count("say `pack: NAME`")) == (1, 1)


def test_somewhere_else(rulebed, own_packs):
    """`--to` names the directory that the pack goes into."""
    assert rulebed("new", "mill", "--to", "games")[0] == 0
    assert (own_packs / "games" / "mill" / "pack.yaml").is_file()
    assert rulebed("check", "games/mill")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Old Mill",), "such as `old_mill`"),
        (("1st",), "is no name"),
        (("../mill",), "is no name"),
        (("pig",), "there is a pack `pig` already"),
        (("squares",), "there is a pack `squares` already"),
        (("layers",), "directories within a pack"),
        (("squares+",), "is no name"),
        (("square+x",), "did you mean `squares`?"),
        (("squares+x", "--to", "y"), "`--to` has no meaning"),
        (("taken",), "nothing is written over it"),
        (("broken+x",), "`rulebed check broken` says why"),
    ],
)
def test_what_is_refused(rulebed, own_packs, words, said):
    """With what to do instead, and nothing is written."""
    (own_packs / "taken").mkdir()
    broken = "players: 2\nresources: {a: {start: b}}\nflow: {x: {do: nothing, next: end}}\nresult: {score: 0}\n"
    (own_packs / "broken.yaml").write_text(broken)
    before = sorted(own_packs.rglob("*"))
    code, _, complaint = rulebed("new", *words)
    assert code == 2
    assert said in complaint
    assert sorted(own_packs.rglob("*")) == before


def test_nothing_is_written_over(rulebed):
    rulebed("new", "mill")
    rulebed("new", "mill+flood")
    assert rulebed("new", "mill")[0] == 2
    code, _, complaint = rulebed("new", "mill+flood")
    assert (code, complaint) == (2, "rulebed: `mill` has a layer `flood` already\n")


def test_templates_are_files(rulebed, own_packs):
    """What is written is what lies there, with names in it and nothing else."""
    rulebed("new", "mill")
    for path in (TEMPLATES / "game").rglob("*.yaml"):
        written = (own_packs / "mill" / path.relative_to(TEMPLATES / "game")).read_text()
        assert written == path.read_text().replace("$name", "mill").replace("$title", "Mill")
