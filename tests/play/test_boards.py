"""A board shows what its viewer knows; each thing has its address, its name, and what can be done there."""

from random import Random

import pytest

import rulebed
from rulebed import packs
from rulebed.play.showing.sight import HIDDEN, Sight

LISTED = {listed.name: listed.path for listed in packs.available(packs.search_path())}
WITH_BOARDS = [
    *(name for name, path in LISTED.items() if (path / "board.yaml").exists()),
    *(
        pytest.param(f"{name}+{board.parent.name}", marks=pytest.mark.slow)
        for name, path in LISTED.items()
        for board in path.glob("layers/*/board.yaml")
    ),
]

SEEN = [pytest.param(one, marks=pytest.mark.slow) if one == "ep2" else one for one in WITH_BOARDS]
EVERY = 15  # looked at, of the decisions of a game

TIDEWAY = """
title: Tideway
players: {min: 2, max: 2, state: {flock: hand of bird, bid: {type: number, seen_by: owner}}}
resources: {salt: {start: 2, high: 6}}
kinds:
  bird: {data: {size: number}}
  rock: {grid: {rows: 2, columns: 3}, state: {keeper: player?}}
birds: {gull: {size: 2}, tern: {size: 1}, skua: {size: 3}}
game: {state: {eggs: {type: deck of bird, start: all}}}
flow:
  hatch:
    do: |
      each p in players: as p: draw from eggs into my.flock
    next: nest
  nest:
    do:
      settle: choose r in rocks where no keeper; set r.keeper to me
      pass_on: set active to next(me)
    next: [{if: no rocks where no keeper, to: end}, {otherwise: nest}]
result: {score: me.salt}
board:
  column:
    rocks: {title: Rocks, grid: {each: r in rocks, across: r.column, up: r.row, box: {of: r, owner: r.keeper, show: r}}}
    people:
      row:
        person:
          each: p in players
          title: "{p}: {p.salt salt}, {count(p.flock)} birds"
          column:
            flock: p.flock
            bid: {title: Bid, show: p.bid}
            big: {if: "sum([b.size for b in p.flock]) > 0", text: "They weigh {sum([b.size for b in p.flock])}."}
    eggs: {pile: eggs}
    salt: {track: {at: my.salt, from: 0, to: 6}}
"""


def named(box):
    """What a box is called in the pack."""
    return box["key"].partition(":")[0].rpartition(".")[2]


def part(box, *way):
    """The box at the end of a way of names, each the last word of what a key begins with, and which of its likes."""
    for step in way:
        name, _, place = step.partition("/")
        inner = [one for one in box["boxes"] if named(one) == name]
        box = inner[int(place or 1) - 1]
    return box


@pytest.fixture
def tideway():
    return rulebed.load_text(TIDEWAY).start(seed=1)


def test_things_have_addresses_names_and_options(tideway):
    """An option says what it is about, by the address that the thing has on the board; the board is the same to all."""
    first = part(tideway.board(1), "rocks")["boxes"][0]
    assert (first["across"], first["up"]) == (1, 1)
    assert first["thing"] == {"kind": "rock", "name": "a1", "address": "rocks.a1", "text": "a1"}
    assert part(tideway.board(2), "rocks")["boxes"][0] == first
    assert tideway.view(1)["decision"]["options"][0]["about"] == ["rocks.a1"]
    tideway.apply("a1")
    assert part(tideway.board(2), "rocks")["boxes"][0]["player"] == 1


def test_what_is_hidden_is_counted_and_no_more(tideway):
    """Another's hand is a number of things that can't be told apart; what builds on them isn't shown."""
    own, other = (part(tideway.board(1), "people", f"person/{seat}") for seat in (1, 2))
    assert part(own, "flock")["value"][0]["address"].startswith("birds.")
    assert part(own, "big")["text"].startswith("They weigh ")
    assert part(other, "flock")["value"] == [{"hidden": True}]
    assert list(map(named, other["boxes"])) == ["flock", "bid"]
    assert part(other, "bid")["value"] == {"hidden": True}
    assert part(own, "bid")["value"] == 0
    assert other["title"] == "Player 2: 2 salt, 1 birds"
    assert part(tideway.board(1), "eggs")["value"] == {"count": 1}


def test_who_only_looks_on_knows_what_all_know(tideway):
    """The board is the one that the first player has before them, without what only that one knows."""
    people = part(tideway.board(), "people")
    assert [part(one, "flock")["value"] for one in people["boxes"]] == [[{"hidden": True}]] * 2
    assert part(tideway.board(), "salt") == {
        "key": "salt", "shape": "track", "facts": ["party.1.stock.salt"], "at": 2, "from": 0, "to": 6,
    }  # fmt: skip


def test_a_board_speaks_the_languages_of_its_pack():
    """Titles and texts are looked up by their address, what stands in braces is worked out all the same."""
    state = rulebed.load("dice_workers").start(seed=1)
    board = state.board(1, "fr")
    assert part(board, "when")["text"] == "Manche 1 sur 5"
    assert part(board, "people", "player")["title"] == "Joueur 1"
    assert part(board, "cards", "offer", "project")["text"].count("rouage") == 1
    assert part(state.board(1), "when")["text"] == "Round 1 of 5"


ERRANDS = """
title: Errands
resources: {coin: {start: 0}}
kinds: {errand: {programs: {reward: null, fee: {default: pay 1 coin}}}}
errands: {letter: {reward: gain 2 coin}, parcel: {reward: gain 3 coin, fee: pay 2 coin}}
players: {min: 2, max: 2, state: {bag: hand of errand}}
game: {state: {posted: {type: deck of errand, start: all}}}
flow:
  day: {do: "each p in players: as p: draw from posted into my.bag", next: night}
  night: {do: choose e in my.bag, next: end}
result: {score: me.coin}
board:
  column:
    mine: {each: e in my.bag, text: "{e.reward}"}
    theirs: {each: p in players other than me, column: {one: {each: e in p.bag, text: "{e.reward}"}}}
"""


def test_a_text_says_what_a_program_of_a_thing_does():
    """In whole sentences; of what the viewer doesn't know it says nothing."""
    board = rulebed.load_text(ERRANDS).start(seed=1).board(1)
    assert part(board, "mine")["text"] in {"Gain 2 coin.", "Gain 3 coin."}
    assert part(board, "theirs", "one")["text"] == "?"


def test_options_of_a_things_programs_stand_on_it():
    """An option that names no thing belongs to the one whose program offers it."""
    state = rulebed.load("dice_workers").start(seed=1)
    for option in ("market", state.view(1)["fields"]["player.1.dice"][-1]):
        state.apply(option)
    spaces = part(state.board(1), "valley")["boxes"]
    market = next(box for box in spaces if box["thing"]["name"] == "market")
    about = [option.id for option in state.decision.options if market["thing"]["address"] in option.about]
    assert set(about) >= {"sell_wood", "buy_wood"}


@pytest.mark.parametrize("pack", SEEN)
def test_a_board_tells_nothing_that_its_viewer_cannot_know(pack):
    """States that a player can't tell apart have one board, from the first decision on."""
    random = Random(7)
    state = rulebed.load(pack).start(seed=5)
    for step in range(30):
        if state.over:
            break
        for player in (None, 1, 2)[: state.rules.players + 1] if step % EVERY == 0 else ():
            assert state.guess(player, step).board(player) == state.board(player)
        decision = state.decision
        state.apply(random.choice(decision.options), player=decision.player)
    assert step


def test_a_box_says_which_facts_it_shows_and_what_it_is_one_of():
    """By the addresses that events have: so a front end knows from where to where a card goes."""
    pack = ERRANDS.replace('mine: {each: e in my.bag, text: "{e.reward}"}', "mine: {each: e in my.bag, show: e}")
    state = rulebed.load_text(pack.replace("posted: {type", "left: number, posted: {type")).start(seed=1, events=True)
    (mine,) = (box for box in state.board(1)["boxes"] if named(box) == "mine")
    assert (mine["of"], mine["thing"]["kind"]) == ("player.1.bag", "errand")
    tides = rulebed.load_text(TIDEWAY).start(seed=1)
    assert part(tides.board(1), "people", "person", "flock")["facts"] == ["player.1.flock"]
    assert part(tides.board(1), "people", "person")["facts"] == ["party.1.stock.salt", "player.1.flock"]
    assert part(tides.board(1), "people", "person")["thing"]["address"] == "players.1"
    assert part(tides.board(1), "eggs")["facts"] == ["game.eggs"]


FATES = """
title: Fates
players: {min: 2, max: 2, state: {flock: hand of bird, fate: {type: number, seen_by: nobody, start: 7}}}
resources: {salt: {start: 2}}
kinds: {bird: {state: {mood: {type: number, start: 1}}}}
birds: {gull: , tern: }
game: {state: {eggs: {type: deck of bird, start: all}}}
flow:
  hatch: {do: "each p in players: draw from eggs into p.flock", next: turn}
  turn: {do: choose n in 1..2; set gull.mood to 2; set my.fate to n, next: end}
result: {score: me.salt + me.fate}
board: {column: {flock: my.flock, fate: my.fate, mood: first(my.flock).mood, nobody: first(eggs).mood}}
"""


def test_what_is_ones_own_is_shown_as_far_as_one_knows_it():
    """Nobody sees what is hidden from its owner, and who looks on sits behind the first player without their eyes."""
    state = rulebed.load_text(FATES).start(seed=1, events=True)
    shown = {viewer: [box["text"] for box in state.board(viewer)["boxes"]] for viewer in (None, 1, 2)}
    assert shown[None] == ["?", "?", "?", "0"]
    assert [texts[:3] for texts in (shown[1], shown[2])] == [["gull", "?", "1"], ["tern", "?", "1"]]
    assert [one["score"] for one in state.frame(1)["sheet"]] == [None, None]


def test_what_is_not_there_lies_nowhere():
    """A fact of no thing is none of another one that stands before it."""
    state = rulebed.load_text(FATES).start(seed=1)
    (nobody,) = (box for box in state.board(1)["boxes"] if named(box) == "nobody")
    assert nobody.get("facts") == ["game.eggs"]


@pytest.mark.parametrize("pack", [one for one in LISTED if one not in {"ep1", "ep2", "dino_island"}])
def test_what_nobody_asked_for_is_not_there(pack):
    """A look at a state has what is asked for, as far as the viewer's view has it, and nothing of all else."""
    state = rulebed.load(pack).start(seed=3)
    knowledge, slots = state.rules.knowledge, state.slots
    for viewer in (None, 0):
        view = state.view(None if viewer is None else 1)["fields"]
        assert all(one is HIDDEN for one in Sight(knowledge, 0).seen_slots(slots, viewer).slots)
        seen = Sight(knowledge).seen_slots(slots, viewer).slots
        for place in knowledge.told_places:
            if view.get(place.address) == {"hidden": True}:
                assert seen[place.slot] is HIDDEN


SIGNS = """
title: Signs
players: 1
game: {state: {n: {type: number, start: 3}}}
flow: {turn: {do: "choose k in 1..2", next: end}}
result: {score: n}
board: {column: {own: {text: "{n}: {n}; 1:2"}, said: {text: "Left: {n}"}}}
"""


def test_signs_stand_as_the_language_sets_them(tmp_path):
    """In a text that the pack has once for all languages; in one for this language they stand as written."""
    (tmp_path / "signs" / "locale").mkdir(parents=True)
    (tmp_path / "signs" / "pack.yaml").write_text(SIGNS.lstrip(), encoding="utf-8")
    text = 'texts: {board.column.said.text: "Reste:{n}"}\n'
    (tmp_path / "signs" / "locale" / "fr.yaml").write_text(text, encoding="utf-8")
    state = rulebed.load("signs", search=[tmp_path]).start(seed=1)
    shown = [[box["text"] for box in state.board(1, language)["boxes"]] for language in ("en", "fr")]
    assert shown == [["3: 3; 1:2", "Left: 3"], ["3 : 3 ; 1:2", "Reste:3"]]


def test_a_box_may_name_a_picture_that_says_the_same():
    """By the names that things have in the pack, in each language; it changes with what it names."""
    board = "board: {row: {p: {each: p in players, text: '{p}', sign: 'flag_{p}_{p.salt}'}}}"
    pack = TIDEWAY.partition("board:")[0] + board
    state = rulebed.load_text(pack).start(seed=1)
    for language in ("en", "fr"):
        assert [box["sign"] for box in state.board(1, language)["boxes"]] == ["flag_1_2", "flag_2_2"]
