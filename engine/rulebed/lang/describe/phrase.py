"""Phrases: words with the grammar that the words around them need to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ONE, MANY = "one", "many"


@dataclass(frozen=True, slots=True)
class Noun:
    """A word for one and for many, with its gender and whether an article before it loses or gains a letter.

    A name that is said with its `article` all the same: as that of one, or of several. `others` are the forms that a
    language has for some counts besides those for one and for many, by what these are called in its table.
    """

    one: str
    many: str
    gender: str = ""
    elides: bool = False
    article: str = ""  # ONE, MANY, or nothing
    others: tuple[tuple[str, str], ...] = ()

    def for_count(self, count: str) -> str:
        """The form for counts of a sort; that for many, where it has no other."""
        return self.one if count == ONE else dict(self.others).get(count, self.many)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with what follows it; a `named` one takes no article, a `pile` is spoken of by its items.

    A finished one that ends in an alternative or a loop knows what goes before the next clause.
    """

    noun: Noun
    many: bool = False
    named: bool = False
    tail: str = ""
    item: Noun | None = None
    before_next: str = ""
    count: str = ""  # of how many it is, where that is known: a sort of counts of the table

    @property
    def one_text(self) -> str:
        """The words for one of them."""
        return self.noun.one + self.tail

    @property
    def many_text(self) -> str:
        """The words for several of them."""
        return self.noun.many + self.tail

    @property
    def text(self) -> str:
        """The words without an article."""
        if self.count:
            return self.noun.for_count(self.count) + self.tail
        return self.many_text if self.many else self.one_text

    @property
    def features(self) -> frozenset[str]:
        """What the form of a phrase depends on."""
        marks = {"many" if self.many else "one", self.noun.gender}
        marks |= {"elides"} if self.noun.elides else set()
        marks |= {"named"} if self.named else set()
        return frozenset(marks | ({"pile"} if self.item is not None else set()))


class Clause(NamedTuple):
    """A statement in words, and the word of the table that goes before the next one of the same sentence.

    Behind an alternative or a loop a mere *then* would go on with it: `then_anyway` and `then_after` begin anew.
    """

    text: str
    before_next: str = "then"


def by_name(noun: Noun) -> Phrase:
    """What goes by this name, with its article where it has one."""
    return Phrase(noun, many=noun.article == MANY, named=not noun.article)


def finished(text: str, *, many: bool = False) -> Phrase:
    """Words that nothing is added to."""
    return Phrase(Noun(text, text), many=many, named=True)


def uncapitalised(text: str) -> str:
    """A text as a part of a sentence: it begins small, unless its first word has capitals besides, such as `DNA`."""
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"
