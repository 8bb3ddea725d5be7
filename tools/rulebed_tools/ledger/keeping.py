"""Keeps what came of scenarios on packs and mutants between runs, with what it depends on.

A verdict holds for the very same content, and for any other on which all that was looked at is the same: `names` says
what that was, `digest` what it was like. Without a digest nothing is known of that, and only the content counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebed.analysis import Cache, engine_mark
from rulebed_tools.ledger.plan import Ruling, Trace, Verdict, digest

FORM = 2  # another way to make mutants or to judge them
Row = list[str]  # verdict, content, digest, and which list of names


@dataclass(frozen=True, slots=True)
class Kept:
    """A ruling, and the content that it was last seen to hold for."""

    ruling: Ruling
    content: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How the last attempt to prove a rule or instance came out, and all that it was made with."""

    made_with: str
    case: str  # the digest of the scenario that noticed; nothing if none did
    address: str
    what: str


@dataclass(slots=True)
class Known:
    """Rulings by key, of one pack with all its layers and one engine; and what came of them in the end."""

    pack: str
    rulings: dict[str, Kept] = field(default_factory=dict)
    summaries: dict[str, Summary] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: str, *, fresh: bool = False) -> Known:
        """What was found before; nothing if all is to be found anew."""
        if fresh:
            Cache().keep_record(_name(pack), {})
        kept = Cache().record(_name(pack)) or {}
        return cls(pack, _read(kept), _summaries(kept))

    def add(self, found: Mapping[str, Kept]) -> None:
        """Take in what was found."""
        self.rulings.update(found)

    def by_case(self) -> dict[str, dict[str, Kept]]:
        """What is known of each scenario, by its digest: that is what keys begin with."""
        found: dict[str, dict[str, Kept]] = {}
        for key, kept in self.rulings.items():
            found.setdefault(key.partition(" ")[0], {})[key] = kept
        return found

    def save(self) -> None:
        """Write it down beside what others have written meanwhile."""
        Cache().change_record(
            _name(self.pack),
            lambda kept: _written(_read(kept) | self.rulings, _summaries(kept) | self.summaries),
        )


def _written(rulings: Mapping[str, Kept], summaries: Mapping[str, Summary]) -> dict[str, Any]:
    """As plain data: lists of names, which many rulings share, stand apart."""
    names: dict[str, list[list[str]]] = {}
    rows: dict[str, Row] = {}
    for key, kept in rulings.items():
        trace = kept.ruling.trace
        listed = "" if trace is None else digest(trace.names)
        if trace is not None:
            names.setdefault(listed, [list(name) for name in trace.names])
        rows[key] = [kept.ruling.verdict.value, kept.content, "" if trace is None else trace.digest, listed]
    told = {key: [one.made_with, one.case, one.address, one.what] for key, one in summaries.items()}
    return {"rulings": rows, "names": names, "summaries": told}


def _summaries(record: Mapping[str, Any]) -> dict[str, Summary]:
    try:
        return {key: Summary(*map(str, row)) for key, row in record.get("summaries", {}).items()}
    except (AttributeError, TypeError):
        return {}


def _read(record: Mapping[str, Any]) -> dict[str, Kept]:
    """What was written; whatever isn't as it should be is not known."""
    try:
        names = {key: _names(listed) for key, listed in record.get("names", {}).items()}
        return {key: _kept(row, names) for key, row in record.get("rulings", {}).items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}


def _names(listed: Iterable[Iterable[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((sort, name) for sort, name in listed)


def _kept(row: Row, names: Mapping[str, tuple[tuple[str, str], ...]]) -> Kept:
    verdict, content, marked, listed = row
    return Kept(Ruling(Verdict(verdict), Trace(names[listed], marked) if listed else None), content)


def _name(pack: str) -> str:
    return f"mutants-{digest((FORM, engine_mark(), pack))}"
