"""Moving: for each kind that is held somewhere, the procedures that take a piece from its place, and that remember who
knew it.
"""

from __future__ import annotations

from rulebed.assemble.bench import Bench
from rulebed.assemble.programs import actor
from rulebed.lang import core, internal
from rulebed.lang.making import NOBODY, ONE, ZERO, op
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import entity
from rulebed.lang.walk import replaced
from rulebed.model.game import Proc, Role

PIECE, SEAT = core.Local(internal.local("piece")), core.Local(internal.VIEWER)


def make_moves(bench: Bench) -> None:
    """The procedures that every move of a piece is made of."""
    for kind in bench.symbols.kinds.values():
        if kind.containers and not kind.alike:
            _add(bench, internal.lift_of(kind.name), kind, _lift(kind), Role.LIFT)
            if kind.is_watched:
                _add(bench, internal.witness_of(kind.name), kind, _witness(bench, kind), Role.WITNESS)


def _add(bench: Bench, name: str, kind: KindSymbol, body: core.Block, role: Role) -> None:
    bench.procs[name] = Proc(name, ("me", PIECE.name), (actor(bench), entity(kind.name)), body, role=role)


def _place(kind: KindSymbol) -> core.Expr:
    return core.Read(internal.place_of(kind.name), PIECE)


def _index(kind: KindSymbol, fact: Fact) -> core.Expr:
    if fact.size == 1:
        return ZERO
    return op("sub", _place(kind), core.Const(fact.start)) if fact.start else _place(kind)


def _is_in(kind: KindSymbol, fact: Fact) -> core.Expr:
    if fact.size == 1:
        return op("eq", _place(kind), core.Const(fact.start))
    low, high = core.Const(fact.start), core.Const(fact.start + fact.size)
    return core.Op("and", (op("ge", _place(kind), low), op("lt", _place(kind), high)))


def _by_container(kind: KindSymbol, blocks: list[tuple[Fact, core.Block]]) -> core.Block:
    """One block, by where the piece is; none where it is nowhere."""
    found: core.Block = ()
    for fact, block in reversed(blocks):
        found = (core.If(_is_in(kind, fact), block, found),)
    return found


def _lift(kind: KindSymbol) -> core.Block:
    blocks: list[tuple[Fact, core.Block]] = [(fact, (_out_of(kind, fact),)) for fact in kind.containers]
    return (*_by_container(kind, blocks), core.Write(internal.place_of(kind.name), PIECE, NOBODY))


def _out_of(kind: KindSymbol, fact: Fact) -> core.Stmt:
    index = _index(kind, fact)
    held = core.Read(fact.address, index)
    if fact.holds:
        return core.Write(fact.address, index, NOBODY)
    rest = op("without" if fact.pile == "row" else "deck_without", held, PIECE)
    return core.Write(fact.address, index, rest)


def _witness(bench: Bench, kind: KindSymbol) -> core.Block:
    """All who see the piece where it is now know it from here on."""
    known = internal.known_of(kind.name)
    seats = core.Const(tuple(range(bench.symbols.players)))
    learn = core.Write(known, PIECE, core.Op("with_bit", (core.Read(known, PIECE), SEAT)))
    blocks = []
    for fact in kind.containers:
        seen = bench.fields[fact.address].seen
        visible = ONE if seen is None else replaced(seen, {"it": _index(kind, fact)})
        if visible != ZERO:
            blocks.append((fact, (core.Each(SEAT.name, core.Over("filter", SEAT.name, seats, visible), (learn,)),)))
    nobody = [(fact, ()) for fact in kind.containers if all(fact is not other for other, _ in blocks)]
    return _by_container(kind, [*blocks, *nobody])
