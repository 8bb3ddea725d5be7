"""Layout: line ends and indentation become separators and brackets, so that the grammar needs no white space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Token = Any  # the lexer's own class; lang.parse alone knows the library

OPEN = frozenset({"LPAR", "LSQB"})
CLOSE = frozenset({"RPAR", "RSQB"})
ENDS = frozenset({"_SEP", "_INDENT", "_DEDENT"})
TAKES_NO_SEPARATOR = frozenset({"OTHERWISE", "_DEDENT"})
GOES_ON = frozenset({"OR_ELSE", "OR", "AND", "WHERE", "BY", "THEN", "ELSE", "SIGN", "TIMES", "COMPARISON"})
UNFINISHED = GOES_ON | {"SATISFY", "SATISFIES", "COMMA", "IS", "OF", "IN", "NOT"}


class Indentation:
    """The step between lexer and parser."""

    always_accept = ("_SEP", "RULE")  # which no rule of the grammar needs to name

    def process(self, stream: Iterable[Token]) -> Iterator[Token]:
        """Indentation as tokens; separators that mean nothing are left out."""
        return _tidy(_indent(stream))


def without_ids(stream: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a program without the ids of rules at the ends of its lines; one elsewhere is left in the way."""
    held: list[Token] = []
    for token in stream:
        if token.type == "RULE":
            held.append(token)
            continue
        is_end = token.type in ENDS or (token.type == "OTHERWISE" and held and token.line > held[-1].line)
        if held and not is_end:
            yield from held
        held = []
        yield token


def _indent(stream: Iterable[Token]) -> Iterator[Token]:
    """Line ends within brackets vanish; a deeper line opens a block, a shallower one closes blocks."""
    levels = [0]
    depth = 0
    token: Token = None
    for token in _join_lines(stream):
        depth += (token.type in OPEN) - (token.type in CLOSE)
        if token.type != "_SEP":
            yield token
        elif depth <= 0:
            yield from _line_end(token, levels)
    for _ in levels[1:]:
        yield token.new_borrow_pos("_DEDENT", "", token)


def _join_lines(stream: Iterable[Token]) -> Iterator[Token]:
    """A line goes on after a word such as `and` or `+` at its end, or before one at the start of the next."""
    held: Token = None
    last = ""
    for token in stream:
        if token.type == "_SEP":
            held = token
            continue
        if held is not None and token.type not in GOES_ON and last not in UNFINISHED:
            yield held
        yield token
        held, last = None, token.type
    if held is not None:
        yield held


def _line_end(token: Token, levels: list[int]) -> Iterator[Token]:
    indent = len(token.rpartition("\n")[2].expandtabs())
    while indent < levels[-1]:
        levels.pop()
        yield token.new_borrow_pos("_DEDENT", "", token)
    if indent > levels[-1]:
        levels.append(indent)
        yield token.new_borrow_pos("_INDENT", str(token), token)
    else:
        yield token


def _tidy(stream: Iterable[Token]) -> Iterator[Token]:
    """No separator at the start, before `otherwise`, before the end of a block, or at the end."""
    held: Token = None
    started = False
    for token in stream:
        if token.type == "_SEP":
            held = token if started else None
            continue
        if held is not None and token.type not in TAKES_NO_SEPARATOR:
            yield held
        held = None
        started = True
        yield token
