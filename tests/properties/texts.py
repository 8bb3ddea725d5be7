"""Random small packs as text, for what a check promises: words that ask, try, require, show, name others and places."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Lines = list[str]

PACK = """\
title: Anything
players: {{min: 2, max: 2, state: {{hand: hand of card, row: row of card, open: number 0..6, rank: number?}}}}
resources: {{coin: {{start: 2, high: 6}}, gem: {{start: 1}}}}
kinds:
  card: {{data: {{worth: number}}, state: {{owner: player?}}}}
  shelf: {{plural: shelves, instances: [low, high], state: {{left: row of card, sold: number 0..3}}}}
  errand: {{programs: {{does: null}}}}
errands:
  sell: {{does: pay 2 coin; gain 1 gem}}
  swap: {{does: "require any my.row; put last(my.row) in bin"}}
  send: {{does: "choose e in errands where it is not send and low.sold < 3 and can do it; add 1 to low.sold; do e"}}
  tidy: {{does: "repeat my.open times: gain 1 coin\\nchoose e in errands where it is not tidy and can do it\\ndo e"}}
cards: {{ant: {{worth: 1}}, bee: {{worth: 2}}, cow: {{worth: 3}}, doe: {{worth: 1}}}}
game: {{state: {{deck: {{type: deck of card, start: all}}, bin: row of card, rounds: number}}}}
procedures:
  take: {{takes: {{p: place of card}}, do: "choose c in p; put c in my.row"}}
  move: {{takes: {{p: place of card, q: place of card}}, do: "if any p: put last(p) in q"}}
  toll: {{takes: {{n: number}}, do: "require n <= me.coin; pay n coin"}}
  grow: {{takes: {{f: fact of number}}, do: "require f < 3; add 1 to f"}}
flow:
  deal: {{do: "each p in players: draw from deck into p.hand", next: turn}}
  turn:
    do:
      act:
        pick: 1
        options:
          rest: gain 1 coin
          one: |
{one}
          other: |
{other}
      then_: |
{behind}
    next: [{{if: rounds > 4, to: end}}, {{otherwise: pass_on}}]
  pass_on: {{do: "set active to next(me); add 1 to rounds", next: turn}}
result: {{score: me.coin + count(my.row)}}
"""
PLACES = ("my.hand", "my.row", "next(me).row", "bin", "low.left", "high.left")
OPEN_PLACES = PLACES[1:]
FACTS = ("my.open", "low.sold", "next(me).open", "me.coin")
DEEP = 2
FIRST = "flow.turn.act.pick"  # the first choice


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack, and whether something comes behind its first choice."""

    text: str
    goes_on: bool


class Writer:
    """Makes up programs; each name in them is used once."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.names = 0
        self.numbers = ["1", "2", "me.coin", "me.gem", "low.sold", "my.open", "count(bin)"]

    def pack(self) -> Pack:
        """A pack in which there is always something to choose at first, unless a step comes behind it."""
        one, other, behind = (indent("\n".join(self.block(DEEP)), " " * 12) for _ in range(3))
        goes_on = self.luck.random() < 0.3
        return Pack(PACK.format(one=one, other=other, behind=behind if goes_on else " " * 8 + "nothing"), goes_on)

    def block(self, depth: int) -> Lines:
        """Some statements."""
        known = list(self.numbers)
        lines = [line for _ in range(self.luck.randint(1, 2)) for line in self.statement(depth)]
        self.numbers = known
        return lines

    def statement(self, depth: int) -> Lines:
        """A simple one, one that names something, or one with others within."""
        forms: list[Callable[[], Lines]] = [self.simple, self.simple, self.choice, self.luck_or_let]
        within = [self.branch, self.tried, self.may, self.acting, self.loop, self.apart] if depth else []
        form = self.luck.choice([*forms, *within])
        if form not in within:
            return form()
        return [f"{form()[0]}:", *(f"  {line}" for line in self.block(depth - 1)), *self._otherwise(form)]

    def simple(self) -> Lines:
        """One line that may fail."""
        number, place, other = self.number(), self.luck.choice(PLACES), self.luck.choice(OPEN_PLACES)
        forms = (
            f"gain {number} coin",
            f"pay {number} coin",
            "pay 1 gem",
            "next(me) pays 1 coin",
            f"draw from deck into {place}",
            f"move({other}, {place})",
            f"take({other})",
            f"toll({number})",
            f"grow({self.luck.choice(FACTS)})",
            f"require {self.condition()}",
            "show my.hand to next(me)",
            f"put {other} in bin",
            f"add {number} to low.sold",
            f"set my.rank to {number} - 2",
        )
        return [self.luck.choice(forms) + self.luck.choice(("", "", " otherwise gain 1 gem"))]

    def choice(self) -> Lines:
        """A choice of cards, of a number, or by somebody else."""
        name, place = self._name("c"), self.luck.choice(PLACES)
        if self.luck.random() < 0.2:
            return [f"choose {name} in errands where can do it", f"do {name}"]
        forms = (
            f"choose {name} in {place}",
            f"choose {name} in {place} where worth > 1",
            f"choose {name} in cards where no owner",
            f"may choose {name} in {place}: gain {name}.worth coin",
            f"next(me) chooses {name} in {self.luck.choice(OPEN_PLACES)}",
            f"choose up to 2 of {place} as {name}",
        )
        if self.luck.random() < 0.6:
            return [self.luck.choice(forms) + self.luck.choice(("", " otherwise nothing") if self.names % 2 else ("",))]
        number = self.number()
        if self.luck.random() < 0.2:
            return [f"may choose {name} in [-1, {number}]: gain 1 coin", "otherwise: pay 1 gem otherwise nothing"]
        forms = (f"1..{number}", f"-2..{number}", f"{number} - 3 up to {number}", f"0 up to {number}")
        self.numbers.append(name)
        return [f"choose {name} in {self.luck.choice(forms)}"]

    def luck_or_let(self) -> Lines:
        """A name for a roll, or for a number."""
        name, number, condition = self._name("n"), self.number(), self.condition()
        if self.luck.random() < 0.2:
            return [f"let {name} = none", f"if {condition}: let {name} = {number} - 2", f"if any {name}: gain 1 coin"]
        self.numbers.append(name)
        return [self.luck.choice((f"roll 1..3 as {name}", f"roll -2..1 as {name}", f"let {name} = {number} + 1"))]

    def branch(self) -> Lines:
        """A condition."""
        return [f"if {self.condition()}"]

    def tried(self) -> Lines:
        """Something that may not get through."""
        return ["try"]

    def may(self) -> Lines:
        """Something that may be left."""
        return [f"may {self.luck.choice(('pay 1 coin', 'gain 1 coin', f'toll({self.number()})', 'grow(my.open)'))}"]

    def acting(self) -> Lines:
        """Something that another does."""
        return [f"as {self.luck.choice(('next(me)', 'first(players)', 'me'))}"]

    def loop(self) -> Lines:
        """Something several times."""
        often = f"repeat {self.number()} times"
        return [self.luck.choice(("up to 2 times", "repeat 2 times", often, f"each {self._name('s')} in shelves"))]

    def apart(self) -> Lines:
        """Something that all do: mostly in turn, since little may be done all at once."""
        at_once = self.luck.choice(("secretly ", "meanwhile ", *(6 * ("",))))
        return [f"{at_once}each {self._name('p')} in players"]

    def number(self) -> str:
        """A number that is known here."""
        return self.luck.choice(self.numbers)

    def condition(self) -> str:
        """Something that may hold."""
        forms = (
            f"any {self.luck.choice(PLACES)}",
            f"{self.number()} > {self.number()}",
            f"no {self.luck.choice(OPEN_PLACES)}",
            "any my.rank",
            "my.rank is -1",
        )
        return self.luck.choice((*forms, "can do toll(2)", "can do grow(my.open)"))

    def _otherwise(self, form: Callable[[], Lines]) -> Lines:
        has_one = form in (self.branch, self.tried) and self.luck.random() < 0.4
        return ["otherwise:", *(f"  {line}" for line in self.simple())] if has_one else []

    def _name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"
