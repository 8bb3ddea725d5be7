"""The describer: what stands at an address of a pack, in the words of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

from rulebed.assemble.bench import at
from rulebed.assemble.programs import KEYS
from rulebed.assemble.tongues import table_of
from rulebed.describing.instances import Deed, ToldInstance, kind_of_section
from rulebed.describing.naming import Naming
from rulebed.describing.reasons import reason, said_at
from rulebed.lang.describe import Clause, Noun, Phrase, Speaker, Vocabulary, by_name, uncapitalised
from rulebed.lang.parse import parse_expression, parse_program
from rulebed.lang.syntax import May, Program, SyntaxNode, Text, UpToTimes
from rulebed.packs import address as addresses
from rulebed.packs.locale import Locale, locales
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Report

FOUND = re.compile(r"(?P<program>.+)\.(?P<name>[a-z_0-9]+)\.reasons\.(?P<number>\d+)\.(?P<party>\w+)")
TOLD = re.compile(r"(?P<program>.+)\.say(_(?P<number>\d+))?\.said\.(?P<party>\w+)")
BESIDE = re.compile(r"(?P<position>\w+\.\w+\.(?:before|after|instead))\.(?P<rest>.+)")
STOP = ". "  # between the sentences of a text
ASKED = re.compile(r"(?P<program>.+)\.(?P<name>may_[a-z_]+?|once_more)(_(?P<number>\d+))?\.yes")


@dataclass(frozen=True, slots=True)
class Passage:
    """A program as a text with parts: what it says itself, what it depends on, its steps, and what can be picked."""

    address: str
    text: str = ""
    terms: tuple[tuple[str, str], ...] = ()  # `if`, `when` and `by`, each in words
    steps: tuple[Passage, ...] = ()
    picked: str = ""  # how many of the options
    options: tuple[Passage, ...] = ()


@dataclass(slots=True)
class Describer:
    """Knows a pack's tree; parses only what it is asked about."""

    tree: PackTree
    _speakers: dict[str, Speaker] = field(default_factory=dict)

    def describe(self, address: str, language: str = "en") -> str:
        """What the program, answer or thing at an address does, as sentences; nothing where that can't be said."""
        asked = ASKED.fullmatch(address)
        if asked is not None:
            return self._answer(asked, language)
        found = FOUND.fullmatch(address)
        if found is not None:
            return self._reason(found, language)
        told = TOLD.fullmatch(address)
        if told is not None:
            return self._said_by(told, language)
        section, _, name = address.partition(".")
        if section == "kinds":
            return self._choice(name, language)
        tree = self._find(address)
        if tree is None:
            return ""
        if "." not in name and kind_of_section(self.tree.root, section):
            return " ".join(deed.whole for deed in self.deeds(address, language))
        speaker = self.speaker(language)
        self.introduce(address, speaker)
        if address.split(".", maxsplit=1)[0] in {"values", "laws", "result"}:
            return self._expression(tree, speaker)
        return speaker.table.sentences(self.statements(tree, speaker, address, language))

    def _find(self, address: str) -> Tree | None:
        """What stands at an address; what acts beside a step is called without the step."""
        root = self.tree.root
        tree, acting = addresses.find(root, addresses.through_do(root, address)), BESIDE.fullmatch(address)
        if tree is not None or acting is None:
            return tree
        beside = addresses.find(root, acting["position"])
        found = (addresses.find(step.value, acting["rest"]) for step in (beside if isinstance(beside, Map) else ()))
        return next((node for node in found if node is not None), None)

    def deeds(self, address: str, language: str = "en") -> tuple[Deed, ...]:
        """What an instance does, one thing after the other."""
        return tuple(ToldInstance(self, address, language).deeds())

    def noun(self, name: str, language: str = "en") -> Noun:
        """What anything is called that has a name."""
        names = self.names(language)
        for known in (names.kinds, names.resources, names.instances):
            if name in known:
                return known[name]
        if name in names.facts:
            return names.facts[name].noun
        if name in names.said:
            return names.said[name].noun
        return names.programs.get(name) or names.words.get(name) or Noun(plain := names.spelled(name), plain)

    def _choice(self, kind: str, language: str) -> str:
        """What whoever has to choose one of a kind does."""
        speaker = self.speaker(language)
        noun = speaker.names.kinds.get(kind)
        return speaker.table.sentences([Clause(speaker.pattern("choose", source=Phrase(noun)).text)]) if noun else ""

    def passage(self, address: str, language: str = "en") -> Passage:
        """A program step by step; what is named in one step is known in those after it."""
        tree = addresses.find(self.tree.root, address)
        speaker = self.speaker(language)
        self.introduce(address, speaker)
        return self._passage(tree, address, speaker) if tree is not None else Passage(address)

    def say_expression(self, node: Tree, language: str = "en", takes: Tree | None = None) -> str:
        """An expression in words, wherever it stands; what it takes is spoken of by its kind."""
        speaker = self.speaker(language)
        self._bind(takes, speaker)
        return self._expression(node, speaker)

    def names(self, language: str = "en") -> Vocabulary:
        """What everything is called."""
        return self.speaker(language).names

    def _passage(self, tree: Tree, address: str, speaker: Speaker) -> Passage:
        if not isinstance(tree, Map):
            return Passage(address, speaker.table.sentences(self.statements(tree, speaker)))
        if not any(entry.key in KEYS for entry in tree):
            steps = tuple(self._passage(entry.value, f"{address}.{entry.key}", speaker) for entry in tree)
            return Passage(address, steps=steps)
        asked = ((key, tree.get(key)) for key in ("if", "when", "by"))
        terms = tuple((key, self._expression(node, speaker)) for key, node in asked if node is not None)
        does, options = tree.get("do"), tree.get("options")
        body = self._passage(does, address, speaker) if does is not None else Passage(address)
        listed = options if isinstance(options, Map) else ()
        parts = tuple(self._passage(entry.value, f"{address}.options.{entry.key}", speaker) for entry in listed)
        told = replace(body, terms=(*terms, *body.terms))
        return replace(told, picked=self._say_pick(tree, "", speaker).rstrip(" :"), options=parts) if parts else told

    def speaker(self, language: str) -> Speaker:
        """A speaker who has said nothing yet."""
        if language not in self._speakers:
            locale = locales(self.tree)[0].get(language, Locale(language))
            table = table_of(language)
            self._speakers[language] = Speaker(Naming(self.tree.root, locale, table).names(), table)
        known = self._speakers[language]
        return Speaker(known.names, known.table)

    def introduce(self, address: str, speaker: Speaker) -> None:
        """What the program around an address takes is spoken of by its kind; what is printed on a thing is known."""
        around = addresses.find(self.tree.root, ".".join(address.split(".")[:2]))
        self._bind(at(around, "takes") if around is not None else None, speaker)
        kind = kind_of_section(self.tree.root, address.partition(".")[0])
        for program in address.split(".")[2:3] if kind else ():
            carried = addresses.find(self.tree.root, f"kinds.{kind}.programs.{program}")
            self._bind(at(carried, "takes") if carried is not None else None, speaker)
        data = addresses.find(self.tree.root, f"kinds.{kind}.data") if kind else None
        if isinstance(around, Map) and data is not None:
            speaker.printed = {name: number for name, number in _numbers(around) if at(data, name) is not None}

    def _bind(self, takes: Tree | None, speaker: Speaker) -> None:
        for entry in takes if isinstance(takes, Map) else ():
            kind = entry.value.text.removesuffix("?") if isinstance(entry.value, Scalar) else ""
            if kind in speaker.names.kinds:
                speaker.bind(entry.key, Phrase(speaker.names.kinds[kind]))

    def _expression(self, tree: Tree, speaker: Speaker) -> str:
        node = at(tree, "is") or at(tree, "score") or at(tree, "wins") or tree
        if isinstance(node, Map):  # a score in parts
            return ", ".join(f"{self._expression(entry.value, speaker)} ({entry.key})" for entry in node)
        parsed = parse_expression(_text(node), Report()) if isinstance(node, Scalar) else None
        return speaker.text(parsed) if parsed is not None else ""

    def statements(self, tree: Tree, speaker: Speaker, address: str = "", language: str = "") -> list[Clause]:
        """The statements of a program, in whichever form it is written; options by the texts that they have there."""
        if isinstance(tree, Scalar):
            parsed = parse_program(_text(tree), Report()) if tree.value is not None else None
            return speaker.statements(parsed) if parsed is not None else []
        if not isinstance(tree, Map):
            return []
        if not any(entry.key in KEYS for entry in tree):
            steps = ((entry.value, addresses.join(address, entry.key)) for entry in tree)
            return [clause for step, at_ in steps for clause in self.statements(step, speaker, at_, language)]
        return self._with_keys(tree, speaker, address, language)

    def _with_keys(self, tree: Map, speaker: Speaker, address: str, language: str) -> list[Clause]:
        """What a program does, with what must hold and who acts."""
        does = tree.get("do")
        said = self.statements(does, speaker, address, language) if does is not None else []
        said += self._options(tree, speaker, address, language)
        for key, part in (("if", "condition"), ("when", "condition"), ("by", "party")):
            node = tree.get(key)
            if node is not None and said:
                words = {part: self._expression(node, speaker), "body": speaker.table.clauses(said)}
                told = speaker.table.fill(speaker.table.pattern(f"steps.{key}"), cast("dict[str, Any]", words))
                said = [Clause(told, "then_anyway")]
        return said

    def _options(self, tree: Map, speaker: Speaker, address: str, language: str) -> list[Clause]:
        options = tree.get("options")
        if not isinstance(options, Map):
            return []
        locale = locales(self.tree)[0].get(language, Locale(language))
        said = []
        for entry in options:
            where = f"{address}.options.{entry.key}"
            own = _within(locale.text(where) or "")
            said.append(own or speaker.table.clauses(self.statements(entry.value, speaker, where, language)))
        return [Clause(self._say_pick(tree, speaker.table.words["alternatives"].join(said), speaker), "then_after")]

    def _say_pick(self, tree: Map, options: str, speaker: Speaker) -> str:
        """That so many of the options are chosen."""
        how = tree.get("pick")
        most = at(how, "up_to") if how is not None else None
        count = self._usual(most or how)
        words = {"count": self._expression(count, speaker) if count is not None else "1", "options": options}
        pattern = speaker.table.pattern("steps.pick", ["up_to"] if most is not None else [])
        return speaker.table.fill(pattern, cast("dict[str, Any]", words))

    def _usual(self, count: Tree | None) -> Tree | None:
        """A number, or the name of a value that is one where nothing changes it: that number."""
        value = addresses.find(self.tree.root, f"values.{count.text}") if isinstance(count, Scalar) else None
        usual = value if isinstance(value, Scalar) or value is None else at(value, "is")
        return usual if isinstance(usual, Scalar) and isinstance(usual.value, int) else count

    def _answer(self, asked: re.Match[str], language: str) -> str:
        """What the yes to a `may` or to one more time does."""
        tree = self._find(asked["program"])
        wanted = int(asked["number"] or 1)
        speaker = self.speaker(language)
        matching = (node for node in self._questions(tree, speaker) if _name(node) == asked["name"])
        for number, node in enumerate(matching, 1):
            if number == wanted:
                return speaker.table.sentences(_clauses_on_yes(node, speaker))
        return ""

    def _reason(self, asked: re.Match[str], language: str) -> str:
        """A clause of a list by which a party finds something; what was said before it, nobody hears."""
        speaker = self._speaker_for_party(asked, language)
        return reason(self.tree.root, asked["program"], asked["name"], int(asked["number"]), speaker)

    def _said_by(self, asked: re.Match[str], language: str) -> str:
        """What it is that a party says, or whether what holds."""
        speaker = self._speaker_for_party(asked, language)
        return said_at(self.tree.root, asked["program"], int(asked["number"] or 1), speaker)

    def _speaker_for_party(self, asked: re.Match[str], language: str) -> Speaker:
        """Somebody who speaks of what a party does in a program, and hasn't told anything of it yet."""
        speaker = replace(self.speaker(language), apart=False)
        speaker.bind("me", by_name(_party_noun(asked["party"], speaker.names)))
        self.introduce(asked["program"], speaker)
        return speaker

    def _questions(self, tree: Tree | None, speaker: Speaker) -> Iterator[May | UpToTimes]:
        """All questions of a program in order; the speaker hears what comes before each."""
        if isinstance(tree, Scalar) and isinstance(tree.value, str):
            parsed = parse_program(_text(tree), Report())
            for statement in parsed.statements if parsed is not None else ():
                yield from questions(statement)
                speaker.say(statement)
        elif isinstance(tree, Map):
            for entry in tree:
                yield from self._questions(entry.value, speaker)


def questions(node: SyntaxNode) -> Iterator[May | UpToTimes]:
    """The questions in a statement."""
    if isinstance(node, May | UpToTimes):
        yield node
    for each in fields(node):
        value = getattr(node, each.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, SyntaxNode) and each.name != "spot":
                yield from questions(part)


def _name(node: May | UpToTimes) -> str:
    return f"may_{type(node.statement).__name__.lower()}" if isinstance(node, May) else "once_more"


def _party_noun(party: str, names: Vocabulary) -> Noun:
    """What a party is called: by its name, or, who has a seat, by its number."""
    player = names.kinds["player"]
    return replace(player, one=f"{player.one} {party}") if party.isdecimal() else names.instances[party]


def _clauses_on_yes(node: May | UpToTimes, speaker: Speaker) -> list[Clause]:
    """What is done on a yes."""
    if isinstance(node, UpToTimes):
        return speaker.statements(node.body)
    first = speaker.clause(node.statement)
    then = node.then
    return [first, *(speaker.statements(then) if isinstance(then, Program) else [])]


def _numbers(tree: Map) -> Iterator[tuple[str, int]]:
    """The keys with a number written out."""
    for entry in tree:
        if isinstance(entry.value, Scalar) and type(entry.value.value) is int:
            yield entry.key, entry.value.value


def _within(text: str) -> str:
    """A text of its own as a part of a sentence; nothing where something is still to be filled in."""
    return "" if "{" in text else ", ".join(map(uncapitalised, text.rstrip(".").split(STOP)))


def _text(tree: Scalar) -> Text:
    return Text(tree.text, tree.place)
