"""Reads YAML into a located tree, strictly: one document, no aliases or tags, only plain scalars guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import yaml

from rulebed.packs.lost import lose_text
from rulebed.packs.node import Entry, Map, Node, Scalar, ScalarValue, Seq
from rulebed.packs.yaml_words import explain_yaml
from rulebed.source.diagnostics import Remark, Report
from rulebed.source.text import Source, Span
from rulebed.source.visible import NO_TEXT

LARGEST = 2_000_000
MOST_PARTS, MOST_IN_ALL = 20_000, 60_000
DEEPEST = 40
LONGEST_NUMBER = 18
# The compiled parser is twenty times as fast; the other one understands the same.
LOADER = getattr(yaml, "CLoader", yaml.Loader)
FORBIDDEN = re.compile(NO_TEXT)
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)?(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
CONSTANTS: dict[str, ScalarValue] = {"": None, "~": None, "null": None, "true": True, "false": False}


class _Refused(Exception):
    """Reading can't go on; the report already says why."""


def parse(source: Source, start: int = 0, most: int = MOST_PARTS) -> tuple[Node | None, Report]:
    """The tree of a text, read from an offset on, or none where nothing is left to go on with."""
    report = Report()
    if _is_readable(source, report):
        with suppress(_Refused):
            return _Composer(source, report, start, _events(source, start, report), most).document(), report
    lose_text(source.text[:LARGEST], report)
    return None, report


def plain_scalar(source: Source, start: int, report: Report) -> Scalar:
    """The rest of a text taken as one unquoted value, whatever signs are in it."""
    text = source.text[start:].strip()
    first = source.text.index(text, start)
    span = source.span(first, first + len(text))
    return Scalar(_Composer(source, report, 0, iter(())).value_of(text, span), text, span)


def _is_readable(source: Source, report: Report) -> bool:
    start = source.span(0, 0)
    if len(source.text) > LARGEST:
        size = f"`{source.name}` has {len(source.text):,} characters, and {LARGEST:,} are the most"
        report.error("Y106", start, size, help="split it into several files")
        return False
    found = FORBIDDEN.search(source.text, 1 if source.text.startswith("\ufeff") else 0)
    if found:
        _refuse_character(found[0], source.span(*found.span()), report)
    return not found


def _refuse_character(character: str, span: Span, report: Report) -> None:
    message = f"there is a character that a text can't hold: U+{ord(character):04X}"
    report.error("Y109", span, message, help="remove it")


def _events(source: Source, start: int, report: Report) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(source.text[start:], Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark, opened = error.problem_mark, error.context_mark
        place = mark.index + start if mark else len(source.text)
        message, help_, blame_opening = explain_yaml(str(error.problem), source.text, place)
        if blame_opening and opened:
            place = opened.index + start
        report.error("Y101", _one_character(source, place), message, help=help_)
        raise _Refused from error


def _one_character(source: Source, place: int) -> Span:
    """The character at a place; at the end of the text, the last one that is no blank."""
    if place >= len(source.text.rstrip()):
        place = max(0, len(source.text.rstrip()) - 1)
    return source.span(place, min(place + 1, len(source.text)))


@dataclass(slots=True)
class _Composer:
    """Builds nodes from events, refusing what a pack may not hold."""

    source: Source
    report: Report
    shift: int
    events: Iterator[yaml.Event]
    left: int = MOST_PARTS

    def document(self) -> Node:
        """The one document of the text; an empty text is an empty mapping."""
        event = self._next(yaml.StreamStartEvent)
        if isinstance(event, yaml.StreamEndEvent):
            return Map({}, self.source.span(0, 0))
        node = self._node(next(self.events), 1)
        next(self.events)
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            message = "a second document begins here, and a file holds one"
            self.report.error("Y110", self._span(after), message, help="move it to a file of its own")
        return node

    def _next(self, *skipped: type[yaml.Event]) -> yaml.Event:
        event = next(self.events)
        return next(self.events) if isinstance(event, skipped) else event

    def _ends(self, event: yaml.Event) -> tuple[int, int]:
        """The offsets of an event; every parser gives them, whatever the types say."""
        assert event.start_mark is not None
        assert event.end_mark is not None
        return event.start_mark.index + self.shift, event.end_mark.index + self.shift

    def _span(self, event: yaml.Event) -> Span:
        """The place of an event, without the blanks and comments that follow a block."""
        start, end = self._ends(event)
        return self.source.span(start, max(start + len(self.source.text[start:end].rstrip()), start))

    def _node(self, event: yaml.Event, depth: int) -> Node:
        self._refuse_tricks(event)
        self.left -= 1
        if self.left < 0:
            message = "from here on there are more values than can be looked at"
            help_ = f"a file may hold {MOST_PARTS:,}, and a pack {MOST_IN_ALL:,}"
            self.report.error("Y106", self._span(event), message, help=help_)
            raise _Refused
        if depth > DEEPEST:
            message = f"this is nested more than {DEEPEST} levels deep"
            self.report.error("Y107", self._span(event), message, help="give the inner parts names of their own")
            raise _Refused
        match event:
            case yaml.MappingStartEvent():
                return self._mapping(event, depth)
            case yaml.SequenceStartEvent():
                return self._sequence(event, depth)
            case yaml.ScalarEvent():
                return self._scalar(event)
            case _:
                raise AssertionError(event)

    def _refuse_tricks(self, event: yaml.Event) -> None:
        span = self._span(event)
        if isinstance(event, yaml.AliasEvent):
            message = f"`*{event.anchor}` repeats another part of the file, which packs don't do"
            self.report.error("Y103", span, message, help="write the part out, or give it a name and use that")
            raise _Refused
        if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            return
        if event.anchor is not None:
            message = f"`&{event.anchor}` names a part of the file for repeating it, which packs don't do"
            self.report.error("Y103", self._prefix(span, "&"), message, help=f"remove `&{event.anchor}`")
        if event.tag is not None and event.tag != "!":
            place = self._prefix(span, "!")
            message = f"`{place.text}` is a YAML tag, which packs don't use"
            self.report.error("Y104", place, message, help=f"remove `{place.text}`")
        escaped = FORBIDDEN.search(event.value) if isinstance(event, yaml.ScalarEvent) and event.style == '"' else None
        if escaped:
            _refuse_character(escaped[0], span, self.report)

    def _prefix(self, span: Span, sign: str) -> Span:
        """The anchor or tag before a node, which the parser counts to the node or leaves out."""
        text = self.source.text
        start = text.find(sign, span.start)
        if start < 0 or start > span.end:
            start = max(text.rfind(sign, 0, span.start), 0)
        end = re.compile(r"[\s,\]}]|\Z").search(text, start)
        return self.source.span(start, end.start() if end else len(text))

    def _sequence(self, start: yaml.SequenceStartEvent, depth: int) -> Seq:
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return Seq(tuple(items), self._between(start, event, items[-1].span if items else None))

    def _mapping(self, start: yaml.MappingStartEvent, depth: int) -> Map:
        entries: dict[str, Entry] = {}
        last: Span | None = None
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            entry = self._entry(event, depth)
            last = entry.key_span.to(entry.value.span)
            if self._is_allowed(entry, entries):
                entries[entry.key] = entry
            else:
                lose_text(last.text, self.report)
        return Map(entries, self._between(start, event, last))

    def _between(self, start: yaml.CollectionStartEvent, end: yaml.Event, last: Span | None) -> Span:
        """A flow collection goes to its bracket, a block to the end of its last part."""
        first, first_end = self._ends(start)
        block_end = last.end if last else first_end
        return self.source.span(first, self._ends(end)[1] if start.flow_style else block_end)

    def _entry(self, event: yaml.Event, depth: int) -> Entry:
        if not isinstance(event, yaml.ScalarEvent):
            self.report.error("Y108", self._span(event), "a key must be a word, not a list or a mapping")
            raise _Refused
        self._refuse_tricks(event)
        return Entry(event.value, self._span(event), self._node(next(self.events), depth + 1))

    def _is_allowed(self, entry: Entry, entries: dict[str, Entry]) -> bool:
        if not entry.key.strip():
            self.report.error("Y108", entry.key_span, "a key is missing before this `:`")
        elif entry.key == "<<":
            message = "`<<` would merge another mapping in, which packs don't do"
            self.report.error("Y105", entry.key_span, message, help="write the keys out")
        elif entry.key in entries:
            note = Remark("it stands here first", entries[entry.key].key_span)
            message = f"the key `{entry.key}` stands twice in one mapping"
            self.report.error("Y102", entry.key_span, message, label="again", notes=[note])
        else:
            return True
        return False

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        span = self._span(event)
        if event.style:
            return Scalar(event.value, event.value, span, event.style)
        return Scalar(self.value_of(event.value, span), event.value, span)

    def value_of(self, text: str, span: Span) -> ScalarValue:
        """What an unquoted scalar means; `on`, `off`, `yes`, `no`, `0x10`, `1_000`, `12:30` are texts."""
        if text in CONSTANTS:
            return CONSTANTS[text]
        if not (text[0] in "+-." or text[0].isdigit()) or not NUMBER.match(text) or not text.strip("+-"):
            return text
        if len(text) > LONGEST_NUMBER:
            message = f"this number has more than {LONGEST_NUMBER} characters"
            self.report.error("Y111", span, message, help="put quotes around it if it is a text")
            return 0
        return int(text) if INTEGER.match(text) else float(text)
