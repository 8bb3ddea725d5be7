"""Parsing: text of the language into nodes, or diagnostics in words (the only module that knows the parser library)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf
from typing import Any

import lark
from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulebed.lang import syntax
from rulebed.lang import tables as kept
from rulebed.lang.expected import KnownWords, explain_syntax
from rulebed.lang.forms import TYPE
from rulebed.lang.habits import Problem, habit
from rulebed.lang.keywords import NAME, Keywords, keywords, restored
from rulebed.lang.layout import Indentation, without_ids
from rulebed.lang.syntax import Program, Spot, SyntaxNode, Text
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import anything_named

MAX_LENGTH = 20_000
MAX_NESTING = 60
MAX_DIGITS = 12
KEPT = 20_000  # texts whose trees are kept: each setup of a pack, and each edit, has most of them again
END = "$END"
PROGRAM, EXPRESSION = "program", "expr"
STARTS = (PROGRAM, EXPRESSION, "type_of")

SPELLED = {"none": "Nothing_"}


@dataclass(frozen=True, slots=True)
class Parser:
    """What reads texts: the library's parser, and the words that its grammar has."""

    library: Lark
    keywords: Keywords

    def tree(self, text: str, start: str) -> Tree[Token]:
        """What the grammar makes of a text; where that is nothing, with each word of the language taken for one."""
        try:
            return self._read(text, start, self.keywords)
        except UnexpectedToken as problem:
            try:
                return self._read(text, start, None)
            except UnexpectedToken as other:
                raise (other if _begin(problem) <= _begin(other) or self._names(other) else problem) from None

    def _names(self, problem: UnexpectedToken) -> bool:
        """Whether a word of the language stands where nothing but a name can."""
        return problem.token in self.keywords.reserved and problem.accepts == {NAME}

    def _read(self, text: str, start: str, words: Keywords | None) -> Tree[Token]:
        session: Any = self.library.parse_interactive(text, start=start)  # some of which has no types
        stream = session.lexer_thread.lex(session.parser_state)
        stream = without_ids(stream) if start == PROGRAM else stream
        token = None
        try:
            for token in words.settle(stream, start) if words else stream:
                session.feed_token(token)
            tree: Tree[Token] = session.feed_eof(token)
        except UnexpectedToken as problem:
            problem.interactive_parser = session  # which knows what would have been accepted
            raise
        return tree


def _begin(problem: UnexpectedToken) -> float:
    """How far a reading came."""
    return inf if problem.token.type == END else problem.token.start_pos or 0


@cache
def _parser() -> Parser:
    tables = kept.read(kept.mark(kept.grammar(), lark.__version__))
    return _loaded(tables) if tables else built(kept.grammar())


def _loaded(tables: dict[str, Any]) -> Parser:
    library: Any = Lark  # whose public `load` has no place for a step between lexer and parser
    words = restored(tables.pop("words"))
    return Parser(library._load_from_dict(**tables, postlex=Indentation()), words)  # noqa: SLF001


def built(grammar: str) -> Parser:
    """The parser of a grammar, worked out now."""
    library = Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        postlex=Indentation(),
        maybe_placeholders=True,
        propagate_positions=True,
        lexer="basic",
    )
    rules = [(rule.origin.name, tuple(symbol.name for symbol in rule.expansion)) for rule in library.rules]
    patterns = {each.name: each.pattern.value for each in library.terminals if each.pattern.type == "re"}
    words = {each.name: each.pattern.value for each in library.terminals if each.pattern.value.isalpha()}
    return Parser(library, keywords(rules, STARTS, words, patterns))


def fresh_tables() -> tuple[str, dict[str, Any]]:
    """The tables of the grammar, worked out now, and what marks them."""
    parser = built(kept.grammar())
    data, memo = parser.library.memo_serialize([TerminalDef, Rule])
    words = parser.keywords.stored()
    return kept.mark(kept.grammar(), lark.__version__), {"data": data, "memo": memo, "words": words}


def language() -> Keywords:
    """The words of the language."""
    return _parser().keywords


def parse_program(text: Text, report: Report) -> Program | None:
    """Statements."""
    found = _parse(text, "program", report)
    return found if isinstance(found, Program) else None


def parse_expression(text: Text, report: Report) -> SyntaxNode | None:
    """An expression."""
    return _parse(text, "expr", report)


def parse_type(text: Text, report: Report) -> SyntaxNode | None:
    """A type."""
    return _parse(text, "type_of", report)


def _parse(text: Text, start: str, report: Report) -> SyntaxNode | None:
    if not text.text.strip():
        help_ = "write `nothing` for a program that does nothing" if start == "program" else ""
        report.error("S103", text.place(0, len(text.text)), "there is nothing here", help=help_)
        return None
    if len(text.text) > MAX_LENGTH:
        _refuse("long", text, report)
        return None
    try:
        tree = _tree(text.text.rstrip(" \t"), start)  # blanks after the last line indent nothing
    except UnexpectedInput as problem:
        found = _problem_of(problem, text.text)
        help_ = TYPE if start == "type_of" else found.help
        place, lacks = text.place(found.start, found.end), anything_named(_word(text.text, found.start))
        report.error(found.code, place, found.message, help=help_, hangs_on=lacks)
        return None
    if _is_deep(tree):
        _refuse("deeply nested", text, report)
        return None
    built: SyntaxNode = _build(tree, text)
    return built


def _word(text: str, at: int) -> str:
    """The word at a place in a text: what is wrong with a letter of it is wrong with the name."""
    start = end = at
    while start and _is_of_word(text[start - 1]):
        start -= 1
    while end < len(text) and _is_of_word(text[end]):
        end += 1
    return text[start:end]


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


@lru_cache(maxsize=KEPT)
def _tree(text: str, start: str) -> Tree[Token]:
    """The tree of a text, which nobody changes; where the text stands is no part of it."""
    return _parser().tree(text, start)


def _refuse(what: str, text: Text, report: Report) -> None:
    message, help_ = f"this text is too {what}", "split it into steps, procedures and values"
    report.error("S104", text.place(0, 1), message, help=help_)


def _is_deep(tree: Tree[Token]) -> bool:
    """Whether the tree is deeper than what works through it can follow."""
    level: list[Tree[Token] | Token | None] = [tree]
    for _ in range(MAX_NESTING):
        level = [part for each in level if isinstance(each, Tree) for part in each.children]
        if not level:
            return False
    return True


def _problem_of(problem: UnexpectedInput, text: str) -> Problem:
    """What the parser stumbled over."""
    if isinstance(problem, UnexpectedToken):
        return _unexpected(problem, text)
    start = problem.pos_in_stream or 0
    message = f"`{text[start : start + 1]}` has no meaning here"
    help_ = "the language is made of words, whole numbers, brackets and `+ - * / < > , ; : .`"
    return habit(text, start) or Problem(start, start + 1, message, help_, "S102")


def _unexpected(problem: UnexpectedToken, text: str) -> Problem:
    token = problem.token
    start = len(text) if token.type == END else token.start_pos or 0
    accepts = {_spelled().get(name, name) for name in problem.accepts or problem.expected or {END}}
    return explain_syntax(token.type, start, start + len(token), text, accepts, _known_words())


@cache
def _known_words() -> KnownWords:
    following = _accepted(PROGRAM, Token(NAME, "x")) | _accepted(EXPRESSION, Token(NAME, "x"))
    return KnownWords(language().reserved, tuple(sorted(_accepted(PROGRAM) & language().verbs)), frozenset(following))


def _accepted(start: str, *tokens: Token) -> set[str]:
    """What can stand behind these tokens, at the beginning of a text."""
    session: Any = _parser().library.parse_interactive("", start=start)
    for token in tokens:
        session.feed_token(token)
    return {_spelled().get(name, name) for name in session.accepts()}


@cache
def _spelled() -> dict[str, str]:
    """What the tokens are that stand for one word or sign only."""
    plain = [terminal for terminal in _parser().library.terminals if terminal.pattern.type == "str"]
    return {terminal.name: terminal.pattern.value for terminal in plain}


def _build(tree: Tree[Token] | Token, text: Text) -> Any:
    """The node of a tree: the class with the rule's name, its parts in the rule's order."""
    if isinstance(tree, Token):
        return int(tree[:MAX_DIGITS]) if tree.type == "NUMBER" else " ".join(tree.split())
    parts = [part if part is None else _build(part, text) for part in tree.children]
    if tree.data in {"arguments", "ties", "amounts", "preferences"}:
        return tuple(part for part in parts if part is not None)
    if tree.data in {"secretly", "meanwhile"}:
        return str(tree.data)
    if tree.data == "bound":
        return -parts[1] if parts[0] == "-" else parts[1]
    meta: Any = tree.meta
    spot = Spot(text, getattr(meta, "start_pos", 0), getattr(meta, "end_pos", len(text.text)))
    return _node(str(tree.data), spot, parts)


def _node(rule: str, spot: Spot, parts: list[Any]) -> SyntaxNode:
    cls: type[SyntaxNode] = getattr(syntax, SPELLED.get(rule) or "".join(map(str.capitalize, rule.split("_"))))
    shape = SHAPES.get(cls)
    return cls(spot, *(shape(parts) if shape else parts))


def _gather(fixed: int) -> Any:
    """The parts from this place on are one tuple."""
    return lambda parts: [*parts[:fixed], tuple(part for part in parts[fixed:] if part is not None)]


def _without_word(place: int) -> Any:
    """The parts without the keyword at this place."""
    return lambda parts: [*parts[:place], *parts[place + 1 :]]


def _sorted_down(parts: list[Any]) -> list[Any]:
    return _ranked([parts[0], *parts[2:]])


def _ranked(parts: list[Any]) -> list[Any]:
    return [*parts[:-2], (parts[-2], *parts[-1])]


SHAPES = {
    syntax.List: _gather(0),
    syntax.Program: _gather(0),
    syntax.Narrow: _gather(1),
    syntax.Most: _ranked,
    syntax.Least: _ranked,
    syntax.Sorted: _ranked,
    syntax.SortedDown: _sorted_down,
    syntax.Function: lambda parts: [parts[0], parts[1] or ()],
    syntax.MemberOf: lambda parts: [parts[0], parts[1], (*parts[2:], ())[0] or ()],
    syntax.Raise: lambda parts: [parts[0], parts[1] or ()],
    syntax.Branch: lambda parts: [*parts, None][:3],
    syntax.Attempt: lambda parts: [*parts, None][:2],
    syntax.Trial: lambda parts: [*parts, None][:2],
    syntax.Either: _without_word(1),
    syntax.UpToTimes: _without_word(0),
    syntax.EndGame: _without_word(0),
    syntax.PutOver: _without_word(1),
    syntax.Look: _without_word(0),
    syntax.SayWhether: _without_word(0),
    syntax.OtherThan: _without_word(1),
    syntax.Around: _without_word(1),
    syntax.AtRandom: _without_word(0),
    syntax.Roll: lambda parts: [*parts, None][:3],
    syntax.RollSome: lambda parts: [*parts, None][:4],
    syntax.Find: lambda parts: [*parts[:2], parts[2] or ()],
}


if __name__ == "__main__":
    kept.write(*fresh_tables())
