"""What a rulebook says itself, in one language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebed.content import words_of

TIE = "\u00a0"
FOLDER = Path(__file__).with_name("words")


@dataclass(frozen=True, slots=True)
class Wording:
    """One language."""

    language: str

    def say(self, name: str, **parts: object) -> str:
        """A phrase with its parts filled in; words that meet grow together as the language has it."""
        said = str(words_of(self.language, FOLDER)[name]).format(**parts)
        for meeting, grown in _contractions(self.language):
            said = meeting.sub(grown, said)
        return said

    def tied(self, text: str) -> str:
        """A text in print: no line ends before or behind these signs, where the language has a blank there."""
        before, behind = (
            re.escape(str(words_of(self.language, FOLDER)[key])) for key in ("tied_before", "tied_behind")
        )
        text = re.sub(f" (?=[{before}])", TIE, text) if before else text
        return re.sub(f"(?<=[{behind}]) ", TIE, text) if behind else text


@cache
def _contractions(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    stated = words_of(language).get("contractions")
    rows = stated.items() if isinstance(stated, dict) else ()
    return tuple((re.compile(meeting), str(grown)) for meeting, grown in rows)


def typography(language: str) -> dict[str, str]:
    """How texts are set that are printed: expressions, and what stands in their place."""
    stated = words_of(language).get("typography")
    return {sign: str(set_) for sign, set_ in stated.items()} if isinstance(stated, dict) else {}
