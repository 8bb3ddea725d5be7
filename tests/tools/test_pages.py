"""Pages of the terminal: they fit their screen, nothing moves on them, and what can be chosen is to be seen."""

import contextlib
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import sys
import termios

import pytest

import rulebed
from rulebed_tools.tui.ahead import ways
from rulebed_tools.tui.bands import best
from rulebed_tools.tui.blocks import Ink, Piece, columns_of, lines_of, text_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.fitting import Fitting
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.line_input import LineInput
from rulebed_tools.tui.looks import Looks, marks
from rulebed_tools.tui.numbering import numbered
from rulebed_tools.tui.page import Choice, Page, fitted, news, offer
from rulebed_tools.tui.wording import Wording

PACKS = ("dice_workers", "breakthrough", "hanabi", "high_water", "four_winds")
SIZES = ((80, 24), (100, 40), (60, 20))

TURN = """\
title: Turn
players: 1
kinds: {face: {}, wheel: {state: {face: face?}}}
faces: {sun: , moon: , star: }
wheels: {left: , right: }
resources: {coin: {start: 9}}
flow:
  day:
    do: |
      may pay 1 coin:
        choose f in faces
        gain 1 coin
      choose w in wheels
      set w.face to sun
    next: night
  night:
    do: |
      may pay 2 coin:
        roll faces as seen
        choose f in faces where it is seen or it is sun
        gain 1 coin
      choose w in wheels
    next: end
result: {score: me.coin}
"""


@pytest.fixture
def turned(own_packs):
    (own_packs / "turn.yaml").write_text(TURN, encoding="utf-8")
    return rulebed.load("turn", search=[own_packs]).start(seed=1, events=True)


def thing(name, numbers):
    return Piece(name, Ink(is_lit=True)), Piece("", numbers=numbers)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ((*thing("Pub", (3,)), Piece("   x")), "Pub3  x"),
        ((*thing("Pub", (3, 4, 5)), Piece("   x")), "Pub3-5x"),
        ((*thing("Pub", (3, 5)), Piece("  x")), "Pub3…x"),
        ((*thing("Pub", (12,)), Piece(" x")), "Pub x"),
        ((*thing("·", (12,)), Piece(" x")), "12x"),
        ((*thing("·", (3,)), Piece(" "), *thing("·", (4,))), "·3·4"),
        ((*thing("Pub", (3,)), Piece(" ──┐", Ink(is_frame=True))), "Pub3──┐"),
    ],
)
def test_numbers_take_the_room_that_there_is(line, shown):
    """That behind a thing, or that of a mere sign; where there is none the thing is only lit."""
    assert lines_of(numbered((line,), 10)) == [shown]


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_moves_for_numbers(pack):
    """A box with options is as wide as without, and each word stands where it stood."""
    state, luck = rulebed.load(pack).start(seed=3), random.Random(5)
    for _ in range(30):
        if state.over:
            break
        board, offered = state.board(state.decision.player), ways(state, state.decision)
        plain = lines_of(Drawing({}, is_light=True).block(board, 100))
        lit = lines_of(numbered(Drawing(marks(offered), is_light=True).block(board, 100), 100))
        for one, other in zip(plain, lit, strict=True):
            assert [found.start() for found in re.finditer(r"[^\W\d]{2,}", one)] == [
                found.start() for found in re.finditer(r"[^\W\d]{2,}", other)
            ]
        state.apply(luck.choice(state.decision.options))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("pack", PACKS)
def test_a_page_fits_its_screen(pack, width, height):
    """Board, news, question and options; a row is left for the title, and one for what is typed."""
    state, luck = rulebed.load(pack).start(seed=3, events=True), random.Random(5)
    looks, fittings = Looks(Guide(), Wording()), {}
    for _ in range(12):
        if state.over:
            break
        player = state.decision.player
        page = looks.page(state, player)
        block = fitted(page, fittings.setdefault(player, Fitting(width)), height)
        assert len(block) <= height - 2
        assert max(map(columns_of, block)) <= width
        assert text_of(page.question)[:width] in lines_of(block)
        state.apply(luck.choice(state.decision.options))


def test_what_can_be_chosen_stays_open():
    """All else folds to a line with what it is called."""
    leaf = {"shape": "text", "text": "three", "key": "leaf"}
    lit = {"address": "pubs.one", "name": "one", "kind": "pub", "text": "One"}
    boxes = [
        {"key": name, "shape": "column", "title": name, "boxes": [{**leaf, "key": f"{name}{n}"} for n in range(9)]}
        for name in ("North", "South")
    ]
    boxes[1]["boxes"][3] |= {"thing": lit}
    board = {"key": "board", "shape": "column", "boxes": boxes}
    block = Fitting(11).block(board, Drawing({"pubs.one": [1]}, is_light=True), 12, None)
    assert lines_of(numbered(block, 11))[:6] == ["▸ North: t…", "South", "three", "three", "three", "three1"]


def test_news_that_there_is_no_room_for_are_counted():
    """What is new goes before what is old, and the end before the beginning; what is very long is cut."""
    board = {"key": "board", "shape": "text", "text": "board"}
    page = Page("A game", board, 1, news=["old", "one", "two", "three"], count=3, before="{} more".format)
    assert lines_of(news(page, 20, 9)) == ["· old", "· one", "· two", "· three"]
    assert lines_of(news(page, 20, 3)) == ["· one", "· two", "· three"]
    assert lines_of(news(page, 20, 2)) == ["2 more", "· three"]
    long = Page("A game", board, 1, news=["one of it", f"much{' more' * 6}"], count=2, before="{} more".format)
    assert lines_of(news(long, 20, 3)) == ["· much more more", "  more more more", "  more"]
    assert lines_of(news(long, 20, 2)) == ["· much more more", "  more more more mo…"]
    wide = Page("A game", board, 1, news=[f"much{' more' * 6}", "last"], count=2, before="{} more".format)
    assert lines_of(news(wide, 20, 2)) == ["1 more", "· last"]


def test_the_board_gives_way_to_what_has_happened():
    """As far as half of the screen belongs to the board; where little has happened it has more."""
    leaf = {"shape": "text", "text": "a row that is as wide as this"}
    boxes = [
        {
            "key": f"box{n}",
            "shape": "column",
            "title": f"Box {n}",
            "boxes": [{**leaf, "key": f"{n}.{m}"} for m in (1, 2)],
        }
        for n in range(20)
    ]
    told, choices = [f"event {n}" for n in range(12)], [Choice(n, f"option {n}") for n in range(1, 7)]
    board = {"key": "board", "shape": "column", "boxes": boxes}
    seen = []
    for count in (0, 2, 9, 12):
        page = Page(
            "A game",
            board,
            1,
            news=told,
            count=count,
            before="{} more".format,
            question=(Piece("What?"),),
            choices=choices,
        )
        shown = lines_of(fitted(page, Fitting(40), 34))
        seen.append(tuple(sum(line.startswith(sign) for line in shown) for sign in ("· event", "▸ Box", "4 more")))
    assert seen[0][0] == seen[1][0] == 3
    assert seen[0][1] == seen[1][1] == 19
    assert all(told >= 8 and boxes >= 10 for told, boxes, _ in seen[2:])
    assert seen[3][0] == 12 or seen[3][2] == 1


@pytest.mark.parametrize("letters", [9, 30, 38, 60])
@pytest.mark.parametrize("height", [3, 9, 40])
def test_options_keep_to_their_rows(letters, height):
    """However long they are, and whatever there is to note."""
    board = {"key": "board", "shape": "text", "text": "board"}
    choices = [Choice(number, "x" * letters, note="some words of a note " * 3) for number in range(1, 8)]
    page = Page("A game", board, 1, question=(Piece("Which?"),), choices=choices)
    block = offer(page, 40, height)
    assert len(block) <= height
    assert max(map(columns_of, block)) <= 40


def test_what_has_to_fold_says_what_can_be_chosen_in_it():
    """Where there is no room for all that is lit, its numbers stand beside its title."""
    things = [{"address": f"pubs.{n}", "name": n, "kind": "pub", "text": n} for n in "abcdefgh"]
    boxes = [{"key": one["name"], "shape": "text", "text": one["name"], "thing": one} for one in things]
    board = {
        "key": "row",
        "shape": "row",
        "boxes": [{"key": "pubs", "shape": "column", "title": "Pubs", "boxes": boxes}],
    }
    numbers = {one["address"]: [number] for number, one in enumerate(things, 1)}
    block = Fitting(20).block(board, Drawing(numbers, is_light=True), 4, 1)
    assert lines_of(numbered(block, 20)) == ["▸ Pubs1-8    a; b; …"]


def test_a_box_with_nothing_in_it_says_so():
    """What stands beside it is not taken for what is in it; a line without a word takes no room."""
    leaf = {"shape": "text", "text": "Breach"}
    boxes = [
        {"key": "top", "shape": "text", "text": ""},
        {"key": "pool", "shape": "row", "title": "Pool", "boxes": []},
        {"key": "breach", **leaf},
    ]
    board = {"key": "board", "shape": "column", "boxes": boxes}
    assert lines_of(Drawing({}, is_light=True).block(board, 40)) == ["Pool: ·", "Breach"]


def test_a_pile_that_has_changed_looks_as_before():
    """Of a hand that nobody sees the number of cards is told, whatever came or went."""
    pile = {"key": "hand", "shape": "pile", "title": "Hand", "value": [{"hidden": True}] * 4}
    fresh = {"hand": {**pile, "value": [{"hidden": True}] * 5}}
    drawn = [lines_of(Drawing({}, is_light=True, fresh=one).block(pile, 40)) for one in ({}, fresh)]
    assert drawn == [["Hand: 4"], ["Hand: 4"]]


def test_folded_boxes_leave_their_columns_where_there_is_no_room_in_them():
    """What takes a line each, two beside each other, is never cut off, however wide and high it was before."""
    for seed in range(60):
        luck = random.Random(seed)
        boxes = [
            {"key": name, "shape": "column", "title": name, "boxes": [
                {"key": f"{name}{n}", "shape": "text", "text": "x" * luck.randint(5, 50)}
                for n in range(luck.choice((2, 3, 9)))
            ]}
            for name in "ABCDEFGHIJKL"[: luck.randint(6, 12)]
        ]  # fmt: skip
        board, height = {"key": "board", "shape": "column", "boxes": boxes}, (len(boxes) + 1) // 2
        lines = lines_of(Fitting(60).block(board, Drawing({}, is_light=True), height, None))
        assert len(lines) <= height
        assert "…" not in lines, seed


def test_of_ones_own_box_more_is_to_be_seen():
    """Where it has to fold, it has three lines instead of one."""
    leaf = {"shape": "text", "text": "three oats"}
    own = {n: [{**leaf, "key": f"{n}.{m}"} for m in range(9)] for n in (1, 2)}
    named = zip((1, 2), ("Ann", "Bo"), strict=True)
    boxes = [{"key": str(n), "shape": "column", "title": name, "player": n, "boxes": own[n]} for n, name in named]
    drawing = Drawing({}, is_light=True, viewer=2)
    block = Fitting(12).block({"key": "board", "shape": "column", "boxes": boxes}, drawing, 6, 2)
    assert [line for line in lines_of(block) if line] == ["▸ Ann: thre…", "▸ Bo: three", "oats; three", "oats; three…"]


def test_what_comes_and_goes_has_a_place_each_time():
    """A box that was there before the others were given new places is given one, too."""
    leaf = {"shape": "text", "text": "three"}
    one, other = (
        {"key": name, "shape": "column", "title": name, "boxes": [{**leaf, "key": f"{name}{n}"} for n in range(9)]}
        for name in ("North", "South")
    )
    wide = {**other, "boxes": [{**leaf, "text": "a long line", "key": "South0"}, *other["boxes"][1:]]}
    fitting = Fitting(20)
    for boxes in ((one, other), (wide,), (one, wide)):
        board = {"key": "board", "shape": "column", "boxes": list(boxes)}
        shown = lines_of(fitting.block(board, Drawing({}, is_light=True), 6, None))
        assert [box["key"] for box in boxes if not any(box["title"][:3] in line for line in shown)] == []


def test_a_thing_that_stands_for_its_box_has_the_number_once():
    thing = {"address": "pubs.one", "name": "one", "kind": "pub", "text": "One"}
    inner = [
        {"key": "name", "shape": "text", "text": "Pub:", "thing": thing},
        {"key": "x", "shape": "text", "text": "[A]"},
    ]
    board = {"key": "pub", "shape": "row", "close": True, "boxes": inner, "thing": thing}
    block = Drawing({"pubs.one": [1]}, is_light=True).block(board, 20)
    assert lines_of(numbered(block, 20)) == ["Pub:1[A]"]


def test_boxes_stand_beside_each_other_where_that_saves_rows():
    """In their order, and none is wider than the screen."""
    bands = best({"a": (10, 6), "b": (10, 3), "c": (10, 3), "d": (30, 2)}, 30)
    assert [[column.keys for column in band] for band in bands] == [[["a"], ["b", "c"]], [["d"]]]


def test_yes_and_what_follows_are_one_question(turned):
    """As far as it stands in one program, and nothing is rolled between."""
    labels = [way.ids for way in ways(turned, turned.decision)]
    assert labels == [
        *(("yes", face, wheel) for face in ("sun", "moon", "star") for wheel in ("left", "right")),
        ("no", "left"),
        ("no", "right"),
    ]
    assert [way.ids for way in ways(turned, turned.decision, asks_all=True)] == [("yes",), ("no",)]
    for name in ("no", "left"):
        turned.apply(name)
    assert ("yes",) in {way.ids for way in ways(turned, turned.decision)}


def test_tab_knows_what_can_be_typed():
    """The ids that begin so, of things to ask about as well."""
    lines = LineInput(["north", "notes", "south"])
    assert [lines.completed("no", number) for number in range(3)] == ["north ", "notes ", None]
    assert lines.completed("?sou", 0) == "?south "


@pytest.mark.slow
def test_a_terminal_is_talked_to_in_keys(tmp_path):
    """Tab completes an id, what was typed before comes again, and what is typed while a bot thinks answers nothing."""
    asked = r"\(\? for help\) > "
    script = [
        (asked, "wh\td\n"),
        (rf"d is offered.*{asked}", "\x1b[A\n"),
        (rf"d is offered.*{asked}", "d\n"),
        ("thinks", "a\na\n"),
        (asked, "log\n"),
        (rf"is now player 2.*{asked}", "q\n"),
        (r"\(y/n\) > ", "n\n"),
    ]
    words = ("play", "connect_four", "--seed", "1", "--bots", "mc:1s")
    printed = typed_at_terminal(words, script, tmp_path)
    assert printed.count("is offered") == 2
    assert "of a1 is now player 1" not in printed


def typed_at_terminal(words, script, home):
    """What a command prints on a terminal, where each of these keys is typed once the words before it have come."""
    end, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    own = {**os.environ, "TERM": "xterm", "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "rulebed_tools", *words]
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, cwd=home, env=own):
        os.close(inner)
        printed, since = "", 0
        for wanted, keys in script:
            while not re.search(wanted, printed[since:], re.DOTALL):
                printed += os.read(end, 65_536).decode("utf-8", "replace")
            since = len(printed)
            os.write(end, keys.encode())
        with contextlib.suppress(OSError):  # the other end is closed
            while more := os.read(end, 65_536):
                printed += more.decode("utf-8", "replace")
    os.close(end)
    return printed
