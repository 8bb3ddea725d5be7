"""The flow of a pack as nodes and labelled arrows, whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulebed.content import Entry, Map, Node, PackTree, Scalar, Seq

END = "end"
OTHERWISE = "otherwise"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way on, with the condition as the pack writes it."""

    source: str
    target: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Phases and the ways between them; the first node is where the game starts, `end` where it ends.

    `names` is what nodes are called, where that isn't their name in plain letters.
    """

    title: str
    nodes: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, node: str) -> str:
        """What a node is called."""
        return self.names.get(node) or node.replace("_", " ")


def chart_of(tree: PackTree) -> Chart:
    """The chart of a pack, its layers included."""
    flow = tree.root.get("flow")
    phases = list(flow) if isinstance(flow, Map) else []
    arrows = tuple(arrow for phase in phases for arrow in _arrows(phase))
    ends = (END,) if any(arrow.target == END for arrow in arrows) else ()
    return Chart(tree.title, (*(phase.key for phase in phases), *ends), arrows)


def _arrows(phase: Entry) -> Iterator[Arrow]:
    following = phase.value.get("next") if isinstance(phase.value, Map) else None
    if isinstance(following, Scalar):
        yield Arrow(phase.key, following.text)
    for item in following if isinstance(following, Seq) else ():
        yield _arrow(phase.key, item)


def _arrow(source: str, item: Node) -> Arrow:
    if isinstance(item, Map):
        if OTHERWISE in item:
            return Arrow(source, _text(item.get(OTHERWISE)), OTHERWISE)
        return Arrow(source, _text(item.get("to")), _text(item.get("if")))
    return Arrow(source, _text(item), OTHERWISE)


def _text(node: Node | None) -> str:
    return node.text.strip() if isinstance(node, Scalar) else ""
