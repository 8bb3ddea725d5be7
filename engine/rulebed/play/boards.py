"""A board as JSON: its boxes, filled with what a viewer knows; each thing with its address and its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulebed.build.budget import BudgetExceeded
from rulebed.model.board import SLOT
from rulebed.play.sight import HIDDEN, Hidden, Sight
from rulebed.play.views import seen_from

if TYPE_CHECKING:
    import re

    from rulebed.lang.evaluate import Known
    from rulebed.lang.types import Type
    from rulebed.model.board import Board, Box, Shown, Template
    from rulebed.play.decision import Decision, Option
    from rulebed.play.knowledge import Viewer
    from rulebed.play.position import Position
    from rulebed.play.words import Words

Drawn = dict[str, Any]
BOX = 3_000  # the steps that a box takes
UNKNOWN, NOTHING = "?", "-"


def drawn(state: Position, viewer: Viewer, language: str) -> Drawn | None:
    """The pack's board as a seat (from 0) sees it, or somebody who only looks on; none where it declares none."""
    rules = state.rules
    board = rules.program.board
    if board is None:
        return None
    slots = seen_from(state, viewer)
    own = viewer is not None and viewer in rules.seats(slots)
    decision = rules.decision(slots, viewer, state.past) if own and viewer is not None else None
    sight = Sight(rules.knowledge, slots, viewer, rules.program.model, board.values)
    return next(Drawing(board, sight, rules.words, decision, language).boxes(board.box, sight.known), {})


@dataclass(frozen=True, slots=True)
class Drawing:
    """What all boxes of one drawing share."""

    board: Board
    sight: Sight
    words: Words
    decision: Decision | None
    language: str

    def boxes(self, box: Box, known: Known) -> Iterator[Drawn]:
        """The box, or one for each item; none where its condition doesn't hold, as far as the viewer knows."""
        try:
            yield from self._boxes(box, known)
        except BudgetExceeded as error:
            raise error if error.place else BudgetExceeded(box.address, box.place, error.reason) from None

    def _boxes(self, box: Box, known: Known) -> Iterator[Drawn]:
        if box.each is None:
            items: Sequence[Any] = (None,)
        else:
            found = self.sight.value(box.each.source, known)
            items = () if found is HIDDEN else found
        for item in items:
            inner = known if box.each is None else known.also(box.each.local, item)
            if box.condition is None or self._holds(box, inner):
                self.sight.budget.spend(BOX)
                yield self._box(box, inner)

    def _holds(self, box: Box, known: Known) -> bool:
        held = self.sight.value(box.condition, known) if box.condition is not None else 1
        return held is not HIDDEN and bool(held)

    def _box(self, box: Box, known: Known) -> Drawn:
        found: Drawn = {"shape": box.shape, "address": box.address, **({"close": True} if box.is_close else {})}
        if box.title is not None:
            title = self._text(box.title, f"{box.address}.title", known)
            found["title"] = f"{title[:1].upper()}{title[1:]}"
        owner = self.sight.value(box.owner, known) if box.owner is not None else HIDDEN
        if not isinstance(owner, Hidden) and 0 <= owner < len(self.words.instances["player"]):
            found["player"] = owner + 1
        elif not isinstance(owner, Hidden) and owner >= 0:
            found["party"] = self.words.instances["party"][owner]
        if box.thing is not None:
            thing = self._value(box.thing, known)
            found |= {"thing": thing} if isinstance(thing, dict) and "name" in thing else {}
        return found | self._content(box, known)

    def _content(self, box: Box, known: Known) -> Drawn:
        match box.shape:
            case "text":
                return {"text": self._text(box.text, f"{box.address}.text", known)}
            case "show" | "pile":
                return {"value": self._value(box.value, known)}
            case "track":
                return {"at": self._value(box.value, known), **self._numbers(box, known)}
            case "grid" | "hex":
                return {"cells": list(self._cells(box.boxes[0], known))}
            case _:
                return {"boxes": [drawn for inner in box.boxes for drawn in self.boxes(inner, known)]}

    def _cells(self, cell: Box, known: Known) -> Iterator[Drawn]:
        """Each place of a grid with what stands there; rows are counted from above."""
        if cell.each is None:
            return
        items = self.sight.value(cell.each.source, known)
        for item in () if items is HIDDEN else items:
            inner = known.also(cell.each.local, item)
            for box in self.boxes(cell.boxes[0], inner):
                yield {**self._numbers(cell, inner), "box": box}

    def _numbers(self, box: Box, known: Known) -> dict[str, Any]:
        found = {name: self.sight.value(expr, known) for name, expr in box.numbers.items()}
        return {name: None if number is HIDDEN else number for name, number in found.items()}

    def _text(self, template: Template | None, address: str, known: Known) -> str:
        """A text in the language, with what stands in its braces worked out."""
        if template is None:
            return ""
        text = self.words.text(address, self.language) or template.text

        def said(match: re.Match[str]) -> str:
            shown = template.slots.get(match[1].strip())
            return match[0] if shown is None else self._filled(shown, known)

        return SLOT.sub(said, text)

    def _filled(self, shown: Shown, known: Known) -> str:
        """What stands in braces: a value, so many of something, or what a program does."""
        value = self._value(shown, known)
        if shown.program and isinstance(value, dict) and "name" in value:
            return self.words.say_program(f"{value['address']}.{shown.program}", self.language) or NOTHING
        if shown.is_short and isinstance(value, dict) and "name" in value:
            return self.words.say_short(value["kind"], value["name"], self.language)
        if not shown.asset or not isinstance(value, int):
            return f"{self._said(value)} {shown.asset}".strip()
        return self.words.say_amount(value, shown.asset, self.language)

    def _said(self, value: Any) -> str:
        match value:
            case None:
                return NOTHING
            case bool():
                return self.words.flag(value, self.language)
            case list():
                return ", ".join(map(self._said, value)) or NOTHING
            case {"text": str(text)}:
                return text
            case {"count": int(count)}:
                return str(count)
            case {"hidden": True}:
                return UNKNOWN
            case _:
                return str(value)

    def _value(self, shown: Shown | None, known: Known) -> Any:
        """A value as JSON: things with their names and addresses, piles as what is known of them."""
        if shown is None:
            return None
        return self._plain(self.sight.value(shown.expr, known), shown.type)

    def _plain(self, value: Any, sort: Type) -> Any:
        if isinstance(value, Hidden):
            return {"hidden": True}
        if sort.base == "deck":
            return self._pile([piece for block in value for piece in block], sort.kind)
        if sort.base == "sequence":
            return [self._plain(item, sort.item or sort) for item in value]
        if sort.base == "entity":
            return self._thing(value, sort.kind) if value >= 0 else None
        return bool(value) if sort.base == "flag" else value

    def _pile(self, pieces: Sequence[Any], kind: str) -> Drawn:
        known = [self._thing(piece, kind) for piece in pieces if not isinstance(piece, Hidden)]
        return {"count": len(pieces), **({"known": known} if known else {})}

    def _thing(self, number: int, kind: str) -> Drawn:
        """A thing: its kind, name and address, what it is called, and the options of the decision that are about it."""
        name = self.words.instances[kind][number]
        section = self.board.sections.get(kind, kind)
        found: Drawn = {"kind": kind, "name": name, "address": f"{section}.{name}"}
        found["text"] = self.words.say_instance(kind, number, self.language)
        if kind == "player":
            found["player"] = number + 1
        options = [option.id for option in self._options() if _is_about(option, found)]
        return {**found, **({"options": options} if options else {})}

    def _options(self) -> tuple[Option, ...]:
        return self.decision.offered if self.decision is not None else ()


def _is_about(option: Option, thing: Mapping[str, Any]) -> bool:
    """Whether an option names the thing, or is one that its own programs offer."""
    named = (thing["kind"], thing["name"]) in option.entities
    return named or option.address.startswith(f"{thing['address']}.")
