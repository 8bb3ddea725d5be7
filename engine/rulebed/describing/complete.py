"""Whether a pack says in each of its languages all that players come to read: texts, names, labels and boards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from rulebed.assemble.bench import at
from rulebed.assemble.names import ACTING
from rulebed.assemble.tongues import table_of
from rulebed.describing.braces import FORM, answers
from rulebed.describing.describer import ASKED, Describer
from rulebed.describing.in_play import InPlay
from rulebed.describing.namesakes import check_namesakes
from rulebed.describing.naming import HOLDERS, SAID, Naming, declared_things, kinds_of
from rulebed.describing.unheard import check_unheard
from rulebed.describing.unsaid import marked_in, unnamed_speaker, unsaid
from rulebed.model.board import SLOT
from rulebed.packs.files import names_of
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.locale import SECTIONS, Locale, check_asked, locales
from rulebed.packs.node import Entry, Map, Node, Scalar
from rulebed.packs.pack import PackTree, is_shared
from rulebed.packs.words import languages
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source, Span

OWN = "en"  # the language of a pack that doesn't state one
NAMED = 12  # of what is missing
LONGEST = 80  # letters of what an option does; one that does more is called by its name
FORMED = re.compile(r"\w+:\w+")  # a name, and the form in which it is said
WORDS = re.compile(r"[^\W\d_]{2}")
BOXES = ("title", "text")


def check_languages(tree: PackTree, playing: InPlay) -> Report:
    """What is missing or too much in the languages of the pack.

    What comes up in play can only be told of a game: of a pack that is shared, all kinds may.
    """
    found, report = locales(tree)[0], Report()
    is_game = not is_shared(tree.root)
    for locale in found.values():
        if is_game:
            check_asked(tree, locale, {*playing.choices, *playing.rolls}, playing.notes, report)
        check_namesakes(tree, locale, report)
        fillers = {**playing.named, **dict(answers(playing.choices, playing.rolls))}
        check_unheard(tree, locale, fillers if is_game else None, report)
    stated = tree.root.get("language")
    own = stated.text if isinstance(stated, Scalar) else OWN
    for language, locale in sorted(found.items()):
        if language != own and language in languages():
            met, ours = playing.kinds if is_game else None, found.get(own, Locale(own))
            Completeness(tree, locale, ours, report, met, frozenset(playing.named)).check(playing.choices)
    return report


@dataclass(frozen=True, slots=True)
class Missing:
    """What a language has nothing for: where that is declared, and in which section of the language it belongs."""

    name: str
    span: Span | None
    section: str


@dataclass(slots=True)
class Completeness:
    """One language of one pack, beside the one that the pack is written in."""

    tree: PackTree
    locale: Locale
    own: Locale
    report: Report
    met: Collection[str] | None = None
    filled: frozenset[str] = frozenset()  # the texts that need not have the same in braces
    said: set[str] = field(default_factory=set)
    missing: dict[str, list[Missing]] = field(default_factory=dict)  # by file

    def check(self, choices: Mapping[str, Span | None]) -> None:
        """Everything, each missing word once."""
        self._same_texts()
        self._phrases()
        for address, span in choices.items():
            if address not in self.locale.texts:
                self._note_missing(address, span, "texts")
        self._names()
        self._boards(self.tree.root.get("board"), "board")
        if self.tree.root.get("board") is None and not is_shared(self.tree.root):
            self._facts()
        self._check_programs([*self._programs(), *_answers(choices)])
        unspoken = self._silent_files()
        for missing in (found for name, found in self.missing.items() if name not in unspoken):
            self._report(sorted(missing, key=lambda one: one.span.start if one.span is not None else 0))
        if not unspoken and not any(self.report) and not is_shared(self.tree.root):
            self._in_the_rulebook()

    def _in_the_rulebook(self) -> None:
        """What only the rulebook says that the language has nothing for: one finding, once all else is there."""
        language = self.locale.language
        names = [name for name in unsaid(self.tree, self.locale) if name not in self.said]
        if names:
            left = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            listed = ", ".join(f"`{name}`" for name in names[:NAMED])
            message = f"the rulebook in `{language}` says as the pack spells it: {listed}{left}"
            help_ = f"add to `nouns` in locale/{language}.yaml what they are called; of what has an address, to `texts`"
            entries = (*self.locale.texts.values(), *self.locale.nouns.values(), *self.locale.phrases.values())
            self.report.warning("L105", entries[0].key_span if entries else None, message, help=help_)

    def _silent_files(self) -> set[str]:
        """The files of layers that bring nothing in this language: what they add is called by its name in it."""
        layers = set(names_of(self.tree.reference)[1:])
        others = (part for part in self.tree.parts if part.name in layers)
        silent = (part for part in others if not any(self._is_in(source) for source in part.locale))
        return {source.name for part in silent for source in part.sources}

    def _is_in(self, source: Source) -> bool:
        return PurePath(source.name).stem == self.locale.language

    def _note_missing(self, name: str, span: Span | None, section: str) -> None:
        if name in self.said:
            return
        self.said.add(name)
        self.missing.setdefault(span.source.name if span else "", []).append(Missing(name, span, section))

    def _report(self, missing: list[Missing]) -> None:
        """What one file says that the language has nothing for: one finding, however much it is."""
        language, names = self.locale.language, ", ".join(f"`{one.name}`" for one in missing[:NAMED])
        if len(missing) > 1:
            left = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
            names = f"{len(missing)} names of this file: {names}{left}"
        sections = " and ".join(
            f"`{section}`" for section in SECTIONS if any(section == one.section for one in missing)
        )
        message = f"in the language `{language}` there is nothing for {names}"
        help_ = f"add {'it' if len(missing) == 1 else 'them'} to {sections} in locale/{language}.yaml"
        self.report.warning("L102", missing[0].span, message, help=help_)

    def _same_texts(self) -> None:
        """What one language has a text for, the other one has, too."""
        for section in SECTIONS:
            theirs: dict[str, Entry] = getattr(self.locale, section)
            for name, entry in getattr(self.own, section).items():
                if name not in theirs:
                    self._note_missing(name, entry.key_span, section)
                self._slots(section, name, entry, theirs.get(name))

    def _slots(self, section: str, name: str, entry: Entry, other: Entry | None) -> None:
        """What stands in braces is the same in both."""
        if section == "nouns" or other is None or name in self.filled:
            return
        self._warn_unfilled(set(_slots(_text(entry.value))), other)

    def _warn_unfilled(self, known: set[str], other: Entry) -> None:
        for slot in _slots(_text(other.value)):
            if slot not in known:
                message = f"nothing fills `{{{slot}}}` in this text"
                listed = ", ".join(f"`{{{one}}}`" for one in sorted(known))
                help_ = f"it can have {listed}" if known else "write it without braces"
                self.report.warning("L103", other.value.span, message, help=help_)

    def _phrases(self) -> None:
        """What the pack says of its procedures and values in its own language."""
        for section in SAID:
            for entry in _entries(self.tree.root.get(section)):
                phrase = at(entry.value, "says")
                address = f"{section}.{entry.key}"
                if phrase is not None and not {address, entry.key} & self.locale.phrases.keys():
                    self._note_missing(address, phrase.span, "phrases")

    def _names(self) -> None:
        """Instances, resources, factions and events have names."""
        naming = Naming(self.tree.root, self.locale, table_of(self.locale.language))
        unmet, kinds = self._unmet_plurals(), kinds_of(self.tree.root)
        for section, entry, address in declared_things(self.tree.root):
            if section in unmet and not any(at(entry.value, key) is not None for key in ACTING):
                continue
            own = f"{kinds.get(section)}.{entry.key}"
            known = {entry.key, own, address} & (self.locale.nouns.keys() | self.locale.texts.keys())
            if not known and not naming.is_composed(entry.key):
                is_event = section == "events"
                self._note_missing(address if is_event else entry.key, entry.key_span, "texts" if is_event else "nouns")

    def _unmet_plurals(self) -> set[str]:
        """The plurals of kinds whose things nobody chooses, holds or hears of."""
        kinds = _entries(self.tree.root.get("kinds"))
        return {plural_of(one.key, one.value) for one in kinds if self.met is not None and one.key not in self.met}

    def _facts(self) -> None:
        """Where no board says how the game is shown, its kinds and facts are, all of them."""
        root = self.tree.root
        kinds = list(_entries(root.get("kinds")))
        holders = [*(kind.value for kind in kinds), *(root.get(name) for name in HOLDERS)]
        facts = [entry for holder in holders if holder is not None for entry in _entries(at(holder, "state"))]
        for entry in (*kinds, *facts):
            if entry.key not in self.locale.nouns:
                self._note_missing(entry.key, entry.key_span, "nouns")

    def _boards(self, tree: Node | None, address: str) -> None:
        """The words that stand on a board."""
        for entry in _entries(tree):
            inside = f"{address}.{entry.key}"
            if entry.key in BOXES and isinstance(entry.value, Scalar):
                theirs = self.locale.texts.get(inside)
                if theirs is not None:
                    self._warn_unfilled(set(SLOT.findall(entry.value.text)), theirs)
                elif WORDS.search(SLOT.sub("", entry.value.text)):
                    self._note_missing(inside, entry.key_span, "texts")
            else:
                self._boards(entry.value, inside)

    def _check_programs(self, programs: Iterable[tuple[str, Span | None]]) -> None:
        """The words in what options, answers and instances do; an option that does much goes by its own text."""
        describer = Describer(self.tree, {self.locale.language: unnamed_speaker(self.tree, self.locale)})
        for address, span in programs:
            told = describer.describe(address, self.locale.language)
            if address in self.locale.texts:
                continue
            if ".options." in address and not 0 < len(told) <= LONGEST:
                self._note_missing(address, span, "texts")
                continue
            for name in marked_in((told,)):
                self._note_missing(name, span, "nouns")

    def _programs(self) -> Iterator[tuple[str, Span]]:
        """The options of procedures and phases, whatever instances do, and the programs that they carry."""
        for section in ("procedures", "flow"):
            for entry in _entries(self.tree.root.get(section)):
                yield from _options(entry.value, f"{section}.{entry.key}")
        for kind in _entries(self.tree.root.get("kinds")):
            programs = [entry.key for entry in _entries(at(kind.value, "programs"))]
            plural = _text(at(kind.value, "plural")) or f"{kind.key}s"
            for entry in _entries(self.tree.root.get(plural)):
                if any(at(entry.value, key) is not None for key in (*programs, *ACTING)):
                    yield f"{plural}.{entry.key}", entry.key_span
                for program in programs:
                    node = at(entry.value, program)
                    if node is not None:
                        yield f"{plural}.{entry.key}.{program}", entry.key_span
                        yield from _options(node, f"{plural}.{entry.key}.{program}")


def _answers(choices: Mapping[str, Span | None]) -> Iterator[tuple[str, Span | None]]:
    """What `yes` means where somebody is asked whether to do something."""
    return ((f"{address}.yes", span) for address, span in choices.items() if ASKED.fullmatch(f"{address}.yes"))


def _options(node: Node, address: str) -> Iterator[tuple[str, Span]]:
    for entry in _entries(node):
        inside = address if entry.key == "do" else f"{address}.{entry.key}"
        if entry.key == "options":
            yield from ((f"{inside}.{option.key}", option.key_span) for option in _entries(entry.value))
        yield from _options(entry.value, inside)


def _slots(text: str) -> Iterator[str]:
    """What stands in the braces of a text, in whichever form."""
    return (slot.partition(FORM)[0] if FORMED.fullmatch(slot) else slot for slot in SLOT.findall(text))


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Map):
        yield from node


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
