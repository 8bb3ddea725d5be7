"""The cache of compiled games: the same game, or none at all."""

import os
import subprocess
import sys
import time

import pytest
from tests.compile import models as m

import rulebed
from rulebed.compile.emission.compile import Compilation
from rulebed.run import cache
from rulebed.run.program import Program

DRY = """
players: {min: 1, max: 1, state: {wells: number}}
flow:
  day: {do: {pick: 1, options: {dig: {do: add 1 to my.wells}, drink: {when: my.wells > 0, do: end game}}}, next: day}
result: {score: my.wells}
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture
def store(tmp_path):
    return cache.Cache(tmp_path / "own")


def made():
    return Compilation(m.connect_four(), "bare", "sampled").blueprint()


def test_a_kept_game_plays_like_a_new_one(store):
    store.store("key", made())
    program = Program(store.load("key"))
    fresh = Program(made())
    s, t = program.start(3), fresh.start(3)
    while s[0] >= 0:
        offered = program.options[s[0]](s)
        assert offered == fresh.options[t[0]](t)
        program.resume[s[0]](s, offered[0])
        fresh.resume[t[0]](t, offered[0])
        assert s == t


def test_loading_is_quick(store):
    store.store("key", made())
    start = time.perf_counter()
    Program(store.load("key"))
    assert time.perf_counter() - start < 0.05


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_no_file(store, damage):
    store.store("key", made())
    (path,) = store.directory.glob("*.game")
    path.write_bytes(path.read_bytes()[:-7] + b"1234567" if damage is None else damage)
    assert store.load("key") is None
    assert store.blueprint("key", made).sites


def test_what_others_may_write_is_not_read(store):
    store.store("key", made())
    os.chmod(store.directory, 0o777)  # noqa: PTH101, S103
    assert store.load("key") is None
    os.chmod(store.directory, 0o700)  # noqa: PTH101
    (path,) = store.directory.glob("*.game")
    os.chmod(path, 0o666)  # noqa: PTH101, S103
    assert store.load("key") is None


def test_a_place_that_can_not_be_made_is_no_trouble(tmp_path):
    (tmp_path / "file").write_text("")
    store = cache.Cache(tmp_path / "file" / "below")
    assert store.blueprint("key", made).sites


def test_the_key_depends_on_all_that_the_code_depends_on():
    base = ("hash", 2, {"a": "b"}, "bare", "sampled")
    others = [
        ("other", *base[1:]),
        ("hash", 3, *base[2:]),
        ("hash", 2, {"a": "c"}, *base[3:]),
        (*base[:3], "events", "sampled"),
        (*base[:4], "explicit"),
    ]
    keys = {cache.cache_key(*parts) for parts in [base, *others]}
    assert len(keys) == len(others) + 1
    assert cache.cache_key(*base) == cache.cache_key(*base)


def test_a_kept_game_needs_no_compiler():
    """Loading a kept game imports nothing of the compiler: that would take longer than all the rest."""
    code = "import sys, rulebed.run.program, rulebed.run.cache; print([m for m in sys.modules if 'compile' in m])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert "rulebed.compile.emission.compile" not in found.stdout


def test_who_plays_a_kept_game_waits_for_no_compiler(tmp_path, monkeypatch):
    """`rulebed play` reads and makes what it explains options by when somebody asks."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "dry.yaml").write_text(DRY, encoding="utf-8")
    rulebed.load(str(tmp_path / "dry.yaml")).start(seed=1)
    play = "import sys; from rulebed_tools.cli.main import main; main(sys.argv[1:])"
    rooms = "print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('rulebed.')}))"
    words = ["play", str(tmp_path / "dry.yaml"), "--auto", "--seed", "1"]
    command = [sys.executable, "-c", f"{play}; {rooms}", *words]
    environment = {**ENVIRONMENT, "XDG_CACHE_HOME": str(tmp_path)}
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    imported = set(found.stdout.splitlines()[-1].split())
    assert imported >= {"run", "play"}
    assert not imported & {"assemble", "prove", "compile", "oracle", "verbs"}


def test_the_same_content_in_another_place_is_called_so(tmp_path, monkeypatch):
    """A save, and who asks why something isn't offered, are told where it lies now."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for place in (tmp_path / "here", tmp_path / "there"):
        place.mkdir()
        (place / "dry.yaml").write_text(DRY, encoding="utf-8")
        for _ in ("compiled", "kept"):
            state = rulebed.load(str(place / "dry.yaml")).start(seed=1)
            assert state.game.reference == str(place / "dry.yaml")
            (refused,) = state.why("drink", 1)
            assert (refused["failed"][0]["layer"], refused["failed"][0]["text"]) == ("dry", "my.wells > 0")
            assert str(place) in refused["failed"][0]["place"]


def test_a_place_that_is_no_whole_path_is_ignored(monkeypatch, tmp_path):
    """As the custom of the platform wants it: else each working directory would have a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.default_directory() == tmp_path / "rulebed"
    for odd in ("relative", "", "."):
        monkeypatch.setenv("XDG_CACHE_HOME", odd)
        assert cache.default_directory() == cache.Path.home() / ".cache" / "rulebed"


@pytest.mark.parametrize(
    ("platform", "place"),
    [("darwin", "home/Library/Caches/rulebed"), ("win32", "local/rulebed/Cache"), ("linux", "home/.cache/rulebed")],
)
def test_each_platform_has_its_own_place(monkeypatch, tmp_path, platform, place):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(cache.sys, "platform", platform)
    assert cache.default_directory() == tmp_path / place


def test_who_has_no_home_has_no_cache_and_plays_all_the_same(monkeypatch):
    """As under a number that no user has, which is how containers are often run."""

    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(cache.Path, "home", nobody)
    store = cache.Cache()
    assert store.blueprint("key", made).sites
    store.keep_notes("key", b"known")
    store.change_record("key", lambda found: {**found, "known": True})
    assert (store.notes("key"), store.record("key"), store.load("key")) == (None, None, None)


def test_much_is_forgotten_by_its_size_and_what_was_written_last_stays(store, monkeypatch):
    monkeypatch.setattr(cache, "KEPT", 10_000)
    for number in range(20):
        store.keep_notes(f"1{number}", bytes(1_000))
    assert len(list(store.directory.iterdir())) == 20, "it is looked seldom how much there is"
    store.keep_notes("0", bytes(1_000))
    kept = [number for number in range(20) if store.notes(f"1{number}") is not None]
    assert kept == [*range(12, 20)], "each has a digest of 32 bytes, too"
    for number in range(500):
        store.keep_notes(f"2{number}", b"")
    store.keep_notes("00", b"")
    assert store.notes("2499") is not None, "what is small is kept in great number"
    assert sum(path.stat().st_size for path in store.directory.iterdir()) <= 10_000
