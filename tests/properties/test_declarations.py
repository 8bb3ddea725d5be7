"""The order of declarations means nothing: a pack has the same findings, the same model, the same games."""

import dataclasses
import random
from functools import cache
from itertools import chain

import pytest
from tests.properties.every_game import LARGE, LONGER, PACKS, PLACES, SENTENCES, slow
from tests.properties.renaming import plain
from tests.properties.shuffling import shuffled

from rulebed import packs
from rulebed.compile.emission.compile import compile_model
from rulebed.packs.sound import is_hopeless
from rulebed.pipeline.loading import check_in_steps
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.rules import giving
from rulebed.play.rules.rules import Rules
from rulebed.source import catalogue

SMALL = tuple(name for name in PACKS if name not in LARGE)
ORDERS = 5  # that are tried of a pack in long
STEPS = 80  # decisions of a game


@cache
def tree_of(name):
    """A pack as a tree."""
    tree, report = packs.load(name.removeprefix("pack ").removesuffix(LONGER), PLACES)
    assert tree is not None, report
    return tree


def made(tree):
    """The guarded model of the fewest players and the standard options, and what is found."""
    info = info_of(tree)
    options = {option: str(one.default) for option, one in info.settings.items()}
    found, report = Models(tree).make(info.players[0], options)
    return found.model, sorted(finding.code for finding in report.sorted())


def without_order(model):
    """A model as it is compared: laws are asked all at once."""
    return plain(dataclasses.replace(model, laws=tuple(sorted(model.laws, key=lambda law: law.name))))


def orders(name):
    """How often a pack is shuffled: once in short, and where it is large."""
    return range(ORDERS if name.endswith(LONGER) and name.removesuffix(LONGER) not in LARGE else 1)


@pytest.mark.parametrize("name", [*SMALL, *slow((*PACKS, *SENTENCES))])
def test_the_order_of_declarations_leaves_a_model_equal(name):
    """And so it does findings: values, procedures, laws, sections, the keys of whatever is declared."""
    model, codes = made(tree_of(name))
    wanted = without_order(model)
    for seed in orders(name):
        other, found = made(shuffled(tree_of(name), random.Random(seed), facts=False))
        assert found == codes
        assert without_order(other) == wanted


@pytest.mark.parametrize("name", [*SMALL, *slow((*PACKS, *SENTENCES))])
def test_the_order_of_facts_and_kinds_changes_no_game(name):
    """They are shown in that order, and nothing else comes of it: the same is offered, and the same holds then."""
    wanted = game(made(tree_of(name))[0])
    for seed in orders(name):
        assert game(made(shuffled(tree_of(name), random.Random(seed), facts=True))[0]) == wanted


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_what_is_wrong_is_found_in_any_order(each):
    """Of the catalogue's packs, good and bad: the same codes, if not always the same of two that can't both be."""
    for number, text in enumerate(examples()[::each]):
        luck = random.Random(number)
        assert found_in(text, lambda tree, luck=luck: shuffled(tree, luck, facts=True)) == found_in(text), text


def examples():
    """The packs on pages of the catalogue."""
    every = chain.from_iterable(page.examples for page in catalogue.pages().values())
    return [example.text for example in every if example.header[:2] == ("yaml", "pack")]


def found_in(text, changed=lambda tree: tree):
    """The codes of all that is found in a pack; none where it can't be read."""
    tree, report = packs.load_text(text, "pack.yaml")
    if tree is None or is_hopeless(report):
        return []
    *_, found = check_in_steps(changed(tree), report)
    return sorted(finding.code for finding in found.sorted())


def game(model):
    """What is offered in a random game, and what holds when it is over or has gone on for long."""
    rules, luck, steps = Rules(compile_model(model)), random.Random(1), []
    slots = rules.program.start(1)
    while len(steps) < STEPS and (seats := rules.seats(slots)):
        menu = rules.menus[rules.site(slots, seats[0])]
        options = sorted(menu.options(rules.values(slots, seats[0])), key=lambda option: option.id)
        taken = luck.choice(options)
        steps.append((seats[0], menu.address, [option.id for option in options], taken.id))
        rules.go_on(slots, seats[0], taken.value)
    return steps, giving.fields(rules, slots), rules.scores(slots)
