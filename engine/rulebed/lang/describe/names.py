"""What the names of a pack are called, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulebed.lang.describe.phrase import Noun
from rulebed.lang.syntax import Program, SyntaxNode


def in_plain_letters(name: str) -> str:
    """A name as the pack spells it."""
    return name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class FactWords:
    """A fact: its word, whether it is a flag, a set or a pile, and the kind that it speaks of."""

    noun: Noun
    flag: bool = False
    many: bool = False
    pile: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class SaidProgram:
    """A procedure or value: its word, its parameters, and the sentence that says it, if there is one."""

    noun: Noun
    params: tuple[str, ...] = ()
    phrase: str = ""
    besides: Mapping[str, str] = field(default_factory=dict)  # of a value: phrases for `not`, `most` and `least` of it
    flag: bool = False  # a value that holds or doesn't
    body: Program | None = None  # what it does, where that is short enough to be said in its place
    source: SyntaxNode | None = None  # the expression that a value stands for
    told_only: bool = False  # an event that nothing waits for, and for which there are words in the story alone


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All that a program may speak of, by name."""

    kinds: Mapping[str, Noun] = field(default_factory=dict)
    plurals: Mapping[str, str] = field(default_factory=dict)  # the word for all -> the kind
    instances: Mapping[str, Noun] = field(default_factory=dict)
    kind_of: Mapping[str, str] = field(default_factory=dict)  # instance -> kind
    resources: Mapping[str, Noun] = field(default_factory=dict)
    facts: Mapping[str, FactWords] = field(default_factory=dict)
    of_things: Mapping[str, FactWords] = field(default_factory=dict)  # facts that have a word of their own in a kind
    of_kinds: Mapping[tuple[str, str], FactWords] = field(
        default_factory=dict
    )  # by kind, where several have such a fact
    programs: Mapping[str, Noun] = field(default_factory=dict)  # what things carry
    of_game: frozenset[str] = frozenset()  # the facts that need no owner
    words: Mapping[str, Noun] = field(default_factory=dict)  # what else the locale has a word for
    said: Mapping[str, SaidProgram] = field(default_factory=dict)  # procedures, values, costs, events, programs
    settings: Mapping[str, str] = field(default_factory=dict)  # what setup options, and `OPTION.VALUE`, are called
    spelled: Callable[[str], str] = in_plain_letters  # what is called by its name alone

    def said_of(self, section: str, name: str) -> SaidProgram | None:
        """A procedure or event, whatever else has its name; or else what a program calls by that name."""
        return self.said.get(f"{section}.{name}") or self.said.get(name)

    def fact_of(self, name: str) -> FactWords | None:
        """A fact of something."""
        return self.of_things.get(name) or self.facts.get(name)
