"""The judge itself: what packs made for it say by hand of games that a seat must or must not tell apart."""

import pytest

from .building import begun
from .small import SMALL

# A pack, how many play, decisions of two games (players from 1, luck is 0), and by whom they must not be told apart.
GAMES = [
    ("bid", 2, "1:0 2:1", "1:0 2:2", "- 1"),
    ("bid", 2, "1:0 2:1", "2:1 1:0", "- 1 2"),
    ("bid", 3, "1:0", "1:0 2:2", "- 1 3"),
    ("bid", 2, "1:0 2:1 1:0", "1:0 2:1 1:1", ""),
    ("longer", 3, "1:0 2:0 3:1", "1:0 2:1 2:0 3:1", "- 1 3"),
    ("longer", 3, "1:0 2:1 3:0", "3:0 1:0 2:1", "- 1 2 3"),
    ("longer", 3, "1:0 2:1 2:0 3:0 1:0", "1:0 2:1 2:1 3:0 1:0", "- 1 3"),
    ("drawn", 2, "0:1 0:2", "0:3 0:2", "- 2"),
    ("drawn", 2, "0:1 0:2 1:yes", "0:1 0:3 1:yes", "-"),
    ("drawn", 2, "0:1 0:2 1:yes", "0:4 0:2 1:yes", "- 2"),
    ("drawn", 2, "0:1 0:2 1:no 1:yes", "0:1 0:3 1:no 1:yes", "- 1"),
    ("drawn", 2, "0:1 0:2 1:no 1:yes", "0:3 0:2 1:no 1:yes", ""),
    ("waiting", 2, "0:1 0:2 0:3 2:3", "0:1 0:2 0:3 2:4", "- 1"),
    ("waiting", 2, "0:1 0:2 0:3 2:3 1:0", "0:1 0:2 0:3 2:4 1:0", ""),
    ("rolled", 2, "1:0 0:1", "1:0 0:2", "- 2"),
    ("rolled", 2, "1:0 2:0 0:1 0:2", "2:0 1:0 0:1 0:2", "- 1 2"),
    ("rolled", 2, "1:0 2:0 0:1 0:2 1:0", "1:0 2:0 0:1 0:1 1:0", "- 1"),
    ("rolled", 2, "1:0 2:0 0:1 0:2 1:0 2:0", "1:0 2:0 0:1 0:1 1:0 2:0", "- 1"),
    ("opened", 2, "1:0 2:1 1:0", "1:0 2:2 1:0", "- 1"),
    ("opened", 2, "1:0 2:1 1:1", "1:0 2:2 1:1", ""),
    ("opened", 2, "1:0 2:1 1:1 2:0", "1:0 2:2 1:1 2:0", ""),
    ("said", 2, "2:red 1:white 1:red", "2:red 1:blue 1:red", "- 2"),
    ("said", 2, "2:red 1:white 1:blue", "2:white 1:white 1:blue", "- 1"),
    ("said", 2, "2:red 1:white 1:red", "2:white 1:white 1:red", ""),
    ("bags", 2, "0:black 0:white", "0:black 0:black", "- 1"),
    ("shown", 3, "1:0 2:1 3:2", "3:2 2:1 1:0", "- 1 2 3"),
]  # fmt: skip


def after(name, players, decisions):
    """A game after these decisions, with its judge."""
    played = begun(SMALL[name], players, 0, "explicit")
    for one in decisions.split():
        player, taken = one.split(":")
        assert played.take(int(player), taken), (one, played.state)
    return played


@pytest.mark.parametrize(("name", "players", "one", "other", "alike_for"), GAMES)
def test_the_judge_tells_apart_what_the_pack_says(name, players, one, other, alike_for):
    """Two games are one to just those of whom that is written down; who only looks on is `-`."""
    mine, theirs = (after(name, players, decisions).judge for decisions in (one, other))
    viewers = {None: "-"} | {seat: str(seat + 1) for seat in range(players)}
    found = [word for viewer, word in viewers.items() if mine.history(viewer) == theirs.history(viewer)]
    assert found == alike_for.split()
