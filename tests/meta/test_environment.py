"""The first run of a command makes the environment, later ones leave it alone."""

import ast
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from rulebed_tools import environment

ROOT = Path(__file__).resolve().parents[2]
STATED = 'dependency-groups = {test = ["pytest>=9", "ruff"]}\n'


@pytest.fixture
def house(tmp_path, monkeypatch):
    """An empty checkout; what would be run is noted and the interpreter pretended."""
    for name in environment.INPUTS:
        (tmp_path / name).write_text(STATED)
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
    assert commands[2].endswith("[tui] pytest>=9 ruff"), "a group is nobody else's business"
    make(root, "tui")
    assert len(commands) == 3


@pytest.mark.parametrize("name", environment.INPUTS)
def test_a_change_of_what_is_wanted_brings_it_up_to_date(house, name):
    """In place, keeping the extras that were there."""
    root, commands = house
    make(root, "tui", "test")
    (root / name).write_text(STATED + "# two")
    make(root, "tui")
    assert commands[-1].endswith("[tui] pytest>=9 ruff")
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
    """The lock has an exact version for all that is wanted, within what pyproject.toml allows."""
    lock = (ROOT / ".requirements.lock").read_text().splitlines()[1:]
    pinned = dict(canonical(line).split("==") for line in lock)
    for stated in map(Requirement, wanted()):
        version = pinned[canonical(stated.name)]
        assert stated.specifier.contains(version), f"{stated} and {version}"
        assert {one.operator for one in stated.specifier}.isdisjoint({"==", "===", "~="}), "a range suits others, too"


def canonical(name):
    """As names of packages are compared."""
    return name.lower().replace("_", "-")


def wanted():
    """All requirements: of users, with all extras, of this checkout, and of the build."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = stated["project"], stated["dependency-groups"]
    parts = (*project["optional-dependencies"].values(), *groups.values(), stated["build-system"]["requires"])
    return [*project["dependencies"], *chain.from_iterable(parts)]


def test_what_is_imported_is_declared():
    """Each module of another package is of one that is declared, or brings it."""
    known = {canonical(Requirement(one).name).replace("-", "") for one in wanted()} | {"yaml", "pyspiel", "openspiel"}
    for home in ("engine", "tools"):
        for path in (ROOT / home).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for name in imported(tree) - set(sys.stdlib_module_names) - {"rulebed", "rulebed_tools"}:
                assert canonical(name).replace("-", "") in known, f"{path} imports {name}"


def imported(tree):
    """The first parts of the names of all modules that are imported."""
    nodes = list(ast.walk(tree))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in found}
