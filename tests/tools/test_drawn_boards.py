"""How boards are drawn in a terminal: rows wrap, frames have titles, what can be chosen has its number."""

import re
from pathlib import Path

import pytest
from tests.lang.literate import blocks
from tests.tools.boards import PICTURES, WIDTH, drawn, golden

import rulebed
from rulebed_tools.tui.ahead import ways
from rulebed_tools.tui.blocks import Piece, lines_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.looks import marks
from rulebed_tools.tui.page import Choice, Page
from rulebed_tools.tui.rich_screen import RichScreen

TUTORIAL = Path(__file__).resolve().parents[2] / "content" / "README.md"

ODD = """\
title: Odd
players: 2
flow: {turn: {do: {act: {pick: 1, options: {go: nothing, stop: end game}}}, next: turn}}
result: {score: 0}
"""


def box(shape, **more):
    return {"key": "board", "shape": shape, **more}


def words(*texts):
    return [box("text", text=text) for text in texts]


def lines(tree, width=40, numbers=None):
    return lines_of(Drawing(numbers or {}).block(tree, width))


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_one_that_was_kept(name):
    """A change shows in tests/tools/pictures, which `python -m tests.tools.boards` writes."""
    assert drawn(name) == golden(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_keeps_to_its_width(name):
    assert max(map(len, drawn(name).splitlines())) <= WIDTH


def test_a_row_goes_on_below_where_there_is_no_room():
    assert lines(box("row", boxes=words("one", "two", "three")), 9) == ["one  two", "three"]
    assert lines(box("row", close=True, boxes=words("one", "two", "six")), 11) == ["one two six"]


def test_a_box_with_a_title_has_a_frame():
    """A leaf has its title before it instead."""
    tree = box("column", title="Pier", boxes=[box("text", title="Tide", text="low")])
    assert lines(tree) == ["┌ Pier ─────┐", "│ Tide: low │", "└───────────┘"]


def test_tracks_are_drawn_if_they_are_short():
    assert lines(box("track", at=2, **{"from": 0}, to=5)) == ["■■□□□ 2/5"]
    assert lines(box("track", at=37, **{"from": 0}, to=60)) == ["37/60"]
    assert lines(box("track", at=None, **{"from": 0}, to=5)) == ["?"]


def test_what_is_hidden_is_counted():
    """Of several things the known ones are named; a pile says how many there are."""
    ace, hidden = {"text": "ace", "kind": "card", "name": "ace", "address": "cards.ace"}, {"hidden": True}
    assert lines(box("show", value=[ace, hidden, hidden])) == ["ace, 2 ?"]
    assert lines(box("show", value=[])) == ["·"]
    assert lines(box("pile", value={"count": 7, "known": [ace]})) == ["7 (ace)"]
    assert lines(box("pile", value=[ace, hidden])) == ["2 (ace)"]


def test_options_stand_on_their_things():
    """By the number that a player can type; a box without a title has it at its end."""
    thing = {"text": "ace", "kind": "card", "name": "ace", "address": "cards.ace"}
    assert lines(box("show", value=thing), numbers={"cards.ace": (1, 2)}) == ["ace[1 2]"]
    assert lines(box("column", thing=thing, boxes=words("here")), numbers={"cards.ace": (3,)}) == ["here[3]"]
    assert lines(box("show", value=thing)) == ["ace"]


def test_the_boxes_of_a_table_stand_below_each_other():
    """What they are called stands over them once."""
    rows = [
        box("row", boxes=[box("text", text=name), box("show", title="Coins", value=n)])
        for name, n in (("Ann", 12), ("Bo", 3))
    ]
    assert lines(box("table", boxes=rows)) == ["     Coins", "Ann  12", "Bo   3"]
    assert lines(box("table", boxes=[])) == []


def test_hexes_stand_between_those_above():
    cells = [
        box("text", text=text, across=across, down=down)
        for across, down, text in ((-1, 1, "a"), (1, 1, "b"), (0, 2, "c"))
    ]
    assert lines(box("hex", boxes=cells)) == ["a b", " c"]


def test_rows_of_a_grid_are_counted_from_above_or_from_below():
    """Places that nothing stands on stay empty."""
    cells = [
        box("text", text=text, across=across, up=up) for across, up, text in ((1, 1, "sw"), (2, 2, "ne"), (1, 2, "nw"))
    ]
    assert lines(box("grid", boxes=cells)) == ["nw ne", "sw"]
    turned = [box("text", text=cell["text"], across=cell["across"], down=cell["up"]) for cell in cells]
    assert lines(box("grid", boxes=turned)) == ["sw", "nw ne"]


def test_the_tutorial_shows_the_board_that_it_declares(tmp_path):
    """The picture of content/README.md is that of the pack above it, for the player who begins."""
    (picture,) = [block.text for block in blocks(TUTORIAL) if block.header == ("text", "board")]
    for block in blocks(TUTORIAL):
        if block.header[:2] == ("yaml", "file"):
            path = tmp_path / block.header[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    state = rulebed.load("pier", search=[tmp_path]).start()
    state.apply("kindle")
    assert "\n".join(lines(state.board(1), 96, marks(ways(state, state.decision)))) + "\n" == picture
    assert rulebed.check("pier", search=[tmp_path]).sorted() == []


def test_words_of_a_pack_are_no_markup_and_steer_nothing(tmp_path, capsys):
    """Titles, questions and notes are shown as they stand, with a sign for each one that would do something."""
    marked = "[/red] [link=file:///x]y[/link] :smile: [b]z"
    steering = marked + "\x1b]0;z\x07\x9b\u202e"
    (tmp_path / "odd" / "locale").mkdir(parents=True)
    (tmp_path / "odd" / "pack.yaml").write_text(ODD, encoding="utf-8")
    (tmp_path / "odd" / "locale" / "en.yaml").write_text(f'texts: {{flow.turn.act.pick: "{marked}"}}', encoding="utf-8")
    state, screen = rulebed.load("odd", search=[tmp_path]).start(), RichScreen(has_colour=True)
    own = state.decision.options
    choices = [Choice(number, option.label, "", steering) for number, option in enumerate(own, 1)]
    asked = (Piece(state.decision.label),)
    screen.show(Page(steering, box("text", text=steering, player=1), 1, question=asked, choices=choices))
    screen.say(steering)
    printed = re.sub(r"\x1b\[[0-9;]*[mHJ]", "", capsys.readouterr().out)
    assert (printed.count(marked), printed.count("\ufffd]0;z\ufffd\ufffd\ufffd")) == (6, 5)
    assert "\x1b" not in printed


def test_ink_becomes_colour(capsys):
    """Each player has one; what is offered stands out, and what has changed since."""
    screen = RichScreen(has_colour=True)
    thing = {"text": "here", "kind": "card", "name": "here", "address": "cards.here"}
    boxes = [
        box("text", text="mine", player=1),
        {**box("show", value=thing), "key": "there"},
        {**box("text", text="plain"), "key": "last"},
    ]
    screen.show(Page("Pier", box("column", boxes=boxes), 1, numbers={"cards.here": [3]}, fresh={"last": None}))
    printed = capsys.readouterr().out
    assert "\x1b[31mmine" in printed
    assert "\x1b[1;30;106m3" in printed
    assert "\x1b[1;4mplain" in printed
