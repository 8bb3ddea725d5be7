"""Takes out of a tree what its schema refuses, so that the rest can be looked at on its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rulebed.packs import schema
from rulebed.packs.kind_schema import KINDS, plural_of
from rulebed.packs.lost import PATCH, half_known, lose_entry, lose_inside, names_given
from rulebed.packs.node import Entry, Map, Node, Seq
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import keys, sections
from rulebed.source.text import Span

BOARD, REQUIRES = "board", "requires"
ROUNDS = 8  # what is left may lack something that was in what was taken out, and so on upwards
# Where a pack, a file of it or its company are missing, nothing can be told of what names mean.
HOPELESS = frozenset(
    {"P101", "P103", "P105", "P106", "P109", "P112", "P201", "P204", "P205", "P206", "P211", "Y106", "Y107"}
)


def is_hopeless(report: Report) -> bool:
    """Whether what was found leaves nothing that could be looked at further."""
    return not report.lost.isdisjoint(sections(REQUIRES)) or not HOPELESS.isdisjoint(report.codes)


def without_refused(tree: Map, stated: Mapping[str, object], report: Report) -> Map:
    """The part of a tree that is as a schema says; what is wrong with the rest is reported, and its names are lost."""
    found = schema.check_against(tree, stated)
    report.merge(found)
    for _ in range(ROUNDS):
        if not found.errors:
            return tree
        tree = _pruned(tree, found, report)
        found = schema.check_against(tree, stated)
    return tree.with_entries({}) if found.errors else tree


def sound_layer(tree: Map, report: Report) -> Map:
    """A layer without what its schema refuses; a patch is left out as a whole: half of it means something else."""
    kept = without_refused(tree, schema.shipped("layer"), report)
    stated, left = tree.get(PATCH), kept.get(PATCH)
    if kept is tree or not isinstance(stated, Map) or not isinstance(left, Map):
        return kept
    whole = {entry.key: entry for entry in left if entry is stated.entries[entry.key]}
    for entry in stated:
        if entry.key not in whole:
            lose_entry(entry, report)
    patches = Entry(PATCH, kept.entries[PATCH].key_span, left.with_entries(whole))
    return kept.with_entries({**kept.entries, PATCH: patches})


def without_unread(tree: Map, sections: Collection[str], report: Report) -> Map:
    """The tree without the sections of kinds that nobody knows, since their declaration is lost."""
    unread = [entry for entry in tree if entry.key not in sections]
    for entry in unread:
        lose_entry(entry, report)
    return tree.with_entries({entry.key: entry for entry in tree if entry not in unread}) if unread else tree


def sections_of(root: Map, stated: Mapping[str, object]) -> set[str]:
    """The sections that a schema and the kinds of a tree know."""
    known, kinds = stated["properties"], root.get(KINDS)
    named = {plural_of(entry.key, entry.value) for entry in kinds} if isinstance(kinds, Map) else set()
    return {*(known if isinstance(known, dict) else ()), *named}


def declared_names(tree: Map) -> frozenset[str]:
    """The names that a tree gives to things, and its sections: what has one is known, whatever else is lost."""
    sections = (entry.value for entry in tree if entry.key != PATCH and isinstance(entry.value, Map))
    return frozenset([*tree.entries, *(entry.key for section in sections for entry in section)])


def _pruned(tree: Map, found: schema.Refusals, report: Report) -> Map:
    stated = schema.shipped("pack")["properties"]
    known = stated if isinstance(stated, dict) else ()
    spans = frozenset(one.span for one in found if one.span)
    pruned = _Pruning(found, spans, report, declared_names(tree), known).prune(tree, ())
    if pruned is tree or not isinstance(pruned, Map):
        return tree.with_entries({})  # it is the whole that is refused
    return pruned


@dataclass(frozen=True, slots=True)
class _Pruning:
    """Leaves out what was refused, and notes the names that may have stood in it, and of what it was said."""

    found: schema.Refusals
    spans: frozenset[Span]
    report: Report
    known: frozenset[str]
    sections: Collection[str]  # that every pack has

    def prune(self, node: Node, way: tuple[str, ...]) -> Node:
        """The node without the entries and items at these places; itself if there are none."""
        match node:
            case Map():
                kept = {entry.key: self._entry(entry, way) for entry in node if not self._is_out(entry, way)}
                return node if _are_same(kept.values(), list(node)) else node.with_entries(kept)
            case Seq():
                items = [self.prune(item, way) for item in node if not self._is_lost(item, way)]
                return node if _are_same(items, node.items) else Seq(tuple(items), node.span)
            case _:
                return node

    def _entry(self, entry: Entry, way: tuple[str, ...]) -> Entry:
        value = self.prune(entry.value, (*way, entry.key))
        return entry if value is entry.value else Entry(entry.key, entry.key_span, value)

    def _is_out(self, entry: Entry, way: tuple[str, ...]) -> bool:
        places = entry.key_span, entry.value.span
        if self.spans.isdisjoint(places):
            return False
        half_known(way, self.report)
        self.report.lose(keys([entry.key]) if way else sections(entry.key))
        if way[:1] == (BOARD,):  # its boxes have names that nothing else asks for
            return True
        if self.found.form.isdisjoint(places) or not way or self._is_of_kinds(way):
            stands_elsewhere = self.known if len(way) > 1 else ()
            self.report.lose(names_given(way, {entry.key, *entry.key.split(".")}.difference(stands_elsewhere)))
        if self.found.plain.isdisjoint(places) or isinstance(entry.value, Map):
            lose_inside((*way, entry.key), entry.value.span.text, self.report, self.known)
        return True

    def _is_of_kinds(self, way: tuple[str, ...]) -> bool:
        """Whether somebody may have thought of a fact by this name: the keys of an instance are those of its kind."""
        return len(way) == 2 and way[0] not in self.sections

    def _is_lost(self, item: Node, way: tuple[str, ...]) -> bool:
        if item.span not in self.spans:
            return False
        half_known(way, self.report)
        if item.span not in self.found.plain or isinstance(item, Map):
            lose_inside(way, f"- {item.span.text}", self.report, self.known)
        return True


def _are_same(one: Collection[object], two: Collection[object]) -> bool:
    return len(one) == len(two) and all(a is b for a, b in zip(one, two, strict=True))
