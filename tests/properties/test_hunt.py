"""The hunt for silence and false calm finds nothing, goes on where it stopped, and would not miss a fault."""

import pytest

from . import hunt


def counted(capsys, folder, mutants, first=0):
    """The exit code of a hunt, and how many mutants fell into each class."""
    code = hunt.main(["--keep", str(folder), "--mutants", str(mutants), "--first", str(first)])
    lines = [line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()[1:]]
    return code, {words.strip(): int(count.replace(",", "")) for words, count in lines if count[0].isdigit()}


def test_a_short_hunt_finds_nothing_and_goes_on_where_it_stopped(tmp_path, capsys):
    """What was judged is kept, and counted with what comes later."""
    code, counts = counted(capsys, tmp_path, 10)
    assert (code, counts["faults"]) == (0, 0)
    judged = (tmp_path / "outcomes.jsonl").read_text(encoding="utf-8")
    code, counts = counted(capsys, tmp_path, 25)
    assert (code, counts["faults"]) == (0, 0)
    assert counts["refused by check"] + counts["accepted, warned"] + counts["accepted, fine"] == 25
    assert counts["refused by check"] > 5
    assert counts["accepted, fine"] > 2
    assert (tmp_path / "outcomes.jsonl").read_text(encoding="utf-8").startswith(judged)


def test_a_fault_is_counted_and_kept(tmp_path, capsys, monkeypatch):
    """An engine that fails in play is found out, and the mutant that showed it lies in the folder."""
    monkeypatch.setattr(hunt, "look_once", lambda *_: 1 // 0)
    outcome = next(one for one in (hunt.guarded(seed, tmp_path) for seed in range(25)) if one.check == "fault")
    assert "ZeroDivisionError" in outcome.said
    kept = tmp_path / f"fault-{outcome.seed}"
    assert (kept / "fault.txt").is_file()
    assert list(kept.rglob("pack.yaml"))
    assert f"{outcome.seed} {outcome.pack}: ZeroDivisionError" in hunt.table([outcome])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_long_hunt_finds_nothing(tmp_path, capsys, part):
    """No false calm and no silence over many mutants of all packs; the whole hunt is a command of its own."""
    code, counts = counted(capsys, tmp_path, 500, 100_000 + 500 * part)
    assert (code, counts["faults"]) == (0, 0)
