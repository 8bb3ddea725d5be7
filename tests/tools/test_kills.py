"""Whoever is killed while writing leaves each file as it was or as it should be: saves, records, laid out packs."""

import contextlib
import io
import os
import random
import signal
import sys
from functools import cache
from pathlib import Path

import pytest

import rulebed
from rulebed.source.writing import write_text
from rulebed_tools.cli.main import main

KILLS, MANY = 2, 70  # of each sort of file, in short and in long
WRITING = {"open", "os.rename", "os.chmod", "os.remove"}  # moments at which somebody may be killed
MOST = 60  # such moments before that
HEAD = (
    "title: B\nplayers: 2\nflow:\n  turn: {do: {act: {pick: 1, options: {go: nothing, stop: end game}}}, next: turn}\n"
)
MESSY = f"{HEAD}result: {{score: 0}}\nprocedures:\n" + "".join(
    f"    p{i}:   'nothing;   nothing'   # {i}\n" for i in range(9)
)
QUIET = contextlib.redirect_stdout, contextlib.redirect_stderr


@cache
def game():
    return rulebed.load("pig")


def saving(place, number):
    """One more save over the last one."""
    state = game().start(seed=number)
    for _ in range(number % 9):
        state.take(state.values[0])
    write_text(place, state.save())


def recording(place, number):
    """A game that bots play, written down."""
    main(["play", "pig", "--auto", "--bots", "random", "--seed", str(number % 5), "--record", str(place)])


def laying_out(place, _):
    """A pack as somebody has left it, and laid out."""
    write_text(place, MESSY)
    main(["fmt", str(place.parent)])


def restored(text):
    """A save of a game as it stood at some time."""
    assert game().restore(text) is not None


def replayed(text):
    """A record of a whole game."""
    assert game().replay(text).over


def whole(text):
    """The pack as it was, or laid out: each of its comments is there."""
    assert text == MESSY or (text.startswith("title: B\n") and text.count("nothing; nothing") == text.count("#") == 9)


SORTS = {
    "save": (saving, restored, "game.save"),
    "record": (recording, replayed, "game.record"),
    "pack": (laying_out, whole, "pack.yaml"),
}


def killed(place, write, moments):
    """A process that writes this file again and again, until it has been killed in the midst of it."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.ExitStack() as stack:
            for quiet in QUIET:
                stack.enter_context(quiet(io.StringIO()))
            sys.addaudithook(lambda event, _: event in WRITING and os.write(write_end, b"."))
            number = moments
            while True:
                number += 1
                write(place, number)
    try:
        os.close(write_end)
        for _ in range(moments):
            assert os.read(read_end, 1), "it has ended by itself"
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(read_end)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL


def lose_nothing(sort, kills, folder):
    """Kill so many that write files of a sort; what stands there is whole each time."""
    write, check, name = SORTS[sort]
    place, luck = folder / name, random.Random(sort)
    with contextlib.redirect_stdout(io.StringIO()):
        write(place, 1)
    for _ in range(kills):
        killed(place, write, luck.randrange(1, MOST))
        check(place.read_text(encoding="utf-8"))
    others = [path for path in folder.iterdir() if path != place]
    assert len(others) <= kills, "each leaves one file beside it at the most"
    assert all(path.name.startswith(f".{name}.") for path in others)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be forked here")
@pytest.mark.parametrize("sort", SORTS)
def test_who_is_killed_loses_no_file(sort, tmp_path):
    """After each of a few kills the file is an old one or a new one, and whole."""
    lose_nothing(sort, KILLS, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_of_many_who_are_killed_none_loses_a_file(sort, tmp_path):
    """The same after two hundred."""
    lose_nothing(sort, MANY, tmp_path)


def test_the_files_are_told_from_broken_ones(tmp_path):
    """Half a file of each sort is none: or nothing could be found."""
    for sort, (write, check, name) in SORTS.items():
        place = Path(tmp_path, sort, name)
        place.parent.mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            write(place, 3)
        text = place.read_text(encoding="utf-8")
        check(text)
        with pytest.raises((AssertionError, rulebed.RecordError)):
            check(text[: len(text) // 2])
