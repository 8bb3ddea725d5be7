"""What the tests of the reference packs and the classics share: their names, and each game loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import rulebed

CONTENT = Path(__file__).resolve().parents[2] / "content"
HOMES = {
    path.parent.name: path.parent for home in ("reference", "classics") for path in CONTENT.glob(f"{home}/*/pack.yaml")
}
PACKS = sorted(HOMES)


@cache
def game(name):
    """A game, loaded once."""
    return rulebed.load(name)


def options_of(name):
    """The setup options of a game with their defaults."""
    return {option: setting.default for option, setting in game(name).info.settings.items()}
