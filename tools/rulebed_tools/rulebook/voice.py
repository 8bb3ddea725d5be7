"""Speaks of one pack in one language: what things are called, and what values and programs are in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.content import Entry, Locale, Map, Node, PackTree, Rule, Scalar, Seq, locales, named_in
from rulebed.language import Describer, LanguageWords, Noun, Phrase, Vocabulary, parse_expression, syntax, table_of
from rulebed.text import Report
from rulebed_tools.rulebook.wording import Wording

PLACE = "place of "  # or where something of a kind lies
SET = "set of "  # what a procedure takes may be several of a kind
VERB = re.compile(r"\[([^\[\]|]+\|[^\[\]]+)\]")


@dataclass(slots=True)
class Voice:
    """The words for a pack."""

    tree: PackTree
    language: str
    rules: dict[str, Rule]
    wording: Wording = field(init=False)
    describer: Describer = field(init=False)
    names: Vocabulary = field(init=False)
    locale: Locale = field(init=False)
    table: LanguageWords = field(init=False)

    def __post_init__(self) -> None:
        self.wording = Wording(self.language)
        self.describer = Describer(self.tree)
        self.names = self.describer.names(self.language)
        self.table = table_of(self.language)
        self.locale = locales(self.tree)[0].get(self.language, Locale(self.language))

    @property
    def own(self) -> bool:
        """Whether this is the language that the pack itself is written in."""
        return (text(self.tree.root.get("language")) or "en") == self.language

    def describe(self, address: str) -> str:
        """What a program or value does, in sentences."""
        return self.describer.describe(address, self.language)

    def said(self, node: Node | None, takes: Node | None = None) -> str:
        """An expression in words; what it takes is spoken of by its kind."""
        return self.describer.say_expression(node, self.language, takes) if node is not None else ""

    def price(self, cost: Node) -> str:
        """What a cost comes to."""
        pays, takes = (cost.get(key) if isinstance(cost, Map) else None for key in ("pay", "takes"))
        return ", ".join(self._so_much(part, takes) for part in entries(pays))

    def _so_much(self, part: Entry, takes: Node | None) -> str:
        """So much of something: in figures, or by what that comes to."""
        count, asset = self.said(part.value, takes), self.noun(part.key)
        several = not count.isdecimal() or not self.table.is_one(int(count))
        row = self.table.pattern("amount", () if count.isdecimal() else ["worked_out"])
        return self.table.fill(row, {"count": count, "asset": Phrase(asset, many=several)})

    def phrases(self, name: str) -> tuple[str, ...]:
        """How a procedure is said that has a phrase of its own: as it is told to somebody, and said of somebody."""
        said = self.names.said.get(name)
        if said is None or not said.phrase:
            return ()
        forms = max((len(match[1].split("|")) for match in VERB.finditer(said.phrase)), default=1)
        return tuple(_spoken(said.phrase, form) for form in range(forms))

    def title(self, address: str, name: str) -> str:
        """What something is called: by its text, its title, its noun, or its name in plain letters."""
        return upper(self.called(address, name))

    def called(self, address: str, name: str) -> str:
        """The same within a sentence."""
        return self._stated(address) or self.noun(name).one

    def step(self, address: str) -> str:
        """What a step is called: a noun of the same name is that of something else."""
        return upper(self._stated(address) or address.rpartition(".")[2].replace("_", " "))

    def _stated(self, address: str) -> str:
        """The text or title that stands at an address."""
        node = self.tree.find(address)
        stated = text(node.get("title")) if isinstance(node, Map) and self.own else ""
        return self.locale.text(address) or self.locale.text(f"{address}.title") or stated

    def remark(self, node: Node | None, key: str = "note") -> str:
        """What the pack says of something in its own language; nothing in others."""
        return text(node.get(key)) if isinstance(node, Map) and self.own else ""

    def noun(self, name: str) -> Noun:
        """The noun for a name of any sort."""
        return self.describer.noun(name, self.language)

    def thing(self, kind: str, name: str) -> Noun:
        """The noun for a thing of a kind, where things of several kinds have its name."""
        return self.names.instances.get(f"{kind}.{name}") or self.noun(name)

    def fact(self, kind: str, name: str) -> Noun:
        """The noun for a fact of things of a kind."""
        known = self.names.of_kinds.get((kind, name)) or self.names.fact_of(name)
        return known.noun if known is not None else self.noun(name)

    def given(self, name: str, sort: str) -> str:
        """What a procedure takes: the word for its name, if the language has one, and of which sort it is."""
        item, known = sort.removesuffix("?").removeprefix(SET).removeprefix(PLACE), self.names.words.get(name)
        taken = self.noun(item).many if sort.startswith(SET) else self.noun(item).one
        if sort.startswith(PLACE):
            taken = self.table.fill(self.table.pattern("holds_type"), {"kind": taken})
        return taken if known is None or known.one == taken else f"{known.one} ({taken})"

    def any_of(self, sort: str) -> str:
        """One of what a procedure takes, or those of a set; what is no kind is said by its word alone."""
        item = sort.removesuffix("?").removeprefix(SET)
        if sort.startswith(SET):
            return self.table.form(Phrase(self.noun(item), many=True), "the")
        return self.table.form(Phrase(self.noun(item)), "a") if item in self.names.kinds else self.noun(item).one

    def grown(self, said: str) -> str:
        """Words that meet and grow together."""
        return self.table.contracted(said)

    def value(self, node: Node | None) -> str:
        """A value that is printed on something."""
        match node:
            case Map():
                parts = ((self.noun(entry.key).many, self.value(entry.value)) for entry in node)
                return ", ".join(f"{value} {name}".strip() for name, value in parts)
            case Seq():
                return ", ".join(map(self.value, node.items))
            case Scalar(value=bool() as flag):
                return self.wording.say("yes") if flag else ""
            case Scalar() if node.text in self.names.instances or node.text in self.names.resources:
                return self.noun(node.text).one
            case Scalar() if isinstance(
                parse_expression(syntax.Text(node.text, node.place), Report()), syntax.Conditional
            ):
                return self.said(node)
            case Scalar() if node.text in self.names.words:
                return self.names.words[node.text].one
            case Scalar():
                return "" if node.value is None else node.text.replace("_", " ")
            case None:
                return ""

    def rules_of(self, node: Node | None) -> tuple[tuple[str, str], ...]:
        """The rules that something and its parts name; a ledger is written in the language of its pack."""
        found = dict.fromkeys(_rules(node)) if self.own else {}
        return tuple((name, self.rules[name].text) for name in found if name in self.rules)


def _spoken(phrase: str, form: int) -> str:
    """A phrase with this form of its verbs, or the first one where a verb has fewer."""

    def chosen(match: re.Match[str]) -> str:
        forms = match[1].split("|")
        return forms[form] if form < len(forms) else forms[0]

    return VERB.sub(chosen, phrase)


def _rules(node: Node | None) -> Iterator[str]:
    yield from (name for name, _ in named_in(node)) if node is not None else ()


def entries(node: Node | None) -> Iterator[Entry]:
    """The entries of a mapping; none of anything else."""
    if isinstance(node, Map):
        yield from node


def text(node: Node | None) -> str:
    """A single value as a text."""
    return " ".join(node.text.split()) if isinstance(node, Scalar) and node.value is not None else ""


def upper(said: str) -> str:
    """With a capital at its beginning."""
    return said[:1].upper() + said[1:]
