"""The game in the terminal, talked to in lines: what is shown, what can be typed, who is asked."""

import builtins
import json
import re

import pytest


@pytest.fixture
def typed(rulebed, monkeypatch):
    """Plays with these answers; behind the last one the input is at its end."""

    def play(answers, *words):
        left = iter(answers)

        def answer(prompt):
            print(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        bots = () if "--bots" in words else ("--bots", "random")
        return rulebed("play", *words, *bots)

    return play


def test_auto_prints_a_log_and_the_result(rulebed):
    """It needs no terminal, names its seed, and the same seed gives the same game."""
    code, printed, _ = rulebed("play", "squares", "--auto", "--seed", "3")
    assert code == 0
    assert "seed 3" in printed
    assert printed.count("flow.turn.place") == 4
    assert "players 1, 2 share the win (player 1: 2, player 2: 2)" in printed
    assert rulebed("play", "squares", "--auto", "--seed", "3")[1] == printed
    assert rulebed("play", "squares", "--auto", "--seed", "4")[1] != printed


def test_auto_answers_programs(rulebed):
    found = json.loads(rulebed("play", "squares", "--auto", "--seed", "3", "--json")[1])
    assert len(found["decisions"]) == 4
    assert found["scores"] == [2, 2]


def test_patches_and_options_reach_the_game(rulebed):
    """`--patch` is a layer of one line, `--set` an option of the setup."""
    patched = json.loads(rulebed("play", "squares", "--auto", "--json", "--patch", "result.score=7")[1])
    assert patched["scores"] == [7, 7]
    logs = [rulebed("play", "cards", "--auto", "--seed", str(seed), "--set", "stake=high")[1] for seed in range(6)]
    assert any("pick: stake" in log for log in logs)
    assert not any("pick: stake" in rulebed("play", "cards", "--auto", "--seed", str(seed))[1] for seed in range(6))


def test_the_board_is_drawn_as_a_map(typed):
    """Rows come from the north, and whose a square is stands in it."""
    code, printed, _ = typed(["b2"], "squares", "--seats", "1,2")
    assert code == 0
    board = printed[printed.rindex("┌ Square") :].splitlines()[1:4]
    assert [line.split(" │")[0].rstrip() for line in board] == ["│ 2 ·[3] 1", "│ 1 ·[1] ·[2]", "│   a    b"]


def test_options_are_taken_by_number_or_name(typed):
    """A game is played to its end; what isn't offered is said, and asked again."""
    _, printed, _ = typed(["1", "b1", "b1", "9", "2", "1"], "squares", "--seats", "all")
    assert "`b1` is not offered" in printed
    assert "`9` is not offered" in printed
    assert "share the win" in printed


def test_options_are_taken_by_the_words_that_they_are_shown_with(typed, own_packs):
    """Where only one is shown with them: whoever reads `non (no)` may type either."""
    pack = "players: 1\nresources: {oat: }\nflow: {day: {do: 'may gain 2 oat', next: end}}\nresult: {score: me.oat}\n"
    (own_packs / "feed.yaml").write_text(f"title: Feed\n{pack}", encoding="utf-8")
    assert "player 1: 2" in typed(["Gain 2 oat."], "feed")[1]
    assert " 0)" in typed(["non"], "feed", "--lang", "fr")[1]
    assert "joueur 1 : 2" in typed(["oui"], "feed", "--lang", "fr")[1]


def test_a_decision_can_be_taken_back(typed):
    _, printed, _ = typed(["u", "a1", "u", "q"], "squares", "--seats", "1")
    assert "has decided nothing yet" in printed
    assert printed.count("1  a1") == 2


def test_a_game_is_saved_and_gone_on_with(typed, rulebed, own_packs):
    """By a command in the game, by another one back, and from the command line."""
    typed(["a1", "s", "l", "q"], "squares", "--seats", "1,2")
    assert json.loads((own_packs / "kept/rulebed/saves/squares.json").read_text(encoding="utf-8"))
    _, printed, _ = typed(["l nothing.json", "q"], "squares", "--seats", "1,2", "--load", "squares")
    assert "it can't be loaded" in printed
    assert "1  a1" not in printed
    assert "player 2 (? for help)" in printed


def test_help_why_and_the_board_on_request(typed):
    _, printed, _ = typed(["?", "why b1", "why", "b", "q"], "squares", "--seats", "1,2")
    assert "take back all that came of the last line" in printed
    assert "b1 is offered" in printed
    assert "  + a1" in printed
    assert printed.count("== Squares ==") == 2


def test_only_what_changed_is_written_where_nobody_looks(typed):
    """The board stands there at first, on request and at the end; in between the lines that are new, without marks."""
    _, printed, _ = typed(["a1", "b1", "b", "b2", "a2"], "squares", "--seats", "1", "--bots", "random", "--seed", "2")
    assert printed.count("== Squares ==") == 3
    first, rest = printed.split("player 1 (? for help) > \n", 1)
    assert "│ 2 ·[3] ·[4] │" in first
    second = rest.split("player 1 (? for help)")[0]
    assert "│ 1 1 2    │" in second
    assert "│ 2 · · │" not in second


def test_the_header_names_the_layers(typed):
    """They are part of what is played, whether the screen says so in one language or another."""
    printed = typed(["q"], "high_water+rivals", "--seats", "1", "--lang", "fr")[1]
    assert " + rivals" in printed.splitlines()[0]
    assert any(line.startswith("==") and " + rivals ==" in line for line in printed.splitlines())


def test_what_a_score_is_made_of_is_counted_and_what_was_earned_is_named(rulebed, own_packs):
    """Many of something are said by its plural, and honours are said to be that."""
    (own_packs / "bread" / "locale").mkdir(parents=True)
    (own_packs / "bread" / "pack.yaml").write_text(
        "title: Bread\nplayers: 1\nresources: {loaf: , coin: }\n"
        "flow: {day: {do: 'gain 2 loaf, 1 coin', next: end}}\n"
        "result: {score: {loaf: me.loaf, coin: me.coin}, honours: {baker: me.loaf > 1}}\n",
        encoding="utf-8",
    )
    words = "nouns: {loaf: {one: loaf, many: loaves}, coin: {one: coin, many: coins}}\n"
    (own_packs / "bread" / "locale" / "en.yaml").write_text(words, encoding="utf-8")
    printed = rulebed("play", "bread", "--auto")[1]
    assert "(player 1: 3 = 2 loaves + 1 coin)" in printed
    assert "player 1 has earned: baker" in printed


def test_why_names_the_guard(typed):
    """What can't be paid for is not offered, and `why` says what it needs."""
    answers = ["1", "buy", "", "1", "keep", "", "1", "why buy", "q"]
    _, printed, _ = typed(answers, "cards", "--seats", "1,2", "--seed", "1", "--ask-all")
    assert "buy is not offered" in printed.replace(" (Buy)", "")
    assert "not enough chip\n    cards.yaml:" in printed


def test_what_stands_on_a_thing_is_said_by_its_name(typed):
    """Whether it can be chosen now or not; what there is not is said, too."""
    _, printed, _ = typed(["? Queen", "? duke", "q"], "cards", "--seats", "1,2", "--seed", "1")
    assert "Queen (card)\n  worth: 2\n" in printed
    assert "nothing is called `duke`" in printed


def test_where_a_scenario_stops_one_plays_on(typed, own_packs):
    """With luck that it doesn't list, the story told and what was decided taken back; a save needs no pack either."""
    text = "scenarios:\n" + "".join(
        f"  - {{scenario: {name}, pack: cards, players: 2, given: {{players.1.chip: {chips}}}, luck: [ace]}}\n"
        for name, chips in (("poor", 0), ("rich", 7))
    )
    (own_packs / "some.yaml").write_text(text, encoding="utf-8")
    _, printed, _ = typed(["buy", "", "s mine", "q"], "--load", "some.yaml", "--only", "rich", "--seats", "1,2")
    assert "Player 1 draws ace." in printed
    assert re.search(r"│ player 1 .* 7 ", printed)
    assert "Player 1 pays 1 chip" in printed
    _, printed, _ = typed(["q"], "--load", "mine", "--seats", "1,2")
    assert re.search(r"│ player 1 .* 6 ", printed)
    code, _, complaint = typed([], "--load", "some.yaml")
    assert (code, "poor; rich" in complaint) == (2, True)
    assert "name a pack" in typed([])[2]
    assert "leave the pack out" in typed([], "pig", "--load", "mine")[2]


def test_hands_stay_hidden_from_the_other_seat(typed):
    """A player sees the own hand; of the other one only how many cards."""
    _, printed, _ = typed(["q"], "cards", "--seed", "1", "--seats", "1")
    assert "Stock: 3" in printed
    row = next(line for line in printed.splitlines() if line.startswith("│ player 2 "))
    assert row.split()[3] == "·"


def test_people_at_one_screen_hand_over(typed):
    """Where there are secrets, the next player is waited for before anything is shown."""
    _, printed, _ = typed(["1", "1", "", "q"], "cards", "--seats", "1,2", "--seed", "1")
    assert "press Enter when nobody else is looking" in printed
    _, printed, _ = typed(["1", "q"], "squares", "--seats", "1,2")
    assert "press Enter" not in printed


def test_secret_choices_are_made_one_after_the_other(typed):
    """Who chooses second is waited for, and is not told what the first one chose."""
    _, printed, _ = typed(["1", "", "4", "", "q"], "goofspiel", "--seats", "all", "--seed", "2")
    assert "player 2, press Enter" in printed
    before = printed[printed.index("player 2, press Enter") : printed.index("player 1, press Enter")]
    assert "player 1  ace[1], two[2], three[3], four[4]" in before


def test_an_empty_line_is_asked_again(typed):
    _, printed, _ = typed(["", "q"], "squares")
    assert "type the number or the name of an option" in printed


def test_bots_play_the_other_seats(typed):
    _, printed, _ = typed(["1", "1"], "squares", "--seats", "1", "--bots", "random", "--seed", "2")
    assert "player 2 (? for help)" not in printed
    assert "(player 1: 2, player 2: 2)" in printed


LANES = """\
title: Lanes
players: 2
resources: {oat: }
kinds: {lane: {data: {worth: number}, state: {owner: player?}}}
lanes: {north: {worth: 3}, south: {worth: 1}, west: {worth: 2}}
board:
  row: {lane: {each: l in lanes, of: l, title: "{l}", owner: l.owner, column: {oats: {text: "{l.worth}"}}}}
flow:
  turn:
    do: |
      choose l in lanes where no owner
      set l.owner to me
      gain l.worth oat
      may gain 1 oat
      set active to next(me)
    next:
      - {if: no lanes where no owner, to: end}
      - otherwise: turn
result: {score: {oats: me.oat}, honours: {farmer: me.oat > 4}}
"""
PADDOCK = """\
title: Paddock
players: {min: 1, max: 1, state: {pen: row of horse}}
resources: {oat: {start: 3, high: 5, rules: [OAT-1]}}
kinds: {horse: {data: {worth: number}, programs: {trots: null}}}
horses: {brown: {worth: 2, trots: gain 2 oat}}
game: {state: {field: {type: row of horse, start: all}}}
board:
  column: {p: {each: q in players, title: "{q}", owner: q, column: {barn: {title: Barn, show: q.pen}}}}
procedures: {feed: {do: pay 1 oat; gain 2 oat, rules: [OAT-1]}}
flow:
  graze: {do: put brown in active.pen, next: turn}
  turn: {pick: 1, options: {feed: feed, rest: end game}, next: turn}
result: {score: me.oat}
"""


def paddock(own_packs):
    (own_packs / "paddock").mkdir()
    (own_packs / "paddock/pack.yaml").write_text(f"name: paddock\n{PADDOCK}", encoding="utf-8")
    rules = "sources: {us: ours}\nrules: {OAT-1: {rule: Nobody has more than five., source: us}}\n"
    (own_packs / "paddock/ledger.yaml").write_text(rules, encoding="utf-8")


@pytest.fixture
def lanes(own_packs, typed):
    """Plays a game of two steps a turn, with these answers."""
    (own_packs / "lanes.yaml").write_text(LANES, encoding="utf-8")
    (own_packs / "alone.yaml").write_text(LANES.replace("players: 2", "players: 1"), encoding="utf-8")
    return lambda answers, *words: typed(answers, *(words or ("lanes", "--seats", "all")))[1]


def test_several_answers_in_a_line_are_taken_and_taken_back_as_one(lanes):
    """By number or name, up to where the next one isn't offered or somebody else decides."""
    printed = lanes(["1 no", "u", "south nowhere", "q"])
    assert printed.count("player 1: Choose a lane") == 2
    assert "`nowhere` is not offered now: the rest of the line is left out" in printed
    printed = lanes(["north yes south", "q"], "lanes", "--seats", "1")
    assert "something has happened before `south`" in printed


def test_what_has_led_to_a_question_stands_above_it_and_can_be_gone_back_to(lanes):
    """By what stands before each answer; what isn't there is said."""
    printed = lanes(["north", "u3", "u1", "q"])
    assert "u1 north →\n" in printed
    assert printed.count("player 1: Choose a lane") == 2
    assert "no answer `u3` stands above the question" in printed


def test_what_is_forced_is_taken_and_told(lanes):
    """Unless one wants to be asked; it is taken back with what led to it."""
    answers = ["1 no", "1 no", "no"]
    printed = lanes(answers)
    assert "had to: Choose a lane: west" in printed
    assert "Player 2: Choose a lane" not in printed
    assert "had to" not in lanes([*answers, "q"], "lanes", "--seats", "all", "--ask-all")
    back = lanes(["1 no", "1 no", "u", "q"]).split("had to: Choose a lane: west")[1]
    assert "player 2: Choose a lane\n   1  south" in back


def test_an_option_is_explained_by_its_number(lanes):
    """What it would do, what stands on its thing, and how that is now; `why` knows numbers, too."""
    printed = lanes(["?2", "north", "no", "?nor", "? oat", "why 1", "g", "log", "o", "q"])
    assert "Oat (resource)\n  player 1: 3; player 2: 0\n" in printed
    assert "Choose a lane: south\nSouth (lane)\n  worth: 1\n" in printed
    assert "North (lane)\n  worth: 3\n  3\n  now: owner: player 1\n" in printed
    assert "south is offered" in printed
    assert "the score: your oat" in printed
    assert "· Owner of north is now player 1. Player 1 gains 3 oat." in printed.split("the score")[1]


def test_players_resources_and_parts_of_the_board_are_explained(typed, own_packs):
    """By name, as far as the viewer sees them: what somebody has, and how much that can be; what lies in a box."""
    paddock(own_packs)
    printed = typed(["?player 1", "?barn", "?oat", "?players", "?bro", "q", "n"], "paddock", "--seed", "1")[1]
    told = printed.split("(? for help) > \n")
    assert told[1] == "Player 1 (player)\n  Barn: brown\n  now: oat: 3; pen: brown\nplayer 1 "
    assert told[2] == "Barn (player 1)\n  brown\n  brown: worth 2. Gain 2 oat.\nplayer 1 "
    assert told[3] == "Oat (resource)\n  player 1: 3\n  5 at most\n  [OAT-1] Nobody has more than five.\nplayer 1 "
    assert told[4] == "nothing is called `players`; ? lists the commands\nplayer 1 "
    assert told[5].startswith("Brown (horse)\n  worth: 2\n")


def test_an_option_is_explained_by_what_it_does_and_the_rules_of_it(typed, own_packs):
    """Of a procedure that has a phrase, all that it does; none of that takes the game apart."""
    paddock(own_packs)
    told = typed(["?feed", "q", "n"], "paddock", "--seed", "1")[1].split("(? for help) > \n")
    assert told[1].endswith("gain 2 oat.\n  Pay 1 oat. Gain 2 oat.\n  [OAT-1] Nobody has more than five.\nplayer 1 ")


def test_the_beginning_of_a_name_is_enough(lanes):
    """If nothing else begins so; what begins several is asked again."""
    printed = lanes(["so", "n", "nor y", "q"])
    assert "(player 1: 5 = 5 oats" not in printed
    assert "player 2: Choose a lane" in printed
    assert "had to: Choose a lane: west" in printed


def test_nothing_is_written_over_unasked(lanes, own_packs):
    """A game keeps its own name; that of another one is asked for."""
    saves = own_packs / "kept/rulebed/saves"
    printed = lanes(["s mine", "1", "s", "s other", "q"])
    assert sorted(path.name for path in saves.iterdir()) == ["mine.json", "other.json"]
    assert "write over it?" not in printed
    before = (saves / "mine.json").read_text()
    assert "write over it?" in lanes(["s mine", "n", "q"])
    assert (saves / "mine.json").read_text() == before
    lanes(["s mine", "y", "q"])
    assert (saves / "mine.json").read_text() != before
    assert "saved games: " in lanes(["l", "q"])
    lanes(["2", "q", "y"])
    assert (saves / "lanes.json").is_file()


def test_how_far_is_taken_back_may_be_said_when_a_game_is_loaded(typed):
    """It is what the save says, unless something else is wanted."""
    typed(["1", "s", "q"], "pig", "--seats", "all", "--seed", "1")
    said = "that can't be taken back: something was rolled or drawn since"
    assert said not in typed(["u", "q"], "--load", "pig", "--seats", "all")[1]
    assert said in typed(["u", "q"], "--load", "pig", "--seats", "all", "--undo", "strict")[1]


def test_the_end_says_what_scores_are_made_of_and_games_alone_are_kept(lanes, rulebed):
    printed = lanes(["1 no", "1 no", "no"])
    assert "       player 1  player 2\n" in printed
    assert "player 1 wins (player 1: 5, player 2: 1)" in printed
    assert "player 1 has earned: farmer" in printed
    assert "no game alone" in rulebed("play", "--results")[1]
    lanes(["1 no 1 no yes", "1 no 1 no yes"], "alone")
    lanes(["1 yes 1 yes yes", "1 yes", "yes"], "alone")
    head, _, row = rulebed("play", "--results", "alone")[1].splitlines()
    assert head.split() == ["game", "options", "games", "won", "best", "last"]
    assert row.split()[:1] == ["alone"]


def test_where_a_number_is_asked_for_it_is_typed(typed, own_packs):
    """Its place in the list would be another one; to take none is the next one up."""
    flow = "flow: {day: {do: 'choose n in 2..4; gain n oat', next: end}}\nresult: {score: me.oat}\n"
    (own_packs / "feed.yaml").write_text(f"title: Feed\nplayers: 1\nresources: {{oat: }}\n{flow}", encoding="utf-8")
    assert "player 1: 3" in typed(["3"], "feed")[1]
    assert "`1` is not offered" in typed(["1", "2"], "feed")[1]


def test_what_a_score_is_made_of_is_counted_in_the_plural(typed, own_packs):
    """A part that is called as its resource is; one who hasn't won is told what there was to reach."""
    folder = own_packs / "barn"
    (folder / "locale").mkdir(parents=True)
    flow = "flow: {day: {do: gain 1 oat, next: end}}\nresult: {score: {oat: me.oat}, won: me.oat > 3}\n"
    (folder / "pack.yaml").write_text(f"title: Barn\nplayers: 1\nresources: {{oat: }}\n{flow}", encoding="utf-8")
    (folder / "locale" / "en.yaml").write_text("nouns: {oat: {one: oat, many: oats}}\n", encoding="utf-8")
    printed = typed([], "barn")[1]
    assert "\nOats          1\ntotal         1\n" in printed
    assert "the game is lost (player 1: 1)\nto win: your oats are more than 3\n" in printed
