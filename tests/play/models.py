"""Small games written as core models: each has one thing that play must get right."""

from __future__ import annotations

from rulebed.lang.core import (
    Ask,
    Call,
    Choose,
    Each,
    End,
    If,
    Let,
    Note,
    Parallel,
    Repeat,
    Require,
    Roll,
    Write,
)
from rulebed.lang.internal import VIEWER

from .writing import (
    FLAG,
    NUMBER,
    NUMBERS,
    PLAYER,
    data,
    entities,
    entity,
    everyone,
    expr,
    field,
    kind,
    model,
    op,
    options,
    over,
    phase,
    proc,
    read,
    sequence,
    table,
    value,
)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe():
    """Three in a row: the smallest game there is."""
    cells = entities("cell")
    free = over("filter", "it", tuple(range(9)), op("eq", read("cell.mark", "it"), -1))
    won = over("any", "line", LINES, over("all", "c", "line", op("eq", read("cell.mark", "c"), "me")))
    return model("tic_tac_toe", 2, [
        kind("cell", *(f"{column}{row}" for row in "123" for column in "abc")),
        field("cell.mark", entity("player", optional=True), -1, size=9),
        field("game.turn", PLAYER, 0),
        field("player.score", NUMBER, 0, size=2),
        proc("mark", ["me"],
            Choose("c", free, expr("me"), "mark.c", cells),
            Write("cell.mark", expr("c"), expr("me")),
            Note("mark", "mark", (("cell", expr("c"), entity("cell")),)),
            If(won, (
                Write("player.score", expr("me"), expr(1)),
                Write("player.score", op("sub", 1, "me"), expr(-1)),
                End(),
            )),
            If(op("eq", op("len", free), 0), (End(),)),
        ),
        phase("turn", [
            Call("mark", (read("game.turn"),)),
            Write("game.turn", expr(0), op("sub", 1, read("game.turn"))),
        ], "turn"),
        value("score", ["me"], NUMBER, read("player.score", "me")),
    ])  # fmt: skip


def workshop():
    """Nested procedures, loops, prices and rolls, with decisions in the middle of all of them."""
    coins = read("player.coins", "me")
    affordable = [
        If(op("eq", "o", 0), (
            Require(op("ge", coins, 2), "2 coins"),
            Write("player.coins", expr("me"), op("sub", coins, 2)),
            Write("player.tools", expr("me"), op("add", read("player.tools", "me"), 1)),
        ), (If(op("eq", "o", 1), (
            Write("player.coins", expr("me"), op("add", coins, 1)),
        ), (
            Require(op("ge", read("player.tools", "me"), 1), "a tool"),
            Call("sell", (expr("me"), expr(3))),
        )),)),
    ]  # fmt: skip
    return model("workshop", 3, [
        field("player.coins", NUMBER, 2, size=3),
        field("player.tools", NUMBER, 0, size=3),
        field("game.round", NUMBER, 0),
        field("game.luck", NUMBER, 0),
        proc("sell", ["me", "price"],
            Choose("times", op("range", 1, read("player.tools", "me")), expr("me"), "sell.times", NUMBERS,
                   decline="sell.keep"),
            If(op("gt", "times", 0), (Repeat(expr("times"), (
                Roll("n", expr((1, 2, 3, 3)), "market", expr("me"), NUMBERS, "sell.n"),
                Write("player.coins", expr("me"), op("add", coins, op("min", "n", "price"))),
                Write("player.tools", expr("me"), op("sub", read("player.tools", "me"), 1)),
                Write("game.luck", expr(0), op("add", read("game.luck"), "n")),
            )),)),
        ),
        proc("work", ["me"],
            Each("time", expr((1, 2)), (
                Choose("o", expr((0, 1, 2)), expr("me"), "work.o",
                       options("work.buy", "work.earn", "work.sell"), decline="work.done"),
                If(op("ge", "o", 0), tuple(affordable)),
            )),
        ),
        phase("round", [
            Each("p", everyone(3), (Call("work", (expr("p"),)),)),
            Write("game.round", expr(0), op("add", read("game.round"), 1)),
        ], (op("ge", read("game.round"), 4), "end"), "round"),
        value("score", ["me"], NUMBER, op("add", coins, op("mul", 2, read("player.tools", "me")))),
        value("tools", ["me"], NUMBER, read("player.tools", "me")),
    ], ties=["tools"])  # fmt: skip


def bids():
    """A secret bid of everybody at once, then a reveal; the highest single bid wins the prize."""
    hand = read("player.hand", "p")
    alone = over(
        "filter",
        "q",
        everyone(2),
        op(
            "eq",
            1,
            over("count", "r", everyone(2), op("eq", read("player.bid", "r"), read("player.bid", "q"))),
        ),
    )
    best = over("most", "q", alone, read("player.bid", "q"))
    mine = op("eq", "it", VIEWER)
    return model("bids", 2, [
        field("player.hand", sequence(NUMBER), (1, 2, 3, 4), size=2, pile="row"),
        field("player.bid", NUMBER, 0, size=2, seen=mine),
        field("player.points", NUMBER, 0, size=2),
        field("game.prize", NUMBER, 4),
        phase("bid", [
            Parallel("p", everyone(2), (
                Choose("card", hand, expr("p"), "bid.card", NUMBERS),
                Write("player.bid", expr("p"), expr("card")),
                Write("player.hand", expr("p"), op("without", hand, "card")),
                Choose("sure", expr((0, 1)), expr("p"), "bid.sure", options("bid.no", "bid.yes")),
                If(op("eq", "sure", 0), (
                    Choose("card2", op("append", hand, "card"), expr("p"), "bid.card2", NUMBERS),
                    Write("player.hand", expr("p"), op("without", op("append", hand, "card"), "card2")),
                    Write("player.bid", expr("p"), expr("card2")),
                )),
                Note("bid", "bid", (("player", expr("p"), PLAYER),)),
            ), "bid", secret=True),
            Note("reveal", "bid", (("prize", read("game.prize"), NUMBER),)),
            Each("w", best, (
                Write("player.points", expr("w"), op("add", read("player.points", "w"), read("game.prize"))),
            )),
            Write("game.prize", expr(0), op("sub", read("game.prize"), 1)),
        ], (op("eq", read("game.prize"), 0), "end"), "bid"),
        value("score", ["me"], NUMBER, read("player.points", "me")),
    ])  # fmt: skip


def cards():
    """A deck, hands that only their owners see, a card that is looked at, and a card that is turned up."""
    card, deck = entity("card"), tuple(range(10))
    mine = op("eq", "it", VIEWER)
    draw = op("deck_next", read("game.deck"))
    hand = read("player.hand", "me")
    draw_two = (Call("draw", (expr("p"),)), Call("draw", (expr("p"),)))
    return model("cards", 2, [
        kind("card", *["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay"]),
        table("card.worth", NUMBER, *range(1, 11)),
        field("game.deck", sequence(sequence(card)), (deck,), pile="deck", seen=expr(0)),
        field("player.hand", sequence(card), (), size=2, pile="row", seen=mine),
        field("game.shown", sequence(card), (), pile="row"),
        field("game.turn", PLAYER, 0),
        proc("draw", ["me"],
            Roll("c", draw, "game.deck", expr(0), entities("card"), "draw.c"),
            Write("game.deck", expr(0), op("deck_without", read("game.deck"), "c")),
            Write("player.hand", expr("me"), op("append", hand, "c")),
            Note("draw", "draw", (("player", expr("me"), PLAYER), ("card", expr("c"), card)),
                 seen=op("eq", VIEWER, "me")),
        ),
        proc("show", ["me"],
            Choose("c", hand, expr("me"), "show.c", entities("card"), decline="show.pass"),
            If(op("ge", "c", 0), (
                Write("player.hand", expr("me"), op("without", hand, "c")),
                Write("game.shown", expr(0), op("append", read("game.shown"), "c")),
                Note("show", "show", (("card", expr("c"), card),)),
            )),
        ),
        phase("deal", [Each("p", everyone(2), draw_two)], "turn"),
        phase("turn", [
            Let("who", read("game.turn")),
            Call("show", (expr("who"),)),
            If(op("gt", op("deck_size", read("game.deck")), 0), (Call("draw", (expr("who"),)),)),
            Write("game.turn", expr(0), op("sub", 1, expr("who"))),
        ], (op("ge", op("len", read("game.shown")), 3), "end"),
           (op("eq", op("deck_size", read("game.deck")), 0), "end"), "turn"),
        value("score", ["me"], NUMBER, over("sum", "c", hand, data("card.worth", "c"))),
    ])  # fmt: skip


def recursion():
    """A program that runs programs: a choice may lead to the same choice again, deeper."""
    deep = op("lt", "depth", 3)
    return model("recursion", 2, [
        field("player.trace", NUMBER, 0, size=2),
        field("game.turns", NUMBER, 0),
        proc("nest", ["me", "depth"],
            Choose("o", over("filter", "it", (0, 1), op("or", op("eq", "it", 0), deep)), expr("me"), "nest.o",
                   options("nest.stop", "nest.deeper")),
            If(op("eq", "o", 1), (
                Call("nest", (expr("me"), op("add", "depth", 1))),
                Call("nest", (expr("me"), op("add", "depth", 1))),
            )),
            Write("player.trace", expr("me"), op("add", op("mul", read("player.trace", "me"), 2), "o")),
        ),
        phase("turn", [
            Call("nest", (op("mod", read("game.turns"), 2), expr(0))),
            Write("game.turns", expr(0), op("add", read("game.turns"), 1)),
        ], (op("ge", read("game.turns"), 4), "end"), "turn"),
        value("score", ["me"], NUMBER, op("mod", read("player.trace", "me"), 7)),
    ])  # fmt: skip


def ask_flag():
    """A value that asks a value, and a flag that is one."""
    ready = value("ready", ["me"], FLAG, op("ge", read("player.steps", "me"), 3))
    return model("ask_flag", 2, [
        field("player.steps", NUMBER, 0, size=2),
        ready,
        value("all_ready", ["me"], FLAG, over("all", "p", everyone(2), Ask("ready", (expr("p"),)))),
        phase("go", [Each("p", everyone(2), (
            Choose("n", expr((0, 1)), expr("p"), "go.n", NUMBERS),
            Write("player.steps", expr("p"), op("add", read("player.steps", "p"), "n")),
        ))], (Ask("all_ready", (expr(0),)), "end"), (op("ge", read("player.steps", 0), 9), "end"), "go"),
        value("score", ["me"], NUMBER, op("neg", read("player.steps", "me"))),
    ])  # fmt: skip


ALL = {make.__name__: make for make in (tic_tac_toe, workshop, bids, cards, recursion, ask_flag)}
