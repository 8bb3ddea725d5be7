"""The face of a pack: what it declares, as far as the programs in it can tell. Nothing of what those programs say.

    kinds: {card: {data: {price: number}, programs: {reward: {}}}}
    cards: {gem: {price: 3, reward: gain 1 point}}

That there are cards, that `gem` is one, that each has a price and a reward is of the face; that it is 3, and what is
gained, isn't: whoever reads that asks for it by name (`lang.remarks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.programs import Workshop
from rulebed.lang.symbols import CostSymbol, KindSymbol
from rulebed.packs.address import find

T = TypeVar("T")


def declared_face(bench: Bench, shop: Workshop) -> tuple[object, ...]:
    """All that is declared; equal faces are faces of packs in which the same text means the same."""
    symbols = bench.symbols
    ranks = {name: symbols.ranks.get(span.source.name, 0) for name, span in symbols.homes.items()}
    return (
        (symbols.players, symbols.watched, symbols.sleeping, tuple(symbols.facts.items())),
        tuple(map(_kind, symbols.kinds.values())),
        tuple(symbols.resources.items()),
        tuple((name, _in_order(proc.params), proc.suspended) for name, proc in symbols.procs.items()),
        tuple((name, _in_order(value.params), value.shifted) for name, value in symbols.values.items()),
        tuple((name, _in_order(one.params), one.order, one.actor_alone) for name, one in symbols.events.items()),
        tuple(map(_cost, symbols.costs.values())),
        tuple((name, kind) for name, (_, kind) in symbols.options.items()),
        tuple(ranks.items()),
        tuple((entry.key, entry.value) for entry in bench.section("autos")),
        tuple(sorted((address, *sorted(names)) for address, names in symbols.worded.items())),
        tuple(_read_beside(bench)),
        tuple((key, name, value, bench.fields[name].size) for key, each in shop.resets.items() for name, value in each),
        tuple((one.words, bench.fields[one.field]) for one in bench.spans),
    )


def _kind(kind: KindSymbol) -> tuple[object, ...]:
    """A kind without the procedures of its programs, which are made one after the other."""
    programs = tuple((one.name, _in_order(one.params)) for one in kind.programs.values())
    shown = kind.name, kind.plural, kind.instances, kind.alike, kind.alike_by, programs
    return *shown, tuple(kind.facts.items()), tuple(kind.derived.items()), tuple(kind.containers)


def _cost(cost: CostSymbol) -> tuple[object, ...]:
    return cost.name, _in_order(cost.params), _in_order(cost.parts), tuple(cost.exchanges), tuple(cost.credits)


def _in_order(named: Mapping[str, T]) -> tuple[tuple[str, T], ...]:
    """Names with what they stand for, so that those in another order differ: calls go by the place."""
    return tuple(named.items())


def _read_beside(bench: Bench) -> Iterator[object]:
    """The parts of the tree that are read with what stands elsewhere: when something is held, and what is exchanged."""
    for kind in bench.symbols.kinds.values():
        yield find(bench.root, f"kinds.{kind.name}.held")
        yield from (at(instance.value, "exchange") for _, instance in instance_nodes(bench, kind))
