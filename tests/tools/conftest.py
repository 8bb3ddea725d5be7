"""The command line in this process, in a directory with packs of its own."""

import pytest

from rulebed_tools.cli.main import main

from .packs import CARDS, SQUARES, TALES, WATCH


@pytest.fixture
def own_packs(tmp_path, monkeypatch):
    """A working directory with four small packs."""
    (tmp_path / "squares.yaml").write_text(SQUARES, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "watch.yaml").write_text(WATCH, encoding="utf-8")
    (tmp_path / "tales.yaml").write_text(TALES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    return tmp_path


@pytest.fixture
def rulebed(own_packs, capsys):
    """Runs a command; gives its exit code, what it printed, and what it complained of."""

    def run(*words):
        code = main(list(words))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run
