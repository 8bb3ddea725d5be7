"""Says what is wrong with a text that is no YAML, in words for people who don't know the parser."""

from __future__ import annotations

from dataclasses import dataclass

QUOTE = "put quotes around a text that holds signs of YAML's own"
FLOW = "in braces and brackets, put quotes around a text that holds `: `, `,` or a bracket"


@dataclass(frozen=True, slots=True)
class Wording:
    """Our words for one of the parser's complaints."""

    complaint: str
    message: str
    help: str = ""
    blame_opening: bool = False  # the place to point at is where the thing began, not where it broke


WORDINGS = (
    Wording(
        "mapping values are not allowed",
        "a `:` can't stand here",
        "put quotes around a text that holds `: `, and check the indentation",
    ),
    Wording(
        "could not find expected ':'",
        "this line has no `:`",
        "a line in a mapping is `key: value`; a text of several lines begins with `|`",
        blame_opening=True,
    ),
    Wording(
        "did not find expected key",
        "this doesn't continue the mapping above",
        "begin the line in the same column as the keys above it, and put quotes around texts",
    ),
    Wording("found unexpected end of stream", "a quotation mark is never closed", "close it", blame_opening=True),
    Wording(
        "unexpected end",
        "this ends too early",
        "close what is open",
        blame_opening=True,
    ),
    Wording("did not find expected ',' or '}'", "a `,` or `}` is missing before this", FLOW),
    Wording("did not find expected ',' or ']'", "a `,` or `]` is missing before this", FLOW),
    Wording("expected ',' or '}'", "a `,` or `}` is missing before this", FLOW),
    Wording("expected ',' or ']'", "a `,` or `]` is missing before this", FLOW),
    Wording(
        "did not find expected '-' indicator",
        "this doesn't continue the list above",
        "begin the line with `- ` in the same column as the items above it",
    ),
    Wording("block sequence entries are not allowed", "a list can't begin here", "begin it on a line of its own"),
    Wording("did not find expected node content", "a value is missing before this", QUOTE),
    Wording("expected the node content", "a value is missing before this", QUOTE),
    Wording("unknown escape character", "there is no such escape", "write `\\\\` for a backslash"),
    Wording("did not find expected hexdecimal number", "this escape lacks digits", "`\\u` needs four of them"),
    Wording("expected a comment or a line break", "nothing may follow here", "begin the block on the next line"),
    Wording("did not find expected comment or line break", "nothing may follow here", "begin the block below"),
    Wording("expected chomping or indentation", "nothing may follow here", "begin the block below"),
    Wording("expected <block end>", "this doesn't continue what stands above", "check the indentation"),
    Wording(
        "did not find expected <document start>",
        "this doesn't belong to what stands above",
        "a file is one mapping: `key: value` lines that begin in the same column",
    ),
)
UNKNOWN = Wording("", "this can't be read as YAML", QUOTE)
TAB = Wording("", "a tab can't be used for indentation", "use blanks")


def explain_yaml(complaint: str, text: str, place: int) -> tuple[str, str, bool]:
    """The sentence, the help, and whether the place to show is where the broken thing began."""
    wording = _find(complaint, text, place)
    return wording.message, wording.help, wording.blame_opening


def _find(complaint: str, text: str, place: int) -> Wording:
    if text[place : place + 1] == "\t" or "tab character" in complaint:
        return TAB
    if "cannot start any token" in complaint:
        return Wording("", f"a text can't begin with {_sign(text, place)}", "put quotes around it")
    return next((known for known in WORDINGS if known.complaint in complaint), UNKNOWN)


def _sign(text: str, place: int) -> str:
    sign = text[place : place + 1]
    return "a back-tick" if sign == "`" else f"`{sign}`"
