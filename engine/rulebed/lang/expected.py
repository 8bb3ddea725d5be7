"""What the parser wanted, in words: no name of a token ever reaches a reader."""

from __future__ import annotations

STARTS = {"NAME", "NUMBER", "LPAR"}  # all of them: an expression
WORDS = {
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "SIGN": "`+`",
    "RSQB": "`]`",
    "_INDENT": "an indented line",
    "NAME": "a name",
    "NUMBER": "a number",
    "COMPARISON": "a comparison",
    "OTHERWISE": "`otherwise`",
}
FOUND = {
    "_SEP": "the line ends",
    "_INDENT": "the next line is indented",
    "_DEDENT": "the block ends",
    "$END": "the text ends",
}
OPERATORS = {
    "SIGN",
    "TIMES",
    "COMPARISON",
    "OR_ELSE",
    "DOT",
    "LSQB",
    "SEMICOLON",
    "_SEP",
    "$END",
    "IF",
    "AND",
    "OR",
    "IS",
}


def expected(found: str, text: str, accepts: set[str]) -> tuple[str, str]:
    """A sentence on what stands there, and help on what could."""
    here = FOUND.get(found, f"`{text.strip()}`")
    if found == "_INDENT":
        return (
            "this line is indented, but the line above opens no block",
            "end the line above with `:`, or indent both alike",
        )
    wanted = _wanted(accepts)
    if found in FOUND:
        return f"{here} too early", f"{wanted} is missing here"
    return f"{here} does not fit here", f"{wanted} would fit"


def _wanted(accepts: set[str]) -> str:
    if accepts >= STARTS:
        return "a statement" if "GAIN" in accepts else "an expression"
    exact = sorted(accepts - OPERATORS) or sorted(accepts)
    exact = [name for name in exact if name in WORDS or not name.startswith("_")]
    words = [WORDS.get(name, f"`{name.lower()}`") for name in exact if not name.startswith("_SEP") and name != "$END"]
    if not words:
        return "the end of the line"
    return words[0] if len(words) == 1 else ", ".join(words[:-1][:5]) + f" or {words[-1]}"
