"""Random small core programs with prices, choices, loops and calls, for the meaning of guards."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.play.writing import NUMBER, NUMBERS, everyone, expr, field, model, op, over, phase, proc, read, value

from rulebed.lang.core import (
    Call,
    Can,
    Choose,
    Each,
    If,
    Leave,
    Let,
    Parallel,
    Repeat,
    Require,
    Return,
    Roll,
    Switch,
    Write,
)

FIELDS = ("player.a", "player.b")
PLACES = ("me", "other")
DEEP = 2  # blocks within blocks


def index(place):
    """A player's slot: that of `me`, or of the one after."""
    return expr("me") if place == "me" else op("sub", 1, "me")


@st.composite
def numbers(draw, names, places, depth=2):
    """A number made of fields, locals and constants."""
    kind = draw(st.sampled_from(["const", "field", "local", "op"] if depth else ["const", "field"]))
    if kind == "const":
        return expr(draw(st.integers(0, 3)))
    if kind == "local" and names:
        return expr(draw(st.sampled_from(names)))
    if kind == "op" and depth:
        name = draw(st.sampled_from(["add", "sub", "min", "max"]))
        return op(name, draw(numbers(names, places, depth - 1)), draw(numbers(names, places, depth - 1)))
    return read(draw(st.sampled_from(FIELDS)), index(draw(st.sampled_from(places))))


@st.composite
def conditions(draw, names, places):
    """A comparison, or two of them."""
    compared = op(
        draw(st.sampled_from(["lt", "le", "eq", "ge"])), draw(numbers(names, places)), draw(numbers(names, places))
    )
    if draw(st.integers(0, 3)):
        return compared
    return op(draw(st.sampled_from(["and", "or"])), compared, draw(conditions(names, places)))


class Writer:
    """Makes up statements; every local has a name of its own."""

    def __init__(self, draw, choosers, places, *, luck):
        self.draw = draw
        self.choosers = choosers
        self.places = places
        self.luck = luck
        self.procs = ()
        self.count = 0
        self.loops = 0

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def block(self, names, depth, length):
        names, made = list(names), []
        for _ in range(self.draw(st.integers(1, length))):
            made += self.statement(names, depth)
        return tuple(made)

    def statement(self, names, depth):
        kinds = [self.pay, self.pay, self.gain, self.choose, self.choose, self.let, self.require]
        kinds += [self.either, self.each, self.repeat, self.switch] if depth else []
        kinds += [self.call] if self.procs else [self.again]
        kinds += [self.stop, self.stop] if self.loops else []
        kinds += [self.finish] if depth < DEEP else []
        kinds += [self.roll] if self.luck else []
        return self.draw(st.sampled_from(kinds))(names, depth)

    def pay(self, names, _depth):
        name, place = self.draw(st.sampled_from(FIELDS)), index(self.draw(st.sampled_from(self.places)))
        price = expr(self.draw(st.integers(1, 2)))
        have = read(name, place)
        return [Require(op("ge", have, price), "enough"), Write(name, place, op("sub", have, price))]

    def gain(self, names, _depth):
        name, place = self.draw(st.sampled_from(FIELDS)), index(self.draw(st.sampled_from(self.places)))
        more = op("add", read(name, place), self.draw(st.integers(1, 2)))
        return [Write(name, place, op("min", more, 9))]

    def let(self, names, _depth):
        local = self.fresh("x")
        made = [Let(local, self.draw(numbers(names, self.places)))]
        names.append(local)
        return made

    def require(self, names, _depth):
        return [Require(self.draw(conditions(names, self.places)), "must hold")]

    def choose(self, names, _depth):
        local, item = self.fresh("c"), self.fresh("i")
        source = tuple(range(self.draw(st.integers(1, 4))))
        if self.draw(st.booleans()):
            source = over("filter", item, source, self.draw(conditions([*names, item], self.places)))
        chooser = index(self.draw(st.sampled_from(self.choosers)))
        decline = self.draw(st.sampled_from([None, None, f"{local}.done"]))
        made = [Choose(local, expr(source), chooser, f"at.{local}", NUMBERS, decline)]
        if decline is None:
            names.append(local)
        elif self.draw(st.booleans()):
            inner = self.block([*names, local], 0, 2)
            made.append(If(op("ge", local, 0), inner))
        return made

    def call(self, names, _depth):
        callee = self.draw(st.sampled_from(self.procs))
        return [Call(callee, (expr("me"), self.draw(numbers(names, self.places))))]

    def roll(self, names, _depth):
        local = self.fresh("r")
        source = op("range", 1, op("min", 3, self.draw(numbers(names, self.places))))
        made = [Roll(local, source, "dice", expr("me"), NUMBERS, f"at.{local}")]
        names.append(local)
        return made

    def again(self, names, _depth):
        less = op("min", op("sub", "n", 1), 2)
        return [If(op("gt", "n", 0), (Call("inner", (expr("me"), less)),))]

    def stop(self, names, _depth):
        return [If(self.draw(conditions(names, self.places)), (Leave(),))]

    def finish(self, names, _depth):
        return [If(self.draw(conditions(names, self.places)), (Return(),))]

    def turn(self, names, depth):
        self.loops += 1
        body = self.block(names, depth - 1, 3)
        self.loops -= 1
        return body

    def repeat(self, names, depth):
        count = self.draw(numbers(names, self.places))
        often = self.draw(st.sampled_from([expr(0), expr(1), expr(2), expr(3), op("max", count, 0)]))
        most = self.draw(st.sampled_from([2, 3, 20]))
        return [Repeat(often if often == expr(3) else op("min", often, most), self.turn(names, depth))]

    def each(self, names, depth):
        local, item = self.fresh("e"), self.fresh("i")
        items = expr(tuple(range(self.draw(st.integers(0, 3)))))
        if self.draw(st.booleans()):
            items = over("filter", item, items, self.draw(conditions([*names, item], self.places)))
        return [Each(local, items, self.turn([*names, local], depth))]

    def switch(self, names, depth):
        subject = op("mod", op("max", self.draw(numbers(names, self.places)), 0), 2)
        return [Switch(subject, tuple((case, self.block(names, depth - 1, 2)) for case in (0, 1)))]

    def either(self, names, depth):
        condition = self.draw(conditions(names, self.places))
        return [If(condition, self.block(names, depth - 1, 2), self.block(names, depth - 1, 2))]


@st.composite
def models(draw, choosers=("me",), *, luck=False, at_once=False):
    """A game of a few turns in which both players go through random procedures, where they can."""
    writer = Writer(draw, choosers, ("me",) if at_once else PLACES, luck=luck)
    inner = proc("inner", ["me", "n"], *writer.block(["n"], 1, 3))
    writer.procs = ("inner",)
    outer = proc("outer", ["me", "n"], *writer.block(["n"], DEEP, 4))
    through = (Call("outer", (expr("me"), expr("n"))),)
    start = [draw(st.integers(0, 4)) for _ in range(4)]
    go = (Call("go", (expr("p"), op("mod", op("add", read("game.turn"), "p"), 3))),)
    both = Parallel("p", everyone(2), go, "turn", secret=draw(st.booleans())) if at_once else Each("p", everyone(2), go)
    return model("random", 2, [
        field("player.a", NUMBER, start[:2]),
        field("player.b", NUMBER, start[2:]),
        field("game.turn", NUMBER, 0),
        inner,
        outer,
        proc("go", ["me", "n"], If(Can(through), through)),
        phase("turn", [
            both,
            Write("game.turn", expr(0), op("add", read("game.turn"), 1)),
        ], (op("ge", read("game.turn"), 3), "end"), "turn"),
        value("score", ["me"], NUMBER, read("player.a", "me")),
    ])  # fmt: skip
