"""Loads a reference `base+layer+layer` into one located, layered tree that can say who set what."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from rulebed.packs import address as at
from rulebed.packs.files import Part, layer_names, names_of
from rulebed.packs.gather import Gathered, gather, patch_hash
from rulebed.packs.kind_schema import pack_schema
from rulebed.packs.layer import (
    COMMAND_LINE,
    Layer,
    Named,
    Parsed,
    layer_of,
    parse_files,
    read_command_line,
    read_layer,
)
from rulebed.packs.layers import Layered, apply_layers, check_company, check_order, in_layer_order, merge_packs
from rulebed.packs.lineage import Lineage
from rulebed.packs.lost import PATCH
from rulebed.packs.node import Entry, Map, Node, Scalar, plain
from rulebed.packs.patch import Changed
from rulebed.packs.players import check_players
from rulebed.packs.settings import check_settings
from rulebed.packs.sound import declared_names, is_hopeless, sections_of, sound_layer, without_refused, without_unread
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source, Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Blame:
    """Who set a value: the pack or layer, the place, what was done, and the value since then (none: taken out)."""

    layer: str
    span: Span
    operation: str
    value: Node | None = None


@dataclass(frozen=True, slots=True)
class PackTree:
    """A pack as one tree: its own files, those of what it requires, and its layers."""

    root: Map
    reference: str
    parts: tuple[Part, ...]
    hashes: dict[str, str]
    settings: tuple[Changed, ...]
    lineage: Lineage = field(default_factory=Lineage, repr=False, compare=False)
    _made: dict[object, Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def once(self, make: Callable[[PackTree], T]) -> T:
        """What this makes of the tree, made when it is first asked for: each setup of a pack asks again."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    @property
    def name(self) -> str:
        """The base pack's name."""
        return Path(self.reference.split("+")[0]).stem

    @property
    def title(self) -> str:
        """What people call it."""
        return title_of(self.root, self.name)

    @property
    def files(self) -> tuple[Source, ...]:
        """Every file that the tree was made from."""
        return tuple(source for part in self.parts for source in part.sources)

    @property
    def locale(self) -> tuple[Source, ...]:
        """The files of texts, the base's first."""
        return tuple(source for part in self.parts for source in part.locale)

    @property
    def scenarios(self) -> tuple[Path, ...]:
        """The files of scenarios, the base's first."""
        return tuple(path for part in self.parts for path in part.scenarios)

    def find(self, address: str) -> Node | None:
        """The node at an address, or none."""
        return at.find(self.root, address)

    def layer_of(self, span: Span) -> str:
        """The pack or layer that a place belongs to."""
        name = span.source.name
        own = (part.name for part in self.parts if any(source.name == name for source in part.sources))
        return next(own, COMMAND_LINE if name.startswith(COMMAND_LINE) else self.name)

    def blame(self, address: str) -> list[Blame]:
        """Who set the value at an address, the last one first; empty where there never was one."""
        chain: list[Blame] = []
        for setting in self.settings:
            if not at.is_within(address, setting.address):
                continue
            rest = address[len(setting.address) + 1 :]
            old, new = (None if node is None else at.find(node, rest) for node in (setting.old, setting.new))
            if old == new:  # something beside it was changed
                continue
            if old is not None and not chain:
                chain.append(self._defined(old))
            is_written_there = new is not None and (old is None or new.span != old.span)
            span = new.span if new is not None and is_written_there else setting.span
            chain.append(Blame(setting.layer, span, setting.operation, new))
        node = self.find(address)
        if not chain and node is not None:
            chain.append(self._defined(node))
        return chain[::-1]

    def _defined(self, node: Node) -> Blame:
        return Blame(self.layer_of(node.span), node.span, "defined", node)


def title_of(root: Map, name: str) -> str:
    """A pack's title, or its name in plain words."""
    title = root.get("title")
    return title.text if isinstance(title, Scalar) else name.replace("_", " ").capitalize()


def is_shared(root: Map) -> bool:
    """Whether a pack is only there to be required, and no game of its own."""
    stated = root.get("shared")
    return isinstance(stated, Scalar) and stated.value is True


def load(
    reference: str, search: Iterable[Path], patches: Iterable[str] = (), lineage: Lineage | None = None
) -> tuple[PackTree | None, Report]:
    """The tree of a reference, or none where its files can't be found or read; with those of a lineage it shares."""
    report, texts, lineage = Report(), list(patches), lineage or Lineage()
    parsed = lineage.once(Parsed)
    gathered = gather(reference, search, report)
    if gathered is None or is_hopeless(report):
        return None, report
    base = merge_packs(gathered.packs, report, parsed)
    if base is None:
        return None, report
    layers = [layer for part in gathered.layers if (layer := _read_layer(part, report, parsed))]
    result = _layered(base, layers, texts, gathered, report)
    hashes = gathered.hashes | patch_hash(texts)
    _check_name(gathered.packs[-1], result.root, report)
    root = _sound(result.root, report)
    return PackTree(root, str(gathered.reference), gathered.parts, hashes, result.settings, lineage), report


def patched_tree(tree: PackTree, stated: Map, name: str) -> tuple[PackTree, Report]:
    """The same tree under one layer more, of which this is all that it patches."""
    report = Report()
    whole = sound_layer(stated.with_entries({PATCH: Entry(PATCH, stated.span, stated)}), report)
    result = apply_layers(
        Layered(tree.root, tree.settings), [layer_of(name, whole, report)], [], report, names_of(tree.reference)[1:]
    )
    digest = hashlib.sha256(repr(plain(stated)).encode()).hexdigest()
    root = _sound(result.root, report)
    return replace(tree, root=root, settings=result.settings, hashes=tree.hashes | {name: digest}), report


def load_text(text: str, name: str = "pack.yaml") -> tuple[PackTree | None, Report]:
    """The tree of a whole pack given as one text."""
    source = Source(name, text)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    part = Part(Path(name).stem, Path(name), (source,), (), (), digest)
    report = Report()
    root = parse_files(part, report, Parsed())
    if root is None:
        return None, report
    return PackTree(_sound(root, report), part.name, (part,), {part.name: digest}, ()), report


def _sound(root: Map, report: Report) -> Map:
    """What of a tree is as its schema says; a section may have been declared in a file that can't be read."""
    report.find(declared_names(root))
    stated = pack_schema(root)
    unread = any(found.code.startswith("Y") for found in report)
    kept = without_refused(root, {**stated, "additionalProperties": unread}, report)
    if kept is not root or unread:
        kept = without_unread(kept, sections_of(kept, pack_schema(kept)), report)
    return check_settings(check_players(kept, report), report)


def _read_layer(part: Part, report: Report, parsed: Parsed) -> Layer | None:
    """A layer; patches that the schema refuses aren't applied, since nothing more can be said about them."""
    layer = read_layer(part, report, parsed)
    if layer is None:
        return None
    _check_name(part, layer.tree, report)
    tree = sound_layer(layer.tree, report)
    layer = layer if tree is layer.tree else layer_of(part.name, tree, Report())
    return replace(layer, after=(*layer.after, *(Named(name, tree.span) for name in part.beneath)))


def _layered(base: Layered, layers: list[Layer], patches: list[str], gathered: Gathered, report: Report) -> Layered:
    ordered = in_layer_order(layers, report)
    known = [name for part in gathered.packs for name in layer_names(part.path)]
    known += [layer.name for layer in layers]
    check_company(ordered, known, report)
    stated = [patch for number, text in enumerate(patches, 1) for patch in read_command_line(text, number, report)]
    result = apply_layers(base, ordered, stated, report)
    check_order(base, ordered, report)
    return result


def _check_name(part: Part, root: Map, report: Report) -> None:
    stated = root.get("name")
    if isinstance(stated, Scalar) and stated.text != part.name.rpartition(".")[2]:
        message = f"this calls itself `{stated.text}`, and is kept under `{part.name}`"
        report.error("P107", stated.span, message, help=f"write `name: {part.name}`, or leave it out")
