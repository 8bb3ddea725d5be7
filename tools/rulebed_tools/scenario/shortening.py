"""Says in a file of scenarios once what it says again and again: by rule, and so that all of it stays.

Where one scenario begins as another of its section and goes on from where that one stops, it becomes a moment of it,
with its title. What all begin with moves to the top of the file: how many play, and which pack; starts that are the
same get a name. Each step takes a text and gives one; what is written in a single line in braces stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from rulebed.content import Entry, Map, Node, Scalar, Seq, parse_yaml, plain
from rulebed.text import Source, Span
from rulebed_tools.scenario.said import BEGINNINGS, FROM, SCENARIOS, items_of, text_of

START = ("from", "pack", "players", "layers", "options", "preset", "seed", "do", "given", "not_with", "no_game",
         "save_and_resume", "interpreted", "patch")  # fmt: skip
SAID = ("rules", "about", "then", "offered", "refused", "seen_by", "over", "scores", "winners")
MOMENTS = "moments"
KNOWN = frozenset({"scenario", "choose", "luck", MOMENTS, *START, *SAID})
SHARED = ("pack", "players")
LEAST = 90  # letters that a start must have to get a name
STEP = "    "


@dataclass(frozen=True, slots=True)
class Piece:
    """A scenario of a list, from the line that it begins in to behind its last one."""

    node: Map
    start: int
    end: int

    @property
    def is_long(self) -> bool:
        """Whether its keys stand on lines of their own, and are all known here."""
        return not self.node.span.text.startswith("{") and set(self.node.entries) <= KNOWN

    def plain(self, key: str) -> object:
        """What it says about something."""
        node = self.node.get(key)
        return None if node is None else plain(node)


def merged(text: str) -> str:
    """Scenarios that go on from where another one stops are moments of it."""
    pieces = _pieces(text)
    taken: dict[int, list[int]] = {}  # the first of a chain -> those that follow
    inside: set[int] = set()
    for first, piece in enumerate(pieces):
        if first in inside or not piece.is_long:
            continue
        chain, last = list[int](), piece
        for number in _followers(pieces, first):
            near = _is_one_section(text, piece, pieces[number])
            if near and number not in inside and number not in taken and _goes_on(last, pieces[number]):
                chain.append(number)
                last = pieces[number]
        if chain:
            taken[first] = chain
            inside |= set(chain)
    edits = [(pieces[number].start, pieces[number].end, "") for number in inside]
    for first, chain in taken.items():
        told = f"{STEP}{MOMENTS}:\n" + "".join(_moments(pieces, [first, *chain], text))
        edits.append((pieces[first].end, pieces[first].end, told))
    return _edited(text, edits)


def _followers(pieces: list[Piece], first: int) -> Iterator[int]:
    """Those that may follow, by how much they choose."""
    own = len(items_of(pieces[first].node.get("choose")))
    numbers = [number for number, piece in enumerate(pieces) if number != first and piece.is_long]
    counts = {number: len(items_of(pieces[number].node.get("choose"))) for number in numbers}
    yield from sorted((number for number in numbers if (counts[number], number) > (own, first)), key=counts.__getitem__)


def _goes_on(one: Piece, two: Piece) -> bool:
    """Whether the second begins as the first and goes on from where that stops."""
    is_alone = one.node.get("no_game") is None and MOMENTS not in one.node and MOMENTS not in two.node
    if not is_alone or any(one.plain(key) != two.plain(key) for key in START):
        return False
    return _is_prefix(one.plain("choose") or [], two.plain("choose") or []) and _luck_goes_on(one, two)


def _is_one_section(text: str, one: Piece, two: Piece) -> bool:
    """Whether no comment stands between two scenarios."""
    between = text[min(one.end, two.end) : max(one.start, two.start)]
    return not any(line.strip().startswith("#") for line in between.splitlines())


def _luck_goes_on(one: Piece, two: Piece) -> bool:
    before, after = one.plain("luck"), two.plain("luck")
    if isinstance(before, list) and isinstance(after, list):
        return _is_prefix(before, after)
    return before == after


def _is_prefix(one: object, two: object) -> bool:
    return isinstance(one, list) and isinstance(two, list) and two[: len(one)] == one


def _moments(pieces: list[Piece], chain: list[int], text: str) -> Iterator[str]:
    for before, number in pairwise(chain):
        one, two = pieces[before], pieces[number]
        title = two.node.entries["scenario"].value.span.text.rstrip("\n")
        yield f"{STEP}  - moment: {title}\n"
        for key in ("luck", "choose"):
            more = _more(one.node.get(key), two.node.get(key))
            if more:
                yield f"{STEP * 2}{key}: [{', '.join(more)}]\n"
        for entry in two.node:
            if entry.key in SAID:
                yield "".join(f"{STEP}{line}\n" if line else "\n" for line in _lines(text, entry, two).splitlines())


def _more(one: Node | None, two: Node | None) -> list[str]:
    """The items that come after those of another list, as they are written."""
    own = items_of(two)[len(items_of(one)) :]
    return [" ".join(item.span.text.split()) for item in own]


def named(text: str) -> str:
    """Starts that several scenarios have get a name, and stand at the top of the file."""
    pieces = [piece for piece in _pieces(text) if piece.is_long and FROM not in piece.node]
    starts = {number: _start(piece) for number, piece in enumerate(pieces)}
    again = [start for start, count in Counter(starts.values()).items() if count > 1 and len(start) >= LEAST]
    edits, told = list[tuple[int, int, str]](), list[str]()
    names = dict(zip(again, _names(again, pieces, starts), strict=True))
    for number, piece in enumerate(pieces):
        start = starts[number]
        if start in names:
            for key in ("do", "given"):
                edits += [(*_whole(text, piece.node.entries[key], piece), "")] if key in piece.node else []
            after = _whole(text, piece.node.entries["scenario"], piece)[1]
            edits.append((after, after, f"{STEP}{FROM}: {names[start]}\n"))
    for start in again:
        piece = pieces[next(number for number, own in starts.items() if own == start)]
        lines = [_lines(text, piece.node.entries[key], piece) for key in ("do", "given") if key in piece.node]
        told.append(f"  {names[start]}:\n" + "".join(lines))
    if not told:
        return text
    place = _top(text, SCENARIOS)
    return _edited(text, [*edits, (place, place, f"{BEGINNINGS}:\n{''.join(told)}")])


def _start(piece: Piece) -> str:
    """What is given and where it begins, as plain text; nothing where nothing is given."""
    return repr((piece.plain("do"), piece.plain("given"))) if "given" in piece.node else ""


def _names(starts: list[str], pieces: list[Piece], of: dict[int, str]) -> Iterator[str]:
    """Names by the program that they begin with, numbered where there are several."""
    counts: Counter[str] = Counter()
    for start in starts:
        piece = next(pieces[number] for number, own in of.items() if own == start)
        words = re.findall(r"[a-z][a-z_]*", text_of(piece.node.get("do")))
        name = words[0] if words else "start"
        counts[name] += 1
        yield f"{name}_{counts[name]}" if counts[name] > 1 else name


def gathered(text: str) -> str:
    """What most scenarios say of players and pack stands at the top of the file, if all say something."""
    for key in SHARED:
        pieces = _pieces(text)
        told = Counter(piece.plain(key) for piece in pieces)
        most, count = told.most_common(1)[0] if told else (None, 0)
        if most is None or None in told or count < 2 or not all(piece.is_long for piece in pieces):
            continue
        own = [piece for piece in pieces if piece.plain(key) == most]
        place = _top(text)
        edits = [(*_whole(text, piece.node.entries[key], piece), "") for piece in own]
        text = _edited(text, [*edits, (place, place, f"{key}: {most}\n")])
    return text


def without(text: str, forced: Iterable[Span], given: Iterable[Span]) -> str:
    """Without these answers, each with the comma behind it, and these entries of what is given."""
    edits = [(start, end, "") for start, end in _cuts(_root(text), {span.start for span in given})]
    for span in forced:
        end = span.end
        while end < len(text) and text[end] in " ,\n":
            end += 1
        edits.append((span.start, end, ""))
    return _edited(text, edits)


def _cuts(node: Node, spare: set[int]) -> Iterator[tuple[int, int]]:
    """The stretches of text that are cut out, so that the entries which begin there are gone."""
    entries = list(node) if isinstance(node, Map) else []
    kept = [entry for entry in entries if not _is_gone(entry, spare)]
    last = entries.index(kept[-1]) if kept else -1
    for entry, behind in pairwise(entries[: last + 1]):
        if entry not in kept:
            yield entry.key_span.start, behind.key_span.start
    if kept and last < len(entries) - 1:
        yield _last(kept[-1].value), _last(entries[-1].value)
    for below in [entry.value for entry in kept] or items_of(node):
        yield from _cuts(below, spare)


def _is_gone(entry: Entry, spare: set[int]) -> bool:
    """Whether nothing is left of an entry."""
    inner = list(entry.value) if isinstance(entry.value, Map) else []
    return entry.key_span.start in spare or (bool(inner) and all(_is_gone(one, spare) for one in inner))


def count(text: str) -> tuple[int, int]:
    """How many titles there are, those of moments among them, and how many things are expected."""
    root = _root(text)
    nodes = items_of(root.get(SCENARIOS)) or (root,)
    every = [one for node in nodes for one in (node, *items_of(node.get(MOMENTS) if isinstance(node, Map) else None))]
    expected = sum(_leaves(one.get(key)) for one in every if isinstance(one, Map) for key in SAID)
    return len(every), expected


def _leaves(node: Node | None) -> int:
    if isinstance(node, Map):
        return sum(_leaves(entry.value) for entry in node) or 1
    if isinstance(node, Seq):
        return sum(map(_leaves, node)) or 1
    return 0 if node is None else 1


def _root(text: str) -> Map:
    root, _ = parse_yaml(Source("", text))
    return root if isinstance(root, Map) else Map({}, Source("", text).whole())


def _pieces(text: str) -> list[Piece]:
    root = _root(text)
    found = [node for node in items_of(root.get(SCENARIOS)) if isinstance(node, Map)]
    return [Piece(node, _line_start(text, node.span.start), _end(text, node)) for node in found]


def _top(text: str, key: str = "") -> int:
    """Where the list of scenarios begins, or whatever stands first."""
    root = _root(text)
    entry = root.entries[key] if key else next(iter(root))
    return _line_start(text, entry.key_span.start)


def _end(text: str, node: Map) -> int:
    last = list(node.entries.values())[-1]
    return _line_end(text, _last(last.value))


def _last(node: Node) -> int:
    """Where a node ends, without what follows it on other lines."""
    if isinstance(node, Scalar) or node.span.text[:1] in "[{":
        return node.span.start + len(node.span.text.rstrip())
    parts = [entry.value for entry in node] if isinstance(node, Map) else list(node.items)
    return _last(parts[-1]) if parts else node.span.end


def _whole(text: str, entry: Entry, piece: Piece) -> tuple[int, int]:
    """The lines of an entry; that of a title begins with the mark of its item, which stays."""
    return max(_line_start(text, entry.key_span.start), piece.start), _line_end(text, _last(entry.value))


def _lines(text: str, entry: Entry, piece: Piece) -> str:
    start, end = _whole(text, entry, piece)
    return text[start:end]


def _line_start(text: str, place: int) -> int:
    return text.rfind("\n", 0, place) + 1


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end + 1


def _edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    for start, end, put in sorted(edits, reverse=True):
        text = text[:start] + put + text[end:]
    return text
