"""The programs of a pack that was found sound before: from the cache of compiled games, if they are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from rulebed.run.blueprint import Blueprint
from rulebed.run.cache import Cache, cache_key
from rulebed.run.program import Program

if TYPE_CHECKING:
    from rulebed.packs.pack import PackTree
    from rulebed.pipeline.models import Models


class KeptModels:
    """The programs of a pack whose content is known by its digest: from the cache, or compiled and kept there.

    `compiling` is told each time before the latter, which may take a while.
    """

    def __init__(self, content: str, opened: Callable[[], PackTree], compiling: Callable[[], None]) -> None:
        self.content, self._open, self._compiling = content, opened, compiling

    @cached_property
    def tree(self) -> PackTree:
        """The pack, read only when something has to be compiled or said."""
        return self._open()

    @cached_property
    def models(self) -> Models:
        """Its models."""
        from rulebed.pipeline.models import Models  # noqa: PLC0415 - as below

        return Models(self.tree)

    def program(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A program, from the cache if it is there."""

        def make() -> Blueprint:
            from rulebed.pipeline.stages import code  # noqa: PLC0415 - a cached game needs no compiler

            self._compiling()
            return code(self.models.guarded(players, options), emission, chance)

        return Program(Cache().blueprint(cache_key(self.content, players, options, emission, chance), make))
