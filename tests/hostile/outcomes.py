"""What comes of a case: the codes of its errors, `plays`, or how a text from a stranger is refused."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

from tests.hostile.cases import Case, whole

import rulebed
from rulebed.model.budget import BudgetExceeded
from rulebed.source.render import render, to_json
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, reference_of
from rulebed_tools.scenario.running import run

DECISIONS = 40
LONGEST = 2000  # characters of a refusal
MOST_TEXT = 400_000  # characters of findings that somebody has to scroll through


def of(case: Case, box: Path) -> list[str]:
    """What comes of a case."""
    return {"pack": pack, "scenario": scenario, "save": save, "record": record}[case.sort](case, box)


def warm_up() -> None:
    """What is read once by everybody is no case's own cost."""
    text = whole("")["bomb/pack.yaml"]
    assert not rulebed.check_text(text).errors
    rulebed.load_text(text).start().view(1)


def pack(case: Case, box: Path) -> list[str]:
    """All findings, shown as people and programs see them; then the game, if there is one."""
    report = rulebed.check(case.reference, search=[box], patches=case.patches)
    told = len(render(report)) + len(to_json(report))
    assert told < MOST_TEXT, f"{told:,} characters of findings"
    if report.errors:
        codes = {found.code for found in report if found.severity.value == "error"}
        try:
            rulebed.load(case.reference, search=[box], patches=case.patches)
        except rulebed.ContentError:
            return sorted(codes)
        return ["checks badly and loads", *sorted(codes)]
    return played(rulebed.load(case.reference, search=[box], patches=case.patches))


def played(game: rulebed.Game) -> list[str]:
    """A few decisions, with all that a front end asks for."""
    luck = random.Random(1)
    try:
        state = game.start(seed=1, events=True)
        for _ in range(DECISIONS):
            if state.over:
                break
            options = state.decision.options
            state.apply(luck.choice(options))
        looked_at(state)
    except BudgetExceeded as error:
        return ["BudgetExceeded" + ("" if error.place else " without a place")]
    return ["plays"]


def looked_at(state: rulebed.State) -> None:
    """Views, words, saves: each has to come to an end."""
    for seat, language in product((1, None), ("en", "fr")):
        state.view(seat, language)
        state.board(seat, language)
        if state.log is not None:
            state.frame(seat, language, since=state.frame(seat, language))
        state.story(player=seat, language=language)
    assert state.broken_laws is not None
    assert state.game.restore(state.save()) == state
    if not state.over:
        _ = [option.label for option in state.decision.options[:20]]


def scenario(case: Case, box: Path) -> list[str]:
    """The findings of reading a file of scenarios, or how they end."""
    path = box / case.target
    scenarios, report = read_file(path, reference_of(path))
    render(report)
    if report.errors:
        return sorted({found.code for found in report})
    opener = Opener([box])
    found = [run(each, opener) for each in scenarios]
    return sorted({"passes" if each.passed else "fails" for each in found})


def save(case: Case, box: Path) -> list[str]:
    """A saved game from a stranger."""
    return _refused(case, box, "restore")


def record(case: Case, box: Path) -> list[str]:
    """A record from a stranger."""
    return _refused(case, box, "replay")


def _refused(case: Case, box: Path, how: str) -> list[str]:
    game = rulebed.load(case.reference, search=[box])
    text = case.spoil(game)
    try:
        state = getattr(game, how)(text)
    except rulebed.RecordError as error:
        return ["RecordError" if len(str(error)) < LONGEST else f"{len(str(error)):,} characters"]
    return _goes_on(state)


def _goes_on(state: rulebed.State) -> list[str]:
    """What was taken as sound has to be."""
    looked_at(state)
    for _ in range(DECISIONS):
        if state.over:
            break
        state.apply(state.decision.options[0])
    return ["plays"]
