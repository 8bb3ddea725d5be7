"""The tables of words that come with the engine: one YAML file a language, as plain mappings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulebed.packs.node import Map, Node

Words = dict[str, "str | Words"]
SYMBOL = re.compile(r"[a-z]?\d*|[a-z]{2}\d+")  # a letter, a number, a square of a board: called so in every language
FOLDER = Path(__file__).parents[1] / "words"


@cache
def languages() -> tuple[str, ...]:
    """The languages that there is a table for."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


@cache
def word_table(language: str) -> Words:
    """The table of a language."""
    file = FOLDER / f"{language}.yaml"
    return read_table(f"words/{language}.yaml", file.read_text(encoding="utf-8"))


def read_table(name: str, text: str) -> Words:
    """A table of words, from the text of its file."""
    from rulebed.packs import yaml_tree  # noqa: PLC0415 - a game from the cache is loaded without reading YAML
    from rulebed.packs.node import Map  # noqa: PLC0415
    from rulebed.source.text import Source  # noqa: PLC0415

    root, report = yaml_tree.parse(Source(name, text))
    if report.errors or not isinstance(root, Map):
        raise ValueError(f"the words of `{name}` can't be read: {report.sorted()}")
    return plain(root)


def plain(node: Map) -> Words:
    """A mapping of texts, and of mappings of texts."""
    return {entry.key: _plain(entry.value) for entry in node}


def _plain(node: Node) -> str | Words:
    from rulebed.packs.node import Map, Scalar  # noqa: PLC0415 - as above

    if isinstance(node, Map):
        return plain(node)
    return node.text if isinstance(node, Scalar) else ""


def composed(name: str, known: Callable[[str], str | None]) -> str:
    """A name that is made of known words, numbers and symbols, said word by word: `pier_2`; empty if it isn't."""
    said = [_composed(part.split("_"), known) for part in name.split("-")]
    return " ".join(said) if all(said) else ""


def _composed(parts: list[str], known: Callable[[str], str | None]) -> str:
    for end in range(len(parts), 0, -1):
        word = "_".join(parts[:end])
        said = known(word) or (word if SYMBOL.fullmatch(word) else "")
        rest = _composed(parts[end:], known) if said else ""
        if said and (rest or end == len(parts)):
            return f"{said} {rest}".strip()
    return ""
