"""In which version of the language a pack says that it is written; one that is newer than this engine can't be read."""

from __future__ import annotations

from rulebed.packs.node import Map, Scalar
from rulebed.source.diagnostics import Report

KEY = "rulebed"
NEWEST = 1  # what each version asks of older packs stands in content/CHANGES.md


def edition_of(root: Map) -> int | None:
    """The version that a pack or layer states, or none where it is written in the newest."""
    stated = root.get(KEY)
    return stated.value if isinstance(stated, Scalar) and type(stated.value) is int else None


def check_edition(root: Map, report: Report) -> None:
    """What is written for a newer engine may say anything, so nothing more is said of it."""
    edition = edition_of(root)
    if edition is not None and edition > NEWEST:
        message = f"this is written in version {edition} of the language, and this engine knows {NEWEST}"
        report.error("P112", root.entries[KEY].value.span, message, help="it needs a newer rulebed")
