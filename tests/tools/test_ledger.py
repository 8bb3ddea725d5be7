"""Ledgers: what counts as proof, what is said of the rest, and what is kept."""

import json
import re
import subprocess
import textwrap
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulebed import load
from rulebed.packs import pack as packs
from rulebed_tools.cli import court
from rulebed_tools.cli.limit import TooLongError, at_most
from rulebed_tools.ledger import keeping
from rulebed_tools.ledger.instances import instances
from rulebed_tools.ledger.keeping import Kept, Known
from rulebed_tools.ledger.mutants.making import mutants, others_of
from rulebed_tools.ledger.mutants.wording import slips
from rulebed_tools.ledger.naming import sites
from rulebed_tools.ledger.plan import Ruling, Trace, Verdict

PAGE = Path(__file__).with_name("ledger.md").read_text(encoding="utf-8")
TEXTS = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

PACK = """\
title: Stall
players: 2
resources:
  coin: {start: 3, rules: [START]}
  nut:
  bun:
game:
  state: {sold: number 0..9}
procedures:
  trade:
    pick: 1
    options:
      buy: {do: "pay 2 coin; gain 1 nut", rules: [PRICE, GOODS]}
      beg: {when: my.coin is 0, do: gain 1 coin, rules: [POOR]}
      wait: nothing
flow:
  turn:
    do:
      trade: {do: trade(), rules: [ORDER]}
      pass_on: add 1 to sold; set active to next(me)
    next: [{if: sold < 4, to: turn}, {otherwise: end}]
laws:
  nobody_owes: {is: all p in players satisfy p.nut + p.coin <= 3, rules: [OWED]}
result: {score: my.nut}
"""
LEDGER = """\
sources: {board: The board at the stall}
rules:
  START: {rule: Everybody has three coins., source: board line 1}
  PRICE: {rule: Nobody has nuts for nothing., source: board, forbids: true}
  GOODS: {rule: A nut is a nut., source: board}
  POOR: {rule: Only the poor beg., source: board, forbids: true}
  ORDER: {rule: Everybody trades in turn., source: board}
  OWED: {rule: Nobody owes., source: board}
  SMELL: {rule: It smells of nuts., untestable: nothing smells here}
"""
SCENARIOS = """\
scenarios:
  - scenario: two coins are the price
    rules: [PRICE, START]
    choose: [buy]
    then: {players.1.coin: 1}
  - scenario: whoever has coins can't beg
    rules: [POOR]
    refused: [beg]
  - scenario: nothing is looked at
    rules: [GOODS]
    choose: [wait]
  - scenario: what isn't so
    rules: [ORDER]
    choose: [wait]
    then: {active: 1}
"""


@pytest.fixture
def stall(own_packs):
    """A pack with a ledger and scenarios, some of which prove nothing."""
    folder = own_packs / "stall"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    (folder / "scenarios" / "all.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    """What is found out here is kept here."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def answer(rulebed, *words):
    code, printed, complaint = rulebed(*words, "--json")
    assert not complaint
    return code, json.loads(printed)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.partition("\n")[0])
def test_what_may_go_wrong_in_a_text(text):
    """Each slip of the page, in any order, and no other one."""
    first, *lines = text.splitlines()
    expected = {(line.strip().removeprefix("+ "), line.strip().startswith("+ ")) for line in lines}
    found = set(slips(first, {"wood": "brass"}))
    assert found == expected


def test_most_of_a_text_is_left_out_last():
    """A change that anybody would notice is tried when no smaller one will do."""
    text = "if x is 1:\n  gain 1 wood\ngain 2 wood"
    changed = [new for new, _ in slips(text, {})]
    assert changed[-1] == "gain 2 wood\nif x is 1:\n  gain 1 wood"
    assert "nothing\ngain 2 wood" in changed[-3:]


def test_a_mutant_is_another_pack(stall):
    """Every mutant differs from the pack in one place, which its address names."""
    tree, _ = packs.load("stall", [stall.parent])
    others = others_of(tree.root)
    assert others == {"coin": "nut", "nut": "bun", "bun": "coin"}
    made = [mutant for site in sites(tree) if not site.is_law for mutant in mutants(site, others)]
    assert len({(mutant.address, mutant.what) for mutant in made}) == len(made) > 20
    for mutant in made:
        changed = mutant.applied(tree)
        assert changed.root != tree.root
        assert changed.find(mutant.address) == mutant.node


@pytest.mark.parametrize(
    ("stone", "what", "widens"),
    [
        ("grey", "`nothing` becomes `gain 1 nut`", True),
        ("blue", "`polish` becomes `nothing`", False),
        ("black", "`chisel` becomes `nothing`", False),  # though a tool is called so, too
    ],
)
def test_what_is_done_in_a_word_may_be_another_one(stall, stone, what, widens):
    """Else nothing could go wrong with a rule of the sort that this one is worth nothing, or what a procedure does."""
    text = """
kinds: {stone: {plural: stones, programs: {worth: null}}, tool: {plural: tools}}
procedures: {polish: gain 3 nut, chisel: gain 2 nut}
tools: [chisel, brush]
stones:
  red: {worth: gain 1 nut}
  grey: {worth: nothing, rules: [GOODS]}
  blue: {worth: polish, rules: [GOODS]}
  black: {worth: chisel, rules: [GOODS]}
"""
    (stall / "stones.yaml").write_text(text, encoding="utf-8")
    tree, _ = packs.load("stall", [stall.parent])
    site = next(site for site in sites(tree) if site.address == f"stones.{stone}")
    first, *_ = mutants(site, others_of(tree.root))
    assert (first.what, first.widens) == (what, widens)


def test_a_rule_is_proved_by_a_scenario_that_notices(rulebed, stall):
    """Not by one that looks at nothing, doesn't hold, or isn't there."""
    code, found = answer(rulebed, "mutate", "stall", "--jobs", "1")
    assert code == 1
    proved = {one["target"]: one for one in found["list"]}
    assert {name for name, one in proved.items() if one["proved"]} == {"START", "PRICE", "POOR"}
    assert found["not_proved"] == ["GOODS", "ORDER", "OWED"]
    assert proved["ORDER"]["failing"] == ["what isn't so"]
    assert proved["START"]["mutant"] == "resources.coin.start: `3` becomes `4`"
    assert {one["target"] for one in found["survivors"]} >= {"GOODS"}


def test_a_ban_is_proved_by_what_lets_more_happen(rulebed, stall):
    """That the price is too high is no proof that there is one."""
    _, found = answer(rulebed, "mutate", "stall", "--only", "PRICE", "--only", "POOR", "--every", "--jobs", "1")
    price, poor = found["list"]
    assert price["mutant"].endswith("becomes `nothing; gain 1 nut`")
    assert poor["mutant"].startswith("procedures.trade.options.beg.when")
    assert price["tried"] == 2  # no price, and a lower one


def test_a_game_that_can_not_be_proves_a_rule(rulebed, stall):
    """That it is refused, in these words, is noticed where a need is dropped and where it is another one."""
    options = "options:\n  rush:\n    values: {calm: , mad: {players: [3, 4]}}\n    rules: [GOODS]\n"
    text = PACK.replace("players: 2\n", "players: {min: 2, max: 4}\n" + options).replace(
        "wait: nothing", "wait: {if: options.rush is mad, do: gain 1 bun}"
    )
    (stall / "pack.yaml").write_text(text, encoding="utf-8")
    scenario = "scenario: two are no rush\nrules: [GOODS]\nplayers: 2\noptions: {rush: mad}\n"
    (stall / "scenarios" / "all.yaml").write_text(f"{scenario}no_game: if players is 3 or 4\n", encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--only", "GOODS", "--every", "--jobs", "1")
    (goods,) = found["list"]
    assert goods["mutant"].startswith("options.rush.values.mad.players.0")
    assert not [one for one in found["survivors"] if "rush.values.mad" in str(one)]


def test_a_law_can_prove_a_rule(rulebed, stall):
    """A scenario that looks at nothing fails where a law doesn't hold any more; without the law it doesn't."""
    scenario = "scenario: whatever they buy\nrules: [PRICE]\nchoose: [buy]\n"
    (stall / "scenarios" / "all.yaml").write_text(scenario, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--only", "PRICE", "--jobs", "1")
    assert found["list"][0]["proved"]
    lawless = PACK[: PACK.index("laws:")] + PACK[PACK.index("result:") :]
    (stall / "pack.yaml").write_text(lawless, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--only", "PRICE", "--jobs", "1", "--fresh")
    assert not found["list"][0]["proved"]


@pytest.fixture
def played(monkeypatch):
    """The scenarios that are played, by title, on a pack or a mutant."""
    titles = []
    real = court._verdict

    def noted(scenario, opener):
        titles.append(scenario.title)
        return real(scenario, opener)

    monkeypatch.setattr(court, "_verdict", noted)
    return titles


def edited(stall, old, new):
    """The pack with a change of its file."""
    path = stall / "pack.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_program_is_broken_whether_it_names_a_rule_or_not(rulebed, stall, played):
    """By file, with what nobody notices; rules are left alone where only some programs are meant."""
    words = ("mutate", "stall", "--every", "--in", "flow", "--in", "procedures.trade.options", "--jobs", "1")
    edited(stall, "[{if: sold < 4, to: turn}", "[{if: sold < spoons, to: turn}")
    edited(stall, "laws:\n", "values: {spoons: 4}\nlaws:\n")
    _, found = answer(rulebed, *words)
    (pack,) = found["programs"]
    assert (pack["file"], found["list"]) == ("stall/pack.yaml", [])
    assert 0 < pack["noticed"] < pack["tried"]
    away = {f"{one['address']} {one['what']}" for one in pack["survivors"]}
    assert "flow.turn.do.pass_on `add 1 to sold; set active to` becomes `add 2 to sold; set active to`" in away
    assert not any(one.startswith(("values", "resources", "laws")) for one in away)
    played.clear()
    assert answer(rulebed, *words)[1] == found
    assert played == []
    for file in (["--in", "pack.yaml"], ["--in", "no_such.yaml"]):
        code, printed, complaint = rulebed("mutate", "stall", "--every", *file, "--jobs", "1")
        assert ("values.spoons" in printed) is ("pack.yaml" in file), printed + complaint
    assert (code, "no program of `stall` stands in" in complaint) == (2, True)


@pytest.mark.parametrize(
    ("shared", "files"), [("shared: true", ["bench/pack.yaml", "stall/pack.yaml"]), ("", ["stall/pack.yaml"])]
)
def test_what_a_pack_shares_is_broken_with_it_since_nobody_plays_it_alone(rulebed, stall, shared, files):
    """A pack that is a game of its own is broken by itself."""
    (stall.parent / "bench").mkdir()
    common = f"title: Bench\n{shared}\nresources: {{straw: }}\nprocedures: {{sit: gain 1 straw}}\n"
    (stall.parent / "bench" / "pack.yaml").write_text(common, encoding="utf-8")
    edited(stall, "players: 2", "players: 2\nrequires: [bench]")
    edited(stall, "wait: nothing", "wait: sit()")
    _, found = answer(rulebed, "mutate", "stall", "--every", "--in", "procedures", "--jobs", "1")
    assert [one["file"] for one in found["programs"]] == files


@pytest.mark.parametrize("old", ["gain 1 nut", "set active to next(me)", "sold < 4"])
def test_what_a_sweep_has_found_out_holds_as_long_as_all_that_was_looked_at(rulebed, stall, old):
    """After any edit it says what a fresh one says."""
    words = ("mutate", "stall", "--every", "--in", "pack.yaml", "--jobs", "1")
    first = answer(rulebed, *words)
    edited(stall, old, {"gain 1 nut": "gain 2 nut", "sold < 4": "sold < 3"}.get(old, "nothing"))
    assert first != answer(rulebed, *words) == answer(rulebed, *words, "--fresh")


def test_what_was_found_out_is_kept(rulebed, stall, played):
    """A second run plays nothing and says the same; `--fresh` begins anew."""
    first = answer(rulebed, "mutate", "stall", "--jobs", "1")
    assert played
    played.clear()
    assert answer(rulebed, "mutate", "stall", "--jobs", "1") == first
    assert played == []
    assert answer(rulebed, "mutate", "stall", "--jobs", "1", "--fresh") == first
    assert played


def test_after_an_edit_only_what_it_reaches_is_played(rulebed, stall, played):
    """A scenario that looked at nothing of what was changed isn't played again; one that did is, on pack and mutant."""
    edited(stall, "procedures:\n", "procedures:\n  rest: gain 1 bun\n")
    edited(stall, "wait: nothing", "wait: nothing\n      nap: rest()")
    text = (stall / "scenarios" / "all.yaml").read_text(encoding="utf-8")
    text += "  - scenario: who naps finds a bun\n    do: rest()\n    rules: [GOODS]\n    then: {players.1.bun: 1}\n"
    (stall / "scenarios" / "all.yaml").write_text(text, encoding="utf-8")
    edited(stall, "rest: gain 1 bun", "rest: {do: gain 1 bun, rules: [GOODS]}")
    _, first = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS")
    assert first["proved"] == 1
    played.clear()
    edited(stall, "gain 1 nut", "gain 1 bun")  # which only trading comes to
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS")
    assert (found["proved"], set(played)) == (1, {"nothing is looked at"})
    played.clear()
    edited(stall, "do: gain 1 bun,", "do: gain 2 bun,")
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS")
    both = {"nothing is looked at", "who naps finds a bun"}  # whoever is offered a nap looks ahead
    assert (found["proved"], set(played)) == (0, both)


def test_a_mutant_that_nobody_comes_to_survives_without_being_played(rulebed, stall, played):
    """Its scenario looks at nothing that is changed."""
    edited(stall, "procedures:\n", "procedures:\n  rest: {do: gain 1 bun, rules: [GOODS]}\n")
    edited(stall, "wait: nothing", "wait: nothing\n      nap: rest()")
    edited(stall, "rules: [PRICE, GOODS]", "rules: [PRICE]")
    scenario = "scenario: nobody naps\ndo: gain 2 bun\nrules: [GOODS]\nthen: {players.1.bun: 2}\n"
    (stall / "scenarios" / "all.yaml").write_text(scenario, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS")
    assert len(found["survivors"]) > 2
    assert len(played) == 1  # on the pack as it is


@pytest.mark.parametrize(
    ("place", "files"),
    [
        ("layers/feast/more.yaml", ["stall/layers/feast/more.yaml"]),
        ("more.yaml", ["stall/layers/feast/more.yaml", "stall/more.yaml"]),
        ("procedures.rest", ["stall/layers/feast/more.yaml", "stall/more.yaml"]),
        ("procedures.dine", ["stall/layers/feast/more.yaml"]),
    ],
)
def test_a_sweep_is_confined_to_files_and_addresses(rulebed, stall, place, files):
    """What a layer says of a program of its pack stands in its own file; a path tells files of one name apart."""
    (stall / "layers" / "feast").mkdir(parents=True)
    (stall / "more.yaml").write_text(
        "procedures: {rest: {do: {nap: gain 1 bun, wake: gain 1 bun}}}\n", encoding="utf-8"
    )
    feast = "patch: {procedures.rest.do.wake: gain 2 bun}\nprocedures: {dine: gain 1 nut}\n"
    (stall / "layers" / "feast" / "more.yaml").write_text(feast, encoding="utf-8")
    edited(stall, "wait: nothing", "wait: rest()")
    _, found = answer(rulebed, "mutate", "stall+feast", "--every", "--in", place, "--jobs", "1")
    assert [one["file"] for one in found["programs"]] == files


RESTS = """procedures:
  rest:
    rules: [GOODS]
    do: |
      if sold is 9: gain 5 nut
      otherwise: gain 1 bun
"""


def test_a_branch_that_nobody_walks_may_be_another_one(rulebed, stall, played):
    """A scenario that comes to a procedure but not into a block of it isn't played on mutants of that block."""
    edited(stall, "procedures:\n", RESTS)
    edited(stall, "rules: [PRICE, GOODS]", "rules: [PRICE]")
    scenario = "scenario: who rests gets a bun\ndo: rest()\nrules: [GOODS]\nthen: {players.1.bun: 1}\n"
    (stall / "scenarios" / "all.yaml").write_text(scenario, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS", "--every")
    away = {one["what"].partition(" becomes ")[2] for one in found["survivors"]}
    inside = {f"`if sold is 9: {one}`" for one in ("gain 4 nut", "gain 6 nut", "gain 5 bun", "lose 5 nut")}
    assert inside < away
    assert len(played) == 1 + found["tried"] - len(inside)


def test_runs_at_once_keep_what_each_found(monkeypatch, tmp_path):
    """Whoever writes later adds to what stands there, and only begins anew where that was asked for."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one, other = Known.of("stall"), Known.of("stall")
    fails = Kept(Ruling(Verdict.FAILS, Trace((("procedure", "trade"), ("value", "price")), "mark")), "content")
    holds = Kept(Ruling(Verdict.HOLDS), "content")
    one.add({"a": fails})
    other.add({"b": holds})
    one.save()
    other.save()
    assert Known.of("stall").rulings == {"a": fails, "b": holds}
    Known.of("stall", fresh=True).save()
    assert Known.of("stall").rulings == {}


def test_only_what_was_changed_after_a_commit_is_tried(rulebed, stall):
    """Content that names a rule, and scenarios; in the words of git where there is no such commit."""

    def git(*words):
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *who, *words], cwd=stall.parent, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "stall")
    words = ("mutate", "stall", "--jobs", "1", "--since", "HEAD")
    assert answer(rulebed, *words)[1]["list"] == []
    edited(stall, "beg: {when: my.coin is 0, do: gain 1 coin", "beg: {when: my.coin is 0, do: gain 2 coin")
    assert [one["target"] for one in answer(rulebed, *words)[1]["list"]] == ["POOR"]
    path = stall / "scenarios" / "all.yaml"
    path.write_text(SCENARIOS.replace("then: {active: 1}", "then: {active: 2}"), encoding="utf-8")
    assert [one["target"] for one in answer(rulebed, *words)[1]["list"]] == ["POOR", "ORDER"]
    code, _, complaint = rulebed("mutate", "stall", "--since", "nowhere")
    assert (code, "nowhere" in complaint) == (2, True)


def test_instances_are_counted_whether_they_name_a_rule_or_not(rulebed, stall):
    """One that a scenario speaks of and notices is proved; of stand-ins one of each shape is enough."""
    (stall / "stones.yaml").write_text(STONES, encoding="utf-8")
    edited(stall, "wait: nothing", "wait: nothing\n      throw: {do: choose s in stones; do s}")
    edited(stall, "pay 2 coin", "pay price coin")
    edited(stall, "p.nut + p.coin <= 3", "p.nut + p.coin <= 9")
    scenarios = (
        "scenarios:\n"
        "  - {scenario: red is a nut, do: do red, then: {players.1.nut: 1}}\n"
        "  - {scenario: grey is nothing, about: grey, do: gain 1 bun}\n"
        "  - {scenario: green is a coin, about: [green], do: do green, then: {players.1.coin: 6}}\n"
    )
    (stall / "scenarios" / "all.yaml").write_text(scenarios, encoding="utf-8")
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "0", "--jobs", "1")
    assert found["instances"]["not_proved"] == ["stones.grey", "stones.plain"]
    assert (found["instances"]["count"], found["instances"]["proved"]) == (3, 1)
    assert (found["stand_ins"]["count"], found["stand_ins"]["proved"]) == (1, 1)
    assert found["stand_ins"]["list"][0]["addresses"] == [
        "stones.blue.worth: gain 2 nut",
        "stones.green.worth: gain 3 coin",
    ]
    rows = {row["addresses"][0]: row["status"] for row in found["instances"]["list"]}
    assert rows == {"stones.red": "proved", "stones.grey": "named", "stones.plain": "implemented"}
    printed = rulebed("coverage", "stall", "--games", "0")[1].splitlines()
    assert printed[1].split(maxsplit=1) == ["1", "instance that no scenario speaks of: stones.plain"]


def test_what_stands_in_is_proved_by_a_card_that_a_scenario_makes_up(rulebed, stall):
    """Each sort of thing that it does, by whatever notices it: the scenario holds when other cards take its place."""
    stones = STONES.replace("worth: gain 3 coin", "worth: gain 3 coin; swap(1); set it.turned to true")
    (stall / "stones.yaml").write_text(stones, encoding="utf-8")
    edited(stall, "procedures:\n", 'procedures:\n  swap: {takes: {n: number}, do: "lose n coin; gain n bun"}\n')
    edited(stall, "p.nut + p.coin <= 3", "p.nut + p.coin <= 9")
    edited(stall, "wait: nothing", "wait: nothing\n      throw: {do: choose s in stones; do s}")
    scenarios = (
        "patch: {stones: {add: {topaz: {weight: 9, worth: gain 2 nut}}}, stones.green.worth: swap(2)}\n"
        "scenarios:\n"
        "  - {scenario: a topaz is two nuts, do: do topaz, then: {players.1.nut: 2}}\n"
        "  - {scenario: green swaps, do: do green, then: {players.1.bun: 2}}\n"
    )
    (stall / "scenarios" / "all.yaml").write_text(scenarios, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1")
    assert (found["stand_ins"]["count"], found["stand_ins"]["proved"]) == (3, 2)
    assert found["stand_ins"]["not_proved"] == [["stones.green.worth: set it.turned to true"]]
    proved = {one["target"]: one["mutant"] for one in found["list"] if one["proved"]}
    assert proved["stones.blue.worth: gain 2 nut"].startswith("stones.topaz.worth: ")
    assert proved["stones.green.worth: swap(1)"].startswith("stones.green.worth: ")


def test_what_stands_in_may_be_asked_for_rather_than_done(rulebed, stall):
    """A value that each thing of a kind has in its own way belongs to the kind: who asks has come to each way."""
    gems = """
kinds: {gem: {values: {shines: flag}}}
gems: {opal: {shines: me.nut >= 2, stand_in: nobody has seen it}}
"""
    (stall / "gems.yaml").write_text(gems, encoding="utf-8")
    edited(stall, "wait: nothing", "wait: nothing\n      look: {do: choose g in gems where shines; gain 1 bun}")
    (stall / "scenarios" / "all.yaml").write_text(
        "scenarios:\n"
        "  - scenario: an opal shines for two nuts\n"
        "    about: [opal]\n"
        "    do: 'if opal.shines: gain 1 bun'\n"
        "    given: {players.1: {coin: 1, nut: 2}}\n"
        "    then: {players.1.bun: 1}\n",
        encoding="utf-8",
    )
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1")
    assert (found["stand_ins"]["count"], found["stand_ins"]["proved"]) == (1, 1)


def test_coverage_shows_what_is_known_and_proves_nothing_unasked(rulebed, stall, played):
    """What was proved stands there; after an edit it was proved before, until somebody tries again."""

    def statuses():
        _, found = answer(rulebed, "coverage", "stall", "--games", "0")
        return {row["id"]: row["status"] for row in found["list"]}

    assert {statuses()[name] for name in ("START", "PRICE", "POOR", "GOODS")} == {"waiting"}
    assert not played
    answer(rulebed, "mutate", "stall", "--jobs", "1")
    assert (statuses()["START"], statuses()["GOODS"]) == ("proved", "named")
    edited(stall, "sold < 4", "sold < 6")
    assert (statuses()["START"], statuses()["GOODS"]) == ("old", "waiting")
    _, found = answer(rulebed, "coverage", "stall", "--games", "0")
    assert (found["proved"], "START" in found["not_proved"], "START" in found["not_tried"]) == (0, True, True)


def test_what_another_engine_made_of_mutants_is_no_proof(monkeypatch, tmp_path):
    """What is kept is kept by the engine's own mark."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    known = Known.of("stall")
    known.add({"a": Kept(Ruling(Verdict.FAILS), "content")})
    known.save()
    monkeypatch.setattr(keeping, "engine_mark", lambda: "another")
    assert Known.of("stall").rulings == {}


def test_what_takes_too_long_is_stopped():
    """By the time of the processor, wherever it is."""

    def endless():
        while True:
            pass

    with pytest.raises(TooLongError), at_most(0.02):
        endless()


def test_a_mutant_that_takes_too_long_proves_nothing(rulebed, stall, monkeypatch):
    """It can't be played, and the run goes on with the next one."""

    @contextmanager
    def impatient(_seconds):
        raise TooLongError
        yield

    monkeypatch.setattr(court, "at_most", impatient)
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "START")
    assert not found["list"][0]["proved"]
    assert found["refused"] == found["tried"] > 1


def test_a_mutant_beneath_a_patch_that_cant_be_read_proves_nothing(rulebed, stall):
    """What a scenario patches is one of those that can't be played, and the run goes on with the next one."""
    pack = PACK.replace("laws:\n", "values: {handed_out: {is: 1, rules: [GOODS]}}\nlaws:\n").replace(
        "gain 1 nut", "gain handed_out nut"
    )
    (stall / "pack.yaml").write_text(pack, encoding="utf-8")
    scenarios = SCENARIOS.replace(
        "    choose: [wait]\n",
        "    patch: {resources.coin.start: 2}\n    choose: [buy]\n    then: {players.1.nut: 1}\n",
        1,
    )
    (stall / "scenarios" / "all.yaml").write_text(scenarios, encoding="utf-8")
    _, found = answer(rulebed, "mutate", "stall", "--jobs", "1", "--only", "GOODS", "--every")
    assert found["list"][0]["proved"]
    assert found["refused"]


def test_processes_find_the_same(rulebed, stall):
    """Alone or two at a time."""
    alone = answer(rulebed, "mutate", "stall", "--jobs", "1", "--fresh")
    assert answer(rulebed, "mutate", "stall", "--jobs", "2", "--fresh") == alone


def test_coverage_puts_rules_content_and_scenarios_side_by_side(rulebed, stall):
    """The counts come first; a law implements nothing."""
    code, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "6", "--jobs", "1")
    assert code == 1
    assert list(found)[:5] == ["pack", "rules", "implemented", "proved", "untestable"]
    assert [found[key] for key in ("rules", "implemented", "proved", "untestable")] == [7, 5, 3, 1]
    assert found["not_implemented"] == ["OWED"]
    assert found["not_proved"] == ["GOODS", "ORDER"]
    rows = {row["id"]: row for row in found["list"]}
    assert rows["OWED"]["laws"] == ["laws.nobody_owes"]
    assert rows["PRICE"]["implemented_by"] == ["procedures.trade.options.buy"]
    assert rows["SMELL"]["status"] == "untestable"


def test_coverage_counts_what_play_has_seen(rulebed, stall):
    """Options offered, refused and taken, in scenarios and random games."""
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "0", "--jobs", "1")
    buy, beg, wait = found["options"]
    assert (buy["offered"], buy["refused"], buy["taken"]) == (7, 0, 1)
    assert (beg["offered"], beg["refused"], beg["taken"]) == (0, 7, 0)
    assert (wait["offered"], wait["taken"]) == (7, 2)
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "30", "--jobs", "1")
    assert found["options"][0]["refused"] > 0
    assert found["stuck"] == []


def test_coverage_sees_conditions_both_ways(rulebed, stall):
    """What follows a phase, and what a step asks for; one that scenarios never came to is known all the same."""
    text = PACK.replace("trade: {do: trade()", "trade: {if: sold < 9, do: trade()")
    (stall / "pack.yaml").write_text(text, encoding="utf-8")
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "4", "--jobs", "1")
    step, edge = sorted(found["conditions"], key=lambda one: one["line"])
    assert (step["failed"], edge["failed"]) == (0, 4)
    assert (step["held"], edge["held"]) == (4 + 3 + 4 * 4, 3 + 4 * 3)  # scenarios begin and choose; games
    (stall / "scenarios" / "all.yaml").write_text("scenario: alone\nchoose: []\n", encoding="utf-8")
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "0", "--jobs", "1")
    step, edge = sorted(found["conditions"], key=lambda one: one["line"])
    assert (step["held"], edge["held"], edge["failed"]) == (1, 0, 0)


def test_the_page_needs_nothing_beside_itself(rulebed, stall):
    """It shows every rule, and loads nothing."""
    assert rulebed("coverage", "stall", "--prove", "--games", "2", "--jobs", "1", "--html", "page.html")[0] == 1
    text = (stall.parent / "page.html").read_text(encoding="utf-8")
    for name in ("START", "OWED", "SMELL"):
        assert f'id="{name}"' in text
    assert "Nobody has nuts for nothing." in text
    assert not re.search(r'(?:src|href)="?(?!#)', text)


def test_a_layer_replaces_rules_and_adds_its_own(rulebed, stall):
    """The rule that doesn't hold any more isn't counted, and what holds only with a layer is looked for there."""
    (stall / "layers" / "fair").mkdir(parents=True)
    (stall / "layers" / "fair" / "fair.yaml").write_text(
        "patch:\n  resources.coin: {set: {start: 4, rules: [RICH]}}\n  laws.nobody_owes.is: 'true'\n", encoding="utf-8"
    )
    (stall / "layers" / "fair" / "ledger.yaml").write_text(
        "rules:\n  RICH: {rule: Everybody has four coins., source: board, instead: START}\n", encoding="utf-8"
    )
    (stall / "layers" / "fair" / "scenarios").mkdir()
    (stall / "layers" / "fair" / "scenarios" / "rich.yaml").write_text(
        "scenario: four coins\nrules: [RICH]\nthen: {players.2.coin: 4}\n", encoding="utf-8"
    )
    _, found = answer(rulebed, "coverage", "stall+fair", "--prove", "--games", "0", "--jobs", "1")
    rows = {row["id"]: row["status"] for row in found["list"]}
    assert "START" not in rows
    assert rows["RICH"] == "proved"


def test_a_rule_that_needs_a_layer_is_proved_there(rulebed, stall):
    """The layer is looked at although nobody named it; one that there is not is a finding."""
    (stall / "layers").mkdir()
    (stall / "layers" / "fair.yaml").write_text("patch: {resources.coin.start: 2}\n", encoding="utf-8")
    (stall / "pack.yaml").write_text(PACK.replace("{start: 3, rules: [START]}", "{start: 3}"), encoding="utf-8")
    assert "START" in answer(rulebed, "coverage", "stall", "--games", "0")[1]["not_implemented"]
    (stall / "layers" / "fair.yaml").write_text(
        "patch: {resources.coin: {set: {start: 2, rules: [START]}}}\n", encoding="utf-8"
    )
    (stall / "ledger.yaml").write_text(LEDGER.replace("START: {", "START: {in: fair, "), encoding="utf-8")
    (stall / "scenarios" / "all.yaml").write_text(
        "scenario: two coins\nlayers: [fair]\nrules: [START]\nthen: {players.1.coin: 2}\n", encoding="utf-8"
    )
    _, found = answer(rulebed, "coverage", "stall", "--prove", "--games", "0", "--jobs", "1")
    assert found["list"][0]["status"] == "proved"
    (stall / "ledger.yaml").write_text(LEDGER.replace("START: {", "START: {in: fiar, "), encoding="utf-8")
    code, printed, _ = rulebed("check", "stall")
    assert (code, "did you mean `fair`?" in printed) == (1, True)


def test_check_knows_the_ids(rulebed, stall):
    """In content and in scenarios, with a guess."""
    path = stall / "scenarios" / "all.yaml"
    path.write_text(SCENARIOS.replace("rules: [POOR]", "rules: [POR]"), encoding="utf-8")
    code, printed, _ = rulebed("check", "stall")
    assert code == 1
    assert "there is no rule `POR`" in printed
    assert "did you mean `POOR`?" in printed


STONES = """\
kinds: {stone: {plural: stones, data: {weight: number}, state: {turned: flag}, programs: {worth: null}}}
stones:
  red: {weight: 1, worth: gain 1 nut}
  grey: {weight: 2, worth: gain 1 bun}
  blue: {weight: 3, worth: gain 2 nut, stand_in: {worth: nobody has seen it}}
  green: {weight: 4, worth: gain 3 coin, stand_in: it was never seen}
  plain: {weight: 5, worth: nothing, modify: {price: -1}}
  idle: {weight: 6, only_if: count(players) is 2}
values: {price: 2}
"""


def test_an_instance_is_known_by_what_it_does(stall):
    """Its facts and whether it is there at all are none of that; stand-ins of one shape differ in numbers and names."""
    (stall / "stones.yaml").write_text(STONES, encoding="utf-8")
    tree, _ = packs.load("stall", [stall.parent])
    found = {one.name: one for one in instances(tree)}
    assert {name: list(one.site.node.entries) for name, one in found.items() if not one.is_stand_in} == {
        "red": ["worth"], "grey": ["worth"], "plain": ["worth", "modify"],
    }  # fmt: skip
    assert [name for name, one in found.items() if one.is_stand_in] == ["blue", "green"]
    assert found["blue"].shape == found["green"].shape


@pytest.mark.parametrize("about", ["red", "stone.red", "[stones.red, grey]"])
def test_a_scenario_says_what_it_is_about(rulebed, stall, about):
    """By name, or with the kind where several have that name."""
    (stall / "stones.yaml").write_text(STONES, encoding="utf-8")
    path = stall / "scenarios" / "all.yaml"
    path.write_text(f"scenario: it is red\nabout: {about}\nchoose: [wait]\n", encoding="utf-8")
    assert "called" not in rulebed("check", "stall")[1]
    path.write_text("scenario: it is red\nabout: [rad]\nchoose: [wait]\n", encoding="utf-8")
    code, printed, _ = rulebed("check", "stall")
    assert code == 1
    assert "no instance is called `rad`" in printed
    assert "did you mean `red`?" in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mutate", "squares"], "`squares` has no rules"),
        (["coverage", "squares"], "list them in its `ledger.yaml`"),
        (["mutate", "stall", "--only", "PRCE"], "did you mean `PRICE`?"),
        (["mutate", "stall", "--only", "SMELL"], "there is no rule or instance `SMELL` to be proved"),
    ],
)
def test_a_mistake_is_said_in_plain_words(rulebed, stall, words, said):
    code, _, complaint = rulebed(*words)
    assert (code, said in complaint) == (2, True), complaint


STAND_INS = textwrap.dedent(
    """\
    title: Shelf
    players: 2
    kinds:
      jar:
        data: {weight: number, price: number, label: number, kinds: set of jar}
        programs: {opened: }
    jars:
      plum: {weight: 2, price: 3, label: 1, kinds: [plum, fig], opened: nothing, stand_in: {price: it is torn}}
      fig:
        weight: 4
        price: 1
        label: 2
        kinds: []
        opened: |
          if 1 is 1: nothing
          nothing
        stand_in: it was never seen
      pear: {weight: 1, price: 1, label: 1, kinds: [], opened: nothing, source: shelf card}
    flow: {turn: {do: choose n in 1..2, next: end}}
    result: {score: "sum([j.weight + j.price + j.label + count(j.kinds) for j in jars])"}
    """
)


def test_provenance_lists_sources_and_stand_ins(rulebed, own_packs):
    """By node or by key, with the values that are meant."""
    (own_packs / "shelf.yaml").write_text(STAND_INS, encoding="utf-8")
    code, found = answer(rulebed, "provenance", "shelf")
    assert code == 0
    assert [one["address"] for one in found["sources"]] == ["jars.pear"]
    assert [(one["address"], one["says"]) for one in found["stand_ins"]] == [
        ("jars.plum.price", "it is torn"),
        ("jars.fig", "it was never seen"),
    ]
    assert found["stand_ins"][0]["values"] == {"jars.plum.price": 3}
    assert found["stand_ins"][1]["values"]["jars.fig.kinds"] == []
    printed = rulebed("provenance", "shelf")[1]
    assert "stand-ins: 2 places, 6 values" in printed


def test_what_stands_in_is_a_layer(rulebed, own_packs):
    """As it is it changes nothing; without its comment marks it says the same as the pack, and nothing stands in."""
    (own_packs / "shelf.yaml").write_text(STAND_INS, encoding="utf-8")
    (own_packs / "shelf").mkdir()
    assert rulebed("new", "shelf+printed")[0] == 0
    file = own_packs / "shelf" / "layers" / "printed" / "stand_ins.yaml"
    plain = load("shelf", search=[own_packs]).start().scores
    assert load("shelf+printed", search=[own_packs]).start().scores == plain
    lines = file.read_text(encoding="utf-8").splitlines()
    values = [line.replace("# ", "", 1) for line in lines if not re.match(r"#|  # jars\.\w+(\.price)?: it", line)]
    file.write_text("\n".join(values) + "\n", encoding="utf-8")
    assert load("shelf+printed", search=[own_packs]).start().scores == plain
    assert answer(rulebed, "provenance", "shelf+printed")[1]["stand_ins"] == []


@pytest.mark.parametrize("name", ["pig", pytest.param("dice_workers", marks=pytest.mark.slow)])
def test_reference_packs_are_proved_whole(rulebed, name):
    """Each rule of their ledgers that can be tested, by content that names it and a scenario that notices."""
    code, found = answer(rulebed, "coverage", name, "--prove", "--games", "2", "--jobs", "1")
    assert (code, found["not_implemented"], found["not_proved"]) == (0, [], [])
    assert found["proved"] == found["implemented"] == found["rules"] - found["untestable"]
