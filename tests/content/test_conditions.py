"""No condition stands twice in one program of a large game: nothing is asked again where the answer is known.

A program is told as a line of what it asks and what it changes. Of two equal questions the second is one too many,
unless something between them may have changed the answer, or they lie on ways of which only one is gone.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from rulebed.lang.parse import parse_expression, parse_program
from rulebed.lang.syntax import (
    And,
    Attempt,
    Branch,
    Choose,
    Conditional,
    Let,
    May,
    Nothing,
    Program,
    Require,
    Roll,
    SyntaxNode,
    Text,
    Where,
)
from rulebed.source.diagnostics import Report

ROOT = Path(__file__).resolve().parents[2] / "content"
PACKS = ["dino_island", "ep1", "ep2", "perseverance"]
ASIDE = {"locale", "scenarios"}
QUESTIONS = ("if", "when")
NO_PROGRAM = {"next", "takes", "pick", "rules", "source", "stand_in", "note", "about"}
NAMING = (Let, Choose, Roll)  # what they name anew is another thing from there on

Way = tuple[tuple[int, int], ...]  # which branch is gone, fork by fork


class Step(NamedTuple):
    """Something that a program asks, or that it changes; a change of one name leaves the others as they are."""

    way: Way
    asks: str = ""
    names: str = ""


def both(condition: SyntaxNode) -> Iterator[SyntaxNode]:
    """The conditions of which one is made."""
    if isinstance(condition, And):
        yield from both(condition.first)
        yield from both(condition.second)
    else:
        yield condition


def asked(part: Any, way: Way) -> Iterator[Step]:
    """What is asked within an expression: of sets, and where one of two values is taken."""
    if isinstance(part, Where):
        yield Step(way, repr(part))
    elif isinstance(part, Conditional):
        yield from (Step(way, repr(one)) for one in both(part.condition))
    for one in part.parts() if isinstance(part, SyntaxNode) else part if isinstance(part, tuple) else ():
        yield from asked(one, way)


def told(part: SyntaxNode | None, way: Way) -> Iterator[Step]:
    """A program, line by line; what it asks of a set is asked before it changes anything."""
    match part:
        case None | Nothing():
            return
        case Program():
            for statement in part.statements:
                yield from told(statement, way)
        case Branch(condition=condition, then=then, otherwise=otherwise):
            yield from (Step(way, repr(one)) for one in both(condition))
            yield from asked(condition, way)
            yield from told(then, (*way, (id(part), 0)))
            yield from told(otherwise, (*way, (id(part), 1)))
        case Require(condition=condition):
            yield from (Step(way, repr(one)) for one in both(condition))
        case Attempt(statement=statement, otherwise=otherwise):
            yield from told(statement, (*way, (id(part), 0)))
            yield from told(otherwise, (*way, (id(part), 1)))
        case May(statement=statement, then=then, otherwise=otherwise):
            yield from told(statement, (*way, (id(part), 0)))
            yield from told(then, (*way, (id(part), 0)))
            yield from told(otherwise, (*way, (id(part), 1)))
        case _:
            yield from asked(tuple(one for one in part.parts() if not isinstance(one, Program)), way)
            for one in part.parts():
                if isinstance(one, Program):
                    yield from told(one, way)
            yield Step(way, names=part.name if isinstance(part, NAMING) else "")


def steps(entry: Any, way: Way = ()) -> Iterator[Step]:
    """A program as it stands in a file: steps below each other, options beside each other."""
    if isinstance(entry, str):
        yield from told(parse_program(Text(entry, lambda _start, _end: None), Report()), way)
    if not isinstance(entry, dict):
        return
    for key in QUESTIONS:
        if isinstance(entry.get(key), str):
            asks = parse_expression(Text(entry[key], lambda _start, _end: None), Report())
            yield from (Step(way, repr(one)) for one in both(asks))
    for name, option in entry.get("options", {}).items() if isinstance(entry.get("options"), dict) else ():
        yield from steps(option, (*way, (id(entry), hash(name))))
    for key, value in entry.items():
        if key not in {*QUESTIONS, *NO_PROGRAM, "options"}:
            yield from steps(value, way)


def meet(one: Way, other: Way) -> bool:
    """Whether a game can go both ways, one after the other."""
    return all(mine == yours for mine, yours in zip(one, other, strict=False) if mine[0] == yours[0])


def twice(line: list[Step]) -> list[str]:
    """What is asked once more although nothing has changed since."""
    found = []
    for at, step in enumerate(line):
        for later in range(at + 1, len(line)):
            other = line[later]
            if step.asks and other.asks == step.asks and meet(step.way, other.way):
                found.append(step.asks)
            changes = not other.asks and (not other.names or f"'{other.names}'" in step.asks)
            if changes and meet(step.way, other.way):
                break
    return found


def programs(name: str) -> Iterator[tuple[str, Any]]:
    """Whatever has programs in a pack and its layers, by file and address."""
    for path in sorted((ROOT / name).rglob("*.yaml")):
        if ASIDE.isdisjoint(path.parts) and path.name not in {"ledger.yaml", "board.yaml", "map_data.yaml"}:
            tree = yaml.safe_load(path.read_text(encoding="utf-8"))
            for section, entries in tree.items():
                if isinstance(entries, dict) and section not in {"kinds", "options", "values", "laws", "resources"}:
                    yield from ((f"{path.name}: {section}.{key}", entry) for key, entry in entries.items())


@pytest.mark.parametrize("name", PACKS)
def test_no_condition_stands_twice_in_one_program(name):
    """Each question is asked once, as long as nothing has changed."""
    found = {at: again for at, entry in programs(name) if (again := twice(list(steps(entry))))}
    assert found == {}


@pytest.mark.parametrize(
    ("entry", "count"),
    [
        ({"if": "any pool", "do": "if any pool: gain 1 food"}, 1),
        ({"if": "any pool", "do": "gain 1 food; if any pool: gain 1 food"}, 0),
        ("require me.food > 1 and any pool\nchoose d in pool\nif any pool: gain 1 food", 1),
        ("choose d in pool where no owner\nlet left = pool where no owner", 1),
        ("if any d: gain 1 food otherwise lose 1 food\nlet n = 1 if any d else 2", 0),
        ({"pick": 1, "options": {"a": {"when": "any pool"}, "b": {"when": "any pool"}}}, 0),
        ({"first": {"if": "any pool", "do": "let n = 1"}, "then": {"if": "any pool", "do": "gain 1 food"}}, 1),
    ],
)
def test_what_is_asked_again_is_found(entry, count):
    """Nested, further down, in another step; not behind a change, and not where only one of both is come to."""
    assert len(twice(list(steps(entry)))) == count
