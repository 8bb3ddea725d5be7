"""Which words of the grammar are words of the language only at their place, and which are reserved.

    show show to me; gain 2 double; double (n)

A word that does nothing but begin a statement (a verb, or its form behind a subject) or a type can't be mistaken for a
name: where no statement begins, `show` and `double` are names. So a verb more takes no name away from any pack. This
is contextual lexing with one token to either side: the word is a keyword if the grammar lets it stand between its
neighbours. What it may follow and what may follow it is worked out from the rules, once, as FIRST and FOLLOW sets are;
the parser's tables keep it. A bracket right behind such a word makes it a name, as in any call; behind a blank the
bracket belongs to what the verb speaks of.

All other words (`to`, `is`, `any` ...) stand where names do, so no name can be spelled like them. A phrase such as
`up to` comes as one token; where the grammar lets none stand, as in `set up to 3`, it is a name and a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

Token = Any  # the lexer's own class; lang.parse alone knows the library
Rules = list[tuple[str, tuple[str, ...]]]  # origin and expansion; terminals in capital letters
Sides = dict[str, tuple[frozenset[str], frozenset[str]]]  # of a terminal: what it may follow, and what may follow it

# What begins with words of its own: statements, what is said of a subject, preferences, and types.
HEADS = frozenset({"_statement", "_closed", "_simple", "_single", "_preference", "third", "type_of"})
BEGIN, END, NAME = "^", "$END", "NAME"
OPEN = frozenset("([")
WORD, ESCAPE = re.compile(r"[a-z]{2,}"), re.compile(r"\\.")
NAMED = ("reserved", "verbs", "whole", "phrased", "free")
PAIR = 2  # words of a phrase; only those whose first one isn't reserved can be something else


@dataclass(frozen=True, slots=True)
class Keywords:
    """The words of a grammar."""

    reserved: frozenset[str]
    verbs: frozenset[str]  # with which something begins, and which are names elsewhere
    whole: frozenset[str]  # those that are a statement by themselves: as a call they would be misread
    phrased: frozenset[str]  # which are words of the language only in a phrase
    free: frozenset[str]  # the terminals of all other words that are names elsewhere
    phrases: dict[str, str]  # terminals of two words: the terminal of the second one
    sides: dict[str, Sides]  # by the start of the grammar, of free words, phrases and names

    def stored(self) -> dict[str, Any]:
        """As JSON keeps it."""
        sides = {
            start: {one: [sorted(side) for side in two] for one, two in each.items()}
            for start, each in self.sides.items()
        }
        names = {name: sorted(getattr(self, name)) for name in NAMED}
        return {**names, "phrases": self.phrases, "sides": sides}

    def settle(self, stream: Iterable[Token], start: str) -> Iterator[Token]:
        """The tokens, with names where no word of the language can stand."""
        return _settle(stream, self, self.sides[start])


def restored(kept: dict[str, Any]) -> Keywords:
    """What was stored."""
    names: list[frozenset[str]] = [frozenset(kept[name]) for name in NAMED]
    reserved, verbs, whole, phrased, free = names
    sides = {
        start: {one: (frozenset(before), frozenset(after)) for one, (before, after) in each.items()}
        for start, each in kept["sides"].items()
    }
    return Keywords(reserved, verbs, whole, phrased, free, kept["phrases"], sides)


def _settle(stream: Iterable[Token], words: Keywords, sides: Sides) -> Iterator[Token]:
    last, held = BEGIN, None
    for token in stream:
        if held is not None:
            for each in _read(held, token, last, words, sides):
                last = each.type
                yield each
        held = token
    if held is not None:
        yield from _read(held, None, last, words, sides)


def _read(token: Token, following: Token, last: str, words: Keywords, sides: Sides) -> tuple[Token, ...]:
    """A token as its neighbours have it read."""
    around = sides.get(token.type) if token.type != NAME else None
    if around is None:
        return (token,)
    if token.type in words.phrases:
        return (token,) if last in around[0] else _parted(token, words.phrases[token.type])
    next_type = END if following is None else following.type
    glued = following is not None and following in OPEN and following.start_pos == token.end_pos
    is_word = _fits(next_type, around, last, words) and not glued
    is_name = not is_word and _fits(next_type, sides[NAME], last, words)
    return (token.update(type=NAME),) if is_name else (token,)


def _fits(following: str, sides: tuple[frozenset[str], frozenset[str]], last: str, words: Keywords) -> bool:
    """Whether something can stand behind the last token and before the next."""
    before, after = sides
    is_open = following in words.free or following in words.phrases  # it may turn out to be a name itself
    return last in before and (following in after or (is_open and NAME in after))


def _parted(token: Token, second: str) -> tuple[Token, Token]:
    """A phrase as a name and a word."""
    first, rest = token.split()
    name, word = token.update(NAME, first), token.update(second, rest)
    name.end_pos = token.start_pos + len(first)
    word.start_pos = token.end_pos - len(rest)
    return name, word


def keywords(rules: Rules, starts: Iterable[str], words: dict[str, str], patterns: dict[str, str]) -> Keywords:
    """The words of a grammar, by its rules, its terminals that are one word, and the patterns of the others."""
    rules = _without_empty(rules)
    heads = _heads(rules)
    free = frozenset(name for name in words if all(_begins(name, rule, heads) for rule in rules))
    spelled = {name: WORD.findall(ESCAPE.sub(" ", pattern)) for name, pattern in patterns.items()}
    lone = {word for found in spelled.values() if len(found) == 1 for word in found}
    reserved = frozenset(word for name, word in words.items() if name not in free) | lone
    terminals = {word: name for name, word in words.items()}
    pairs = {name: found for name, found in spelled.items() if len(found) == PAIR and found[0] not in reserved}
    phrases = {name: terminals.get(second, NAME) for name, (_, second) in pairs.items()}
    sides = {start: _sides(rules, start, free | set(phrases) | {NAME}) for start in starts}
    ends = {name for each in sides.values() for name, (_, after) in each.items() if END in after}
    verbs, whole = (frozenset(words[name] for name in names) for names in (free, free & ends))
    phrased = frozenset(word for found in spelled.values() for word in found) - reserved
    return Keywords(reserved, verbs, whole, phrased, free, phrases, sides)


def _without_empty(rules: Rules) -> Rules:
    """Rules for the same texts, none of which makes nothing."""
    empty = {origin for origin, expansion in rules if not expansion}
    left_out = [(origin, tuple(part for part in expansion if part not in empty)) for origin, expansion in rules]
    return [rule for rule in dict.fromkeys([*rules, *left_out]) if rule[1]]


def _heads(rules: Rules) -> frozenset[str]:
    """The rules that nothing but the beginning of a statement or a type is made by."""
    heads = HEADS
    while True:
        first = {expansion[0] for origin, expansion in rules if origin in heads}
        more = {name for name in first - heads if all(_begins(name, rule, heads) for rule in rules)}
        if not more:
            return heads
        heads |= more


def _begins(name: str, rule: tuple[str, tuple[str, ...]], heads: frozenset[str]) -> bool:
    """Whether a rule has this symbol nowhere but at the beginning of what is a head."""
    origin, expansion = rule
    return name not in expansion[1:] and (name not in expansion[:1] or origin in heads)


def _sides(rules: Rules, start: str, names: frozenset[str]) -> Sides:
    """What these terminals may follow, and what may follow them, in what can be made from a start."""
    inner = _reachable_rules(rules, start)
    first, last = _edges(inner, 0), _edges(inner, -1)
    before: dict[str, set[str]] = {name: set() for name in names}
    after: dict[str, set[str]] = {name: set() for name in names}
    pairs = [(BEGIN, start), (start, END)]
    pairs += [pair for _, expansion in inner for pair in pairwise(expansion)]
    for left, right in pairs:
        for one, two in product(last.get(left, {left}), first.get(right, {right})):
            if two in names:
                before[two].add(one)
            if one in names:
                after[one].add(two)
    return {name: (frozenset(before[name]), frozenset(after[name])) for name in sorted(names)}


def _reachable_rules(rules: Rules, start: str) -> Rules:
    """The rules that can be come to from a start."""
    found, left = set[str](), [start]
    while left:
        origin = left.pop()
        if origin not in found:
            found.add(origin)
            left += [symbol for name, expansion in rules if name == origin for symbol in expansion]
    return [rule for rule in rules if rule[0] in found]


def _edges(rules: Rules, end: int) -> dict[str, set[str]]:
    """The terminals with which what each rule makes can begin (0) or end (-1)."""
    found: dict[str, set[str]] = {origin: set() for origin, _ in rules}
    for _ in found:
        before = sum(map(len, found.values()))
        for origin, expansion in rules:
            found[origin] |= found.get(expansion[end], {expansion[end]})
        if sum(map(len, found.values())) == before:
            break
    return found
