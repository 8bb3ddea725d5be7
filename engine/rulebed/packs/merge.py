"""Puts the top-level mappings of several files together into one tree."""

from __future__ import annotations

from dataclasses import replace

from rulebed.packs.address import join
from rulebed.packs.lost import lose_text
from rulebed.packs.node import Entry, Map, Node, Scalar
from rulebed.source.diagnostics import Remark, Report

# What a pack says of itself; on top of another pack it speaks for both.
OWN_KEYS = frozenset({"name", "rulebed", "title", "requires", "tags", "about", "language", "patch"})
MAY_BE_EMPTY = "patch"  # in which everything may wait behind `#`

# Where names stand one level further down: several files may each add their own.
DEEPER = frozenset({"game", "game.state", "players", "players.state", "players.data", "parties", "parties.state"})


def as_section_map(node: Node | None, report: Report) -> Map | None:
    """A file's tree, which must be a mapping at the top."""
    if node is None or isinstance(node, Map):
        return node
    message = "a file must be a mapping at the top"
    report.error("Y113", node.span, message, help="begin each line at the left edge with `key:`")
    lose_text(node.span.text, report)
    return None


def merge_files(trees: list[Map], report: Report) -> Map:
    """The files of one pack: sections are joined, and no name may stand in two of them."""
    root = trees[0]
    for tree in trees[1:]:
        root = _join(root, tree, "", report, help_="rename one, or remove it")
    return root


def merge_under(base: Map, upper: Map, report: Report) -> Map:
    """A pack on top of one that it requires; what a pack says of itself is taken from the upper one."""
    said = {key for key in OWN_KEYS if key in upper} | {"shared"}
    kept = {key: entry for key, entry in base.entries.items() if key not in said}
    base = _without_narrower(base.with_entries(kept), upper)
    return _join(base, upper, "", report, help_="rename it, or change the other one under `patch:`")


def merge_content(root: Map, content: Map, report: Report) -> Map:
    """The sections that a layer adds."""
    return _join(_without_narrower(root, content), content, "", report, help_="change what there is under `patch:`")


def _without_narrower(below: Map, above: Map) -> Map:
    """The lower content without the facts of players that the upper one declares for all parties."""
    wider, players = _state(above, "parties"), below.get("players")
    state = _state(below, "players")
    if wider is None or state is None or not isinstance(players, Map) or wider.entries.keys().isdisjoint(state.entries):
        return below
    kept = state.with_entries({key: entry for key, entry in state.entries.items() if key not in wider})
    changed = players.with_entries({**players.entries, "state": replace(players.entries["state"], value=kept)})
    return below.with_entries({**below.entries, "players": replace(below.entries["players"], value=changed)})


def _state(root: Map, holder: str) -> Map | None:
    found = root.get(holder)
    state = found.get("state") if isinstance(found, Map) else None
    return state if isinstance(state, Map) else None


def _join(one: Map, two: Map, address: str, report: Report, *, help_: str) -> Map:
    entries = dict(one.entries)
    for entry in two:
        known, name = entries.get(entry.key), join(address, entry.key)
        if known is None:
            entries[entry.key] = entry
        elif _is_section(name) and isinstance(known.value, Map) and isinstance(entry.value, Map):
            joined = _join(known.value, entry.value, name, report, help_=help_)
            entries[entry.key] = Entry(entry.key, known.key_span, joined)
        elif _is_section(name) and (empty := _empty(known, entry)) is not None:
            entries[entry.key] = entry if empty is known else known
            if name == MAY_BE_EMPTY:
                continue
            message = f"`{entry.key}` should be a mapping, not nothing"
            report.error("P302", empty.key_span, message, label="empty", help="remove it, or add names under it")
        else:
            _refuse(known, entry, name, report, help_)
    return one.with_entries(entries)


def _empty(one: Entry, two: Entry) -> Entry | None:
    """The one under which nothing stands, if there is something under the other one."""
    for empty, other in ((one, two), (two, one)):
        if isinstance(empty.value, Scalar) and empty.value.value is None and isinstance(other.value, Map):
            return empty
    return None


def _is_section(address: str) -> bool:
    """Whether a mapping here lists names, so that two of it are put together."""
    return "." not in address or address in DEEPER


def _refuse(known: Entry, entry: Entry, address: str, report: Report, help_: str) -> None:
    notes = [Remark("it stands here first", known.key_span)]
    message = f"there are two `{address}`"
    report.error("P104", entry.key_span, message, label="again", help=help_, notes=notes)
    lose_text(entry.value.span.text, report)
