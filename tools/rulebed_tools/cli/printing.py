"""Lays the cards of a pack on sheets to print: what `rulebook --cards` can be told, and what it says."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulebed.content import PackTree
from rulebed.playing import info_of, settled_setup
from rulebed.text import closest, write_text
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.rulebook.cells import cells_of
from rulebed_tools.rulebook.deck import Box, Deck, box_of, deck_of
from rulebed_tools.rulebook.sheets import PAPERS, sheets_of, written
from rulebed_tools.rulebook.wording import Wording

SHOWN = 6  # names that a line lists
ALONE: dict[str, object] = {
    "kinds": "",
    "unlike": "",
    "paper": None,
    "backs": False,
    "players": None,
    "set": [],
    "preset": "",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add what can be said of cards."""
    parser.add_argument("--cards", metavar="FILE", nargs="?", const="", help="write sheets of cards to cut instead")
    parser.add_argument("--kinds", metavar="A,B", default="", help="with --cards: print the things of these kinds")
    parser.add_argument("--unlike", metavar="OTHER", default="", help="with --cards: what this pack hasn't just so")
    parser.add_argument("--paper", choices=tuple(PAPERS), help="with --cards: the paper (a4)")
    parser.add_argument("--backs", action="store_true", help="with --cards: the backs, too, to print on both sides")
    flags.add_setup(parser)


def check(args: argparse.Namespace) -> None:
    """What would be in vain is said."""
    if args.cards is None:
        vain = next((name for name, usual in ALONE.items() if getattr(args, name) != usual), None)
        if vain is not None:
            raise Misuse(f"`--{vain}` goes with `--cards`")
    elif args.html:
        raise Misuse("`--html` writes the rules and `--cards` the cards: say one of them")


def run(args: argparse.Namespace) -> int:
    """Write the sheets, and say what is on them."""
    tree = opening.tree(args)
    box = _box(args, tree)
    kinds = _kinds(box, args)
    deck = deck_of(box, kinds, _box(args, opening.tree_of(args.unlike, [])) if args.unlike else None)
    _tell(deck, box, kinds, args)
    if not deck.faces:
        console.say(f"`{args.pack}` has no card that `{args.unlike}` hasn't just so: nothing is written")
        return FINE
    wording, paper = Wording(args.lang), PAPERS[args.paper or "a4"]
    cells = cells_of(deck.faces, deck.numbers, wording)
    file = args.cards or f"{tree.name}.cards.html"
    write_text(Path(file), written(cells, tree.title, paper, wording, backs=args.backs))
    cards = console.counted(len(deck.faces), "card")
    sheets = console.counted(len(sheets_of(cells)), "sheet")
    longer = len(cells) - len(deck.faces)
    more = f", {console.counted(longer, 'more card')} for what is too long" if longer else ""
    console.say(f"{file}: {cards}{more}, on {sheets} of {paper.name}; print it at its own size (100 %)")
    return FINE


def _box(args: argparse.Namespace, tree: PackTree) -> Box:
    """What a pack has in the setup that was said, or in any."""
    is_said = args.players is not None or args.set or args.preset
    setup = settled_setup(info_of(tree), args.preset, args.players, flags.options_of(args)) if is_said else None
    return box_of(tree, setup, args.lang, _wanted(args))


def _wanted(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, args.kinds.split(","))))


def _kinds(box: Box, args: argparse.Namespace) -> tuple[str, ...]:
    """The kinds that are printed."""
    pack, known, wanted = args.pack, tuple(box.faces), _wanted(args)
    for one in wanted:
        if one not in known:
            guess = closest(one, known)
            help_ = f"did you mean `{guess}`?" if guess else _there_are(known)
            raise Misuse(f"`{pack}` has no kind `{one}`; {help_}")
    found = wanted or tuple(kind for kind in box.cards if box.faces[kind])
    if not found:
        raise Misuse(f"`{pack}` has no cards; name what to print with `--kinds`: {_there_are(known)}")
    return found


def _there_are(known: tuple[str, ...]) -> str:
    return f"there are {', '.join(f'`{one}`' for one in known)}" if known else "there are none"


def _tell(deck: Deck, box: Box, kinds: tuple[str, ...], args: argparse.Namespace) -> None:
    """What isn't on the sheets."""
    if deck.gone:
        names = _some([one.address for one in deck.gone])
        console.say(f"no longer as in `{args.unlike}`, to be taken out: {names}")
    sections = {one.address.partition(".")[0] for kind in kinds for one in box.faces[kind]}
    left_out = [address for address in box.left_out if address.partition(".")[0] in sections]
    if left_out:
        console.warn(f"rulebed: left out, since they aren't there with this setup: {_some(left_out)}")


def _some(names: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(f"`{one}`" for one in names[:SHOWN]) + more
