"""What may be missing since something could not be used, and what findings hang on.

A finding that says that something isn't there, such as a name that nothing has, hangs on it: where it stood in what was
refused, the finding is only an echo of that. Who makes a finding says what it hangs on; nobody reads its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """How something may be missing."""

    NAME = "name"  # a thing of its own that may have been declared by this name, such as a resource
    PART = "part"  # a name within something declared, such as an instance, a fact or a local
    HALF = "half"  # it is there, but something in it could not be used
    SECTION = "section"  # a word at the top of a file, with all that stands below it
    KEY = "key"  # another word of the form, with all that it says
    ANYTHING = "anything"
    HOLDING = "holding"  # that what is asked can hold at all


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that may be missing."""

    sort: Sort
    name: str = ""


WHOLE = Lack(Sort.ANYTHING)
FROM_WITHIN = frozenset([Lack(Sort.HOLDING)])
OF_ALL = frozenset([WHOLE])  # of what is only found by looking at all of a pack
# Without these nobody can tell what else there is: places of a map and counted things have no names in a file.
NUMBERED = ("count", "for_each", "graph", "grid", "hex", "instances")
FACTS = ("data", "state")  # where these are refused as a whole, each fact may be one of them
COUNTED = frozenset(
    [
        *(Lack(Sort.KEY, word) for word in (*NUMBERED, *FACTS)),
        *(Lack(Sort.SECTION, word) for word in ("game", "kinds", "parties", "players", "resources", "values")),
        *(Lack(Sort.HALF, word) for word in NUMBERED),
    ]
)

# What a file declares by name under a section of its own, and nowhere else.
SECTIONS = {
    "cost": "costs",
    "event": "events",
    "kind": "kinds",
    "procedure": "procedures",
    "resource": "resources",
    "setup option": "options",
}


def things_named(*names: str) -> frozenset[Lack]:
    """Things of their own that may have these names."""
    return frozenset(Lack(Sort.NAME, name) for name in names)


def names_within(names: Iterable[str]) -> frozenset[Lack]:
    """Names that may have been given within something else."""
    return frozenset(Lack(Sort.PART, name) for name in names)


def anything_named(*names: str) -> frozenset[Lack]:
    """Either of these, as what a program mentions may be: a local, an instance, a fact, or a value of its own."""
    return things_named(*names) | names_within(names)


def halves(names: Iterable[str]) -> frozenset[Lack]:
    """What is there, but not all of it."""
    return frozenset(Lack(Sort.HALF, name) for name in names)


def sections(*words: str) -> frozenset[Lack]:
    """Words at the top of a file that could not be used."""
    return frozenset(Lack(Sort.SECTION, word) for word in words)


def keys(words: Iterable[str]) -> frozenset[Lack]:
    """Words of the form that could not be used."""
    return frozenset(Lack(Sort.KEY, word) for word in words)


def on_the_way(address: str) -> frozenset[Lack]:
    """All that an address goes through behind its section, whether it is missing or only half there."""
    words = address.split(".")[1:]
    return anything_named(*words) | halves(words)


def lack_of(what: str, name: str) -> frozenset[Lack]:
    """Something of this sort that isn't there: a thing of its own, or whatever else may have such a name."""
    return things_named(name) | sections(SECTIONS[what]) if what in SECTIONS else anything_named(name) | COUNTED
