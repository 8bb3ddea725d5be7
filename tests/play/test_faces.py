"""What stands on things: each thing of each game has a face, in each language, with what the pack prints on it."""

import json
from collections import Counter

import pytest
from jsonschema import Draft202012Validator
from tests.properties.every_game import LARGE, LISTED

import rulebed
from rulebed import packs
from rulebed.packs.kind_schema import plural_of
from rulebed.play.showing.faces import faces_of

SCHEMA = json.loads((packs.schema_root() / "messages" / "face.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
ALL = [pytest.param(one.name, marks=[pytest.mark.slow] if f"pack {one.name}" in LARGE else []) for one in LISTED]

SMALL = """
players: 1
resources: {point: {}}
kinds:
  card: {data: {price: number, free: flag, twin: card?}, programs: {reward: {default: nothing}}}
  chip: {card: true, instances: [red, blue]}
  tile: {card: false, count: 2}
  token: {alike: true, instances: [one, two]}
cards:
  gem: {price: 3, twin: ring, reward: gain 1 point}
  ring: {price: 0, free: true, note: It shines., on: {found: gain 1 point}}
events: {found: }
game:
  state:
    deck: {type: deck of card, start: all}
    tile_stock: {type: deck of tile, start: all}
    bag: {type: bag of token, start: all}
flow:
  day: {do: "choose c in cards; do c.reward; raise found", next: end}
result: {score: me.point}
"""


@pytest.fixture(scope="module")
def small():
    """A game with things of four kinds."""
    return rulebed.load_text(SMALL)


@pytest.mark.parametrize("name", ALL)
def test_each_thing_that_a_pack_declares_has_a_face_in_each_language(name):
    """The things are those of the model, each once, and what their section says of them is on them."""
    game = rulebed.load(name)
    model = game.rules(min(game.info.players), game.start().match.options, "bare", "sampled").program.model
    tree = packs.load(name, packs.search_path())[0]
    for language in {"en", *model.texts}:
        faces = game.faces(language)
        for kind in faces.kinds():
            made = faces.of_kind(kind)
            assert [one.id for one in made] == list(model.kinds[kind].instances)
            assert Counter(one.look for one in made) == {one.look: one.count for one in made}
            printed = {name.partition(".")[2] for name, table in model.tables.items() if table.kind == kind}
            for one in made:
                assert one.name
                assert {fact.fact for fact in one.facts} <= printed
                assert faces.at(one.address) is one
                assert one.address.partition(".")[0] == plural_of(kind, tree.find(f"kinds.{kind}"))
            plain = [one.plain() for one in made]
            assert json.loads(json.dumps(plain)) == plain
            assert [list(VALIDATOR.iter_errors(one)) for one in plain] == [[] for _ in plain]


def test_a_face_says_what_is_printed_and_what_it_does(small):
    """A number of nothing is printed where the thing says so; what doesn't hold isn't."""
    gem, ring = (rulebed.face(small, f"cards.{name}") for name in ("gem", "ring"))
    assert [(one["fact"], one["text"], one["value"]) for one in gem["facts"]] == [
        ("price", "3", 3),
        ("twin", "ring", "ring"),
    ]
    assert [(one["fact"], one["text"], one["value"]) for one in ring["facts"]] == [
        ("price", "0", 0),
        ("free", "yes", True),
    ]
    assert gem["does"] == [{"label": "", "text": "Gain 1 point.", "part": "reward"}]
    assert ring["does"] == [{"label": "Whenever “found” happens:", "text": "Gain 1 point.", "part": "on"}]
    assert (ring["note"], rulebed.face(small, "cards.ring", "fr")["note"]) == ("It shines.", "")


def test_what_does_nothing_itself_does_what_is_printed_on_it():
    """As a tile for an action, which has a face of its own."""
    tiles = "tiles: {mill: {use: gem}}\ncards:"
    text = SMALL.replace("tile: {card: false, count: 2}", "tile: {data: {use: card}}").replace("cards:", tiles, 1)
    mill = rulebed.face(rulebed.load_text(text), "tiles.mill")
    assert mill["facts"][0]["thing"] == "cards.gem"
    assert mill["does"] == [{"label": "", "text": "Gain 1 point.", "part": "use.reward"}]


def test_cards_are_what_is_drawn_from_a_deck_unless_the_pack_says_otherwise(small):
    """Tokens are none: they are counted."""
    assert small.faces().cards() == ("card", "chip")


def test_pieces_that_look_alike_are_counted():
    """In Hanabi there are three ones of a colour, and one five."""
    hanabi = rulebed.load("hanabi")
    assert [rulebed.face(hanabi, f"cards.red-{rank}-1")["count"] for rank in ("one", "two", "five")] == [3, 2, 1]


def test_a_face_says_who_added_or_changed_a_thing_and_by_which_rule():
    """A layer that changes a card is named on it; rules have words in the language of the pack alone."""
    game = rulebed.load("dice_workers", patches=["perks.showman.on.built.do=gain 2 coins"])
    layers = {name: rulebed.face(game, f"perks.{name}")["layer"] for name in ("showman", "thrifty")}
    assert layers["thrifty"] == "dice_workers"
    assert layers["showman"] != "dice_workers"
    english, french = (rulebed.face(game, "perks.showman", language)["rules"] for language in ("en", "fr"))
    assert [one["id"] for one in english] == [one["id"] for one in french] != []
    assert all(one["text"] for one in english)
    assert not any(one["text"] for one in french)


@pytest.mark.parametrize(
    "wrong", [{"stray": 1}, {"count": 0}, {"name": ""}, {"facts": [{"fact": "price"}]}, {"does": ["Gain 1 point."]}]
)
def test_what_is_no_face_is_refused(small, wrong):
    """The schema, on which front ends in other languages stand, holds something back."""
    face = rulebed.face(small, "cards.gem")
    assert VALIDATOR.is_valid(face)
    assert not VALIDATOR.is_valid(face | wrong)


@pytest.mark.parametrize(
    ("address", "said"),
    [("cards.gme", "did you mean `cards.gem`?"), ("nothing", "an address names a thing"), ("cards", "cards.")],
)
def test_what_is_nowhere_is_refused_with_a_guess(small, address, said):
    """So is a language that nobody speaks."""
    with pytest.raises(LookupError, match=f"there is no thing at `{address}`.*{said}"):
        rulebed.face(small, address)
    with pytest.raises(LookupError, match="`language` can't be `xx`"):
        rulebed.face(small, "cards.gem", "xx")


def test_things_are_those_of_the_setup_that_is_asked_for():
    """With more players there is more in the box."""
    kinds = "kinds:\n  hat: {for_each: {owner: player}}"
    game = rulebed.load_text(SMALL.replace("players: 1", "players: {min: 1, max: 2}").replace("kinds:", kinds))
    assert [one.id for one in game.faces().of_kind("hat")] == ["1"]
    assert [one.id for one in game.faces(players=2).of_kind("hat")] == ["1", "2"]
    assert game.face("hats.2", players=2)["facts"][0]["value"] == 2
    with pytest.raises(LookupError, match=r"there is no thing at `hats\.2`"):
        game.face("hats.2")


@pytest.mark.parametrize("name", ALL)
def test_whatever_a_board_shows_can_be_asked_about(name):
    """By the address that the board gives it; players and resources, too."""
    state = rulebed.load(name).start(seed=1)
    shown = set(addresses(state.board(1)))
    for address in shown:
        VALIDATOR.validate(json.loads(json.dumps(faces_of(state.rules).at(address).plain())))
    assert {state.thing(address, 1)["address"] for address in sorted(shown)[:3]} == {*sorted(shown)[:3]}


def addresses(value):
    """The address of each thing in a piece of JSON."""
    if isinstance(value, dict) and "address" in value:
        yield value["address"]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from addresses(inner)
