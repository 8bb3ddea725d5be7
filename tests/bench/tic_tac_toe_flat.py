"""Tic-tac-toe over one flat list, as an expert writes it when speed matters.

Slots: 0-8 the cells (0 empty, 1 and 2 the players' marks), 9 the mark to move,
10 the number of marks, 11 the result (0 still open, 1 or 2 won by, 3 drawn).
An action is the number of a cell, counted along the rows.
"""

from __future__ import annotations

from typing import Final

State = list[int]

MOVER: Final = 9
COUNT: Final = 10
RESULT: Final = 11
DRAWN: Final = 3

CELLS: Final = tuple(range(9))
LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
# For each cell the other two cells of every line through it: only the last mark can win.
THROUGH: Final = tuple(
    tuple((others[0], others[1]) for line in LINES if cell in line for others in [[c for c in line if c != cell]])
    for cell in CELLS
)


def new(seed: int = 0) -> State:
    """Give the empty board; nothing is left to luck, so the seed has no effect."""
    return [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]


def legal(s: State) -> list[int]:
    """List the empty cells."""
    return [cell for cell in CELLS if not s[cell]]


# Literal slot numbers from here on: a global name costs a lookup at each use.
def apply(s: State, action: int) -> None:
    """Mark the cell and note whether that ended the game."""
    mark = s[9]
    s[action] = mark
    count = s[10] + 1
    s[10] = count
    if count > 4:
        for a, b in THROUGH[action]:
            if s[a] == mark and s[b] == mark:
                s[11] = mark
                return
        if count == 9:
            s[11] = 3
            return
    s[9] = 3 - mark


def over(s: State) -> int:
    """Say whether the game has ended (any number but 0 does)."""
    return s[11]


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
