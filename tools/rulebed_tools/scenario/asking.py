"""Expressions of the language in scenarios: each is checked beside the pack, and asked of a state by the interpreter.

What a seat sees is asked of what the seat knows: where that doesn't settle it, it is hidden.

`players.1.food >= 1` is how scenarios speak of a seat; the language says `players[1].food >= 1`. Both are understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulebed import State
from rulebed.analysis import ASKED, Asked, Known, Layout, Model, Models, Oracle, assemble, evaluate
from rulebed.content import Node, PackTree, Scalar
from rulebed.playing import Hidden, HiddenError, Sight, known_values, seen_from
from rulebed.text import Report, Source
from rulebed_tools.scenario.values import Held

SEAT = re.compile(r"\bplayers?\.([1-9]\d?)\b")
VALUES = "values."
Setup = tuple[int, tuple[tuple[str, str], ...]]


@dataclass(slots=True)
class Questions:
    """The expressions that are asked of one setup, checked together."""

    tree: Callable[[], PackTree]
    players: int
    options: Mapping[str, str]
    _made: dict[str, tuple[Model | None, Report]] = field(default_factory=dict)
    _looked_up: set[str] = field(default_factory=set)  # addresses

    def expect_unplaced(self, addresses: Iterable[str], is_placed: Callable[[str], bool]) -> None:
        """Check all of these at once that have no place in play."""
        new = [address for address in dict.fromkeys(addresses) if address not in self._looked_up]
        self._looked_up.update(new)
        self.expect(address for address in new if not is_placed(address))

    def expect(self, texts: Iterable[str]) -> None:
        """Check all of these at once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._made]
        if new:
            asked = Asked(tuple(map(said, new)))
            model, report = assemble(self.tree(), self.players, self.options, (), asked)
            self._find_in(model, report, new, asked)

    def find_in(self, answering: Answering) -> None:
        """Ask this model, which has been made with them."""
        self._find_in(answering.model, Report(), answering.texts, answering.asked)

    def _find_in(self, model: Model | None, report: Report, texts: Iterable[str], asked: Asked) -> None:
        for text in texts:
            problem = asked.problems.get(said(text).text)
            self._made[text] = (model, report) if problem is None else (None, problem)

    def problem(self, text: str) -> Report | None:
        """What is wrong with an expression, or none where it can be asked."""
        model, report = self._of(text)
        return report if model is None else None

    def ask(self, text: str, state: State) -> Held:
        """What an expression is worth for whoever is active."""
        model, _ = self._of(text)
        if model is None:
            raise AssertionError("ask for the problem first")
        name = f"{ASKED} {said(text).text}"
        value = standing(model, state.rules.program.layout, state.slots).ask(name, _active(state))
        sort = model.values[name].type
        return Held(state.rules.words.plain(value, sort), sort)

    def see(self, text: str, state: State, seat: int) -> Held | None:
        """What an expression is worth as far as a seat (from 0) knows; none where it needs what that doesn't know."""
        model, _ = self._of(text)
        if model is None:
            raise AssertionError("ask for the problem first")
        asked = model.values[f"{ASKED} {said(text).text}"]
        seen = Sight(state.rules.knowledge).seen_slots(seen_from(state, seat), seat)
        try:
            value = evaluate(asked.body, {"me": seat}, known_values(seen, model, state.rules.program.layout))
        except HiddenError:
            return None
        return None if _is_hidden(value) else Held(state.rules.words.plain(value, asked.type), asked.type)

    def _of(self, text: str) -> tuple[Model | None, Report]:
        self.expect([text])
        return self._made[text]


@dataclass(frozen=True, slots=True)
class Answering:
    """A model with what is asked of it."""

    model: Model
    texts: tuple[str, ...]
    asked: Asked


class AskedModels(Models):
    """Models of one pack that are assembled with what is asked of them, and known without it to all others."""

    def __init__(
        self, tree: PackTree, ways: tuple[Node, ...], known: Known | None, asked: Callable[[], Sequence[str]]
    ) -> None:
        super().__init__(tree, ways, known)
        self._asked = asked
        self._answering: dict[Setup, Answering] = {}

    def whole(self, players: int, options: Mapping[str, str]) -> tuple[Model | None, Report]:
        """The model without what is asked."""
        texts = tuple(dict.fromkeys(self._asked()))
        asked = Asked(tuple(map(said, texts)))
        model, report = assemble(self.tree, players, options, self.ways, asked)
        if model is None:
            return None, report
        self._answering[players, tuple(sorted(options.items()))] = Answering(model, texts, asked)
        names = {f"{ASKED} {node.text}" for node in asked.nodes}
        return replace(model, values={name: value for name, value in model.values.items() if name not in names}), report

    def answering(self, players: int, options: Mapping[str, str]) -> Answering | None:
        """The model of a setup that can be asked, and what."""
        return self._answering.get((players, tuple(sorted(options.items()))))


def said(text: str) -> Scalar:
    """An expression as a scenario writes it, in the words of the language."""
    plain = SEAT.sub(r"players[\1]", text).removeprefix(VALUES)
    return Scalar(plain, plain, Source("", plain).whole())


def standing(model: Model, layout: Layout, slots: Sequence[Any]) -> Oracle:
    """The interpreter, where a state stands; what that doesn't know of is as at the start."""
    oracle = Oracle(model)
    for name, one in model.fields.items():
        if name in layout.bases:
            oracle.fields[name] = list(slots[layout.base(name) : layout.base(name) + one.size])
    return oracle


def _is_hidden(value: Any) -> bool:
    """Whether anything of a value is hidden."""
    return isinstance(value, Hidden) or (isinstance(value, tuple) and any(map(_is_hidden, value)))


def _active(state: State) -> Any:
    return state.slots[state.rules.program.layout.base("game.active")]
