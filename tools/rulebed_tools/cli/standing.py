"""Opens where a game stands: a saved game, a record, or a scenario where it stops."""

from __future__ import annotations

import argparse
from pathlib import Path

import rulebed
from rulebed.analysis import Models, StuckError
from rulebed_tools.cli import console, kept, opening
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.cli.refusals import show_report
from rulebed_tools.resuming import resumed
from rulebed_tools.scenario.form import Failed, Slips
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.table import Table
from rulebed_tools.tui.store import own_store

WANTED = "name a saved game, a record (`rulebed play PACK --record FILE`) or a file of scenarios"
MOST_TITLES = 5


def loaded(
    args: argparse.Namespace, *, events: bool = True, compiling: opening.Told | None = None
) -> tuple[rulebed.State, Models]:
    """Where a game stands, to go on from; one that was saved may be named with its pack."""
    state, models = opened(_file(args.load), args.patch, args.only, goes_on=events, compiling=compiling)
    reference = state.game.info.reference
    if args.pack not in (None, reference):
        raise Misuse(f"`{args.load}` belongs to `{reference}`, not to `{args.pack}`: leave the pack out")
    return resumed(state, args.undo, events=events), models


def _file(name: str) -> str:
    """The file that is meant: one of that name, or the game that was saved by that name."""
    if Path(name).exists():
        return name
    try:
        path = own_store().path(name)
    except (OSError, ValueError):
        return name
    if path.exists() or not own_store().names() or path == Path(name):
        return str(path) if path.exists() else name
    raise Misuse(
        f"no game is saved as `{name}`, and there is no such file; saved are: {', '.join(own_store().names())}"
    )


def opened(
    name: str, patches: list[str], only: str, *, goes_on: bool = False, compiling: opening.Told | None = None
) -> tuple[rulebed.State, Models]:
    """The state of a file, and the models of its game; of several scenarios that whose title has `only` in it.

    Who goes on from there is told what happens, and may take back what was decided in a scenario.
    """
    if Path(name).is_dir() or not Path(name).exists():
        raise Misuse(f"there is no file `{name}`; {WANTED}")
    text = opening.text_of(name)
    header = kept.header_of(text)
    if header is None:
        return _of_scenario(name, patches, only, goes_on=goes_on)
    reference = str(header["game"])
    game = opening.by_reference(reference, patches, compiling)
    state: rulebed.State = game.replay(text) if kept.RECORD in header else game.restore(text)
    return state, Models(opening.tree_of(reference, patches))


def _of_scenario(name: str, patches: list[str], only: str, *, goes_on: bool) -> tuple[rulebed.State, Models]:
    """Where a scenario of the file stops, at its end or where it can't go on."""
    path = Path(name)
    scenarios, report = read_file(path, reference_of(path))
    if report.errors:
        show_report(report)
        raise Misuse(f"`{name}` is no saved game, no record, and no file of scenarios")
    chosen = [one for one in scenarios if only.lower() in one.title.lower()]
    if len(chosen) != 1:
        titles = "; ".join(one.title for one in chosen[:MOST_TITLES]) or "none"
        raise Misuse(f"name one scenario with `--only`; there {'are' if len(chosen) > 1 else 'is'}: {titles}")
    game = Opener(opening.own_packs(), patches).open_for(chosen[0])
    try:
        table = Table(chosen[0], game, goes_on=goes_on)
    except (Failed, Slips) as slip:
        raise Misuse(f"the scenario can't begin: {slip}") from slip
    try:
        for _ in table.play():
            pass
    except (Failed, StuckError) as failed:
        console.warn(f"rulebed: the scenario stops before its end: {failed}")
    return table.state, game.models
