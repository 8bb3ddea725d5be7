"""The verb bench: rows side by side, found in the checkout."""

import json

import pytest

from rulebed_tools.cli.verbs import bench


def test_a_row_is_measured_and_compared(rulebed):
    """Ours, theirs, the ratio and its target; the exit code says whether all targets are met."""
    words = ("bench", "--only", "clone of", "--repeats", "1", "--seconds", "0.02")
    code, printed, _ = rulebed(*words, "--json")
    found = json.loads(printed)
    row = found["rows"][0]
    assert row["ratio"] == pytest.approx(row["ours"] / row["theirs"])
    assert code == (0 if row["ratio"] >= row["target"] else 1)
    assert found["versions"]["python"]
    assert "at least 0.7" in rulebed(*words)[1]


@pytest.mark.slow
def test_what_was_played_is_said(rulebed):
    """Length and results show that both programs played the same game."""
    words = ("bench", "--only", "tic_tac_toe, bare / hand-written", "--repeats", "1", "--seconds", "0.1")
    printed = rulebed(*words)[1]
    assert "decisions a game" in printed
    assert "tie" in printed


def test_a_row_that_is_not_there_is_misuse(rulebed):
    code, _, complaint = rulebed("bench", "--only", "backgammon")
    assert code == 2
    assert "no row has `backgammon`" in complaint


def test_without_a_checkout_the_reason_is_said(rulebed, monkeypatch, tmp_path):
    """The twins are not installed."""
    monkeypatch.setattr(bench, "content_root", lambda: tmp_path / "content")
    code, _, complaint = rulebed("bench")
    assert code == 2
    assert "works in a checkout" in complaint


@pytest.mark.slow
def test_a_pack_is_measured_beside_a_game_of_another_house(rulebed):
    """Decisions a second in place and on clones, and how long loading takes, each with its target."""
    printed = rulebed("bench", "tic_tac_toe", "--players", "2", "--repeats", "1", "--seconds", "0.02", "--json")[1]
    rows = {row["name"]: row for row in json.loads(printed)["rows"]}
    assert [row["target"] for row in rows.values()] == [4, 3, 6, 1, 1, 1]
    played = [row for name, row in rows.items() if "loading" not in name]
    for row in played:
        assert set(row["results"]) <= {"1", "2", "tie"}
        assert 6 < row["mean_length"] < 8.01, "the last of nine moves is forced, so it counts for nothing"
        assert row["skipped"] or row["ratio"] == pytest.approx(row["ours"] / row["theirs"])


@pytest.mark.slow
def test_a_game_that_need_not_end_is_broken_off(rulebed, tmp_path):
    """Even one in which nobody ever has two things to choose from; the table says that it was."""
    pack = tmp_path / "round"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "name: round\ntitle: Round and round\nplayers: 1\n"
        "flow: {turn: {do: {pick: 1, options: {on: nothing, out: {when: 1 is 2, do: end game}}}, next: turn}}\n"
        "result: {score: 0}\n"
    )
    words = ("bench", str(pack), "--only", "public API", "--repeats", "1", "--seconds", "0.02")
    assert "broken off after 10,000 decisions 100.0%" in rulebed(*words)[1]


def test_a_house_that_is_not_there_is_misuse(rulebed):
    code, _, complaint = rulebed("bench", "tic_tac_toe", "--against", "parlour")
    assert code == 2
    assert "there is `catanatron`" in complaint


def test_what_goes_with_a_pack_needs_one(rulebed):
    code, _, complaint = rulebed("bench", "--players", "3")
    assert code == 2
    assert "go with a PACK" in complaint


def test_what_cannot_be_played_is_said_before_anything_is_measured(rulebed):
    code, printed, complaint = rulebed("bench", "tic_tac_toe", "--players", "5")
    assert (code, printed) == (2, "")
    assert "not for 5" in complaint


def test_a_missing_peer_is_skipped_with_the_reason():
    row = {"name": "ours / theirs", "ratio": None, "skipped": "node is missing"}
    assert "node is missing" in bench._shown(row)
    assert bench._is_met(row)


def test_the_line_that_takes_the_time_is_said(rulebed, tmp_path):
    """Random games are played, and the line at which they are found most often stands first."""
    pack = tmp_path / "long"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "name: long\ntitle: Long\nplayers: 2\nkinds: {k: {count: 60, state: {a: number}}}\n"
        "game: {state: {turns: number, n: number}}\n"
        "flow:\n  turn:\n    do: |\n      choose x in 1..2\n      add 1 to turns\n"
        "      set n to sum([sum([a.a + b.a for b in ks]) for a in ks])\n"
        "    next: [{if: turns > 20, to: end}, {otherwise: turn}]\nresult: {score: n}\n",
        encoding="utf-8",
    )
    words = ("bench", str(pack), "--explain", "--seconds", "0.3", "--repeats", "1")
    code, printed, _ = rulebed(*words, "--json")
    found = json.loads(printed)
    assert code == 0
    assert found["decisions"] > 20
    assert found["rows"][0]["text"].startswith("set n to sum")
    assert found["rows"][0]["share"] > 0.5
    assert rulebed(*words)[1].splitlines()[1].endswith("for a in ks])")


@pytest.mark.parametrize("words", [["--explain"], ["pig", "--explain", "--only", "bare"]])
def test_lines_are_explained_of_a_pack_alone(rulebed, words):
    code, _, complaint = rulebed("bench", *words)
    assert code == 2
    assert "goes with a PACK" in complaint
