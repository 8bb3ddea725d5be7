"""Rulebed: a pack of YAML becomes a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.model.budget import BudgetExceeded
    from rulebed.pipeline.content_error import ContentError
    from rulebed.pipeline.loading import check, check_text, describe, face, load, load_text
    from rulebed.play.game import Game
    from rulebed.play.rules.decision import Decision, Option
    from rulebed.play.rules.errors import (
        CannotResample,
        IllegalAction,
        NothingToChoose,
        PatchError,
        RecordError,
        SetupError,
    )
    from rulebed.play.seat import Seat
    from rulebed.play.showing.patches import patched
    from rulebed.play.state import State
else:
    defer(__name__)

__version__ = "0.1.0"
__all__ = [
    "BudgetExceeded",
    "CannotResample",
    "ContentError",
    "Decision",
    "Game",
    "IllegalAction",
    "NothingToChoose",
    "Option",
    "PatchError",
    "RecordError",
    "Seat",
    "SetupError",
    "State",
    "check",
    "check_text",
    "describe",
    "face",
    "load",
    "load_text",
    "patched",
]
