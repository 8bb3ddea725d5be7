"""Opens what scenarios play: each pack is read once, and each way into its game is assembled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulebed import ContentError, Game, packs
from rulebed.build.assemble.assemble import assemble
from rulebed.oracle.walked import Walked
from rulebed.oracle.watching import Conditions
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Map, Node, Scalar
from rulebed.packs.pack import PackTree
from rulebed.packs.places import search_path
from rulebed.play.manifest import info_of
from rulebed.play.models import Models

if TYPE_CHECKING:
    from rulebed.build.program import Program


@dataclass(frozen=True, slots=True)
class Opened:
    """A game with the models that it is compiled from, which the plain interpreter needs too."""

    game: Game
    models: Models
    plurals: Mapping[str, str]


@dataclass(slots=True)
class Opener:
    """Opens games by reference and entry; content that can't be played raises ContentError.

    Walked games are played by the plain interpreter, without guards: nothing has to be compiled for them. It can take
    note of the conditions that it comes to.
    """

    search: Sequence[Path] = ()
    patches: Sequence[str] = ()
    walked: bool = False
    conditions: Conditions | None = None
    _trees: dict[str, PackTree] = field(default_factory=dict)
    _opened: dict[tuple[str, str], Opened] = field(default_factory=dict)

    def use(self, tree: PackTree) -> None:
        """Open this tree where its reference is asked for."""
        self._trees[tree.reference] = tree

    def open(self, reference: str, entry: Node | None) -> Opened:
        """The game of a reference, that begins by a phase or a program where one is given."""
        if entry is not None and not isinstance(entry, Scalar):
            return self._open(reference, entry)
        key = (reference, entry.text if entry else "")
        if key not in self._opened:
            self._opened[key] = self._open(reference, entry)
        return self._opened[key]

    def _open(self, reference: str, entry: Node | None) -> Opened:
        tree = self._tree(reference)
        models = Models(tree, entry)
        provide = partial(_walked, models, self.conditions) if self.walked else models.program
        return Opened(Game(info_of(tree), provide), models, _plurals(tree.root))

    def _tree(self, reference: str) -> PackTree:
        if reference not in self._trees:
            tree, report = packs.load(reference, search_path(*self.search), self.patches)
            if tree is None or report.errors:
                raise ContentError(report)
            self._trees[reference] = tree
        return self._trees[reference]


def _walked(
    models: Models, conditions: Conditions | None, players: int, options: Mapping[str, str], _: str, chance: str
) -> Program:
    """The plain interpreter in the place of a program."""
    model, report = assemble(models.tree, players, options, models.entry)
    if model is None:
        raise ContentError(report)
    return cast("Program", Walked(model, chance, conditions))


def _plurals(root: Map) -> dict[str, str]:
    """What all things of each kind are called."""
    kinds = root.get("kinds")
    return {entry.key: plural_of(entry.key, entry.value) for entry in kinds} if isinstance(kinds, Map) else {}
