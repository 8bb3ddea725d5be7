"""Saves go on where they stopped, records lead where they led, and both say what is wrong with them."""

import json
import random
import re

import pytest

import rulebed
from rulebed.play.rules.errors import RecordError, SetupError
from rulebed.play.saving.differing import same
from rulebed.play.saving.record import parsed

from .games import game
from .models import ALL, bids, cards, tic_tac_toe


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ALL)
def test_saves_and_records_lead_back_at_every_decision(name, chance):
    ours, again = game(ALL[name]()), game(ALL[name]())
    state, chooser = ours.start(seed=3, chance=chance), random.Random(5)
    while not state.over:
        for back in (again.restore(state.save()), again.replay(state.record)):
            assert back == state
            assert back.digest == state.digest
            assert [back.view(p) for p in (None, 1, 2)] == [state.view(p) for p in (None, 1, 2)]
        decision = chooser.choice(state.decisions)
        state.apply(chooser.choice(decision.options), player=decision.player)
    assert again.restore(state.save()).scores == state.scores


def test_a_restored_game_goes_on_and_can_be_taken_back():
    ours = game(bids())
    state = ours.start(undo="free")
    state.apply("3", player=2)
    back = ours.restore(state.save())
    back.undo(2)
    assert back == ours.start()
    with_secrets = ours.restore(state.save())
    assert with_secrets.view(1) == ours.start().view(1)
    assert with_secrets.view(2) == state.view(2)


def test_a_record_is_lines_of_json():
    state = game(tic_tac_toe(), hashes={"tic_tac_toe": "abc"}).start(seed=7)
    state.apply("b2")
    header, first = map(json.loads, state.record.splitlines())
    assert (header["game"], header["seed"], header["contents"]) == ("tic_tac_toe", 7, {"tic_tac_toe": "abc"})
    assert first == [1, "mark.c", "b2"]


def test_a_record_of_other_content_names_where_the_games_part():
    state = game(cards(), hashes={"cards": "old"}).start(seed=1, chance="explicit")
    for taken in ("ant", "bee", "cat", "dog"):
        state.apply(taken)
    lines = state.record.replace('"cat"', '"ant"')
    with pytest.raises(
        RecordError, match=r"parts from decision 3 of the record \(`ant` by player 0 at `draw.c`\)"
    ) as found:
        game(cards(), hashes={"cards": "new"}).replay(lines)
    assert "it offers `cat`, `dog`" in str(found.value)
    assert str(found.value).endswith("(changed since: cards)")


def header(**changed):
    """The first line of a record of this game, with something else in it."""
    return json.dumps({**json.loads(game(cards()).start().record.splitlines()[0]), **changed})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the record is empty"),
        ("{", "line 1 of the record is no JSON"),
        ("[]", "this is no rulebed record"),
        ('{"rulebed_record": 1}', "the header has no `game`"),
        ('{"rulebed_record": 1, "game": 7}', "`game` in the header can't be 7"),
        (header(options={"goal": [20]}), "`options` in the header can't be"),
        (header(options={"goal": "20"}), "the game can't be started so: .* has no option `goal`"),
        (header(players=9), "the game can't be started so: .* not for 9"),
        (header(given={"game.turn": []}), "the game can't be started so: "),
        (header(given={"game.deck": 5}), "the game can't be started so: "),
    ],
)
def test_what_is_no_record_is_refused(text, message):
    with pytest.raises(RecordError, match=message):
        game(cards()).replay(text)


def test_what_is_no_save_of_this_game_is_refused():
    state = game(tic_tac_toe()).start()
    with pytest.raises(RecordError, match="this belongs to `tic_tac_toe`, not to `cards`"):
        game(cards()).restore(state.save())
    with pytest.raises(RecordError, match="the save is no JSON"):
        game(cards()).restore(state.save()[:-5])
    broken = json.loads(state.save())
    del broken["state"]
    with pytest.raises(RecordError, match="doesn't fit the game as it is now"):
        game(tic_tac_toe()).restore(json.dumps(broken))


def tampered(state, change):
    whole = json.loads(state.save())
    change(whole)
    return json.dumps(whole)


def test_a_save_that_was_made_up_is_refused():
    ours = game(cards())
    state = ours.start(seed=1)
    changes = {
        "can't be 99": lambda whole: whole["state"]["fields"].update({"game.turn": 99}),
        'can\'t be "all": it is a list of blocks': lambda whole: whole["state"]["fields"].update({"game.deck": "all"}),
        "can't be 0.5": lambda whole: whole["state"]["fields"].update({"game.turn": 0.5}),
        "the luck of `game.deck.0` can.t be .x.: it is a text": lambda whole: whole["state"]["luck"].update(
            {"game.deck.0": "x"}
        ),
        "which these rules don't have": lambda whole: whole["state"]["fields"].update({"game.moon": 1}),
        "doesn't fit the game as it is now: `kinds` in it can't be 7": lambda whole: whole.update({"kinds": 7}),
        "there is no player 5": lambda whole: whole["record"].append([5, "draw.c", "ant"]),
        "decision 1 is no list": lambda whole: whole.update(record=[[1.5, "draw.c", "ant"]]),
    }
    for message, change in changes.items():
        with pytest.raises(RecordError, match=message):
            ours.restore(tampered(state, change))


def test_a_seed_may_be_a_text_that_nobody_guesses():
    """It stays a text in saves and records, rolls otherwise than any number, and no other text is one."""
    ours, seed = game(cards()), "0123456789abcdef" * 2
    state = ours.start(seed=seed)
    assert state.seed == seed
    assert ours.restore(state.save()) == ours.replay(state.record) == state == ours.start(seed=seed)
    assert state.save() != ours.start(seed=int(seed, 16)).save()
    for wrong in ("7", seed.upper(), seed + "0", seed + "\n"):
        with pytest.raises(SetupError, match="`seed` as a text should have 32 hexadecimal digits"):
            ours.start(seed=wrong)
        with pytest.raises(RecordError, match="`seed` in the header can't be"):
            ours.restore(tampered(state, lambda whole, wrong=wrong: whole.update(seed=wrong)))


def test_a_save_knows_when_its_cards_have_been_renumbered():
    ours = game(cards())
    state = ours.start(seed=1)
    fewer = tampered(state, lambda whole: whole["kinds"]["card"].pop())
    assert ours.restore(fewer) == state
    with pytest.raises(RecordError, match="its card `bat` is gone, or others now stand before it"):
        ours.restore(tampered(state, lambda whole: whole["kinds"]["card"].insert(1, "bat")))


SHELVES = """\
title: Shelves
players: 2
kinds: {hat: {instances: [bowler, cap]}, coat: {instances: [cape, parka]}}
game:
  state:
    hat_stock: {type: deck of hat, start: all}
    coat_stock: {type: deck of coat, start: all}
    peg: row of hat
    rail: row of coat
procedures: {fill: {takes: {stock: place, goal: place}, do: draw from stock into goal}}
flow: {turn: {do: "fill(hat_stock, peg); fill(coat_stock, rail); choose n in 1..2", next: end}}
result: {score: 0}
"""


def test_a_save_knows_the_pieces_of_each_kind_that_one_program_draws():
    """A procedure that takes places stands for one of each kind; what was drawn in any of them is found again."""
    ours = rulebed.load_text(SHELVES)
    state = ours.start(seed=1, chance="explicit")
    for wanted in ("cap", "parka", "2"):
        assert ours.restore(state.save()) == state
        state.apply(wanted)
    assert ours.restore(state.save()) == state


COUNTED = """\
name: pack
title: T
players: 2
resources: {coins: {start: 5}}
kinds: {card: {count: 4}, die: {plural: dice, count: 2, state: {n: {type: number 1..6}}}}
game: {state: {stock: {type: deck of card, start: all}, row: row of card, round: {type: number 0..9}}}
laws: {cards: count(row) + count(stock) is 4}
flow:
  turn:
    do: |
      choose n in 1..2
      draw from stock into row
      each x in 1..2: choose m in 1..3; gain m coins
    next: [{if: no stock, to: end}, {otherwise: turn}]
result: {score: me.coins}
"""


def fields(**changed):
    """A change of fields; `__` stands for a point."""
    return lambda whole: whole["state"]["fields"].update({k.replace("__", "."): v for k, v in changed.items()})


def first_link(whole):
    """The outermost effect that waits."""
    return whole["state"]["frames"]["chain"][0]


IMPOSSIBLE = {
    "`party.1.stock.coins` can't be -5: it is never less than 0": fields(party__1__stock__coins=-5),
    "`game.round` can't be 99: it goes from 0 to 9": fields(game__round=99),
    "`die.1.n` can't be 99: it goes from 1 to 6": fields(die__1__n=99),
    "it has no field `party.2.stock.coins`": lambda whole: whole["state"]["fields"].pop("party.2.stock.coins"),
    "it has no luck for `game.stock.0`": lambda whole: whole["state"].update(luck={}),
    "can't be 0: the card `2` lies nowhere, so it is -1": fields(game__stock=[]),
    "the save has 9 for `game.round`, but its record leads to 0": fields(game__round=9),
    "99 for `frames.chain\\[0\\].locals.#items1`, but its record leads to": lambda whole: first_link(whole)[
        "locals"
    ].update({"#items1": 99}),
    "`state.fields` can't be null": lambda whole: whole["state"].update(fields=None),
    "`state` in it can't be \\[1\\]": lambda whole: whole.update(state=[1]),
    "the game parts from decision 1 .* it offers `1`, `2`": lambda whole: whole["record"][0].__setitem__(2, "7"),
    "decision 1 .* there is no player 7": lambda whole: whole["record"][0].__setitem__(0, 7),
    "decision 1 .* it waits for player 1": lambda whole: whole["record"][0].__setitem__(0, 2),
    "decision 3 .* it has come to": lambda whole: whole["record"].append([1, "flow.turn.n", "1"]),
    "`flow.turn.n`|its record leads|doesn't lead": lambda whole: whole.update(seed=2),
    "`seed` in the header can't be 1.5": lambda whole: whole.update(seed=1.5),
    "`seed` in the header can't be true": lambda whole: whole.update(seed=True),
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_a_save_that_can_not_be_is_refused_by_what_can_not_be(message):
    """It names the address, the value and what would be right; by these very rules it is the record that tells."""
    ours = rulebed.load_text(COUNTED)
    state = ours.start(seed=1)
    state.apply("1")
    state.apply("3")
    with pytest.raises(RecordError, match=message):
        ours.restore(tampered(state, IMPOSSIBLE[message]))


def whereabouts(changed, card):
    """The address of where a card is, as it knows it."""
    return next(address for address in changed if address.startswith(f"card.{card}.place"))


def strayed(whole):
    """A card knows nothing of where it lies."""
    changed = whole["state"]["fields"]
    changed[whereabouts(changed, 1)] = -1


def lost(whole, place):
    """All cards of a place are gone, and know it."""
    changed = whole["state"]["fields"]
    for block in changed[place]:
        changed.update({whereabouts(changed, number + 1): -1 for number in block})
    changed[place] = []


CHANGED = {
    "the law `cards` doesn't hold in it": lambda whole: lost(whole, "game.stock"),
    "`party.1.stock.coins` can't be -5": fields(party__1__stock__coins=-5),
    "its rules can't go on from what waits": lambda whole: first_link(whole)["locals"].update({"#items1": 99}),
    'can\'t be "x": it is a whole number, or a list': lambda whole: first_link(whole)["locals"].update({"m": "x"}),
    "the save stands at `flow.moon`": lambda whole: first_link(whole).update(at="flow.moon"),
    "`state.frames.chain` can't be \\[\\]": lambda whole: whole["state"]["frames"].update(chain=[]),
    "it is in `game.stock` and `game.row`|it is in `game.row` and": fields(game__stock=[[0, 1, 2]], game__row=[2]),
    "can't be -1: the card `1` lies in `game": strayed,
}


@pytest.mark.parametrize("message", CHANGED)
def test_a_save_of_other_rules_is_looked_at_part_by_part(message):
    """Where its record may lead elsewhere, what it holds has to be possible by itself."""
    ours = rulebed.load_text(COUNTED)
    state = ours.start(seed=1)
    state.apply("1")
    assert ours.restore(tampered(state, of_before)) == state
    with pytest.raises(RecordError, match=message):
        ours.restore(tampered(state, lambda whole: of_before(whole) or CHANGED[message](whole)))


def of_before(whole):
    """The content of a save is another one than today."""
    whole["contents"]["pack"] = "before"


def test_a_save_from_which_somebody_would_be_stuck_is_refused():
    """Two seats can't both wait for what one of them does: the second would find nothing left."""
    ours = game(bids())
    whole = json.loads(ours.start().save())
    whole["contents"] = {"bids": "old"}
    assert ours.restore(json.dumps(whole)) == ours.start()
    for state in (whole["state"], whole["before_secrets"]["state"]):
        for link in state["frames"]["branches"].values():
            link[0]["locals"]["p"] = 0
        state["fields"]["player.1.hand"] = [1]
    with pytest.raises(RecordError, match=r"would have nothing to choose at `bid.card`|can't go on from what waits"):
        ours.restore(json.dumps(whole))


def test_all_that_can_not_be_is_said_at_once():
    """Who mends a save by hand isn't sent from one slip to the next."""
    ours = rulebed.load_text(COUNTED)
    with pytest.raises(RecordError) as found:
        ours.restore(tampered(ours.start(), fields(game__round=99, die__1__n="six", game__moon=1)))
    assert [part in str(found.value) for part in ("`game.round`", "`die.1.n`", "`game.moon`")] == [True] * 3


def test_a_dealt_state_stays_one_that_was_dealt():
    """A restored one has no record either, since none leads to it."""
    ours = rulebed.load_text(COUNTED)
    again = ours.restore(ours.start(seed=1).resample(1, seed=3).save())
    with pytest.raises(RecordError, match="was dealt, not played"):
        _ = again.record


def test_a_state_that_was_taken_up_goes_into_saves_and_out_again():
    """Where its content has changed and its record leads elsewhere, the game begins where it was saved."""
    state = rulebed.load_text(COUNTED).start(seed=1, events=True)
    for taken in ("1", "3"):
        state.apply(taken)
    changed = rulebed.load_text(COUNTED.replace("gain m coins", "gain m + 1 coins"))
    taken_up = changed.restore(state.save())
    assert taken_up.fields["party.1.stock.coins"] == 8
    for _ in range(2):
        again = changed.restore(taken_up.save())
        assert again == taken_up
        assert again.save() == taken_up.save()
        assert [again.history(seat) for seat in (None, 1)] == [taken_up.history(seat) for seat in (None, 1)]
        assert again.events() == taken_up.events()
        taken_up.apply("1")
    with pytest.raises(rulebed.IllegalAction, match="has decided nothing yet"):
        changed.restore(state.save()).undo(1)


def test_a_dealt_state_is_read_by_the_very_rules_that_it_was_dealt_by():
    """What its seat had lived through are numbers of the compiled rules."""
    ours = rulebed.load_text(COUNTED)
    dealt = ours.start(seed=1).resample(1, seed=3)
    with pytest.raises(RecordError, match=r"was dealt, .* by can read .*changed since: pack"):
        ours.restore(tampered(dealt, of_before))
    with pytest.raises(RecordError, match="only the very rules that it is of can read that"):
        ours.restore(tampered(dealt, lambda whole: whole["origin"].update(rules="0" * 32)))


PLAYERS = '"players": 2'
MOON = "0123456789abcdef"
ODD = {  # by what is said of it, a piece of a save and what stands there instead
    'the save has "players" twice in one mapping': (PLAYERS, f"{PLAYERS}, {PLAYERS}"),
    'there is no "moon" in a rulebed save': (PLAYERS, f'{PLAYERS}, "moon": 2'),
    "`players` in the header can't be NaN": (PLAYERS, '"players": NaN'),
    "`players` in the header can't be 2.0": (PLAYERS, '"players": 2.0'),
    "nested too deep to be read": ('"record": []', '"record": ' + "[" * 300 + "]" * 300),
    "it has `told`, and nobody listens": (PLAYERS, f'{PLAYERS}, "told": {{}}'),
    "`before_secrets` in the save has no `decided`": (PLAYERS, f'{PLAYERS}, "before_secrets": {{"state": 1}}'),
    "`before_secrets` in the save can't be 1": (PLAYERS, f'{PLAYERS}, "before_secrets": 1'),
    "`origin` in the save can't be 1": (PLAYERS, f'{PLAYERS}, "origin": 1'),
    '`preset` in the header can\'t be "moon"': ('"preset": ""', '"preset": "moon"'),
    "`die.1.n` can't be true: a number goes by a whole number": ('"die.1.n": 1', '"die.1.n": true'),
    "its state can't have `moon`": ('"fields": {', '"moon": 1, "fields": {'),
    "`state.frames` can't have `moon`": ('"chain": [', '"moon": 1, "chain": ['),
    f'the save has "{MOON}" for `moon`, but its record leads to nothing': (
        '"luck": {',
        f'"luck": {{"moon": "{MOON}", ',
    ),
}


@pytest.mark.parametrize("message", ODD)
def test_a_save_has_what_a_save_has_once_and_nothing_else(message):
    """What would be passed over is refused, too."""
    text = rulebed.load_text(COUNTED).start(seed=1).save()
    changed = text.replace(*ODD[message])
    assert changed != text
    with pytest.raises(RecordError, match=re.escape(message)):
        rulebed.load_text(COUNTED).restore(changed)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ([2, "flow.turn.n", "1"], r"decision 1 .* no decision of that player: it waits for player 1 at `flow.turn.n`"),
        ([3, "flow.turn.n", "1"], r"decision 1 .* there is no player 3"),
        ([1, "flow.turn.n", "9"], r"decision 1 .* it offers `1`, `2`"),
        ([1, "flow.moon", "1"], r"decision 1 .* it has come to `flow.turn.n`"),
        ([1, 5, "1"], "decision 1 is no list of a player"),
    ],
)
def test_a_record_that_can_not_be_is_refused_with_the_decision(step, message):
    """Each refusal says at which decision, and what there is instead."""
    ours = rulebed.load_text(COUNTED)
    with pytest.raises(RecordError, match=message):
        ours.replay(ours.start().record + json.dumps(step))


def test_a_record_that_goes_on_after_the_end_is_refused():
    """No decision comes after the last."""
    ours = game(tic_tac_toe())
    state = ours.start()
    while not state.over:
        state.apply(state.decision.options[0])
    with pytest.raises(RecordError, match="no decision of that player: it is over"):
        ours.replay(state.record + json.dumps([1, "mark.c", "b2"]))


FAIR = """title: Fair
players: 2
resources: {silver: {start: 0}}
events: {fair: {order: owner, about: {prize: number}}}
kinds: {hut: {instances: [red, blue], held: me is active}}
huts: {red: {on: {fair: gain prize silver}}, blue: {on: {fair: gain silver_too silver}}}
values: {silver_too: 5}
flow: {day: {do: raise fair(3), next: end}}
result: {score: me.silver}
"""


def test_a_save_of_before_goes_on_where_the_engine_kept_locals_of_its_own():
    """Their names could be those of a program then; what they stood for is still read."""
    state = rulebed.load_text(FAIR).start(seed=1)
    text = state.save()
    before = re.sub(r'"(left|seat|taken):"', r'"\1"', text)
    assert before != text
    again = rulebed.load_text(FAIR).restore(before)
    assert again == state
    again.apply(again.decision.options[0])
    assert again.scores == (8, 0)


@pytest.mark.parametrize(
    ("saved", "now"), [("[1]", [True]), ("[[1], 0]", [[1], False]), ("[1e5]", ["1e5"]), ('{"a": true}', {"a": 1})]
)
def test_what_equals_something_of_another_type_is_not_the_same(saved, now):
    """Nor is a number with an exponent the text of its digits."""
    found = parsed(saved, "the save")
    assert found == now
    assert not same(found, now)
    assert same(found, parsed(saved, "the save"))
