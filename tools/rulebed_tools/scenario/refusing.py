"""Scenarios of games that can't be: whether their setup is refused, and in which words."""

from __future__ import annotations

from rulebed import ContentError, SetupError
from rulebed.text import Report, Span
from rulebed_tools.scenario.form import Failed, Scenario
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.seats import setup_of

CAN_BE = "say a setup that the rules don't allow, or instead of `no_game` what holds in it"
OTHER_WORDS = "write words of this sentence, or the code of a finding"


def failures(scenario: Scenario, words: str, span: Span, opener: Opener) -> list[Failed]:
    """Nothing if the game is refused, and these words (or the code of a finding) are among what is said."""
    said = _refusal(scenario, opener)
    if said is None:
        return [Failed("this game can be started", span, CAN_BE, "not refused")]
    if any(_bare(words) in _bare(sentence) for sentence in said):
        return []
    return [Failed(f"the game is refused in other words: {'; '.join(said)}", span, OTHER_WORDS)]


def _refusal(scenario: Scenario, opener: Opener) -> list[str] | None:
    """What is said when the game is set up, or none if it can be."""
    try:
        info = opener.open(opener.content_of(scenario), None).game.info
        setup_of(info, scenario)
    except SetupError as error:
        return [str(error)]
    except ContentError as error:
        return _sentences(error.report)
    return None


def _sentences(report: Report) -> list[str]:
    return [f"{found.code} {found.message}" for found in report]


def _bare(text: str) -> str:
    """Without the marks around names, which YAML would want in quotation marks."""
    return text.replace("`", "")
