"""Connect four over one flat list, as an expert writes it when speed matters.

Slots: 0-41 the cells (0 empty, 1 and 2 the players' discs; rows of seven, lowest first),
42-48 the cell that the next disc in each column falls to, 49 the disc to move,
50 the number of discs, 51 the result (0 still open, 1 or 2 won by, 3 drawn).
An action is the number of a column, counted from the left.
"""

from __future__ import annotations

from typing import Final

State = list[int]

COLUMNS: Final = tuple(range(7))
CELLS: Final = 42
MOVER: Final = 49
COUNT: Final = 50
RESULT: Final = 51
DRAWN: Final = 3


def _lines() -> list[list[int]]:
    """List the 69 rows of four cells."""
    fours = []
    for start in range(CELLS):
        row, column = divmod(start, 7)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + 3 * up < 6 and 0 <= column + 3 * right < 7:
                fours.append([start + k * (7 * up + right) for k in range(4)])
    return fours


def _through(cell: int) -> tuple[tuple[int, int, int], ...]:
    """List the other three cells of every line through a cell that a disc landing there can complete.

    Nothing lies above a disc that has just landed, so that an upright line counts only from its top.
    """
    lines = [line for line in _lines() if cell in line]
    others = [[c for c in line if c != cell] for line in lines if cell + 7 not in line]
    return tuple((a, b, c) for a, b, c in others)


THROUGH: Final = tuple(_through(cell) for cell in range(CELLS))


def new(seed: int = 0) -> State:
    """Give the empty board; nothing is left to luck, so the seed has no effect."""
    return [0] * CELLS + [0, 1, 2, 3, 4, 5, 6, 1, 0, 0]


def legal(s: State) -> list[int]:
    """List the columns that have room."""
    return [column for column in COLUMNS if s[42 + column] < 42]


# Literal slot numbers from here on: a global name costs a lookup at each use.
def apply(s: State, action: int) -> None:
    """Drop a disc and note whether that ended the game; only lines through it can be new."""
    disc = s[49]
    cell = s[42 + action]
    s[42 + action] = cell + 7
    s[cell] = disc
    count = s[50] + 1
    s[50] = count
    if count > 6:
        for a, b, c in THROUGH[cell]:
            if s[a] == disc and s[b] == disc and s[c] == disc:
                s[51] = disc
                return
        if count == 42:
            s[51] = 3
            return
    s[49] = 3 - disc


def over(s: State) -> int:
    """Say whether the game has ended (any number but 0 does)."""
    return s[51]


def player(s: State) -> int:
    """Name the seat to move, from 0."""
    return s[MOVER] - 1


def returns(s: State) -> list[float]:
    """Give 1 to the winner and -1 to the loser, nothing to either after a draw."""
    if s[RESULT] in (0, DRAWN):
        return [0.0, 0.0]
    return [1.0, -1.0] if s[RESULT] == 1 else [-1.0, 1.0]


def clone(s: State) -> State:
    """Copy the state."""
    return s.copy()
