"""Formats whole files: which values are effects, and the proof that nothing but the layout has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebed.content import (
    LEDGER,
    LOCALE,
    SCENARIOS,
    Map,
    Node,
    Scalar,
    Seq,
    decode,
    marked_lines,
    parse_yaml,
    read_source,
)
from rulebed.language import parse_both
from rulebed.text import Report, Source
from rulebed_tools.fmt.comments import comments_of
from rulebed_tools.fmt.upgrades.upgrading import stated_edition, upgraded
from rulebed_tools.fmt.writing import written

PROSE = frozenset(
    {"name", "title", "about", "note", "source", "stand_in", "says", "text", "tags", "rules", "language", "requires"}
)
PROGRAM = "do"  # the one key of a scenario that holds effects


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file as it is and as it should be; where it can't be read, only what is wrong with it."""

    path: Path
    name: str
    before: str
    after: str
    report: Report

    @property
    def is_changed(self) -> bool:
        """Whether it isn't as it should be."""
        return self.before != self.after


def format_file(path: Path, *, upgrade: bool = False) -> Formatted:
    """A file of a pack; on demand it says what it says as today's language wants it."""
    report = Report()
    return _formatted(read_source(path, report), path, report, upgrade=upgrade)


def format_text(data: bytes, name: str, path: Path) -> Formatted:
    """What would be written into a file of this path, as it comes from elsewhere."""
    report = Report()
    return _formatted(decode(name, data, report), path, report, upgrade=False)


def _formatted(source: Source, path: Path, report: Report, *, upgrade: bool) -> Formatted:
    if report.errors:
        return Formatted(path, source.name, source.text, source.text, report)
    newer = source
    if upgrade and not _is_beside(path):
        newer = Source(source.name, upgraded(source, stated_edition(path)))
    return Formatted(path, source.name, source.text, formatted(newer, path, report), report)


def formatted(source: Source, path: Path, report: Report) -> str:
    """The canonical text of a file, or the text as it is where it can't be read."""
    text = source.text
    source = source if source.text.endswith("\n") else Source(source.name, source.text + "\n")
    root, found = parse_yaml(source)
    report.merge(found)
    if root is None or report.errors:
        return text
    after = written(source, root, _scenario_code if _is_beside(path) else _content_code)
    if not same(source, root, after):
        raise AssertionError(f"{source.name} would not say the same: please tell what is in it")
    return after


def same(source: Source, root: Node, after: str) -> bool:
    """Whether a text says the same as a file, with the same comments."""
    again = Source(source.name, after)
    other, report = parse_yaml(again)
    if other is None or report.errors or not _equal(root, other):
        return False
    before, now = comments_of(source, root).listed, comments_of(again, other).listed
    return Counter(one.text for one in before) == Counter(one.text for one in now)


def _equal(one: Node, two: Node) -> bool:
    """Whether two trees say the same: effects may be spelled otherwise, and nothing else."""
    match one, two:
        case Map(), Map():
            values = zip(one, two, strict=False)
            return list(one.entries) == list(two.entries) and all(_equal(a.value, b.value) for a, b in values)
        case Seq(), Seq():
            return len(one) == len(two) and all(map(_equal, one, two))
        case Scalar(), Scalar():
            return type(one.value) is type(two.value) and (one.text == two.text or _says(one) == _says(two))
        case _:
            return False


def _says(value: Scalar) -> object:
    program, expression = parse_both(value.text)
    ids = [line.names for line in marked_lines(value.text)]
    return (program, expression, ids) if program is not None or expression is not None else value.text


def files_of(place: Path) -> Iterator[Path]:
    """The files of a pack or directory, or the one file; links and hidden ones are left alone."""
    if place.is_file():
        yield place
        return
    for path in sorted(place.rglob("*.yaml")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(place).parts)
        if path.is_file() and not is_hidden and path.resolve().is_relative_to(place.resolve()):
            yield path


def _is_beside(path: Path) -> bool:
    """Whether a file holds no content: texts, scenarios, rules."""
    return path.name == LEDGER or path.name.endswith(f".{LEDGER}") or bool({LOCALE, SCENARIOS} & set(path.parts[-4:-1]))


def _content_code(path: tuple[str, ...]) -> bool:
    """Whether a value of the content may be an effect or expression."""
    return not any(key.rpartition(".")[2] in PROSE for key in path)


def _scenario_code(path: tuple[str, ...]) -> bool:
    return PROGRAM in path[:2]
