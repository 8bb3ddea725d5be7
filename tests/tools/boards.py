"""Boards as they are drawn: `python -m tests.tools.boards` writes tests/tools/pictures anew."""

from pathlib import Path

import rulebed
from rulebed_tools.tui.ahead import ways
from rulebed_tools.tui.blocks import lines_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.looks import marks

HERE = Path(__file__).parent / "pictures"
WIDTH = 96
# each picture: the pack, its language, what is taken before, and who looks
PICTURES = {
    "connect_four": ("connect_four", "en", ("c", "c", "b"), 2),
    "dice_workers": ("dice_workers", "en", (), 1),
    "dice_workers.fr": ("dice_workers", "fr", ("forest",), 1),
    "dice_workers.onlooker": ("dice_workers", "en", (), None),
}


def drawn(name):
    """A picture as text."""
    pack, language, taken, viewer = PICTURES[name]
    state = rulebed.load(pack).start(seed=1)
    for option in taken:
        state.apply(option)
    numbers = marks(ways(state, state.decision)) if state.decision.player == viewer else {}
    lines = lines_of(Drawing(numbers).block(state.board(viewer, language), WIDTH))
    return "\n".join(lines) + "\n"


def golden(name):
    """Where a picture is kept."""
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    for each in PICTURES:
        golden(each).write_text(drawn(each), encoding="utf-8")
