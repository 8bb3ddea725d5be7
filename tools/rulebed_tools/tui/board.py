"""What a player sees of a pack that declares no board: maps as grids, everything else as tables, as a block of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebed import State
from rulebed.play.knowledge import Place
from rulebed.play.words import LANGUAGE
from rulebed.source.width import padded, width
from rulebed_tools.tui.blocks import FRAME, Block, Ink, Line, Piece, framed, wrapped
from rulebed_tools.tui.wording import Wording

GAME, PLAYER, PARTY, STOCK = "game", "player", "party", "stock"
NOTHING = "·"
HIDDEN = "?"
YES = "✓"
SCORE = "Σ"
MOST_ROWS = 40
Facts = dict[str, dict[str, list[Place]]]


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


def boxes(state: State, viewer: int | None, language: str = LANGUAGE) -> list[Box]:
    """The game as a player sees it: maps first, then players, kinds of things, and the game as a whole."""
    found = Tables(state, state.view(viewer)["fields"], language).boxes()
    return [box for box in found if box.rows]


def _facts(state: State, fields: Mapping[str, Any]) -> Facts:
    """The places of each fact of each kind, without what the engine keeps for itself and what is at rest."""
    found: Facts = {}
    for place in state.rules.knowledge.shown_places:
        kind, _, fact = place.field.name.partition(".")
        if kind == place.field.kind and fact.isidentifier():
            found.setdefault(kind, {}).setdefault(fact, []).append(place)
    seen = {kind: {fact: one for fact, one in facts.items() if _is_seen(one, fields)} for kind, facts in found.items()}
    return {kind: facts for kind, facts in seen.items() if facts}


def _is_seen(places: Iterable[Place], fields: Mapping[str, Any]) -> bool:
    return any(place.address in fields for place in places)


def block(state: State, viewer: int | None, width: int, language: str) -> Block:
    """The boxes in frames, beside each other as far as there is room."""
    return wrapped([_framed(box) for box in boxes(state, viewer, language)], width)


def _framed(box: Box) -> Block:
    rows = ([tuple(map(Cell, box.head))] if any(box.head) else []) + list(box.rows)
    widths = [max(width(row[place].text) for row in rows) for place in range(len(box.head))]
    gap = 1 if box.is_map else 2
    lines = tuple(_line(row, widths, gap) for row in rows)
    return framed(lines, (Piece(box.title, FRAME),))


def _line(row: tuple[Cell, ...], widths: list[int], gap: int) -> Line:
    """The cells of a row, each as wide as its column; after the last one comes nothing."""
    last = len(row) - 1
    return tuple(
        Piece(cell.text if place == last else padded(cell.text, columns + gap), Ink(cell.player))
        for place, (cell, columns) in enumerate(zip(row, widths, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Tables:
    """Makes boxes of what a viewer sees, in the words of a language."""

    state: State
    fields: Mapping[str, Any]
    language: str

    def boxes(self) -> list[Box]:
        """All boxes, the empty ones too."""
        facts = _facts(self.state, self.fields)
        maps = [self._map(kind, own) for kind, own in facts.items() if self._is_map(kind)]
        things = [self._things(kind, own) for kind, own in facts.items() if self._is_thing(kind)]
        return [*maps, self._people(facts), *things, self._game(facts.get(GAME, {}))]

    def _say(self, name: str) -> str:
        return self.state.rules.words.say(name, self.language)

    def _is_map(self, kind: str) -> bool:
        tables = self.state.rules.program.model.tables
        return f"{kind}.row" in tables and f"{kind}.column" in tables

    def _is_thing(self, kind: str) -> bool:
        return kind not in (GAME, PLAYER, PARTY) and not self._is_map(kind)

    def _map(self, kind: str, facts: dict[str, list[Place]]) -> Box:
        """Rows from the north, columns from the west."""
        tables = self.state.rules.program.model.tables
        rows, columns = (tables[f"{kind}.{fact}"].values for fact in ("row", "column"))
        at = {place: number for number, place in enumerate(zip(rows, columns, strict=True))}
        across = sorted(set(columns), key=_number)
        lines = tuple(
            (Cell(str(row)), *(self._square(facts, at.get((row, column))) for column in across))
            for row in sorted(set(rows), key=_number, reverse=True)
        )
        return Box(self._say(kind), ("", *(_letters(_number(column)) for column in across)), lines, is_map=True)

    def _square(self, facts: dict[str, list[Place]], number: int | None) -> Cell:
        """What is on a square: nothing, or all that is not nothing."""
        if number is None:
            return Cell("")
        cells = [self._cell(places[number]) for places in facts.values() if number < len(places)]
        told = [cell for cell in cells if cell.text not in (NOTHING, "")]
        owner = next((cell.player for cell in told if cell.player), None)
        return Cell(" ".join(cell.text for cell in told) or NOTHING, owner)

    def _people(self, facts: Facts) -> Box:
        """A row for each player and party, a column for each fact and resource."""
        state = self.state
        kinds = state.rules.program.model.kinds
        names = kinds[PARTY].instances if PARTY in kinds else kinds[PLAYER].instances if PLAYER in kinds else ()
        columns = [*self._columns(facts.get(PLAYER, {})), *self._columns(facts.get(PARTY, {}))]
        rows = []
        for number, name in enumerate(names):
            seat = number + 1 if number < state.rules.players else None
            title = Cell(
                state.rules.words.say_instance(PLAYER, number, self.language) if seat else self._say(name), seat
            )
            cells = (self._cell(own[number]) if number < len(own) else Cell("") for _, own in columns)
            score = (Cell(str(state.scores[number])),) if seat and state.over else ()
            rows.append((title, *cells, *score))
        head = ("", *(title for title, _ in columns), *((SCORE,) if state.over else ()))
        return Box(self._plural(PLAYER), head, tuple(rows) if len(head) > 1 else ())

    def _plural(self, kind: str) -> str:
        many: str = self.state.rules.words.table(self.language)["nouns"][kind]["many"]
        return many

    def _columns(self, facts: dict[str, list[Place]]) -> list[tuple[str, list[Place]]]:
        """The columns of facts; a fact of pairs has one for each of the other kind."""
        found = []
        for fact, places in facts.items():
            if not places[0].field.per:
                found.append((self._say(fact), places))
                continue
            others = dict.fromkeys(place.address.rpartition(".")[2] for place in places)
            for other in others:
                own = [place for place in places if place.address.rpartition(".")[2] == other]
                found.append((self._say(other) if fact == STOCK else f"{self._say(fact)} {self._say(other)}", own))
        return found

    def _things(self, kind: str, facts: dict[str, list[Place]]) -> Box:
        """The instances of a kind that have anything to tell."""
        columns = self._columns(facts)
        rows = []
        for number, place in enumerate(columns[0][1]):
            cells = [self._cell(own[number]) for _, own in columns]
            if any(cell.text not in (NOTHING, "", "0", HIDDEN) for cell in cells):
                rows.append((Cell(self._say(place.address.split(".")[1])), *cells))
        return Box(self._say(kind), ("", *(title for title, _ in columns)), tuple(rows[:MOST_ROWS]))

    def _game(self, facts: dict[str, list[Place]]) -> Box:
        rows = tuple((Cell(self._say(fact)), self._cell(places[0])) for fact, places in facts.items())
        return Box(Wording(self.language).title(self.state), ("", ""), rows)

    def _cell(self, place: Place) -> Cell:
        value, sort = self.fields.get(place.address), place.field.type
        is_player = sort.base == "entity" and sort.kind == PLAYER and isinstance(value, int)
        return Cell(self._text(value), value if is_player else None)

    def _text(self, value: Any) -> str:
        match value:
            case {"hidden": True}:
                return HIDDEN
            case {"count": int(count)}:
                known = ", ".join(self._each(value.get("known", ())))
                return f"{count} {HIDDEN}" + (f" ({known})" if known else "")
            case list():
                return ", ".join(self._each(value)) or NOTHING
            case None:
                return NOTHING
            case bool():
                return YES if value else ""
            case _:
                return self._say(str(value))

    def _each(self, values: Iterable[Any]) -> Iterator[str]:
        return (f"[{', '.join(self._each(one))}]" if isinstance(one, list) else self._say(str(one)) for one in values)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _letters(column: int) -> str:
    high, low = divmod(column - 1, 26)
    return (chr(96 + high) if high else "") + chr(97 + low)
