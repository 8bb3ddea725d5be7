"""Reads files of scenarios: the tree, the schema's findings, and what each scenario says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from os.path import relpath
from pathlib import Path

from rulebed.content import (
    Map,
    Node,
    PackTree,
    Scalar,
    Seq,
    address,
    as_path,
    named_by,
    names_of,
    part_name,
    read_yaml,
    read_yaml_file,
)
from rulebed.text import Report, Source
from rulebed_tools.scenario import moments
from rulebed_tools.scenario.editions import INSTEAD, editions, in_place_of, of_base, within
from rulebed_tools.scenario.form import PATCH, Scenario
from rulebed_tools.scenario.said import (
    KIND,
    SCENARIOS,
    Said,
    Shared,
    is_so,
    items_of,
    number_of,
    one_or_several,
    text_of,
)

ROLE = "scenarios"
LAYERS = "layers"
DIGITS = 24
NAME = re.compile(r"[a-z][a-z0-9_]*")


def read_file(path: Path, reference: str) -> tuple[list[Scenario], Report]:
    """The scenarios of a file; `reference` is what they play unless they say so themselves."""
    tree, report = read_yaml_file(path, KIND)
    replaces = tree is not None and any(INSTEAD in node for node in _nodes(tree))
    base = of_base(path, reference) if replaces and reference else {}
    return _scenarios(tree, report, reference, path.parent, base), report


def read_text(text: str, name: str, reference: str, folder: Path = Path()) -> tuple[list[Scenario], Report]:
    """The scenarios of a text that would stand in a folder; none where the schema refuses it."""
    report = Report()
    tree = read_yaml(Source(name, text), KIND, report)
    return _scenarios(tree, report, reference, folder, {}), report


def _from(folder: Path, reference: str) -> str:
    """A reference whose paths begin at the file that says them."""
    return "+".join(_path(folder / part) if part.startswith(".") else part for part in reference.split("+"))


def _path(path: Path) -> str:
    """A path from where one stands, which no name can be taken for."""
    return as_path(relpath(path))


def _scenarios(
    tree: Map | None, report: Report, reference: str, folder: Path, base: Mapping[str, Said]
) -> list[Scenario]:
    if tree is None or report.errors:
        return []
    shared = Shared(tree, report, folder)
    if not reference:
        _ask_for_packs(map(shared.of, _nodes(tree)), report)
    said = [] if report.errors else [in_place_of(shared.of(node), base, report) for node in _nodes(tree)]
    found = [scenario for one in said for scenario in _editions(one, reference, folder)]
    return [] if report.errors else found


def _ask_for_packs(said: Iterable[Said], report: Report) -> None:
    """Where a file lies in no pack, its scenarios have to say what they play; it is asked once."""
    silent = next((one for one in said if not text_of(one.last("pack"))), None)
    if silent is not None:
        help_ = "say `pack: NAME`, in a layer that lies alone `pack: NAME+..`; its are run by `test PACK+./LAYER`"
        span = silent.own.entries["scenario"].value.span
        report.error("P303", span, "this lies in no pack, and doesn't say of which pack it is", help=help_)


def _nodes(tree: Map) -> list[Map]:
    listed = tree.get(SCENARIOS)
    return [node for node in (listed if isinstance(listed, Seq) else [tree]) if isinstance(node, Map)]


def _editions(said: Said, reference: str, folder: Path) -> Iterator[Scenario]:
    """A scenario as it is with the layers that are there, and once more with others that it names."""
    loaded = set(names_of(_played(said, reference, folder))[1:])
    yield _scenario(said.with_own(within(said.own, loaded)), reference, folder)
    for layers, _ in editions(said.own):
        more = [layer for layer in layers if layer not in loaded]
        if more:
            other = _scenario(said.with_own(within(said.own, loaded.union(more))), reference, folder)
            yield replace(other, reference="+".join([other.reference, *more]), is_edition=True)


def placed(tree: PackTree) -> Iterator[tuple[Path, str]]:
    """The files of scenarios of a reference, each with what it plays by where it lies; a layer may lie anywhere."""
    base, *layers = tree.reference.split("+")
    anywhere = {part_name(layer): f"{base}+{layer}" for layer in layers if part_name(layer) != layer}
    for part in tree.parts:
        for path in part.scenarios:
            yield path, anywhere.get(part.name) or reference_of(path)


def reference_of(path: Path) -> str:
    """What the scenarios of a file play by where they lie: their pack, with the layer if they belong to one."""
    folder = path.resolve().parent
    while folder.name != ROLE and folder != folder.parent:
        folder = folder.parent
    home = folder.parent
    if home.parent.name == LAYERS:
        return f"{home.parent.parent.name}+{home.name}"
    return home.name


def _layers(said: Said, folder: Path) -> tuple[str, ...]:
    """The layers that a scenario names itself."""
    return tuple(_from(folder, text_of(layer)) for layer in items_of(said.last(LAYERS)))


def _played(said: Said, reference: str, folder: Path) -> str:
    """What a scenario plays."""
    base = _from(folder, text_of(said.last("pack"))) or reference
    return "+".join([base, *(layer for layer in _layers(said, folder) if part_name(layer) not in names_of(base))])


def _scenario(said: Said, reference: str, folder: Path) -> Scenario:
    title = said.own.entries["scenario"].value
    no_game, options, players = said.last("no_game"), said.entries("options"), said.last("players")
    return Scenario(
        title=text_of(title),
        span=title.span,
        reference=_played(said, reference, folder),
        digest=sha256(repr(said.plain).encode()).hexdigest()[:DIGITS],
        rules=tuple(pair for node in _own(said) for pair in named_by(node)),
        about=tuple((text_of(name), name.span) for node in _own(said) for name in one_or_several(node.get("about"))),
        words=frozenset(word for node in said.sources for word in _words(node)),
        players=number_of(players),
        players_span=players.span if players is not None else None,
        layers=_layers(said, folder),
        not_with=tuple((text_of(name), name.span) for name in one_or_several(said.last("not_with"))),
        no_game=(text_of(no_game), no_game.span) if no_game is not None else None,
        options={name: text_of(entry.value) for name, entry in options.items()},
        option_spans={name: entry.key_span for name, entry in options.items()},
        instead_of=text_of(said.own.get(INSTEAD)),
        preset=text_of(said.last("preset")),
        patch=said.whole(PATCH),
        seed=number_of(said.last("seed")) or 0,
        given=moments.settings(said, "given"),
        do=said.last("do"),
        has_own_do="do" in said.own,
        moments=moments.read(said, title),
        resumes=is_so(said.last("save_and_resume"), default=False),
        interpreted=is_so(said.last("interpreted"), default=True),
    )


def _own(said: Said) -> Iterator[Map]:
    """A scenario and its moments."""
    yield said.own
    yield from (moment for moment in items_of(said.own.get(moments.MOMENTS)) if isinstance(moment, Map))


def _words(node: Node) -> Iterator[str]:
    """The names in keys and values; a title is no place to prove anything."""
    if isinstance(node, Scalar):
        yield from NAME.findall(node.text)
    for key, below in address.children(node):
        if key not in (KIND, moments.MOMENT):
            yield from NAME.findall(key)
            yield from _words(below)
