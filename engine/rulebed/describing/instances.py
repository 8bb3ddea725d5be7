"""What an instance does, in words: its programs, what it waits for or steps in at, and what it changes.

A card says it so: `on: {landed: {if: what is cod, do: gain 1 fish}}` is *Whenever a cod is landed: gain 1 fish.* Where
the pack has a text for a part, such as `hands.scout.on`, that is said; an empty one leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from rulebed.assemble.bench import at
from rulebed.lang.describe import Clause, Noun, Phrase, Speaker, uncapitalised
from rulebed.lang.parse import parse_expression
from rulebed.lang.syntax import Is, Name, Text
from rulebed.model.board import SLOT
from rulebed.packs import address as addresses
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.locale import Locale, locales
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Report

HOOKS = ("before", "after", "instead")
CARRIED = ("programs", "values")
NEITHER_ASSET = ("for", "per", "one_of", "amount")
AMOUNT = re.compile(r"(\d+) ([a-z][a-z0-9_]*)")


class Teller(Protocol):
    """Who says what stands in a pack."""

    tree: PackTree

    def describe(self, address: str, language: str) -> str: ...

    def say_expression(self, node: Node, language: str, takes: Node | None = None) -> str: ...

    def noun(self, name: str, language: str) -> Noun: ...

    def speaker(self, language: str) -> Speaker: ...

    def introduce(self, address: str, speaker: Speaker) -> None: ...

    def statements(self, tree: Node, speaker: Speaker) -> list[Clause]: ...


@dataclass(frozen=True, slots=True)
class Deed:
    """One of the things that an instance does: when, or by what name, with a colon; and what, as sentences."""

    label: str
    text: str
    part: str = ""  # the key that says so: a program, a value, `on`, `modify` ...

    @property
    def whole(self) -> str:
        """Both."""
        return f"{self.label} {uncapitalised(self.text)}" if self.label else self.text


def kind_of_section(root: Map, section: str) -> str:
    """The kind whose instances stand in a section; nothing where none do."""
    kinds = (kind for kind in _entries(root.get("kinds")) if isinstance(kind.value, Map))
    return next((kind.key for kind in kinds if plural_of(kind.key, kind.value) == section), "")


@dataclass(frozen=True, slots=True)
class ToldInstance:
    """An instance, whoever says what stands there, and in which language."""

    teller: Teller
    address: str
    language: str

    def deeds(self) -> Iterator[Deed]:
        """All that it does, in the order in which it is written."""
        for entry, deed in self._deeds():
            yield replace(deed, part=entry.key)

    def _deeds(self) -> Iterator[tuple[Entry, Deed]]:
        root = self.teller.tree.root
        name, node = kind_of_section(root, self.address.partition(".")[0]), addresses.find(root, self.address)
        kind = addresses.find(root, f"kinds.{name}") if name else None
        programs, values = (_keys(kind if isinstance(kind, Map) else None, key) for key in CARRIED)
        for entry in node if isinstance(node, Map) else ():
            own = self._locale().text(f"{self.address}.{entry.key}")
            if own is not None and entry.key in {*programs, *values, *SAYS}:
                yield from [(entry, Deed("", own))] if own else []
            elif entry.key in programs:
                label = self._words("acts.program", name=self._program(entry.key)) if len(programs) > 1 else ""
                yield entry, Deed(_upper(label), self.teller.describe(f"{self.address}.{entry.key}", self.language))
            elif entry.key in values:
                yield entry, self._worth(name, entry, alone=len(programs | values) == 1)
            elif entry.key in SAYS:
                found = SAYS[entry.key](self, entry.value, f"{self.address}.{entry.key}")
                yield from ((entry, deed) for deed in found)

    def _worth(self, kind: str, entry: Entry, *, alone: bool) -> Deed:
        """What a value of its own comes to."""
        names = self._speaker().names
        known = names.of_kinds.get((kind, entry.key)) or names.facts.get(entry.key)
        called = known.noun.one if known is not None else self._noun(entry.key)
        label = "" if alone else self._words("acts.program", name=called)
        declared = addresses.find(self.teller.tree.root, f"kinds.{kind}.values.{entry.key}")
        takes = at(declared, "takes") if declared is not None else None
        return Deed(_upper(label), _upper(f"{self.teller.say_expression(entry.value, self.language, takes)}."))

    # Each sort of thing that it can do.

    def on(self, node: Node, _: str) -> Iterator[Deed]:
        """What happens on an event."""
        for hook in _entries(node):
            speaker, name = self._speaker(), hook.key.partition("(")[0]
            about = _about(self.teller.tree.root, name)
            for param, kind in about.items():
                if kind in speaker.names.kinds:
                    speaker.bind(param, Phrase(speaker.names.kinds[kind]))
            own, meant = self._said_of(name), _only_kind(hook.value)
            known = {param: speaker.locals[param] for param in about if param in speaker.locals}
            program = hook.value
            if own and meant is not None and meant[0] in about and meant[1] in speaker.names.instances:
                known[meant[0]] = Phrase(speaker.names.instances[meant[1]])
                program = at(hook.value, "do") or hook.value
            event = _filled(own, known, speaker) if own else self._words("acts.event", name=self._noun(name))
            once = at(hook.value, "once_per")
            often = self._words("acts.once_per", step=self._noun(_text(once))) if once is not None else ""
            label = self._words("acts.on", event=event, often=often)
            yield Deed(_upper(label), speaker.table.sentences(self.teller.statements(program, speaker)))

    def _said_of(self, event: str) -> str | None:
        """How the locale says that an event happens, where rules are told; else, as the story does."""
        locale, address = self._locale(), f"events.{event}"
        phrase = locale.phrases.get(address)
        return _text(phrase.value) if phrase is not None else locale.text(address)

    def hook(self, node: Node, address: str) -> Iterator[Deed]:
        """What is done before or after a step, or instead of it."""
        how = address.rpartition(".")[2]
        for hook in _entries(node):
            speaker = self._speaker()
            name = hook.key.partition("(")[0]
            self.teller.introduce(f"procedures.{name}", speaker)
            label = self._words(f"acts.{how}", step=self._noun(name.rpartition(".")[2]))
            yield Deed(_upper(label), speaker.table.sentences(self.teller.statements(hook.value, speaker)))

    def modify(self, node: Node, _: str) -> Iterator[Deed]:
        """What is otherwise while it is there."""
        yield Deed("", " ".join(_upper(f"{self._say_modifier(entry)}.") for entry in _entries(node)))

    def _say_modifier(self, entry: Entry) -> str:
        """One more or less of a value, or another one in its place."""
        added, other, needs = (at(entry.value, key) for key in ("add", "set", "if"))
        added = entry.value if isinstance(entry.value, Scalar) else added
        if other is not None:
            said = self._set(entry.key, other)
        else:
            said = self._say_more(entry.key, added) if added is not None else ""
        if needs is None:
            return said
        takes = addresses.find(self.teller.tree.root, f"values.{entry.key}.takes")
        condition = self.teller.say_expression(needs, self.language, takes)
        return self._words("acts.only_if", change=said, condition=condition)

    def _set(self, name: str, node: Node) -> str:
        """Another value; of what holds or doesn't, that it does."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return self._words(f"acts.{str(node.value).lower()}", value=self._value(name))
        return self._words("acts.set", value=self._value(name), count=self._in_words(node))

    def _say_more(self, name: str, node: Node) -> str:
        """So much more or less."""
        number = node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None
        cost, _, asset = name.partition(".")
        how = "less" if number is not None and number < 0 else "more"
        count = str(abs(number)) if number is not None else self._in_words(node)
        if asset and number is not None:
            return self._words(f"acts.price_{how}", what=self._noun(cost), amount=self._so_many(asset, count))
        row = how if number is not None else f"{how}_by"
        return self._words(f"acts.{row}", value=self._value(name), count=count)

    def exchange(self, node: Node, _: str) -> Iterator[Deed]:
        """Another price for something."""
        told = {key: _text(at(node, key)) for key in ("for", "pay", "instead_of", "times")}
        often = self._words("acts.times", count=told["times"]) if told["times"] else ""
        pay, instead = (self._amounts(told[key]) for key in ("pay", "instead_of"))
        said = self._words("acts.exchange", what=self._noun(told["for"]), pay=pay, instead=instead, often=often)
        yield Deed("", _upper(f"{said}."))

    def credit(self, node: Node, _: str) -> Iterator[Deed]:
        """Something of a price that needn't be paid."""
        either, per = at(node, "one_of"), at(node, "per")
        parts = [self._so_many(one.key, _text(one.value)) for one in _entries(node) if one.key not in NEITHER_ASSET]
        if isinstance(either, Seq):
            count = _text(at(node, "amount")) or "1"
            parts = [self._so_many(_text(item), count) for item in either.items]
        table = self._speaker().table
        less = table.list_of(parts, "or") if either is not None else table.list_of(parts)
        often = self._words("acts.once_per", step=self._noun(_text(per))) if per is not None else ""
        said = self._words("acts.price_less", what=self._noun(_text(at(node, "for"))), amount=less)
        yield Deed("", _upper(f"{said}{often}."))

    def watch(self, node: Node, address: str) -> Iterator[Deed]:
        """Something that happens as soon as it can."""
        needs, does = at(node, "when"), at(node, "do")
        label = self._words("acts.watch", condition=self._in_words(needs) if needs is not None else "")
        yield Deed(_upper(label), self.teller.describe(f"{address}.do", self.language) if does is not None else "")

    # Words.

    def _words(self, pattern: str, **parts: str) -> str:
        return self._speaker().pattern(pattern, **parts).text

    def _in_words(self, node: Node) -> str:
        return self.teller.say_expression(node, self.language)

    def _speaker(self) -> Speaker:
        return self.teller.speaker(self.language)

    def _locale(self) -> Locale:
        return locales(self.teller.tree)[0].get(self.language, Locale(self.language))

    def _noun(self, name: str) -> str:
        return self.teller.noun(name, self.language).one

    def _program(self, name: str) -> str:
        noun = self._speaker().names.programs.get(name)
        return noun.one if noun is not None else self._noun(name)

    def _value(self, name: str) -> str:
        """What a value is called: by its phrase, with the kinds of what it is about; a price with its resource."""
        speaker = self._speaker()
        said = speaker.names.said.get(name)
        if said is None or not said.phrase:
            return ", ".join(map(self._noun, name.split(".")))
        self.teller.introduce(f"values.{name}", speaker)
        return speaker.table.fill(said.phrase, speaker.locals)

    def _so_many(self, name: str, count: str) -> str:
        noun, table = self.teller.noun(name, self.language), self._speaker().table
        return f"{count} {noun.for_count(table.sort_of(int(count))) if count.isdecimal() else noun.many}"

    def _amounts(self, said: str) -> str:
        """`2 story, 1 food` in words."""
        return ", ".join(self._so_many(name, count) for count, name in AMOUNT.findall(said)) or said


SAYS = {
    "on": ToldInstance.on,
    **dict.fromkeys(HOOKS, ToldInstance.hook),
    "modify": ToldInstance.modify,
    "exchange": ToldInstance.exchange,
    "credit": ToldInstance.credit,
    "watch": ToldInstance.watch,
}


def _about(root: Map, event: str) -> Mapping[str, str]:
    """What an event is about, by kind."""
    found = addresses.find(root, f"events.{event}.about")
    return {entry.key: _text(entry.value).removesuffix("?") for entry in _entries(found)}


def _only_kind(node: Node) -> tuple[str, str] | None:
    """Where all that has to hold is `what is cod`, what has to be what."""
    if not isinstance(node, Map) or {entry.key for entry in node} != {"if", "do"}:
        return None
    condition = node.get("if")
    if not isinstance(condition, Scalar):
        return None
    match parse_expression(Text(condition.text, condition.place), Report()):
        case Is(first=Name(name=what), second=Name(name=which)):
            return what, which
        case _:
            return None


def _filled(text: str, known: Mapping[str, Phrase], speaker: Speaker) -> str:
    """The pack's own words for an event, with the words for what it is about."""

    def fill(match: re.Match[str]) -> str:
        part = known.get(match[1].strip())
        return match[0] if part is None else speaker.table.form(part, "plain")

    return uncapitalised(SLOT.sub(fill, text).rstrip("."))


def _keys(kind: Map | None, section: str) -> frozenset[str]:
    """What things of a kind carry."""
    return frozenset(one.key for one in _entries(kind.get(section) if kind is not None else None))


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Map):
        yield from node


def _text(node: Node | None) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) and node.value is not None else ""


def _upper(said: str) -> str:
    return said[:1].upper() + said[1:]
