"""The values that a setup option can have: those that it lists, or the instances of a kind."""

from __future__ import annotations

from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Map, Node, Scalar, Seq

OF = "of"


def values_of(root: Map, option: Node) -> list[str]:
    """The values of an option as the pack's tree states it, in order."""
    listed = option.get("values") if isinstance(option, Map) else None
    if isinstance(listed, Seq):
        return _texts(listed)
    kind = option.get(OF) if isinstance(option, Map) else None
    return _instances(root, kind.text) if isinstance(kind, Scalar) else []


def _instances(root: Map, kind: str) -> list[str]:
    kinds = root.get("kinds")
    stated = kinds.get(kind) if isinstance(kinds, Map) else None
    if stated is None:
        return []
    section = root.get(plural_of(kind, stated))
    named = [entry.key for entry in section] if isinstance(section, Map) else []
    return named + _texts(stated.get("instances") if isinstance(stated, Map) else None)


def _texts(node: Node | None) -> list[str]:
    return [item.text for item in node if isinstance(item, Scalar)] if isinstance(node, Seq) else []
