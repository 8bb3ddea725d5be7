"""Small models written by hand, in core, for tests of the compiler."""

from rulebed.lang import types
from rulebed.lang.core import (
    Ask,
    Choose,
    Const,
    Data,
    Domain,
    End,
    If,
    Let,
    Local,
    Note,
    Op,
    Over,
    Read,
    Write,
)
from rulebed.model.game import Edge, Field, Kind, Model, Phase, Proc, Result, Table, ValueDef

ME = Local("me")


def expr(value):
    if isinstance(value, (int, tuple)):
        return Const(value)
    return Local(value) if isinstance(value, str) else value


def op(name, *args):
    return Op(name, tuple(map(expr, args)))


def read(field, index=0):
    return Read(field, expr(index))


def write(field, index, value):
    return Write(field, expr(index), expr(value))


def over(how, local, source, body):
    return Over(how, local, expr(source), expr(body))


def data(table, index):
    return Data(table, expr(index))


def let(local, value):
    return Let(local, expr(value))


def choose(local, source, chooser, decline=None, kind="cell", address=None):
    domain = Domain("entity", kind) if kind else Domain("number")
    return Choose(local, expr(source), expr(chooser), address or local, domain, decline)


def field(name, size, initial, type_=types.NUMBER, kind="", **more):
    start = initial if isinstance(initial, tuple) else (initial,) * size
    return Field(name, kind or name.partition(".")[0], type_, size, start, **more)


def proc(name, params, *body):
    return Proc(name, tuple(params), tuple(types.NUMBER for _ in params), tuple(body))


def value(name, params, body):
    return ValueDef(name, tuple(params), types.NUMBER, expr(body))


def phase(name, body, *edges):
    return Phase(name, tuple(body), tuple(Edge(None if g is None else expr(g), t) for g, t in edges))


def model(fields=(), procs=(), values=(), phases=(), kinds=(), tables=(), laws=(), players=2, score=None):
    values = list(values) + ([score] if score else [value("score", ["me"], Const(0))])
    seats = Kind("player", tuple(str(n + 1) for n in range(players)))
    return Model(
        "test",
        "Test",
        players,
        {},
        {k.name: k for k in (seats, *kinds)},
        {t.name: t for t in tables},
        {f.name: f for f in fields},
        {p.name: p for p in procs},
        {v.name: v for v in values},
        {p.name: p for p in phases},
        tuple(laws),
        Result(values[-1].name),
        {},
    )


def grid_lines(width, height, length):
    """Through each cell, the lines of that length."""
    lines = []
    for row in range(height):
        for column in range(width):
            for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + k * dy, column + k * dx) for k in range(length)]
                if all(0 <= y < height and 0 <= x < width for y, x in cells):
                    lines.append(tuple(y * width + x for y, x in cells))
    return tuple(tuple(line for line in lines if cell in line) for cell in range(width * height))


def line_game(width, height, length, drop):
    """Tic-tac-toe, or connect four with `drop`."""
    cells = width * height
    names = tuple(f"{'abcdefgh'[c % width]}{c // width + 1}" for c in range(cells))
    kinds = [Kind("cell", names), Kind("column", tuple("abcdefgh"[:width]))]
    tables = [
        Table("cell.lines", "cell", types.NUMBER, grid_lines(width, height, length)),
        Table(
            "column.cells",
            "column",
            types.NUMBER,
            tuple(tuple(r * width + c for r in range(height)) for c in range(width)),
        ),
    ]
    owned = over(
        "any", "line", data("cell.lines", "cell"), over("all", "c", "line", op("eq", read("cell.owner", "c"), "me"))
    )
    empty = op("eq", read("cell.owner", "x"), -1)
    active = read("game.active")
    pick = [choose("cell", over("filter", "x", tuple(range(cells)), empty), active)]
    if drop:
        open_ = over("any", "x", data("column.cells", "k"), empty)
        pick = [
            choose("column", over("filter", "k", tuple(range(width)), open_), active, kind="column"),
            let("cell", over("first", "x", data("column.cells", "column"), empty)),
        ]
    turn = phase(
        "turn",
        [
            let("me", active),
            *pick,
            write("cell.owner", "cell", "me"),
            Note("place", "turn", (("cell", Local("cell"), types.entity("cell")), ("by", ME, types.entity("player")))),
            If(Ask("wins", (ME, Local("cell"))), (write("game.winner", 0, "me"), End())),
            write("game.count", 0, op("add", read("game.count"), 1)),
            write("game.active", 0, op("sub", 1, "me")),
        ],
        (op("ge", read("game.count"), cells), "end"),
        (None, "turn"),
    )
    fields = [
        field("cell.owner", cells, -1),
        field("game.active", 1, 0),
        field("game.winner", 1, -1),
        field("game.count", 1, 0),
    ]
    score = value(
        "score",
        ["me"],
        op("if", op("eq", read("game.winner"), "me"), 1, op("if", op("eq", read("game.winner"), -1), 0, -1)),
    )
    return model(fields, [], [value("wins", ["me", "cell"], owned)], [turn], kinds, tables, score=score)


def tic_tac_toe():
    return line_game(3, 3, 3, drop=False)


def connect_four():
    return line_game(7, 6, 4, drop=True)
