"""What the tests of the reference packs share: their names, and each game loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import rulebed

HOME = Path(__file__).resolve().parents[2] / "content" / "reference"
PACKS = sorted(path.parent.name for path in HOME.glob("*/pack.yaml"))


@cache
def game(name):
    """A game, loaded once."""
    return rulebed.load(name)


def options_of(name):
    """The setup options of a game with their defaults."""
    return {option: setting.default for option, setting in game(name).info.settings.items()}
