"""Whether the presets of a pack can be started at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebed.packs.node import Entry, Map
from rulebed.play.rules import setup
from rulebed.play.rules.errors import SetupError
from rulebed.source.diagnostics import Report

if TYPE_CHECKING:
    from rulebed.packs.pack import PackTree
    from rulebed.play.game import Game
    from rulebed.play.rules.setup import Info

LUCKS = 12  # seeds that a preset without one of its own is tried with
PRESETS, OPTIONS, PLAYERS, CHOOSE = "presets", "options", "players", "choose"


def check_presets(tree: PackTree, game: Game) -> Report:
    """Each preset of a sound pack can be started."""
    report, stated = Report(), tree.root.get(PRESETS)
    for entry in stated if isinstance(stated, Map) else ():
        for place, error in _faults(entry, game.info) or _unplayed(entry, game):
            span = place.value.span if place is not entry else entry.key_span
            report.error("P332", span, f"the preset `{entry.key}` can't be started: {error}")
    return report


def _faults(entry: Entry, info: Info) -> list[tuple[Entry, SetupError]]:
    """What can be told of one option, or of the number of players."""
    found = []
    for place, alone in _parts(entry, info):
        try:
            setup.settled_setup(info, "", *alone)
        except SetupError as error:
            found.append((place, error))
    return found


def _parts(entry: Entry, info: Info) -> Iterator[tuple[Entry, tuple[int | None, dict[str, str]]]]:
    """Each thing that a preset says, where it is said; an option with all others, and last everything."""
    preset = info.presets[entry.key]
    options = entry.value.get(OPTIONS) if isinstance(entry.value, Map) else None
    if isinstance(entry.value, Map) and PLAYERS in entry.value:
        yield entry.value.entries[PLAYERS], (preset.players, {})
    for option in options if isinstance(options, Map) else ():
        yield option, (preset.players, {option.key: preset.options[option.key]})


def _unplayed(entry: Entry, game: Game) -> list[tuple[Entry, SetupError]]:
    """What goes wrong when it is started."""
    info = game.info
    try:
        setup.settled_setup(info, entry.key, None, None)
        if info.presets[entry.key].answers:
            _try(entry.key, game)
    except SetupError as error:
        value = entry.value
        return [(value.entries[CHOOSE] if isinstance(value, Map) and CHOOSE in value else entry, error)]
    return []


def _try(preset: str, game: Game) -> None:
    """Start it with its own luck, or with some that anybody may have: answers must not hang on it."""
    game.start(preset=preset)
    for seed in range(1, LUCKS) if game.info.presets[preset].seed is None else ():
        try:
            game.start(preset=preset, seed=seed)
        except SetupError as error:
            raise SetupError(f"with the luck of seed {seed}, {error}; give it a `seed` of its own") from error
