"""Graphs: steps between places, what can be reached, and circles (the only module that knows the graph library)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import networkx as nx

NodeT = TypeVar("NodeT", bound=Hashable)


def distances(nodes: Iterable[NodeT], edges: Iterable[tuple[NodeT, NodeT]]) -> Mapping[NodeT, Mapping[NodeT, int]]:
    """The number of steps from each node to each that can be reached from it; edges go both ways."""
    graph: nx.Graph[NodeT] = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return dict(nx.all_pairs_shortest_path_length(graph))


def _directed(edges: Mapping[NodeT, Iterable[NodeT]]) -> nx.DiGraph[NodeT]:
    graph: nx.DiGraph[NodeT] = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from((node, target) for node, targets in edges.items() for target in targets)
    return graph


def reachable(start: NodeT, edges: Mapping[NodeT, Iterable[NodeT]]) -> set[NodeT]:
    """All that can be come to from a node, itself included."""
    return {start, *nx.descendants(_directed(edges), start)}


def leading_to(goal: NodeT, edges: Mapping[NodeT, Iterable[NodeT]]) -> set[NodeT]:
    """All from which a node can be come to, itself included."""
    return {goal, *nx.ancestors(_directed(edges), goal)}


def in_circles(edges: Mapping[NodeT, Iterable[NodeT]]) -> list[set[NodeT]]:
    """The groups of nodes that can each be come to from each other, or from themselves."""
    graph = _directed(edges)
    groups = nx.strongly_connected_components(graph)
    return [group for group in groups if len(group) > 1 or any(graph.has_edge(node, node) for node in group)]
