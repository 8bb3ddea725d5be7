"""Where notes speak of pieces that may be called otherwise, as far as a viewer can tell who doesn't see them.

Pieces with something on their backs may not, nor those by whose places it is told who sees what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Knowledge
    from rulebed.play.rules.rules import Rules


class OwnSlot(NamedTuple):
    """A slot that is one piece's own: of which it is, and whether it says who knows the piece, or where it lies."""

    kind: str
    piece: int
    is_mask: bool


class Nameless:
    """Where notes speak of pieces that may be called otherwise: the slots of their places, and their own."""

    def __init__(self, knowledge: Knowledge) -> None:
        kinds = [one for one in knowledge.held_kinds if not knowledge.backs(one) and one not in knowledge.watched_kinds]
        self.places = {one.slot: one for one in knowledge.places if one.kind in kinds}
        self.own = {
            base + piece: OwnSlot(kind, piece, is_mask)
            for kind in kinds
            for base, is_mask in knowledge.own_slots(kind)
            for piece in range(len(knowledge.words.instances[kind]))
        }


def nameless_of(rules: Rules) -> Nameless:
    """The same for a game."""
    return rules.once(_nameless)


def _nameless(rules: Rules) -> Nameless:
    return Nameless(rules.knowledge)
