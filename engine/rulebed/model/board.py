"""How a pack's board is shown: a tree of boxes, filled by expressions over what a viewer knows.

The boxes are the same whatever fills them. As a pack declares them that is a core expression; compiled, the name of a
generated function; in play, the function itself. `Board.filled` goes from one to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from rulebed.lang.types import Type

E = TypeVar("E")
F = TypeVar("F")
Locals = tuple[str, ...]  # `me`, and the items of the boxes around, from without
ME: Locals = ("me",)
SLOT = re.compile(r"\{([^{}]*)\}")  # where a text is filled in


@dataclass(frozen=True, slots=True)
class Shown(Generic[E]):
    """An expression whose value is shown; with an asset, so many of that; a thing perhaps by its short name.

    With a program, what that program of the thing does is said.
    """

    expr: E
    type: Type
    asset: str = ""
    is_short: bool = False
    program: str = ""


@dataclass(frozen=True, slots=True)
class Template(Generic[E]):
    """A text with expressions in braces, by what stands in the braces."""

    text: str
    slots: Mapping[str, Shown[E]]


@dataclass(frozen=True, slots=True)
class EachBox(Generic[E]):
    """A box for each item of a set; within it the local stands for the item, which is of this type."""

    local: str
    source: E
    type: Type


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the compiler knows of a box: its name in keys, the steps that it takes by itself, and what it looks at.

    `look` are those that it takes to find out whether it is there, for each item that there may be one for.

    `reads` are the slots whose change may change the box, or what is within it, as bits; `own` those of one item of
    the boxes around: how deep that one stands, and where the slots of such a fact begin. The other two are the same of
    all boxes that it becomes.
    """

    stem: str
    look: int
    cost: int
    reads: int
    own: tuple[tuple[int, int], ...]
    any_item: int = 0
    group: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Box(Generic[E]):
    """A box: its shape says what of the rest is there. `thing` is what it stands for, `owner` whose it is.

    A title of the engine's own making is what these are called: kinds, and their facts and things. `slots` say where
    in the state that lies which is shown as it stands, `source` where the set lies that the box is one of.
    """

    address: str
    shape: str
    title: Template[E] | None = None
    condition: E | None = None
    each: EachBox[E] | None = None
    thing: Shown[E] | None = None
    owner: E | None = None
    boxes: tuple[Box[E], ...] = ()
    is_close: bool = False  # drawn with less room between its boxes
    sign: Template[E] | None = None  # the id of a picture that says the same
    text: Template[E] | None = None
    value: Shown[E] | None = None
    numbers: Mapping[str, E] = field(default_factory=dict)  # where a cell stands; a track's ends
    named: tuple[tuple[str, str], ...] = ()
    slots: tuple[E, ...] = ()
    source: E | None = None
    place: str = field(default="", compare=False)  # the file and line where it stands
    sketch: Sketch | None = None

    def shown_values(self) -> Iterator[Shown[E]]:
        """The expressions whose values are shown here, not those of the boxes within."""
        for template in (self.title, self.text, self.sign):
            yield from template.slots.values() if template is not None else ()
        yield from (one for one in (self.thing, self.value) if one is not None)

    def fillings(self) -> Iterator[E]:
        """The expressions of the box itself; what a set that it goes through is made of is no part of it."""
        yield from (one.expr for one in self.shown_values())
        yield from (one for one in (self.condition, self.owner) if one is not None)
        yield from self.numbers.values()
        yield from self.slots

    def exprs(self) -> Iterator[E]:
        """All expressions, with those of the boxes within."""
        yield from self.fillings()
        if self.each is not None:
            yield self.each.source
        for box in self.boxes:
            yield from box.exprs()

    def every_box(self) -> Iterator[Box[E]]:
        """The box, and those within."""
        yield self
        for box in self.boxes:
            yield from box.every_box()

    def inside(self, around: Locals) -> Locals:
        """The locals that the expressions of this box may name."""
        return around if self.each is None else (*around, self.each.local)

    def filled(self, fill: Callable[[E, Locals], F], around: Locals = ME) -> Box[F]:
        """The same box, filled by something else; it is told the locals that may be named where it stands."""
        inside = self.inside(around)

        def fill_shown(one: Shown[E]) -> Shown[F]:
            return Shown(fill(one.expr, inside), one.type, one.asset, one.is_short, one.program)

        def template(one: Template[E]) -> Template[F]:
            return Template(one.text, {name: fill_shown(each) for name, each in one.slots.items()})

        each = self.each
        return Box(
            self.address,
            self.shape,
            title=None if self.title is None else template(self.title),
            condition=None if self.condition is None else fill(self.condition, inside),
            each=None if each is None else EachBox(each.local, fill(each.source, around), each.type),
            thing=None if self.thing is None else fill_shown(self.thing),
            owner=None if self.owner is None else fill(self.owner, inside),
            boxes=tuple(box.filled(fill, inside) for box in self.boxes),
            is_close=self.is_close,
            sign=None if self.sign is None else template(self.sign),
            text=None if self.text is None else template(self.text),
            value=None if self.value is None else fill_shown(self.value),
            numbers={name: fill(expr, inside) for name, expr in self.numbers.items()},
            named=self.named,
            slots=tuple(fill(expr, inside) for expr in self.slots),
            source=None if self.source is None else fill(self.source, around),
            place=self.place,
            sketch=self.sketch,
        )


@dataclass(frozen=True, slots=True)
class Board(Generic[E]):
    """How a game is shown: its outermost box."""

    box: Box[E]

    def shown_values(self) -> Iterator[Shown[E]]:
        """All expressions whose values are shown."""
        return (one for box in self.box.every_box() for one in box.shown_values())

    def filled(self, fill: Callable[[E, Locals], F]) -> Board[F]:
        """The same board, filled by something else."""
        return Board(self.box.filled(fill))
