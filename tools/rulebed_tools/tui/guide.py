"""What stands on a thing that can be chosen: its facts, and what it does, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebed import Option, State
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Map
from rulebed.packs.pack import PackTree
from rulebed.play.words import LANGUAGE

NOTHING: tuple[object, ...] = (None, 0, False, [])


@dataclass(frozen=True, slots=True)
class Printed:
    """What the pack declares of a kind: the section of its instances, and their facts by name."""

    section: str
    facts: tuple[str, ...]


class Guide:
    """Says what stands on the things of a pack."""

    def __init__(self, tree: PackTree, language: str = LANGUAGE) -> None:
        self._language = language
        kinds = tree.root.get("kinds")
        declared = {entry.key: entry.value for entry in kinds} if isinstance(kinds, Map) else {}
        self._kinds = {name: _printed(name, kind) for name, kind in declared.items() if isinstance(kind, Map)}

    def note(self, state: State, option: Option) -> str:
        """What stands on the things that an option names; nothing where it speaks for itself."""
        lines = [self._thing(state, kind, name) for kind, name in option.entities if kind in self._kinds]
        return " / ".join(filter(None, lines))

    def about(self, state: State, wanted: str) -> Iterator[str]:
        """What stands on the things of this name, or of this id: a line for each."""
        words, model = state.rules.words, state.rules.program.model
        for kind in self._kinds:
            for number, name in enumerate(model.kinds[kind].instances if kind in model.kinds else ()):
                called = words.say_instance(kind, number, self._language)
                if wanted.casefold() in (called.casefold(), str(name).casefold()):
                    note = self._thing(state, kind, name) or words.say_fact("", kind, self._language)
                    yield f"{called}  --  {note}"

    def _thing(self, state: State, kind: str, name: str) -> str:
        facts = ", ".join(self._facts(state, kind, name))
        does = state.game.describe(f"{self._kinds[kind].section}.{name}", self._language)
        return ". ".join(filter(None, (facts, does)))

    def _facts(self, state: State, kind: str, name: str) -> Iterator[str]:
        model, words = state.rules.program.model, state.rules.words
        number = model.kinds[kind].instances.index(name)
        for fact in self._kinds[kind].facts:
            table = model.tables.get(f"{kind}.{fact}")
            value = words.plain(table.values[number], table.type) if table else None
            if value is True:
                yield words.say_fact(kind, fact, self._language)
            elif value not in NOTHING:
                said = words.say_value(table.values[number], table.type, self._language) if table else ""
                yield f"{words.say_fact(kind, fact, self._language)} {said}"


def _printed(name: str, kind: Map) -> Printed:
    return Printed(plural_of(name, kind), _keys(kind, "data"))


def _keys(kind: Map, part: str) -> tuple[str, ...]:
    node = kind.get(part)
    return tuple(entry.key for entry in node) if isinstance(node, Map) else ()
