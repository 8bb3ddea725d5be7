"""Habits from other languages: signs and words that mean nothing here, and what to write instead."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong from start to end of a text, and what to do about it; `code` is that of its finding."""

    start: int
    end: int
    message: str
    help: str = ""
    code: str = "S101"


# In the order in which they are tried.
SIGNS = (
    (r"=>|->|→|⇒", "a condition ends with `:`"),
    (r"===?", "`is` compares, as in `x is 3`"),
    (r"!=|<>|≠", "`is not` compares, as in `x is not 3`"),
    (r"\+=|\+\+", "write `add 1 to FACT`"),
    (r"-=|--", "write `remove 1 from FACT`"),
    (r"=", "`x is 3` compares, `let x = 3` names, `set FACT to 3` writes"),
    (r"&&?", "write `and`"),
    (r"\|\|?", "write `or`"),
    (r"!", "write `not`"),
    (r"%", "write `mod`, the rest of a division"),
    (r"\*\*|\^", "there are no powers: multiply"),
    (r"\?", "write `VALUE if CONDITION else OTHER`"),
    (r"[{}]", "a block is opened by `:` and indented; what belongs together in an expression stands in `( )`"),
    (r"\"[^\"\n]*\"?|'[^'\n]*'?|`[^`\n]*`?", "names of the pack are written without quotes"),
    ("[\u2264\u2265\u00d7\u00f7\u2212\u2013]", "write `<=`, `>=`, `*`, `/` or `-`"),  # as word processors write them
    (r"[0-9]+\.[0-9]+", "numbers are whole"),
    (
        r"(?<![\w)\].])\.(?=[a-z])",
        "say of what, as in `me.FACT` or `it.FACT`; one's own fact may stand by its bare name",
    ),
    (r"\bnot\s+is\b", "write `is not`"),
)
WORDS = {
    "else": "what happens if not is said with `otherwise`; `else` belongs to `VALUE if CONDITION else OTHER`",
    "elif": "write `otherwise:` and in it another `if`",
    "elsif": "write `otherwise:` and in it another `if`",
    "then": "a condition ends with `:`, as in `if CONDITION: STATEMENT`",
    "for": "write `each x in SET: STATEMENT`; `for` belongs to `[VALUE for x in SET]`",
    "every": "write `each x in SET: STATEMENT`; a condition is `all x in SET satisfy CONDITION`",
    "all": "write `each x in SET: STATEMENT`; a condition is `all x in SET satisfy CONDITION`",
    "foreach": "write `each x in SET: STATEMENT`",
    "while": "there is no loop without an end: write `repeat 5 times:`, and `stop` to leave it",
    "until": "there is no loop without an end: write `repeat 5 times:`, and `stop` to leave it",
    "when": "write `if CONDITION: STATEMENT`",
    "unless": "write `if not CONDITION: STATEMENT`",
    "return": "`finish` leaves the program; what has a result is declared under `values`",
    "break": "`stop` leaves a loop",
    "continue": "write `if CONDITION:` around what follows",
    "pass": "`nothing` does nothing",
    "skip": "`nothing` does nothing",
    "print": "what happens is told by itself; `show THING to WHO` lets others see something hidden",
    "def": "procedures are declared under `procedures`",
    "var": "write `let x = VALUE`",
    "const": "write `let x = VALUE`",
    "take": "write `gain 2 RESOURCE`, `draw 2 from DECK as x` or `put THING in PLACE`",
    "get": "write `gain 2 RESOURCE`, `draw 2 from DECK as x` or `put THING in PLACE`",
    "move": "write `put THING in PLACE`",
    "place": "write `put THING in PLACE`",
    "discard": "write `put THING in PLACE`, the place being a pile for what is discarded",
    "deal": "write `each p in players: draw 5 from DECK into p.HAND`",
    "give": "write `WHO gains 2 RESOURCE`, and `lose 2 RESOURCE` of oneself",
    "steal": "write `WHO loses 2 RESOURCE`, and `gain 2 RESOURCE` for oneself",
    "swap": "name one of both with `let`, then write both",
    "sort": "`sorted SET by NUMBER` is a set in order",
    "reveal": "write `show THING`",
    "other": "write `SET other than THING`, as in `players other than me`",
    "spend": "write `pay 2 RESOURCE`",
    "select": "write `choose x in SET`",
    "pick": "write `choose x in SET`; `pick` is a key beside `options`",
    "exists": "write `any SET where CONDITION`",
    "isnt": "write `is not`",
    "equals": "write `is`",
    "null": "write `none`",
    "nil": "write `none`",
    "end": "write `end game`",
}
ADDED = re.compile(r"\badd (\d{1,9}) +\Z")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NAMES = {
    "nobody": "write `none`",
    "nothing": "write `none`",
    "nowhere": "write `none`",
    "self": "write `it`, or a fact by its bare name",
    "this": "write `it`, or a fact by its bare name",
    "you": "write `me`",
    "empty": "`no SET` holds where there is nothing in it",
    "len": "write `count(SET)`",
    "random": "luck is a statement of its own: `roll 1..6 as x`",
    "opponents": "write `players other than me`",
    "everybody": "write `players`",
    "opponent": "with two players, the other one is `next(me)`",
}
TYPES = {
    "int": "write `number`",
    "integer": "write `number`",
    "bool": "write `flag`",
    "boolean": "write `flag`",
}
DIE = re.compile(r"d([0-9]{1,3})")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def number_meant(name: str) -> str:
    """What to write instead of a number in words."""
    return f"write `{NUMBERS.index(name) + 1}`" if name in NUMBERS else ""


def our_word_for(name: str) -> str:
    """What to write instead of a name of another language, if it is a known one."""
    die = DIE.fullmatch(name)
    return f"write `1..{die[1]}`" if die else WORDS.get(name) or NAMES.get(name, "")


def type_meant(name: str) -> str:
    """What to write instead of a type of another language, if it is a known one."""
    return TYPES.get(name, "")


def habit(text: str, start: int) -> Problem | None:
    """The habit that a parser stumbled over at a place of a text, if it is a known one."""
    begin = text.rfind("\n", 0, start) + 1
    return _sign(text, begin, start) or _word(text, begin, start) or _amount(text, begin, start)


def _sign(text: str, begin: int, start: int) -> Problem | None:
    """A sign that the place is in."""
    for pattern, instead in SIGNS:
        for match in re.compile(pattern).finditer(text, begin):
            if match.start() <= start < match.end():
                return Problem(*match.span(), f"`{match[0]}` has no meaning here", instead, "S105")
            if match.start() > start:
                break
    return None


def _amount(text: str, begin: int, start: int) -> Problem | None:
    """`add 2 silver`, as if a resource were a fact."""
    verb = ADDED.search(text, begin, start)
    name = WORD.match(text, start)
    if verb is None or name is None:
        return None
    resource = f"of a resource: `gain {verb[1]} {name[0]}`"
    return Problem(*name.span(), f"`to` is missing before `{name[0]}`", f"as in `add {verb[1]} to FACT`; {resource}")


def _word(text: str, begin: int, start: int) -> Problem | None:
    """A word of another language, here or just before; or one with capital letters."""
    for match in WORD.finditer(text, begin):
        if match.start() > start:
            break
        beside = match.start() == start or (match.end() < start and not text[match.end() : start].strip())
        if beside and match[0] in WORDS:
            return Problem(*match.span(), f"`{match[0]}` has no meaning here", WORDS[match[0]], "S105")
        if match.start() <= start < match.end() and match[0] != match[0].lower():
            lower = f"write `{match[0].lower()}`: names have small letters, digits and `_`"
            return Problem(*match.span(), f"`{match[0]}` has capital letters", lower, "S105")
    return None
