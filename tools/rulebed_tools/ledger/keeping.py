"""Keeps what is known of mutants between runs, so that proving goes on where it stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulebed.build.cache import Cache, engine_mark
from rulebed_tools.ledger.plan import digest

FORM = 1  # another way to make mutants or to judge them


@dataclass(slots=True)
class Known:
    """Verdicts by key, of one pack with all its layers and one engine.

    That a scenario notices a mutant is known by the node and the scenario; anything else only for the very same pack.
    """

    pack: str
    verdicts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: str, *, fresh: bool = False) -> Known:
        """What was found before; nothing if all is to be found anew."""
        if fresh:
            Cache().keep_record(_name(pack), {})
        return cls(pack, _verdicts(Cache().record(_name(pack)) or {}))

    def add(self, found: dict[str, str]) -> None:
        """Take in what was found."""
        self.verdicts.update(found)

    def by_case(self) -> dict[str, dict[str, str]]:
        """What is known of each scenario, by its digest: that is what keys begin with."""
        found: dict[str, dict[str, str]] = {}
        for key, verdict in self.verdicts.items():
            found.setdefault(key.partition(" ")[0], {})[key] = verdict
        return found

    def save(self) -> None:
        """Write it down beside what others have written meanwhile."""
        Cache().change_record(_name(self.pack), lambda kept: {"verdicts": _verdicts(kept) | self.verdicts})


def _verdicts(record: dict[str, Any]) -> dict[str, str]:
    verdicts = record.get("verdicts")
    return dict(verdicts) if isinstance(verdicts, dict) else {}


def _name(pack: str) -> str:
    return f"mutants-{digest((FORM, engine_mark(), pack))}"
