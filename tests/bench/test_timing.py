"""The clock and the peers: what they report is what was played."""

from __future__ import annotations

import json

import pytest

from . import peers, tic_tac_toe_flat, timing


def test_a_run_counts_whole_games_and_all_their_results():
    run = timing.runner(tic_tac_toe_flat)(0.02)
    assert run.seconds >= 0.02
    assert run.games == sum(run.results.values())
    assert run.decisions / run.games == pytest.approx(7.63, rel=0.1)


def test_runs_of_several_programs_alternate():
    order = []

    def player(name, games):
        def run(seconds):
            order.append(name)
            return timing.Run(games, games * 5, seconds, {"1": games})

        return run

    result = timing.compare([("fast", player("fast", 30)), ("slow", player("slow", 10))], repeats=3, seconds=1)
    assert order == ["fast", "slow"] * 3
    assert result.ratio("fast", "slow") == pytest.approx(3)
    assert result.summaries["slow"].mean_length == 5


def test_a_summary_is_of_medians():
    """The spread is of the ratios, round by round: what slows down both at a time is no part of it."""
    runs = [timing.Run(games, games, 1.0, {"1": games}) for games in (100, 7, 10)]
    summary = timing.summarise(runs)
    assert summary.playouts_per_second == 10
    other = timing.summarise([timing.Run(1, 1, seconds, {"1": 1}) for seconds in (0.1, 0.2, 0.1)])
    assert timing.Comparison({"a": summary, "b": other}).spread("a", "b") == pytest.approx((1, 10))


def test_a_missing_peer_gives_a_row_with_its_reason():
    def missing(_seconds):
        raise timing.Unavailable("`node` is not installed")

    ours = timing.runner(tic_tac_toe_flat)
    result = timing.compare([("twin", ours), ("peer", missing)], repeats=1, seconds=0.01)
    row = timing.row("tic_tac_toe", result, ours="twin", theirs="peer", target=60)
    assert (row["ratio"], row["skipped"]) == (None, "`node` is not installed")
    assert json.loads(json.dumps(row)) == row


def test_a_row_divides_ours_by_theirs():
    programs = [("a", timing.runner(tic_tac_toe_flat)), ("b", timing.runner(tic_tac_toe_flat, clones=True))]
    row = timing.row("copying", timing.compare(programs, repeats=1, seconds=0.02), ours="a", theirs="b", target=1.0)
    assert row["ratio"] == row["ours"] / row["theirs"]
    assert row["skipped"] is None
    assert row["spread"] == (row["ratio"], row["ratio"])


def test_what_may_take_so_long_has_its_spread():
    """The ratio is that of the median, between those of the slowest run and the quickest."""
    row = timing.allowed("loading", 6.0, [2.0, 4.0, 3.0])
    assert (row["ratio"], row["spread"]) == (2.0, (1.5, 3.0))


def test_repeated_calls_are_counted():
    done = []
    run = timing.calls(lambda: done.append(None))(0.01)
    assert run.games == run.decisions == len(done)
    assert run.seconds >= 0.01


def test_the_versions_name_what_is_there_and_leave_out_what_is_not(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "node" not in peers.versions()
    assert peers.versions()["python"].startswith("3.")


def test_without_node_the_reason_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(timing.Unavailable, match="`npm` is not installed"):
        peers.boardgame_io("tic_tac_toe")(0.1)


@pytest.mark.parametrize(
    ("name", "length", "first"),
    [
        ("tic_tac_toe", 7.626, 0.585),
        ("connect_four", 21.30, 0.556),
        ("python_tic_tac_toe", 7.626, 0.585),
        ("python_kuhn_poker", 2.25, 0.5625),
    ],
)
def test_openspiel_plays_the_same_games(name, length, first):
    pytest.importorskip("pyspiel")
    run = peers.open_spiel(name)(0.25)
    assert run.decisions / run.games == pytest.approx(length, rel=0.03)
    assert run.results["1"] / run.games == pytest.approx(first, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "length", "first"), [("tic_tac_toe", 7.626, 0.585), ("connect_four", 21.30, 0.556)])
def test_boardgame_io_plays_the_same_games(name, length, first):
    """Needs node, and the network for the first installation."""
    try:
        run = peers.boardgame_io(name)(1.0)
    except timing.Unavailable as reason:
        pytest.skip(str(reason))
    assert run.decisions / run.games == pytest.approx(length, rel=0.04)
    assert run.results["1"] / run.games == pytest.approx(first, abs=0.06)


def test_catanatron_plays_whole_games():
    pytest.importorskip("catanatron")
    run = peers.catanatron()(0.2)
    assert run.games == sum(run.results.values())
    assert 100 < run.decisions / run.games < 5000


def test_catanatron_plays_the_same_on_copies():
    pytest.importorskip("catanatron")
    games = [peers.catanatron(seed=5, copies=copies)(1e-9) for copies in (False, True)]  # one game of each
    assert games[0].games == games[1].games == 1
    assert games[0].results == games[1].results
    assert games[0].decisions == games[1].decisions
