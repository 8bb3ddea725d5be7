"""Reads the moments of a scenario: what is chosen and what comes up, and what is expected then."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.content import Entry, Map, Node, Scalar, Seq
from rulebed.text import Span
from rulebed_tools.scenario.form import Choice, Draw, Moment, Offer, Refusal, Scores, Setting
from rulebed_tools.scenario.said import Said, entries_of, items_of, number_of, one_or_several, text_of
from rulebed_tools.scenario.values import COMPARED

MOMENTS, MOMENT = "moments", "moment"


def read(said: Said, title: Node) -> tuple[Moment, ...]:
    """The moment that a scenario is itself, and those that follow it."""
    listed = items_of(said.last(MOMENTS))
    later = (_moment(Said((node,)), node.get(MOMENT) or node) for node in listed if isinstance(node, Map))
    return (_moment(said, title), *later)


def _moment(said: Said, title: Node) -> Moment:
    over, winners = said.last("over"), said.last("winners")
    return Moment(
        title=text_of(title),
        span=title.span,
        luck=_luck(tuple(said.every("luck"))),
        choices=tuple(_choice(item) for node in said.every("choose") for item in items_of(node)),
        then=settings(said, "then"),
        offered=tuple(_offers(said.last("offered"))),
        refused=tuple(_refusals(said.last("refused"))),
        seen_by=tuple(
            (int(entry.key), tuple(_settings(entry.value))) for entry in entries_of(said.last("seen_by"))
        ),
        over=(over.value is True, over.span) if isinstance(over, Scalar) else None,
        scores=_scores(said.last("scores")),
        winners=_winners(winners) if winners is not None else None,
        honours=tuple(_honours(said.last("honours"))),
    )  # fmt: skip


def settings(said: Said, key: str) -> tuple[Setting, ...]:
    """Addresses with values: of several for one address the last."""
    found = {one.address: one for node in said.every(key) for one in _settings(node)}
    return tuple(found.values())


def _settings(node: Node, prefix: str = "") -> Iterator[Setting]:
    """A mapping of addresses within an address goes on from there."""
    for entry in entries_of(node):
        address = f"{prefix}{entry.key}"
        if isinstance(entry.value, Map) and not _is_compared(entry.value):
            yield from _settings(entry.value, f"{address}.")
        else:
            yield Setting(address, entry.key_span, entry.value)


def _is_compared(node: Map) -> bool:
    """Whether a mapping says something of a value, and holds no addresses."""
    return bool(node.entries) and set(node.entries) <= set(COMPARED)


def _luck(nodes: tuple[Node, ...]) -> tuple[Draw, ...] | None:
    return tuple(draw for node in nodes for draw in _draws(node)) if nodes else None


def _draws(node: Node) -> Iterator[Draw]:
    for entry in entries_of(node):
        yield from (Draw(text_of(item), item.span, entry.key) for item in one_or_several(entry.value))
    yield from (Draw(text_of(item), item.span) for item in items_of(node))


def _choice(node: Node) -> Choice:
    if not isinstance(node, Map):
        return Choice(text_of(node), node.span)
    taken = node.entries["take"].value
    return Choice(text_of(taken), taken.span, number_of(node.get("by")), text_of(node.get("of")) or None)


def _offers(node: Node | None) -> Iterator[Offer]:
    if isinstance(node, Seq):
        yield from _offers_to(None, node)
    for entry in entries_of(node):
        yield from _offers_to(int(entry.key), entry.value)


def _offers_to(seat: int | None, node: Node) -> Iterator[Offer]:
    """An empty list says that there is nothing to decide."""
    yield from (Offer(text_of(item), seat, item.span) for item in one_or_several(node))
    if isinstance(node, Seq) and not node.items:
        yield Offer(None, seat, node.span)


def _refusals(node: Node | None, seat: int | None = None) -> Iterator[Refusal]:
    for entry in entries_of(node):
        if seat is None and _is_of_a_seat(entry):
            yield from _refusals(entry.value, int(entry.key))
        else:
            yield Refusal(entry.key, text_of(entry.value), entry.key_span, seat)
    for item in items_of(node):
        if isinstance(item, Map):
            yield from _refusals(item, seat)
        else:
            yield Refusal(text_of(item), "", item.span, seat)


def _is_of_a_seat(entry: Entry) -> bool:
    """Whether a key names a seat; an option may be a number, too, but then its guard is a text."""
    return entry.key.isdecimal() and not isinstance(entry.value, Scalar)


def _scores(node: Node | None) -> Scores | None:
    if node is None:
        return None
    listed = [(seat, item) for seat, item in enumerate(items_of(node), 1)]
    named = [(int(entry.key), entry.value) for entry in entries_of(node)]
    found = tuple(one for seat, item in [*listed, *named] for one in _parts(seat, item))
    return Scores(found, node.span, isinstance(node, Seq))


def _parts(seat: int, node: Node) -> Iterator[tuple[int, str, int | float, Span]]:
    """A score, or some of its parts by name."""
    if not isinstance(node, Map):
        yield seat, "", _amount(node), node.span
    yield from ((seat, part.key, _amount(part.value), part.value.span) for part in entries_of(node))


def _honours(node: Node | None) -> Iterator[tuple[int, tuple[str, ...], Span]]:
    for entry in entries_of(node):
        yield int(entry.key), tuple(map(text_of, one_or_several(entry.value))), entry.value.span


def _winners(node: Node) -> tuple[tuple[int, ...], Span]:
    return tuple(number_of(item) or 0 for item in items_of(node)), node.span


def _amount(node: Node) -> int | float:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int | float) else 0
