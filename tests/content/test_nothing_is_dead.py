"""No card of a shipped pack is dead: what it has to choose from is offered and taken, and its words have its numbers.

This is the kin of what was wrong with whole cards: a bonus that nobody could get, an option without a way to it, a text
that told another price than was asked for.
"""

import re

import pytest

from rulebed import packs
from rulebed.packs.listing import available
from rulebed.packs.node import plain
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.source.diagnostics import Report
from rulebed_tools.cli import scenarios, witness
from rulebed_tools.ledger import coverage
from rulebed_tools.ledger.usage import Usage
from rulebed_tools.scenario.walking import Walking

LISTED = tuple(available(packs.search_path()))
LARGE = ("ep1", "ep2", "dino_island")
NAMES = [pytest.param(one.name, marks=pytest.mark.slow) if one.name in LARGE else one.name for one in LISTED]
EVERY = [name for one in LISTED for name in (one.name, *(f"{one.name}+{layer}" for layer in one.layers))]
NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")
BRACES = re.compile(r"\{[^}]*\}")
IDS = re.compile(r"@\S+")  # of rules, at the end of a line
GAMES = 5


def tree_of(reference):
    tree, report = packs.load(reference, packs.search_path())
    assert tree is not None
    assert not report.errors
    return tree


@pytest.mark.parametrize("reference", EVERY)
def test_a_text_has_no_number_that_its_program_has_not(reference):
    """Where a pack words what is done itself, in any language and under any layer, it tells the numbers of the rule."""
    tree = tree_of(reference)
    info = info_of(tree)
    model = Models(tree).raw(min(info.players), {name: one.default for name, one in info.settings.items()})
    if model is None:  # a layer that needs another one
        return
    for language, texts in model.texts.items():
        for address, text in texts.items():
            node = tree.find(address)
            if node is not None:
                numbers = set(NUMBER.findall(BRACES.sub("", text)))
                assert numbers <= set(NUMBER.findall(said(plain(node)))), (language, address, text)


def said(value):
    """A rule as text, without the ids of a ledger: their numbers are none of its own."""
    if isinstance(value, dict):
        return " ".join(f"{key} {said(inside)}" for key, inside in value.items() if key != "rules")
    return IDS.sub("", " ".join(map(said, value)) if isinstance(value, list) else str(value))


@pytest.mark.parametrize("name", NAMES)
def test_whatever_can_be_chosen_is_chosen(name):
    """In scenarios and a few random games: every choice is come to, every option is offered and taken by somebody."""
    tree, usage = tree_of(name), Usage()
    listed = [one for one in scenarios.of_pack(name, tree, Report()) if one.reference == name]
    opener = Walking.through(tree, listed, usage.conditions)
    witness.of_scenarios(listed, opener, usage, lambda _: None)
    if name not in LARGE and dead(usage):  # what scenarios come to need not be come to once more
        witness.of_games(opener.open(name, None).game, GAMES, 1, usage, lambda _: None)
    assert dead(usage) == []


def dead(usage):
    """Choices that nothing comes to, and options that nobody is offered or takes."""
    unmet = [address for address, count in usage.choices.items() if not count]
    return [*unmet, *coverage.never_offered(usage), *coverage.never_taken(usage)]
