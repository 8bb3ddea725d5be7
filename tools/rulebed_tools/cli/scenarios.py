"""The scenarios of a pack: where they lie, what each of them plays, and how what came of it is shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from rulebed import ContentError
from rulebed.content import LAYERS, SCENARIOS, PackTree, layer_names, names_of, part_name
from rulebed.playing import info_of
from rulebed.text import Diagnostic, Report, did_you_mean, render_one
from rulebed_tools.cli import console, opening
from rulebed_tools.ledger import instances
from rulebed_tools.scenario.form import Scenario, holds_with
from rulebed_tools.scenario.reading import placed, read_file, reference_of
from rulebed_tools.scenario.running import Outcome
from rulebed_tools.scenario.seats import is_ruled_out

WORD = re.compile(r"[a-z0-9]+")


def of_pack(
    asked: str, tree: PackTree, report: Report, left_out: list[Scenario] | None = None, only: Sequence[str] = ()
) -> Iterator[Scenario]:
    """The scenarios of a pack, and of all its layers where none is named; but for those that need not hold there.

    Those of the pack whose setup a layer rules out are left out. Files in which no title can have one of
    these texts in it are not read.
    """
    info, found = info_of(tree), list[Scenario]()
    for path, own in _files(asked, tree):
        if not may_tell(path, only):
            continue
        played = _fuller(asked, own)
        for scenario in read(path, played, report):
            if not holds_with(scenario, names_of(scenario.reference)[1:]) or (scenario.is_edition and "+" in asked):
                continue
            if scenario.reference == asked and played != own and is_ruled_out(info, scenario):
                if left_out is not None:
                    left_out.append(scenario)
                continue
            found.append(scenario)
    yield from _without_replaced(found)


def _without_replaced(found: list[Scenario]) -> Iterator[Scenario]:
    """But for those in whose place a layer has another one, where that layer is."""
    instead = {(one.instead_of, layer) for one in found if one.instead_of for layer in names_of(one.reference)[1:]}
    for scenario in found:
        layers = names_of(scenario.reference)[1:]
        if scenario.instead_of or not any((scenario.title, layer) in instead for layer in layers):
            yield scenario


def check_named(listed: Sequence[Scenario], patches: list[str], report: Report) -> None:
    """Whether there are the layers and instances that scenarios name; that a pack is wrong is for those who play it."""
    trees: dict[str, PackTree] = {}
    for scenario in listed:
        if scenario.about or scenario.not_with:
            with suppress(ContentError):
                reference = scenario.reference
                tree = trees[reference] = trees.get(reference) or opening.tree_of(reference, patches)
                check_layers(scenario, layers_of(tree), report)
                check_about(scenario, tree, report)


def layers_of(tree: PackTree) -> list[str]:
    """The layers that are loaded, and those that there are."""
    return [*names_of(tree.reference)[1:], *(name for part in tree.parts for name in layer_names(part.path))]


def check_layers(scenario: Scenario, known: Sequence[str], report: Report) -> None:
    """Whether there are the layers that a scenario need not hold with, and it isn't played with them nevertheless."""
    for name, span in scenario.not_with:
        if name not in known:
            help_ = did_you_mean(name, known, "layers stand in `layers` of the pack")
            report.error("P201", span, f"there is no layer `{name}` here", help=help_)
        elif name in scenario.layers:
            report.error("P206", span, f"this is played with `{name}`", help="leave one of the two out")


def check_about(scenario: Scenario, tree: PackTree, report: Report) -> None:
    """Whether there are the instances that it is about; those of more layers than these are looked for there."""
    if set(map(part_name, scenario.layers)) <= set(names_of(tree.reference)):
        instances.check_about(scenario.about, tree, report)


def read(path: Path, reference: str, report: Report) -> list[Scenario]:
    """The scenarios of one file."""
    scenarios, found = read_file(path, reference)
    report.merge(found)
    return scenarios


def is_meant(scenario: Scenario, only: Sequence[str]) -> bool:
    """Whether its title has one of these words in it; all are meant where there are none."""
    return not only or any(word.lower() in scenario.title.lower() for word in only)


def may_tell(path: Path, only: Sequence[str]) -> bool:
    """Whether a file can have a title with one of these texts in it: it holds their words, or letters in disguise."""
    if not only:
        return True
    with suppress(OSError, UnicodeDecodeError):
        text = path.read_text(encoding="utf-8").lower()
        return "\\" in text or any(all(word in text for word in WORD.findall(one.lower())) for one in only)
    return True


def show(outcome: Outcome, shown: set[Diagnostic]) -> None:
    """Whether it holds, and what doesn't; what has been shown of its pack isn't shown again."""
    mark = console.paint("ok  ", "good") if outcome.passed else console.paint("FAIL", "bad")
    console.say(f"{mark}  {outcome.scenario.reference}: {outcome.scenario.title}")
    for finding in outcome.findings:
        if finding in shown:
            continue
        shown.add(finding)
        text = render_one(finding, console.painter(sys.stdout))
        console.say("\n".join(f"      {line}" for line in text.splitlines()))


def _files(asked: str, tree: PackTree) -> Iterator[tuple[Path, str]]:
    """The files of scenarios, each with what it plays by where it lies."""
    yield from placed(tree)
    if "+" not in asked:
        for path in sorted((tree.parts[-1].path / LAYERS).glob(f"*/{SCENARIOS}/**/*.yaml")):
            yield path, reference_of(path)


def _fuller(asked: str, own: str) -> str:
    """What a file's scenarios play: its own pack and layer, or what was asked for where that has more layers."""
    base, *layers = asked.split("+")
    name, *needed = own.split("+")
    if Path(base).stem != name:  # a pack that the one asked for builds on
        return own
    return asked if set(map(part_name, needed)) <= set(map(part_name, layers)) else "+".join([base, *needed])
