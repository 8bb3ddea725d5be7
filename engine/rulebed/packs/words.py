"""The tables of words that come with the engine: one YAML file a language, as plain mappings."""

from __future__ import annotations

from functools import cache
from importlib import resources

from rulebed.packs import yaml_tree
from rulebed.packs.node import Map, Node, Scalar
from rulebed.source.text import Source

Words = dict[str, "str | Words"]


def languages() -> list[str]:
    """The languages that there is a table for."""
    folder = resources.files("rulebed") / "words"
    return sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml"))


@cache
def word_table(language: str) -> Words:
    """The table of a language."""
    file = resources.files("rulebed") / "words" / f"{language}.yaml"
    return read_table(f"words/{language}.yaml", file.read_text(encoding="utf-8"))


def read_table(name: str, text: str) -> Words:
    """A table of words, from the text of its file."""
    root, report = yaml_tree.parse(Source(name, text))
    if report.errors or not isinstance(root, Map):
        raise ValueError(f"the words of `{name}` can't be read: {report.sorted()}")
    return plain(root)


def plain(node: Map) -> Words:
    """A mapping of texts, and of mappings of texts."""
    return {entry.key: _plain(entry.value) for entry in node}


def _plain(node: Node) -> str | Words:
    if isinstance(node, Map):
        return plain(node)
    return node.text if isinstance(node, Scalar) else ""
