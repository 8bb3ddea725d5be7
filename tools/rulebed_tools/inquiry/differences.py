"""How two packs differ: what is changed, added and taken out, each at the innermost thing that has words of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.content import LOCALE_SECTIONS, Entry, Locale, Map, Node, Scalar
from rulebed.language import KEYS
from rulebed_tools.inquiry.addresses import briefly
from rulebed_tools.inquiry.reader import PROGRAM, REMARKS, VALUE, WITHIN, Reader, without_remarks
from rulebed_tools.inquiry.writing import written

CHANGED, ADDED, REMOVED = "changed", "added", "removed"
UNSAID = frozenset({"patch", "requires", "name", "shared"})  # how a pack is made, not what it says
SPOKEN = frozenset({"do", "if", "when", "by"})  # keys of a program that its words tell of
ORDER = "order"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two packs has: in words, as it is written, and where."""

    words: str
    text: str
    layer: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Detail:
    """One key that differs beside what is said in words."""

    key: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One address at which the packs differ."""

    how: str
    address: str
    old: Side | None
    new: Side | None
    details: tuple[Detail, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether the words of both sides tell the difference."""
        words = (self.old.words if self.old else "", self.new.words if self.new else "")
        return words[0] != words[1]


@dataclass(slots=True)
class Comparison:
    """Goes through two packs side by side."""

    one: Reader
    two: Reader
    found: list[Difference] = field(default_factory=list)

    def differences(self) -> tuple[Difference, ...]:
        """All of them, by address."""
        sections = dict.fromkeys([*self.one.tree.root.entries, *self.two.tree.root.entries])
        for name in sections:
            if name not in UNSAID:
                self._section(name, self.one.tree.root.get(name), self.two.tree.root.get(name))
        return tuple(sorted(self.found, key=lambda one: one.address))

    def _section(self, name: str, one: Node | None, two: Node | None) -> None:
        """A section that one of them hasn't got counts as empty: each of its entries is a thing by itself."""
        first, second = (self._or_empty(one, two), self._or_empty(two, one))
        if isinstance(first, Map) and isinstance(second, Map):
            self._maps(name, first, second)
        else:
            self._pair(name, one, two)

    def _or_empty(self, node: Node | None, other: Node | None) -> Node | None:
        return Map({}, other.span) if node is None and isinstance(other, Map) else node

    def _pair(self, address: str, one: Node | None, two: Node | None) -> None:
        """Two nodes of one address."""
        if one is None or two is None:
            self._say(ADDED if one is None else REMOVED, address)
            return
        if _agree(one, two):
            return
        one, two = self._alike(address, one, two)
        if not (isinstance(one, Map) and isinstance(two, Map)):
            self._say(CHANGED, address)
        elif self._part(address) == VALUE:
            self._program(address, one, two)
        elif self._part(address) != PROGRAM or not (_has_keys(one) or _has_keys(two)):
            self._maps(address, one, two)
        elif _has_keys(one) and _has_keys(two):
            self._program(address, one, two)
        else:
            self._say(CHANGED, address)

    def _alike(self, address: str, one: Node, two: Node) -> tuple[Node, Node]:
        """Both in their longer form, where only one of them is written so."""
        key = {PROGRAM: "do", VALUE: "is"}.get(self._part(address), "")
        return _in_full(one, two, key), _in_full(two, one, key)

    def _part(self, address: str) -> str:
        return self.one.part(address) or self.two.part(address)

    def _maps(self, address: str, one: Map, two: Map) -> None:
        if self._part(address) == PROGRAM or address in self._ordered:
            self._order(address, one, two)
        remarks = []
        for key in dict.fromkeys([*one.entries, *two.entries]):
            first, second = one.get(key), two.get(key)
            if key in REMARKS and not isinstance(first or second, Map):
                remarks += [] if _agree(first, second) else [_detail(key, first, second)]
            else:
                self._pair(f"{address}.{key}", first, second)
        if remarks:
            self._say(CHANGED, address, tuple(remarks), words=False)

    @property
    def _ordered(self) -> set[str]:
        """The sections in which the order of entries means something."""
        return {"flow", *self.one.known.plurals.values()}

    def _order(self, address: str, one: Map, two: Map) -> None:
        """Steps, phases or things of a kind that come in another order."""
        before, after = ([key for key in each.entries if key in other] for each, other in ((one, two), (two, one)))
        if before != after and not any(key in KEYS for key in before):
            detail = Detail(ORDER, ", ".join(before), ", ".join(after))
            self._say(CHANGED, address, (detail,), words=False)

    def _program(self, address: str, one: Map, two: Map) -> None:
        """What a program says itself is one difference; its steps and options are differences of their own."""
        own = []
        for key in dict.fromkeys([*one.entries, *two.entries]):
            first, second = one.get(key), two.get(key)
            if key in WITHIN and isinstance(first, Map) and isinstance(second, Map):
                (self._pair if key == "do" else self._maps)(f"{address}.{key}", first, second)
            elif not _agree(first, second):
                own.append(key)
        if own:
            told = bool(SPOKEN & set(own)) or self._part(address) == VALUE
            details = tuple(_detail(key, one.get(key), two.get(key)) for key in own)
            self._say(CHANGED, address, details, words=told)

    def _say(self, how: str, address: str, details: tuple[Detail, ...] = (), *, words: bool = True) -> None:
        key = details[0].key if details else ""
        old = None if how == ADDED else _side(self.one, address, key, words=words)
        new = None if how == REMOVED else _side(self.two, address, key, words=words)
        reader = self.two if how == ADDED else self.one
        self.found.append(Difference(how, briefly(reader.tree.root, address), old, new, details))


def _has_keys(node: Map) -> bool:
    """Whether a program says more of itself than its steps."""
    return any(key in KEYS for key in node.entries)


def _in_full(node: Node, other: Node, key: str) -> Node:
    """A program or value on one line as a mapping, where the other one is a mapping with such a key."""
    if key and isinstance(node, Scalar) and isinstance(other, Map) and key in other:
        return Map({key: Entry(key, node.span, node)}, node.span)
    return node


def _side(reader: Reader, address: str, key: str, *, words: bool) -> Side:
    """What one of them has at an address; `key` is the part of it that differs first."""
    node = reader.tree.find(address)
    assert node is not None
    said = (reader.words(address) or _told(reader, address)) if words else ""
    part = node.get(key) if isinstance(node, Map) else None
    span = node.span if part is None else part.span
    return Side(said, without_remarks(node), reader.tree.layer_of(span), span.source.name, span.line)


def _told(reader: Reader, address: str) -> str:
    """An instance as its parts."""
    return "; ".join(f"{key}: {text.rstrip('.')}" for key, text in reader.parts(address))


def _detail(key: str, one: Node | None, two: Node | None) -> Detail:
    return Detail(key, *(None if node is None else written(node) for node in (one, two)))


def _agree(one: Node | None, two: Node | None) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    return one is two if one is None or two is None else _shape(one) == _shape(two)


def _shape(node: Node) -> object:
    if isinstance(node, Map):
        return [(entry.key, _shape(entry.value)) for entry in node]
    if isinstance(node, Scalar):
        return "\n".join(line.rstrip() for line in node.text.strip().split("\n")), node.value is None
    return [_shape(item) for item in node]


def texts(one: Locale, two: Locale) -> Iterator[tuple[str, str, str | None, str | None]]:
    """The texts of one language that differ: section, name, and both."""
    for section in LOCALE_SECTIONS:
        old, new = (
            {name: written(entry.value) for name, entry in getattr(each, section).items()} for each in (one, two)
        )
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) != new.get(name):
                yield section, name, old.get(name), new.get(name)
