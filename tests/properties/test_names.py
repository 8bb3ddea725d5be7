"""Names are names: whatever things are called, a pack has the same findings, the same model, the same games."""

import random
from functools import cache

import pytest
from tests.properties.every_game import LARGE, LONGER, PACKS, PLACES, slow
from tests.properties.renaming import (
    declared,
    pairs_of,
    plain,
    renamed,
    replaced,
    turned,
    words_in,
    words_of_the_language,
)

import rulebed
from rulebed import packs
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models

FEW, SOME = 2, 40  # names of a pack in short; one in so many of a large pack in long
STEPS = 60  # decisions of a game
SHORT = ("pack kuhn_poker", "pack high_water", "pack sled_post")  # whose games are compared in short
# What the engine has called its own: nobody who calls a thing so should notice.
LIKE_THE_ENGINES = (
    *("running", "known", "place", "apart", "scenario", "acted", "asleep", "met", "holds", "wake", "stock"),
    *("beginning", "lift", "witness", "event", "watch", "can", "effect_depth", "door", "in_force", "suspended"),
    *("seat", "left", "taken", "claim", "viewer", "piece"),
)
PAIRS, EACH = 2, 11  # names and what they are called instead, in short; every so manieth in long
REFUSED = {"P302", "P311", "P312", "T102", "T104", "P315"}  # a name that can't be used, and what only comes of that


@cache
def tree_of(name):
    tree, report = packs.load(name.removeprefix("pack ").removesuffix(LONGER), PLACES)
    assert tree is not None, report
    return tree


def setup(tree, pairs):
    """The fewest players and the standard options, as they are called with these words."""
    info = info_of(tree)
    return info.players[0], {
        replaced(option, pairs): replaced(str(one.default), pairs) for option, one in info.settings.items()
    }


def made(tree):
    """The guarded model, and the codes of what is found."""
    found, report = Models(tree).make(*setup(tree, {"": ""}))
    return found, [finding.code for finding in report.sorted()]


@cache
def before(name):
    found, codes = made(tree_of(name))
    return plain(found.model), codes


def some(name):
    """The names that are tried: in short a few of those that a pack declares, of a large one in long some."""
    names = declared(tree_of(name))
    if name.removesuffix(LONGER) in LARGE:
        return names[::SOME]
    return names if name.endswith(LONGER) else random.Random(name).sample(names, min(FEW, len(names)))


@pytest.mark.parametrize("name", [*(one for one in PACKS if one not in LARGE), *slow(PACKS)])
def test_another_name_changes_nothing_else(name, tmp_path):
    """Findings and the guarded model are the same but for this name."""
    model, codes = before(name)
    for number, word in enumerate(some(name)):
        pairs = pairs_of(tree_of(name).root, word, words_in(tree_of(name)))
        tree, report = renamed(tree_of(name), tmp_path / str(number), pairs)
        assert not report.errors, (word, report.sorted())
        found, others = made(tree)
        assert others == codes, word
        assert plain(found.model, turned(pairs)) == model, word


def moves(reference, search):
    """What a game comes to, in numbers, if luck and players take options by their place."""
    game, luck, found = rulebed.load(reference, search=search), random.Random(1), []
    state = game.start(seed=1, chance="explicit")
    fields = state.rules.program.layout
    first = min(fields.bases.values())
    for _ in range(STEPS):
        if state.over:
            break
        decision = state.decisions[0]
        found.append((decision.player, len(decision.options), tuple(state.slots[first : fields.frames])))
        state.apply(luck.choice(decision.options), player=decision.player)
    return found


@pytest.mark.parametrize("name", [*SHORT, *slow(one for one in PACKS if one not in LARGE)])
def test_another_name_changes_no_game(name, tmp_path):
    """Games go on step for step as they did, with a name that nothing is called, and with names of the engine's own."""
    tree = tree_of(name)
    reference, names, wanted = tree.reference, declared(tree), None
    tried = names if name.endswith(LONGER) else random.Random(name).sample(names, 2)
    for number, word in enumerate(tried):
        new = LIKE_THE_ENGINES[number % len(LIKE_THE_ENGINES)] if number % 2 else ""
        pairs = pairs_of(tree.root, word, words_in(tree), new)
        if new in words_in(tree):
            continue
        folder = tmp_path / str(number)
        other, report = renamed(tree, folder, pairs)
        if new and (report.errors or set(made(other)[1]) & REFUSED):
            continue
        wanted = wanted or moves(reference, PLACES)
        assert moves(reference, [folder]) == wanted, (word, new)


def pairs_tried(name, tree):
    """Names that are declared, each with a word that looks like one of the engine's own and stands nowhere yet."""
    taken = words_in(tree)
    every = [(word, new) for word in declared(tree) for new in LIKE_THE_ENGINES if new not in taken]
    return every[::EACH] if name.endswith(LONGER) else random.Random(name).sample(every, min(PAIRS, len(every)))


@pytest.mark.parametrize("name", [*SHORT, *slow(SHORT)])
def test_what_looks_like_the_engines_own_means_nothing(name, tmp_path):
    """Whatever is called so, findings and games are as before; only words of the language are refused."""
    tree, codes = tree_of(name), before(name)[1]
    wanted = moves(tree.reference, PLACES)
    for number, (word, new) in enumerate(pairs_tried(name, tree)):
        folder = tmp_path / str(number)
        other, report = renamed(tree, folder, pairs_of(tree.root, word, words_in(tree), new))
        found = [one.code for one in report.sorted()] or made(other)[1]
        if new in words_of_the_language() and set(found) & REFUSED:
            continue
        assert found == codes, (word, new)
        assert moves(tree.reference, [folder]) == wanted, (word, new)
