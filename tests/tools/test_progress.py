"""The progress bar: drawn on a terminal, and never by a thread, so that processes can be forked while it is there."""

import os
import pty
import subprocess
import sys
import threading

from rulebed_tools.cli import console
from rulebed_tools.cli.progress import bar

COMMAND = "import sys; from rulebed_tools.cli.main import main; sys.exit(main(sys.argv[1:]))"


def on_a_terminal(*words):
    """What a command writes on a terminal of its own, with every warning that Python has."""
    mine, its = pty.openpty()
    command = [sys.executable, "-W", "always::DeprecationWarning", "-c", COMMAND, *words]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(its)
        written = b""
        while part := _read(mine):
            written += part
    os.close(mine)
    return process.returncode, written.decode()


def _read(end):
    try:
        return os.read(end, 1 << 16)
    except OSError:  # what Linux says where a terminal is gone
        return b""


def test_no_thread_draws_the_bar(monkeypatch, capsys):
    """It is drawn whenever there is more to tell."""
    monkeypatch.setattr(console, "is_terminal", lambda _: True)
    before = threading.active_count()
    with bar("games", 4) as progress:
        assert threading.active_count() == before
        progress(2)
        assert "50%" in capsys.readouterr().err


def test_processes_are_forked_on_a_terminal_without_a_warning():
    """From 3.12 on Python says so where a thread could hold a lock that nobody ever opens in the child."""
    code, written = on_a_terminal("sim", "pig", "--games", "100", "--jobs", "2", "--seed", "1")
    assert code == 0
    assert "100 games in" in written
    assert "%" in written.partition("100 games in")[0], "there was no bar"
    assert "Warning" not in written
