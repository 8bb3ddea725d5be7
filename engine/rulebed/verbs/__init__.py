"""Verbs: what effects can do. Each family of statements is a module; importing this package registers them all."""

from __future__ import annotations

from rulebed.verbs import calls, control, decisions, facts, finding, knowledge, luck, moves, resources
from rulebed.verbs.table import VERBS, perform, statements_of

__all__ = [
    "VERBS",
    "calls",
    "control",
    "decisions",
    "facts",
    "finding",
    "knowledge",
    "luck",
    "moves",
    "perform",
    "resources",
    "statements_of",
]
