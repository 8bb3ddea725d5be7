"""Rulebed: a pack of YAML becomes a running game.

For who plays: what is loaded is a game, a game is started, and a state says what can be decided.

    >>> import rulebed
    >>> text = '''
    ... title: Mill
    ... players: {min: 2, max: 2, state: {flour: {type: number, start: 2, seen_by: owner}}}
    ... flow: {turn: {do: "choose n in 1..my.flour; set my.flour to n", next: end}}
    ... result: {score: my.flour}
    ... '''
    >>> state = rulebed.load_text(text).start(seed=7)
    >>> [option.id for option in state.decision.options]
    ['1', '2']
    >>> state.apply("1")
    >>> state.over, state.scores
    (True, (1, 2))

- **Games.** `load` makes the `Game` of a reference, `load_text` that of one text; `check` and `check_text` say all
  that is wrong with them. `describe` says what stands at an address, `face` what stands on a thing.
- **Play.** A `State` is a game as it stands, a `Seat` what one player sees and can do. A `Decision` is taken by one
  of its `Option`s. `patched` brings a board up to date with what a frame says.
- **Refused.** `ContentError`, `SetupError`, `IllegalAction`, `CannotResample`, `RecordError`, `PatchError`,
  `NothingToChoose` and `BudgetExceeded`: engine/README.md says when each of them comes.

Beside it stand `rulebed.playing`, `rulebed.content`, `rulebed.language`, `rulebed.analysis` and `rulebed.text`, for
who builds tools. All else is inside: it may be another tomorrow.
"""

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
