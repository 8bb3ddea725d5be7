"""What the names of a pack are called: from its declarations, and from what its locale says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from rulebed.assemble.bench import at
from rulebed.assemble.declared import PILES
from rulebed.assemble.tongues import noun_of
from rulebed.lang.describe import FactWords, LanguageWords, Noun, SaidProgram, Vocabulary, stem, uncapitalised
from rulebed.lang.parse import parse_expression, parse_program, parse_type
from rulebed.lang.syntax import BoundedType, HoldsType, NamedType, PileType, Program, SetType, SyntaxNode, Text
from rulebed.model.board import SLOT
from rulebed.packs.locale import Locale
from rulebed.packs.node import Entry, Map, Scalar, Seq
from rulebed.packs.node import Node as Tree
from rulebed.packs.words import composed
from rulebed.source.diagnostics import Report

SAID = ("procedures", "events", "costs", "values")  # of those with one name the last is meant
HOLDERS = ("players", "parties", "game")
OF, WHOSE = " of", "_of"  # at the end of a name: behind it is always said whose that is
CONDITIONS = frozenset(  # what says that something holds, as far as its outermost word tells
    {"or", "and", "not", "compare", "is", "is_not", "member", "not_member", "has", "any", "no", "can"}
    | {"any_satisfies", "all_satisfy"}
)
TRUTHS = ("true", "false")
BESIDES = ("not", "most", "least")  # behind the address of a value: that it doesn't hold, is greatest, is least
SHORT = 80  # letters of a procedure that is said by what it does


class Naming:
    """Reads the words of one pack in one language."""

    def __init__(self, root: Map, locale: Locale, table: LanguageWords) -> None:
        self.root, self.locale, self.table = root, locale, table

    def names(self) -> Vocabulary:
        """All names of the pack."""
        kinds = {entry.key: self._kind(entry) for entry in self._section("kinds")}
        kinds |= {word: self._noun(word) for word in ("player", "resource", "party")}
        return Vocabulary(
            kinds,
            {self._plural(entry): entry.key for entry in self._section("kinds")} | _built_in(),
            self._nouns_by_name(),
            {name: kind for kind, name, _ in self._instances()},
            {entry.key: self._noun(entry.key) for entry in self._section("resources")},
            {name: fact for _, name, fact in self._facts()},
            {name: fact for kind, name, fact in self._facts() if self._own_key(kind, name) != name},
            self._shared_facts(),
            dict(self._programs()),
            frozenset(entry.key for entry in _entries(self.root.get("game"), "state")),
            {name: self._noun(name) for name in self.locale.nouns},
            dict(self._said_programs()),
            dict(self._settings()),
            self._spelled,
        )

    def _section(self, name: str) -> Iterator[Entry]:
        found = self.root.get(name)
        if isinstance(found, Map):
            yield from found

    def _noun(self, name: str, many: str = "") -> Noun:
        """A noun as the locale has it, or the name in plain letters."""
        entry = self.locale.nouns.get(name)
        if entry is None and name in self.table.nouns:
            return self.table.nouns[name]
        if entry is None:
            return self.plain(name, many)
        return noun_of(entry, self.table, many)

    def _word(self, name: str) -> str | None:
        entry = self.locale.nouns.get(name)
        return _text(at(entry.value, "one")) or _text(entry.value) if entry is not None else None

    def is_composed(self, name: str) -> bool:
        """Whether a name is made of words that the locale has, and numbers."""
        return bool(composed(name.removesuffix(WHOSE), self._word))

    def plain(self, name: str, many: str) -> Noun:
        """A name that the locale has no word for: word by word, or in plain letters."""
        one = composed(name.removesuffix(WHOSE), self._word) or name.replace("_", " ")
        return self.table.noun(one, many.replace("_", " ") or one)

    def _plural(self, entry: Entry) -> str:
        return _text(at(entry.value, "plural")) or f"{entry.key}s"

    def _kind(self, entry: Entry) -> Noun:
        return self._noun(entry.key, self._plural(entry) if self._is_own or entry.key not in self.locale.nouns else "")

    def _nouns_by_name(self) -> dict[str, Noun]:
        """The words for all instances; where things of two kinds have one name, for each by its kind, too."""
        found: dict[str, Noun] = {}
        for kind, name, noun in self._instances():
            key = self._own_key(kind, name)
            found[key] = noun
            found.setdefault(name, noun)
        return found

    def _own_key(self, kind: str, name: str) -> str:
        """Under which name the locale has a noun: that of this kind, or whatever has the name."""
        key = f"{kind}.{name}"
        return key if key in self.locale.nouns else name

    def _instances(self) -> Iterator[tuple[str, str, Noun]]:
        for kind, plural, name in _things(self.root):
            own = self.locale.text(f"{plural}.{name}") or self.locale.text(f"{kind}.{name}")
            yield kind, name, self.table.noun(own) if own else self._noun(self._own_key(kind, name))
        for entry in self._section("factions"):
            yield "party", entry.key, self._noun(entry.key)

    def _facts(self) -> Iterator[tuple[str, str, FactWords]]:
        holders = [(entry.key, entry.value) for entry in self._section("kinds")]
        holders += [(name, tree) for name in HOLDERS if (tree := self.root.get(name)) is not None]
        for kind, holder in holders:
            values = () if kind in HOLDERS else _entries(holder, "values")
            yield from ((kind, one.key, self._made_for(one, kind)) for one in _entries(holder, "for_each"))
            for entry in (*_entries(holder, "data"), *_entries(holder, "state"), *values):
                yield kind, entry.key, self._fact(entry, self._own_key(kind, entry.key))

    def _made_for(self, entry: Entry, kind: str) -> FactWords:
        """What each of a kind is made for: one thing of another kind."""
        return FactWords(self._noun(self._own_key(kind, entry.key)), kind=_text(entry.value))

    def _shared_facts(self) -> dict[tuple[str, str], FactWords]:
        """The facts by kind whose name is that of others, too."""
        facts = list(self._facts())
        several = {name for name, count in Counter(name for _, name, _ in facts).items() if count > 1}
        return {(kind, name): fact for kind, name, fact in facts if name in several}

    def _fact(self, entry: Entry, key: str) -> FactWords:
        tree = at(entry.value, "type") or entry.value
        parsed = parse_type(_unplaced(_text(tree)), Report()) if _text(tree) else None
        called = [kind for kind in self._section("kinds") if self._plural(kind) == entry.key]
        if called and isinstance(parsed, SetType):  # the `points` of a mill are points
            return _shaped(self._kind(called[0]), parsed)
        return _shaped(self._noun(key), parsed)

    def _programs(self) -> Iterator[tuple[str, Noun]]:
        """What programs of things are called: not by the noun of a kind that happens to have the same name."""
        kinds = {entry.key for entry in self._section("kinds")}
        for kind in self._section("kinds"):
            for entry in _entries(kind.value, "programs"):
                key = self._own_key(kind.key, entry.key)
                is_other = key == entry.key and key in kinds
                yield entry.key, self.plain(entry.key, "") if is_other else self._noun(key)

    def _is_told_only(self, address: str, heard: Collection[str]) -> bool:
        """Whether nothing waits for an event that the locale has words for in the story, and none for rules."""
        is_said = address in self.locale.phrases or address.partition(".")[2] in heard
        return not is_said and address in self.locale.texts

    def _said_programs(self) -> Iterator[tuple[str, SaidProgram]]:
        heard = set(_heard_events(self.root))
        for section in SAID:
            for entry in self._section(section):
                address = f"{section}.{entry.key}"
                given = "about" if section == "events" else "takes"
                params = tuple(param.key for param in _entries(entry.value, given))
                phrase = self._phrase(address, entry)
                body = _short_body(entry.value) if section == "procedures" and not phrase else None
                source = _expression(entry.value) if section == "values" else None
                flag = source is not None and stem(source) in CONDITIONS
                told_only = section == "events" and self._is_told_only(address, heard)
                noun, besides = _noun_of_whose(self._noun(entry.key)), dict(self._phrases_besides(address))
                said = SaidProgram(noun, params, phrase, besides, flag, body, source, told_only)
                yield from ((entry.key, said), (address, said))

    def _spelled(self, name: str) -> str:
        """What is called by its name alone."""
        return self.table.words[name] if name in TRUTHS else self.plain(name, "").one

    def _settings(self) -> Iterator[tuple[str, str]]:
        """What the options of the setup are called, and what each can be."""
        for entry in self._section("options"):
            yield entry.key, self._title(f"options.{entry.key}", entry.value) or self._noun(entry.key).one
            for value in option_values(entry.value):
                own = self.locale.text(f"options.{entry.key}.values.{value}")
                yield f"{entry.key}.{value}", own or self._noun(value).one

    def _title(self, address: str, tree: Tree) -> str:
        """The title of something in this language, if it has one."""
        known = self.locale.text(address) or self.locale.text(f"{address}.title")
        return known or (_text(at(tree, "title")) if self._is_own else "")

    @property
    def _is_own(self) -> bool:
        return (_text(self.root.get("language")) or "en") == self.locale.language

    def _phrases_besides(self, address: str) -> Iterator[tuple[str, str]]:
        """The phrases of a value behind its own."""
        phrases = ((what, self._own_phrase(f"{address}.{what}")) for what in BESIDES)
        return ((what, _text(phrase)) for what, phrase in phrases if phrase is not None)

    def _own_phrase(self, address: str) -> Tree | None:
        found = self.locale.phrases.get(address)
        return None if found is None else found.value

    def _phrase(self, address: str, entry: Entry) -> str:
        """How the locale says a procedure or value; in the pack's own language, how the pack does."""
        found = self._own_phrase(address) or self._own_phrase(entry.key)
        if found is not None:
            return _text(found)
        if address.startswith("events."):  # its text says that it happens, as a sentence
            return uncapitalised(SLOT.sub(r"{\1:plain}", self.locale.text(address) or "").rstrip("."))
        return _text(at(entry.value, "says")) if self._is_own else ""


def declared_things(root: Map) -> Iterator[tuple[str, Entry, str]]:
    """What players meet by name: the section, the declaration, and its address."""
    for entry in _entries(root, "kinds"):
        plural = _text(at(entry.value, "plural")) or f"{entry.key}s"
        for each in _entries(root, plural):
            yield plural, each, f"{plural}.{each.key}"
        for item in getattr(at(entry.value, "instances"), "items", ()):
            yield plural, Entry(_text(item), item.span, item), f"{plural}.{_text(item)}"
    for section in ("resources", "factions", "events"):
        for each in _entries(root, section):
            yield section, each, f"{section}.{each.key}"


def option_values(option: Tree) -> tuple[str, ...]:
    """What an option of the setup can be."""
    listed = option if isinstance(option, Seq) else at(option, "values")
    if isinstance(listed, Map):
        return tuple(listed.entries)
    return tuple(map(_text, listed.items)) if isinstance(listed, Seq) else ()


def kinds_of(root: Map) -> dict[str, str]:
    """The kinds by the sections in which their instances stand."""
    return {_text(at(kind.value, "plural")) or f"{kind.key}s": kind.key for kind in _entries(root, "kinds")}


def _things(root: Map) -> Iterator[tuple[str, str, str]]:
    """The kind, the plural and the name of each declared instance."""
    plurals = kinds_of(root)
    for section, entry, _ in declared_things(root):
        if section in plurals:
            yield plurals[section], section, entry.key


def _heard_events(tree: Tree) -> Iterator[str]:
    """The events that something waits for."""
    if isinstance(tree, Map):
        for entry in tree:
            if entry.key == "on" and isinstance(entry.value, Map):
                yield from (hook.key.partition("(")[0] for hook in entry.value)
            elif entry.key == "on":
                yield _text(entry.value).partition("(")[0]
            yield from _heard_events(entry.value)


def _built_in() -> dict[str, str]:
    return {"players": "player", "parties": "party", "resources": "resource"}


def _entries(tree: Tree | None, key: str) -> Iterator[Entry]:
    found = at(tree, key) if tree is not None else None
    if isinstance(found, Map):
        yield from found


def _text(tree: Tree | None) -> str:
    return tree.text if isinstance(tree, Scalar) and tree.value is not None else ""


def _expression(tree: Tree) -> SyntaxNode | None:
    """What a value stands for."""
    text = _text(at(tree, "is")) or _text(tree)
    return parse_expression(_unplaced(text), Report()) if text else None


def _noun_of_whose(noun: Noun) -> Noun:
    """The word for `walls_of`, behind which it is always said whose they are."""
    return replace(noun, one=noun.one.removesuffix(OF), many=noun.many.removesuffix(OF))


def _unplaced(text: str) -> Text:
    """A text whose findings nobody will see."""
    return Text(text, lambda _start, _end: None)


def _short_body(tree: Tree) -> Program | None:
    """The program of a procedure that is only a line."""
    text = _text(tree) or _text(at(tree, "do"))
    conditions = any(at(tree, key) is not None for key in ("if", "when", "by", "pick"))
    short = text and len(text) <= SHORT and not conditions
    return parse_program(_unplaced(text), Report()) if short else None


def _shaped(noun: Noun, node: SyntaxNode | None) -> FactWords:
    """What the type of a fact says about how it is spoken of."""
    match node:
        case NamedType():
            return FactWords(noun, flag=node.name == "flag", kind=node.name)
        case SetType(item=NamedType(name=name)):
            return FactWords(noun, many=True, kind=name)
        case SetType():
            return FactWords(noun, many=True)
        case PileType():
            return FactWords(noun, pile=PILES.get(node.pile) is not None, kind=node.kind)
        case HoldsType():
            return FactWords(noun, kind=node.kind)
        case BoundedType():
            return FactWords(noun, kind="number")
        case _:
            return FactWords(noun)
