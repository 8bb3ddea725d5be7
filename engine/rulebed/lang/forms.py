"""The forms of statements and expressions, shown where one of them is left unfinished or is spelled otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulebed.source.suggest import closest

STATEMENTS = {
    "gain": "gain 2 RESOURCE",
    "gains": "WHO gains 2 RESOURCE",
    "lose": "lose 2 RESOURCE",
    "loses": "WHO loses 2 RESOURCE",
    "pay": "pay 2 RESOURCE, 1 OTHER",
    "pays": "WHO pays 2 RESOURCE",
    "set": "set FACT to VALUE",
    "add": "add VALUE to FACT",
    "remove": "remove VALUE from FACT",
    "let": "let x = VALUE",
    "choose": "choose x in SET` or `choose 2 of SET as xs",
    "find": "find x in SET: prefer CONDITION",
    "chooses": "WHO chooses x in SET",
    "roll": "roll SET as x`, `roll 2 times SET as xs` or `roll SET into FACT",
    "draw": "draw from DECK as x` or `draw 2 from DECK into ROW",
    "put": "put THING in PLACE",
    "shuffle": "shuffle DECK` or `shuffle THINGS into DECK",
    "refill": "refill ROW from DECK to 4",
    "do": "do PROCEDURE",
    "require": "require CONDITION",
    "raise": "raise EVENT(VALUE)",
    "show": "show THING to WHO",
    "look": "look at THING",
    "say": "say whether CONDITION` or `say VALUE to WHO",
    "end": "end game",
    "each": "each x in SET: STATEMENT",
    "pair": "pair x in SET, y in OTHER: STATEMENT",
    "repeat": "repeat 2 times: STATEMENT",
    "up": "up to 2 times: STATEMENT",
    "as": "as WHO: STATEMENT",
    "secretly": "secretly each p in players: STATEMENT",
    "meanwhile": "meanwhile each p in players: STATEMENT",
    "with": "with VALUE + 1: STATEMENT",
    "without": "without PROCEDURE: STATEMENT",
    "try": "try: STATEMENT",
    "may": "may STATEMENT` or `may choose x in SET: STATEMENT",
    "if": "if CONDITION: STATEMENT",
}
EXPRESSIONS = {
    "if": "VALUE if CONDITION else OTHER",
    "all": "all x in SET satisfy CONDITION",
    "any": "any SET where CONDITION` or `any x in SET satisfies CONDITION",
    "no": "no SET where CONDITION",
    "most": "most of SET by NUMBER",
    "least": "least of SET by NUMBER",
    "sorted": "sorted SET by NUMBER",
    "groups": "groups of SET by NUMBER",
    "narrow": "narrow SET by (CONDITION) by (CONDITION)",
    "can": "can do PROCEDURE",
    "for": "[VALUE for x in SET]",
    "where": "SET where CONDITION",
    "count": "count(SET)",
    "sum": "sum(NUMBERS)",
    "first": "first(SET)",
    "last": "last(SET)",
    "min": "min(A, B)",
    "max": "max(A, B)",
    "distance": "distance(A, B)",
}
BEGINNINGS = (*STATEMENTS, "otherwise")
TYPE = "a type is `number`, `number 1..6`, `flag`, `KIND`, `KIND?`, `set of KIND`, `deck of KIND` or `holds KIND`"
WORD = re.compile(r"[a-z][a-z0-9_]*")
NEW_STATEMENT = re.compile(r"[;:\n]")


def form(word: str) -> str:
    """Help for a verb where something of its name was looked for."""
    return f"as in `{STATEMENTS[word]}`" if word in STATEMENTS else ""


def verb_meant(before: str, verbs: Iterable[str]) -> tuple[int, int, str] | None:
    """Where a text ends with a single word of a statement, no verb: the place, and the verb that it nearly is."""
    statement = NEW_STATEMENT.split(before)[-1]
    word = statement.strip()
    known = dict.fromkeys((*BEGINNINGS, *verbs))
    if word in known or not WORD.fullmatch(word):
        return None
    start = len(before) - len(statement.lstrip())
    return start, start + len(word), closest(word, known) or ""


def names_a_form(before: str) -> bool:
    """Whether a text ends with a word that begins a form of expressions."""
    return (WORD.findall(before) or [""])[-1] in EXPRESSIONS


def as_in(before: str) -> str:
    """Help for what is left unfinished at the end of a text: the form that it began."""
    statement = NEW_STATEMENT.split(before.rstrip())[-1].lstrip()
    words = WORD.findall(statement)
    first = words[0] if words and statement.startswith(words[0]) else ""
    inner = next((word for word in reversed(words) if word in EXPRESSIONS and word != "where"), "")
    inner = inner or ("where" if "where" in words else "")
    if first in STATEMENTS and inner in {"", first}:
        return f"as in `{STATEMENTS[first]}`"
    return f"as in `{EXPRESSIONS[inner]}`" if inner else ""
