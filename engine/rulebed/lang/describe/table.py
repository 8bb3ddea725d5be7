"""The table of a language: a pattern for each node, forms of nouns, and how sentences are put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebed.lang.describe.phrase import MANY, ONE, Clause, Noun, Phrase, finished
from rulebed.lang.syntax import SyntaxNode

SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
VERB = re.compile(r"\[([^|\]]*\|[^\]]*)\]")
WORD_START = re.compile(r"(?<!^)(?=[A-Z])")
# what makes how much of a difference to the form of a noun; its gender makes least
WEIGHTS = {"pile": 8, "named": 4, "many": 3, "elides": 2, "any": 0}
SPELLED = {"Nothing_": "none"}


def stem(node: SyntaxNode | type[SyntaxNode]) -> str:
    """The name of a node's rule, under which its pattern stands."""
    name = node.__name__ if isinstance(node, type) else type(node).__name__
    return SPELLED.get(name) or WORD_START.sub("_", name).lower()


@dataclass(frozen=True, slots=True)
class LanguageWords:
    """The words of one language.

    A pattern has slots, `{part}` or `{part:form}`, and verbs: as told to somebody, as said of somebody, and, where that
    differs from the first, as what may be done, `[gagnez|gagne|gagner]`. A form has a text for each combination of
    features that makes a difference; the most special one that fits is taken. `contractions` say how words that meet
    grow together: a regular expression, and what stands in its place. `elides` says before which words an article
    has another form, `counts` which form of a noun goes with a number in figures; with all others goes that for many.
    """

    language: str
    patterns: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]
    words: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    contractions: Mapping[str, str] = field(default_factory=dict)
    elides: str = "(?!)"
    counts: Mapping[str, str] = field(default_factory=lambda: {ONE: "1"})
    _known: dict[str, list[tuple[str, ...]]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def noun(
        self,
        one: str,
        many: str = "",
        gender: str = "",
        *,
        elides: bool | None = None,
        article: bool = False,
        others: Mapping[str, str] | None = None,
    ) -> Noun:
        """A noun; whether it elides is seen from how it begins, unless that is said."""
        eliding = re.match(self.elides, one) is not None if elides is None else elides
        number = MANY if many == one else ONE
        return Noun(one, many or one, gender, eliding, number if article else "", tuple((others or {}).items()))

    def has(self, name: str) -> bool:
        """Whether there is a row of this name, or one for it with some part."""
        return name in self._rows()

    def pattern(self, name: str, parts: Iterable[str] = ()) -> str:
        """The pattern of a name: the row with most of the parts that are there and none that are not."""
        there = set(parts)
        rows = [row for row in self._rows().get(name, ()) if set(row) <= there]
        best = max(rows, key=len, default=())
        return self.patterns.get("+".join([name, *best]), name)

    def _rows(self) -> Mapping[str, list[tuple[str, ...]]]:
        """For each name, the parts of its rows."""
        if not self._known:
            for key in self.patterns:
                name, *parts = key.split("+")
                self._known.setdefault(name, []).append(tuple(parts))
        return self._known

    def fill(self, pattern: str, parts: Mapping[str, Phrase | str], person: int = 0) -> str:
        """A pattern with its slots filled; `person` is the form of its verbs."""

        def slot(match: re.Match[str]) -> str:
            part = parts.get(match[1], "")
            return part if isinstance(part, str) else self.form(part, match[2] or "the")

        return self.contracted(SLOT.sub(slot, VERB.sub(lambda match: _verb(match[1], person), pattern)))

    def contracted(self, text: str) -> str:
        """Words that meet and grow together: `de le` is `du`."""
        for meeting, grown in self.contractions.items():
            text = re.sub(meeting, grown, text)
        return text

    def sort_of(self, count: int) -> str:
        """Which form of a noun goes with so many."""
        found = (sort for sort, figures in self.counts.items() if re.fullmatch(figures, str(count)))
        return next(found, MANY)

    def is_one(self, count: int) -> bool:
        """Whether so many of something are spoken of as one."""
        return self.sort_of(count) == ONE

    def form(self, phrase: Phrase, name: str) -> str:
        """A phrase in some form, such as with its article."""
        rows = self.forms.get(name, {})
        fitting = [key for key in rows if key == "any" or set(key.split(".")) <= phrase.features]
        if not fitting:
            return phrase.text
        best = max(fitting, key=lambda key: sum(WEIGHTS.get(part, 1) for part in key.split(".")))
        texts: dict[str, Phrase | str] = {"one": phrase.one_text, "many": phrase.many_text, "self": phrase.text}
        if phrase.item is not None:
            texts |= {"item": Phrase(phrase.item), "items": Phrase(phrase.item, many=True)}
            texts["whole"] = self.form(_whole(phrase), "the")
        return self.fill(rows[best], texts)

    def list_of(self, parts: Sequence[str], word: str = "and") -> str:
        """Several phrases as one: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        between = self.words.get("between", ", ")
        return f"{between.join(parts[:-1])} {self.words.get(word, word)} {parts[-1]}"

    def list_phrase(self, parts: Sequence[str]) -> Phrase:
        """Several phrases as a finished one."""
        return finished(self.list_of(parts), many=True)

    def sentences(self, statements: Iterable[Clause]) -> str:
        """Statements as sentences of their own."""
        return " ".join(
            f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', ':')) else '.'}" for text, _ in statements
        )

    def clauses(self, statements: Sequence[Clause]) -> str:
        """Statements within a sentence, one after another."""
        words = [self.words.get(one.before_next, ", ") for one in statements[:-1]]
        return "".join(f"{one.text}{word}" for one, word in zip(statements, [*words, ""], strict=False))


def _verb(forms: str, person: int) -> str:
    """One form of a verb; what may be done is said as it is told, unless there is a form of its own."""
    each = forms.split("|")
    return each[person] if person < len(each) else each[0]


def _whole(phrase: Phrase) -> Phrase:
    """A pile as one thing."""
    return Phrase(phrase.noun, phrase.many, phrase.named, phrase.tail)
