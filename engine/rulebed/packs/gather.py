"""Collects the packs and layers that a reference stands for, with all that they require."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulebed.packs import files
from rulebed.packs.files import Part, Reference
from rulebed.source.diagnostics import Report

if TYPE_CHECKING:
    from rulebed.packs.layer import Named
    from rulebed.source.text import Source

HIGHEST = 40


@dataclass(frozen=True, slots=True)
class Gathered:
    """The files of a reference: packs from the lowest to the base, then its layers as named."""

    reference: Reference
    packs: tuple[Part, ...]
    layers: tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Packs and layers, lowest first."""
        return (*self.packs, *self.layers)

    @property
    def hashes(self) -> dict[str, str]:
        """A digest for each pack and layer, by name."""
        base = self.packs[-1].name
        layers = {f"{base}+{part.name}": part.digest for part in self.layers}
        return {part.name: part.digest for part in self.packs} | layers


def gather(text: str, search: Iterable[Path], report: Report) -> Gathered | None:
    """The files of a reference, or none where one is missing."""
    roots = list(search)
    reference = files.parse_reference(text, report)
    path = files.find_pack(reference.base, roots, report) if reference else None
    if reference is None or path is None:
        return None
    packs = _with_required(path, roots, (), [], report)
    layers = []
    for name in reference.layers:
        found = files.find_layer(name, [part.path for part in reversed(packs)], report)
        if found is None:
            return None
        beneath = [
            files.read_part(place, f"{pack}.{name}", report)
            for pack, place in files.layers_beneath(name, found, [part.path for part in packs])
        ]
        layer = files.read_part(found, files.part_name(name), report)
        layer = replace(layer, beneath=tuple(part.name for part in beneath))
        layers += [*beneath, layer]
        packs = _required_packs(layer, roots, (), packs[:-1], report) + packs[-1:]
    return Gathered(reference, tuple(packs), tuple(layers))


def fingerprint(reference: str, search: Iterable[Path], patches: Iterable[str] = ()) -> dict[str, str] | None:
    """The hashes that `load` would give, without parsing what needn't be; none where a file is missing."""
    report = Report()
    gathered = gather(reference, search, report)
    return None if gathered is None or report.errors else gathered.hashes | patch_hash(list(patches))


def patch_hash(patches: list[str]) -> dict[str, str]:
    """A digest of what the command line patches, under its name."""
    if not patches:
        return {}
    from rulebed.packs.layer import COMMAND_LINE  # noqa: PLC0415 - reads YAML

    joined = "\0".join(patches)
    return {COMMAND_LINE: hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()}


def _with_required(
    path: Path, roots: list[Path], above: tuple[str, ...], known: list[Part], report: Report
) -> list[Part]:
    """The known packs, then those that this one requires, then this one."""
    part = files.read_part(path, path.stem, report)
    return [*_required_packs(part, roots, (*above, path.stem), known, report), part]


def _required_packs(
    part: Part, roots: list[Path], above: tuple[str, ...], known: list[Part], report: Report
) -> list[Part]:
    for named in _requires(part):
        if named.text in above:
            message = f"`{named.text}` requires itself: {' -> '.join((*above[above.index(named.text) :], named.text))}"
            report.error("P103", named.span, message, help="remove one of the `requires`")
        elif len(above) > HIGHEST:
            message = f"`{named.text}` is required by packs that require each other, {HIGHEST} one above the other"
            report.error("P106", named.span, message, help="let packs require what they need themselves")
        elif not files.NAME.match(named.text):
            _refuse_name(named, above, report)
        elif not any(pack.name == named.text for pack in known):
            path = files.find_pack(named.text, roots, report, named.span)
            known = _with_required(path, roots, above, known, report) if path else known
    return known


def _refuse_name(named: Named, above: tuple[str, ...], report: Report) -> None:
    """What the base or a layer requires is checked against their schema, which says the same."""
    if len(above) > 1:
        report.error("P105", named.span, f"`{named.text}` is no name of a pack", help="write the name, and no path")


def _requires(part: Part) -> tuple[Named, ...]:
    """What a pack or layer requires; files that don't hold the word aren't parsed for it."""
    return next(filter(None, (_required_in(source) for source in part.sources if "requires" in source.text)), ())


def _required_in(source: Source) -> tuple[Named, ...]:
    from rulebed.packs import yaml_tree  # noqa: PLC0415 - a cached game that requires nothing needs no YAML
    from rulebed.packs.layer import names  # noqa: PLC0415
    from rulebed.packs.node import Map  # noqa: PLC0415

    tree, _ = yaml_tree.parse(source)
    return names(tree.get("requires")) if isinstance(tree, Map) and "requires" in tree else ()
