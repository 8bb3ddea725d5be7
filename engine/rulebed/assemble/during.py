"""What programs change for the time being: the values of `with NAME + 1: ...`, the procedures of `without NAME: ...`.

Of both the game keeps how much, so it has to be known before anything is made. Only programs count, wherever a pack has
them; whatever else it says, in remarks or in texts, is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.programs import KEYS
from rulebed.assemble.syntax import Syntax
from rulebed.lang.binders import nodes_within
from rulebed.lang.parse import parse_program
from rulebed.lang.syntax import Without, WithValue
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.node import Entry, Map, Node, Scalar
from rulebed.source.diagnostics import Report

SECTIONS = ("procedures", "triggers", "watchers", "flow")
BESIDE = ("on", "before", "after", "instead")  # of an instance: programs by the event or the step
WORD = "with"  # it stands in each program that changes something for the time being


def shifted(syntax: Syntax, root: Map) -> frozenset[str]:
    """The values that are changed for the time being."""
    return _names_in(syntax, root, WithValue)


def suspended(syntax: Syntax, root: Map) -> frozenset[str]:
    """The procedures that are switched off for the time being."""
    return _names_in(syntax, root, Without)


def _names_in(syntax: Syntax, root: Map, sort: type[WithValue | Without]) -> frozenset[str]:
    def find() -> Iterator[str]:
        for text in programs(root):
            program = syntax.node(text, parse_program, Report()) if WORD in text.text else None
            if program is not None:
                yield from (node.name for node in nodes_within(program) if isinstance(node, sort))

    return syntax.of_whole(sort, root, find)


def programs(root: Map) -> Iterator[Scalar]:
    """The texts of a pack that are programs."""
    for section in SECTIONS:
        for entry in _entries(root.get(section)):
            yield from _texts(entry.value)
    for kind in _entries(root.get("kinds")):
        carried = list(_entries(_at(kind.value, "programs")))
        for program in carried:
            yield from _texts(_at(program.value, "default"))
        for instance in _entries(root.get(plural_of(kind.key, kind.value))):
            for name in ("watch", *(program.key for program in carried)):
                yield from _texts(_at(instance.value, name))
            for entry in (entry for key in BESIDE for entry in _entries(_at(instance.value, key))):
                yield from _texts(entry.value)


def _texts(program: Node | None) -> Iterator[Scalar]:
    """The texts that a program is made of: as it is read in `Workshop.block`."""
    if isinstance(program, Scalar) and isinstance(program.value, str):
        yield program
    for entry in _entries(program):
        if entry.key == "options":
            for option in _entries(entry.value):
                yield from _texts(option.value)
        elif entry.key == "do" or entry.key not in KEYS:  # the rest is said of a program
            yield from _texts(entry.value)


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Map):
        yield from node


def _at(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Map) else None
