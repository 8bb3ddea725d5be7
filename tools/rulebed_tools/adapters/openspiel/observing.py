"""Observers: what a seat knows now, or remembers of the whole game, as OpenSpiel asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from rulebed_tools.adapters.encoding import Encoding, Numbers
from rulebed_tools.adapters.memory import Memories
from rulebed_tools.adapters.saying import in_words
from rulebed_tools.adapters.sight import Eyes, Scope

if TYPE_CHECKING:
    from rulebed.playing import Rules
    from rulebed_tools.adapters.openspiel.state import PackState


class Looks:
    """Eyes, encoding and memories of one scope; all observers of a game share them."""

    def __init__(self, rules: Rules, scope: Scope) -> None:
        self.eyes = Eyes(rules, scope)
        self.encoding = Encoding(self.eyes)
        self.memories = Memories(self.eyes)


class Observer:
    """Looks at the present state alone; `tensor` is flat, `dict` has its stretches by field."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.tensor: Numbers = np.zeros(looks.encoding.size, np.float32)
        self.dict = dict(_stretches(self.tensor, looks.encoding))

    def set_from(self, state: PackState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        self.looks.encoding.write(self.looks.eyes.see(state.position.state, player), player, self.tensor)

    def string_from(self, state: PackState, player: int) -> str:
        """The same as text."""
        sight = self.looks.eyes.see(state.position.state, player)
        words = in_words(self.looks.eyes, sight)
        return f"p{player} {words}" if self.looks.eyes.scope.public else words


class Rememberer:
    """Remembers the whole game; its tensor has the latest `recall` different sights, the newest first."""

    def __init__(self, looks: Looks, recall: int) -> None:
        self.looks = looks
        self.tensor: Numbers = np.zeros(recall * looks.encoding.size, np.float32)
        self.rows = self.tensor.reshape(recall, looks.encoding.size)
        self.dict = {"sights": self.rows}

    def set_from(self, state: PackState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        sights, _ = self.looks.memories.of(state.position.state, player)
        for row, sight in zip(self.rows, reversed(sights), strict=False):
            self.looks.encoding.write(sight, player, row)

    def string_from(self, state: PackState, player: int) -> str:
        """The whole story as text; two are one where the seat has lived through the same."""
        return f"p{player} {self.looks.memories.story(state.position.state, player)}"


def scope_of(kind: pyspiel.IIGObservationType) -> Scope:
    """What counts for one kind of observation."""
    private = kind.private_info
    whose = pyspiel.PrivateInfoType
    return Scope(kind.public_info, private == whose.SINGLE_PLAYER, private == whose.ALL_PLAYERS)


def _stretches(tensor: Numbers, encoding: Encoding) -> Iterator[tuple[str, Numbers]]:
    for name, stretch in encoding.stretches():
        yield name, tensor[stretch].reshape(encoding.shapes[name])
