"""What a rulebook says itself, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebed.packs.words import Words, read_table

FOLDER = Path(__file__).with_name("words")


@dataclass(frozen=True, slots=True)
class Wording:
    """One language."""

    language: str

    def say(self, name: str, **parts: object) -> str:
        """A phrase with its parts filled in."""
        return str(_table(self.language)[name]).format(**parts)


@cache
def _table(language: str) -> Words:
    file = FOLDER / f"{language}.yaml"
    return read_table(file.name, file.read_text(encoding="utf-8"))
