"""Cards whose backs tell something: their decks lie in an order from the beginning, which luck makes first of all.

Of other decks nobody knows the order, so there is none until a card is drawn. Where everybody sees the backs, one
behind the other, there has to be one.
"""

from __future__ import annotations

from dataclasses import replace

from rulebed.assemble.bench import Bench
from rulebed.lang import core
from rulebed.lang.express.targets import Target
from rulebed.lang.making import op
from rulebed.lang.types import entity
from rulebed.verbs.moves import lies_in_order, put_in_order

BEGINNING = "beginning"


def lay_in_order(bench: Bench) -> None:
    """Before anything else, each deck of such cards is laid in an order, where it has none."""
    first = next(iter(bench.phases.values()), None)
    decks = [fact for kind in bench.symbols.kinds.values() for fact in kind.containers if lies_in_order(fact, kind)]
    if first is None or not decks:
        return
    scope = bench.scope(BEGINNING, entity("player"))
    body: core.Block = ()
    for fact in decks:
        for index in range(fact.size):
            deck = Target(fact, core.Const(index))
            value = core.Read(fact.address, deck.index)
            wanting = op("gt", op("deck_size", value), op("len", value))
            body += (core.If(wanting, put_in_order(deck, value, scope)),)
    bench.phases[first.name] = replace(first, body=(*body, *first.body))
