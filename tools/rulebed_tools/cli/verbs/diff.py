"""Say how two packs differ, or a pack with and without layers: what is changed, added and taken out, in words.

Patches of the command line are put on the second one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rulebed.content import PackTree
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.inquiry.differences import ADDED, CHANGED, REMOVED, Comparison, Detail, Difference, Side, texts
from rulebed_tools.inquiry.reader import REMARKS, Reader

LONGEST = 400
SIGNS = {CHANGED: "~", ADDED: "+", REMOVED: "-"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("first", metavar="PACK", help="a pack, with layers as in `pack+layer+layer`")
    parser.add_argument("second", metavar="OTHER", help="what it is compared with; the same, if only patches differ")
    flags.add_patches(parser)
    flags.add_language(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare, and print the differences."""
    pair = opening.tree_of(args.first, []), opening.tree_of(args.second, args.patch)
    one, two = (Reader(tree, args.lang) for tree in pair)
    found = Comparison(one, two).differences()
    said = list(texts(one.locale, two.locale))
    if args.json:
        console.print_json(_plain(pair, found, said))
    else:
        console.say("\n".join([*_lines(found), *_text_lines(said), _summary(found, said)]))
    return FINE


def _summary(found: tuple[Difference, ...], said: list[tuple[str, str, str | None, str | None]]) -> str:
    if not found and not said:
        return "no difference"
    counts = [f"{sum(one.how == how for one in found)} {how}" for how in SIGNS]
    return ", ".join([*counts, console.counted(len(said), "text")])


def _lines(found: tuple[Difference, ...]) -> Iterator[str]:
    for one in found:
        yield f"{SIGNS[one.how]} {console.paint(one.address, 'strong')}  {console.paint(_where(one), 'faint')}"
        if one.is_told or not one.details:
            yield from _told(one)
        yield from map(_detail, (detail for detail in one.details if not one.is_told or detail.key in REMARKS))


def _where(one: Difference) -> str:
    return " -> ".join(f"{side.file}:{side.line}" for side in (one.old, one.new) if side is not None)


def _told(one: Difference) -> Iterator[str]:
    for sign, side, shade in (("-", one.old, "bad"), ("+", one.new, "good")):
        if side is not None:
            text = side.words if one.is_told and side.words else side.text
            yield console.paint(f"    {sign} {_shortened(text)}", shade)


def _detail(detail: Detail) -> str:
    old, new = (value if value is not None else "nothing" for value in (detail.old, detail.new))
    return f"    {detail.key}: {_shortened(old)} -> {_shortened(new)}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def _text_lines(said: list[tuple[str, str, str | None, str | None]]) -> Iterator[str]:
    if said:
        yield "texts:"
    for _, name, old, new in said:
        yield f"  {name}: {_shortened(old or 'nothing')} -> {_shortened(new or 'nothing')}"


def _plain(
    pair: tuple[PackTree, PackTree],
    found: tuple[Difference, ...],
    said: list[tuple[str, str, str | None, str | None]],
) -> dict[str, object]:
    listed = {how: [_plain_difference(one) for one in found if one.how == how] for how in SIGNS}
    names = ("section", "name", "old", "new")
    rows = [dict(zip(names, one, strict=True)) for one in said]
    return {"first": pair[0].reference, "second": pair[1].reference, **listed, "texts": rows}


def _plain_difference(one: Difference) -> dict[str, object]:
    sides = {"old": one.old, "new": one.new}
    details = {detail.key: {"old": detail.old, "new": detail.new} for detail in one.details}
    return {"address": one.address, **{name: _plain_side(side) for name, side in sides.items()}, "keys": details}


def _plain_side(side: Side | None) -> dict[str, object] | None:
    if side is None:
        return None
    return {
        "words": side.words or None,
        "text": side.text,
        "layer": side.layer,
        "file": side.file,
        "line": side.line,
    }
