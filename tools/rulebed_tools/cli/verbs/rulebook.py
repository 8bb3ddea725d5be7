"""Tell the rules of a pack, made from the content itself: as lines to read here, or as one page of HTML to print.

With `--cards` it lays cards on sheets to print and cut instead, each with its facts and what it does. A card is what is
drawn from a deck, unless the pack says otherwise of a kind (`card`); `--kinds` names other things. `--unlike OTHER`
leaves out what another pack has just so, such as the one without the layer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulebed.analysis import Models
from rulebed.content import (
    PackTree,
    Parsed,
    Part,
    Scalar,
    is_shared,
    layer_names,
    load_tree,
    names_of,
    read_layer,
    read_ledger,
    search_path,
)
from rulebed.playing import info_of
from rulebed.text import Report, write_text
from rulebed_tools.cli import console, flags, opening, printing
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.graph import svg
from rulebed_tools.graph.chart import END, chart_of
from rulebed_tools.inquiry.differences import Comparison, Side
from rulebed_tools.inquiry.reader import Reader
from rulebed_tools.rulebook import page
from rulebed_tools.rulebook.author import book_of, conditions, phase_names
from rulebed_tools.rulebook.book import Change, Variant
from rulebed_tools.rulebook.plain import lines_of
from rulebed_tools.rulebook.voice import Voice, upper
from rulebed_tools.rulebook.wording import Wording

STRUCTURE = frozenset({"do", "options", "is", "when", "if"})  # keys that players don't meet


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_language(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page, with the flow drawn")
    printing.add(parser)


def run(args: argparse.Namespace) -> int:
    """Write it, or print it."""
    printing.check(args)
    if args.cards is not None:
        return printing.run(args)
    tree = opening.tree(args)
    if not is_shared(tree.root):
        opening.game(args)  # what can't be played has no rules that could be told
    ledger, _ = read_ledger(tree)
    variants = () if "+" in args.pack else tuple(_variants(args, tree))
    book = book_of(tree, args.lang, ledger.in_force, _picture(tree, args.lang), variants)
    loaded = tuple(_stated(part) for part in tree.parts if part.name in names_of(tree.reference)[1:])
    book = replace(book, layers=loaded)
    written = page.written(book)
    if args.html:
        write_text(Path(args.html), page.set_page(written, args.lang))
        console.say(f"the rulebook is {args.html}")
    else:
        wording = Wording(args.lang)
        lines = lines_of(written, colon=wording.say("colon"), stop=wording.say("stop"))
        console.say("\n".join(lines).lstrip("\n"))
    return FINE


def _picture(tree: PackTree, language: str) -> str:
    """The flow, drawn, with everything on it in words."""
    chart, said = chart_of(tree), conditions(tree, language)
    arrows = tuple(replace(arrow, label=said.get(arrow.label, arrow.label)) for arrow in chart.arrows)
    names = phase_names(tree, language) | {END: Wording(language).say("over")}
    return svg.drawn(replace(chart, arrows=arrows, names=names))


def _variants(args: argparse.Namespace, base: PackTree) -> Iterator[Variant]:
    """Each layer by itself, with those that it can't do without; one that can't be played so is named."""
    for name in layer_names(base.parts[-1].path):
        reference = f"{args.pack}+{name}"
        tree, report = load_tree(reference, search_path(*opening.own_packs()), args.patch)
        if tree is None or report.errors or _is_faulty(tree):
            console.warn(f"rulebed: `{reference}` is left out: `rulebed check {reference}` says why")
            continue
        title, about = _stated(tree.parts[-1])
        yield Variant(title, tree.reference, about, tuple(_changes(base, tree, args.lang)))


def _is_faulty(tree: PackTree) -> bool:
    """Whether something is wrong with what a pack and a layer say together; nothing is compiled to tell that."""
    info = info_of(tree)
    usual = {name: one.default for name, one in info.settings.items()}
    return bool(Models(tree).look(min(info.players), usual)[1].errors)


def _changes(base: PackTree, tree: PackTree, language: str) -> Iterator[Change]:
    """What is said otherwise; of a thing whose parts differ, the parts."""
    one, two = Voice(base, language, {}), Voice(tree, language, {})
    for found in Comparison(Reader(base, language), Reader(tree, language)).differences():
        old, new = _said(found.old, one, found.address), _said(found.new, two, found.address)
        if old != new:
            yield Change(_name(found.address, two if found.new else one), found.address, old, new)


def _name(address: str, voice: Voice) -> str:
    """What it is called, and what it belongs to."""
    keys = [key for key in address.split(".")[1:] if key not in STRUCTURE]
    names = [voice.title(address.partition(f".{key}")[0] + f".{key}", key) for key in keys]
    return ": ".join(dict.fromkeys([names[0], names[-1]])) if names else upper(address.replace("_", " "))


def _said(side: Side | None, voice: Voice, address: str) -> str:
    """Words for it: of its program, or of the value that stands there."""
    node = voice.tree.find(address) if side is not None else None
    if side is None or node is None:
        return ""
    return upper(side.words or (voice.said(node) or voice.value(node) if isinstance(node, Scalar) else ""))


def _stated(part: Part) -> tuple[str, str]:
    """What a layer calls itself, and what it says that it is about."""
    layer = read_layer(part, Report(), Parsed())
    said = {key: layer.tree.get(key) if layer else None for key in ("title", "about")}
    title, about = (node.text if isinstance(node, Scalar) else "" for node in said.values())
    return title or part.name.replace("_", " ").capitalize(), " ".join(about.split())
