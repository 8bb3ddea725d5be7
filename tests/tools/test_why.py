"""Why an option is offered or not: its words, where each way on ends, and nothing that the asker may not know."""

import json
from random import Random

import pytest

import rulebed
from rulebed import packs
from rulebed.oracle.tracing import dead_ends
from rulebed.packs.places import search_path
from rulebed.pipeline.models import Models
from rulebed_tools.inquiry.following import followed
from rulebed_tools.inquiry.reasons import Court

MARKET = """\
name: market
title: Market
players: 2
kinds:
  ware: {data: {price: number}, programs: {bonus: {default: nothing}}}
wares:
  apple: {price: 3, bonus: gain 1 token}
  pear: {price: 5}
resources:
  coin: {start: 2}
  token:
procedures:
  trade: {do: pay 1 token; gain 2 coin}
flow:
  turn:
    do:
      act:
        pick: {up_to: 2}
        options:
          shop: choose w in wares; pay w.price coin; do w.bonus
          deal: {when: me.coin >= 2 and can do trade, do: trade}
          save: gain 1 coin
          gamble: {do: "roll 1..6 as face; gain face coin"}
      pass_on: set active to next(me)
    next: [{if: me.coin > 20, to: end}, {otherwise: turn}]
result: {score: me.coin}
"""
HANDS = """\
name: hands
players: {min: 2, max: 2, state: {hand: hand of card}}
kinds: {card: {data: {worth: number}}}
cards: {ace: {worth: 3}, king: {worth: 2}, queen: {worth: 1}, jack: {worth: 1}}
resources: {chip: {start: 1}}
game: {state: {shown: row of card}}
flow:
  turn:
    do:
      pick: 1
      options:
        show: choose c in my.hand where worth > 2; put c in shown
        raise: pay 2 chip
        rest: nothing
    next: end
result: {score: me.chip}
"""


@pytest.fixture
def market(own_packs):
    """A pack, and a layer that makes apples dear."""
    (own_packs / "market.yaml").write_text(MARKET, encoding="utf-8")
    (own_packs / "market" / "layers").mkdir(parents=True)
    layer = "patch:\n  flow.turn.act.options.save: pay 9 coin\n"
    (own_packs / "market" / "layers" / "dear.yaml").write_text(layer, encoding="utf-8")
    return own_packs


def save(folder, reference, *taken):
    """A saved game and its record after some decisions."""
    state = rulebed.load(reference, search=[folder]).start(seed=1)
    for option in taken:
        state.apply(option)
    (folder / "game.json").write_text(state.save(), encoding="utf-8")
    (folder / "game.record").write_text(state.record, encoding="utf-8")


def options(rulebed_, *words):
    """The options of the first decision, by id."""
    code, printed, complaint = rulebed_("why", *words, "--json")
    assert code == 0, complaint
    return {one["id"]: one for one in json.loads(printed)[0]["options"]}


@pytest.mark.parametrize("file", ["game.json", "game.record"])
def test_each_way_on_is_followed_to_its_end(rulebed, market, file):
    """What is chosen on the way is named, with the values of the guard that fails there."""
    save(market, "market")
    (shop,) = options(rulebed, file, "shop").values()
    assert shop["status"] == "refused"
    assert shop["does"] == "Choose a ware. Pay coin equal to the price of the ware. Resolve the bonus of the ware."
    (reason,) = shop["reasons"]
    assert (reason["reason"], reason["ways"], reason["example"]) == ("enough coin", 2, ["apple"])
    assert (reason["file"], reason["line"], reason["layer"]) == ("market.yaml", 20, "market")
    assert reason["text"] == "pay w.price coin"
    assert reason["values"] == {"party.1.stock.coin": 2}


def test_a_question_is_followed_to_what_cannot_be_done(rulebed, market):
    """Where `can` fails, the reason is what can't be got through in there."""
    save(market, "market")
    (reason,) = options(rulebed, "game.json", "deal")["deal"]["reasons"]
    assert (reason["reason"], reason["text"], reason["line"]) == ("enough token", "pay 1 token", 13)


def test_the_layer_that_set_a_guard_is_named(rulebed, market):
    """The option was changed by it."""
    save(market, "market+dear")
    (reason,) = options(rulebed, "game.json", "save")["save"]["reasons"]
    assert (reason["layer"], reason["file"], reason["line"]) == ("dear", "market/layers/dear.yaml", 2)


def test_all_options_are_listed_with_a_line_each(rulebed, market):
    """Those that are offered with what they do; the others with what fails; what was taken can't be taken again."""
    save(market, "market", "save")
    code, printed, _ = rulebed("why", "game.json")
    assert code == 0
    assert printed.splitlines() == [
        "player 1 decides at flow.turn.act.pick: pick",
        "  + shop    Choose a ware. Pay coin equal to the price of the ware. Resolve the bonus of the ware.",
        "  + gamble  Roll a number from 1 to 6. Gain coin equal to the result.",
        "  + done    done",
        "  - deal    not enough token: players.1.token is 0 [market.yaml:13 (market)]",
        "  - save    not among what there is to choose from [market.yaml:18 (market)]",
    ]


def test_an_offered_option_says_what_it_would_do(rulebed, market):
    """In the language that is asked for."""
    save(market, "market")
    code, printed, _ = rulebed("why", "game.json", "save", "--lang", "fr")
    assert code == 0
    assert "save est proposé\n  Gagnez 1 coin." in printed


def test_what_is_lacking_is_said_in_the_language_that_is_asked_for(rulebed, market):
    """By the pack's word for what there isn't enough of, as the language joins it."""
    (market / "market" / "locale").mkdir()
    french = "nouns: {coin: {one: écu, many: écus, gender: m}, token: {one: jeton, many: jetons, gender: m}}\n"
    (market / "market" / "pack.yaml").write_text((market / "market.yaml").read_text("utf-8"), encoding="utf-8")
    (market / "market.yaml").unlink()
    (market / "market" / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    save(market, "market")
    code, printed, _ = rulebed("why", "game.json", "shop", "--lang", "fr")
    assert code == 0
    assert "n'est pas proposé\n  cela ferait : Choisissez" in printed
    assert "- pas assez d'écus" in printed
    assert "players.1.coin est 2" in printed
    assert "- deal    pas assez de jetons : players.1.token est 0" in rulebed("why", "game.json", "--lang", "fr")[1]


def test_any_moment_of_a_game_can_be_asked_about(rulebed, market):
    """Counted in decisions from its beginning."""
    save(market, "market", "save", "done", "save")
    assert options(rulebed, "game.record", "shop", "--after", "1")["shop"]["status"] == "offered"
    assert options(rulebed, "game.record", "shop", "--after", "0")["shop"]["status"] == "refused"
    assert rulebed("why", "game.record", "--after", "4")[2] == "rulebed: taken so far: 3 decisions\n"


def test_an_option_goes_by_its_label_and_address_too(rulebed, market):
    save(market, "market")
    for wanted in ("shop", "flow.turn.act.options.shop", "options.shop", "Gain 1 coin", "roll a number"):
        assert len(options(rulebed, "game.json", wanted)) == 1


def test_a_value_that_the_way_itself_changes_is_told_apart(rulebed, market):
    """Of four coins three are spent on an apple before two more have to be paid."""
    text = (market / "market.yaml").read_text(encoding="utf-8")
    text = text.replace("gamble: {do: ", "both: {do: pay 3 coin; pay 2 coin}\n          gamble: {do: ")
    (market / "market.yaml").write_text(text.replace("start: 2", "start: 4"), encoding="utf-8")
    save(market, "market")
    (reason,) = options(rulebed, "game.json", "both")["both"]["reasons"]
    assert (reason["values"], reason["changed"]) == ({"party.1.stock.coin": 1}, ["party.1.stock.coin"])
    assert "players.1.coin would be 1" in rulebed("why", "game.json", "both")[1]


def test_where_something_hidden_decides_that_is_all_that_is_said(rulebed, own_packs):
    """Whoever calls doesn't know the other's card, and who wins depends on it."""
    save(own_packs, "kuhn_poker", "bet")
    assert options(rulebed, "game.json")["bet"]["meets_a_secret"]
    printed = rulebed("why", "game.json", "bet")[1]
    assert "how it goes on depends on something hidden" in printed
    save(own_packs, "kuhn_poker")
    assert not options(rulebed, "game.json")["bet"]["meets_a_secret"]


def test_where_a_scenario_stops_can_be_asked_about(rulebed, market):
    """With the scenario named where a file has several."""
    text = "scenarios:\n" + "".join(
        f"  - {{scenario: {name}, pack: market, given: {{players.1.coin: {coins}}}, choose: []}}\n"
        for name, coins in (("poor", 1), ("rich", 9))
    )
    (market / "some.yaml").write_text(text, encoding="utf-8")
    assert options(rulebed, "some.yaml", "shop", "--only", "rich")["shop"]["status"] == "offered"
    assert options(rulebed, "some.yaml", "--only", "poor", "shop")["shop"]["status"] == "refused"
    code, _, complaint = rulebed("why", "some.yaml")
    assert code == 2
    assert "poor; rich" in complaint
    (market / "wrong.yaml").write_text("scenario: wrong\npack: market\nchoose: [shop]\n", encoding="utf-8")
    code, printed, complaint = rulebed("why", "wrong.yaml", "shop")
    assert code == 0
    assert complaint == "rulebed: the scenario stops before its end: `shop` is not offered\n"
    assert "not enough coin" in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game.json", "shpo"], "did you mean `shop`?"),
        (["game.json", "a"], "may be"),
        (["game.json", "--player", "2"], "player 2 has nothing to decide now; player 1 decides"),
        (["market.yaml"], "no saved game, no record, and no file of scenarios"),
        (["nowhere.json"], "there is no file `nowhere.json`"),
    ],
)
def test_what_cannot_be_asked_is_misuse(rulebed, market, words, said):
    save(market, "market")
    code, _, complaint = rulebed("why", *words)
    assert code == 2
    assert said in complaint


def judged(state, player, models):
    """All that is said of a player's options."""
    (decision,) = (one for one in state.decisions if one.player == player)
    court = Court(state, decision, models)
    assert followed(state, decision, models) is not None
    return [(one.option.id, one.status, one.words, one.reasons) for one in court.judgements()]


def test_what_others_hold_changes_nothing_that_is_said():
    """Two games that the asker can't tell apart; what he holds himself does change it."""
    tree, _ = packs.load_text(HANDS)
    game, models = rulebed.load_text(HANDS), Models(tree)
    said = {}
    for own in ("ace", "queen"):
        for other in ("king", "jack"):
            given = {"player.1.hand": [own], "player.2.hand": [other]}
            said[own, other] = judged(game.start(given=given), 1, models)
    assert said["queen", "king"] == said["queen", "jack"]
    assert said["ace", "king"] == said["ace", "jack"]
    assert said["ace", "jack"] != said["queen", "jack"]
    status = {option: status for option, status, _, _ in said["queen", "jack"]}
    assert status == {"show": "refused", "raise": "refused", "rest": "offered"}


def test_what_others_decide_in_secret_changes_nothing_that_is_said():
    """Seats bid at the same time; one has, the other asks."""
    game, models = rulebed.load("goofspiel"), Models(packs.load("goofspiel", search_path())[0])
    said = []
    for taken in (0, -1):
        state = game.start(seed=1)
        first = state.decisions[0]
        state.apply(first.options[taken], player=first.player)
        said.append(judged(state, 3 - first.player, models))
    assert said[0] == said[1]


LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in ("ep1", "ep1+beta", "dino_island", "dino_island+solo")]


@pytest.mark.parametrize("name", ["dice_workers", "leduc_poker", "kuhn_poker", "connect_four", "pig", *LARGE])
def test_whatever_is_refused_has_a_reason_and_whatever_is_offered_leads_through(name):
    """Guards as they are compiled, and ways as the interpreter tries them, say the same."""
    game, models, random = rulebed.load(name), Models(packs.load(name, search_path())[0]), Random(3)
    state = game.start(seed=3)
    for number in range(40):
        if state.over:
            break
        decision = random.choice(state.decisions)
        if number % 9 == 0:
            court, oracle = Court(state, decision, models), followed(state, decision, models)
            assert oracle is not None
            for one in court.judgements():
                if one.status == "offered":
                    assert dead_ends(oracle, decision.player - 1, one.option.value).ends == []
                else:
                    assert all(reason.reason and reason.file and reason.layer for reason in one.reasons)
                    assert one.reasons
        state.apply(random.choice(decision.options), player=decision.player)


def in_the_place_of(oracle, state):
    """The interpreter where it waits, with the fields of another state."""
    layout = state.rules.program.layout
    for name, held in oracle.fields.items():
        if name in layout.bases:
            oracle.fields[name] = list(state.slots[layout.base(name) : layout.base(name) + len(held)])
    return oracle


@pytest.mark.parametrize("name", ["dice_workers", "leduc_poker", "kuhn_poker", *LARGE])
def test_what_a_seat_cannot_see_is_in_no_reason(name):
    """In a state that the seat can't tell from the true one the same is said, down to the values and the ways."""
    game, models, random = rulebed.load(name), Models(packs.load(name, search_path())[0]), Random(4)
    state = game.start(seed=4)
    for number in range(40):
        if state.over:
            break
        decision = random.choice(state.decisions)
        if number % 9 == 0 and state.fork is None:
            other = state.resample(decision.player, seed=number)
            oracle = in_the_place_of(followed(state, decision, models), other)
            (theirs,) = (one for one in other.decisions if one.player == decision.player)
            court, twin = Court(state, decision, models), Court(other, theirs, models)
            vars(twin)["_oracle"] = oracle
            ours, others = ([(one.option.id, one) for one in each.judgements()] for each in (court, twin))
            for (option, one), (same, two) in zip(ours, others, strict=True):
                assert (option, one.status, one.reasons) == (same, two.status, two.reasons)
                assert one.meets_a_secret == two.meets_a_secret
        state.apply(random.choice(decision.options), player=decision.player)


def test_after_a_change_of_the_content_the_guards_speak():
    """The game can't be played again to where it stands, so the compiled guard alone says what fails."""
    tree, _ = packs.load_text(MARKET.replace("save: gain 1 coin", "save: gain 0 coin"))
    state = rulebed.load_text(MARKET.replace("start: 2", "start: 1")).start()
    state.apply("save")
    court = Court(state, state.decision, Models(tree))
    (reason,) = court.judgement(court.find("shop")[0]).reasons
    assert followed(state, state.decision, Models(tree)) is None
    assert (reason.reason, reason.line, reason.layer) == ("nothing to choose", 20, "pack")
    assert ("party.1.stock.coin", 2) in reason.values
