"""The speaker: nodes in, phrases out. It knows which words a node is made of, the table knows how they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rulebed.lang.describe.names import Vocabulary
from rulebed.lang.describe.phrase import Clause, Noun, Phrase, finished
from rulebed.lang.describe.table import LanguageWords, stem
from rulebed.lang.syntax import (
    Acting,
    Attempt,
    Branch,
    Each,
    May,
    Name,
    Number,
    Pair,
    Parallel,
    Program,
    Repeat,
    SyntaxNode,
    Trial,
    UpToTimes,
    Without,
    WithValue,
)

SIGNS = {
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "by",
    "mod": "mod",
}
ALTERNATIVES = (Branch, May, Trial)  # what is done sometimes, or perhaps
LOOPS = (Each, Pair, Repeat, UpToTimes, Acting, Parallel, WithValue, Without)  # what has an end of its own
ORDINALS = ("second", "third", "fourth")
GENDERS = ("", "m", "f", "n")
TOLD, SAID_OF, MAY = 0, 1, 2  # whoever reads this is told to; it is said of somebody; it is what may be done
BESIDE = re.compile(r"#[^\n]*|@[\w.-]+")  # remarks, and ids of the ledger
SETS = frozenset({"most", "least", "sorted", "sorted_down", "narrow", "list_for", "groups"})


@dataclass(slots=True)
class Speaker:
    """Speaks of one program: what its names stand for so far, and whom it tells what to do."""

    names: Vocabulary
    table: LanguageWords
    locals: dict[str, Phrase] = field(default_factory=dict)
    depth: int = 0  # how many procedures are being said by what they do
    person: int = 0  # TOLD, SAID_OF or MAY
    apart: bool = True  # what several names of one sort stand for is told apart
    printed: Mapping[str, int] = field(default_factory=dict)  # the numbers on the thing whose program it is

    def say(self, node: SyntaxNode) -> Phrase:
        """The phrase of an expression or statement."""
        rule = RULES.get(type(node))
        return rule(node, self) if rule is not None else self.plainly(node)

    def statements(self, program: Program) -> list[Clause]:
        """Each statement of a program in words, those that there is nothing to say of left out."""
        return [clause for clause in map(self.clause, program.statements) if clause.text]

    def clause(self, statement: SyntaxNode) -> Clause:
        """A statement in words; what comes behind an alternative or a loop isn't taken for a part of it."""
        if isinstance(statement, LOOPS) and not self.inside(statement.body):
            return Clause("")  # what is only told to players is no rule
        said = self.say(statement)
        return Clause(said.text, said.before_next or _before_next(statement))

    def plainly(self, node: SyntaxNode, **more: Phrase | str) -> Phrase:
        """A node by its pattern, its parts in the slots of their names."""
        parts = self.parts(node) | more
        said = self.filled(node, parts) if self.table.has(stem(node)) else self.as_written(node, parts)
        return finished(said, many=stem(node) in SETS)

    def as_written(self, node: SyntaxNode, parts: Mapping[str, Phrase | str]) -> str:
        """A node that there is no row for: as the pack spells it, with its parts in words."""
        spelled, end, found = node.spot.text.text, node.spot.start, ""
        for start, stop, name in sorted(_places(node)):
            part = parts[name]
            found += BESIDE.sub("", spelled[end:start]) + (
                part if isinstance(part, str) else self.table.form(part, "the")
            )
            end = stop
        return " ".join((found + BESIDE.sub("", spelled[end : node.spot.end])).replace("_", " ").split())

    def filled(self, node: SyntaxNode, parts: dict[str, Phrase | str]) -> str:
        """The pattern of a node, with its slots filled."""
        return self.table.fill(self.table.pattern(stem(node), self.there(node)), parts, self.person)

    def there(self, node: SyntaxNode) -> set[str]:
        """What a node's pattern may depend on: the parts that are there, and which sign or manner it has."""
        given = {each.name: getattr(node, each.name) for each in fields(node) if each.name != "spot"}
        words = {SIGNS.get(given[name], given[name]) for name in ("sign", "manner") if name in given}
        return words | {name for name, part in given.items() if part}

    def pattern(self, name: str, /, **parts: Phrase | str) -> Phrase:
        """A finished phrase by a pattern of the table."""
        first, *others = name.split("+")
        return finished(self.table.fill(self.table.pattern(first, others), parts, self.person))

    def pronoun(self, sort: Noun | None) -> Phrase:
        """One of a sort that has just been spoken of."""
        return self.pattern(f"it+{sort.gender if sort is not None else ''}")

    def is_it(self, phrase: Phrase) -> bool:
        """Whether somebody is spoken of as `it`."""
        return any(phrase == self.pattern(f"it+{gender}") for gender in GENDERS)

    def parts(self, node: SyntaxNode) -> dict[str, Phrase | str]:
        """The parts of a node in words, in the order in which they stand: later ones know the names of earlier ones."""
        found: dict[str, Phrase | str] = {}
        for each in fields(node):
            value = getattr(node, each.name)
            if each.name != "spot" and value is not None:
                found[each.name] = self.part(value)
        return found

    def part(self, value: Any) -> Phrase | str:
        """One part of a node in words."""
        if isinstance(value, Program):
            return self.inside(value)
        if isinstance(value, SyntaxNode):
            return self.say(value)
        if isinstance(value, tuple):
            said = [self.say(item) for item in value]
            return said[0] if len(said) == 1 else self.table.list_phrase([phrase.text for phrase in said])
        return self.name_in_words(str(value))

    def inside(self, program: Program) -> str:
        """A program within a sentence; names given in it end with it."""
        return self.sequence(program).text

    def sequence(self, program: Program) -> Phrase:
        """The same as a phrase, which knows how it ends."""
        clauses = replace(self, locals=dict(self.locals)).statements(program)
        last = clauses[-1].before_next if clauses else ""
        return replace(finished(self.table.clauses(clauses)), before_next=last)

    def name_in_words(self, name: str) -> str:
        """A name as a word."""
        said, known = self.names.said.get(name), self.names.words.get(name)
        return said.noun.one if said else known.one if known else self.names.spelled(name)

    def bind(self, name: str, item: Phrase) -> Phrase:
        """From now on this name stands for one of those: where another name does, too, for the second one."""
        self.locals[name] = item = self.distinct(name, item)
        return item

    def distinct(self, name: str, item: Phrase) -> Phrase:
        """What a name stands for, told apart from what other names do."""
        taken = [phrase for other, phrase in self.locals.items() if other != name and not phrase.named]
        if not self.apart:
            return item
        noun = Phrase(item.noun), Phrase(item.noun, many=True)
        for ordinal in ORDINALS:
            if item not in taken:
                break
            rows = (f"ordinal+{ordinal}", f"ordinal+{ordinal}+many")
            one, many = (self.pattern(row, name=each).text for row, each in zip(rows, noun, strict=True))
            item = replace(item, noun=Noun(one, many, item.noun.gender))
        return item

    def text(self, node: SyntaxNode, form: str = "the") -> str:
        """An expression in some form."""
        return self.table.form(self.say(node), form)

    def about(self, name: str, item: Phrase) -> Speaker:
        """A speaker for whom a name stands for something else, for as long as one thing is said."""
        return replace(self, locals={**self.locals, name: self.distinct(name, item)})

    def figure(self, node: SyntaxNode) -> int | None:
        """The number that stands there, written out or printed on the thing; what procedures name is never that."""
        if isinstance(node, Name) and node.name not in self.locals and not self.depth:
            return self.printed.get(node.name)
        return node.value if isinstance(node, Number) else None

    def word(self, name: str) -> Noun:
        """A word of the table as a noun."""
        return self.table.nouns.get(name) or self.table.noun(name)


def _before_next(statement: SyntaxNode) -> str:
    """The word that goes before what follows a statement."""
    if isinstance(statement, ALTERNATIVES) or (isinstance(statement, Attempt) and statement.otherwise is not None):
        return "then_anyway"
    return "then_after" if isinstance(statement, LOOPS) else "then"


def _places(node: SyntaxNode) -> Iterator[tuple[int, int, str]]:
    """Where the parts of a node stand that are nodes, and what they are called."""
    for part in fields(node)[1:]:
        value = getattr(node, part.name)
        nodes = [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, SyntaxNode)]
        if nodes:
            yield nodes[0].spot.start, nodes[-1].spot.end, part.name


Rule = Callable[[Any, Speaker], Phrase]
RULES: dict[type[SyntaxNode], Rule] = {}


def says(*kinds: type[SyntaxNode]) -> Callable[[Rule], Rule]:
    """Register the function that says these nodes."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(kinds, rule))
        return rule

    return register
