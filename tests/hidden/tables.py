"""Games with the models that the judge plays them by."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tests.properties.every_game import HERE, PLACES

import rulebed
from rulebed import packs
from rulebed.pipeline.models import Models

from .judge import Judge, Law

if TYPE_CHECKING:
    from rulebed import State
    from rulebed.play.game import Game


class Table:
    """A pack: its game, and for each number of players (options as they are unless set) what is declared of it."""

    def __init__(self, name: str, text: str = "") -> None:
        self.name, self.text = name, text
        self._laws: dict[object, Law] = {}

    def __repr__(self) -> str:
        return self.name

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return (
            rulebed.load_text(self.text, f"{self.name}.yaml") if self.text else rulebed.load(self.name, search=[HERE])
        )

    @cached_property
    def _models(self) -> Models:
        tree, _ = packs.load_text(self.text, f"{self.name}.yaml") if self.text else packs.load(self.name, PLACES)
        assert tree is not None
        return Models(tree)

    def law(self, state: State) -> Law:
        """What is declared in the setup of a state."""
        key = state.rules.players, tuple(sorted(state.match.options.items()))
        if key not in self._laws:
            self._laws[key] = Law(self._models.guarded(state.rules.players, state.match.options).model)
        return self._laws[key]

    def judge(self, state: State) -> Judge:
        """The judge of a game, from its beginning up to this state."""
        law = self.law(state)
        judge = Judge(law.model, state.seed, state.match.chance, law)
        for seat, _, value in state.decided:
            judge.decide(seat, value)
        return judge
