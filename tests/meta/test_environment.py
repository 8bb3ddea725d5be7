"""The first run of a command makes the environment, later ones leave it alone."""

import subprocess
import sys
from pathlib import Path

import pytest

from rulebed_tools import environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def house(tmp_path, monkeypatch):
    """An empty checkout; what would be run is noted and the interpreter pretended."""
    for name in environment.INPUTS:
        (tmp_path / name).write_text("one")
    commands = []

    def note(command):
        commands.append(" ".join(command))
        python = Path(environment._python(str(tmp_path)))
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    monkeypatch.setattr(environment, "_run", note)
    return tmp_path, commands


def make(root, *extras):
    if not environment._is_ready(str(root), list(extras)):
        environment._make_one_at_a_time(str(root), list(extras))


def test_the_first_run_makes_it_and_the_second_does_nothing(house):
    """A new environment, then the pinned installation, then a stamp."""
    root, commands = house
    make(root, "tui")
    assert len(commands) == 2
    assert "venv --clear" in commands[0]
    assert commands[1].endswith(f"-c {root}/.requirements.lock -e {root}[tui]")
    make(root, "tui")
    assert len(commands) == 2


def test_more_extras_are_added_to_what_there_is(house):
    """`tools/test` after `tools/rulebed` installs more, and `tools/rulebed` is content with that."""
    root, commands = house
    make(root, "tui")
    make(root, "tui", "test")
    assert len(commands) == 3
    assert commands[2].endswith("[test,tui]")
    make(root, "tui")
    assert len(commands) == 3


@pytest.mark.parametrize("name", environment.INPUTS)
def test_a_change_of_what_is_wanted_brings_it_up_to_date(house, name):
    """In place, keeping the extras that were there."""
    root, commands = house
    make(root, "tui", "test")
    (root / name).write_text("two")
    make(root, "tui")
    assert commands[-1].endswith("[test,tui]")
    assert len(commands) == 3


def test_an_interrupted_run_is_begun_again(house, monkeypatch):
    """Without a stamp there is no environment, whatever lies there."""
    root, commands = house
    note = environment._run

    def fail(command):
        note(command)
        if "pip" in command:
            sys.exit("no network")

    monkeypatch.setattr(environment, "_run", fail)
    with pytest.raises(SystemExit):
        make(root, "tui")
    monkeypatch.setattr(environment, "_run", note)
    make(root, "tui")
    assert "venv --clear" in commands[2]
    assert environment._is_ready(str(root), ["tui"])


@pytest.mark.parametrize("name", ["rulebed", "test"])
def test_the_commands_are_executable_and_need_the_standard_library_alone(name):
    """They run before anything is installed."""
    path = ROOT / "tools" / name
    assert path.stat().st_mode & 0o111
    text = path.read_text() + (ROOT / "tools/rulebed_tools/environment.py").read_text()
    found = [
        line.split()[1].split(".")[0] for line in text.splitlines() if line.strip().startswith(("import ", "from "))
    ]
    assert set(found) - {"rulebed_tools"} <= set(sys.stdlib_module_names)


def test_every_version_is_pinned():
    """The lock has an exact version for all that is wanted, and pyproject.toml the same ones."""
    lock = (ROOT / ".requirements.lock").read_text().splitlines()[1:]
    pinned = dict(line.lower().replace("_", "-").split("==") for line in lock)
    stated = subprocess.run(
        [sys.executable, "-c", "import importlib.metadata as m; print('\\n'.join(m.requires('rulebed')))"],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in stated.stdout.splitlines():
        name, _, version = line.split(";")[0].strip().lower().replace("_", "-").partition("==")
        assert pinned[name] == version, line
