"""Expressions: nodes in, core expressions with types out.

`table` goes by the node: `names` for whatever has a name, `logic` for what is compared and reckoned, `sets` for
whatever goes over many things, `calls` for functions. `targets` are the facts that statements write, `seating` says of
whom one is spoken without a name, `narrowing` what a condition tells of a type.
"""

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
