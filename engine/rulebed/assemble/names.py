"""What may be called how: a name is well spelled, no word that it could be mistaken for, and means one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulebed.assemble.bench import Bench
from rulebed.lang.binders import MEANT
from rulebed.lang.express.table import a
from rulebed.lang.parse import language
from rulebed.packs.node import Entry
from rulebed.source.lacks import anything_named
from rulebed.source.text import Span

NAME = re.compile(r"[a-z][a-z0-9_]*")
# What every instance may say beside the facts and programs of its kind.
ACTING = ("on", "watch", "before", "after", "instead", "modify", "exchange", "credit")
REMARKS = ("only_if", "rules", "note", "source", "stand_in")
BUILT_IN = frozenset({"player", "party", "resource", "game"})
END = "end"  # where the flow leads when the game is over
WORDS_OF = {"party": ("stock",)}  # what the language itself says of some: `me.stock[...]` is what a party has
HELP = "choose another word"


def check_declared_name(bench: Bench, entry: Entry, what: str) -> bool:
    """Names are small letters, digits and `_`, and no words of the language."""
    return check_spelling(bench, entry.key, entry.key_span, what)


def check_spelling(bench: Bench, name: str, span: Span | None, what: str) -> bool:
    """The same for a name that is no key."""
    if not NAME.fullmatch(name):
        message = f"`{name}` can't be the name of {a(what)}"
        help_ = "names are written in small letters, digits and `_`"
        bench.report.error("P311", span, message, help=help_, hangs_on=anything_named(name))
        return False
    if is_reserved(name, what) or (what == "kind" and name in BUILT_IN):
        refuse(bench, name, span, f"`{name}` is a word of the language and can't name {a(what)}")
        return False
    return True


def is_reserved(name: str, what: str) -> bool:
    """Whether a word could be mistaken for the language's own where things of this sort are named."""
    if what == "phase":
        return name == END
    if what == "resource" and name in WORDS_OF["party"]:
        return True
    words = language()
    return name in words.reserved or name in MEANT or (what == "procedure" and name in words.whole)


def refuse(bench: Bench, name: str, span: Span | None, message: str, help_: str = HELP) -> None:
    """Report a name that can't be used; that it means nothing then is no finding of its own."""
    bench.refusals.error("P312", span, message, help=help_)
    bench.refusals.lose(anything_named(name))


def is_free_name(bench: Bench, entry: Entry, what: str, owner: str, taken: Iterable[str]) -> bool:
    """Whether something of a kind can be called so: it is well spelled, and no other thing there has the name."""
    if not check_declared_name(bench, entry, what):
        return False
    if entry.key in taken:
        refuse(
            bench,
            entry.key,
            entry.key_span,
            f"`{entry.key}` can't name {a(what)} of the {owner}: it has a meaning already",
        )
    return entry.key not in taken


def is_free(bench: Bench, entry: Entry, known: Iterable[str] = ()) -> bool:
    """A name that stands alone in expressions means one thing."""
    meaning = bench.symbols.meaning(entry.key) or ("something" if entry.key in known else "")
    if meaning:
        message = f"`{entry.key}` means {meaning} already"
        kind = bench.symbols.plurals.get(entry.key)
        help_ = f"{HELP}; a place for them may be called `{kind}_stock`" if kind else HELP
        refuse(bench, entry.key, entry.key_span, message, help_)
    return not meaning
