"""Applies layers to a pack: their order, what they may stand with, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import combinations

from rulebed.packs import address as at
from rulebed.packs.files import Part
from rulebed.packs.layer import Layer, Named, Parsed, layer_of, read_layer
from rulebed.packs.merge import merge_content, merge_under
from rulebed.packs.node import Map, Node, Scalar, Seq
from rulebed.packs.patch import Changed, Patch, apply_patch
from rulebed.packs.sound import sound_layer
from rulebed.source.diagnostics import Remark, Report
from rulebed.source.suggest import closest


@dataclass(frozen=True, slots=True)
class Layered:
    """A pack's tree with its layers applied, and every change that was made, in order."""

    root: Map
    settings: tuple[Changed, ...]


def in_layer_order(layers: Iterable[Layer], report: Report) -> list[Layer]:
    """The layers as they are applied: as given, but each one after those that it names in `after`."""
    waiting, ordered = list(layers), list[Layer]()
    while waiting:
        names = {layer.name for layer in waiting}
        ready = [layer for layer in waiting if not any(name.text in names for name in layer.after)]
        next_ones = ready[:1] or _circle(waiting, report)
        ordered += next_ones
        for layer in next_ones:
            waiting.remove(layer)
    return ordered


def _circle(waiting: list[Layer], report: Report) -> list[Layer]:
    """Layers that each wait for the next of them, and the last one for the first, where all wait for some other."""
    by_name = {layer.name: layer for layer in waiting}
    path, name = list[str](), waiting[0].name
    while name not in path:
        path.append(name)
        name = _waits_for(by_name[name], by_name).text
    names = path[path.index(name) :]
    start = names.index(next(layer.name for layer in waiting if layer.name in names))
    circle = [by_name[name] for name in (*names[start:], *names[:start])]
    _report_circle([(layer, _waits_for(layer, by_name)) for layer in circle], report)
    return circle


def _waits_for(layer: Layer, waiting: Container[str]) -> Named:
    """The first of those that it wants to come after, and that wait themselves."""
    return next(name for name in layer.after if name.text in waiting)


def _report_circle(circle: list[tuple[Layer, Named]], report: Report) -> None:
    (first, awaited), *others = circle
    listed = ", ".join(f"`{layer.name}`" for layer, _ in circle)
    message = f"the layers {listed} each want to come after another one of them"
    if not others:
        message = f"{listed} wants to come after itself"
    notes = [Remark(f"`{layer.name}` wants to come after `{name.text}` here", name.span) for layer, name in others]
    label = f"`{first.name}` wants to come after `{awaited.text}`" if others else ""
    report.error("P205", awaited.span, message, label=label, help="remove one `after`", notes=notes)


def check_company(layers: list[Layer], known: list[str], report: Report) -> None:
    """Whether each layer has those that it needs beside it, and none that it can't stand."""
    names = {layer.name for layer in layers}
    for layer in layers:
        _check_known(layer, known, report)
        for needed in layer.together:
            if needed.text not in names and needed.text in known:
                _report_absent(layer, needed, report)
        for barred in layer.not_with:
            if barred.text in names:
                message = f"the layer `{layer.name}` can't be used together with `{barred.text}`"
                report.error("P206", barred.span, message, help="leave one of them out")


def _check_known(layer: Layer, known: list[str], report: Report) -> None:
    """Whether every layer that is named anywhere exists, be it in the reference or not."""
    named = [(name.text, name.span) for name in (*layer.together, *layer.after, *layer.not_with)]
    named += [(name, patch.span) for patch in layer.patches for name in (*patch.only_with, *patch.not_with)]
    for name, span in named:
        if name not in known:
            meant = closest(name, known)
            help_ = f"did you mean `{meant}`?" if meant else ""
            report.error("P201", span, f"there is no layer `{name}` here", help=help_)


def _report_absent(layer: Layer, needed: Named, report: Report) -> None:
    message = f"the layer `{layer.name}` needs the layer `{needed.text}` beside it"
    report.error("P204", needed.span, message, help=f"add `+{needed.text}` to the reference")


def merge_packs(parts: tuple[Part, ...], report: Report, parsed: Parsed) -> Layered | None:
    """A pack on top of those that it requires: its content is added to theirs, and its patches change them."""
    layers = [read_layer(part, report, parsed) for part in parts]
    merged: Layered | None = None
    for layer in layers:
        if layer is None:
            return None
        merged = _on_top(merged, layer, report)
    return merged


def _on_top(below: Layered | None, layer: Layer, report: Report) -> Layered:
    own = layer.tree.with_entries({entry.key: entry for entry in layer.tree if entry.key != "patch"})
    if below is None:
        _refuse_patches(layer, report)
        return Layered(own, ())
    settings = list(below.settings)
    root = merge_under(below.root, own, report)
    patches = _sound_patches(layer, report)
    return Layered(_apply_patches(root, patches, frozenset(), settings, report), tuple(settings))


def _sound_patches(layer: Layer, report: Report) -> tuple[Patch, ...]:
    """What a pack says under `patch`, which is said as in a layer."""
    stated = layer.tree.with_entries({entry.key: entry for entry in layer.tree if entry.key == "patch"})
    kept = sound_layer(stated, report)
    return layer.patches if kept is stated else layer_of(layer.name, kept, Report()).patches


def _refuse_patches(layer: Layer, report: Report) -> None:
    stated = layer.tree.entries.get("patch")
    if stated is not None:
        message = "`patch` changes what a pack requires, and this one requires nothing"
        help_ = "a layer is named behind its pack, as in `PACK+./LAYER`; a pack is changed where it stands"
        report.error("P208", stated.key_span, message, help=help_)


def apply_layers(
    base: Layered, layers: list[Layer], patches: list[Patch], report: Report, beside: Iterable[str] = ()
) -> Layered:
    """All layers in order, then the patches of the command line; those that are `beside` them are there already."""
    names = frozenset((*beside, *(layer.name for layer in layers)))
    root, settings = base.root, list(base.settings)
    for layer in layers:
        root = merge_content(root, layer.content, report)
        root = _apply_patches(root, layer.patches, names, settings, report)
    root = _apply_patches(root, patches, names, settings, report)
    return Layered(root, tuple(settings))


def _apply_patches(
    root: Map, patches: Iterable[Patch], names: frozenset[str], settings: list[Changed], report: Report
) -> Map:
    for patch in patches:
        if names.issuperset(patch.only_with) and names.isdisjoint(patch.not_with):
            root, made = apply_patch(root, patch, report)
            settings.extend(made)
    return root


def check_order(base: Layered, layers: list[Layer], report: Report) -> None:
    """Two layers that touch one address and would give another pack the other way round are a finding."""
    found = Report()
    result = apply_layers(base, layers, [], found)
    for pair in combinations(layers, 2):
        meetings = [] if _is_settled(*pair, layers) else _meetings(*pair, result)
        if meetings:
            other = _other_way_round(base, layers, pair, len(found))
            for one, two in meetings if other else ():
                scope = min(one.address, two.address, key=len)
                if other and _shape(at.find(other, scope)) != _shape(at.find(result.root, scope)):
                    _report_order(one, two, report)


def _is_settled(first: Layer, second: Layer, layers: list[Layer]) -> bool:
    """Whether `after` puts the second behind the first, directly or through others."""
    by_name = {layer.name: layer for layer in layers}
    reached, waiting = set[str](), [second.name]
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in reached:
            reached.add(name)
            waiting.extend(earlier.text for earlier in by_name[name].after)
    return first.name in reached


def _meetings(first: Layer, second: Layer, result: Layered) -> list[tuple[Changed, Changed]]:
    ones = [setting for setting in result.settings if setting.layer == first.name]
    twos = [setting for setting in result.settings if setting.layer == second.name]
    return [(one, two) for one in ones for two in twos if _meet(one.address, two.address)]


def _meet(one: str, two: str) -> bool:
    return at.is_within(one, two) or at.is_within(two, one)


def _other_way_round(base: Layered, layers: list[Layer], pair: tuple[Layer, Layer], known: int) -> Map | None:
    """The tree with two layers in each other's place, or none where that is refused by itself."""
    first, second = pair
    swapped = [second if layer is first else first if layer is second else layer for layer in layers]
    failed = Report()
    other = apply_layers(base, swapped, [], failed)
    return None if len(failed) > known else other.root


def _report_order(one: Changed, two: Changed, report: Report) -> None:
    message = f"the layers `{one.layer}` and `{two.layer}` both change `{two.address}`, and their order matters"
    notes = [Remark(f"`{one.layer}` changes it here", one.span)]
    help_ = f"say `after: {one.layer}` in `{two.layer}`, or `not_with: {one.layer}`"
    report.warning("P203", two.span, message, label="the last one wins", help=help_, notes=notes)


def _shape(node: Node | None) -> object:
    """Plain data that keeps the order of keys, for comparing."""
    match node:
        case Map():
            return [(entry.key, _shape(entry.value)) for entry in node]
        case Seq():
            return [_shape(item) for item in node.items]
        case Scalar():
            return (node.text, type(node.value).__name__)
        case None:
            return None
