"""The board of a pack that declares none: maps as grids, everything else as tables, each fact under its name.

It is made of the same boxes as a declared one, and compiled with it:

    players: {state: {hand: hand of card}}        a table of the players: one row each, a column for the hand
    kinds: {square: {grid: {...}, state: {mark: player?}}}    a grid with a box for each square
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulebed.lang.core import Const, Data, Expr, Local, Op, Read
from rulebed.lang.types import Type, entity
from rulebed.model.board import Board, Box, EachBox, Shown
from rulebed.model.game import TOLD, WHEREABOUTS, Field, Model, Role
from rulebed.run.layout import Layout

GAME, PLAYER, PARTY = "game", "player", "party"
ROW, COLUMN = "row", "column"  # the facts that say where a thing stands on a map
MOST_OPEN = 12  # things that are all shown; of more, those of which there is something to tell
ITEM = "it"


def made_up(model: Model, layout: Layout) -> Board[Expr]:
    """How the game is shown where its pack doesn't say."""
    return Making(model, layout).board()


class Making:
    """Makes the boxes of one model."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model = model
        self.facts: dict[str, list[Field]] = {}
        for field in model.fields.values():
            if field.name in layout.bases and _is_shown(field):
                self.facts.setdefault(field.kind, []).append(field)

    def board(self) -> Board[Expr]:
        """All boxes that have anything in them: maps first, then people, things, and the game as a whole."""
        others = [kind for kind in self.facts if kind not in (GAME, PLAYER, PARTY)]
        boxes = [self._map(kind) for kind in others if self._is_map(kind)]
        boxes += self._people()
        boxes += [self._things(kind) for kind in others if not self._is_map(kind)]
        boxes += self._game()
        return Board(Box("board", "row", boxes=tuple(boxes)))

    def _is_map(self, kind: str) -> bool:
        return {f"{kind}.{ROW}", f"{kind}.{COLUMN}"} <= self.model.tables.keys()

    def _map(self, kind: str) -> Box[Expr]:
        """Each place of a map with what is there."""
        address = f"board.{kind}"
        place: Expr = Local(ITEM)
        facts = self.facts[kind]
        shown = tuple(
            replace(
                box,
                condition=_is_something(field, place) if len(facts) > 1 else None,
                value=box.value and replace(box.value, is_short=True),
                named=(),
            )
            for field in facts
            for box in self._cells(field, place, f"{address}.here")
        )
        owner = self._owner(facts, place)
        inner = Box(f"{address}.here", ROW, thing=Shown(place, entity(kind)), owner=owner, boxes=shown, is_close=True)
        stands: Mapping[str, Expr] = {"across": Data(f"{kind}.{COLUMN}", place), "up": Data(f"{kind}.{ROW}", place)}
        cell = Box(f"{address}.cell", "cell", each=self._each(kind), numbers=stands, boxes=(inner,))
        return Box(address, "grid", named=((kind, ""),), boxes=(cell,))

    def _owner(self, facts: list[Field], place: Expr) -> Expr | None:
        """In whose colour a place is: that of the first who is named there."""
        found: Expr | None = None
        for field in facts:
            if (
                field.type.base == "entity"
                and field.type.kind in (PLAYER, PARTY)
                and not field.per
                and field.seen is None
            ):
                here = Read(field.name, place)
                found = here if found is None else Op("if", (Op("ge", (found, Const(0))), found, here))
        return found

    def _people(self) -> Iterator[Box[Expr]]:
        """The players, with what they have as parties; and the other parties."""
        players, parties = self.facts.get(PLAYER, []), self.facts.get(PARTY, [])
        if players or parties:
            yield self._table("board.players", PLAYER, [*players, *parties], range(self.model.players))
        count = len(self.model.kinds[PARTY].instances) if PARTY in self.model.kinds else 0
        if parties and count > self.model.players:
            yield self._table("board.parties", PARTY, parties, range(self.model.players, count))

    def _things(self, kind: str) -> Box[Expr]:
        """The things of a kind; if they are many, those of which all can be told that there is something to tell."""
        facts, count = self.facts[kind], len(self.model.kinds[kind].instances)
        table = self._table(f"board.{kind}", kind, facts, range(count))
        tests = [
            _is_something(one, Local(ITEM)) for one in facts if one.seen is None and one.pile != "deck" and not one.per
        ]
        if count <= MOST_OPEN or not tests:
            return table
        condition = tests[0] if len(tests) == 1 else Op("or", tuple(tests))
        return replace(table, boxes=(replace(table.boxes[0], condition=condition),))

    def _table(self, address: str, kind: str, facts: list[Field], those: range) -> Box[Expr]:
        """A row for each, a column for each fact; of pairs one for each other thing."""
        it: Expr = Local(ITEM)
        name = Box(f"{address}.{kind}.name", "show", value=Shown(it, entity(kind)))
        cells = (box for field in facts for box in self._cells(field, it, f"{address}.{kind}"))
        owner = it if kind in (PLAYER, PARTY) else self._owner(facts, it)
        row = Box(f"{address}.{kind}", ROW, each=self._each(kind, those), owner=owner, boxes=(name, *cells))
        return Box(address, "table", named=((kind, ""),), boxes=(row,))

    def _game(self) -> Iterator[Box[Expr]]:
        cells = tuple(box for field in self.facts.get(GAME, ()) for box in self._cells(field, Const(0), "board.game"))
        if cells:
            yield Box("board.game", COLUMN, boxes=cells)

    def _cells(self, field: Field, index: Expr, address: str) -> Iterator[Box[Expr]]:
        """What a fact is, under its name; the facts of pairs one by one."""
        fact, address = field.name.partition(".")[2], f"{address}.{field.name.partition('.')[2]}"
        if not field.per:
            yield _leaf(address, Read(field.name, index), field, ((field.kind, fact),))
            return
        others = self.model.kinds[field.per].instances
        for number, other in enumerate(others):
            place = Op("add", (Op("mul", (index, Const(len(others)))), Const(number)))
            about = ((field.per, other),) if field.role is Role.STOCK else ((field.kind, fact), (field.per, other))
            yield _leaf(f"{address}.{other}", Read(field.name, place), field, about)

    def _each(self, kind: str, those: range | None = None) -> EachBox[Expr]:
        found = those if those is not None else range(len(self.model.kinds[kind].instances))
        return EachBox(ITEM, Const(tuple(found)), entity(kind))


def _is_shown(field: Field) -> bool:
    """Whether it is a fact that a pack declares, or what is counted of a resource, and no more than shows elsewhere."""
    return field.role in TOLD - WHEREABOUTS and field.name.partition(".")[2].isidentifier()


def _leaf(address: str, value: Expr, field: Field, named: tuple[tuple[str, str], ...]) -> Box[Expr]:
    return Box(address, "pile" if field.pile == "deck" else "show", value=Shown(value, _seen_as(field)), named=named)


def _seen_as(field: Field) -> Type:
    """The type of what is seen: of a deck its cards."""
    return Type("deck", kind=field.type.innermost.kind) if field.pile == "deck" else field.type


def _is_something(field: Field, index: Expr) -> Expr:
    """Whether there is anything to tell of it."""
    value = Read(field.name, index)
    if field.type.base == "sequence" or field.pile == "row":
        return Op("gt", (Op("len", (value,)), Const(0)))
    if field.type.optional or field.type.base == "entity":
        return Op("exists", (value,)) if field.type.base == "number" else Op("ge", (value, Const(0)))
    return Op("ne", (value, Const(0)))
