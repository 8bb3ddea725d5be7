"""How many items the locals of a program can hold at the most: what grows without end is endless.

A set that is put together item by item, in a loop of which it is known how often it turns, is as long as that:

    roll 3 times 1..6 as r          r holds no more than three
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulebed.compile.emission.charges import ENDLESS, Charges
from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code
from rulebed.compile.lowering.graph import Graph, blocks
from rulebed.lang import core
from rulebed.lang.core import Expr, Op

ROUNDS = 4  # what still grows after so many is endless
FEW = 1_000
Bound = tuple[str, Expr]


def find_sizes(graph: Graph, charges: Charges) -> None:
    """Have the charges of a program know the sizes of its locals."""
    binders, sizes = list(_binders(graph, charges)), charges.sizes
    sizes.update((name, 0) for name, _ in binders)
    for _ in range(ROUNDS):
        if not _grown(binders, charges):
            return
    while grown := _grown(binders, charges):
        sizes.update(dict.fromkeys(grown, ENDLESS))


def _grown(binders: Iterable[Bound], charges: Charges) -> set[str]:
    """The locals that are longer than was known; it is known afterwards."""
    found: dict[str, float] = {}
    for name, value in binders:
        found[name] = max(found.get(name, 0), charges.size(value))
    grown = {name for name, size in found.items() if size > charges.sizes[name]}
    charges.sizes.update((name, found[name]) for name in grown)
    return grown


def _binders(graph: Graph, charges: Charges) -> Iterator[Bound]:
    plain = graph.lowered.plain
    yield from (one for label in graph.labels for one in _of_body(label.body, charges, graph))
    yield from (one for _, body in plain.values() for one in _of_body(body, charges, graph))


def _of_body(
    body: Sequence[Code], charges: Charges, graph: Graph, settled: frozenset[str] = frozenset()
) -> Iterator[Bound]:
    """The locals that are bound in a piece of code; of the `settled` ones it is known how long they get."""
    begun: dict[str, Expr] = {}
    for piece in body:
        match piece:
            case code.Do(core.Let(local, value)):
                if local not in settled or not _appends(piece):
                    begun[local] = value
                    yield local, value
            case code.Do(core.Call() as call):
                yield from _params(call, graph, charges)
            case code.Loop() | code.Times():
                added = _appended([piece], charges)
                known = {local: added[local] for local in begun if added.get(local, ENDLESS) <= FEW}
                for local, count in known.items():
                    yield local, Op("join", (begun[local], core.Const((0,) * int(count))))
                yield from _of_body(piece.body, charges, graph, settled | {*known})
            case _:
                for inner in blocks(piece):
                    yield from _of_body(inner, charges, graph, settled)


def _appends(piece: Code) -> bool:
    """Whether one item is added to a local."""
    match piece:
        case code.Do(core.Let(local, Op("append", (core.Local(name), _)))):
            return name == local
        case _:
            return False


def _appended(body: Sequence[Code], charges: Charges) -> dict[str, float]:
    """The locals to which a piece of code adds items, with how many these are at the most."""
    found: dict[str, float] = {}
    for piece in body:
        turns = charges.times(piece) if isinstance(piece, code.Loop | code.Times) else 1
        inside = [_appended(inner, charges) for inner in blocks(piece)]
        if isinstance(piece, code.Do) and isinstance(piece.stmt, core.Let) and _appends(piece):
            inside.append({piece.stmt.local: 1})
        for local, count in (one for part in inside for one in part.items()):
            found[local] = found.get(local, 0) + turns * count
    return found


def _params(call: core.Call, graph: Graph, charges: Charges) -> Iterator[Bound]:
    plain = graph.lowered.plain
    if call.proc in plain:
        instance, _ = plain[call.proc]
        for param, arg in zip(charges.model.procs[call.proc].params, call.args, strict=True):
            yield instance.rename(param), arg
