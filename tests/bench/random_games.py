"""Random games on the functions of a twin, position by position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .timing import Rules


def random_game(rules: Rules, state: Any, luck: random.Random) -> Iterator[tuple[Any, list[int], int]]:
    """Yield each position of a random game with its legal actions and the action taken."""
    while not rules.over(state):
        actions = list(rules.legal(state))
        action = luck.choice(actions)
        yield state, actions, action
        rules.apply(state, action)
