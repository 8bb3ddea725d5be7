"""Types as a pack declares them: of facts, and of what programs and values take."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.assemble.bench import Bench
from rulebed.assemble.names import check_declared_name
from rulebed.lang.habits import type_meant
from rulebed.lang.syntax import BoundedType, HoldsType, NamedType, PileType, SetType, SyntaxNode
from rulebed.lang.types import FLAG, NUMBER, PLACE, REFERENCES, UNKNOWN, Type, entity, sequence
from rulebed.packs.node import Node as Tree
from rulebed.source.text import Span

PILES = {"deck": "deck", "bag": "bag", "row": "row", "hand": "row", "discard": "row", "pile": "row"}
DECLARED = "kinds are declared under `kinds`; besides them there are `number` and `flag`"
HIDDEN = {"deck": "nobody", "bag": "nobody", "hand": "owner"}


@dataclass(frozen=True, slots=True)
class Declared:
    """What the type of a fact says."""

    type: Type
    word: str = ""  # deck, hand, row ...
    holds: bool = False
    low: int | None = None
    high: int | None = None


def read_type(bench: Bench, tree: Tree) -> Declared:
    """A type as it is written in the pack."""
    node = bench.type_node(tree)
    return _declaration(bench, node, tree) if node is not None else Declared(UNKNOWN)


def params_of(bench: Bench, tree: Tree | None, *, by_reference: bool = False) -> dict[str, Type]:
    """The names and types of what something takes, or is about; a procedure may take places and facts themselves."""
    entries = list(bench.entries(tree))
    for entry in entries:  # one with a name that can't be used still counts where arguments are given
        check_declared_name(bench, entry, "parameter")
    return {entry.key: _param(bench, entry.value, by_reference=by_reference) for entry in entries}


def _param(bench: Bench, tree: Tree, *, by_reference: bool) -> Type:
    """The type of a parameter; `place`, `place of card` and `fact of number` are types of nothing else."""
    node = bench.type_node(tree)
    match node:
        case NamedType(name="place", optional=None) if by_reference and PLACE not in bench.symbols.kinds:
            return Type(PLACE)
        case PileType(pile=pile) if by_reference and pile in REFERENCES:
            named = _named_type(bench, NamedType(node.spot, node.kind, None), tree)
            return Type(pile, item=named) if named != UNKNOWN else UNKNOWN
        case None:
            return UNKNOWN
        case _:
            return _declaration(bench, node, tree).type


def _declaration(bench: Bench, node: SyntaxNode, tree: Tree) -> Declared:
    match node:
        case NamedType():
            return Declared(_named_type(bench, node, tree))
        case SetType():
            return Declared(sequence(_declaration(bench, node.item, tree).type))
        case BoundedType():
            is_some = are_bounds(bench, node.low, node.high, node.spot.span())
            return Declared(NUMBER, low=node.low, high=node.high) if is_some else Declared(NUMBER)
        case HoldsType():
            held = _kind(bench, node.kind, node, tree)
            return Declared(held) if held == UNKNOWN else Declared(held.maybe(), "holds", holds=True)
        case PileType():
            return _pile(bench, node, tree)
        case _:
            return Declared(UNKNOWN)


def are_bounds(bench: Bench, low: int | None, high: int | None, span: Span | None) -> bool:
    """Whether there is anything between two bounds."""
    if low is None or high is None or low <= high:
        return True
    message = f"nothing lies between {low} and {high}"
    bench.report.error("T227", span, message, help=f"the lower one comes first, as in `{high}..{low}`")
    return False


def _named_type(bench: Bench, node: NamedType, tree: Tree) -> Type:
    basic = {"number": NUMBER, "flag": FLAG}.get(node.name) or _kind(bench, node.name, node, tree)
    if node.optional and basic == FLAG:
        bench.report.error(
            "T223", node.spot.span(), "a flag holds or doesn't hold: it is never none", help="write `flag`"
        )
    return basic.maybe() if node.optional else basic


def _kind(bench: Bench, name: str, node: SyntaxNode, tree: Tree) -> Type:
    if name in bench.symbols.kinds:
        bench.symbols.use(f"kind {name}")
        return entity(name)
    known = [*bench.symbols.kinds, "number", "flag"]
    bench.report_unknown(node.spot.span_of(name) or tree.span, "kind", name, known, type_meant(name) or DECLARED)
    return UNKNOWN


def _pile(bench: Bench, node: PileType, tree: Tree) -> Declared:
    if node.pile not in PILES:
        listed = "they are " + ", ".join(f"`{pile}`" for pile in PILES)
        bench.report_unknown(node.spot.span_of(node.pile) or tree.span, "sort of pile", node.pile, PILES, listed)
        return Declared(UNKNOWN)
    held = _kind(bench, node.kind, node, tree)
    return Declared(held) if held == UNKNOWN else Declared(sequence(held), node.pile)
