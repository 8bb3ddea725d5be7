"""Expressions: nodes in, core expressions with types out."""

from __future__ import annotations

from rulebed.lang.express import calls, logic, names, sets
from rulebed.lang.express.table import RULES, collection, expect, express, express_flag, express_number

__all__ = [
    "RULES",
    "calls",
    "collection",
    "expect",
    "express",
    "express_flag",
    "express_number",
    "logic",
    "names",
    "sets",
]
