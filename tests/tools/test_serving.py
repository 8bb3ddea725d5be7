"""A front end in another language: requests by lines of JSON, and the types of what comes back."""

import io
import json
import shutil
import subprocess

import pytest

from rulebed import patched
from rulebed_tools.cli.main import main
from rulebed_tools.cli.misuse import MISUSE
from rulebed_tools.types import typescript


@pytest.fixture
def served(monkeypatch, capsys):
    """Asks a game these things, and gives the answers."""

    def asked(requests, *words):
        lines = (one if isinstance(one, str) else json.dumps(one) for one in requests)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        main(["frames", *words, "--stdio", "--seed", "1"])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return asked


def test_a_game_is_played_by_lines(served):
    """Frames build upon the last one that was asked for, and an answer says which decision it is meant for."""
    first, done, late, then = served(
        [
            {"ask": "frame", "seat": 1, "id": "x"},
            {"ask": "answer", "seat": 1, "option": "b2", "at": 0},
            {"ask": "answer", "seat": 1, "option": "b3", "at": 0},
            {"ask": "frame", "seat": 1, "since": 0},
        ],
        "tic_tac_toe",
    )
    assert (first["id"], done) == ("x", {"done": True})
    assert "error" in late
    board = patched(first["frame"]["board"], then["frame"]["patch"])
    assert {"key": "mark:b2"}.items() <= next(box for box in boxes(board) if box["key"] == "mark:b2").items()
    assert then["frame"]["since"] == 0


def boxes(box):
    yield box
    for inner in box.get("boxes", ()):
        yield from boxes(inner)


def test_bots_answer_for_whom_nobody_asks(served):
    _, frame, refused = served(
        [
            {"ask": "answer", "seat": 1, "option": "b2"},
            {"ask": "frame", "seat": 1},
            {"ask": "answer", "seat": 2, "option": "a1"},
        ],
        "tic_tac_toe", "--seats", "1", "--bots", "random",
    )  # fmt: skip
    assert frame["frame"]["version"] == 2
    assert refused == {"error": "a bot answers for seat 2"}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("x", "no JSON"), ("[]", "a request is a mapping"), ({"ask": "fame"}, "`ask` is one of frame"),
        ({"ask": "answer", "seat": 1}, "`option` is missing"), ({"ask": "frame", "seat": 9}, "no player 9"),
        ({"ask": "frame", "seat": "1"}, "`player` should be"), ({"ask": "frame", "language": "xx"}, "xx"),
        ({"ask": "face", "address": "cells.z9"}, "no thing"), ({"ask": "undo", "seat": 1}, "nothing"),
        ({"ask": "frame", "seat": [1]}, "unhashable"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(served, request_, said):
    answer, still = served([request_, {"ask": "save"}], "tic_tac_toe")
    assert said in answer["error"]
    assert "save" in still


def test_one_says_what_is_wanted(capsys):
    """Either a game, or the types."""
    assert main(["frames", "pig"]) == MISUSE
    assert main(["frames", "pig", "--types"]) == MISUSE
    assert main(["frames", "--types"]) == 0
    assert "export type Frame = {" in capsys.readouterr().out


def test_types_name_nothing_that_is_not_there():
    """Each type that another one is made of is declared."""
    text = typescript()
    declared = {line.split()[2] for line in text.splitlines() if line.startswith("export type ")}
    assert {"Frame", "FrameBox", "FrameStep", "FrameDecision", "Event", "View", "Save"} <= declared
    words = set(text.replace("<", " ").replace(">", " ").replace("(", " ").replace(")", " ").split())
    messages = ("Frame", "Event", "View", "Save", "Record")
    named = {word.strip(";,|&") for word in words if word.startswith(messages) and word.strip(";,").isidentifier()}
    assert named <= declared


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not here")
def test_types_are_typescript(tmp_path):
    """The compiler takes them, and finds what is wrong with who reads a key that there isn't."""
    (tmp_path / "messages.ts").write_text(typescript(), encoding="utf-8")
    reads = "import type {{ Frame }} from './messages';\nexport const one = (frame: Frame) => frame.{};\n"
    (tmp_path / "right.ts").write_text(reads.format("decisions[0].options[0].label"), encoding="utf-8")
    (tmp_path / "wrong.ts").write_text(reads.format("decision"), encoding="utf-8")
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    subprocess.run(["npm", "install", "--silent", "typescript@5"], cwd=tmp_path, check=True, timeout=200)

    def compiled(name):
        command = ["npx", "tsc", "--strict", "--noEmit", name]
        return subprocess.run(command, cwd=tmp_path, check=False, timeout=100, capture_output=True).returncode

    assert (compiled("right.ts"), compiled("wrong.ts")) == (0, 2)
