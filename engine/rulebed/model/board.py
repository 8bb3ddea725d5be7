"""How a pack's board is shown: a tree of boxes, filled by expressions over what a viewer knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulebed.lang.core import Expr
    from rulebed.lang.types import Type


SLOT = re.compile(r"\{([^{}]*)\}")  # where a text is filled in


class Value(Protocol):
    """A named value, as far as an expression that asks for it needs it."""

    @property
    def params(self) -> tuple[str, ...]: ...

    @property
    def body(self) -> Expr: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """An expression whose value is shown; with an asset, so many of that; a thing perhaps by its short name.

    With a program, what that program of the thing does is said.
    """

    expr: Expr
    type: Type
    asset: str = ""
    is_short: bool = False
    program: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A text with expressions in braces, by what stands in the braces."""

    text: str
    slots: Mapping[str, Shown]


@dataclass(frozen=True, slots=True)
class Each:
    """A box for each item of a set; within it the local stands for the item."""

    local: str
    source: Expr


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its shape says what of the rest is there. `thing` is what it stands for, `owner` whose it is."""

    address: str
    shape: str
    title: Template | None = None
    condition: Expr | None = None
    each: Each | None = None
    thing: Shown | None = None
    owner: Expr | None = None
    boxes: tuple[Box, ...] = ()
    is_close: bool = False  # drawn with less room between its boxes
    text: Template | None = None
    value: Shown | None = None
    numbers: Mapping[str, Expr] = field(default_factory=dict)  # where a cell stands; a track's ends
    place: str = field(default="", compare=False)  # the file and line where it stands

    def shown(self) -> Iterator[Shown]:
        """The expressions whose values are shown here, not those of the boxes within."""
        for template in (self.title, self.text):
            yield from template.slots.values() if template is not None else ()
        yield from (one for one in (self.thing, self.value) if one is not None)

    def exprs(self) -> Iterator[Expr]:
        """All expressions, with those of the boxes within."""
        yield from (one.expr for one in self.shown())
        yield from (one for one in (self.condition, self.owner) if one is not None)
        yield from self.numbers.values()
        if self.each is not None:
            yield self.each.source
        for box in self.boxes:
            yield from box.exprs()

    def all(self) -> Iterator[Box]:
        """The box, and those within."""
        yield self
        for box in self.boxes:
            yield from box.all()


@dataclass(frozen=True, slots=True)
class Board:
    """The outermost box, where the instances of each kind are listed, and the values that its expressions ask for."""

    box: Box
    sections: Mapping[str, str]  # kind -> its plural
    values: Mapping[str, Value] = field(default_factory=dict)

    def shown(self) -> Iterator[Shown]:
        """All expressions whose values are shown."""
        return (one for box in self.box.all() for one in box.shown())

    def with_values(self, values: Mapping[str, Value], asked: Callable[[Expr], Iterator[str]]) -> Board:
        """The board with those values that it asks for, and those that they ask for; `asked` names them."""
        found: dict[str, Value] = {}
        names = [name for expr in self.box.exprs() for name in asked(expr)]
        while names:
            name = names.pop()
            if name not in found:
                found[name] = values[name]
                names += asked(values[name].body)
        return replace(self, values=found)
