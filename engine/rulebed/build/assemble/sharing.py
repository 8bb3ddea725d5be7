"""Pieces of work that setups share: each is made, or taken over from another setup with all that it left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebed.build.assemble.bench import Bench
from rulebed.build.assemble.families import Piece, Trail
from rulebed.lang.remarks import Remarks
from rulebed.lang.symbols import Symbols


def shared(bench: Bench, sort: str, made: dict[str, Any], name: str, make: Callable[[], None]) -> None:
    """Have a piece of a sort that `make` puts among those `made`, or the one of another setup of the family."""
    pieces = bench.family.pieces.setdefault((sort, name), [])
    piece = next((piece for piece in pieces if piece.fits(bench.symbols)), None)
    if piece is None:
        trail = Trail()
        _on(bench, trail, make)
        piece = Piece(made.get(name), trail)
        if not (bench.report or bench.refusals or bench.report.lost or bench.refusals.lost):
            pieces.append(piece)
    else:
        _on(bench, bench.full_trail, lambda: _call_again(bench.symbols, piece.trail.remarks))
        made[name] = piece.made
    bench.full_trail.add(piece.trail)


def _on(bench: Bench, trail: Trail, work: Callable[[], None]) -> None:
    """Do some work that leaves what it leaves on a trail."""
    outer = bench.trail
    bench.trail, bench.symbols.remarks = trail, trail.remarks
    work()
    bench.trail, bench.symbols.remarks = outer, outer.remarks


def _call_again(symbols: Symbols, asked: Remarks) -> None:
    """What a piece needs of others: tables, and procedures for the places that its calls give."""
    for table, rows in asked.tables.items():
        symbols.keep_table(table, rows)
    for name, given, call in asked.special.values():
        symbols.special(name, given, call)
