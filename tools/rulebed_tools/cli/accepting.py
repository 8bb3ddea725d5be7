"""Writes down which values scenarios have now, where that is what was meant, after showing the difference.

What stands in a scenario's own file is changed there, sign by sign: comments and layout stay. A scenario of a pack that
doesn't hold under a layer is the layer's news: it is written into the layer, as one that takes the other's place
(`instead_of`) and says nothing but what differs. A scenario in which more than values has changed is left alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulebed.content import SCENARIOS, display_name, path_shown_as
from rulebed.text import Report, Source, Span, write_text
from rulebed_tools.cli import console, news, patching
from rulebed_tools.cli.patching import Patched
from rulebed_tools.fmt.files import formatted
from rulebed_tools.scenario.form import Change, Scenario
from rulebed_tools.scenario.running import Outcome

FILE = "accepted.yaml"
SUFFIX = ".yaml"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file before and after."""

    path: Path
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Left:
    """A scenario that is left as it is, and why."""

    scenario: Scenario
    reason: str


def accept(outcomes: Sequence[Outcome], layers: Sequence[Path], *, ask: bool) -> bool:
    """Show what would be written, ask, and write it; whether nothing is left that doesn't hold."""
    files, left = _sorted_out(outcomes, layers)
    for one in left:
        console.say(f"left as it is: {one.scenario.title}: {one.reason}")
    patching.show(Patched(display_name(file.path), file.before, file.after) for file in files)
    if files and ask and not _is_meant():
        return False
    for file in files:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        write_text(file.path, file.after)
        console.say(f"written: {display_name(file.path)}")
    if files:
        console.say("sentences stay as they were: read whether they are still true")
    return not left


def _is_meant() -> bool:
    if not console.is_terminal(sys.stdin):
        console.say("nothing is written: there is nobody to ask; `--yes` writes it unasked")
        return False
    return console.ask("Write this down? [y/N] ").strip().lower() in {"y", "yes"}


def _sorted_out(outcomes: Sequence[Outcome], layers: Sequence[Path]) -> tuple[list[Rewritten], list[Left]]:
    own: dict[Path, dict[Span, Change]] = {}
    lent: dict[Path, dict[Span, list[Change]]] = {}
    left = list[Left]()
    for outcome in outcomes:
        if outcome.passed:
            continue
        file, layer = path_shown_as(outcome.scenario.span.source.name), _layer_of(outcome, layers)
        reason = _objection(outcome, outcomes, layer)
        if reason:
            left.append(Left(outcome.scenario, reason))
        elif layer is None:
            own.setdefault(file, {}).update({change.span: change for change in outcome.changes})
        else:
            lent.setdefault(layer, {})[outcome.scenario.span] = list(outcome.changes)
    files = [_edited(path, list(changes.values())) for path, changes in own.items()]
    return [*files, *(_added(layer, news_of) for layer, news_of in lent.items())], left


def _layer_of(outcome: Outcome, layers: Sequence[Path]) -> Path | None:
    """The layer that changes a scenario which isn't its own."""
    file = path_shown_as(outcome.scenario.span.source.name).resolve()
    asked = [layer for layer in layers if news.plays(outcome.scenario, layer)]
    return None if any(file.is_relative_to(layer.resolve()) for layer in asked) else next(iter(asked), None)


def _objection(outcome: Outcome, outcomes: Sequence[Outcome], layer: Path | None) -> str:
    """Why a scenario can't be changed, if it can't."""
    if not outcome.changes:
        instead = "; write one with `instead_of`" if layer is not None else ""
        return f"more than values has changed{instead}"
    if layer is not None:
        single = f"`{layer.name}` is a single file; as a directory it can have scenarios of its own"
        return single if layer.suffix == SUFFIX else ""
    title = outcome.scenario.span
    if any(change.span.source.name != title.source.name for change in outcome.changes):
        return "what changed is said by the scenario in whose place it stands; say it here, too"
    others = [one for one in outcomes if one.scenario.span == title and one is not outcome]
    if any(_disagree(change, other) for change in outcome.changes for other in others):
        return "with other layers the values are others; say what differs under `also_with`"
    return ""


def _disagree(change: Change, other: Outcome) -> bool:
    """Whether another edition says the same, and wants it as it is or otherwise."""
    return news.says(other.scenario, change.span) and change not in other.changes


def _edited(path: Path, changes: Sequence[Change]) -> Rewritten:
    before = changes[0].span.source.text  # with its own line breaks
    is_canonical = formatted(Source(str(path), before), path, Report()) == before
    after = news.edited(before, changes)
    return Rewritten(path, before, formatted(Source(str(path), after), path, Report()) if is_canonical else after)


def _added(layer: Path, changed: dict[Span, list[Change]]) -> Rewritten:
    """The layer's file with one scenario more for each of the pack's that has changed."""
    path = layer / SCENARIOS / FILE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    told = "".join(news.instead(title, changes) for title, changes in changed.items())
    after = (before or f"{SCENARIOS}:\n") + told
    return Rewritten(path, before, formatted(Source(str(path), after), path, Report()))
