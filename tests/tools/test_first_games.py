"""The first games of the large packs: what their pages say to type leads where they say, line after line."""

import io
import shlex

import pytest
from tests.lang.literate import blocks
from tests.tools.transcripts import check, commands, typed

from rulebed import packs
from rulebed_tools.cli.main import main
from rulebed_tools.cli.verbs import play
from rulebed_tools.tui.screen import PlainScreen

PAGES = sorted(packs.content_root().glob("**/FIRST_GAME.md"))


def sessions(page):
    """The commands of a page, each with what is shown of all that it prints, over all blocks until the next one."""
    return commands("".join(block.text for block in blocks(page) if block.header == ("text", "console")))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command with answers; gives what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    monkeypatch.setattr(play, "PlainScreen", lambda **_: PlainScreen(is_terminal=True))

    def ran(words, answers):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{typed}\n" for typed in answers)))
        main(shlex.split(words))
        return capsys.readouterr().out

    return ran


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_first_game_goes_as_its_page_says(run, page):
    """Each piece that is shown is printed behind the one before, and nothing that is typed is refused."""
    for words, shown in sessions(page):
        printed = run(words, typed(shown))
        assert "is not offered; type" not in printed
        assert "the rest of the line is left out" not in printed
        check(printed, shown, words)


def test_every_large_game_has_one():
    """A page, to which the READMEs of the game and of the house lead."""
    large = [one.path for one in packs.available([packs.content_root()]) if one.path.parent == packs.content_root()]
    assert large
    top = (packs.content_root().parent / "README.md").read_text(encoding="utf-8")
    for game in large:
        assert game / "FIRST_GAME.md" in PAGES
        assert "(FIRST_GAME.md)" in (game / "README.md").read_text(encoding="utf-8")
        assert f"(content/{game.name}/FIRST_GAME.md)" in top
