"""What is taken over, since all that it asked for is as it was then, is what comes of a look from nothing."""

import random
import re

import pytest
from tests.properties.hunt import texts_of
from tests.properties.test_known import made

from rulebed import packs
from rulebed.compile.emission.compile import program_in_parts
from rulebed.incremental.known import Known
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.rules.setup import setups
from rulebed.run.notebook import moved_on

DOING = re.compile(r"\b(gain|pay|lose) (\d+) (\w+)")
NUMBER = re.compile(r"\b\w+: (\d+)(?=[,}\n])")
EDITED = re.compile(f"{DOING.pattern}|{NUMBER.pattern}")
LONG = ("s05_patrol", "s12_breach", "s13_combat", "s14_outposts", "s18_scientists", "dice_workers")
GIFTS = """\
title: Gifts
players: 2
options: {gift: {values: [wool, wood, coins], default: wool}}
resources: {coins: {}, wool: {}, wood: {}}
kinds: {stall: {data: {toll: number}}}
stalls: {gate: {toll: 1}, bridge: {toll: 2}}
flow:
  fair:
    do: visit
    next: [{if: me.coins >= 9, to: end}, {otherwise: fair}]
procedures:
  visit: |
    if me.coins >= 1:
      choose s in stalls
      take
      pay s.toll coins
    otherwise: gain 1 coins
  take: |
    if options.gift is wool: gain 1 wool
    if options.gift is wood: gain 1 wood
    if options.gift is coins: gain 1 coins
result: {score: me.coins}
"""
SHORT, MANY = 4, 25  # edits of each pack, each of the pack as it is shipped


def edited(text, luck):
    """The text with another verb, amount or resource at one place, one more deed there, or one fewer behind it.

    Or with another number of a thing, as tables have them.
    """
    numbers = [*NUMBER.finditer(text)]
    if numbers and (luck.random() < 0.4 or not DOING.search(text)):
        start, end = luck.choice(numbers).span(1)
        return f"{text[:start]}{luck.randint(0, 6)}{text[end:]}"
    known = [found[3] for found in DOING.finditer(text)]
    place = luck.choice([*DOING.finditer(text)])
    verb, amount, resource = place.groups()
    verb, resource = luck.choice([verb, luck.choice(["gain", "pay"])]), luck.choice([resource, luck.choice(known)])
    amount = luck.choice([amount, str(luck.randint(0, 6))])
    behind = text[place.end() :]
    shorter = re.sub(r"^; [^;}\"\n]+", "", behind) if luck.random() < 0.3 else behind
    more = f"; {luck.choice(['gain', 'pay'])} 1 {luck.choice(known)}" if luck.random() < 0.3 else ""
    return f"{text[: place.start()]}{verb} {amount} {resource}{more}{shorter}"


def write(folder, reference, luck):
    """The pack in a folder, edited in one of its files."""
    texts = texts_of(reference)
    changed = luck.choice(
        [path for path, text in texts.items() if EDITED.search(text) and "scenarios" not in path.parts]
    )
    for path, text in texts.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(edited(text, luck) if path == changed else text, encoding="utf-8")


@pytest.mark.parametrize(
    ("reference", "edits"),
    [
        ("s05_patrol", SHORT),
        ("s14_outposts", SHORT),
        *(pytest.param(name, MANY, marks=pytest.mark.slow) for name in LONG),
    ],
)
def test_what_is_taken_over_is_what_is_made_anew(reference, edits, tmp_path):
    """To the last letter, for edits that change what is done: amounts and verbs, and so needs and faces, or neither."""
    known, files, looked = Known(), (), 0
    for seed in range(edits):
        write(tmp_path, reference, random.Random(seed))
        tree, report = packs.load(reference, [tmp_path, *packs.search_path()])
        if tree is None or report.errors:
            continue
        known, files = moved_on(known, files, tree.files), tree.files
        known.look_again()
        for setup in list(setups(info_of(tree)))[:2]:
            shared, alone = Models(tree, known=known), Models(tree)
            assert made(shared, setup) == made(alone, setup)
            if (found := shared.make(*setup)[0]) is not None:
                program = program_in_parts(found, "bare", "sampled", known.same)
                walk_in_step(program, Oracle(alone.make(*setup)[0].model), seed, random.Random(seed).choice)
            looked += 1
    assert looked


def test_who_needs_nothing_of_what_another_writes_is_taken_over():
    """What a call gives is asked for as far as something is needed of it behind the call, and no further."""
    tree, report = packs.load_text(GIFTS)
    assert not report.errors
    models = Models(tree)
    wool, wood, coins = (models.make(2, {"gift": gift})[0].traces for gift in ("wool", "wood", "coins"))
    (choice,) = wool
    assert wool[choice] is wood[choice]
    assert coins[choice] != wool[choice]
