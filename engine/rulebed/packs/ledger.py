"""The ledger of a pack: its rules one by one, with where they stand, and who names a rule that isn't there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulebed.packs.address import children
from rulebed.packs.files import is_own, layer_names, ledger_of, names_of, read_source
from rulebed.packs.locale import read
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq
from rulebed.packs.pack import PackTree
from rulebed.packs.patch import texts
from rulebed.source.diagnostics import Report
from rulebed.source.marks import marked_lines
from rulebed.source.suggest import did_you_mean
from rulebed.source.text import Source, Span

RULES = "rules"
PROSE = frozenset({"about", "note", "says", "source", "stand_in", "text", "title"})  # texts for people


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it says, where it comes from, with which layers it holds, and what it takes the place of."""

    id: str
    text: str
    span: Span
    part: str
    sources: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    forbids: bool = False
    untestable: str = ""
    note: str = ""


@dataclass(slots=True)
class Ledger:
    """The rules of a pack, of what it requires and of its layers, by id; and what they are taken from."""

    sources: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)

    @property
    def replaced(self) -> dict[str, str]:
        """Rules that don't hold, each with the one that holds instead."""
        return {old: rule.id for rule in self.rules.values() for old in rule.instead}

    @property
    def in_force(self) -> dict[str, Rule]:
        """The rules that hold."""
        replaced = self.replaced
        return {name: rule for name, rule in self.rules.items() if name not in replaced}

    def check(self, named: Iterable[tuple[str, Span]], report: Report) -> None:
        """Whether there are such rules."""
        for name, span in named:
            if name not in self.rules:
                help_ = did_you_mean(name, self.rules, "the ledger lists the rules")
                report.error("P340", span, f"there is no rule `{name}`", label="unknown", help=help_)


def read_ledger(tree: PackTree) -> tuple[Ledger, Report]:
    """The ledger of a reference, and all that is wrong with it and with who names its rules."""
    ledger, report, own = Ledger(), Report(), set[str]()
    for part in tree.parts:
        path = ledger_of(part.path)
        if path.is_file() and is_own(path, part.path, report):
            own |= {source.name for source in part.sources}
            _read(ledger, read_source(path, report), part.name, report)
        elif part.name in names_of(tree.reference)[1:] and ledger.rules:
            own |= {source.name for source in part.sources}  # a layer without rules of its own names the pack's
    _check(ledger, [name for part in tree.parts for name in layer_names(part.path)], report)
    ledger.check((each for each in named_in(tree.root) if each[1].source.name in own), report)
    return ledger, report


def _read(ledger: Ledger, source: Source, part: str, report: Report) -> None:
    root = read(source, "ledger", report)
    if root is None:
        return
    for entry in _entries(root.get("sources")):
        ledger.sources[entry.key] = entry.value.text if isinstance(entry.value, Scalar) else ""
    for entry in _entries(root.get(RULES)):
        known = ledger.rules.get(entry.key)
        if known is not None:
            message = f"there are two rules `{entry.key}`"
            report.error("P104", entry.key_span, message, label="again", help="give it an id of its own")
        ledger.rules[entry.key] = _rule(entry, part)


def _rule(entry: Entry, part: str) -> Rule:
    node = entry.value if isinstance(entry.value, Map) else Map({}, entry.value.span)
    said = {key: texts(node.get(key)) for key in ("source", "in", "instead")}
    text, why, note = (_text(node.get(key)) for key in ("rule", "untestable", "note"))
    forbids = node.get("forbids")
    flag = isinstance(forbids, Scalar) and forbids.value is True
    return Rule(
        entry.key, text, entry.key_span, part, said["source"], said["in"], said["instead"], flag, why, note
    )  # fmt: skip


def _check(ledger: Ledger, layers: list[str], report: Report) -> None:
    """What rules say of each other, of layers and of their sources."""
    for rule in ledger.rules.values():
        ledger.check(((name, rule.span) for name in rule.instead), report)
        for name in (name for listed in rule.layers for name in listed.split("+")):
            if name not in layers:
                help_ = did_you_mean(name, layers, "`in` names layers of this pack")
                report.error("P201", rule.span, f"there is no layer `{name}` here", help=help_)
        for cited in rule.sources if ledger.sources else ():
            name = cited.split()[0] if cited.split() else ""
            if name not in ledger.sources:
                help_ = did_you_mean(name, ledger.sources, "add it to `sources`")
                report.error("P341", rule.span, f"`{rule.id}` cites `{name}`, which is no source here", help=help_)


def named_in(node: Node) -> Iterator[tuple[str, Span]]:
    """Every rule that a tree names, with the place."""
    yield from named_by(node)
    for key, below in children(node):
        if key not in PROSE:
            yield from named_in(below)


def named_by(node: Node) -> Iterator[tuple[str, Span]]:
    """The rules that a node names itself: a mapping in a list, a program at the ends of its lines."""
    if isinstance(node, Scalar):
        found = (mark for line in marked_lines(node.text) for mark in line.ids)
        yield from ((name, node.place(start, end)) for name, start, end in found)
    listed = node.get(RULES) if isinstance(node, Map) else None
    for item in listed if isinstance(listed, Seq) else ():
        if isinstance(item, Scalar):
            yield item.text, item.span


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return tuple(node) if isinstance(node, Map) else ()


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
