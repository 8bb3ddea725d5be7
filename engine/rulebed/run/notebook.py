"""What is known of a pack's programs as bytes, and back again for texts that may have been edited meanwhile.

An edit changes a few letters of a file, and moves all that stands behind them. What was worked out of the programs
before and behind it is as it was, but for the places that it speaks of. So a place is written down as a file and two
offsets, and read as the place where that text stands now:

    before  effects: {rest: gain 1 food, feast: gain 9 food}      `gain 9 food` is 37 to 48
    now     effects: {rest: gain 12 food, feast: gain 9 food}     and now 38 to 49

What lies before the first letter that changed, or behind the last one, is moved so. A place that an edit went through
is nowhere, which no place of the pack is equal to: what speaks of it is worked out anew.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from rulebed.incremental.known import Known
from rulebed.run import kept
from rulebed.run.cache import Cache, engine_mark
from rulebed.source.text import Source, Span

NOWHERE = Span(Source("", "nowhere"), 0, 0)
LARGEST = 32_000_000  # bytes of a pack's notebook


@dataclass(frozen=True, slots=True)
class Moved:
    """Where the places of a text are after an edit: the same up to `start`, so many letters on from `end`."""

    source: Source
    start: int
    end: int
    by: int

    def place(self, start: int, end: int) -> Span:
        """Where a place is now."""
        if end <= self.start and start < self.end:
            return Span(self.source, start, end)
        return Span(self.source, start + self.by, end + self.by) if start >= self.end and end > self.start else NOWHERE


def moved_places(old: str, source: Source) -> Moved:
    """Where the places of a text are in what has become of it."""
    new = source.text
    most = min(len(old), len(new))
    start = most if old == new else _alike(old, new, most)
    end = _alike(old[::-1], new[::-1], most - start)
    return Moved(source, start, len(old) - end, len(new) - len(old))


def _alike(one: str, other: str, most: int) -> int:
    """How many letters two texts begin with that are the same, up to so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def packed(known: Known, sources: Iterable[Source]) -> bytes:
    """What is known, with places in these texts."""
    buffer = io.BytesIO()
    writer = _Writer(buffer, {source.name: source for source in sources})
    writer.dump(known.contents())
    return kept.packed(({name: source.text for name, source in writer.used.items()}, buffer.getvalue()))


def unpacked(data: bytes, sources: Iterable[Source]) -> Known:
    """What was known, with places in the texts of today."""
    texts, inner = cast("tuple[dict[str, str], bytes]", kept.unpacked(data))
    return Known.of_contents(_Reader(inner, texts, {source.name: source for source in sources}).load())


def moved_on(known: Known, before: Iterable[Source], now: Iterable[Source]) -> Known:
    """What is known of texts after an edit."""
    return unpacked(packed(known, before), now)


class _Writer(pickle.Pickler):
    """Writes places as files and offsets."""

    def __init__(self, file: io.BytesIO, sources: Mapping[str, Source]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self.sources, self.used = sources, dict[str, Source]()

    def reducer_override(self, thing: object) -> Any:
        """How a thing is written; places in other texts, such as those of a scenario, are not kept."""
        if type(thing) is not Span:
            return NotImplemented
        source = thing.source
        if self.sources.get(source.name) != source:
            return _place, ("", 0, 0)
        self.used[source.name] = source
        return _place, (source.name, thing.start, thing.end)


def _place(name: str, start: int, end: int) -> Span:
    """Stands in what is written for a place; who reads it puts the text of today there."""
    raise pickle.UnpicklingError(f"nobody has told where {start} to {end} of `{name}` is")


class _Reader(kept.OwnClasses):
    """Reads files and offsets as places."""

    def __init__(self, data: bytes, texts: Mapping[str, str], sources: Mapping[str, Source]) -> None:
        super().__init__(io.BytesIO(data))
        self.moved = {name: moved_places(text, sources[name]) for name, text in texts.items() if name in sources}

    def find_class(self, module: str, name: str) -> object:
        """A class of the engine; what stands for a place is read by this one."""
        return self._place if (module, name) == (__name__, _place.__name__) else super().find_class(module, name)

    def _place(self, name: str, start: int, end: int) -> Span:
        return self.moved[name].place(start, end) if name in self.moved else NOWHERE


@dataclass(slots=True)
class Notebook:
    """What is known of one pack, kept from one run to the next; `title` says what of, and what else it depends on."""

    title: object
    sources: tuple[Source, ...]
    cache: Cache = field(default_factory=Cache)

    @property
    def _name(self) -> str:
        return sha256(repr((self.title, engine_mark())).encode()).hexdigest()

    def open(self) -> Known:
        """What is known; nothing, where nothing sound is kept."""
        data = self.cache.notes(self._name)
        try:
            known = unpacked(data, self.sources) if data else Known()
        except Exception:  # noqa: BLE001 - whatever is wrong with what was kept, it is worked out again
            return Known()
        known.look_again()
        return known

    def close(self, known: Known) -> None:
        """Keep what is known, if that is more than before."""
        if known.has_grown:
            data = packed(known, self.sources)
            if len(data) <= LARGEST:
                self.cache.keep_notes(self._name, data)
