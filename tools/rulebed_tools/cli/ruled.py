"""Explains a rule of a ledger: what it says and where from, what implements it, and the scenarios that name it."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.content import Ledger, Rule
from rulebed_tools.cli.court import ScenarioCourt
from rulebed_tools.ledger.coverage import Row, rows_of
from rulebed_tools.ledger.naming import Site


def found(ledger: Ledger, stated: str) -> Rule | None:
    """The rule of this id, however it is written."""
    return next((rule for name, rule in ledger.rules.items() if name.lower() == stated.lower()), None)


def row_of(rule: Rule, reference: str, patches: list[str]) -> Row:
    """All that names a rule in a pack, its layers and its scenarios."""
    court = ScenarioCourt(reference, tuple(patches))
    cases = [case for case in court.cases if not case.is_patched]
    own = dict.fromkeys((*court.references, *(case.reference for case in cases)))
    (row,) = rows_of({rule.id: rule}, map(court.tree, own), cases, {})
    return row


def lines(row: Row, ledger: Ledger) -> Iterator[str]:
    """What there is to say of it, for people."""
    rule = row.rule
    yield f"{rule.id} is a rule of {rule.part}"
    yield f"  {rule.text}"
    instead = ledger.replaced.get(rule.id)
    remarks = {
        "source": "; ".join(_source(one, ledger) for one in rule.sources),
        "in": ", ".join(rule.layers),
        "instead of": ", ".join(rule.instead),
        "not here": f"{instead} holds instead" if instead else "",
        "untestable": rule.untestable,
        "note": rule.note,
    }
    yield from (f"  {word}: {text}" for word, text in remarks.items() if text)
    yield from _listed("implemented by", map(_site, row.sites))
    yield from _listed("watched by", map(_site, row.laws))
    yield from _listed("scenarios", (f"{one.title}  ({one.file}:{one.line})" for one in row.cases))


def plain(row: Row, ledger: Ledger) -> dict[str, object]:
    """The same for programs."""
    rule = row.rule
    return {
        "rule": rule.id,
        "part": rule.part,
        "says": rule.text,
        "sources": list(rule.sources),
        "instead": ledger.replaced.get(rule.id),
        "implemented_by": list(map(_plain_site, row.sites)),
        "watched_by": list(map(_plain_site, row.laws)),
        "scenarios": [{"scenario": one.title, "file": one.file, "line": one.line} for one in row.cases],
    }


def _source(stated: str, ledger: Ledger) -> str:
    """What it is taken from, by its title, and where in it."""
    name, _, place = stated.partition(" ")
    return f"{ledger.sources.get(name, name)} {place}".rstrip()


def _site(site: Site) -> str:
    return f"{site.address}  ({site.span.source.name}:{site.span.line})"


def _plain_site(site: Site) -> dict[str, object]:
    return {"address": site.address, "file": site.span.source.name, "line": site.span.line}


def _listed(head: str, items: Iterator[str]) -> Iterator[str]:
    for number, item in enumerate(items):
        if not number:
            yield f"{head}:"
        yield f"  {item}"
