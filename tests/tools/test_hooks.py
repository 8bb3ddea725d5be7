"""What hooks of a commit, which know nothing but files, have done: the packs that these belong to, and nothing else."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from rulebed.packs.places import content_root
from rulebed_tools.cli import belonging
from rulebed_tools.fmt.files import files_of

ROOT = Path(__file__).resolve().parents[2]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
GAME = "title: Mill\nplayers: 1\nresources: {corn: {}}\nflow: {day: {do: gain 1 corn, next: end}}\nresult: {score: 0}\n"
FILES = {
    "mill/pack.yaml": GAME,
    "mill/layers/rain.yaml": "title: Rain\npatch: {flow.day.do: gain 2 corn}\n",
    "mill/layers/flood/layer.yaml": "title: Flood\nwith: rain\npatch: {flow.day.next: end}\n",
    "mill/locale/fr.yaml": "nouns: {corn: blé, day: jour}\n",
    "barn.yaml": GAME,
    "barn/layers/fire.yaml": "title: Fire\npatch: {flow.day.do: gain 3 corn}\n",
    "drought/layer.yaml": "title:   Drought\npatch: {flow.day.do: nothing}\n",
    ".github/ci.yaml": "on:   push\n",
    "notes.yaml": "a:   1\n",
}


@pytest.fixture
def own_files(own_packs):
    """A repository with packs, a layer by itself, and files that are none of theirs."""
    for name, text in FILES.items():
        path = own_packs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return own_packs


@pytest.fixture
def hook(rulebed, own_files):
    """Runs a hook on all files, as pre-commit does: those that match, behind its words."""

    def run(name):
        stated = HOOKS[name]
        command, *words = shlex.split(stated["entry"])
        assert (command, stated["language"]) == ("rulebed", "python")
        return rulebed(*words, *(file for file in FILES if re.search(stated["files"], file)))

    return run


@pytest.mark.parametrize(
    ("file", "packs"),
    [
        ("mill/pack.yaml", ["./mill"]),
        ("mill/locale/fr.yaml", ["./mill"]),
        ("mill/layers/rain.yaml", ["./mill+rain"]),
        ("mill/layers/flood/layer.yaml", ["./mill+rain+flood"]),
        ("barn.yaml", ["./barn.yaml"]),
        ("barn/layers/fire.yaml", ["./barn.yaml+fire"]),
        ("drought/layer.yaml", []),
        (".github/ci.yaml", []),
        ("notes.yaml", []),
        ("gone.yaml", []),
    ],
)
def test_a_file_belongs_to_a_pack_or_to_none(own_files, file, packs):
    """A layer is looked at with its pack, and with the layers that it needs, wherever one stands."""
    found = belonging.references([Path(file)], [own_files])
    assert [set(re.split(r"\+", one)) for one in found] == [set(re.split(r"\+", one)) for one in packs]
    absolute = belonging.references([own_files / file], [own_files])
    assert [one.replace(f"{own_files}/", "./") for one in absolute] == found


def test_a_pack_may_be_the_whole_repository(own_files, monkeypatch):
    """Then it is `.`."""
    monkeypatch.chdir(own_files / "mill")
    assert belonging.references([Path("pack.yaml"), Path("layers/rain.yaml")], [own_files]) == [".", ".+rain"]


def test_every_shipped_file_belongs_to_a_pack():
    """Most of them are of packs of many files, with layers."""
    assert [path for path in [*files_of(content_root())][::5] if not belonging.belongs(path)] == []


def test_a_hook_checks_the_packs_of_the_files(hook, own_files):
    """With the layers that have changed; the end tells whether something is wrong."""
    assert hook("rulebed-check") == (
        0,
        "./mill: fine\n./mill+rain: fine\n./mill+flood+rain: fine\n./barn.yaml: fine\n./barn.yaml+fire: fine\n",
        "",
    )
    (own_files / "mill/layers/rain.yaml").write_text("patch: {flow.day.do: gain 2 crn}\n", encoding="utf-8")
    code, printed, _ = hook("rulebed-check")
    assert code == 1
    assert printed.count("did you mean `corn`?") == 1
    assert "./mill+flood+rain: 1 error, 1 of them shown before\n" in printed


def test_a_hook_formats_the_files_of_packs_alone(hook, own_files):
    """Others are none of its business, whatever they look like."""
    assert hook("rulebed-fmt") == (0, "drought/layer.yaml\n1 of 7 files changed\n", "")
    assert (own_files / "drought/layer.yaml").read_text().startswith("title: Drought\n")
    assert [(own_files / name).read_text() for name in (".github/ci.yaml", "notes.yaml")] == [
        "on:   push\n",
        "a:   1\n",
    ]


def test_no_file_of_a_pack_is_nothing_to_do(rulebed, own_files):
    """That is fine: a commit may have none."""
    assert rulebed("check", "--files", "notes.yaml") == (0, "", "")
    assert rulebed("fmt", "--files", "notes.yaml") == (0, "0 of 0 files changed\n", "")
