"""A board as a tree of boxes in JSON, filled with what a viewer knows; what can't have changed is taken from the last.

Each box has a key that stays: the name of the box, and of the items of the sets around it, such as `lantern:mast`. So
one that is drawn anew is known again, and whoever has the last tree can be told what changed (`showing.patches`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulebed.model.board import SLOT
from rulebed.model.budget import CHARACTER, SHOWN, Budget, BudgetExceeded, too_deep
from rulebed.model.evaluate import HiddenError
from rulebed.play.rules.words import capitalised, set_in
from rulebed.play.showing.sight import HIDDEN, NAMES, Hidden, Seen, Sight

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from rulebed.lang.types import Type
    from rulebed.model.board import Board, Box, Shown, Sketch, Template
    from rulebed.play.rules.knowledge import Knowledge, Viewer
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.words import Words
    from rulebed.run.program import Program

    Function = Callable[[list[Any], tuple[Any, ...]], Any]
    Own = tuple[tuple[int, int], ...]

Drawn = dict[str, Any]
Items = tuple[Any, ...]  # whoever looks, and the items of the sets around a box, from without
UNKNOWN, NOTHING = "?", "-"
WITHIN, BETWEEN, AGAIN = ":", "/", "~"  # in keys: before the items, between them, before which of several alike
ALL = -1  # every slot, as bits


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board as somebody saw it, with what tells whether it would look the same now."""

    box: Drawn
    scores: list[Drawn]
    viewer: Viewer
    language: str
    marks: Mapping[int, Any]


class Boards:
    """Draws the boards of one game's states."""

    def __init__(self, program: Program, words: Words, knowledge: Knowledge) -> None:
        self.words, self.knowledge = words, knowledge
        self.budget = Budget()
        found = program.plate(self.budget, NAMES)
        self.board: Board[Function] = found.board
        self._in_force, self._scores = found.in_force, found.scores
        self.sight = Sight(knowledge, found.reads)  # how viewers see what is looked at
        self.players, self.parts = program.model.players, [name for name, _ in program.model.result.parts]
        self._things: dict[tuple[str, int, str], Drawn] = {}

    @cached_property
    def addresses_of_slots(self) -> Mapping[int, str]:
        """The facts that a view has, by slot."""
        told = {place.slot: place.address for place in self.knowledge.told_places}
        return {place.slot: told.get(place.slot, "") for place in self.knowledge.places}

    def sheet(self, slots: list[Any], viewer: Viewer, language: str, last: Sheet | None = None) -> Sheet:
        """The board of a flat state as a seat (from 0) knows it, or somebody who only looks on."""
        seen = self.sight.seen_slots(slots, viewer)
        if last is not None and (last.viewer, last.language) != (viewer, language):
            last = None
        changed = ALL if last is None else _changed_slots(last.marks, seen.marks)
        self.budget.afresh()
        drawing = Drawing(self, seen, language, changed)
        me = 0 if viewer is None else viewer  # who only looks on sits behind the first player
        try:
            (whole,) = drawing.boxes(self.board.box, (me,), "", [] if last is None else [last.box])
            is_same = last is not None and not any(changed & reads for _, reads in self._scores)
            scores = last.scores if last is not None and is_same else self.scores(seen)
        except RecursionError as error:
            raise too_deep(error) from None
        return Sheet(whole, scores, viewer, language, seen.marks)

    def scores(self, seen: Seen) -> list[Drawn]:
        """The score of each seat as it stands, and its parts, as far as the viewer can know them."""
        found = []
        for seat in range(self.players):
            score, *parts = (_value(function, seen, (seat,)) for function, _ in self._scores)
            named = dict(zip(self.parts, map(_or_none, parts), strict=True))
            found.append({"player": seat + 1, "score": _or_none(score), **({"parts": named} if named else {})})
        return found

    def in_force(self, slots: list[Any], viewer: Viewer, kind: str, number: int) -> list[int]:
        """The parties for which a thing modifies and acts now, as far as the viewer knows."""
        if kind not in self._in_force:
            return []
        function, seen = self._in_force[kind][0], self.sight.seen_slots(slots, viewer)
        self.budget.afresh()
        owners = self.words.instances.get("party", self.words.instances["player"])
        return [party for party in range(len(owners)) if _holds(function, seen, (party, number))]

    def thing(self, kind: str, number: int, language: str) -> Drawn:
        """A thing: its kind, name and address, and what it is called."""
        key = kind, number, language
        if key not in self._things:
            words = self.words
            name, text = words.instances[kind][number], words.say_instance(kind, number, language)
            seat = {"player": number + 1} if kind == "player" else {}
            self._things[key] = {"kind": kind, "name": name, "address": words.address(kind, name), "text": text, **seat}
        return self._things[key]


def _changed_slots(before: Mapping[int, Any], now: Mapping[int, Any]) -> int:
    """The slots that look otherwise, as bits."""
    found = 0
    for slot, mark in now.items():
        if mark is not before[slot] and mark != before[slot]:
            found |= 1 << slot
    return found


@dataclass(frozen=True, slots=True)
class Drawing:
    """What all boxes of one drawing share."""

    boards: Boards
    seen: Seen
    language: str
    changed: int

    def boxes(self, box: Box[Function], around: Items, suffix: str, before: list[Drawn]) -> list[Drawn]:
        """The box, or one for each item; none where its condition doesn't hold, as far as the viewer knows."""
        sketch = _sketch(box)
        if before and not self._touches(sketch.any_item, sketch.group, around):
            return before
        try:
            return list(self._boxes(box, around, suffix, before))
        except BudgetExceeded as error:
            raise error if error.place else BudgetExceeded(box.address, box.place, error.reason) from None

    def _boxes(self, box: Box[Function], around: Items, suffix: str, before: list[Drawn]) -> Iterator[Drawn]:
        known: dict[str, list[Drawn]] = {suffix: before} if before and box.each is None else {}
        for drawn in before if box.each is not None else ():
            known.setdefault(_suffix(drawn["key"], len(around)), []).append(drawn)
        sketch = _sketch(box)
        for items, own in self._each(box, around, suffix):
            self._pay(sketch.look)
            same = known.get(own) if box.each is None or _is_named(items[-1]) else None
            if same is not None and not self._touches(sketch.reads, sketch.own, items):
                yield from same
            elif box.condition is None or _holds(box.condition, self.seen, items):
                self._pay(sketch.cost)
                yield from self._boxes_for_item(box, items, own, same or [])

    def _pay(self, steps: int) -> None:
        self.boards.budget.spend(steps)

    def _each(self, box: Box[Function], around: Items, suffix: str) -> Iterator[tuple[Items, str]]:
        """The items that a box is drawn for, and what their keys end with."""
        if box.each is None:
            yield around, suffix
            return
        source, counts = self._value(box.each.source, around), Counter[str]()
        lead = suffix + BETWEEN if suffix else WITHIN
        for item in () if source is HIDDEN else source:
            name = self._name(item, box.each.type)
            counts[name] += 1
            again = f"{AGAIN}{counts[name]}" if counts[name] > 1 else ""
            yield (*around, item), f"{lead}{name}{again}"

    def _name(self, item: Any, sort: Type) -> str:
        """What an item goes by in keys; those that aren't known by their number."""
        if isinstance(item, Hidden):
            return UNKNOWN
        if not _is_named(item):
            return ""
        if sort.base == "entity":
            return self.boards.words.instances[sort.kind][item] if item >= 0 else NOTHING
        return str(item)

    def _touches(self, mask: int, own: Own, items: Items) -> bool:
        """Whether any of these slots has changed; of single items those of the ones that there are."""
        changed = self.changed
        if mask & changed:
            return True
        for depth, base in own:
            item = items[depth]
            if isinstance(item, Hidden) or changed >> (base + max(item, 0)) & 1:
                return True
        return False

    def _boxes_for_item(self, box: Box[Function], items: Items, suffix: str, before: list[Drawn]) -> list[Drawn]:
        """A box for one item; of the place of a grid or a map what stands there."""
        if box.shape == "cell":
            numbers = self._numbers(box, items)
            return [{**drawn, **numbers} for drawn in self.boxes(box.boxes[0], items, suffix, before)]
        own = next(iter(before), {}).get("boxes", ())
        return [{**self._head(box, items, suffix), **self._content(box, items, suffix, own)}]

    def _head(self, box: Box[Function], items: Items, suffix: str) -> Drawn:
        found: Drawn = {"key": f"{_sketch(box).stem}{suffix}", "shape": box.shape}
        if box.is_close:
            found["close"] = True
        if box.sign is not None:
            found["sign"] = self._sign(box.sign, items)
        title = self._title(box, items)
        if title:
            found["title"] = capitalised(title)
        return found | self._owner(box, items) | self._about(box, items) | self._places(box, items)

    def _sign(self, sign: Template[Function], items: Items) -> str:
        """The id of a picture, with names where a text has words: the same in all languages."""

        def fill(match: re.Match[str]) -> str:
            value = self._as_json(sign.slots[match[1].strip()], items)
            return str(value["name"]) if isinstance(value, dict) and "name" in value else self._words_for(value)

        return SLOT.sub(fill, sign.text)

    def _places(self, box: Box[Function], items: Items) -> Drawn:
        """The facts that are shown as they stand, and the one that holds the set that this is one of, by address."""
        facts = [self._address(slot, items) for slot in box.slots]
        source = "" if box.source is None else self._address(box.source, items[:-1])
        shown = [fact for fact in facts if fact]
        return {**({"facts": shown} if shown else {}), **({"of": source} if source else {})}

    def _address(self, slot: Function, items: Items) -> str:
        """The address of a slot; none of what isn't there, or can't be known."""
        found = self._value(slot, items)
        return "" if found is HIDDEN else self.boards.addresses_of_slots.get(found, "")

    def _title(self, box: Box[Function], items: Items) -> str:
        if box.named:
            return " ".join(self._name_of(kind, name) for kind, name in box.named)
        return "" if box.title is None else self._text(box.title, f"{box.address}.title", items)

    def _name_of(self, kind: str, name: str) -> str:
        """What a fact or thing is called, or all things of a kind."""
        words = self.boards.words
        if name:
            return words.say_fact(kind, name, self.language)
        return words.say_several(kind, self.language)

    def _owner(self, box: Box[Function], items: Items) -> Drawn:
        words = self.boards.words
        owner = HIDDEN if box.owner is None else self._value(box.owner, items)
        if isinstance(owner, Hidden) or owner < 0:
            return {}
        is_seat = owner < len(words.instances["player"])
        return {"player": owner + 1} if is_seat else {"party": words.instances["party"][owner]}

    def _about(self, box: Box[Function], items: Items) -> Drawn:
        """The thing that the box stands for, where it is known."""
        thing = None if box.thing is None else self._as_json(box.thing, items)
        return {"thing": thing} if isinstance(thing, dict) and "name" in thing else {}

    def _content(self, box: Box[Function], items: Items, suffix: str, before: Sequence[Drawn]) -> Drawn:
        match box.shape:
            case "text":
                return {"text": self._text(box.text, f"{box.address}.text", items)}
            case "show" | "pile":
                value = None if box.value is None else self._as_json(box.value, items)
                return {"value": value, "text": self._words_for(value)}
            case "track":
                at = None if box.value is None else self._as_json(box.value, items)
                return {"at": at, **self._numbers(box, items)}
            case _:
                return {"boxes": list(self._inside(box, items, suffix, before))}

    def _inside(self, box: Box[Function], items: Items, suffix: str, before: Sequence[Drawn]) -> Iterator[Drawn]:
        if len(box.boxes) == 1:
            yield from self.boxes(box.boxes[0], items, suffix, [*before])
            return
        known: dict[str, list[Drawn]] = {}
        for drawn in before:
            known.setdefault(drawn["key"].partition(WITHIN)[0], []).append(drawn)
        for inner in box.boxes:
            own = inner.boxes[0] if inner.shape == "cell" else inner
            yield from self.boxes(inner, items, suffix, known.get(_sketch(own).stem, []))

    def _numbers(self, box: Box[Function], items: Items) -> Drawn:
        found = {name: self._value(expr, items) for name, expr in box.numbers.items()}
        return {name: None if number is HIDDEN else number for name, number in found.items()}

    # Values.

    def _value(self, function: Function, items: Items) -> Any:
        return _value(function, self.seen, items)

    def _text(self, template: Template[Function] | None, address: str, items: Items) -> str:
        """A text in the language, with what stands in its braces worked out."""
        if template is None:
            return ""
        text = self.boards.words.text(address, self.language) or set_in(template.text, self.language)

        def fill(match: re.Match[str]) -> str:
            shown = template.slots.get(match[1].strip())
            found = match[0] if shown is None else self._in_braces(shown, items)
            self._pay(CHARACTER * len(found))
            return found

        self._pay(CHARACTER * len(text))
        return SLOT.sub(fill, text)

    def _in_braces(self, shown: Shown[Function], items: Items) -> str:
        """What stands in braces: a value, so many of something, or what a program does."""
        words, value = self.boards.words, self._as_json(shown, items)
        if shown.program and isinstance(value, dict) and "name" in value:
            return words.say_program(f"{value['address']}.{shown.program}", self.language) or NOTHING
        if not shown.asset or not isinstance(value, int):
            return f"{self._words_for(value)} {shown.asset}".strip()
        return words.say_amount(value, shown.asset, self.language)

    def _words_for(self, value: Any) -> str:
        match value:
            case None:
                return NOTHING
            case bool():
                return self.boards.words.flag(value, self.language)
            case list():
                parts = list(map(self._words_for, value))
                self._pay(CHARACTER * sum(map(len, parts)))
                return ", ".join(parts) or NOTHING
            case {"text": str(text)}:
                return text
            case {"count": int(count)}:
                return str(count)
            case {"hidden": True}:
                return UNKNOWN
            case _:
                return str(value)

    def _as_json(self, shown: Shown[Function], items: Items) -> Any:
        """A value as JSON: things with their names and addresses, piles as what is known of them."""
        value = self._plain(self._value(shown.expr, items), shown.type)
        if shown.is_short and isinstance(value, dict) and "name" in value:
            short = self.boards.words.say_short(value["kind"], value["name"], self.language)
            return {**value, "text": short}
        return value

    def _plain(self, value: Any, sort: Type) -> Any:
        if isinstance(value, Hidden):
            return {"hidden": True}
        if sort.base == "deck":
            return self._pile([piece for block in value for piece in block], sort.kind)
        if sort.base == "sequence":
            self._pay(SHOWN * len(value))
            return [self._plain(item, sort.item or sort) for item in value]
        if sort.base == "entity":
            return self.boards.thing(sort.kind, value, self.language) if value >= 0 else None
        return bool(value) if sort.base == "flag" else value

    def _pile(self, pieces: Sequence[Any], kind: str) -> Drawn:
        self._pay(SHOWN * len(pieces))
        known = [self.boards.thing(kind, one, self.language) for one in pieces if not isinstance(one, Hidden)]
        return {"count": len(pieces), **({"known": known} if known else {})}


def _value(function: Function, seen: Seen, items: Items) -> Any:
    """What a function of the board comes to, or `HIDDEN`."""
    try:
        return function(seen.slots, items)
    except HiddenError:
        return HIDDEN


def _holds(condition: Function, seen: Seen, items: Items) -> bool:
    held = _value(condition, seen, items)
    return held is not HIDDEN and bool(held)


def _or_none(value: Any) -> Any:
    return None if value is HIDDEN else value


def _suffix(key: str, count: int) -> str:
    """What a key ends with, as far as so many items."""
    if not count:
        return ""
    items = key.partition(WITHIN)[2].split(BETWEEN)
    return WITHIN + BETWEEN.join(items[:count])


def _is_named(item: Any) -> bool:
    """Whether an item is known by what it goes by in keys: those that aren't may be others under the same key."""
    return isinstance(item, int)


def _sketch(box: Box[Function]) -> Sketch:
    assert box.sketch is not None  # a compiled board has them all
    return box.sketch


def boards_of(rules: Rules) -> Boards:
    """What draws how the states of a game look."""
    return rules.once(_boards)


def _boards(rules: Rules) -> Boards:
    return Boards(rules.program, rules.words, rules.knowledge)
