"""Which of a pack's sentences only the grammar says, in each of its languages."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rulebed.content import PackTree, Scalar, is_shared, locales
from rulebed.playing import LANGUAGE
from rulebed.text import padded
from rulebed_tools.cli import console, opening
from rulebed_tools.cli.misuse import FINE
from rulebed_tools.inquiry.unwritten import Line, unwritten

Listed = dict[str, list[Line]]  # by language
WIDEST = 48  # of the column with addresses


def list_texts(names: Sequence[str], args: argparse.Namespace) -> int:
    """Print them by pack and language."""
    listed = {name: _listed(name, args.patch) for name in names}
    if args.json:
        console.print_json({name: {one: dict(lines) for one, lines in each.items()} for name, each in listed.items()})
        return FINE
    for name, each in listed.items():
        for language, lines in each.items():
            console.say(f"{name}, {language}: {len(lines)} texts that only the grammar says")
            for address, said in lines:
                console.say(f"  {padded(address, WIDEST)}  {said}".rstrip())
    return FINE


def _listed(name: str, patches: list[str]) -> Listed:
    tree = opening.tree_of(name, patches)
    if is_shared(tree.root):
        return {}
    game = opening.by_reference(name, patches)
    rules = game.start(players=min(game.info.players), seed=0).rules
    return {language: unwritten(rules, tree, language) for language in _languages(tree)}


def _languages(tree: PackTree) -> list[str]:
    """The languages that a pack speaks, its own first."""
    stated = tree.root.get("language")
    own = stated.text if isinstance(stated, Scalar) else LANGUAGE
    return list(dict.fromkeys([own, *sorted(locales(tree)[0])]))
