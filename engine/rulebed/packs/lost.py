"""What is missing where a part of a pack could not be used: the names that it may have given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from rulebed.packs.node import Entry
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import NUMBERED, Lack, anything_named, halves, keys, names_within, sections

PATCH = "patch"
WORD = re.compile(r"[^\W\d]\w*")
# Where YAML names something: before a colon, after a dash, between the brackets or commas of a list.
NAMED = re.compile(
    r"(?<![\w.])([\w.]{1,100})[\"']?[ \t]{0,9}:(?=\s|\Z)"
    r"|(?:-[ \t]{1,9}|[\[,]\s{0,99})([\w.]{1,100})(?=\s{0,99}(?:[\],#\n]|\Z))"
)
# What is part of the form and names nothing.
FORM = frozenset(
    [
        *("by", "data", "default", "do", "effect", "if", "is", "next", "note", "on", "options", "otherwise", "pick"),
        *("programs", "rules", "says", "start", "state", "takes", "to", "type", "when"),
    ]
)

TELLING = "kinds", "players", "requires"  # what they say can't be told from a text


def names_in(text: str) -> set[str]:
    """The words by which a piece of YAML, well formed or not, may name something."""
    return {word for found in NAMED.finditer(text) for word in WORD.findall(found[1] or found[2])}


def lose_text(text: str, report: Report) -> None:
    """Note what a text that can't be read may have named, and which words of the form may be in it."""
    words = names_in(text)
    report.lose(
        anything_named(*(words - FORM)) | keys(words.intersection(NUMBERED)) | sections(*words.intersection(TELLING))
    )


def lose_entry(entry: Entry, report: Report) -> None:
    """Note an entry that is left out of the top of a pack or layer, with all names in it."""
    words = {entry.key, *entry.key.split(".")} - FORM
    report.lose(anything_named(*words) | sections(entry.key))
    lose_text(entry.value.span.text, report)


def lose_inside(way: Collection[str], text: str, report: Report, known: Collection[str] = ()) -> None:
    """Note the names that were given below this way in the tree, but for those that stand elsewhere, too.

    A thing of its own, such as a resource, stands right below its section, and nowhere within something else.
    """
    words = names_in(text)
    report.lose(names_given(way, words - {*known}) | keys(words.intersection(NUMBERED)))


def names_given(way: Collection[str], words: Iterable[str]) -> frozenset[Lack]:
    """Names that were given right below this way."""
    names = {*words} - FORM
    return anything_named(*names) if len(way) < 2 or PATCH in way else names_within(names)


def lose_patch(address: str, text: str, report: Report) -> None:
    """Note the names in a patch that isn't applied."""
    lose_inside(address.split(".") if address else (), text, report)


def half_known(way: Iterable[str], report: Report) -> None:
    """Note that something of all that is on the way is gone."""
    report.lose(halves(way))
