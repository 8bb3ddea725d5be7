"""Reads files of scenarios: the tree, the schema's findings, and what each scenario says."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from rulebed.packs import locale
from rulebed.packs.ledger import named_by
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq, plain
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source, Span
from rulebed_tools.scenario.form import Choice, Draw, Offer, Refusal, Scenario, Setting

KIND = "scenario"
ROLE = "scenarios"
LAYERS = "layers"
DIGITS = 24


def read_file(path: Path, reference: str) -> tuple[list[Scenario], Report]:
    """The scenarios of a file; `reference` is what they play unless they say so themselves."""
    tree, report = locale.read_file(path, KIND)
    return _scenarios(tree, report, reference), report


def read_text(text: str, name: str, reference: str) -> tuple[list[Scenario], Report]:
    """The scenarios of a text; none where the schema refuses it."""
    report = Report()
    tree = locale.read(Source(name, text), KIND, report)
    return _scenarios(tree, report, reference), report


def _scenarios(tree: Map | None, report: Report, reference: str) -> list[Scenario]:
    if tree is None or report.errors:
        return []
    listed = tree.get("scenarios")
    nodes = list(listed) if isinstance(listed, Seq) else [tree]
    return [_scenario(node, reference) for node in nodes if isinstance(node, Map)]


def reference_of(path: Path) -> str:
    """What the scenarios of a file play by where they lie: their pack, with the layer if they belong to one."""
    folder = path.resolve().parent
    while folder.name != ROLE and folder != folder.parent:
        folder = folder.parent
    home = folder.parent
    if home.parent.name == LAYERS:
        return f"{home.parent.parent.name}+{home.name}"
    return home.name


def _scenario(node: Map, reference: str) -> Scenario:
    title = node.entries["scenario"]
    layers = [_text(layer) for layer in _items(node.get("layers"))]
    base = _text(node.get("pack")) or reference
    flag, winners, no_game = node.get("over"), node.get("winners"), node.get("no_game")
    return Scenario(
        title=_text(title.value),
        span=title.value.span,
        reference="+".join([base, *(layer for layer in layers if layer not in base.split("+"))]),
        digest=sha256(repr(plain(node)).encode()).hexdigest()[:DIGITS],
        rules=tuple(named_by(node)),
        about=tuple((_text(name), name.span) for name in _one_or_several(node.get("about"))),
        players=_number(node.get("players")),
        layers=tuple(layers),
        not_with=tuple((_text(name), name.span) for name in _one_or_several(node.get("not_with"))),
        no_game=(_text(no_game), no_game.span) if no_game is not None else None,
        options={entry.key: _text(entry.value) for entry in _entries(node.get("options"))},
        option_spans={entry.key: entry.key_span for entry in _entries(node.get("options"))},
        seed=_number(node.get("seed")) or 0,
        given=tuple(_settings(node.get("given"))),
        do=node.get("do"),
        luck=_luck(node.get("luck")),
        choices=tuple(map(_choice, _items(node.get("choose")))),
        then=tuple(_settings(node.get("then"))),
        offered=tuple(_offers(node.get("offered"))),
        refused=tuple(_refusals(node.get("refused"))),
        seen_by=tuple((int(entry.key), tuple(_settings(entry.value))) for entry in _entries(node.get("seen_by"))),
        over=(flag.value is True, flag.span) if isinstance(flag, Scalar) else None,
        scores=tuple(_scores(node.get("scores"))),
        winners=(tuple(_number(item) or 0 for item in _items(winners)), winners.span) if winners else None,
        resumes=_is(node.get("save_and_resume"), default=False),
        interpreted=_is(node.get("interpreted"), default=True),
    )


def _settings(node: Node | None, prefix: str = "") -> Iterator[Setting]:
    """Addresses with values; a mapping of addresses within an address goes on from there."""
    for entry in _entries(node):
        address = f"{prefix}{entry.key}"
        if isinstance(entry.value, Map) and not _is_count(entry.value):
            yield from _settings(entry.value, f"{address}.")
        else:
            yield Setting(address, entry.key_span, entry.value)


def _is_count(node: Map) -> bool:
    """Whether a mapping is what is said of a pile that isn't seen."""
    return bool(node.entries) and set(node.entries) <= {"count", "known"}


def _luck(node: Node | None) -> tuple[Draw, ...] | None:
    if isinstance(node, Map):
        return tuple(Draw(_text(item), item.span, entry.key) for entry in node for item in _one_or_several(entry.value))
    return tuple(Draw(_text(item), item.span) for item in _items(node)) if node is not None else None


def _choice(node: Node) -> Choice:
    if not isinstance(node, Map):
        return Choice(_text(node), node.span)
    taken = node.entries["take"].value
    return Choice(_text(taken), taken.span, _number(node.get("by")), _text(node.get("of")) or None)


def _offers(node: Node | None) -> Iterator[Offer]:
    for item in _items(node):
        yield Offer(_text(item), None, item.span)
    for entry in _entries(node):
        for item in _one_or_several(entry.value):
            yield Offer(_text(item), int(entry.key), item.span)
        if isinstance(entry.value, Seq) and not entry.value.items:
            yield Offer(None, int(entry.key), entry.value.span)


def _refusals(node: Node | None) -> Iterator[Refusal]:
    for entry in _entries(node):
        yield Refusal(entry.key, _text(entry.value), entry.key_span)
    for item in _items(node):
        if isinstance(item, Map):
            yield from _refusals(item)
        else:
            yield Refusal(_text(item), "", item.span)


def _scores(node: Node | None) -> Iterator[tuple[int, int | float, Span]]:
    for seat, item in enumerate(_items(node), 1):
        yield seat, _amount(item), item.span
    for entry in _entries(node):
        yield int(entry.key), _amount(entry.value), entry.value.span


def _amount(node: Node) -> int | float:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int | float) else 0


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Seq) else ()


def _one_or_several(node: Node | None) -> tuple[Node, ...]:
    if node is None:
        return ()
    return node.items if isinstance(node, Seq) else (node,)


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return tuple(node) if isinstance(node, Map) else ()


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _number(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _is(node: Node | None, *, default: bool) -> bool:
    return node.value is True if isinstance(node, Scalar) else default
