"""The front page and the tutorial of packs, followed step by step: files are written, commands print what is shown."""

import io
import shlex
from pathlib import Path

import pytest
from tests.lang.literate import blocks
from tests.tools.transcripts import check, commands, typed

from rulebed_tools.cli.main import main
from rulebed_tools.cli.verbs import play
from rulebed_tools.tui.screen import PlainScreen

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"README.md": 2, "content/README.md": 6}  # each with the fewest commands that it shows
LONGEST_FRONT = 52  # lines


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
            for words, text in commands(block.text):
                check(run(words, typed(text)), text, f"line {block.line}: {words}")
                ran += 1
    assert ran >= PAGES[page]


def test_the_front_is_one_screen():
    """A pack, a slip and a game, before anything else is said."""
    front = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")[0]
    assert len(front.splitlines()) <= LONGEST_FRONT
    assert front.count("```yaml") == front.count("```text console") == 1
    assert "error[" in front
    assert "(? for help) > " in front
