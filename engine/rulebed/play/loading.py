"""Loading: a reference to a pack becomes a game, or a report that says why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebed.packs import pack as packs
from rulebed.packs.node import Map, Node, Scalar
from rulebed.packs.places import search_path
from rulebed.packs.players import players_of
from rulebed.packs.settings import values_of
from rulebed.play.game import Game
from rulebed.play.setup import Info, Setting, setups
from rulebed.play.words import LANGUAGE, Tell
from rulebed.source.diagnostics import Report, Severity
from rulebed.source.render import render

if TYPE_CHECKING:
    from rulebed.build.describing import Describer
    from rulebed.build.guards import Guarded
    from rulebed.build.program import Program
    from rulebed.model.game import Model
    from rulebed.packs.pack import PackTree


class ContentError(ValueError):
    """A pack that can't be played; `report` has every finding with its place."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__("\n" + render(report))


class Models:
    """The models of one pack: for each number of players and set of options one, made when first needed."""

    def __init__(self, tree: PackTree, entry: Node | None = None) -> None:
        self.tree, self.entry = tree, entry
        self._made: dict[tuple[object, ...], tuple[Guarded | None, Report]] = {}

    def make(self, players: int, options: Mapping[str, str]) -> tuple[Guarded | None, Report]:
        """The guarded model, or none where there are errors."""
        key = (players, tuple(sorted(options.items())))
        if key not in self._made:
            self._made[key] = self._make(players, options)
        return self._made[key]

    def raw(self, players: int, options: Mapping[str, str]) -> Model | None:
        """The model before its guards are worked out."""
        from rulebed.build.assemble.assemble import assemble  # noqa: PLC0415 - a cached game needs none of it

        return assemble(self.tree, players, options, self.entry)[0]

    def _make(self, players: int, options: Mapping[str, str]) -> tuple[Guarded | None, Report]:
        from rulebed.build.assemble.assemble import assemble  # noqa: PLC0415
        from rulebed.build.guards import guarded  # noqa: PLC0415
        from rulebed.build.secrecy import check_secrecy  # noqa: PLC0415

        model, report = assemble(self.tree, players, options, self.entry)
        if model is None:
            return None, report
        found, more = guarded(model)
        more.merge(check_secrecy(found.model))
        return (None if more.errors else found), report.merge(more)

    def program(self, players: int, options: Mapping[str, str], emission: str, chance: str) -> Program:
        """A compiled program."""
        from rulebed.build.program import compile_model  # noqa: PLC0415

        model, report = self.make(players, options)
        if model is None:
            raise ContentError(report)
        return compile_model(model, emission, chance)


def load(
    reference: str, *, patches: Sequence[str] = (), search: Sequence[Path] = (), entry: Node | None = None
) -> Game:
    """The game of a reference such as `harbour+storms`; raises ContentError where the pack has errors."""
    tree, report = packs.load(reference, search_path(*search), patches)
    return _game(tree, report, entry)


def load_text(text: str, name: str = "pack.yaml") -> Game:
    """The game of a pack given as one text."""
    tree, report = packs.load_text(text, name)
    return _game(tree, report, None)


def _game(tree: PackTree | None, report: Report, entry: Node | None) -> Game:
    if tree is None or report.errors:
        raise ContentError(report)
    info = info_of(tree)
    models = Models(tree, entry)
    model, found = models.make(min(info.players), {name: each.default for name, each in info.settings.items()})
    if model is None:
        raise ContentError(report.merge(found))
    return Game(info, models.program, tell=teller(tree))


def teller(tree: PackTree) -> Tell:
    """Says what stands at an address of a pack; the words are only fetched when they are asked for."""

    @cache
    def describer() -> Describer:
        from rulebed.build.describing import Describer  # noqa: PLC0415 - plain simulation says nothing

        return Describer(tree)

    return lambda address, language: describer().describe(address, language)


def describe(game: Game, address: str, language: str = LANGUAGE) -> str:
    """What the program, value or option at an address of a game does, in words."""
    return game.describe(address, language)


def check(reference: str, *, patches: Sequence[str] = (), search: Sequence[Path] = ()) -> Report:
    """Everything that is wrong, or looks wrong, with a pack, for every number of players and value of an option."""
    tree, report = packs.load(reference, search_path(*search), patches)
    return _check(tree, report)


def check_text(text: str, name: str = "pack.yaml") -> Report:
    """Everything that is wrong, or looks wrong, with a pack given as one text."""
    tree, report = packs.load_text(text, name)
    return _check(tree, report)


def _check(tree: PackTree | None, report: Report) -> Report:
    if tree is None or report.errors:
        return report
    models = Models(tree)
    info = info_of(tree)
    found = [models.make(players, options)[1] for players, options in setups(info)]
    for each in found:
        for one in each:
            if one.severity is Severity.ERROR or all(one in other for other in found):
                report.add(one)  # what is in vain in one setup may be of use in another
    return report


def info_of(tree: PackTree) -> Info:
    """What the manifest says of the game."""
    least, most = players_of(tree.root.get("players")) or _counted_players(tree.root.get("players"))
    settings = {}
    options = tree.root.get("options")
    for entry in options if isinstance(options, Map) else ():
        settings[entry.key] = _setting(tree.root, entry.value)
    return Info(tree.reference, tree.title, tuple(range(least, most + 1)), settings, tree.hashes)


def _counted_players(node: Node | None) -> tuple[int, int]:
    count = node.value if isinstance(node, Scalar) and isinstance(node.value, int) else 2
    return count, count


def _setting(root: Map, node: Node) -> Setting:
    words = tuple(values_of(root, node))
    default = node.get("default") if isinstance(node, Map) else None
    return Setting(words, default.text if isinstance(default, Scalar) else (words[0] if words else ""))
