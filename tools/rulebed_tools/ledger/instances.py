"""The instances of a pack that do something: what of each can go wrong, and which of them only stand in for others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebed.packs.address import children
from rulebed.packs.kind_schema import KINDS, plural_of
from rulebed.packs.ledger import named_by
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Report
from rulebed.source.suggest import did_you_mean
from rulebed.source.text import Span
from rulebed_tools.ledger.mutants.making import REMARKS
from rulebed_tools.ledger.mutants.wording import form
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.provenance import STAND_IN

FACTS = ("data", "state")
ONLY_IF = "only_if"  # whether it is in the game is a matter of the setup, and nothing that it does
HELP = "`about` lists instances of kinds by name, or as `KIND.NAME`"


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance with what it does: its programs, its modifiers, what it waits for and steps in at."""

    kind: str
    name: str
    site: Site  # of these deeds alone
    is_stand_in: bool

    @property
    def address(self) -> str:
        """Its address, as people write it."""
        return self.site.address

    @property
    def shape(self) -> str:
        """What it does, whatever the numbers and names in it: stand-ins of one shape are proved by one of them."""
        return f"{self.kind}: {_shape(self.site.node)}"

    def is_meant(self, word: str) -> bool:
        """Whether a word of `about` means it."""
        return word in (self.name, f"{self.kind}.{self.name}", self.address)


@dataclass(frozen=True, slots=True)
class Group:
    """What is proved as one: an instance by itself, or stand-ins that do the same but for numbers and names."""

    members: tuple[Instance, ...]

    @property
    def name(self) -> str:
        """What it goes by: the address of the first one."""
        return self.members[0].address

    @property
    def is_stand_in(self) -> bool:
        """Whether they only stand in for what is printed."""
        return self.members[0].is_stand_in


def groups(tree: PackTree) -> Iterator[Group]:
    """All instances that do something, in the order of the tree; stand-ins by their shape."""
    found: dict[str, list[Instance]] = {}
    for one in instances(tree):
        found.setdefault(one.shape if one.is_stand_in else one.address, []).append(one)
    yield from (Group(tuple(members)) for members in found.values())


def instances(tree: PackTree) -> Iterator[Instance]:
    """Every instance that does anything, in the order of the tree."""
    for kind, plural, entry in _listed(tree.root):
        if isinstance(entry.value, Map):
            facts = {one.key for key in FACTS for one in _entries(_kind(tree.root, kind).get(key))}
            deeds = {
                one.key: one for one in entry.value if one.key not in facts | REMARKS | {ONLY_IF} and _does(one.value)
            }
            if deeds:
                node, named = entry.value.with_entries(deeds), tuple(name for name, _ in named_by(entry.value))
                yield Instance(kind, entry.key, Site((plural, entry.key), node, named), _stands_in(entry.value, deeds))


def check_about(about: Iterable[tuple[str, Span]], tree: PackTree, report: Report) -> None:
    """Whether there are the instances that a scenario is about."""
    known = tree.once(_known)
    for word, span in about:
        if word not in known:
            report.error(
                "P304", span, f"no instance is called `{word}`", label="unknown", help=did_you_mean(word, known, HELP)
            )


def _known(tree: PackTree) -> dict[str, None]:
    """All that an instance can be called by."""
    found: dict[str, None] = {}
    for kind, plural, name in names(tree.root):
        found |= dict.fromkeys((name, f"{kind}.{name}", f"{plural}.{name}"))
    return found


def names(root: Map) -> Iterator[tuple[str, str, str]]:
    """The kind, its plural, and the name of each instance that a pack lists."""
    yield from ((kind, plural, entry.key) for kind, plural, entry in _listed(root))
    for entry in _entries(root.get(KINDS)):
        listed = entry.value.get("instances") if isinstance(entry.value, Map) else None
        plural = plural_of(entry.key, entry.value)
        for one in listed if isinstance(listed, Seq) else ():
            if isinstance(one, Scalar):
                yield entry.key, plural, one.text
        yield from ((entry.key, plural, one.key) for one in _entries(listed))


def _listed(root: Map) -> Iterator[tuple[str, str, Entry]]:
    for kind in _entries(root.get(KINDS)):
        plural = plural_of(kind.key, kind.value)
        for entry in _entries(root.get(plural)):
            yield kind.key, plural, entry


def _kind(root: Map, name: str) -> Map:
    kinds = root.get(KINDS)
    stated = kinds.get(name) if isinstance(kinds, Map) else None
    return stated if isinstance(stated, Map) else Map({}, root.span)


def _does(node: Node) -> bool:
    """Whether there is anything in it that can go wrong."""
    return not (isinstance(node, Scalar) and node.value is None)


def _stands_in(node: Map, deeds: Iterable[str]) -> bool:
    stated = node.get(STAND_IN)
    return any(key in stated for key in deeds) if isinstance(stated, Map) else stated is not None


def _shape(node: Node) -> str:
    if isinstance(node, Scalar):
        return form(node.text) if isinstance(node.value, str) else type(node.value).__name__
    return f"({', '.join(f'{key}: {_shape(below)}' for key, below in children(node))})"


def _entries(node: Node | None) -> Iterator[Entry]:
    yield from node if isinstance(node, Map) else ()
