"""Graphs: steps between places, what can be reached, and circles (the only module that knows the graph library)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

NodeT = TypeVar("NodeT", bound=Hashable)


def distances(nodes: Iterable[NodeT], edges: Iterable[tuple[NodeT, NodeT]]) -> Mapping[NodeT, Mapping[NodeT, int]]:
    """The number of steps from each node to each that can be reached from it; edges go both ways."""
    import networkx as nx  # noqa: PLC0415 - takes longer to import than a pack without a map to load

    graph: nx.Graph[NodeT] = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return dict(nx.all_pairs_shortest_path_length(graph))


def reachable(start: NodeT, edges: Mapping[NodeT, Iterable[NodeT]]) -> set[NodeT]:
    """All that can be come to from a node, itself included."""
    found, todo = {start}, [start]
    while todo:
        more = [node for node in edges.get(todo.pop(), ()) if node not in found]
        found.update(more)
        todo += more
    return found


def leading_to(goal: NodeT, edges: Mapping[NodeT, Iterable[NodeT]]) -> set[NodeT]:
    """All from which a node can be come to, itself included."""
    back: dict[NodeT, list[NodeT]] = {}
    for node, targets in edges.items():
        for target in targets:
            back.setdefault(target, []).append(node)
    return reachable(goal, back)


def in_circles(edges: Mapping[NodeT, Iterable[NodeT]]) -> list[set[NodeT]]:
    """The groups of nodes that can each be come to from each other, or from themselves."""
    if _has_order(edges):
        return []
    import networkx as nx  # noqa: PLC0415 - as above

    graph: nx.DiGraph[NodeT] = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from((node, target) for node, targets in edges.items() for target in targets)
    groups = nx.strongly_connected_components(graph)
    return [group for group in groups if len(group) > 1 or any(graph.has_edge(node, node) for node in group)]


def components_in_order(edges: Mapping[NodeT, Iterable[NodeT]]) -> list[set[NodeT]]:
    """All nodes, those of a circle together; what edges lead to comes before where they begin."""
    groups = in_circles(edges)
    group_of = {node: group for group in groups for node in group}
    first: dict[NodeT, NodeT] = {}
    for group in groups:
        first |= dict.fromkeys(group, next(node for node in edges if node in group))
    merged: dict[NodeT, set[NodeT]] = {}
    for node, targets in edges.items():
        own = first.get(node, node)
        merged.setdefault(own, set()).update(first.get(target, target) for target in targets)
    for own, targets in merged.items():
        targets.discard(own)
    return [group_of.get(node, {node}) for node in TopologicalSorter(merged).static_order()]


def _has_order(edges: Mapping[NodeT, Iterable[NodeT]]) -> bool:
    """Whether nodes can be put in an order in which no edge goes back."""
    try:
        tuple(TopologicalSorter(edges).static_order())
    except CycleError:
        return False
    return True
