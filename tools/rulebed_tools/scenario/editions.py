"""One scenario in several editions: what differs with certain layers, and what a layer puts in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulebed.content import Map, find_pack, read_yaml_file, search_path
from rulebed.text import Report, did_you_mean
from rulebed_tools.scenario.said import (
    KIND,
    SCENARIOS,
    Said,
    Shared,
    entries_of,
    items_of,
    one_or_several,
    over,
    text_of,
)

ALSO, INSTEAD = "also_with", "instead_of"
LAYERS = "layers"
Edition = tuple[tuple[str, ...], Map]  # layers, and what differs with them


def editions(own: Map) -> Iterator[Edition]:
    """The layers that a scenario is played with, too; with some nothing differs."""
    also = own.get(ALSO)
    for entry in entries_of(also):
        same = own.with_entries({})
        yield tuple(entry.key.split("+")), entry.value if isinstance(entry.value, Map) else same
    if not isinstance(also, Map):
        yield from ((tuple(text_of(name).split("+")), own.with_entries({})) for name in one_or_several(also))


def within(own: Map, layers: set[str]) -> Map:
    """What a scenario says where these layers are."""
    for named, change in editions(own):
        if layers.issuperset(named):
            own = over(own, change)
    return own


def of_base(path: Path, reference: str) -> dict[str, Said]:
    """The scenarios of the pack that the layer of a file belongs to, by title."""
    home = next((folder.parent for folder in path.resolve().parents if folder.name == SCENARIOS), path)
    beside = home.parent.parent if home.parent.name == LAYERS else None
    pack = beside or find_pack(reference.split("+", maxsplit=1)[0], search_path(Path.cwd()), Report())
    if pack is None:
        return {}
    found: dict[str, Said] = {}
    for file in sorted((pack / SCENARIOS).rglob("*.yaml")):
        tree, report = read_yaml_file(file, KIND)
        if tree is not None and not report.errors:
            shared, listed = Shared(tree, Report(), file.parent), tree.get(SCENARIOS)
            nodes = (node for node in (items_of(listed) if listed is not None else (tree,)) if isinstance(node, Map))
            found |= {text_of(node.get(KIND)): shared.of(node) for node in nodes}
    return found


def in_place_of(said: Said, base: Mapping[str, Said], report: Report) -> Said:
    """A scenario over that of the pack which it takes the place of: what it doesn't say itself is as it was."""
    named = said.own.get(INSTEAD)
    if named is None:
        return said
    there = base.get(text_of(named))
    if there is None:
        help_ = did_you_mean(text_of(named), base, "only a layer has scenarios in the place of others")
        report.error("P304", named.span, f"the pack has no scenario `{text_of(named)}`", help=help_)
        return said
    kept = {entry.key: entry for entry in there.own if entry.key not in (ALSO, INSTEAD)}  # editions are each pack's own
    return there.with_own(over(there.own.with_entries(kept), said.own))
