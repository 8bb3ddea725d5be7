"""Packs with something wrong in them: entries and words dropped, doubled, renamed, retyped, exchanged, reordered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import Resolver

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

TEXT = "tag:yaml.org,2002:str"
LIST, TABLE = "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"
RESOLVER = Resolver()
TOKEN = re.compile(r"\s+|\w+|[<>]=|\W")
OPERATORS = ("+", "-", "*", "/", "<", "<=", ">", ">=", "is", "is not", "and", "or", "in", "or else")
WORDS = (
    "me", "my", "it", "none", "any", "no", "not", "first", "last", "count", "all", "of", "where", "by", "nothing",
    "active", "finish", "stop", "end game", "players", "next(me)", "try:", "otherwise", "each p in players:",
    "as next(me):", "true", "may", "up to 2 times", "repeat 2 times:", "meanwhile each p in players:",
    "secretly each p in players:", "player?", "choose q in players", "roll 1..2 as z", "set", "add", "can do", "most",
    "draw from", "shuffle", "put", "if me.x > 1:",
)  # fmt: skip
NUMBERS = ("0", "-1", "1", "2", "7", "99", "1000000", "100000000000000000000000000")
SPOILED = ("", "~", "true", "{}", "[]", "3", "1.5", "x", ":", "1..6", "me", "2026-01-01", "é", "<<")


def mutant(text: str, luck: Random) -> str:
    """The text of a pack's file with one thing wrong in it."""
    try:
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return text  # it is wrong as it is
    nodes = list(everywhere(root))
    programs = [node for node in nodes if isinstance(node, ScalarNode) and " " in node.value] or nodes
    for _ in range(20):
        if _change(luck.choice(luck.choice([nodes, programs, programs])), nodes, luck):
            break
    _guess(root)
    return str(yaml.serialize(root, Dumper=yaml.CDumper, width=200, allow_unicode=True))


def everywhere(node: Node) -> Iterator[Node]:
    """A node and all below it, the keys left out."""
    yield node
    if isinstance(node, MappingNode):
        for _, value in node.value:
            yield from everywhere(value)
    elif isinstance(node, SequenceNode):
        for item in node.value:
            yield from everywhere(item)


def _guess(node: Node) -> None:
    """Give each value that stands there without quotes the tag that it is read with, so that it stays so.

    What stands for nothing by being empty is written `null`, since it can't be left empty between brackets.
    """
    for each in everywhere(node):
        keys = [key for key, _ in each.value] if isinstance(each, MappingNode) else []
        for scalar in [*keys, each]:
            if isinstance(scalar, ScalarNode) and not scalar.style:
                scalar.tag = RESOLVER.resolve(ScalarNode, scalar.value, (True, False))
                scalar.value = scalar.value or "null"


def _change(node: Node, nodes: list[Node], luck: Random) -> bool:
    """Whether this node could be changed as luck had it."""
    if isinstance(node, ScalarNode):
        change = luck.choice([_retype, _exchange, _number, _operator, *[_words, _statements] * 3])
        return change(node, nodes, luck)
    if not node.value:
        return False
    change = luck.choice([_drop, _double, _reorder, _move, _exchange, _rename, _rename])
    return change(node, nodes, luck)


# Entries of tables, items of lists.


def _drop(node: Node, _nodes: list[Node], luck: Random) -> bool:
    del node.value[luck.randrange(len(node.value))]
    return True


def _double(node: Node, _nodes: list[Node], luck: Random) -> bool:
    one = luck.choice(node.value)
    if isinstance(node, MappingNode):
        one = (ScalarNode(TEXT, one[0].value + luck.choice(["", "_2"])), one[1])
    node.value.insert(luck.randrange(len(node.value) + 1), one)
    return True


def _reorder(node: Node, _nodes: list[Node], luck: Random) -> bool:
    luck.shuffle(node.value)
    return len(node.value) > 1


def _move(node: Node, nodes: list[Node], luck: Random) -> bool:
    other = luck.choice(nodes)
    if type(other) is not type(node) or other in everywhere(node):
        return False
    other.value.append(node.value.pop(luck.randrange(len(node.value))))
    return True


def _rename(node: Node, nodes: list[Node], luck: Random) -> bool:
    if not isinstance(node, MappingNode):
        return False
    keys = [key.value for other in nodes if isinstance(other, MappingNode) for key, _ in other.value]
    key = luck.choice(node.value)[0]
    key.value = luck.choice(
        [luck.choice(keys), luck.choice(keys), key.value[:-1], key.value + "s", luck.choice(SPOILED)]
    )
    return True


def _exchange(node: Node, nodes: list[Node], luck: Random) -> bool:
    """Put what stands here where something else stood, and the other way round."""
    other = luck.choice(nodes)
    if other in everywhere(node) or node in everywhere(other):
        return False
    for name in ("tag", "value", "style", "flow_style", "__class__"):
        mine, theirs = getattr(node, name, None), getattr(other, name, None)
        setattr(node, name, theirs)
        setattr(other, name, mine)
    return True


# Single values.


def _retype(node: Node, _nodes: list[Node], luck: Random) -> bool:
    copy = ScalarNode(TEXT, node.value, style=node.style)
    kind = luck.randrange(4)
    if kind == 0:
        node.__class__, node.tag, node.value, node.flow_style = SequenceNode, LIST, [copy] * luck.randrange(3), True
    elif kind == 1:
        node.__class__, node.tag, node.value, node.flow_style = MappingNode, TABLE, [(copy, copy)], True
    else:
        node.value, node.style = luck.choice(SPOILED), luck.choice([None, None, '"', "|"])
    return True


def _number(node: Node, _nodes: list[Node], luck: Random) -> bool:
    return _token(node, luck, lambda token: token.isdigit(), NUMBERS)


def _operator(node: Node, _nodes: list[Node], luck: Random) -> bool:
    return _token(node, luck, lambda token: token in OPERATORS, OPERATORS)


def _token(node, luck, fits, others) -> bool:
    tokens = TOKEN.findall(node.value)
    places = [place for place, token in enumerate(tokens) if fits(token)]
    if not places:
        return False
    tokens[luck.choice(places)] = luck.choice(others)
    node.value = "".join(tokens)
    return True


def _words(node: Node, nodes: list[Node], luck: Random) -> bool:
    """A word dropped, doubled, put in, or put in place of another."""
    tokens = TOKEN.findall(node.value)
    places = [place for place, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return False
    place = luck.choice(places)
    other = luck.choice(nodes)
    known = [token for token in TOKEN.findall(other.value) if token.isidentifier()] if _is_text(other) else []
    word = luck.choice([*known, luck.choice(WORDS)])
    tokens[place : place + 1] = luck.choice([[], [tokens[place], " ", word], [word], [word], [word], [word]])
    node.value = "".join(tokens)
    return True


def _is_text(node: Node) -> bool:
    return isinstance(node, ScalarNode)


def _statements(node: Node, nodes: list[Node], luck: Random) -> bool:
    """A statement dropped, doubled, moved, or one of another program put in."""
    cut = re.compile(r"[;\n]")
    ours, ends = cut.split(node.value), cut.findall(node.value)
    other = luck.choice(nodes)
    theirs = cut.split(other.value) if isinstance(other, ScalarNode) else []
    place = luck.randrange(len(ours))
    what = luck.randrange(4)
    if what == 0:
        ours[place] = "nothing" if len(ours) == 1 else ""
    elif what == 1:
        ours[place] += "; " + ours[place].strip()
    elif what == 2:
        luck.shuffle(ours)
    else:
        ours[place] = luck.choice(theirs or ["nothing"])
    node.value = "".join(one + end for one, end in zip(ours, [*ends, ""], strict=True))
    return True
