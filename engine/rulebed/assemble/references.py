"""Procedures that take places and facts by reference: each is made anew for the facts that its calls speak of.

    fill: {takes: {p: place of card}, do: draw from stock into p}
    turn: choose s in shelves; fill(s.left); fill(reserve)

Which fact a parameter stands for is known at each call, and only of which thing it is isn't. So `fill` becomes two
procedures, `fill[shelf.left]` and `fill[game.reserve]`, whose parameter is the index within that fact; in their
bodies `p` is the fact at that index, as if it had been written there. Nothing is left to be found out in play. There
are as many such procedures as there are facts that calls name, so one that runs itself is made once. One that nobody
calls is tried for the facts that fit, and then there is none. What is wrong with one of them only, since other pieces
lie in the places that its call gives, is told where it stands, with the call.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

from rulebed.assemble.bench import Bench
from rulebed.assemble.programs import Workshop
from rulebed.lang.express.targets import Target
from rulebed.lang.making import ONE, ZERO
from rulebed.lang.remarks import SPECIAL
from rulebed.lang.types import NUMBER, PLACE, Type
from rulebed.packs.node import Entry
from rulebed.source.diagnostics import Remark, Report
from rulebed.source.text import Span
from rulebed.verbs.moves import held_kind

SYNTAX = "S"
MOST_TRIED = 30  # ways to call a procedure that nobody calls


def make_references(shop: Workshop, entries: dict[str, Entry]) -> None:
    """From now on calls find procedures for the facts that they speak of."""

    def special(name: str, given: dict[str, Target], call: Span | None) -> str:
        return _procedure_for(shop, entries[name], given, call)

    shop.bench.symbols.special = special


def _procedure_for(shop: Workshop, entry: Entry, given: dict[str, Target], call: Span | None) -> str:
    """The name of a procedure for these facts, which is made where there is none yet."""
    name = f"{entry.key}[{', '.join(map(_name_of, given.values()))}]"
    shop.bench.symbols.remarks.asked[SPECIAL, name] = entry.key, given, call
    if name not in shop.special:
        shop.special.add(name)
        outer, shop.bench.report = shop.bench.report, Report()
        _make(shop, entry, given, name)
        found, shop.bench.report = shop.bench.report, outer
        _tell(found, call, outer)
    return name


def _make(shop: Workshop, entry: Entry, given: dict[str, Target], name: str) -> None:
    params = shop.bench.symbols.procs[entry.key].params
    types = {param: NUMBER if param in given else kind for param, kind in params.items()}
    places = {param: replace(target, guard=ONE) for param, target in given.items()}
    shop.procedure(entry.key, f"procedures.{entry.key}", entry.value, types, places=places, made=name)


def _tell(found: Report, call: Span | None, report: Report) -> None:
    """What was found for these facts, with the call; what holds for others, too, was told with theirs."""
    told = {(one.code, one.span, one.message) for one in report.sorted()} if len(found) else set()
    for one in found.sorted():
        if (one.code, one.span, one.message) not in told:
            report.add(replace(one, notes=(*one.notes, Remark("this call gives the places", call))))
    report.lose(found.lost)


def _name_of(target: Target) -> str:
    return f"{target.fact.address}.{target.resource.name}" if target.resource is not None else target.fact.address


def check_uncalled(shop: Workshop, entries: dict[str, Entry]) -> None:
    """What is wrong with a procedure that nobody calls, whatever it might be called for, is wrong all the same."""
    made = {name.partition("[")[0] for name in shop.special}
    for symbol in shop.bench.symbols.procs.values():
        if symbol.by_reference and symbol.name not in made:
            groups = [_targets_of_type(shop.bench, kind) for kind in symbol.by_reference.values()]
            tried = [
                _try_out(shop, entries[symbol.name], dict(zip(symbol.by_reference, targets, strict=True)))
                for targets in islice(product(*groups), MOST_TRIED)
            ]
            unread = [one for found in tried for one in found if one.code.startswith(SYNTAX)]  # found once, when read
            fewest: Report = min(tried, key=len, default=Report())
            for one in unread or [*fewest]:
                shop.bench.report.add(one)


def _try_out(shop: Workshop, entry: Entry, given: dict[str, Target]) -> Report:
    """What is found in a procedure for these facts, which is not kept."""
    outer, shop.bench.report = shop.bench.report, Report()
    name = f"{entry.key}[{', '.join(map(_name_of, given.values()))}]"
    _make(shop, entry, given, name)
    del shop.bench.procs[name]
    found, shop.bench.report = shop.bench.report, outer
    return found


def _targets_of_type(bench: Bench, wanted: Type) -> list[Target]:
    """The places and facts of the type that a parameter is of, one of each sort."""
    groups = (bench.symbols.facts, *(kind.facts for kind in bench.symbols.kinds.values()))
    facts = [fact for group in groups for fact in group.values() if not (fact.static or fact.per)]
    if wanted.base == PLACE:
        item = wanted.item
        facts = [fact for fact in facts if (fact.pile or fact.holds) and (item is None or held_kind(fact) == item.kind)]
    else:
        facts = [fact for fact in facts if fact.type.sure() == wanted.item]
    return [Target(fact, ZERO) for fact in {(fact.pile, fact.holds, held_kind(fact)): fact for fact in facts}.values()]
