"""A layer as its files state it: what it stands with, what it patches, and what it adds."""

from __future__ import annotations

from dataclasses import dataclass

from rulebed.packs import yaml_tree
from rulebed.packs.edition import KEY, check_edition
from rulebed.packs.files import Part
from rulebed.packs.lost import lose_text
from rulebed.packs.merge import as_section_map, merge_files
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq, size
from rulebed.packs.patch import Patch, read_patches
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source, Span

OWN_KEYS = ("name", KEY, "title", "about", "tags", "requires", "with", "after", "not_with", "patch")
COMMAND_LINE = "--patch"


@dataclass(frozen=True, slots=True)
class Named:
    """A name where it is written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer, read but not yet applied."""

    name: str
    tree: Map
    requires: tuple[Named, ...]
    together: tuple[Named, ...]
    after: tuple[Named, ...]
    not_with: tuple[Named, ...]
    patches: tuple[Patch, ...]
    content: Map


class Parsed:
    """The files of a lineage as they were parsed last; one that says what it said is the very same tree again."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[Source, int, Node | None, Report]] = {}

    def tree_of(self, source: Source, most: int) -> tuple[Node | None, Report]:
        """The tree of a file, and what was found in it."""
        known = self._files.get(source.name)
        if known is None or known[:2] != (source, most):
            known = self._files[source.name] = source, most, *yaml_tree.parse(source, most=most)
        return known[2:]


def parse_files(part: Part, report: Report, parsed: Parsed) -> Map | None:
    """The files of a pack or layer as one tree, or none where they can't be read."""
    trees, left = [], yaml_tree.MOST_IN_ALL
    for source in part.sources:
        node, found = parsed.tree_of(source, min(left, yaml_tree.MOST_PARTS))
        left -= size(node)
        report.merge(found)
        if "Y106" in found.codes:  # nobody has to look at the rest
            break
        tree = as_section_map(node, report)
        if tree is not None:
            trees.append(tree)
    root = merge_files(trees, report) if trees else None
    if root is not None:
        check_edition(root, report)
    return root


def read_layer(part: Part, report: Report, parsed: Parsed) -> Layer | None:
    """A layer from its files."""
    tree = parse_files(part, report, parsed)
    return None if tree is None else layer_of(part.name, tree, report)


def layer_of(name: str, tree: Map, report: Report) -> Layer:
    """A layer from the tree of its files."""
    requires, together, after, not_with = (names(tree.get(key)) for key in ("requires", "with", "after", "not_with"))
    content = tree.with_entries({entry.key: entry for entry in tree if entry.key not in OWN_KEYS})
    patches = _patches(tree, name, report)
    return Layer(name, tree, requires, together, after, not_with, patches, content)


def names(node: Node | None) -> tuple[Named, ...]:
    """The names in a list, or the one name."""
    items = node.items if isinstance(node, Seq) else (node,)
    return tuple(Named(item.text, item.span) for item in items if isinstance(item, Scalar) and item.text)


def read_command_line(text: str, number: int, report: Report) -> tuple[Patch, ...]:
    """A patch given as `ADDRESS=TEXT`."""
    source = Source(COMMAND_LINE if number == 1 else f"{COMMAND_LINE} ({number})", text)
    address, sign, value = text.partition("=")
    if not sign or not address.strip():
        help_ = "write `ADDRESS=TEXT`, for example `effects.rations.effect=gain 3 food`"
        report.error("P208", source.whole(), f"`{text}` is no patch", help=help_)
        return ()
    start = len(address) + 1
    node: Node | None = None
    if value.strip()[:1] in ("{", "[", '"', "'"):
        node, found = yaml_tree.parse(source, start)
        report.merge(found)
    else:
        node = yaml_tree.plain_scalar(source, start, report)
    key_span = source.span(0, len(address))
    return () if node is None else read_patches(Entry(address.strip(), key_span, node), COMMAND_LINE, report)


def _patches(tree: Map, layer: str, report: Report) -> tuple[Patch, ...]:
    stated = tree.get("patch")
    if not isinstance(stated, Map):  # which the schema refuses, unless there is nothing
        return ()
    found = [(entry, read_patches(entry, layer, report)) for entry in stated]
    for entry, patches in found:
        if not patches:
            lose_text(entry.value.span.text, report)
    return tuple(patch for _, patches in found for patch in patches)
