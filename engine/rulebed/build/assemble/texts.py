"""Texts: names and labels by language and address."""

from __future__ import annotations

from pathlib import Path

from rulebed.build.assemble.bench import Bench
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.packs.pack import PackTree
from rulebed.packs.yaml_tree import parse


def read_texts(tree: PackTree, bench: Bench) -> dict[str, dict[str, str]]:
    """All texts of the pack's locale files; the language is the file's name."""
    found: dict[str, dict[str, str]] = {}
    for source in tree.locale:
        root, report = parse(source)
        bench.report.merge(report)
        if root is not None:
            _flatten(root, "", found.setdefault(Path(source.name).stem, {}))
    return found


def _flatten(node: Tree, address: str, found: dict[str, str]) -> None:
    if isinstance(node, Scalar):
        found[address] = node.text
    elif isinstance(node, Map):
        for entry in node:
            _flatten(entry.value, f"{address}.{entry.key}".lstrip("."), found)
