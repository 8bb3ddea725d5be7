"""What the suite says of itself: seconds by directory, bounds, and files that nothing runs."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests import clock

ROOT = Path(__file__).resolve().parents[2]


def ran(folder, *options):
    """A small house of tests in a folder, run by a pytest of its own that counts as the real one does."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.clock", "-p", "no:cacheprovider", *options]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_a_directory_has_a_bound():
    """What takes longer than its bound is named with both figures; what takes less, and what is read first, is not."""
    seconds = Counter({"tests/quick": 59.0, "tests/slow": 61.0, clock.COLLECTING: 200.0})
    assert clock.over(seconds, [clock.YARDSTICK], is_long=False) == [
        "tests/slow takes 61 s of the processor, 60 are allowed"
    ]


def test_a_slow_machine_has_more_time():
    """As much more as the yardstick takes longer; a quick one has no less, and single bad moments are no matter."""
    seconds = Counter({"tests/slow": 80.0})
    assert clock.over(seconds, [clock.YARDSTICK * 1.5] * 3, is_long=False) == []
    assert clock.over(seconds, [clock.YARDSTICK / 2] * 3, is_long=False)
    assert clock.over(seconds, [clock.YARDSTICK] * 2 + [clock.YARDSTICK * 9], is_long=False)


def test_the_long_tests_have_one_bound_together():
    """Eighty minutes of two cores, however they are spread."""
    assert clock.over(Counter({"tests/a": 5_000.0, "tests/b": 4_000.0}), [], is_long=True) == []
    assert clock.over(Counter({"tests/a": 5_000.0, "tests/b": 5_000.0}), [], is_long=True) == [
        "all of it takes 10000 s, 9600 are allowed"
    ]


def test_what_processes_have_counted_is_added_up():
    """Seconds and yardsticks of all of them; each has found the same tests."""
    both, other = clock.Clock(left=7), clock.Clock(left=7)
    both.seconds["tests/play"] = 2.0
    other.seconds["tests/play"], other.unrun = 3.0, {ROOT / "tests/prove/test_guards.py"}
    both.take(other.sent())
    assert (both.seconds["tests/play"], both.left, len(both.unrun)) == (5.0, 7, 1)


def test_what_takes_longest_is_named():
    """Of a directory that takes too long, its dearest tests, whichever process ran them."""
    both, other = clock.Clock(), clock.Clock()
    other.dear |= {"tests/play/a.py::one": 3.0, "tests/play/a.py::two": 9.0, "tests/lang/x.py::y": 20.0}
    both.take(other.sent())
    assert both.dearest("tests/play") == [("tests/play/a.py::two", 9.0), ("tests/play/a.py::one", 3.0)]


def test_a_file_of_tests_that_nothing_runs_is_a_fault(monkeypatch):
    """Whatever hides it from pytest, such as the name of its directory."""
    config = type("Config", (), {"option": type("Option", (), {"long": False})})
    found = clock.Clock(unrun={clock.TESTS / "prove" / "test_guards.py"})
    assert found.faults(config) == ["nothing runs tests/prove/test_guards.py"]


def test_seconds_skips_and_what_is_left_out_are_said(tmp_path):
    """A run ends with the table, the reasons of what it skipped, and how many tests it left to another run."""
    house = tmp_path / "tests" / "room"
    house.mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -m 'not slow' -rs\nmarkers = slow: long\n")
    (house / "test_one.py").write_text(
        "import pytest\n"
        "def test_fine():\n    '''It is fine.'''\n"
        "def test_skipped():\n    pytest.skip('there is no node here')\n"
        "@pytest.mark.slow\n@pytest.mark.parametrize('n', [1, 2])\n"
        "def test_long(n):\n    '''It takes long.'''\n"
    )
    code, said = ran(tmp_path)
    assert code == 0, said
    assert "tests/room" in said
    assert "there is no node here" in said
    assert "2 tests are left out: `tools/test --long` runs the long ones" in said
    code, said = ran(tmp_path, "--long", "--list")
    assert "test_long (2)\n    It takes long." in said
    assert "test_fine" not in said
