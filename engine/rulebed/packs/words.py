"""The tables of words that come with the engine: one YAML file a language, as plain mappings.

A language says what its file says, and in English what that lacks, row by row: so it may be begun with a few rows. For
what has a row it needs no special ones, though English may have some:

    en.yaml                      of.yaml                   the table of `of`
    patterns:                    patterns:                 patterns:
      find: find {source}          find: of {source}         find: of {source}
      find+why: find {source}...   lose: ol {amounts}        lose: ol {amounts}
      gain: gain {amounts}                                   gain: gain {amounts}
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulebed.packs.node import Map, Node

WordTable = dict[str, "str | WordTable"]
LANGUAGE = "en"  # whose words are taken where there are none of a language
OWN = frozenset({"contractions", "counts", "signs", "typography"})  # by expressions: a language has all of them or none
BY_NAME = "function"  # whose rows are of several things: of each function one
SYMBOL = re.compile(r"[a-z]?\d*|[a-z]{2}\d+")  # a letter, a number, a square of a board: called so in every language
FOLDER = Path(__file__).parents[1] / "words"


@cache
def languages(folder: Path = FOLDER) -> tuple[str, ...]:
    """The languages that there is a table for."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


@cache
def word_table(language: str, folder: Path = FOLDER) -> WordTable:
    """The table of a language; where it has no row, and where there is no such table, in English."""
    english = _own_table(LANGUAGE, folder)
    if language == LANGUAGE or language not in languages(folder):
        return english
    return filled(_own_table(language, folder), english)


@cache
def _own_table(language: str, folder: Path) -> WordTable:
    file = folder / f"{language}.yaml"
    return read_table(f"{folder.name}/{file.name}", file.read_text(encoding="utf-8"))


def filled(own: WordTable, other: WordTable) -> WordTable:
    """A table with the rows of another one that it has nothing for: for what has a row, it needs no special ones."""
    found = {**other, **own}
    for section, rows in own.items():
        theirs = other.get(section)
        if isinstance(rows, dict) and isinstance(theirs, dict) and section not in OWN:
            names = {key.partition("+")[0] for key in rows}
            found[section] = {key: row for key, row in theirs.items() if key.partition("+")[0] not in names} | rows
    return found


def rows_of(language: str, folder: Path = FOLDER) -> list[str]:
    """What a language says by itself, such as `patterns.gain`, without how it is said on special occasions."""
    return list(dict.fromkeys(_addresses(_own_table(language, folder))))


def _addresses(table: WordTable) -> Iterator[str]:
    for section, rows in table.items():
        if isinstance(rows, dict) and section not in OWN:
            yield from (f"{section}.{_name(key)}" for key in rows)
        else:
            yield section


def _name(key: str) -> str:
    """What a row is for: of each function there is one."""
    name, _, rest = key.partition("+")
    return f"{name}+{rest.partition('+')[0]}" if name == BY_NAME and rest else name


def read_table(name: str, text: str) -> WordTable:
    """A table of words, from the text of its file."""
    from rulebed.packs import yaml_tree  # noqa: PLC0415 - a game from the cache is loaded without reading YAML
    from rulebed.packs.node import Map  # noqa: PLC0415
    from rulebed.source.text import Source  # noqa: PLC0415

    root, report = yaml_tree.parse(Source(name, text))
    if report.errors or not isinstance(root, Map):
        raise ValueError(f"the words of `{name}` can't be read: {report.sorted()}")
    return plain(root)


def plain(node: Map) -> WordTable:
    """A mapping of texts, and of mappings of texts."""
    return {entry.key: _plain(entry.value) for entry in node}


def _plain(node: Node) -> str | WordTable:
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
