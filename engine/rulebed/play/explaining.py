"""Why something is not offered: the guard that fails, its values as far as may be known, its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebed.play.state import State


def why(state: State, seat: int) -> list[dict[str, Any]]:
    raise NotImplementedError(state, seat)
