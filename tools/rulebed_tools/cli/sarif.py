"""Findings as SARIF 2.1.0, the form in which code hosts and editors take the results of checkers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import version
from urllib.parse import quote

from rulebed.text import Diagnostic, Report, Span, catalogue

Json = dict[str, object]
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
FENCES = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def document(reports: Mapping[str, Report]) -> Json:
    """One run of the checker over some packs; what two of them share is said once."""
    found = list(dict.fromkeys(finding for report in reports.values() for finding in report))
    codes = sorted({finding.code for finding in found if finding.code})
    driver: Json = {"name": "rulebed", "version": version("rulebed"), "rules": list(map(_rule, codes))}
    results = [_result(finding, codes) for finding in found]
    run: Json = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> Json:
    """What the catalogue says of a code."""
    page = catalogue.page(code)
    if page is None:
        return {"id": code}
    text = FENCES.sub("", page.body).strip()
    return {
        "id": code,
        "name": page.slug,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": page.body},
        "defaultConfiguration": {"level": page.severity.value},
    }


def _result(found: Diagnostic, codes: list[str]) -> Json:
    said = f"{found.message}\n{found.help}" if found.help else found.message
    result: Json = {"level": found.severity.value, "message": {"text": said}}
    if found.code:
        result |= {"ruleId": found.code, "ruleIndex": codes.index(found.code)}
    if found.span is not None:
        result["locations"] = [_location(found.span, found.label)]
    related = [_location(note.span, note.message) for note in found.notes if note.span is not None]
    return result | ({"relatedLocations": related} if related else {})


def _location(span: Span, said: str) -> Json:
    place: Json = {"artifactLocation": {"uri": quote(span.source.name)}, "region": _region(span)}
    location: Json = {"physicalLocation": place}
    return location | ({"message": {"text": said}} if said else {})


def _region(span: Span) -> Json:
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end_line,
        "endColumn": end_column,
        "snippet": {"text": span.text},
    }
