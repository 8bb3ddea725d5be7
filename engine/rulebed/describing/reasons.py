"""What a program tells in words of its own: why something is found, clause by clause, and what is said of what.

Of what is found that is the set that it is found in, and each preference of the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebed.assemble.bench import at
from rulebed.describing.instances import HOOKS
from rulebed.lang.describe import Speaker
from rulebed.lang.describe.sorts import among, kind_of
from rulebed.lang.parse import parse_program
from rulebed.lang.syntax import (
    Each,
    Find,
    Parallel,
    Program,
    Say,
    SayWhether,
    SyntaxNode,
    Text,
    TheLeast,
    TheMost,
    Where,
)
from rulebed.packs import address as addresses
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.diagnostics import Report


def reason(root: Map, program: str, name: str, number: int, speaker: Speaker) -> str:
    """A clause of the list by which a program finds what it calls so; the first one, 0, is the set.

    The speaker knows who finds it, as `me`.
    """
    for node, hearer in _told_parts(root, program, speaker):
        if isinstance(node, Find) and node.name == name:
            return _clause(node, number, hearer)
    return ""


def said_at(root: Map, program: str, number: int, speaker: Speaker) -> str:
    """What it is that a program says, in the first of its places that say something, or in a later one."""
    for node, hearer in _told_parts(root, program, speaker):
        if isinstance(node, Say | SayWhether):
            number -= 1
            if not number:
                return hearer.text(node.what if isinstance(node, Say) else node.condition)
    return ""


def _told_parts(root: Map, program: str, speaker: Speaker) -> Iterator[tuple[SyntaxNode, Speaker]]:
    """All in a program that is told in words of its own, each with somebody who has heard what comes before it."""
    tree = addresses.find(root, addresses.through_do(root, program))
    for part in (tree, *_hooks(root, program)):
        yield from _lists(part, replace(speaker, locals=dict(speaker.locals)))


def _hooks(root: Map, program: str) -> Iterator[Tree]:
    """What instances do at the steps of a program: it runs as a part of that."""
    step = program.removeprefix("procedures.")
    instances = (one.value for section in root if isinstance(section.value, Map) for one in section.value)
    carried = (at(instance, how) for instance in instances for how in HOOKS)
    for hook in (hook for hooks in carried if isinstance(hooks, Map) for hook in hooks):
        if f"{hook.key.partition('(')[0]}.".startswith(f"{step}."):
            yield hook.value


def _clause(node: Find, number: int, speaker: Speaker) -> str:
    about = among(node.source, speaker, node.name)
    if not number:
        return about.text(node.source)
    preference = node.preferences[number - 1]
    clause = about.say(preference)
    if number == 1 and isinstance(preference, TheMost | TheLeast) and isinstance(node.source, Where):
        # Without the condition another one might be greater; behind other preferences it is one of what they left.
        return about.pattern("among", clause=clause.text, source=about.say(node.source)).text
    return clause.text


def _lists(tree: Tree | None, speaker: Speaker) -> Iterator[tuple[SyntaxNode, Speaker]]:
    if isinstance(tree, Scalar) and isinstance(tree.value, str):
        parsed = parse_program(Text(tree.text, tree.place), Report())
        yield from _within(parsed, speaker) if parsed is not None else ()
    elif isinstance(tree, Map):
        for entry in tree:
            yield from _lists(entry.value, speaker)


def _within(node: SyntaxNode, speaker: Speaker) -> Iterator[tuple[SyntaxNode, Speaker]]:
    if isinstance(node, Find | Say | SayWhether):
        yield node, speaker
    elif isinstance(node, Program):
        for statement in node.statements:
            yield from _within(statement, speaker)
            speaker.say(statement)
    else:
        yield from _in_parts(node, replace(speaker, locals=dict(speaker.locals)))


def _in_parts(node: SyntaxNode, speaker: Speaker) -> Iterator[tuple[SyntaxNode, Speaker]]:
    if isinstance(node, Each | Parallel):
        speaker.bind(node.name, kind_of(node.source, speaker))
    for part in node.parts():
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, SyntaxNode):
                yield from _within(one, speaker)
