"""Says what stands at an address of a pack, in words; both are only fetched when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebed.describing import Deed, Describer
    from rulebed.packs.ledger import Ledger
    from rulebed.packs.pack import PackTree


class Teller:
    """The words of one pack with its layers."""

    def __init__(self, tree: Callable[[], PackTree]) -> None:
        self._read = tree

    def __call__(self, address: str, language: str) -> str:
        """What the program, answer or thing at an address does; nothing where that can't be said."""
        return self._describer.describe(address, language)

    def deeds(self, address: str, language: str) -> tuple[Deed, ...]:
        """What a thing does, one after the other."""
        return self._describer.deeds(address, language)

    @cached_property
    def tree(self) -> PackTree:
        """What is told of."""
        return self._read()

    @cached_property
    def ledger(self) -> Ledger:
        """The rules that the pack lists."""
        from rulebed.packs.ledger import read_ledger  # noqa: PLC0415 - plain simulation names none

        return read_ledger(self.tree)[0]

    @cached_property
    def _describer(self) -> Describer:
        from rulebed.describing import Describer  # noqa: PLC0415 - plain simulation says nothing

        return Describer(self.tree)
