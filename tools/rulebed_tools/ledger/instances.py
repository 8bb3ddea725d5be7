"""The instances of a pack that do something: what of each can go wrong, and which of them only stand in for others.

What stands in for something that is printed will be replaced, so no scenario is about a single one: what counts is each
*sort* of thing that they do. `gain 2 wood; tame(wolf)` is two sorts: numbers and names don't matter, but for
those of procedures. A sort is proved by any scenario that notices it, in a card that it makes up itself (`patch`), too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebed.analysis import PROC, VALUE, Visited
from rulebed.content import KINDS, Entry, Line, Map, Node, PackTree, Scalar, Seq, named_by, plural_of
from rulebed.content import address as at
from rulebed.text import Report, Span, did_you_mean
from rulebed_tools.ledger.mutants.making import REMARKS
from rulebed_tools.ledger.mutants.wording import form, statements
from rulebed_tools.ledger.naming import Site
from rulebed_tools.ledger.provenance import STAND_IN

FACTS = ("data", "state")
ONLY_IF = "only_if"  # whether it is in the game is a matter of the setup, and nothing that it does
HELP = "`about` lists instances of kinds by name, or as `KIND.NAME`"


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance with what it does: its programs, its modifiers, what it waits for and steps in at.

    Of what may stand in for something it is one thing that is done, of this shape.
    """

    kind: str
    name: str
    site: Site  # of these deeds alone
    shape: str = ""

    @property
    def is_stand_in(self) -> bool:
        """Whether it stands in for something, or is like what does."""
        return bool(self.shape)

    @property
    def address(self) -> str:
        """Its address, as people write it; of one thing among several that are done with what that is."""
        line, node = self.site.line, self.site.node
        if line is None or not isinstance(node, Scalar):
            return self.site.address
        return f"{self.site.address}: {' '.join(node.text[line.start : line.end].split())}"

    @property
    def pieces(self) -> frozenset[Visited]:
        """What a game enters that comes to a thing that is done: a procedure of its own, or a value of its kind."""
        if self.site.line is None:
            return frozenset()
        return frozenset({(PROC, self.site.address), (VALUE, f"{self.kind}.{self.site.keys[-1]}")})

    def is_meant(self, word: str) -> bool:
        """Whether a word of `about` means it."""
        return word in (self.name, f"{self.kind}.{self.name}", ".".join(self.site.keys[:2]))


@dataclass(frozen=True, slots=True)
class Group:
    """What is proved as one: an instance by itself, or stand-ins that do the same but for numbers and names."""

    members: tuple[Instance, ...]

    @property
    def name(self) -> str:
        """What it goes by: the address of the first one."""
        return self.members[0].address

    @property
    def shape(self) -> str:
        """What all of them do, if they are stand-ins."""
        return self.members[0].shape

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
    """Every instance that does anything, in the order of the tree; of stand-ins each thing that they do."""
    for kind, site, stated in _deeds(tree):
        own = {one.key: one for one in _entries(site.node) if not _stands_in(stated, one.key)}
        if own:
            yield Instance(kind, site.keys[1], Site(site.keys, stated.with_entries(own), site.rules))
        yield from (one for one in _things(kind, site, tree) if one.site.keys[2] not in own)


def things(tree: PackTree) -> Iterator[Instance]:
    """Each thing that any instance does, which may be one of the sort that stand-ins do."""
    for kind, site, _ in _deeds(tree):
        yield from _things(kind, site, tree)


def _deeds(tree: PackTree) -> Iterator[tuple[str, Site, Map]]:
    """Each instance that does anything: its kind, the site of what it does, and all that is said of it."""
    for kind, plural, entry in _listed(tree.root):
        if isinstance(entry.value, Map):
            facts = {one.key for key in FACTS for one in _entries(_kind(tree.root, kind).get(key))}
            deeds = {
                one.key: one for one in entry.value if one.key not in facts | REMARKS | {ONLY_IF} and _does(one.value)
            }
            if deeds:
                named = tuple(name for name, _ in named_by(entry.value))
                yield kind, Site((plural, entry.key), entry.value.with_entries(deeds), named), entry.value


def _things(kind: str, site: Site, tree: PackTree) -> Iterator[Instance]:
    """What an instance does, one thing after the other."""
    known = {entry.key for entry in _entries(tree.root.get("procedures"))}
    for entry in _entries(site.node):
        keys, node = (*site.keys, entry.key), entry.value
        text = node.text if isinstance(node, Scalar) and isinstance(node.value, str) else ""
        for start, end in statements(text):
            shape = f"{kind}.{entry.key}: {form(text[start:end], known)}"
            yield Instance(kind, site.keys[1], Site(keys, node, site.rules, Line(start, end, ())), shape)
        if not text:
            yield Instance(kind, site.keys[1], Site(keys, node, site.rules), f"{kind}.{entry.key}: {_shape(node)}")


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


def _stands_in(node: Map, key: str) -> bool:
    stated = node.get(STAND_IN)
    return key in stated if isinstance(stated, Map) else stated is not None


def _shape(node: Node) -> str:
    if isinstance(node, Scalar):
        return form(node.text) if isinstance(node.value, str) else type(node.value).__name__
    return f"({', '.join(f'{key}: {_shape(below)}' for key, below in at.children(node))})"


def _entries(node: Node | None) -> Iterator[Entry]:
    yield from node if isinstance(node, Map) else ()
