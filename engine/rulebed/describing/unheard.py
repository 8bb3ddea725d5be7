"""Words of a language that nobody comes to hear: nouns of nothing, phrases for nothing, braces that nothing fills."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from rulebed.assemble.bench import at
from rulebed.assemble.tongues import table_of
from rulebed.describing.braces import Fillers, check_braces, facts_shown, fillers_of_told, printed
from rulebed.describing.naming import BESIDES, SAID
from rulebed.packs.locale import Locale, own_files
from rulebed.packs.node import Entry, Map, Node, Seq
from rulebed.packs.pack import PackTree
from rulebed.packs.words import languages, word_table
from rulebed.source.diagnostics import Report
from rulebed.source.suggest import did_you_mean

WORD = re.compile(r"\w+")
FILLED, TOLD = ("board", "boards"), "told"
BEHIND = re.compile(rf"\.(?:{'|'.join(BESIDES)})$")


def check_unheard(tree: PackTree, locale: Locale, more: Mapping[str, Fillers] | None, report: Report) -> None:
    """Report them; a noun may name whatever is named in the pack, and every word that such names are made of.

    `more` is what can fill the braces of texts whose addresses the tree doesn't tell, and nothing fills those of all
    others; none if that can only be told of the games in which a pack takes part. Only the last part is looked at:
    what a layer takes out of the game, the pack beneath it may well have words for.
    """
    own = own_files(tree)
    words = set(_words(tree.root)) | _built_in()
    for name, entry in _in_files(locale.nouns, own):
        strange = [part for part in name.split(".") if part not in words]
        if strange:
            _warn_unread(entry, f"nothing is called `{strange[0]}`", did_you_mean(strange[0], words), report)
        _check_each(tree.root, name, entry, report)
        _check_offered(tree.root, name, entry, report)
    said = dict(_params_by_name(tree.root))
    addresses = {f"{section}.{name}" for section, name in said}
    for name, entry in _in_files(locale.phrases, own):
        section, _, last = BEHIND.sub("", name).rpartition(".")
        meant = [params for (where, what), params in said.items() if what == last and section in {"", where}]
        if not meant:
            help_ = did_you_mean(name, addresses, "phrases are for procedures, values and events")
            _warn_unread(entry, f"no procedure, value or event is called `{name}`", help_, report)
        else:
            forms = table_of(locale.language).forms
            check_braces(tree.root, entry, {name: "" for params in meant for name in params}, report, forms)
    known = {**dict(fillers_of_told(tree.root)), **(more or {})}
    for name, entry in _in_files(locale.texts, own):
        if name in known or (more is not None and not _is_filled_elsewhere(name)):
            check_braces(tree.root, entry, known.get(name, {}), report)


def _is_filled_elsewhere(address: str) -> bool:
    """Whether expressions fill the braces of a text, as on a board, or what was told of what isn't looked at here."""
    return address.partition(".")[0] in FILLED or address.endswith(f".{TOLD}")


def _in_files(entries: dict[str, Entry], files: set[str]) -> Iterator[tuple[str, Entry]]:
    return ((name, entry) for name, entry in entries.items() if entry.key_span.source.name in files)


def _warn_unread(entry: Entry, why: str, help_: str, report: Report) -> None:
    report.warning("L101", entry.key_span, f"{why}, so nobody reads this", label="unread", help=help_)


def _check_each(root: Map, name: str, noun: Entry, report: Report) -> None:
    """What each is called that a kind makes for others may name those, and its number."""
    kinds = root.get("kinds")
    kind = kinds.get(name) if isinstance(kinds, Map) else None
    made = at(kind, "for_each") if kind is not None else None
    each = noun.value.entries.get("each") if isinstance(noun.value, Map) else None
    if each is not None and isinstance(made, Map):
        check_braces(root, each, {"number": "", **printed(kind)}, report)
    elif each is not None:
        _warn_unread(each, f"no `{name}` is made for others", "it is for kinds with `for_each`", report)


def _check_offered(root: Map, name: str, noun: Entry, report: Report) -> None:
    """What one is called that can be chosen may show what is printed on it, and what changes."""
    offered = noun.value.entries.get("offered") if isinstance(noun.value, Map) else None
    kinds = root.get("kinds")
    kind = kinds.get(name) if isinstance(kinds, Map) else None
    if offered is not None and kind is not None:
        check_braces(root, offered, {"self": "", **facts_shown(kind)}, report)
    elif offered is not None:
        _warn_unread(offered, f"`{name}` is no kind", "it is for kinds, whose things can be chosen", report)


def _params_by_name(root: Map) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """Procedures, values, costs and events with their parameters."""
    for section in SAID:
        stated = root.get(section)
        for entry in stated if isinstance(stated, Map) else ():
            takes = at(entry.value, "about" if section == "events" else "takes")
            yield (section, entry.key), tuple(takes.entries) if isinstance(takes, Map) else ()


def _words(node: Node) -> Iterator[str]:
    """Every word in keys and texts, whole and in its parts."""
    if isinstance(node, Map):
        for entry in node:
            yield from _parts(entry.key)
            yield from _words(entry.value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _words(item)
    else:
        yield from _parts(node.text)


def _parts(text: str) -> Iterator[str]:
    for word in WORD.findall(text):
        yield word
        yield from word.split("_")


@cache
def _built_in() -> frozenset[str]:
    """What the engine itself has nouns for."""
    tables = [word_table(language)["nouns"] for language in languages()]
    return frozenset(name for table in tables for name in table)
