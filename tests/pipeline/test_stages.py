"""What the compiler makes at each stage can be read."""

import re

import pytest

import rulebed
from rulebed import assemble, packs
from rulebed.compile import emission, lowering
from rulebed.compile.lowering.listing import listing
from rulebed.lang.listing import __doc__ as listing_page
from rulebed.lang.listing import lines
from rulebed.packs.places import search_path
from rulebed.pipeline import stages
from rulebed.pipeline.models import Models
from rulebed.prove import guards

SHOP = """title: A shop
players: 2
resources: {shells: {start: 3}}
kinds: {card: {data: {price: number}}}
cards: {ring: {price: 2}, gem: {price: 3}, pin: {price: 1}}
flow:
  buy:
    do: |
      choose c in cards where c.price <= my.shells
      pay c.price shells
    next: end
result: {score: me.shells}
"""
SMALL = ["kuhn_poker", "tic_tac_toe", "goofspiel", "liars_dice", "sled_post"]


def models_of(name):
    tree, _ = packs.load(name, search_path(), ())
    return Models(tree), rulebed.load(name).info


def told(page, heading, end):
    """The lines of a page's examples between two of its words."""
    part = page.partition(heading)[2].partition(end)[0]
    return [line.strip() for line in part.splitlines() if line.startswith("    ")]


def test_the_pages_on_the_stages_tell_what_is_printed():
    """Their effect is, as statements of the core and with its guard, what they say; dots stand for what was said."""
    models = Models(packs.load_text(SHOP, "shop.yaml")[0])
    for model, wanted in (
        (models.raw(2, {}), told(stages.__doc__, "**core.**", "**proved.**")),
        (models.raw(2, {}), told(listing_page, "proved about it", "A field has")),
        (models.guarded(2, {}).model, told(stages.__doc__, "**proved.**", "**lowered.**")),
    ):
        printed = "\n".join(line.strip() for line in lines(model.phases["buy"].body))
        assert wanted
        assert all(re.search(re.escape(line).replace(r"\.\.\.", ".*"), printed) for line in wanted)


@pytest.mark.parametrize("name", SMALL)
def test_each_stage_of_a_small_pack_can_be_read(name):
    """Every program in each, a line for each statement; nothing in it is how Python would show an object."""
    models, info = models_of(name)
    players = min(info.players)
    options = {key: each.default for key, each in info.settings.items()}
    guarded = models.guarded(players, options)
    for model in (models.raw(players, options), guarded.model):
        for program in (*model.procs.values(), *model.phases.values()):
            said = list(lines(program.body))
            assert len(said) >= len(program.body)
            assert not any(re.search(r"\w+\(\w+=|object at", line) for line in said)
    lowered = list(listing(stages.lowered(guarded, "bare", "sampled")))
    assert any("wait at" in text for _, text in lowered)
    texts = [text for _, text in stages.text(guarded, "bare", "sampled")]
    assert compile("\n".join(texts), "listed", "exec")


BUY = """title: A shop
players: 2
resources: {shells: {start: 3}}
kinds: {card: {data: {price: number}}}
cards: {ring: {price: 2}, gem: {price: 3}, pin: {price: 1}}
procedures:
  buy:
    do: |
      choose c in cards
      may choose d in cards
      pay c.price shells
      gain 1 shells
flow:
  turn:
    do: |
      do buy
      set active to next(me)
    next: [{if: me.shells > 9, to: end}, {otherwise: turn}]
result: {score: me.shells}
"""
ROOMS = {"core": assemble, "proved": guards, "lowered": lowering, "code": emission}


@pytest.mark.parametrize("stage", ROOMS)
def test_the_essays_of_the_rooms_tell_what_is_printed(stage):
    """What they show behind the name of a stage is what that stage makes of their effect."""
    models = Models(packs.load_text(BUY, "shop.yaml")[0])
    guarded, raw = models.guarded(2, {}), models.raw(2, {})
    programs = guarded.model.procs.values()
    printed = {
        "core": lambda: [line for one in raw.procs.values() for line in lines(one.body)],
        "proved": lambda: [line for one in programs for line in lines(one.body)],
        "lowered": lambda: [text for _, text in listing(stages.lowered(guarded, "bare", "sampled"))],
        "code": lambda: [text for _, text in stages.text(guarded, "bare", "sampled")],
    }[stage]()
    shown = {line.strip() for text in printed for line in text.splitlines()}
    essay = ROOMS[stage].__doc__
    wanted = re.search(rf"--stage {stage}`[^\n]*\n\n((?:    [^\n]*\n|\n)+)", essay)[1]
    assert {line.strip() for line in wanted.splitlines() if line.strip()} <= shown
