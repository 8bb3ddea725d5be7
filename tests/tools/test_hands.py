"""Scenarios that are handed out to processes."""

from rulebed.packs.places import content_root
from rulebed_tools.cli import hands
from rulebed_tools.scenario.reading import read_file, read_text

SCENARIOS = """
scenarios:
- {scenario: with two, pack: pig, players: 2, do: nothing, then: {active: 1}}
- {scenario: with three it fails, pack: pig, players: 3, do: nothing, then: {active: 2}}
- {scenario: with two again, pack: pig, players: 2, do: nothing, then: {active: 1}}
- {scenario: with four it is refused, pack: pig, players: 9, do: nothing}
"""


def test_processes_find_what_one_alone_finds_in_the_same_order(monkeypatch):
    """Whoever plays them, scenarios are told in their order, each with what is found in it."""
    path = next((content_root() / "reference" / "dice_workers" / "scenarios").glob("*.yaml"))
    asked = [*read_file(path, "dice_workers")[0], *read_text(SCENARIOS, "two.yaml", "pig")[0]]
    monkeypatch.setattr(hands, "FEW", 0)
    alone, together = (list(hands.played(asked, [], [], jobs)) for jobs in (1, 2))
    assert [one.scenario for one in together] == asked
    assert [one.findings for one in together] == [one.findings for one in alone]
    assert {one.passed for one in alone} == {True, False}


TITLES = {
    "boats": "scenarios: [{scenario: two boats, do: nothing}, {scenario: three boats, do: nothing}]",
    "disguise": 'scenarios: [{scenario: "three \\x62oats in disguise", do: nothing}]',
    "broken": "scenarios: [{scenario: two carts",
}


def test_files_in_which_no_such_title_can_stand_are_not_read(own_packs, rulebed):
    """With `--only`, what is wrong elsewhere is no matter; letters that stand for others are found all the same."""
    home = own_packs / "ferry"
    (home / "scenarios").mkdir(parents=True)
    (home / "pack.yaml").write_text("players: 2\nflow: {sail: {next: end}}\nresult: {score: 1}\n")
    for name, text in TITLES.items():
        (home / "scenarios" / f"{name}.yaml").write_text(text)
    code, printed, _ = rulebed("test", "ferry", "--only", "Three Boats")
    assert (code, printed.splitlines()[-1]) == (0, "2 of 2 scenarios hold")
    assert rulebed("test", "ferry")[0] == 1
