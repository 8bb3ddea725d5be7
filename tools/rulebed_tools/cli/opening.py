"""Opens what the command line names: a pack with its layers and patches, a game, a started state."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import rulebed
from rulebed.content import PackTree, load_tree, search_path
from rulebed.playing import load_aloud
from rulebed_tools.cli import flags
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.inquiry import addresses

Told = Callable[[], None]


def game(args: argparse.Namespace, compiling: Told | None = None) -> rulebed.Game:
    """The game of `PACK` with its patches; who waits for it is told where something has to be compiled."""
    return by_reference(args.pack, args.patch, compiling)


def started(args: argparse.Namespace, seed: int, *, undo: str = "strict", chance: str = "sampled") -> rulebed.State:
    """The game of `PACK`, started as the command line says."""
    how = {"options": flags.options_of(args), "preset": args.preset, "undo": undo, "chance": chance}
    return game(args).start(players=args.players, seed=seed, **how)


def tree(args: argparse.Namespace) -> PackTree:
    """The files of `PACK` with its layers and patches, as one tree."""
    return tree_of(args.pack, args.patch)


def tree_of(reference: str, patches: list[str]) -> PackTree:
    """The files of a reference, as one tree."""
    found, report = load_tree(reference, search_path(*own_packs()), patches)
    if found is None or report.errors:
        raise rulebed.ContentError(report)
    return found


def unknown_address(tree: PackTree, stated: str) -> Misuse:
    """That there is no such address, with what may have been meant."""
    guesses = addresses.guesses(tree, stated)
    meant = f"did you mean {addresses.quoted(guesses)}?" if guesses else "addresses begin with a section of the pack"
    return Misuse(f"`{tree.reference}` has nothing at `{stated}`; {meant}")


def text_of(name: str) -> str:
    """The text of a file that the command line names."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Misuse(f"`{name}` is not written in UTF-8: it holds no text") from error


def own_packs() -> list[Path]:
    """Where packs are looked for before those that come with rulebed."""
    return [Path.cwd()]


def by_reference(reference: str, patches: list[str], compiling: Told | None = None) -> rulebed.Game:
    """The game of a reference: what other processes open it with."""
    if compiling is not None:
        return load_aloud(reference, compiling, patches=patches, search=own_packs())
    return rulebed.load(reference, patches=patches, search=own_packs())
