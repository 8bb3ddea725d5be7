"""Verbs: what effects can do. Each is written once, as core statements; importing this package registers them all.

    pay 2 shells        ->  require (party.stock[me] >= 2) -- enough shells
                            write party.stock[me] = (party.stock[me] - 2)

Emitter, interpreter and proofs know nothing of verbs, only of the statements of `lang/core.py`. `resources` gain and
pay, `facts` set and add, `decisions` choose and pick, `moves` put and draw, `luck` rolls and shuffles, `knowledge`
shows and says, `control` goes one way or another, `calls` does procedures and tells events, `finding` finds by
preferences. `naming` is how programs name what they take; `costs` is what is needed for a payment, `writing` how a fact
is written, `table` how a node finds its verb.
"""

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
