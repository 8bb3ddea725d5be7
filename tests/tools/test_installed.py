"""Bots and packs of other packages are found where they are installed, and no longer when they are removed."""

import os
import shutil
import subprocess
import sys

import pytest

PACK = "title: Far game\nplayers: 1\nflow: {turn: {do: choose n in 1..3, next: end}}\nresult: {score: 0}\n"
BOT = '''"""Always the last option."""


class Last:
    def choose(self, seat, random):
        return seat.decision.options[-1]


def make(*strength):
    return Last()
'''
DECLARED = """[rulebed.packs]
far = far_games.packs

[rulebed.bots]
last = far_games.last
{more}
"""


@pytest.fixture
def site(tmp_path):
    """A package as an installer leaves it: its modules, and beside them what it declares."""
    (tmp_path / "far_games" / "packs" / "far_game").mkdir(parents=True)
    (tmp_path / "far_games" / "packs" / "far_game" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "far_games" / "last.py").write_text(BOT, encoding="utf-8")
    declare(tmp_path)
    return tmp_path


def declare(site, more="", name="far-games", declared=DECLARED):
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(exist_ok=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(declared.format(more=more), encoding="utf-8")


def rulebed(site, *words):
    """A command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    command = [sys.executable, "-m", "rulebed", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_bots_and_packs_of_other_packages_are_found_and_removed_again(site):
    """A bot plays at a game of the same package; without it, neither is known."""
    words = ("sim", "far_game", "--games", "2", "--bots", "last", "--jobs", "1", "--seed", "1", "--offered")
    found = rulebed(site, *words)
    assert found.returncode == 0, found.stderr
    shutil.rmtree(site / "far_games-1.0.dist-info")
    gone = rulebed(site, *words)
    assert gone.returncode != 0
    assert "far_game" in gone.stderr


def test_what_cannot_be_found_or_made_is_said(site):
    """A directory that isn't there, and a bot that can't be imported."""
    declare(site, "broken = far_games.nowhere\n\n[rulebed.packs.more]\n")
    (site / "far_games" / "last.py").write_text("import something_that_is_not_there\n", encoding="utf-8")
    found = rulebed(site, "sim", "pig", "--games", "1", "--bots", "last", "--jobs", "1")
    assert found.returncode == 2
    assert "the bot `last` of an installed package can't be made: ModuleNotFoundError: No module named" in found.stderr
    text = (site / "far_games-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    (site / "far_games-1.0.dist-info" / "entry_points.txt").write_text(text.replace("far_games.packs", "far.away"))
    listed = rulebed(site, "list")
    assert listed.returncode == 0
    said = "the packs `far` of `far-games`: there is no directory `far.away`; install it anew, or remove it"
    assert listed.stderr == f"rulebed: {said}\n"
    assert "pig" in listed.stdout


def test_packages_whose_names_meet_keep_their_packs_and_share_no_bot(site):
    """Both call their packs `far`; which of two bots of one name is meant, nobody can know."""
    (site / "near" / "packs" / "near_game").mkdir(parents=True)
    (site / "near" / "packs" / "near_game" / "pack.yaml").write_text(PACK, encoding="utf-8")
    declare(site, name="near", declared=DECLARED.replace("far_games.", "near."))
    listed = rulebed(site, "list", "--names")
    assert {"far_game", "near_game"} <= set(listed.stdout.split())
    found = rulebed(site, "sim", "far_game", "--games", "1", "--bots", "last", "--jobs", "1")
    assert found.returncode == 2
    assert "have a bot `last`: `far_games.last`, `near.last`" in found.stderr


def test_nothing_of_a_package_is_run_to_find_its_packs(site):
    """One that can't even be imported takes no verb with it; what a bot of it raises is said in a line."""
    (site / "far_games" / "__init__.py").write_text("raise RuntimeError('no display')\n", encoding="utf-8")
    listed = rulebed(site, "list", "--names")
    assert (listed.stderr, "far_game" in listed.stdout.split()) == ("", True)
    found = rulebed(site, "sim", "far_game", "--games", "1", "--bots", "last", "--jobs", "1")
    assert found.returncode == 2
    assert found.stderr.endswith("can't be made: RuntimeError: no display\n")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return seat.decision.options[-1].id", ""),
        ("return 'moon'", "the bot `last` gives 'moon', which is none of its options: `roll`, `stop`"),
        ("return None", "the bot `last` gives None, which is none of its options"),
        ("return 1 / 0", "the bot `last` can't go on: ZeroDivisionError: division by zero ("),
    ],
)
def test_what_goes_wrong_in_a_bot_is_told_with_its_name(site, body, said):
    """An id stands for its option; all else ends in a line that says which bot it was, and where."""
    (site / "far_games" / "last.py").write_text(BOT.replace("return seat.decision.options[-1]", body), encoding="utf-8")
    done = rulebed(site, "sim", "pig", "--games", "1", "--bots", "last", "--jobs", "1", "--longest", "50")
    assert done.stderr.startswith(f"rulebed: {said}" if said else ""), done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode in ((2,) if said else (0, 1))
