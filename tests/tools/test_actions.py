"""The verb `actions`, and locks that keep numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulebed
from rulebed_tools.cli.main import main

PACK = """
title: Ferry
players: 2
kinds:
  pier: {instances: [east, west]}
flow:
  sail:
    do: choose p in piers
    next: end
result: {score: 0}
"""


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack in the working directory."""
    (tmp_path / "ferry").mkdir()
    (tmp_path / "ferry" / "pack.yaml").write_text(PACK)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ferry"


def test_a_locked_number_stays(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is added before a locked action comes after it in numbers."""
    assert main(["actions", "ferry", "--lock"]) == 0
    (ferry / "pack.yaml").write_text(PACK.replace("[east, west]", "[north, east, west]"))

    actions = rulebed.load("ferry", search=[ferry.parent]).actions

    assert actions.keys == ("flow.sail.p east", "flow.sail.p west", "flow.sail.p north")
    assert actions.unlocked == ("flow.sail.p north",)
    assert "2 new numbers for `ferry`" in capsys.readouterr().out


def test_a_lock_that_ends_without_a_line_break_goes_on_in_a_new_line(ferry: Path) -> None:
    """What an editor has cut off doesn't change a number."""
    (ferry / "actions.lock").write_text("flow.sail.p west")
    assert main(["actions", "ferry", "--lock"]) == 0
    assert (ferry / "actions.lock").read_text().splitlines() == ["flow.sail.p west", "flow.sail.p east"]


def test_a_lock_that_is_no_text_is_a_finding(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is read with the files of its pack."""
    (ferry / "actions.lock").write_bytes(b"flow.sail.p \xff\n")
    assert main(["actions", "ferry"]) == 1
    assert "is not written in UTF-8" in capsys.readouterr().err


def test_actions_are_listed(ferry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every action with its number, and how many have none of their own yet."""
    assert main(["actions", "ferry"]) == 0
    assert "2 actions, 2 of them without a number of their own" in capsys.readouterr().out


def test_a_patch_has_no_lock(ferry: Path) -> None:
    """A lock belongs to files that stay."""
    assert main(["actions", "ferry", "--lock", "--patch", "flow.sail.next=end"]) == 2
