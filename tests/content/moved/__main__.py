"""Writes the marks of so many games as they are played today, with one save and one record of them: see the package."""

import sys

from . import HERE, marks, walk

GAMES, UNTIL = 1_000, 100


def main(games: int) -> None:
    lines = ["".join(marks(number)) for number in range(games)]
    (HERE / "ep1.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    state = next(state for count, (state, _) in enumerate(walk(0)) if count == UNTIL)
    (HERE / "ep1.save").write_text(state.save(), encoding="utf-8")
    (HERE / "ep1.record").write_text(state.record, encoding="utf-8")


main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
