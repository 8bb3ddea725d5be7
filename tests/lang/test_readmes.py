"""What the READMEs show is true: their packs load, their scenarios hold, their Python runs, their commands exist."""

import json
import random
import re
from pathlib import Path

import pytest
from tests.lang.literate import blocks, examples, run

import rulebed
from rulebed import packs
from rulebed.packs import yaml_tree
from rulebed.packs.node import plain
from rulebed.source.text import Source
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run as run_scenario

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "content").glob("*/README.md"))
GUIDES = ["content/README.md", "content/RECIPES.md", "content/LANGUAGE.md"]
OTHERS = ["engine/README.md", "engine/CHANGES.md", "tests/README.md", "tests/lang/README.md"]
LESSONS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "content").glob("*/FIRST_GAME.md"))
READMES = ["README.md", *GUIDES, *OTHERS, *GAMES, *LESSONS]
COMMAND = re.compile(r"tools/rulebed ([a-z]+)\b")
VERBS = {path.stem.rstrip("_") for path in (ROOT / "tools" / "rulebed_tools" / "cli" / "verbs").glob("*.py")}
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
KNOWN = {"yaml", "yml", "rulebed", "python", "mermaid", "text"}


@pytest.mark.parametrize("name", READMES)
def test_nothing_is_shown_that_does_not_run(name):
    """A block of a sort that nobody runs could say anything."""
    headers = [block.header for block in blocks(ROOT / name)]
    assert {header[0] for header in headers} <= KNOWN


@pytest.mark.parametrize("name", READMES)
def test_python_runs(name, tmp_path, monkeypatch):
    """The blocks of Python of a page run one after the other, where its packs lie."""
    if written(name, tmp_path):
        monkeypatch.chdir(tmp_path)
    space = {}
    for block in blocks(ROOT / name):
        if block.header[0] == "python":
            exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), space)  # noqa: S102 - our own page


@pytest.mark.parametrize("name", READMES)
def test_packs_and_programs_do_what_they_say(name):
    """The same blocks as in the specification."""
    for example in examples(ROOT / name):
        result = run(example)
        assert {found for found in result.findings if "error" in found} == example.findings
        assert {key: result.values.get(key) for key in example.expected} == example.expected, example.name
        assert result.sees == example.sees, example.name
        assert example.offers in (None, result.offers), example.name


def layers():
    """The games whose READMEs show layers, each with all that these patch, as on a command line."""
    for name in GAMES:
        found = [block for block in blocks(ROOT / name) if block.header[:2] == ("yml", "layer")]
        stated = [plain(yaml_tree.parse(Source(name, block.text))[0])["patch"] for block in found]
        if found:
            patches = [f"{key}={json.dumps(value)}" for patch in stated for key, value in patch.items()]
            yield found[0].header[2], patches


@pytest.mark.parametrize(("pack", "patches"), list(layers()))
def test_layers_fit_their_packs(pack, patches):
    """Each of their patches finds what it changes."""
    tree, report = packs.load(pack, [packs.content_root()], patches)
    assert tree is not None
    assert not report.errors


@pytest.mark.slow
@pytest.mark.parametrize(("pack", "patches"), list(layers()))
def test_layers_are_sound_in_every_setup(pack, patches):
    """For all numbers of players and all options, and a game can begin with all of them."""
    assert not rulebed.check(pack, patches=patches).errors
    assert rulebed.load(pack, patches=patches).start().decision.options


@pytest.mark.parametrize("name", READMES)
def test_links_lead_somewhere(name):
    """To a file or directory that there is, and to a heading that it has."""
    for target in LINK.findall((ROOT / name).read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        page = (ROOT / name).parent / path if path else ROOT / name
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), target


def anchors(page):
    """The headings of a page as links call them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", READMES)
def test_commands_exist(name):
    """Every verb that a page names is one of the command line."""
    assert set(COMMAND.findall((ROOT / name).read_text(encoding="utf-8"))) <= VERBS


def written(name, folder):
    """The files of a page."""
    paths = []
    for block in blocks(ROOT / name):
        if block.header[:2] == ("yaml", "file"):
            path = folder / block.header[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            paths.append(path)
    return paths


@pytest.mark.parametrize("reference", ["pier", "pier+feast", "pier+feast+storm", "orchard"])
def test_the_tutorial_has_nothing_wrong_with_it(reference, tmp_path):
    """Neither the pack nor its layer has any finding, and both can be played to the end."""
    written("content/README.md", tmp_path)
    assert rulebed.check(reference, search=[tmp_path]).sorted() == []
    state = rulebed.load(reference, search=[tmp_path]).start(seed=1)
    dice = random.Random(1)
    while not state.over:
        state.apply(dice.choice(state.decision.options))


def test_the_scenarios_of_the_tutorial_hold(tmp_path):
    """Those of the pack and those of its layer."""
    opener = Opener([tmp_path])
    for path in written("content/README.md", tmp_path):
        if path.parent.name == "scenarios":
            scenarios, report = read_file(path, reference_of(path))
            assert not report.errors, report.sorted()
            assert scenarios
            for scenario in scenarios:
                outcome = run_scenario(scenario, opener)
                assert outcome.passed, outcome
