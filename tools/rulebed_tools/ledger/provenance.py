"""Where the values of a pack come from: those with a source, and those that stand in for printed ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebed.content import RULES, Map, Node, PackTree, Scalar, Seq
from rulebed.content import address as at

SOURCE, STAND_IN = "source", "stand_in"
REMARKS = frozenset({SOURCE, STAND_IN, RULES, "note", "says", "title"})
PLAIN = re.compile(r"[A-Za-z0-9_(][^\n:#]*\Z|-?\d+\Z")
HEAD = """\
# What stands in for printed values in `{pack}`, each with the reason and the line where it is written. Take the `# `
# away before a value and write the printed one behind it, and before the line with `remove` beneath: then nothing
# stands in for it any more. What is printed besides goes in as in `ADDRESS: {{add: {{NAME: VALUE}}}}`.
patch:
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """Values that are written in one place: where they come from, or why they are made up."""

    address: str
    key: str  # that of the one value which is meant; nothing if all of the node are
    word: str
    values: tuple[tuple[str, Node], ...]
    file: str
    line: int
    made_up: bool

    @property
    def remark(self) -> str:
        """The address of what says so."""
        above = f"{self.address}.{STAND_IN if self.made_up else SOURCE}"
        return f"{above}.{self.key}" if self.key else above


def origins(tree: PackTree) -> tuple[Origin, ...]:
    """All that a pack says of where its values come from, in its order."""
    return tuple(_origins(tree.root, ""))


def _origins(node: Node, address: str) -> Iterator[Origin]:
    if isinstance(node, Map) and address:
        yield from _said(node, address, SOURCE)
        yield from _said(node, address, STAND_IN)
    for key, below in at.children(node):
        if key not in REMARKS:
            yield from _origins(below, f"{address}.{key}".lstrip("."))


def _said(node: Map, address: str, word: str) -> Iterator[Origin]:
    stated = node.get(word)
    if isinstance(stated, Scalar):
        yield _origin(node, address, "", stated, made_up=word == STAND_IN)
    for entry in stated if isinstance(stated, Map) else ():
        if isinstance(entry.value, Scalar):
            yield _origin(node, address, entry.key, entry.value, made_up=word == STAND_IN)


def _origin(node: Map, address: str, key: str, said: Scalar, *, made_up: bool) -> Origin:
    meant = node.get(key) if key else node
    below = f"{address}.{key}" if key else address
    values = tuple(_leaves(meant, below)) if meant is not None else ()
    return Origin(address, key, said.text, values, said.span.source.name, said.span.line, made_up)


def _leaves(node: Node, address: str) -> Iterator[tuple[str, Node]]:
    """The single values and plain lists of a node, remarks and what says for itself where it comes from aside."""
    if isinstance(node, Scalar) or (isinstance(node, Seq) and all(isinstance(item, Scalar) for item in node)):
        yield address, node
        return
    told = {key for word in (SOURCE, STAND_IN) for key in _keys(node, word)}
    for key, below in at.children(node):
        own = isinstance(below, Map) and (SOURCE in below or STAND_IN in below)
        if key not in REMARKS and key not in told and not own:
            yield from _leaves(below, f"{address}.{key}")


def _keys(node: Map | Seq, word: str) -> list[str]:
    stated = node.get(word) if isinstance(node, Map) else None
    return list(stated.entries) if isinstance(stated, Map) else []


def template(tree: PackTree) -> str:
    """A file of a layer to put printed values in, with what stands in for them as comments; empty if nothing does."""
    parts = [part for origin in origins(tree) if origin.made_up for part in ("", *_proposed(origin))]
    return HEAD.format(pack=tree.name) + "\n".join(parts[1:]) + "\n" if parts else ""


def _proposed(origin: Origin) -> Iterator[str]:
    yield f"  # {origin.address}: {' '.join(origin.word.split())} ({origin.file}:{origin.line})"
    for address, value in origin.values:
        yield from (f"  # {line}".rstrip() for line in f"{address}: {_written(value)}".split("\n"))
    yield f"  # {origin.remark}: {{remove: true}}"


def _written(value: Node) -> str:
    """A value as YAML has it."""
    if not isinstance(value, Scalar):
        return f"[{', '.join(_written(item) for _, item in at.children(value))}]"
    text = value.text.rstrip("\n")
    if "\n" in text:
        return "|\n" + "\n".join(f"  {line}" for line in text.split("\n"))
    if not isinstance(value.value, str) or (PLAIN.match(text) and text not in ("true", "false", "null")):
        return text
    return json.dumps(text, ensure_ascii=False)
