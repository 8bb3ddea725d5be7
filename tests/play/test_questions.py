"""What is asked may say what it is about: what the names of the program stand for, as far as whoever is asked sees."""

import random

import pytest

import rulebed
from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.pipeline.models import Models
from rulebed_tools.scenario.opening import Opener

PACK = """
title: Pier
players: {min: 2, max: 2, state: {lit: number 0..9, hand: hand of token}}
kinds:
  lamp: {data: {price: number}}
  cup: {instances: [red, blue]}
  token: {instances: [sun, moon]}
lamps: {bow: {price: 1}, stern: {price: 2}}
game: {state: {bag: {type: deck of token, start: all}}}
procedures:
  give: {takes: {l: lamp, p: player}, do: "p chooses c in cups; add l.price to p.lit"}
flow:
  deal: {do: "each p in players: draw from bag into p.hand", next: turn}
  turn:
    do: |
      each p in players:
        choose l in lamps
        let k = count(lamps) + p.lit
        give(l, next(p))
        choose x in 0 up to k
        add x - x to p.lit
    next: meet
  meet:
    do: |
      secretly each q in players:
        choose own in lamps
        let seen = q.hand
        choose cup in cups
        add own.price to q.lit
    next: end
result: {score: my.lit + 0 * count(cups)}
"""
ENGLISH = """texts:
  procedures.give.c: "A cup for {l}, which costs {l.price}, from {p}?"
  flow.turn.x: How many of {k}, {p}?
  flow.meet.cup: Which cup beside {seen}, for {own}?
"""
FRENCH = """texts:
  procedures.give.c: "Une tasse de {p} pour {l} ?"
  flow.turn.x: Combien ?
  flow.meet.cup: Quelle tasse ?
nouns: {bow: {one: Proue, gender: f, article: true}, stern: poupe}
"""


def made(folder, pack=PACK, english=ENGLISH, french=FRENCH):
    """The pack with its languages, in a folder."""
    (folder / "pier" / "locale").mkdir(parents=True)
    (folder / "pier" / "pack.yaml").write_text(pack.lstrip(), encoding="utf-8")
    for language, text in (("en", english), ("fr", french)):
        (folder / "pier" / "locale" / f"{language}.yaml").write_text(text, encoding="utf-8")
    return [folder]


def asked(state, *options):
    """What is asked after these answers."""
    for option in options:
        state.apply(option)
    return state.decision


def test_things_seats_and_numbers_fill_the_text_of_a_question(tmp_path):
    """Those of the moment, also within what is called; in each language, its words growing together."""
    state = rulebed.load("pier", search=made(tmp_path)).start(seed=1)
    given = asked(state, "bow")
    assert (given.player, given.label) == (2, "A cup for bow, which costs 1, from player 2?")
    assert given.text("fr") == "Une tasse du joueur 2 pour la Proue ?"
    assert state.view(2)["decision"]["label"] == given.label
    assert asked(state, "red").label == "How many of 2, player 1?"
    assert given.label == "A cup for bow, which costs 1, from player 2?"  # it stays as it was when the game goes on
    later = asked(state, "0", "stern", "red")
    assert later.label == "How many of 3, player 2?"
    again = state.game.restore(state.save())
    assert again.decision.label == later.label == state.clone().decision.label


def test_the_interpreter_says_the_same(tmp_path):
    """In step with the program, and where it stands in the place of one."""
    search = made(tmp_path)
    found = Models(rulebed.packs.load("pier", search)[0]).guarded(2, {})
    walk_in_step(compile_model(found), Oracle(found.model), 1, random.Random(1).choice)
    walked = Opener(search, walked=True).open("pier", None).game.start(seed=1)
    assert asked(walked, "bow", "red").label == "How many of 2, player 1?"


def test_each_seat_that_decides_in_secret_is_asked_of_its_own(tmp_path):
    state = rulebed.load("pier", search=made(tmp_path)).start(seed=1)
    asked(state, "bow", "red", "0", "bow", "red", "0")
    hands = [state.view(player)["fields"][f"player.{player}.hand"] for player in (1, 2)]
    for player, lamp in ((1, "bow"), (2, "stern")):
        state.apply(lamp, player=player)
    labels = [state.view(player)["decision"]["label"] for player in (1, 2)]
    assert labels == [f"Which cup beside {hands[0][0]}, for bow?", f"Which cup beside {hands[1][0]}, for stern?"]


def test_others_are_not_told_what_a_question_says(tmp_path):
    """They hear who has taken what; of a question without braces, the question, too."""
    state = rulebed.load("pier", search=made(tmp_path)).start(seed=1, events=True)
    asked(state, "bow", "red", "1")
    assert state.story(player=1)[-1] == "Player 1: 1."
    assert state.story(player=1, language="fr")[-1] == "Joueur 1 : Combien ? 1."


def test_what_the_asked_cannot_see_is_no_part_of_a_question(tmp_path):
    hidden = PACK.replace("let seen = q.hand", "let seen = next(q).hand")
    found = rulebed.check("pier", search=made(tmp_path, hidden))
    assert [one.message for one in found if one.code == "V102"] == [
        "the text of this question says `seen`, which the chooser can't see"
    ]
    assert not rulebed.check("pier", search=made(tmp_path / "other", hidden, ENGLISH.replace("{seen}", "it"))).errors


@pytest.mark.parametrize(("brace", "missing"), [("{k.price}", "k.price"), ("{x}", "x"), ("{own}", "own")])
def test_what_no_name_there_stands_for_is_found(tmp_path, brace, missing):
    """The answer itself isn't known yet, a number has no price, and names of other programs are none here."""
    found = rulebed.check("pier", search=made(tmp_path, english=ENGLISH.replace("{k}", brace)))
    (finding,) = [one for one in found if one.code == "L103"]
    assert finding.message == f"nothing fills `{{{missing}}}` in this text"
    assert finding.help == "it can have `{k}`, `{l}`, `{p}`"
