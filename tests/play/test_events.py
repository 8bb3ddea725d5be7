"""Events tell what happened, to each player what that player may know."""

import json
import random

import pytest

import rulebed
from rulebed import RecordError

from .games import game
from .models import bids, cards, tic_tac_toe

HEAD = (
    "players: {min: 2, max: 2, state: {hand: hand of card, shown: row of card, wish: {type: number, seen_by: owner}}}\n"
)
PACK = (
    "title: Cellar\n"
    + HEAD
    + """
resources: {coin: {start: 2, high: 9, supply: 5}, gem: null}
kinds: {card: {instances: [ant, bee, cow, doe]}}
game: {state: {cellar: {type: deck of card, start: all}, bell: {type: number, story: false}, gate: number}}
flow:
  day:
    do: |
      PROGRAM
    next: end
result: {score: my.wish + my.coin + count(my.hand) + count(my.shown) + bell + gate}
"""
)


def told(program, taken=(), player=1, **more):
    """The state after these answers, and what it has told the player of them."""
    text = PACK.replace("PROGRAM", program.strip().replace("\n", "\n      "))
    state = rulebed.load_text(text).start(seed=1, events=True, **more)
    count = len(state.events(player=player))
    for one in taken:
        state.apply(one, player=state.decisions[0].player)
    return state, state.events(count, player)


def kinds(events):
    return [event["kind"] for event in events]


def test_events_say_who_decided_what_and_what_came_of_it():
    """Each with a number that it keeps, its cause, and what was there before and after."""
    state = game(tic_tac_toe()).start(events=True)
    assert state.events() == []
    state.apply("b2")
    cause = {"player": 1, "serial": 0, "address": "mark.c", "option": "b2"}
    first, mark, note, turn = state.events()
    assert first == {
        "number": 0,
        "cause": cause,
        "kind": "decide",
        "address": "mark.c",
        "changes": [],
        "text": "player 1: b2",
    }
    assert mark["changes"] == [{"fact": "cell.b2.mark", "before": None, "after": 1}]
    assert (note["kind"], note["about"], note["text"]) == ("mark", {"cell": "b2"}, "mark: b2")
    assert turn["changes"] == [{"fact": "game.turn", "before": 1, "after": 2}]
    assert [event["cause"] for event in (mark, note, turn)] == [cause] * 3
    state.apply("a1")
    assert [event["number"] for event in state.events(since=4)] == [4, 5, 6, 7]
    twin = state.clone()
    twin.apply("c3")
    assert (len(state.events()), len(twin.events())) == (8, 12)


def test_what_is_told_belongs_to_whoever_hears_it():
    """To change an event that one was given changes nothing of what is told later."""
    state = rulebed.load("dice_workers").start(seed=1, events=True)
    before = json.dumps(state.events(), default=dict)
    for event in state.events():
        for change in event["changes"]:
            change["after"] = "nonsense"
            if isinstance(change["before"], list):
                change["before"].append("nonsense")
        event["changes"].clear()
        event.get("what", {}) and event["what"].clear()
    assert json.dumps(state.events(), default=dict) == before


def test_what_is_drawn_is_told_to_who_drew_it():
    """Others learn that a card has left the deck; both hear of it once."""
    state = game(cards()).start(seed=1, events=True)
    state.apply("pass")
    drawn = state.view(1)["fields"]["player.1.hand"][-1]
    mine, theirs = (
        [one for one in state.events(player=seat) if one["kind"] == "draw" and "about" in one][-1] for seat in (1, 2)
    )
    assert mine["about"] == {"player": 1, "card": drawn}
    assert (theirs["about"], theirs["text"]) == ({}, "draw")
    assert len(state.events(player=1)) == len(state.events(player=2))


def test_a_move_tells_what_from_where_and_to_where():
    """As far as somebody sees one of both ends; a card that is drawn and then put down moves once."""
    _, mine = told("draw from cellar into my.hand\nchoose n in 1..2\nput first(my.hand) in my.shown", ["1"])
    put = mine[-1]
    assert (put["kind"], put["piece"], put["count"]) == ("put", "card", 1)
    assert (put["from"], put["to"]) == ("player.1.hand", "player.1.shown")
    assert put["changes"] == [
        {"fact": "player.1.hand", "before": put["what"], "after": []},
        {"fact": "player.1.shown", "before": [], "after": put["what"]},
    ]
    state, _ = told("draw from cellar into my.hand\nchoose n in 1..2")
    (theirs,) = state.events(player=2)
    assert (theirs["what"], theirs["count"], theirs["to"]) == ([], 1, "player.1.hand")
    assert theirs["changes"][1] == {"fact": "player.1.hand", "before": {"count": 0}, "after": {"count": 1}}
    assert theirs["text"] == "player 1 draws 1 card"


def test_a_card_that_nobody_holds_while_somebody_decides_has_left_its_place():
    """It moves from its place to none, and then from none to where it is put."""
    _, events = told("choose n in 1..2\ndraw from cellar as c\nchoose m in 1..2\nput c in my.shown", ["1", "1"])
    assert [(one["from"], one["to"]) for one in events if "from" in one] == [
        ("game.cellar", None),
        (None, "player.1.shown"),
    ]


def test_gains_and_payments_say_where_it_came_from_and_went():
    """One event for what a player has and for the supply: both have changed, and are told once."""
    _, events = told("choose n in 1..2\ngain 2 coin\npay 1 coin otherwise nothing\nlose 0 coin", ["1"])
    _, gain, pay = events
    assert (gain["what"], gain["count"], gain["from"], gain["to"]) == (
        "coin",
        2,
        "resource.coin.supply",
        "party.1.stock.coin",
    )
    assert [change["fact"] for change in gain["changes"]] == ["party.1.stock.coin", "resource.coin.supply"]
    assert (pay["kind"], pay["from"], pay["to"]) == ("pay", "party.1.stock.coin", "resource.coin.supply")


def test_each_write_is_told_and_what_changes_nothing_is_not():
    """`set`, `add` and what the engine writes itself; bookkeeping is told by events and left out of the story."""
    state, events = told("choose n in 1..2\nadd 2 to gate\nset gate to 2\nadd 1 to bell", ["1"])
    assert kinds(events) == ["decide", "add", "add"]
    assert state.story(player=1) == ["Gate is now 2."]
    assert events[-1]["text"] == "bell is now 1"
    assert state.events(player=1, language="fr")[-1]["text"] == "bell : 1"


STALL = """
title: Stall
players: {min: 2, max: 2, state: {purse: row of coin}}
resources: {point: null}
kinds:
  coin: {alike: true, data: {known: number}, state: {place: number}}
  spot: {instances: [here, there], state: {place: number, known: number}}
coins: {copper: {known: 1}, tin: {known: 2}}
game: {state: {bag: {type: bag of coin, start: [copper, copper, tin]}}}
flow:
  day:
    do: |
      draw from bag into my.purse
      choose s in spots
      add 1 to s.place
      set s.known to 3
      add 2 to tin.place
      put first(my.purse) in bag
      gain s.place + copper.known + tin.place point
    next: end
result: {score: me.point}
"""


def test_facts_of_things_that_lie_nowhere_are_told_whatever_they_are_called():
    """A pack may keep a `place` of things, and who has `known` them."""
    state = rulebed.load_text(STALL).start(seed=1, events=True)
    count = len(state.events(player=2))
    state.apply("there")
    changes = [one for event in state.events(count, player=2) for one in event["changes"]]
    assert [(one["fact"], one["after"]) for one in changes if one["fact"].startswith(("spot", "coin"))] == [
        ("spot.there.place", 1),
        ("spot.there.known", 3),
        ("coin.tin.place", 2),
    ]
    assert state.scores == (4, 0)


def test_what_is_hidden_is_told_to_those_who_see_it():
    """Whoever does not see a fact hears nothing of it, nor of what was taken for it."""
    state, events = told("choose n in 1..5\nset my.wish to n\nchoose m in 1..2", ["4"])
    assert [one["changes"] for one in events if one["kind"] == "set"] == [
        [{"fact": "player.1.wish", "before": 0, "after": 4}]
    ]
    assert events[0]["cause"]["option"] == "4"
    (theirs,) = state.events(player=2)
    assert (theirs["kind"], theirs["cause"]["option"], theirs["text"]) == ("decide", None, "player 1 decides")


def test_a_write_leads_on_from_what_was_shown_last_of_its_fact():
    """Also where a viewer has come to see it, or sees it no longer, since the last decision."""
    steps = ["gain 1 coin", "add 2 to my.wish", "choose n in 1..2", "lose 1 coin", "add 4 to my.wish"]
    text = PACK.replace("seen_by: owner", "seen_by: viewer.coin > 2").replace("PROGRAM", "\n      ".join(steps))
    state = rulebed.load_text(text).start(seed=1, events=True)
    state.apply("1")
    wish = [
        (event["kind"], change["before"], change["after"])
        for event in state.events(player=1)
        for change in event["changes"]
        if change["fact"] == "player.1.wish"
    ]
    assert wish == [("add", {"hidden": True}, 2), ("hidden", 2, {"hidden": True})]


def test_what_is_looked_at_or_shown_says_what_is_known_since():
    """Of a pile that somebody doesn't see into, the cards that are known stand in what is shown of it."""
    program = "draw 2 from cellar into next(me).hand\nchoose n in 1..2\nlook at first(next(me).hand)\n"
    state, events = told(program + "show last(next(me).hand)", ["1"])
    look, show = (next(one for one in events if one["kind"] == kind) for kind in ("look", "show"))
    first, last = look["about"]["what"], show["about"]["what"]
    hidden, known = {"count": 2}, {"count": 2, "known": [first]}
    assert look["changes"] == [{"fact": "player.2.hand", "before": hidden, "after": known}]
    assert show["changes"] == [
        {"fact": "player.2.hand", "before": known, "after": {"count": 2, "known": [first, last]}}
    ]
    theirs = [one for one in state.events(player=2) if one["kind"] in {"look", "show"}]
    assert [(one["about"], one["changes"]) for one in theirs] == [({}, []), ({"what": last}, [])]


def test_what_is_told_in_secret_stays_there_until_all_have_answered():
    """Then it is told by what it has come to, seat by seat, whoever was first to answer."""
    state, _ = told("secretly each p in players:\n  choose n in 1..5\n  set p.wish to n\n  gain 4 gem")
    state.apply("4", player=2)
    assert kinds(state.events(player=2)) == ["decide", "set", "gain"]
    assert state.events(player=1) == state.events() == []
    state.apply("3", player=1)
    assert kinds(state.events(player=1)) == ["decide", "set", "gain", "set"]
    assert state.events(player=1)[-1]["cause"] is None
    assert state.events(player=1)[-1]["changes"] == [{"fact": "party.2.stock.gem", "before": 0, "after": 4}]
    assert [one["changes"][0]["fact"] for one in state.events()] == ["party.1.stock.gem", "party.2.stock.gem"]


def test_a_roll_that_goes_into_a_fact_is_told_to_those_who_see_it():
    """The others hear that something was rolled, and for what; one event says what came and what is there now."""
    state, _ = told(
        "each p in players: roll 1..6 into p.wish\nroll 3..3 into gate\nroll 3..3 into gate\nchoose n in 1..2"
    )
    for viewer in (None, 1, 2):
        rolls = [one for one in state.events(player=viewer) if one["kind"] == "roll"]
        assert [one["to"] for one in rolls] == ["player.1.wish", "player.2.wish", "game.gate", "game.gate"]
        for seat, one in enumerate(rolls[:2], 1):
            wish = state.fields[f"player.{seat}.wish"]
            mine = [{"fact": f"player.{seat}.wish", "before": 0, "after": wish}]
            assert (one["about"], one["changes"]) == (({"face": wish}, mine) if seat == viewer else ({}, []))
        assert [(one["about"], len(one["changes"])) for one in rolls[2:]] == [({"face": 3}, 1), ({"face": 3}, 0)]
    assert state.story(player=2)[0] == "The dice are rolled for wish of player 1."
    assert state.story(player=2, language="fr")[0] == "On lance les dés pour wish du joueur 1."
    assert state.story(player=2)[2] == "3 is rolled for gate."


def test_what_a_branch_in_secret_begins_with_is_heard_by_its_own_seat():
    """Nobody hears what others roll before they are first asked, nor where nobody is asked at all."""
    state, _ = told("secretly each p in players:\n  roll 1..6 as n\n  set p.wish to n\nchoose n in 1..2")
    assert [kinds(state.events(player=seat)) for seat in (1, 2)] == [["roll", "set"]] * 2
    assert state.events() == []
    assert state.game.restore(state.save()).events(player=1) == state.events(player=1)


def test_what_a_model_tells_in_secret_is_heard_by_one():
    """What follows the block is for everybody."""
    state = game(bids()).start(events=True)
    for taken in ("4", "yes"):
        state.apply(taken, player=2)
    assert "bid" in kinds(state.events(player=2))
    assert state.events(player=1) == state.events() == []
    for taken in ("3", "yes"):
        state.apply(taken, player=1)
    assert all("reveal" in kinds(state.events(player=viewer)) for viewer in (None, 1, 2))
    assert "bid" not in kinds(state.events())


def test_to_take_back_is_an_event_of_its_own():
    """Numbers are never given again; what is shown otherwise stands in that event."""
    state, events = told("choose n in 1..2\nadd 1 to gate\nchoose m in 1..2", ["1"])
    state.undo(1)
    assert state.events(player=1)[: len(events)] == events
    undo = state.events(player=1)[-1]
    assert (undo["kind"], undo["player"], undo["number"], undo["cause"]) == ("undo", 1, len(events), None)
    assert undo["changes"] == [{"fact": "game.gate", "before": 1, "after": 0}]
    state.apply("2")
    assert [one["number"] for one in state.events(player=1)] == list(range(len(state.events(player=1))))
    assert state.events(player=1)[len(events) + 1]["cause"]["serial"] == 0


def test_a_restored_game_has_its_events_and_their_numbers():
    """What was taken back included, and in every language."""
    state, _ = told("choose n in 1..2\nadd 1 to gate\nchoose m in 1..2\nadd m to gate", ["1"])
    state.undo(1)
    state.apply("2")
    again = state.game.restore(state.save())
    for viewer in (None, 1, 2):
        assert again.events(player=viewer) == state.events(player=viewer)
        assert again.story(player=viewer, language="fr") == state.story(player=viewer, language="fr")
    for one in (state, again):
        one.apply("2")
    assert again.events() == state.events()


def test_where_the_steps_lead_elsewhere_numbers_go_on():
    """What was told is lost with the old rules; what comes has numbers that were never given."""
    state, _ = told("choose n in 1..2\nadd 1 to gate\nchoose m in 1..2\nadd m to gate", ["1"])
    count = len(state.events(player=1))
    changed = rulebed.load_text(
        PACK.replace("PROGRAM", "choose n in 1..2\n      add 2 to gate\n      choose m in 1..2")
    )
    again = changed.restore(state.save())
    assert again.events(player=1) == []
    again.apply("1")
    assert [event["number"] for event in again.events(player=1)][:1] == [count]
    assert again.events(count + 1, player=1) == again.events(player=1)[1:]


@pytest.mark.parametrize("counts", [7, ["many"], [1], [-1, 0, 0], [99, 99, 99]])
def test_numbers_of_events_in_a_save_that_cannot_be_are_refused(counts):
    """A save is what a stranger can send."""
    state, _ = told("choose n in 1..2")
    whole = json.loads(state.save())
    whole["told"]["events"] = counts
    with pytest.raises(RecordError, match=r"`told.events(\[0\])?` in the save can't be"):
        state.game.restore(json.dumps(whole))


def test_a_dealt_state_remembers_what_its_viewer_was_told():
    """Others have heard there what everybody has."""
    state, _ = told("draw from cellar into my.hand\nchoose n in 1..5\nset my.wish to n\nchoose m in 1..2", ["4"])
    other = state.resample(1, seed=3)
    assert other.events(player=1) == state.events(player=1)
    assert other.events(player=2) == other.events() == state.events()
    other.apply("1")
    state.apply("1")
    assert other.events(player=1) == state.events(player=1)


def test_nobody_listens_unless_asked():
    """A game without events has none, and no log."""
    state = game(tic_tac_toe()).start()
    state.apply("b2")
    assert state.events() == []
    assert state.story() == []
    assert state.log is None


def test_two_pieces_that_are_alike_leave_one_after_the_other():
    """What is told between a piece's leaving and the next rest takes no other piece along."""
    text = """
title: Box
players: {min: 2, max: 2, state: {box: row of bead}}
kinds: {bead: {alike: true, instances: [red, blue]}}
events: {rattle: {}}
flow:
  fill: {do: "each n in 1..3: put red in my.box", next: day}
  day:
    do: |
      choose n in 1..2
      remove first(my.box) from my.box
      raise rattle
      choose m in 1..2
    next: end
result: {score: count(my.box)}
"""
    state = rulebed.load_text(text).start(seed=1, events=True)
    assert state.view()["fields"]["player.1.box"] == ["red", "red", "red"]
    count = len(state.events())
    state.apply("1")
    (change,) = [change for event in state.events(count) for change in event["changes"]]
    assert (len(change["before"]), len(change["after"])) == (3, 2)
    assert state.view()["fields"]["player.1.box"] == change["after"]


def test_what_was_told_in_other_games_changes_nothing():
    """What happens in the open is worked out once for all games: a game that comes later tells the same."""
    later = rulebed.load("dice_workers")
    for seed in range(12):
        played(later, seed)
    for seed in (3, 12):
        assert played(later, seed) == played(rulebed.load("dice_workers"), seed)


def played(loaded, seed):
    """All that is told of a random game, to a player and to who looks on."""
    luck, state = random.Random(seed), loaded.start(seed=seed, events=True)
    while not state.over:
        state.apply(luck.choice(state.decision.options))
    return state.events(player=1), state.events()
