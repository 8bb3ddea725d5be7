"""How far a pack does what its ledger says: rule by rule, and what of it play has seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulebed.analysis import Condition
from rulebed.content import PackTree, Rule
from rulebed_tools.ledger.instances import Group
from rulebed_tools.ledger.keeping import Summary
from rulebed_tools.ledger.naming import Site, sites
from rulebed_tools.ledger.plan import Bench, Case
from rulebed_tools.ledger.proving import made_with
from rulebed_tools.ledger.usage import Usage, things_of

PROVED, OLD, WAITING, NAMED = "proved", "old", "waiting", "named"
IMPLEMENTED, OPEN, UNTESTABLE = "implemented", "open", "untestable"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a proof: whether anybody has tried, with all that there is now, and who noticed what."""

    is_fresh: bool = False
    case: Case | None = None
    address: str = ""
    what: str = ""

    @property
    def status(self) -> str:
        """How far it has come, where there is a scenario that may prove it."""
        if self.case is not None:
            return PROVED if self.is_fresh else OLD
        return NAMED if self.is_fresh else WAITING


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: where it is implemented, the laws that watch over it, who names it, and how its proof stands."""

    rule: Rule
    sites: tuple[Site, ...]
    laws: tuple[Site, ...]
    cases: tuple[Case, ...]
    standing: Standing

    @property
    def status(self) -> str:
        """How far it has come."""
        if self.rule.untestable:
            return UNTESTABLE
        if not self.sites:
            return OPEN
        return self.standing.status if self.cases else IMPLEMENTED


@dataclass(frozen=True, slots=True)
class Deed:
    """An instance that does something, or stand-ins of one shape: who speaks of it, and how its proof stands."""

    group: Group
    cases: tuple[Case, ...]
    standing: Standing

    @property
    def status(self) -> str:
        """How far it has come."""
        return self.standing.status if self.cases else IMPLEMENTED


@dataclass(frozen=True, slots=True)
class Coverage:
    """All that is known of a reference."""

    reference: str
    title: str
    sources: Mapping[str, str]
    rows: tuple[Row, ...]
    deeds: tuple[Deed, ...]
    usage: Usage
    things: tuple[tuple[str, str], ...]

    def count(self, *statuses: str) -> int:
        """How many rules have come so far."""
        return sum(row.status in statuses for row in self.rows)

    @property
    def implemented(self) -> int:
        """How many rules content names."""
        return sum(bool(row.sites) for row in self.rows)

    def deeds_of(self, *, stand_ins: bool) -> list[Deed]:
        """The instances, or the shapes of what stands in for some."""
        return [deed for deed in self.deeds if deed.group.is_stand_in is stand_ins]

    @property
    def is_whole(self) -> bool:
        """Whether all is proved that can be."""
        rules = all(row.status in (PROVED, UNTESTABLE) for row in self.rows)
        return rules and all(deed.status == PROVED for deed in self.deeds)


def rows_of(
    rules: Mapping[str, Rule], trees: Iterable[PackTree], cases: Iterable[Case], standings: Mapping[str, Standing]
) -> tuple[Row, ...]:
    """A row for each rule, in the order of the ledger."""
    places: dict[str, dict[str, Site]] = {}
    for tree in trees:
        for site in sites(tree):
            for rule in site.rules:
                places.setdefault(rule, {}).setdefault(site.address, site)
    naming = list(cases)
    return tuple(
        _row(rule, places.get(name, {}), naming, standings.get(name, Standing())) for name, rule in rules.items()
    )


def _row(rule: Rule, places: Mapping[str, Site], cases: list[Case], standing: Standing) -> Row:
    content = tuple(site for site in places.values() if not site.is_law)
    laws = tuple(site for site in places.values() if site.is_law)
    return Row(rule, content, laws, tuple(case for case in cases if rule.id in case.rules), standing)


def standing_of(bench: Bench, target: str, summary: Summary | None) -> Standing:
    """How a proof stands, by what was kept of the last attempt."""
    if summary is None:
        return Standing()
    cases = {case.digest: case for case in bench.court.cases}
    is_fresh = summary.made_with == made_with(bench, target)
    return Standing(is_fresh, cases.get(summary.case), summary.address, summary.what)


def deeds_of(bench: Bench, standings: Mapping[str, Standing]) -> tuple[Deed, ...]:
    """What does something, in the order of the pack."""
    return tuple(
        Deed(group, tuple(bench.court.cases[number] for number in bench.cases_of(name)), standings[name])
        for name, group in bench.groups.items()
    )


def as_json(found: Coverage) -> dict[str, Any]:
    """The coverage for a program: the counts, then the lists."""
    return {
        "pack": found.reference,
        "rules": len(found.rows),
        "implemented": found.implemented,
        "proved": found.count(PROVED),
        "untestable": found.count(UNTESTABLE),
        "not_implemented": [row.rule.id for row in found.rows if row.status == OPEN],
        "not_proved": [row.rule.id for row in found.rows if row.status in (OLD, WAITING, NAMED, IMPLEMENTED)],
        "not_tried": [row.rule.id for row in found.rows if row.status in (OLD, WAITING)],
        "instances": _deeds_json(found.deeds_of(stand_ins=False)),
        "stand_ins": _deeds_json(found.deeds_of(stand_ins=True)),
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


def _deeds_json(deeds: list[Deed]) -> dict[str, Any]:
    """The counts of what does something; of stand-ins each shape counts once."""
    return {
        "count": len(deeds),
        "proved": sum(deed.status == PROVED for deed in deeds),
        "not_proved": [deed.group.name for deed in deeds if deed.status != PROVED],
        "not_tried": [deed.group.name for deed in deeds if deed.status in (OLD, WAITING)],
        "list": [_deed_json(deed) for deed in deeds],
    }


def _deed_json(deed: Deed) -> dict[str, Any]:
    return {
        "addresses": [one.address for one in deed.group.members],
        "status": deed.status,
        "scenarios": [case.title for case in deed.cases],
        **_standing_json(deed.standing),
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    return {
        "proved_by": standing.case.title if standing.case else None,
        "noticed": f"{standing.address}: {standing.what}" if standing.case else None,
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "id": row.rule.id,
        "rule": row.rule.text,
        "status": row.status,
        "sources": list(row.rule.sources),
        "implemented_by": [site.address for site in row.sites],
        "laws": [site.address for site in row.laws],
        "scenarios": [case.title for case in row.cases],
        **_standing_json(row.standing),
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
