"""How far a pack does what its ledger says: rule by rule, and what of it play has seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulebed.oracle.watching import Condition
from rulebed.packs.ledger import Rule
from rulebed.packs.pack import PackTree
from rulebed_tools.ledger.naming import Site, sites
from rulebed_tools.ledger.plan import Case
from rulebed_tools.ledger.proving import Proof
from rulebed_tools.ledger.usage import Usage, things_of

PROVED, NAMED, IMPLEMENTED, OPEN, UNTESTABLE = "proved", "named", "implemented", "open", "untestable"


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: where it is implemented, which laws watch over it, which scenarios name it, and its proof."""

    rule: Rule
    sites: tuple[Site, ...]
    laws: tuple[Site, ...]
    cases: tuple[Case, ...]
    proof: Proof | None

    @property
    def is_proved(self) -> bool:
        """Whether a scenario notices when it is broken."""
        return self.proof is not None and self.proof.is_proved

    @property
    def status(self) -> str:
        """How far it has come."""
        if self.rule.untestable:
            return UNTESTABLE
        if self.is_proved:
            return PROVED
        if not self.sites:
            return OPEN
        return NAMED if self.cases else IMPLEMENTED


@dataclass(frozen=True, slots=True)
class Coverage:
    """All that is known of a reference."""

    reference: str
    title: str
    sources: Mapping[str, str]
    rows: tuple[Row, ...]
    usage: Usage
    things: tuple[tuple[str, str], ...]

    def count(self, *statuses: str) -> int:
        """How many rules have come so far."""
        return sum(row.status in statuses for row in self.rows)

    @property
    def implemented(self) -> int:
        """How many rules content names."""
        return sum(bool(row.sites) for row in self.rows)


def rows_of(
    rules: Mapping[str, Rule], trees: Iterable[PackTree], cases: Iterable[Case], proofs: Mapping[str, Proof]
) -> tuple[Row, ...]:
    """A row for each rule, in the order of the ledger."""
    places: dict[str, dict[str, Site]] = {}
    for tree in trees:
        for site in sites(tree):
            for rule in site.rules:
                places.setdefault(rule, {}).setdefault(site.address, site)
    naming = list(cases)
    return tuple(_row(rule, places.get(name, {}), naming, proofs.get(name)) for name, rule in rules.items())


def _row(rule: Rule, places: Mapping[str, Site], cases: list[Case], proof: Proof | None) -> Row:
    content = tuple(site for site in places.values() if not site.is_law)
    laws = tuple(site for site in places.values() if site.is_law)
    return Row(rule, content, laws, tuple(case for case in cases if rule.id in case.rules), proof)


def as_json(found: Coverage) -> dict[str, Any]:
    """The coverage for a program: the counts, then the lists."""
    return {
        "pack": found.reference,
        "rules": len(found.rows),
        "implemented": found.implemented,
        "proved": found.count(PROVED),
        "untestable": found.count(UNTESTABLE),
        "not_implemented": [row.rule.id for row in found.rows if row.status == OPEN],
        "not_proved": [row.rule.id for row in found.rows if row.status in (NAMED, IMPLEMENTED)],
        "list": [_row_json(row) for row in found.rows],
        "games": found.usage.games,
        "stuck": found.usage.stuck,
        "options": [
            {"address": address, "offered": use.offered, "refused": use.refused, "taken": use.taken}
            for address, use in found.usage.options.items()
        ],
        "choices": dict(found.usage.choices),
        "conditions": [
            {"file": one.at.source.name, "line": one.at.line, "held": one.held, "failed": one.failed}
            for one in found.usage.conditions.met.values()
        ],
        "things": [{"kind": kind, "name": name, "used": found.usage.things[kind, name]} for kind, name in found.things],
    }


def _row_json(row: Row) -> dict[str, Any]:
    proof = row.proof
    return {
        "id": row.rule.id,
        "rule": row.rule.text,
        "status": row.status,
        "sources": list(row.rule.sources),
        "implemented_by": [site.address for site in row.sites],
        "laws": [site.address for site in row.laws],
        "scenarios": [case.title for case in row.cases],
        "proved_by": proof.case.title if proof and proof.case else None,
        "noticed": f"{proof.mutant.address}: {proof.mutant.what}" if proof and proof.mutant else None,
        "untestable": row.rule.untestable or None,
    }


def never_offered(usage: Usage) -> list[str]:
    """Options that nobody was ever offered."""
    return [address for address, use in usage.options.items() if not use.offered]


def never_taken(usage: Usage) -> list[str]:
    """Options that were offered, and that nobody took."""
    return [address for address, use in usage.options.items() if use.offered and not use.taken]


def never_refused(usage: Usage) -> list[str]:
    """Options that were there whenever their choice was: their guards were seen one way only, if they have any."""
    return [address for address, use in usage.options.items() if use.offered and not use.refused]


def never_met(usage: Usage) -> list[str]:
    """Conditions that play never came to, by file and line."""
    return [_where(one) for one in usage.conditions.met.values() if not one.held and not one.failed]


def always_held(usage: Usage) -> list[str]:
    """Conditions that were seen one way only: nobody knows what would happen otherwise."""
    return [_where(one) for one in usage.conditions.met.values() if one.held and not one.failed]


def never_held(usage: Usage) -> list[str]:
    """Conditions that were seen the other way only."""
    return [_where(one) for one in usage.conditions.met.values() if one.failed and not one.held]


def _where(one: Condition) -> str:
    return f"{one.at.source.name}:{one.at.line}"


def never_used(found: Coverage) -> list[str]:
    """Things that had no part in anything."""
    return [f"{kind} {name}" for kind, name in found.things if not found.usage.things[kind, name]]


def things_in(trees: Iterable[PackTree]) -> tuple[tuple[str, str], ...]:
    """The things that packs list, each once."""
    return tuple(dict.fromkeys(thing for tree in trees for thing in things_of(tree)))
