"""What somebody can ask about a thing: its face, how it is now as they see it, and for whom it is in force."""

import json

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import rulebed
from rulebed.packs.places import schema_root
from rulebed.play.showing.faces import faces_of

CARDS = """
title: Cards
players: 2
kinds:
  card: {data: {size: number}, state: {mark: {type: number, seen_by: viewer is active}}}
  box: {plural: boxes, state: {lid: row of card, held: {type: row of card, seen_by: nobody}}}
cards: {a: {size: 1}, b: {size: 2}}
boxes: {tin: {lid: [a], held: [b]}}
flow:
  day:
    do: |
      choose n in 1..2
      set a.mark to n
      each c in tin.held: put c in tin.lid
    next: end
result: {score: "sum([c.size + c.mark for c in tin.lid])"}
"""


@pytest.fixture
def guild():
    return rulebed.load("dice_workers").start(seed=1)


def facts(thing):
    """What is said of its facts, by name and whom they are of."""
    return {(one["fact"], one.get("for")): one["text"] for one in thing["now"]}


def test_a_thing_has_its_face_and_how_it_is_now(guild):
    """The same in each language, with the facts of pairs one by one."""
    thing = guild.thing("perks.thrifty", 1)
    assert rulebed.face(guild.game, "perks.thrifty").items() <= thing.items()
    assert facts(thing) == {("owned", "player 1"): "no", ("owned", "player 2"): "no"}
    assert guild.thing("perks.thrifty", 1, "fr")["now"][0]["text"] == "non"


def test_it_is_said_for_whom_it_is_in_force():
    state = rulebed.load("dice_workers").start(seed=1, given={"perk.thrifty.owned.2": True})
    assert [party["name"] for party in state.thing("perks.thrifty", 1)["in_force"]] == ["2"]
    assert state.thing("perks.showman", 1)["in_force"] == []


def test_what_is_hidden_stays_so():
    """Of another's hand no more is told than how many lie there; of a card not where it lies."""
    state = rulebed.load_text(CARDS).start(seed=1)
    assert facts(state.thing("cards.a", 1)) == {("mark", None): "0"}
    assert facts(state.thing("cards.a", 2)) == {("mark", None): "?"}
    assert facts(state.thing("boxes.tin", 2)) == {("lid", None): "a", ("held", None): "1"}


def test_a_player_is_a_thing(guild):
    """With all that is theirs, as far as whoever asks knows it."""
    player = guild.thing("players.2", 1)
    assert (player["kind"], player["id"], player["name"], player["layer"]) == (
        "player",
        "2",
        "player 2",
        "dice_workers",
    )
    assert facts(player)["stock", "coins"] == facts(guild.thing("parties.2", 1))["stock", "coins"] == "3"
    assert facts(player)["built", None] == "nothing"
    assert rulebed.face(guild.game, "players.2", "fr")["name"] == "joueur 2"
    state = rulebed.load("hearts").start(seed=1)
    assert facts(state.thing("players.2", 1))["hand", None] == "13"
    with pytest.raises(LookupError, match=r"no thing at `players.9`: did you mean `players.1`"):
        guild.thing("players.9")


def test_what_is_not_there_is_refused_by_name(guild):
    with pytest.raises(LookupError, match=r"no thing at `perks.thrify`.*`perks.thrifty`"):
        guild.thing("perks.thrify")


def test_a_thing_is_what_its_schema_says(guild):
    schemas = {
        path.name: json.loads(path.read_text(encoding="utf-8")) for path in (schema_root() / "messages").iterdir()
    }
    registry = Registry().with_resources([(name, Resource.from_contents(one)) for name, one in schemas.items()])
    validator = Draft202012Validator(schemas["thing.schema.json"], registry=registry)
    for kind in faces_of(guild.rules).every_kind():
        for face in faces_of(guild.rules).of_kind(kind):
            validator.validate(json.loads(json.dumps(guild.thing(face.address, 1))))
