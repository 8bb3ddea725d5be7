"""The front page and the tutorial of packs, followed step by step: files are written, commands print what is shown."""

import io
import re
import shlex
from pathlib import Path

import pytest
from tests.lang.literate import blocks

from rulebed_tools.cli.main import main
from rulebed_tools.cli.verbs import play
from rulebed_tools.tui.screen import PlainScreen

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"README.md": 3, "content/README.md": 6}  # each with the fewest commands that it shows
COMMAND = re.compile(r"^\$ tools/rulebed (.*)\n", re.MULTILINE)
ANSWER = re.compile(r"(\(\? for help\) > )(\S+)\n")  # what is typed isn't echoed, nor the end of its line
REST = "\n...\n"  # it goes on


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command in the directory that the reader works in, with answers; gives what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "PlainScreen", lambda **_: PlainScreen(is_terminal=True))

    def ran(words, answers):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{typed}\n" for typed in answers)))
        main(shlex.split(words))
        return capsys.readouterr().out

    return ran


@pytest.mark.parametrize("page", PAGES)
def test_every_step_goes_as_shown(run, tmp_path, page):
    """Files are written, commands print what the reader is shown, one after the other down the page."""
    ran = 0
    for block in blocks(ROOT / page):
        if block.header[:2] == ("yaml", "file"):
            path = tmp_path / block.header[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.header == ("text", "console"):
            for words, text in commands(block):
                check(run(words, [typed for _, typed in ANSWER.findall(text)]), text, f"line {block.line}: {words}")
                ran += 1
    assert ran >= PAGES[page]


def commands(block):
    """The commands of a block, each with what it prints."""
    before, *parts = COMMAND.split(block.text)
    assert before == "", f"line {block.line}: there is no command"
    return zip(parts[::2], parts[1::2], strict=True)


def check(printed, text, where):
    """What was printed is what is shown; where dots stand at the end of it, it may go on."""
    shown = ANSWER.sub(r"\1", text)
    if shown.endswith(REST):
        printed, shown = printed[: len(shown) - len(REST)], shown.removesuffix(REST)
    if shown.endswith("> ...\n"):
        printed, shown = printed[: len(shown) - 4], shown[:-4]
    assert printed.rstrip("\n") == shown.rstrip("\n"), where
