"""What a player sees, as boxes: maps as grids, everything else as tables; no word on how they are painted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebed import State
from rulebed.play.knowledge import Place

GAME, PLAYER, PARTY, STOCK = "game", "player", "party", "stock"
NOTHING = "·"
HIDDEN = "?"
MOST_ROWS = 40
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, with the player whose colour it has."""

    text: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A table with a title; the cells of a map are drawn close together."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_map: bool = False


def boxes(state: State, viewer: int | None) -> list[Box]:
    """The game as a player sees it: maps first, then players, kinds of things, and the game as a whole."""
    fields = state.view(viewer)["fields"]
    facts = _facts(state)
    maps = [_map(state, kind, own, fields) for kind, own in facts.items() if _is_map(state, kind)]
    people = _people(state, facts, fields)
    things = [_things(kind, own, fields) for kind, own in facts.items() if _is_thing(state, kind)]
    return [box for box in (*maps, people, *things, _game(facts.get(GAME, {}), fields)) if box and box.rows]


def _facts(state: State) -> dict[str, dict[str, list[Place]]]:
    """The places of each fact of each kind, without what the engine keeps for itself."""
    found: dict[str, dict[str, list[Place]]] = {}
    for place in state.rules.knowledge.shown_places:
        kind, _, fact = place.field.name.partition(".")
        if kind == place.field.kind and fact.isidentifier():
            found.setdefault(kind, {}).setdefault(fact, []).append(place)
    return found


def _is_map(state: State, kind: str) -> bool:
    tables = state.rules.program.model.tables
    return f"{kind}.row" in tables and f"{kind}.column" in tables


def _is_thing(state: State, kind: str) -> bool:
    return kind not in (GAME, PLAYER, PARTY) and not _is_map(state, kind)


def _map(state: State, kind: str, facts: dict[str, list[Place]], fields: Fields) -> Box:
    """Rows from the north, columns from the west."""
    tables = state.rules.program.model.tables
    rows, columns = (tables[f"{kind}.{fact}"].values for fact in ("row", "column"))
    at = {place: number for number, place in enumerate(zip(rows, columns, strict=True))}
    across = sorted(set(columns), key=_number)
    lines = tuple(
        (Cell(str(row)), *(_square(facts, at.get((row, column)), fields) for column in across))
        for row in sorted(set(rows), key=_number, reverse=True)
    )
    return Box(_words(kind), ("", *(_letters(_number(column)) for column in across)), lines, is_map=True)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _letters(column: int) -> str:
    high, low = divmod(column - 1, 26)
    return (chr(96 + high) if high else "") + chr(97 + low)


def _square(facts: dict[str, list[Place]], number: int | None, fields: Fields) -> Cell:
    """What is on a square: nothing, or all that is not nothing."""
    if number is None:
        return Cell("")
    cells = [_cell(places[number], fields) for places in facts.values() if number < len(places)]
    told = [cell for cell in cells if cell.text not in (NOTHING, "")]
    owner = next((cell.player for cell in told if cell.player), None)
    return Cell(" ".join(cell.text for cell in told) or NOTHING, owner)


def _people(state: State, facts: dict[str, dict[str, list[Place]]], fields: Fields) -> Box:
    """A row for each player and party, a column for each fact and resource."""
    kinds = state.rules.program.model.kinds
    names = kinds[PARTY].instances if PARTY in kinds else kinds[PLAYER].instances if PLAYER in kinds else ()
    columns = [*_columns(facts.get(PLAYER, {})), *_columns(facts.get(PARTY, {}))]
    rows = []
    for number, name in enumerate(names):
        seat = number + 1 if number < state.rules.players else None
        title = Cell(f"player {name}" if seat else _words(name), seat)
        cells = (_cell(own[number], fields) if number < len(own) else Cell("") for _, own in columns)
        rows.append((title, *cells, *((Cell(str(state.scores[number])),) if seat and state.over else ())))
    head = ("", *(title for title, _ in columns), *(("score",) if state.over else ()))
    return Box("players", head, tuple(rows) if len(head) > 1 else ())


def _columns(facts: dict[str, list[Place]]) -> list[tuple[str, list[Place]]]:
    """The columns of facts; a fact of pairs has one for each of the other kind."""
    found = []
    for fact, places in facts.items():
        if not places[0].field.per:
            found.append((_words(fact), places))
            continue
        others = dict.fromkeys(place.address.rpartition(".")[2] for place in places)
        for other in others:
            own = [place for place in places if place.address.rpartition(".")[2] == other]
            found.append((_words(other) if fact == STOCK else f"{_words(fact)} {_words(other)}", own))
    return found


def _things(kind: str, facts: dict[str, list[Place]], fields: Fields) -> Box:
    """The instances of a kind that have anything to tell."""
    columns = _columns(facts)
    rows = []
    for number, place in enumerate(columns[0][1]):
        cells = [_cell(own[number], fields) for _, own in columns]
        if any(cell.text not in (NOTHING, "", "0", HIDDEN) for cell in cells):
            rows.append((Cell(_words(place.address.split(".")[1])), *cells))
    return Box(_words(kind), ("", *(title for title, _ in columns)), tuple(rows[:MOST_ROWS]))


def _game(facts: dict[str, list[Place]], fields: Fields) -> Box:
    rows = tuple((Cell(_words(fact)), _cell(places[0], fields)) for fact, places in facts.items())
    return Box("game", ("", ""), rows)


def _cell(place: Place, fields: Fields) -> Cell:
    value, sort = fields[place.address], place.field.type
    is_player = sort.base == "entity" and sort.kind == PLAYER and isinstance(value, int)
    return Cell(_text(value), value if is_player else None)


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return HIDDEN if value.get("hidden") else _pile(value)
    if isinstance(value, list):
        return ", ".join(_each(value)) or NOTHING
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else ""
    return _words(str(value))


def _pile(value: Mapping[str, Any]) -> str:
    known = ", ".join(_each(value.get("known", ())))
    return f"{value['count']} hidden" + (f" (with {known})" if known else "")


def _each(values: Iterable[Any]) -> Iterator[str]:
    return (f"[{', '.join(_each(one))}]" if isinstance(one, list) else _words(str(one)) for one in values)


def _words(name: str) -> str:
    return name.replace("_", " ")
