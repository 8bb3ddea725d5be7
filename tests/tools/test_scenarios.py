"""Scenarios, by the examples of scenarios.md: what holds, and what is said on which line where it doesn't."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, read_text, reference_of
from rulebed_tools.scenario.running import run

PAGE = Path(__file__).with_name("scenarios.md")
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = "# file: "  # at the head of a block that lies beside the others under this name
MARK = re.compile(r"# fails: (.*)$")


def blocks():
    """Each block of the page, named by its first scenario."""
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        text = found[1]
        if text.startswith(FILE):
            continue
        title = re.search(r"scenario: ([^#\n]*)", text)
        yield pytest.param(text, id=title[1].strip())


def expected(text):
    """What is said on which line."""
    marks = ((number, MARK.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return {number: mark[1] for number, mark in marks if mark}


def outcomes(text, folder, **how):
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if found[1].startswith(FILE):
            name = found[1].partition("\n")[0].removeprefix(FILE)
            (folder / name).write_text(found[1], encoding="utf-8")
    scenarios, report = read_text(text, "scenarios.yaml", "squares", folder)
    assert len(report) == 0
    opener = Opener([folder])
    return [run(replace(one, resumes=how.pop("resumes", one.resumes)), opener, **how) for one in scenarios]


@pytest.mark.parametrize("text", tuple(blocks()))
def test_a_page_of_scenarios_says_what_it_should(text, own_packs):
    """Every finding is on a line that says so, and every such line has one."""
    findings = [finding for outcome in outcomes(text, own_packs) for finding in outcome.findings]
    found = {finding.span.line: finding for finding in findings}
    assert set(found) == set(expected(text)), [finding.message for finding in findings]
    for line, said in expected(text).items():
        assert said in found[line].message


@pytest.mark.parametrize("text", [block for block in blocks() if not expected(block.values[0])])
def test_what_holds_holds_without_guards_and_with_saves(text, own_packs):
    """The interpreter finds the same options by trying, and every state comes back from its save."""
    for outcome in outcomes(text, own_packs, raw=True, resumes=True):
        assert outcome.passed, outcome.findings


def test_what_has_no_order_is_compared_without_one(own_packs):
    """A set, where it is looked at and where somebody sees it; twice the same is not the same."""
    squares = (own_packs / "squares.yaml").read_text(encoding="utf-8")
    text = squares.replace("name: squares", "name: friends") + "game: {state: {friends: set of player}}\n"
    (own_packs / "friends.yaml").write_text(text, encoding="utf-8")
    scenario = "scenario: friends\npack: friends\ndo: add p2 to friends; add p1 to friends\n"
    scenario = scenario.replace("p2", "players[2]").replace("p1", "players[1]")
    for listed, holds in (("[1, 2]", True), ("[2, 1]", True), ("[2]", False), ("[1, 1]", False)):
        (outcome,) = outcomes(f"{scenario}then: {{friends: {listed}}}\n", own_packs)
        (seen,) = outcomes(f"{scenario}seen_by: {{2: {{friends: {listed}}}}}\n", own_packs)
        assert (outcome.passed, seen.passed) == (holds, holds)


def test_pieces_that_are_known_among_hidden_ones_have_no_order(own_packs):
    """In which order somebody names what they have seen of a hand means nothing; which it is means all."""
    pack = (
        "name: shown\ntitle: Shown\nplayers: {min: 2, max: 2, state: {hand: hand of card}}\n"
        "kinds: {card: {instances: [ace, king, ten]}}\ngame: {state: {stock: {type: deck of card, start: all}}}\n"
        "flow: {turn: {do: choose n in 1..2, next: end}}\nresult: {score: count(my.hand)}\n"
    )
    (own_packs / "shown.yaml").write_text(pack, encoding="utf-8")
    scenario = (
        "scenario: shown\npack: shown\ndo: draw 3 from stock into my.hand; show take(2, my.hand)\nluck: [ace, king]\n"
    )
    for known, holds in (("[ace, king]", True), ("[king, ace]", True), ("[ace]", False), ("[ace, ten]", False)):
        (seen,) = outcomes(f"{scenario}seen_by: {{2: {{players.1.hand: {{count: 3, known: {known}}}}}}}\n", own_packs)
        assert seen.passed == holds, seen.findings


def test_a_change_of_a_used_file_is_one_of_those_who_use_it(rulebed, tmp_path, monkeypatch):
    """Its digest is another one; what is shortened is the file itself, and never what it uses."""
    monkeypatch.chdir(tmp_path)
    shared, own = Path("shared.yaml"), Path("own.yaml")
    text = (
        "pack: pig\nuse: shared.yaml\nscenarios:\n  - scenario: so\n    from: far\n    then: {players.1.points: 30}\n"
    )
    own.write_text(text, encoding="utf-8")
    digests = []
    for total in (30, 31):
        said = f"players: 2\nbeginnings: {{far: {{given: {{players.1.points: {total}}}}}}}\nscenarios: []\n"
        shared.write_text(said, encoding="utf-8")
        (scenario,), report = read_file(own, "pig")
        assert not report.errors
        digests.append(scenario.digest)
    assert len(set(digests)) == 2
    assert rulebed("test", "own.yaml")[0] == 1
    assert rulebed("test", "own.yaml", "--accept", "--yes")[0] == 0
    assert "players.1.points: 31" in own.read_text(encoding="utf-8")
    assert rulebed("shorten", "own.yaml", "shared.yaml")[0] == 0
    assert shared.read_text(encoding="utf-8") == said


@pytest.mark.parametrize("line", ["then: {shown: {}}", "given: {cards: {ace: {}}}", "seen_by: {1: {shown: {}}}"])
def test_nothing_said_of_a_value_is_a_slip(line):
    """A mapping without an entry would hold whatever there is."""
    scenarios, report = read_text(f"scenario: nothing\n{line}\n", "scenarios.yaml", "cards")
    assert not scenarios
    assert [found.message.partition(" ")[2] for found in report] == ["should have at least 1 key"]


def test_a_layer_beside_its_pack_replaces_scenarios_where_one_stands(rulebed, own_packs):
    """Whichever way the pack is named."""
    for name, scenario in (("own", "scenario: as it is"), ("more", "scenario: once more\ninstead_of: as it is")):
        (own_packs / name / "scenarios").mkdir(parents=True)
        (own_packs / name / "scenarios" / "all.yaml").write_text(f"{scenario}\nthen: {{active: 1}}\n", encoding="utf-8")
    pack = (own_packs / "squares.yaml").read_text(encoding="utf-8").replace("name: squares", "name: own")
    (own_packs / "own" / "pack.yaml").write_text(pack, encoding="utf-8")
    (own_packs / "more" / "layer.yaml").write_text("title: More\n", encoding="utf-8")
    for reference in ("own+./more", "./own+./more"):
        code, printed, _ = rulebed("test", reference)
        assert (code, printed) == (0, f"ok    {reference}: once more\n1 of 1 scenarios hold\n")


@pytest.fixture
def house(own_packs):
    """A pack with a layer, each with scenarios of its own."""
    pack, text = own_packs / "house", (own_packs / "squares.yaml").read_text(encoding="utf-8")
    layer = pack / "layers" / "reverse"
    for folder in (pack, layer):
        (folder / "scenarios").mkdir(parents=True)
    (pack / "pack.yaml").write_text(text.replace("name: squares", "name: house"), encoding="utf-8")
    patch = "patch:\n  result.score: 0 - count(squares where mark is me)\n"
    (layer / "layer.yaml").write_text(patch, encoding="utf-8")
    played = "choose: [a1, a2, b1, b2]\n"
    own = f"scenario: the base\n{played}scores: [2, 2]\n"
    (pack / "scenarios" / "own.yaml").write_text(own, encoding="utf-8")
    layered = f"scenario: the layer\n{played}scores: [-2, -2]\n"
    (layer / "scenarios" / "layered.yaml").write_text(layered, encoding="utf-8")
    return pack


def test_what_a_layer_changes_need_not_hold_with_it(house, rulebed, monkeypatch):
    """A scenario of the base that says so is played without that layer only; the others are played with it, too."""
    monkeypatch.chdir(house.parent)
    played = "choose: [a1, a2, b1, b2]\nscores: [2, 2]\n"
    others = f"scenario: over\n{played.splitlines()[0]}\nover: true\n"
    (house / "scenarios" / "over.yaml").write_text(others, encoding="utf-8")
    assert rulebed("test", "house+reverse")[0] == 1
    (house / "scenarios" / "own.yaml").write_text(f"scenario: the base\nnot_with: reverse\n{played}", encoding="utf-8")
    code, printed, _ = rulebed("test", "house+reverse")
    assert (code, "2 of 2" in printed, "the base" in printed, "over" in printed) == (0, True, False, True)
    code, printed, _ = rulebed("test", "house")
    assert (code, "3 of 3" in printed, "the base" in printed) == (0, True, True)


def test_what_differs_with_a_layer_differs_with_it_and_another_one(house, rulebed, monkeypatch):
    """Whether both are named with the scenario or on the command line."""
    monkeypatch.chdir(house.parent)
    (house / "layers" / "calm.yaml").write_text("title: Calm\n", encoding="utf-8")
    also = "also_with: {reverse: {scores: [-2, -2]}, reverse+calm: {over: true}}"
    played = "choose: [a1, a2, b1, b2]\nscores: [2, 2]\n"
    (house / "scenarios" / "own.yaml").write_text(f"scenario: the base\n{also}\n{played}", encoding="utf-8")
    for reference in ("house", "house+reverse+calm"):
        code, printed, _ = rulebed("test", reference, "--only", "the base")
        assert (code, "house+reverse+calm: the base" in printed) == (0, True), printed


def test_a_file_alone_is_told_which_names_are_wrong(house, rulebed, monkeypatch):
    """Layers that it need not hold with, and instances that it is about, as a look at its pack would tell."""
    monkeypatch.chdir(house.parent)
    path = house / "scenarios" / "own.yaml"
    for line, code in (("not_with: revers", "P201"), ("about: [a9]", "P304")):
        path.write_text(f"scenario: the base\n{line}\nchoose: [a1, a2, b1, b2]\n", encoding="utf-8")
        found, _, complaint = rulebed("test", "house/scenarios/own.yaml")
        assert (found, code in complaint) == (1, True)
        assert code in rulebed("check", "house")[1]


def test_a_file_plays_what_it_lies_with(house):
    """A pack's scenarios play the pack, those of a layer the pack with the layer."""
    assert reference_of(house / "scenarios" / "own.yaml") == "house"
    assert reference_of(house / "layers" / "reverse" / "scenarios" / "layered.yaml") == "house+reverse"


def test_the_verb_runs_those_of_a_pack_and_its_layers(rulebed, house):
    code, printed, complaint = rulebed("test", "house")
    assert (code, complaint) == (0, "")
    assert "house: the base" in printed
    assert "house+reverse: the layer" in printed
    assert printed.splitlines()[-1] == "2 of 2 scenarios hold"
    code, printed, _ = rulebed("test", "house+reverse", "--only", "the layer")
    assert code == 0
    assert "house+reverse: the layer" in printed
    both = rulebed("test", "house", "--only", "the base", "--only", "LAYER")[1]
    assert both.splitlines()[-1] == "2 of 2 scenarios hold"
    assert rulebed("test", "house", "--only", "tide")[0] == 2
    assert rulebed("test", str(house / "layers" / "reverse" / "scenarios" / "layered.yaml"))[0] == 0
    assert rulebed("test", "house/scenarios")[1].splitlines()[-1] == "1 of 1 scenarios hold"


def test_a_pack_is_found_by_its_path(rulebed, house, tmp_path, monkeypatch):
    """Its scenarios play it there, though no pack of its name is listed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    house.rename(tmp_path / "elsewhere" / "house")
    assert rulebed("test", "elsewhere/house")[0] == 0
    assert rulebed("test", "elsewhere/house+reverse", "--only", "layer")[0] == 0
    assert rulebed("test", "elsewhere/house/layers/reverse/scenarios/layered.yaml")[0] == 0


@pytest.mark.parametrize(("data", "code"), [(b"\xff", "Y112"), (b"- scenario: a list\n", "Y113"), (b"a: [", "Y101")])
def test_a_file_that_is_no_scenario_is_a_finding(rulebed, house, data, code):
    """Nothing that lies among the scenarios is passed over, and none of it ends the command."""
    (house / "scenarios" / "odd.yaml").write_bytes(data)
    for verb in ("test", "check"):
        found, printed, complaint = rulebed(verb, "house")
        assert found == 1
        assert f"error[{code}]" in printed + complaint


@pytest.mark.parametrize("line", ["offered: {per: a1}", "seen_by: {0: {active: 1}}", "scores: {me: 2}"])
def test_seats_are_numbers(line):
    """Who is meant is said by the number of the seat."""
    scenarios, report = read_text(f"scenario: odd seats\n{line}\n", "scenarios.yaml", "squares")
    assert not scenarios
    assert [(found.code, found.help) for found in report] == [
        ("P306", "it should be the number of a seat, from 1 to 10")
    ]


def test_the_verb_shows_failures_with_their_place(rulebed, house):
    file = house / "scenarios" / "own.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("[2, 2]", "[2, 3]"), encoding="utf-8")
    code, printed, _ = rulebed("test", str(file))
    assert code == 1
    assert "FAIL  house: the base" in printed
    assert "own.yaml:3:13" in printed
    assert "0 of 1 scenarios hold" in printed
    row = json.loads(rulebed("test", str(file), "--json")[1])[0]
    assert row["passed"] is False
    assert row["findings"][0]["place"]["line"] == 3


def test_what_is_not_so_yet_is_told_with_what_waits(rulebed, house):
    """Where a field is not as it should be, a choice may have been forgotten: it is named once."""
    file = house / "scenarios" / "own.yaml"
    file.write_text("scenario: a start\nthen: {squares.a1.mark: 1, squares.a2.mark: 1}\n", encoding="utf-8")
    code, printed, _ = rulebed("test", str(file))
    assert code == 1
    assert printed.count("player 1 decides at") == 1


def test_answers_that_are_forced_one_after_another_are_told_together(own_packs):
    """Only the last of them has to be named."""
    text = (
        "scenario: ace and king\npack: cards\n"
        "do: choose one in cards where worth is 4; choose other in cards where worth is 3; gain 9 chip\n"
        "{choose}then: {players.1.chip: 10}\n"
    )
    (missing,) = outcomes(text.replace("{choose}", ""), own_packs)
    assert "only `ace`, `king` are left: name `king` as the last choice to go on" in missing.findings[0].help
    (named,) = outcomes(text.replace("{choose}", "choose: [king]\n"), own_packs)
    assert named.passed, named.findings


def test_what_is_wrong_with_a_pack_is_said_once(rulebed, house):
    """Not for each of its scenarios."""
    pack = house / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8").replace("no mark;", "no mrk;"), encoding="utf-8")
    more = (house / "scenarios" / "own.yaml").read_text(encoding="utf-8")
    (house / "scenarios" / "more.yaml").write_text(more, encoding="utf-8")
    code, printed, complaint = rulebed(
        "test", str(house / "scenarios" / "own.yaml"), str(house / "scenarios" / "more.yaml")
    )
    assert code == 1
    assert (printed + complaint).count("there is no name `mrk`") == 1


def test_a_file_that_the_schema_refuses_is_not_run(rulebed, own_packs):
    (own_packs / "odd.yaml").write_text("scenario: odd\nchose: [a1]\n", encoding="utf-8")
    code, _, complaint = rulebed("test", "odd.yaml")
    assert code == 1
    assert "did you mean `choose`?" in complaint


def test_patches_reach_scenarios(rulebed, house):
    """The same scenario fails under another rule."""
    assert rulebed("test", "house", "--only", "the base", "--patch", "result.score=9")[0] == 1


CITIES = """
players: 1
kinds:
  city: {instances: [rome, ur], state: {size: number}}
flow:
  grow: {do: choose c in cities; add 1 to c.size, next: end}
result: {score: 0}
"""


def test_things_go_by_the_plural_of_their_kind(own_packs):
    """By the regular one, too, as the pack itself speaks of them."""
    (own_packs / "towns.yaml").write_text(CITIES, encoding="utf-8")
    said = "scenario: a city grows\nchoose: [ur]\ngiven: {cities.ur.size: 2}\nthen: {cities.ur.size: 3}\n"
    (scenario,), report = read_text(said, "scenarios.yaml", "towns")
    assert not report
    assert run(scenario, Opener([own_packs])).findings == ()


MANY_WAYS = """
scenarios:
  - {scenario: a phase, pack: cards, do: drawing, luck: [king], choose: [king, keep], then: {shown: [king]}}
  - {scenario: a procedure, pack: cards, do: bet(), luck: [], choose: [keep], then: {bought: 0}, save_and_resume: true}
  - {scenario: a sentence, pack: cards, players: 2, do: gain 2 chip, luck: [], then: {players.1.chip: 3}}
  - {scenario: another setup, pack: cards, options: {stake: high}, do: bet(), luck: [], choose: [stake]}
  - {scenario: an address of its own, pack: cards, do: choose c in cards, choose: [{take: ace, of: scenario.c}]}
"""


def test_scenarios_of_one_setup_share_a_game(own_packs):
    """Each comes in by its own way; what is another setup, or asks at an address of its own, has another game."""
    scenarios, _ = read_text(MANY_WAYS, "ways.yaml", "cards")
    opener = Opener([own_packs])
    opener.expect(scenarios)
    assert [outcome.findings for outcome in (run(one, opener, raw=True) for one in scenarios)] == [()] * 5
    assert len({opener.open_for(one).game for one in scenarios}) == 3


def test_what_scenarios_ask_is_worked_out_with_their_game(own_packs):
    """A pack is not assembled once more for it: the model that is played could say it, too."""
    (scenario,), _ = read_text("scenario: a sum\ndo: bet()\nchoose: [keep]\nthen: {1 + 1: 2}\n", "sum.yaml", "cards")
    opener = Opener([own_packs])
    opener.expect([scenario])
    assert run(scenario, opener).findings == ()
    models, (_, players, options) = opener.open_for(scenario).models, opener.setup_of(scenario)
    assert models.answering(players, dict(options)).texts == ("1 + 1",)


def test_a_way_that_is_no_good_spoils_no_other(own_packs):
    """Whoever shares a setup with a mistake plays a game of its own."""
    scenarios, _ = read_text(MANY_WAYS.replace("gain 2 chip", "gain 2 chp"), "ways.yaml", "cards")
    opener = Opener([own_packs])
    opener.expect(scenarios)
    assert [run(one, opener).passed for one in scenarios] == [True, True, False, True, True]
