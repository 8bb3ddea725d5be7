"""What the parser wanted, in words: no name of a token ever reaches a reader."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulebed.lang.forms import as_in, names_a_form, verb_meant
from rulebed.lang.habits import Problem, habit

EXPRESSION = frozenset({"NAME", "NUMBER", "("})  # all of them: an expression
STATEMENT = frozenset({"gain", "each", "choose"})  # one of them: a statement can begin here
NAMED = {"NAME": "a name", "NUMBER": "a number", "SIGN": "`+` or `-`", "_INDENT": "an indented line"}
CHOSEN = re.compile(r"\bchooses? +([a-z]+) +\Z")  # what would be a name, if it were none of the language
NO_ONE = re.compile(r"\bno +[a-z][a-z0-9_]* +\Z")  # `any` and `all` may name what they are about
FOUND = {"_SEP": "the line", "_INDENT": "the line", "_DEDENT": "the block", "$END": "the text"}
FOLLOWING = frozenset({",", "as", "into", "times", "UP_TO", "OPTIONAL", "_DEDENT"})  # what ends many an expression
# What was meant by a sign behind something complete, where nothing but a value is asked for.
AFTER_VALUE = {
    **dict.fromkeys(("<", ">", "<=", ">="), "compare twice: `CONDITION and CONDITION`"),
    ",": "several things are written `[a, b]`",
    ";": "here stands one value, not statements; conditions are joined by `and`",
    ":": "here stands one value; `:` opens blocks of programs",
}
OPENING = frozenset({"any", "no", "all", "not", "most", "least", "sorted", "groups", "narrow", "can"})
JOINED = "two values are joined by a sign or a word, such as `+`, `is` or `and`"
BINDING = (["as"], ["times"], ["of", "in", "into"])  # what else an unfinished statement may want, the likeliest first


class KnownWords(NamedTuple):
    """Words of the language: which name nothing, which only begin statements, and what can follow any expression."""

    reserved: frozenset[str]
    verbs: tuple[str, ...]
    following: frozenset[str]  # words, signs and sorts: said only where nothing more telling is expected


def explain_syntax(found: str, start: int, end: int, text: str, accepts: set[str], known: KnownWords) -> Problem:
    """What is wrong with the token `found`, from start to end, where others were accepted: words, signs, and sorts."""
    here = text[start:end]
    if here in known.reserved and "NAME" in accepts and not accepts >= EXPRESSION:
        return _no_name(here, start, text)
    chosen = CHOSEN.search(text, 0, start) if here == "in" else None
    if chosen is not None and chosen[1] in known.reserved:
        return _no_name(chosen[1], chosen.start(1), text)
    if here == "in" and NO_ONE.search(text, 0, start):
        help_ = "write `not any x in SET satisfies CONDITION`, or `no SET where CONDITION`"
        return Problem(start, end, "`in` does not fit here", help_)
    if found == "_INDENT" and "_SEP" in accepts:
        message = "this line is indented, but the line above opens no block"
        return Problem(*_indented(start, text), message, "end the line above with `:`, or indent both alike")
    if found in FOUND and "_INDENT" in accepts:
        message, help_ = "the block that `:` opens is empty", "indent the lines that belong to it"
        return Problem(*_last(start, text), message, help_)
    if found == "_SEP" and accepts == {"_DEDENT"}:
        return Problem(*_last(start, text), "no preference can follow `at random`: luck takes one", "put it last")
    if found == "RULE":
        message = f"`{text[start:end]}` does not fit here"
        return Problem(start, end, message, "ids of rules stand behind the last word of a line of a program")
    usual = None if found in FOUND else habit(text, start)
    if usual is not None:
        return usual
    slip = verb_meant(text[:start], known.verbs) if ";" in accepts else None
    if slip is not None:
        first, last, verb = slip
        help_ = f"did you mean `{verb}`?" if verb else "statements begin with a verb, as in `gain 2 RESOURCE`"
        if verb or here.isdecimal():
            return Problem(first, last, f"there is no verb `{text[first:last]}`", help_)
    wanted = _what_would_fit(accepts, known.following)
    if found in FOUND:
        message = f"{FOUND[found]} ends too early: {wanted or 'something'} is missing"
        return Problem(*_last(start, text), message, as_in(text[:start]))
    is_value = {"$END", "and"} <= accepts and not (";" in accepts or names_a_form(text[:start]))
    help_ = JOINED if is_value else as_in(text[:start])
    return _out_of_place(text[start:end], Problem(start, end, wanted, help_), accepts)


def _no_name(word: str, start: int, text: str) -> Problem:
    message = f"`{word}` is a word of the language and can't be a name"
    return Problem(start, start + len(word), message, as_in(text[:start]))


def _out_of_place(here: str, problem: Problem, accepts: set[str]) -> Problem:
    """A word or sign that doesn't fit where it stands."""
    wanted, message = problem.message, f"`{here}` does not fit here"
    if here in {")", "]"} and not wanted:
        return Problem(problem.start, problem.end, f"`{here}` is one too many")
    if wanted.startswith("`") and " or " not in wanted:
        return Problem(problem.start, problem.end, f"{wanted} is missing before `{here}`", problem.help)
    if here == "if":
        return Problem(problem.start, problem.end, message, as_in(here))
    if here in {"satisfy", "satisfies"}:
        return Problem(problem.start, problem.end, message, problem.help or as_in(here))
    help_ = (
        _between(here, accepts)
        or _in_brackets(here, accepts)
        or problem.help
        or (f"{wanted} would fit" if wanted else JOINED)
    )
    return Problem(problem.start, problem.end, message, help_)


def _between(here: str, accepts: set[str]) -> str:
    """What is most often missing between something complete and this."""
    if here == "otherwise":
        return "`otherwise` follows what it belongs to, at the same indentation"
    if here in {"gain", "lose", "pay", "choose"} and "gains" in accepts:
        return f"of somebody else it is said with `{here}s`, as in `owner {here}s ...`"
    if here == "to" and {"into", ";"} <= accepts:
        return "cards go `into` a row or a hand"
    if here == "to" and {",", ";"} <= accepts:
        return "of somebody else it is said as `WHO gains 2 RESOURCE`"
    if here == "and" and ";" in accepts:
        return "amounts are parted by `,`, statements by `;` or a new line"
    if ";" in accepts:
        return "two statements are parted by `;` or a new line"
    return AFTER_VALUE.get(here, "") if "$END" in accepts else ""


def _in_brackets(here: str, accepts: set[str]) -> str:
    """What is missing around what begins an expression of its own, where only a smaller one fits."""
    is_operand = "NAME" in accepts and here in OPENING
    return f"what begins with `{here}` stands in brackets here" if is_operand else ""


def _indented(start: int, text: str) -> tuple[int, int]:
    """The first word of the line after a line end."""
    line = text[start:]
    first = start + len(line) - len(line.lstrip())
    return first, first + len(text[first:].split(None, 1)[0])


def _last(start: int, text: str) -> tuple[int, int]:
    """The last letter before a place."""
    end = len(text[:start].rstrip())
    return max(end - 1, 0), max(end, 1)


def _what_would_fit(accepts: set[str], following: frozenset[str]) -> str:
    """What would fit, in words; empty where only what may follow anything would."""
    if accepts >= EXPRESSION:
        return "a statement" if accepts & STATEMENT else "an expression"
    telling = sorted(accepts - following - FOLLOWING)
    if not telling and "$END" not in accepts:
        found = ([word for word in words if word in accepts] for words in BINDING)
        telling = next((words for words in found if words), []) or sorted(accepts & {")", "]", ","})
    words = [NAMED.get(name) or f"`{name.lower().replace('_', ' ')}`" for name in telling]
    return ", ".join(words[:-1]) + (" or " if words[1:] else "") + "".join(words[-1:])
