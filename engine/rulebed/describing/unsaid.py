"""Names that a rulebook in a language would say as the pack spells them, since the language has no word for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebed.assemble.bench import at
from rulebed.assemble.tongues import table_of
from rulebed.describing.describer import Describer
from rulebed.describing.naming import Naming, option_values
from rulebed.lang.describe import Noun, Speaker
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.locale import Locale
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed.packs.pack import PackTree
from rulebed.packs.words import SYMBOL

MARKED = re.compile(r"\[\[(.*?)\]\]")
MANY = "many"  # the form of a noun for all of a kind
PROGRAMS = ("procedures", "flow", "triggers", "watchers", "laws", "values")
RANKED = ("ties",)
RESULT = ("score", "won", "wins")
TITLED = (".title", "")
HOLDERS = ("players", "parties", "game")


class Unnamed(Naming):
    """Names whose missing words can be told from the others."""

    def plain(self, name: str, many: str) -> Noun:
        """A name without a word for it, unless it is made of known words, or speaks for itself."""
        if self.is_composed(name) or name in self.locale.nouns or name in self.table.nouns:
            return super().plain(name, many)
        return Noun(f"[[{name}]]", f"[[{name}]]")


def unnamed_speaker(tree: PackTree, locale: Locale) -> Speaker:
    """Who speaks of a pack, and marks what the language has no word for."""
    table = table_of(locale.language)
    return Speaker(Unnamed(tree.root, locale, table).names(), table)


def marked_in(texts: Iterable[str]) -> Iterator[str]:
    """The names that are marked in texts."""
    return (name for text in texts for name in MARKED.findall(text))


def unsaid(tree: PackTree, locale: Locale) -> list[str]:
    """All of them, each once, in the order in which a reader meets them."""
    book = Book(tree, locale)
    return list(dict.fromkeys([*book.titles(), *marked_in(book.texts())]))


class Book:
    """What the rulebook of a pack says in a language, as far as names go."""

    def __init__(self, tree: PackTree, locale: Locale) -> None:
        self.tree, self.locale = tree, locale
        self.speaker = unnamed_speaker(tree, locale)
        self.naming = Naming(tree.root, locale, self.speaker.table)
        self.describer = Describer(tree, {locale.language: self.speaker})

    def texts(self) -> Iterator[str]:
        """Programs, values and laws in words, what things do, what leads on from phases, and how it ends."""
        root, language = self.tree.root, self.locale.language
        for section in PROGRAMS:
            yield from (self.describer.describe(f"{section}.{one.key}", language) for one in entries(root.get(section)))
        for kind in entries(root.get("kinds")):
            plural = plural_of(kind.key, kind.value)
            things = (f"{plural}.{one.key}" for one in entries(root.get(plural)))
            yield from (deed.whole for thing in things for deed in self.describer.deeds(thing, language))
        yield from (self.describer.say_expression(node, language) for node in self._expressions())

    def _expressions(self) -> Iterator[Node]:
        root = self.tree.root
        for phase in entries(root.get("flow")):
            following = at(phase.value, "next")
            for way in following.items if isinstance(following, Seq) else (following,):
                yield from filter(None, (at(way, "if"),) if way is not None else ())
        result = root.get("result")
        for name in (*RESULT, *RANKED):
            stated = at(result, name) if result is not None else None
            parts = [one.value for one in entries(stated)] or getattr(stated, "items", [stated])
            yield from (part for part in parts if part is not None)
        yield from (one.value for one in entries(at(result, "honours") if result is not None else None))

    def titles(self) -> Iterator[str]:
        """What is called by a title, or by its name, which is said as it stands."""
        for address, name in self._titles():
            if not any(self.locale.text(f"{address}{ending}") for ending in TITLED) and not self._is_known(
                address, name
            ):
                yield name
        for kind in entries(self.tree.root.get("kinds")):
            noun = self.locale.nouns.get(kind.key)
            if noun is not None and at(noun.value, MANY) is None:
                yield f"{kind.key}.{MANY}"

    def _is_known(self, address: str, name: str) -> bool:
        owner = address.split(".")[1] if address.startswith("kinds.") else ""
        known = self.locale.nouns.keys() | self.speaker.table.nouns.keys() | self.speaker.table.words.keys()
        return bool({name, f"{owner}.{name}"} & known) or self.naming.is_composed(name) or bool(SYMBOL.fullmatch(name))

    def _titles(self) -> Iterator[tuple[str, str]]:
        root = self.tree.root
        for section in ("kinds", "costs", "flow", "values", "presets", "options"):
            for one in entries(root.get(section)):
                if section != "values" or not _is_number(one.value):
                    yield f"{section}.{one.key}", one.key
        for kind in entries(root.get("kinds")):
            for part in ("data", "state"):
                yield from ((f"kinds.{kind.key}.{part}.{fact.key}", fact.key) for fact in entries(at(kind.value, part)))
        for option in entries(root.get("options")):
            yield from ((f"options.{option.key}.values.{value}", value) for value in option_values(option.value))
        result = root.get("result")
        score = at(result, "score") if result is not None else None
        yield from ((f"result.score.{one.key}", one.key) for one in entries(score))


def _is_number(value: Node) -> bool:
    return isinstance(value, Scalar) and isinstance(value.value, int)


def entries(node: Node | None) -> Iterator[Entry]:
    """The entries of a mapping; none of anything else."""
    if isinstance(node, Map):
        yield from node
