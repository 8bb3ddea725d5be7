"""Procedures that take places and facts by reference: each is made anew for the facts that its calls speak of.

    fill: {takes: {p: place of card}, do: draw from stock into p}
    turn: choose s in shelves; fill(s.left); fill(reserve)

Which fact a parameter stands for is known at each call, and only of which thing it is isn't. So `fill` becomes two
procedures, `fill[shelf.left]` and `fill[game.reserve]`, whose parameter is the index within that fact; in their
bodies `p` is the fact at that index, as if it had been written there. Nothing is left to be found out in play. There
are as many such procedures as there are facts that calls name, so one that runs itself is made once. One that nobody
calls is none: its program is about nothing.
"""

from __future__ import annotations

from dataclasses import replace

from rulebed.build.assemble.programs import Workshop
from rulebed.lang.express.targets import Target
from rulebed.lang.making import ONE
from rulebed.lang.types import NUMBER
from rulebed.packs.node import Entry


def make_references(shop: Workshop, entries: dict[str, Entry]) -> None:
    """From now on calls find procedures for the facts that they speak of."""

    def special(name: str, given: dict[str, Target]) -> str:
        return _made(shop, entries[name], given)

    shop.bench.symbols.special = special


def _made(shop: Workshop, entry: Entry, given: dict[str, Target]) -> str:
    """The name of a procedure for these facts, which is made where there is none yet."""
    name = f"{entry.key}[{', '.join(map(_named, given.values()))}]"
    if name not in shop.special:
        shop.special.add(name)
        params = shop.bench.symbols.procs[entry.key].params
        types = {param: NUMBER if param in given else kind for param, kind in params.items()}
        places = {param: replace(target, guard=ONE) for param, target in given.items()}
        shop.procedure(entry.key, f"procedures.{entry.key}", entry.value, types, places=places, made=name)
    return name


def _named(target: Target) -> str:
    return f"{target.fact.address}.{target.resource.name}" if target.resource is not None else target.fact.address
