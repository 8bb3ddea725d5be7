"""A file that there is no room for stays what it was, whichever command writes it, and nothing is left beside it."""

import resource
from contextlib import contextmanager

import pytest

ROOM = 60  # bytes: less than any of these files wants
OLD = "what was there before\n"


@contextmanager
def no_room():
    """A file takes so much and no more: the system says so in the middle of the write."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def typing(lines):
    """Somebody who types these."""
    left = iter(lines)
    return lambda _="": next(left)


@pytest.fixture
def written(rulebed, own_packs, monkeypatch):
    """Runs a command that writes a file which is there, without room and then with it; what is said the first time."""

    def run(file, *words, old=OLD, said=()):
        path = own_packs / file
        path.write_text(old, encoding="utf-8")
        there = sorted(own_packs.iterdir())
        with no_room():
            monkeypatch.setattr("builtins.input", typing(said))
            code, printed, complaint = rulebed(*words)
        assert path.read_text(encoding="utf-8") == old
        assert sorted(own_packs.iterdir()) == there
        monkeypatch.setattr("builtins.input", typing(said))
        assert rulebed(*words)[0] == 0
        assert path.read_text(encoding="utf-8") != old
        return code, printed + complaint

    return run


def test_fmt_leaves_the_pack_whole(written, own_packs):
    """A pack with half of its text would be gone."""
    old = (own_packs / "squares.yaml").read_text(encoding="utf-8").replace(": ", ":   ", 1)
    code, told = written("squares.yaml", "fmt", "squares.yaml", old=old)
    assert code == 2
    assert "`squares.yaml`: file too large" in told


def test_a_save_leaves_the_one_before_whole(written):
    """And the game goes on."""
    code, told = written("mine.json", "play", "squares", "--seats", "all", said=("s mine.json", "y", "q"))
    assert code == 0
    assert "too large" in told


def test_a_lock_leaves_its_numbers_whole(written, own_packs):
    """A number that is lost would be another action's."""
    code, told = written("squares.actions.lock", "actions", "squares", "--lock", old="# numbers\n")
    assert code == 2
    assert "squares.actions.lock`: file too large" in told


def test_a_record_leaves_the_one_before_whole(written):
    code, told = written("game.record", "play", "squares", "--auto", "--seed", "1", "--record", "game.record")
    assert code == 2
    assert "`game.record`: file too large" in told
