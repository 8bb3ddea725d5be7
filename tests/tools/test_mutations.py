"""Slips of the keyboard: whatever one value of a pack is changed to, the command answers in plain words."""

import random

import pytest

from rulebed.packs import pack as packs
from rulebed.packs.node import Map, Seq
from rulebed.packs.places import search_path

PACKS = ("tic_tac_toe", "breakthrough", "kuhn_poker", "leduc_poker", "goofspiel", "pig", "dice_workers")
WORDS = (
    "me", "none", "0", "-1", "true", "active", "nothing", "end game", "next(me)", "roll 1..2 as z", "[]", "{}", "end",
    "choose q in players", "otherwise: nothing", "any", "not", "of", "player?", "deck of card", "each p in players:",
)  # fmt: skip
VERBS = (("check",), ("play", "--auto", "--seed", "1"), ("sim", "--games", "2", "--jobs", "1", "--longest", "300"))


def values(node, address=""):
    """Every single value of a tree, by address."""
    if isinstance(node, Map):
        for entry in node:
            yield from values(entry.value, f"{address}.{entry.key}" if address else entry.key)
    elif isinstance(node, Seq):
        for place, item in enumerate(node):
            yield from values(item, f"{address}.{place}")
    else:
        yield address, node.text


def slip(text, luck):
    """The text with a word left out, put in, or exchanged."""
    words = text.split() or [""]
    place = luck.randrange(len(words))
    what = luck.randrange(3)
    if what == 0:
        del words[place]
    elif what == 1:
        words.insert(place, luck.choice(WORDS))
    else:
        words[place] = luck.choice(WORDS)
    return " ".join(words)


def mutate(rulebed, seed, count):
    luck = random.Random(seed)
    trees = {name: list(values(packs.load(name, search_path())[0].root)) for name in PACKS}
    for _ in range(count):
        name = luck.choice(PACKS)
        address, text = luck.choice(trees[name])
        verb, *more = luck.choice(VERBS)
        code, _, complaint = rulebed(verb, name, *more, "--patch", f"{address}={slip(text, luck)}")
        assert code in (0, 1, 2)
        assert "Traceback" not in complaint


def test_a_slip_is_never_a_crash(rulebed):
    """The pack is refused with its findings, or it is another game, that is played or says where it is stuck."""
    mutate(rulebed, 1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_slips_are_never_a_crash(rulebed, seed):
    mutate(rulebed, seed, 600)
