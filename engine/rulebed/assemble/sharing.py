"""Pieces of work that are shared: each is made, or taken over with all that it left from where it was made before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebed.assemble.bench import Bench
from rulebed.assemble.families import Piece, Trail


def shared(
    bench: Bench, sort: str, made: dict[str, Any], name: str, of: tuple[object, ...], make: Callable[[], None]
) -> None:
    """Have a piece of a sort that `make` puts among those `made`, or one of the family; `of` is what it is made of."""
    key, family = (sort, name), bench.family
    piece = next((piece for piece in family.pieces.get(key, ()) if piece.of == of and _holds(bench, piece)), None)
    if piece is not None:
        made[name] = piece.made
    else:
        piece = _make_piece(bench, sort, made, name, of, make)
    if not (bench.report or bench.refusals or bench.report.lost or bench.refusals.lost):
        family.keep(key, piece)
    bench.full_trail.add(piece.trail)


def _make_piece(
    bench: Bench, sort: str, made: dict[str, Any], name: str, of: tuple[object, ...], make: Callable[[], None]
) -> Piece:
    trail = Trail()
    with bench.on(trail):
        make()
    if name in made:  # it may have come to nothing
        made[name] = bench.families.same_thing(sort, name, made[name])
    return Piece(made.get(name), of, trail)


def _holds(bench: Bench, piece: Piece) -> bool:
    """Whether all that was asked for it is answered as it was then, one question after the other."""
    with bench.on(bench.full_trail):
        return all(bench.symbols.answers(*asked) for asked in piece.trail.remarks.asked.items())
