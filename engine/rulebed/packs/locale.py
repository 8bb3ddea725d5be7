"""Texts by address and language, from the locale files of a pack, what it requires, and its layers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

from rulebed.packs import schema, yaml_tree
from rulebed.packs.address import find, split, through_do, what_is_missing
from rulebed.packs.files import read_source
from rulebed.packs.merge import as_section_map
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq, size
from rulebed.packs.pack import PackTree
from rulebed.source.diagnostics import Report
from rulebed.source.lacks import on_the_way
from rulebed.source.suggest import closest
from rulebed.source.text import Source

WAYS_OUT = ("none", "done", "yes", "no")  # what can be answered besides what is offered
TOLD = "told"  # behind a choice, a roll or a shuffle: what the story says of it
AMOUNTS = ("gain", "lose", "pay")  # behind a resource: what is said when somebody does that
ENDED = ("none", "no", "gone")  # behind a fact: that it is nothing any more
SECTIONS = ("texts", "nouns", "phrases")
OF_ITSELF = ("title", "about")  # texts of a layer about the layer, not about the game


@dataclass(frozen=True, slots=True)
class Locale:
    """What a pack says in one language: texts by address, nouns by name, phrases by what they say."""

    language: str
    texts: dict[str, Entry] = field(default_factory=dict)
    nouns: dict[str, Entry] = field(default_factory=dict)
    phrases: dict[str, Entry] = field(default_factory=dict)

    def text(self, address: str) -> str | None:
        """The text for an address, or none."""
        entry = self.texts.get(address)
        return entry.value.text if entry and isinstance(entry.value, Scalar) else None


def locales(tree: PackTree) -> tuple[dict[str, Locale], Report]:
    """The languages of a pack; a layer's text takes the place of the pack's, but for what it calls itself."""
    return tree.once(_locales)


def _locales(tree: PackTree) -> tuple[dict[str, Locale], Report]:
    found: dict[str, Locale] = {}
    report, left, layers = Report(), yaml_tree.MOST_IN_ALL, _files_of_layers(tree)
    for source in tree.locale:
        root = read(source, "locale", report, min(left, yaml_tree.MOST_PARTS))
        left -= size(root)
        if root is not None:
            language = _language(root.get("language"), source)
            left_out = OF_ITSELF if source.name in layers else ()
            _add(found.setdefault(language, Locale(language)), root, left_out)
            _check_addresses(root, tree, report)
    return found, report


def read_file(path: Path, kind: str) -> tuple[Map | None, Report]:
    """The tree of a file beside the pack, such as a scenario, checked against the schema of its kind."""
    report = Report()
    return read(read_source(path, report), kind, report), report


def read(source: Source, kind: str, report: Report, most: int = yaml_tree.MOST_PARTS) -> Map | None:
    """The tree of a text, checked against the schema of its kind."""
    root, found = _read_checked(source, kind, most)
    report.merge(found)
    return root


@lru_cache(maxsize=64)  # a pack and what differs from it in a line have the same texts, rules and scenarios
def _read_checked(source: Source, kind: str, most: int) -> tuple[Map | None, Report]:
    node, report = yaml_tree.parse(source, most=most)
    root = as_section_map(node, report)
    if root is not None:
        report.merge(schema.check(root, kind))
    return root, report


def _language(stated: Node | None, source: Source) -> str:
    return stated.text if isinstance(stated, Scalar) else PurePosixPath(source.name).stem


def own_files(tree: PackTree) -> set[str]:
    """The locale files of the last part: what a layer takes out of the game, the pack beneath it has texts for."""
    return {source.name for source in tree.parts[-1].locale}


def _files_of_layers(tree: PackTree) -> set[str]:
    """The locale files of all parts behind the pack and what it requires."""
    names = [part.name for part in tree.parts]
    base = names.index(tree.name) if tree.name in names else len(names)
    return {source.name for part in tree.parts[base + 1 :] for source in part.locale}


def _add(locale: Locale, root: Map, left_out: Collection[str]) -> None:
    for section, known in zip(SECTIONS, (locale.texts, locale.nouns, locale.phrases), strict=True):
        stated = root.get(section)
        for entry in stated if isinstance(stated, Map) else ():
            if section != "texts" or entry.key not in left_out:
                known[entry.key] = entry


def _check_addresses(root: Map, tree: PackTree, report: Report) -> None:
    own, stated = own_files(tree), root.get("texts")
    for entry in stated if isinstance(stated, Map) else ():
        if entry.key_span.source.name in own and not is_within_a_program(tree, entry.key):
            _check_address(entry, tree, report)


def is_within_a_program(tree: PackTree, address: str) -> bool:
    """Whether something could be asked at an address that has no node: only the finished game can tell."""
    above, last = split(address)
    if last in (*WAYS_OUT, TOLD) and is_within_a_program(tree, above):
        return True
    return "." in above and find(tree.root, through_do(tree.root, above)) is not None


def check_asked(tree: PackTree, locale: Locale, asked: Collection[str], noted: Collection[str], report: Report) -> None:
    """Report the texts for what programs ask that no program asks, and for what they tell that none tells."""
    own = own_files(tree)
    for name, entry in locale.texts.items():
        is_known = _is_asked(tree, name, asked) or (split(name)[1] == TOLD and split(name)[0] in noted)
        if not is_known and entry.key_span.source.name in own and is_within_a_program(tree, name):
            _check_address(entry, tree, report, _asked_there(name, asked))


def _is_asked(tree: PackTree, name: str, asked: Collection[str]) -> bool:
    """Whether it is asked, or said of what is asked, of what becomes of a fact, or of who gains and loses something."""
    above, last = split(name)
    return (
        name in asked
        or (last in (*WAYS_OUT, TOLD) and above in asked)
        or (last in ENDED and _is_fact(tree, above))
        or (last in AMOUNTS and split(above)[0] == "resources" and find(tree.root, above) is not None)
    )


def _is_listed(tree: PackTree, address: str) -> bool:
    """Whether it is one of a list of words, such as what a setting can be."""
    above, last = split(address)
    node = find(tree.root, above)
    return isinstance(node, Seq) and any(isinstance(item, Scalar) and item.text == last for item in node.items)


def _is_fact(tree: PackTree, address: str) -> bool:
    """Whether a fact stands there, of which can be told that it is nothing any more."""
    return split(split(address)[0])[1] == "state" and find(tree.root, address) is not None


def _asked_there(name: str, asked: Collection[str]) -> str:
    """What the phase or procedure of an address asks, in words: what has the same last name first."""
    home, last = ".".join(name.split(".")[:2]), split(name)[1]
    found = sorted(
        (each for each in asked if each.startswith(f"{home}.")), key=lambda each: (split(each)[1] != last, each)
    )
    return f"what is asked there is {' or '.join(f'`{each}`' for each in found[:3])}" if found else ""


def _check_address(entry: Entry, tree: PackTree, report: Report, asked: str = "") -> None:
    missing = what_is_missing(tree.root, through_do(tree.root, entry.key))
    if missing is None or _is_listed(tree, entry.key):
        return
    meant = closest(missing.part, missing.candidates)
    rest = f"{missing.reached}.{meant}".lstrip(".") if meant else ""
    message = f"nothing has the address `{entry.key}`, so nobody reads this text"
    help_, lacks = f"did you mean `{rest}`?" if rest else asked, on_the_way(entry.key)
    report.warning("L101", entry.key_span, message, label="unread", help=help_, hangs_on=lacks)
