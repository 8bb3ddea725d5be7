"""The canonical spelling of a piece of the language: blanks and indentation change, nothing else does.

Where lines break, which words are there and what comments say is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.lang.parse import language, parse_expression, parse_program
from rulebed.lang.syntax import SyntaxNode, Text
from rulebed.source.diagnostics import Report
from rulebed.source.marks import BEHIND

STEP = 2
GAP = 2  # blanks before a comment behind a line
TOKEN = re.compile(r"[a-z][a-z0-9_]*|[0-9]+|<=|>=|\.\.|[^\sa-z0-9]")
OPERAND_WORDS = frozenset({"none"})
BEFORE_STATEMENT = frozenset({"", ";", ":", "may", "otherwise"})
SIGNS = frozenset("+-")
OPEN, CLOSE = frozenset("(["), frozenset(")]")
TIGHT_BEFORE = CLOSE | frozenset({",", ";", ":", ".", "..", "?"})
TIGHT_AFTER = OPEN | frozenset({".", ".."})
GOES_ON = frozenset({"or", "and", "where", "by", "then", "else", "mod", "+", "-", "*", "/", "<", ">", "<=", ">="})
UNFINISHED = GOES_ON | {"satisfy", "satisfies", ",", "is", "of", "in", "not"}


def formatted(text: str) -> str:
    """The canonical spelling of a program or expression; what is neither comes back as it is."""
    spelled = _spelled(text)
    for read in (parse_program, parse_expression) if spelled != text else ():
        before = read(_unplaced(text), Report())
        if before is not None:
            return spelled if read(_unplaced(spelled), Report()) == before else text
    return text


def nodes(text: str) -> tuple[SyntaxNode | None, SyntaxNode | None]:
    """What a text says as a program and as an expression: two texts that say the same are equal in this."""
    return parse_program(_unplaced(text), Report()), parse_expression(_unplaced(text), Report())


def _unplaced(text: str) -> Text:
    """A text whose findings nobody will see."""
    return Text(text, lambda _start, _end: None)


def _spelled(text: str) -> str:
    lines = _Lines()
    for line in text.expandtabs().split("\n"):
        lines.add(line.rstrip())
    ending = "\n" if text.endswith("\n") else ""
    return "\n".join(lines.finished()) + ending


@dataclass(slots=True)
class _Lines:
    """Lines as they are made: the indentations that are open, and what waits for the next line of code."""

    done: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=lambda: [0])
    waiting: list[str] = field(default_factory=list)
    depth: int = 0  # brackets that are open
    last: str = ""

    def add(self, line: str) -> None:
        """One more line of the text."""
        code, comment = _parted(line)
        if not code:
            self.waiting.append(comment)
            return
        own = len(line) - len(line.lstrip())
        tokens = _tokens(code)
        before = self.last
        indent = self._indent(own, tokens)
        self._flush(indent)
        gap = " " * max(GAP, len(line) - len(comment) - len(line[: len(line) - len(comment)].rstrip()))
        spelled = "".join(_with_blanks(tokens, before if tokens[0] in SIGNS else ""))
        self.done.append(" " * indent + spelled.lstrip() + (gap + comment if comment else ""))

    def _indent(self, own: int, tokens: list[str]) -> int:
        """How far a line of code is indented: by its block, or beyond it where the line before goes on."""
        goes_on = self.depth > 0 or self.last in UNFINISHED or (bool(self.done) and tokens[0] in GOES_ON)
        if not goes_on:
            self._enter(own)
        level = STEP * (len(self.levels) - 1)
        self.depth += sum((token in OPEN) - (token in CLOSE) for token in tokens)
        self.last = tokens[-1]
        return level + max(STEP, own - self.levels[-1]) if goes_on else level

    def _enter(self, own: int) -> None:
        if not self.last:
            self.levels = [own]
        while len(self.levels) > 1 and own < self.levels[-1]:
            self.levels.pop()
        if own > self.levels[-1]:
            self.levels.append(own)

    def _flush(self, indent: int) -> None:
        """Comments and blank lines that wait; they stand with the line below them."""
        for comment in self.waiting:
            if comment:
                self.done.append(" " * indent + comment)
            elif self.done and self.done[-1]:
                self.done.append("")
        self.waiting.clear()

    def finished(self) -> list[str]:
        """All lines."""
        self._flush(STEP * (len(self.levels) - 1))
        while self.done and not self.done[-1]:
            self.done.pop()
        return self.done


def _parted(line: str) -> tuple[str, str]:
    """The code of a line, and its comment."""
    code, sign, remark = line.partition("#")
    found = BEHIND.search(code)
    if found is None:
        return code.strip(), sign + remark
    ids = " ".join(found[0].split())
    return code[: found.start()].strip(), f"{ids}{' ' * GAP}{sign}{remark}" if sign else ids


class _Verb(str):
    """The word with which a statement begins; elsewhere the same letters may be a name."""

    __slots__ = ()


def _tokens(code: str) -> list[str]:
    found = [(match[0], code[match.end() : match.end() + 1] in OPEN) for match in TOKEN.finditer(code)]
    before = ["", *(token for token, _ in found)]
    verbs = language().verbs
    return [
        _Verb(token) if token in verbs and last in BEFORE_STATEMENT and not glued else token
        for last, (token, glued) in zip(before, found, strict=False)
    ]


def _with_blanks(tokens: list[str], before: str) -> Iterator[str]:
    """Tokens, with one blank where there is any; `before` is what stands before them."""
    is_sign = False  # whether what stands before is a sign of its number alone
    for token in tokens:
        if before and not (is_sign or _is_tight(before, token)):
            yield " "
        yield token
        is_sign = token in SIGNS and not _ends_operand(before)
        before = token


def _is_tight(before: str, token: str) -> bool:
    if token in TIGHT_BEFORE or before in TIGHT_AFTER:
        return True
    return token in OPEN and _ends_operand(before) and not before.isdigit()


def _ends_operand(token: str) -> bool:
    """Whether a value ends with this token, so that a sign after it joins two."""
    if not token:
        return False
    return token in CLOSE or token in OPERAND_WORDS or (token[0].isalnum() and not _is_keyword(token))


def _is_keyword(token: str) -> bool:
    return isinstance(token, _Verb) or token in language().reserved or token in language().phrased
