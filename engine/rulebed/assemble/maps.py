"""Maps: grids, hexes and graphs become instances with static facts about who lies beside whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from rulebed.lang.core import NO_NUMBER, NONE, Value
from rulebed.lang.types import NUMBER, Type, entity, sequence
from rulebed.model.graph import distances

STEPS = {
    "north": (1, 0),
    "northeast": (1, 1),
    "east": (0, 1),
    "southeast": (-1, 1),
    "south": (-1, 0),
    "southwest": (-1, -1),
    "west": (0, -1),
    "northwest": (1, -1),
}
STRAIGHT = ("north", "east", "south", "west")
LINES = ("north", "northeast", "east", "southeast")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class MapLayout:
    """The instances of a map, and what is known of each."""

    instances: tuple[str, ...]
    facts: dict[str, tuple[Type, tuple[Value, ...]]] = field(default_factory=dict)

    def only(self, places: Iterable[int]) -> MapLayout:
        """The map of these places alone: nothing lies beside a hole, and no line goes through one."""
        number = {place: index for index, place in enumerate(places)}
        facts = {
            name: (kind, tuple(_without_holes(values[place], kind, number) for place in number))
            for name, (kind, values) in self.facts.items()
        }
        return MapLayout(tuple(self.instances[place] for place in number), facts)


def _without_holes(value: Value, kind: Type, number: Mapping[int, int]) -> Value:
    """What is known of a place, where only some places of its map are left, each with its new number."""
    if kind.base == "entity" and isinstance(value, int):
        return number.get(value, NONE)
    if kind.item is None or isinstance(value, int):
        return value
    found = [_without_holes(one, kind.item, number) for one in value]
    whole = kind.item.base == "sequence"  # a line with a hole is none
    kept = [new for new, old in zip(found, value, strict=True) if not whole or _long(new) == _long(old)]
    return tuple(one for one in kept if one != NONE)


def _long(value: Value) -> int:
    return 1 if isinstance(value, int) else len(value)


def grid(kind: str, rows: int, columns: int, lines: tuple[int, ...]) -> MapLayout:
    """Rows from the south, columns from the west: a1 is the corner."""
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    number = {place: index for index, place in enumerate(places)}
    names = tuple(f"{_letters(column)}{row}" for row, column in places)
    layout = MapLayout(names)
    layout.facts["row"] = (NUMBER, tuple(row for row, _ in places))
    layout.facts["column"] = (NUMBER, tuple(column for _, column in places))
    for word, (up, right) in STEPS.items():
        found = tuple(number.get((row + up, column + right), NONE) for row, column in places)
        layout.facts[word] = (entity(kind, optional=True), found)
    _add_neighbours(layout, kind, STRAIGHT, "beside")
    _add_neighbours(layout, kind, tuple(STEPS), "around")
    if lines:
        layout.facts["lines"] = (sequence(sequence(entity(kind))), _lines(places, number, lines))
    return layout


def _letters(column: int) -> str:
    high, low = divmod(column - 1, 26)
    return (LETTERS[high - 1] if high else "") + LETTERS[low]


def _add_neighbours(layout: MapLayout, kind: str, steps: Iterable[str], word: str) -> None:
    columns = [layout.facts[step][1] for step in steps]
    found = tuple(
        tuple(column[place] for column in columns if column[place] != NONE) for place in range(len(layout.instances))
    )
    layout.facts[word] = (sequence(entity(kind)), found)


def _lines(
    places: list[tuple[int, int]], number: dict[tuple[int, int], int], lengths: tuple[int, ...]
) -> tuple[Value, ...]:
    """For each place, the straight lines of these lengths that it lies on."""
    lines: list[tuple[int, ...]] = []
    for length, (row, column) in product(lengths, places):
        for up, right in (STEPS[word] for word in LINES):
            line = [number.get((row + up * step, column + right * step), NONE) for step in range(length)]
            if NONE not in line:
                lines.append(tuple(line))
    return tuple(tuple(line for line in lines if place in line) for place in range(len(places)))


def touch(above: tuple[int, int], below: tuple[int, int]) -> bool:
    """Whether two rows of hexes have neighbours: each is where it begins, in half hexes, and how many it has."""
    (one, width), (other, count) = above, below
    reach = other - one  # hexes are two halves wide, and neighbours lie half a hex to one side
    return reach % 2 == 1 and -2 * count < reach < 2 * width


def hexes(kind: str, widths: list[int], starts: list[int]) -> MapLayout:
    """Rows of hexes, each from where it begins, in half hexes; rows are lettered from the top, places from the left."""
    places = [(row, starts[row] + 2 * place) for row, width in enumerate(widths) for place in range(width)]
    names = tuple(f"{LETTERS[row]}{place + 1}" for row, width in enumerate(widths) for place in range(width))
    number = {place: index for index, place in enumerate(places)}
    layout = MapLayout(names)
    layout.facts["row"] = (NUMBER, tuple(row + 1 for row, _ in places))
    layout.facts["column"] = (NUMBER, tuple(place + 1 for width in widths for place in range(width)))
    layout.facts["eastward"] = (NUMBER, tuple(side for _, side in places))  # in half hexes
    steps = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
    beside = tuple(
        tuple(number[(row + down, place + side)] for down, side in steps if (row + down, place + side) in number)
        for row, place in places
    )
    layout.facts["beside"] = (sequence(entity(kind)), beside)
    return layout


def graph(kind: str, instances: tuple[str, ...], edges: list[tuple[int, int]]) -> MapLayout:
    """Places joined by edges."""
    beside: list[list[int]] = [[] for _ in instances]
    for one, other in edges:
        beside[one].append(other)
        beside[other].append(one)
    found = tuple(tuple(sorted(set(row))) for row in beside)
    return MapLayout(instances, {"beside": (sequence(entity(kind)), found)})


def distance_table(layout: MapLayout) -> tuple[Value, ...]:
    """The steps between each two places, none where there is no way."""
    count = len(layout.instances)
    beside = layout.facts["beside"][1]
    edges = [(place, other) for place, row in enumerate(beside) if isinstance(row, tuple) for other in row]
    steps = distances(range(count), [(one, other) for one, other in edges if isinstance(other, int)])
    return tuple(steps[one].get(other, NO_NUMBER) for one in range(count) for other in range(count))
