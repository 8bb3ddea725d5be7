"""What happened, as sentences: who does what, in the language of whoever reads, and as far as they may know."""

import pytest

import rulebed

PACK = """
title: Market
resources: {coin: {start: 3}, loaf: null}
kinds: {crate: {state: {owner: player?}}}
crates: {tea: {}, silk: {}}
players: {min: 2, max: 2, state: {store: hand of crate}}
game: {state: {ship: {type: deck of crate, start: all}, tide: number}}
events: {sale: {about: {seller: player}}}
flow:
  day:
    do: |
      choose k in crates
      set k.owner to me
      pay 1 coin otherwise nothing
      gain 2 loaf
      pay 0 coin
      add 1 to tide
      set tide to 3
      next(me) loses 1 coin
      raise sale(me)
      choose n in 1..2
      draw from ship into my.store
      put first(my.store) under ship otherwise nothing
    next: end
result: {score: my.coin}
"""


def begun(game=None):
    """The game after its first choice."""
    state = (game or rulebed.load_text(PACK)).start(events=True)
    state.apply("tea")
    return state


def story(state, **more):
    return state.story(player=1, **more)


def test_names_that_have_an_article_are_said_with_it(tmp_path):
    """In the story, not in options; a player by the number has the article that the language gives players."""
    folder = tmp_path / "market"
    (folder / "locale").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK.lstrip(), encoding="utf-8")
    text = "texts: {kinds.crate.state.owner: 'la caisse de {of} revient à {owner}', flow.day.k: Quoi ?}\n"
    text += "nouns: {tea: {one: Thé, gender: m, article: true}, silk: Soie}\n"
    (folder / "locale" / "fr.yaml").write_text(text, encoding="utf-8")
    state = rulebed.load("market", search=[tmp_path]).start(events=True)
    assert [option.text("fr") for option in state.decision.options] == ["Thé", "Soie"]
    state.apply("tea")
    assert story(state, language="fr")[0] == "La caisse du Thé revient au joueur 1."
    assert state.events(player=1, language="fr")[0]["text"] == "joueur 1 : Quoi ? Thé"


def test_what_is_made_for_others_and_what_is_counted_is_said_with_its_article(tmp_path):
    """By the noun of its kind, as what is numbered goes by the noun before the number; elided and contracted."""
    folder = tmp_path / "quay"
    (folder / "locale").mkdir(parents=True)
    pack = """
players: 1
kinds:
  oar: {count: 2, for_each: {owner: player}, state: {wet: flag}}
  pier: {state: {wet: flag}}
piers: {jetty_1: {}, jetty_2: {}}
flow: {day: {do: {oars: "each o in oars: set o.wet to true", piers: "each p in piers: set p.wet to true"}, next: end}}
result: {score: count(oars where wet)}
"""
    (folder / "pack.yaml").write_text(f"name: quay\n{pack}", encoding="utf-8")
    nouns = """nouns:
  oar: {one: rame, gender: f, article: true, each: "rame {number} ({owner})"}
  jetty: {one: embarcadère, gender: m, article: true}
texts: {kinds.oar.state.wet: "{of} est mouillée", kinds.pier.state.wet: "le bois de {of} est mouillé"}
"""
    (folder / "locale" / "fr.yaml").write_text(nouns, encoding="utf-8")
    state = rulebed.load("quay", search=[tmp_path]).start(events=True)
    assert story(state, language="fr") == [
        "La rame 1 (joueur 1) est mouillée.",
        "La rame 2 (joueur 1) est mouillée.",
        "Le bois de l'embarcadère 1 est mouillé.",
        "Le bois de l'embarcadère 2 est mouillé.",
    ]


def test_what_somebody_does_in_a_row_is_one_sentence():
    """What changes nothing goes without saying; facts that the pack has no text for are called by their names."""
    state = begun()
    assert story(state) == [
        "Owner of tea is now player 1.",
        "Player 1 pays 1 coin and gains 2 loaf.",
        "Tide is now 1.",
        "Tide is now 3.",
        "Player 2 loses 1 coin.",
        "Sale: player 1.",
    ]
    assert story(state, language="fr")[1] == "Le joueur 1 paie 1 coin et gagne 2 loaf."


def test_what_is_done_to_several_things_is_said_once():
    """Of the same player and in a row; something else in between is said where it happens."""
    many = PACK.replace("gain 2 loaf", "gain 2 loaf; gain 1 coin\n      pay 1 loaf otherwise nothing")
    assert story(begun(rulebed.load_text(many)))[1] == "Player 1 pays 1 coin, gains 2 loaf and 1 coin and pays 1 loaf."


def test_a_story_can_be_told_in_chapters():
    state = begun()
    before = len(state.events(player=1))
    state.apply("1")
    assert story(state, since=before)[0] == "Player 1 draws silk."
    assert story(state, until=before)[1].startswith("Player 1 pays")


def test_the_pack_has_its_own_words_for_what_happens(tmp_path):
    """Events and facts are said by their addresses, nouns by their number, in each language."""
    folder = tmp_path / "market"
    (folder / "locale").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK.lstrip(), encoding="utf-8")
    (folder / "locale" / "fr.yaml").write_text(
        'texts: {events.sale: "{seller} vend", game.state.tide: "la marée est à {tide}"}\n'
        "nouns: {coin: {one: pièce, many: pièces, gender: f}, loaf: {one: pain, many: pains, gender: m}}\n",
        encoding="utf-8",
    )
    state = begun(rulebed.load("market", search=[tmp_path]))
    assert story(state, language="fr") == [
        "Owner de tea : le joueur 1.",
        "Le joueur 1 paie 1 pièce et gagne 2 pains.",
        "La marée est à 1.",
        "La marée est à 3.",
        "Le joueur 2 perd 1 pièce.",
        "Le joueur 1 vend.",
    ]
    french = state.events(player=1, language="fr")[-1]
    assert french["text"] == "le joueur 1 vend"
    assert state.events(player=1)[-1]["about"] == french["about"] == {"seller": 1}


def test_views_speak_the_language_of_whoever_looks():
    """Labels of decisions and options; ids stay what they are."""
    state = rulebed.load("pig").start(seed=1)
    english, french = state.view(1)["decision"], state.view(1, "fr")["decision"]
    assert french["label"] == "Lancer ou s'arrêter ?"
    assert [option["id"] for option in english["options"]] == [option["id"] for option in french["options"]]
    assert french["options"][0]["label"] == "Lancer le dé"


def test_what_is_put_somewhere_is_said_as_the_pack_says_it_of_that_place(tmp_path):
    """The words stand with the fact that holds it; an empty text leaves it unsaid, and so is what moves nothing."""
    folder = tmp_path / "market"
    (folder / "locale").mkdir(parents=True)
    moves = ["put tea in my.store", "put tea in my.shelf", "put crates in pier", "put my.store in pier"]
    begins = "\n      ".join([*moves, "choose k in crates"])
    places = "store: row of crate, shelf: row of crate}}\ngame: {state: {pier: row of crate, "
    pack = PACK.replace("choose k in crates", begins).replace("store: hand of crate}}\ngame: {state: {", places)
    (folder / "pack.yaml").write_text(pack.lstrip(), encoding="utf-8")
    texts = """texts:
  players.state.store: "{where} stores {what}"
  players.state.shelf: ""
  game.state.pier: "{what} lie on the pier"
"""
    (folder / "locale" / "en.yaml").write_text(texts, encoding="utf-8")
    told = begun(rulebed.load("market", search=[tmp_path])).story(player=1)
    assert told[:3] == ["Player 1 stores tea.", "Tea lie on the pier.", "Silk lie on the pier."]
    assert told[4] == "Player 1 pays 1 coin and gains 2 loaf."


FLEET = """
name: fleet
title: Fleet
players: 2
factions: {pirates: {when: true}}
kinds: {boat: {for_each: {owner: party}, count: 2}}
boats: {wreck: }
game: {state: {bay: row of boat}}
flow: {sail: {do: "put boats in bay; choose b in bay", next: end}}
result: {score: 0}
"""


def test_what_a_kind_makes_for_others_is_called_as_its_noun_says(tmp_path):
    """By whose it is and by its number, in each language; one that is named besides keeps its name."""
    folder = tmp_path / "fleet"
    (folder / "locale").mkdir(parents=True)
    (folder / "pack.yaml").write_text(FLEET.lstrip(), encoding="utf-8")
    english = 'nouns: {boat: {one: boat, each: "boat {number} of {owner}"}, pirates: the pirates}'
    french = 'nouns: {boat: {one: bateau, each: "bateau {number} ({owner})"}, pirates: pirates, wreck: épave}'
    (folder / "locale" / "en.yaml").write_text(english, encoding="utf-8")
    (folder / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    state = rulebed.load("fleet", search=[tmp_path]).start()
    said = [state.view(1)["decision"]["options"][index]["label"] for index in (0, 2, 6)]
    assert said == ["wreck", "boat 2 of player 1", "boat 2 of the pirates"]
    assert state.view(1, "fr")["decision"]["options"][2]["label"] == "bateau 2 (joueur 1)"


def test_braces_that_nothing_fills_are_told_as_they_stand(tmp_path):
    """The checker warns of them; a game goes on all the same."""
    folder = tmp_path / "market"
    (folder / "locale").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK.lstrip(), encoding="utf-8")
    texts = 'texts: {game.state.tide: "{player} sees the tide rise"}\n'
    (folder / "locale" / "en.yaml").write_text(texts, encoding="utf-8")
    told = begun(rulebed.load("market", search=[tmp_path])).story(player=1)
    assert "{player} sees the tide rise." in told


def test_a_question_without_a_text_names_the_kind(tmp_path):
    """In each language by its own word for it; a text of the pack goes before that."""
    (tmp_path / "hut" / "locale").mkdir(parents=True)
    text = "players: 1\nkinds: {oil_lamp: {instances: [bow, stern]}, axe: {instances: [old, new]}}\n"
    text += "flow: {turn: {do: choose l in oil_lamps; choose a in axes; choose n in 1..3, next: end}}\n"
    text += "result: {score: 0}\n"
    (tmp_path / "hut" / "pack.yaml").write_text(text, encoding="utf-8")
    french = "nouns: {oil_lamp: {one: lampe, many: lampes, gender: f}}\ntexts: {flow.turn.a: Quelle hache ?}\n"
    (tmp_path / "hut" / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    state, asked = rulebed.load("hut", search=[tmp_path]).start(seed=1), []
    while not state.over:
        asked.append((state.decision.label, state.decision.text("fr")))
        state.apply(state.decision.options[0])
    assert asked == [("Choose an oil lamp", "Choisissez une lampe"), ("Choose an axe", "Quelle hache ?"), ("n", "n")]


GARDEN = """
title: Garden
kinds:
  frog: {instances: [spotted, striped]}
  leap: {plural: leaps, data: {frog: frog, far: number}}
  lily: {alike: true, plural: lilies, instances: [white, pink]}
leaps:
  hop: {frog: spotted, far: 1}
  bound: {frog: spotted, far: 2}
  jump: {frog: striped, far: 3}
players: {min: 1, max: 1, state: {ponds: row of lily}}
game: {state: {brook: {type: bag of lily, seen_by: nobody}}}
flow:
  day:
    do: |
      choose f in frogs
      roll leaps of f as one
      roll 2 times leaps of striped as more
      roll 1..1 as pebble
      put white in my.ponds
      each n in 1..6: put pink in brook
      choose n in 1..2
      remove first(my.ponds) from my.ponds
    next: end
result: {score: count(my.ponds)}
"""


def in_the_garden():
    """All that was told of a day."""
    state = rulebed.load_text(GARDEN).start(seed=1, events=True)
    state.apply("striped")
    state.apply("1")
    return [event.text for event in state.events()]


def test_a_roll_tells_what_it_was_rolled_for():
    """Where the faces are those of something, that is part of the event; a number is rolled for nothing."""
    state = rulebed.load_text(GARDEN).start(seed=1, events=True)
    state.apply("striped")
    rolls = [event for event in state.events() if event["kind"] == "roll"]
    assert [event.text for event in rolls] == [
        "jump is rolled for striped",
        "jump and jump are rolled for striped",
        "1 is rolled",
    ]
    assert [event["about"] for event in rolls] == [
        {"face": "jump", "of": "striped"},
        {"faces": ["jump", "jump"], "of": "striped"},
        {"face": 1},
    ]
    assert state.events(language="fr")[1].text == "le sort donne jump pour striped"


def test_several_of_a_kind_go_by_its_plural():
    """As the pack declares it, where no text says otherwise."""
    told = in_the_garden()
    assert "put in brook: 6 lilies" in told


def test_what_goes_is_told_whatever_the_name_of_its_place_is():
    """The name of a place may be one or many: no sentence has it do something."""
    told = in_the_garden()
    assert told[-1] == "gone from ponds of player 1: 1 white"


FERRY = """
title: Ferry
players: {min: 2, max: 2}
language: en
resources: {toll: {start: 3}}
factions: {smugglers: {}}
kinds:
  pier: {instances: [east, west], state: {lamp: {type: flag, per: party}, moored: "party?"}}
flow:
  day:
    do: |
      roll piers as r
      each p in parties other than players: p loses 1 toll; set r.moored to p
      set r.lamp[me] to true
      set r.lamp[me] to false
      set r.moored to none
      choose n in 1..2
      may gain 1 toll
    next: end
result: {score: me.toll}
"""
FERRY_WORDS = """
texts:
  kinds.pier.state.lamp: "{for} [lights|light] a lamp on {of}"
  kinds.pier.state.lamp.no: ""
  kinds.pier.state.moored: "{moored} [moors|moor] at {of}"
  kinds.pier.state.moored.none: "{of} is free"
  flow.day.n: How many passengers?
  flow.day.may_gain: Take a toll
nouns: {smugglers: {one: smugglers, many: smugglers}}
"""


def test_several_are_spoken_of_as_such(tmp_path):
    """Of a party whose word for one is that for many; what is gone has words of its own, an answer its question."""
    (tmp_path / "ferry" / "locale").mkdir(parents=True)
    (tmp_path / "ferry" / "pack.yaml").write_text(FERRY, encoding="utf-8")
    (tmp_path / "ferry" / "locale" / "en.yaml").write_text(FERRY_WORDS, encoding="utf-8")
    report = rulebed.check("ferry", search=[tmp_path])
    assert not [finding for finding in report.sorted() if finding.code.startswith("L")]
    state = rulebed.load("ferry", search=[tmp_path]).start(seed=1, events=True)
    pier = state.story()[0].split()[0].lower()
    assert state.story()[1:] == [
        f"Smugglers lose 1 toll and moor at {pier}.",
        f"Player 1 lights a lamp on {pier}.",
        f"{pier.title()} is free.",
    ]
    assert state.story()[0] == f"{pier.title()} comes up."
    for answer in ("2", "no"):
        state.apply(answer)
    assert state.story()[4:] == ["Player 1: How many passengers? 2."]


MINE = """
title: Mine
players: {min: 2, max: 2, state: {cart: row of ore, load: row of crate, hidden: hand of crate}}
language: en
resources: {miner: {start: 5}, sent: {from: miner}, wage: {start: 3}}
kinds:
  ore: {alike: true, instances: [iron, gold]}
  shaft: {data: {deep: number, gives: ore}, state: {open: flag}}
  crate: {instances: [small, large, open]}
shafts: {north: {deep: 2, gives: iron}, south: {deep: 9, gives: gold}}
game: {state: {shed: {type: row of crate, start: crates other than open}}}
events: {weighed: {about: {what: ore, s: shaft}}}
flow:
  dig:
    do: |
      choose n in 0..min(5, me.miner)
      gain n sent
      lose 1 sent
      lose 1 wage
      lose 2 wage
      each s in shafts:
        set s.open to true
        put s.gives in my.cart
        raise weighed(s.gives, s)
      put gold in my.cart
      roll 1..first(shafts).deep - 1 as depth
      choose c in crates
      put first(shed) in my.load
      put first(my.hidden) in my.load otherwise nothing
      remove my.cart from my.cart
      up to 2 times:
        choose k in shed
        put k in my.load
    next: end
result: {score: me.wage}
"""
MINE_WORDS = """
texts:
  resources.sent.gain: "{party} [sends|send] {count miner} down"
  resources.sent.lose: ""
  kinds.shaft.state.open: "open now: {of}, {of.deep} deep, with {of.gives}"
  players.state.cart: "{where} [loads|load] {what}"
  players.state.cart.gone: "{where} [empties|empty] the cart of {what}"
  events.weighed: "weighed: {what} of {s}"
  flow.dig.n.told: ""
  flow.dig.c.told: "{party} [looks|look] at the {option} crate"
  flow.dig.depth.told: "it is {face} fathoms deep"
phrases: {events.weighed: "{what} from {s} is weighed"}
"""


def mine(tmp_path, words=MINE_WORDS, pack=MINE):
    """The game of the mine, with these words."""
    (tmp_path / "mine" / "locale").mkdir(parents=True)
    (tmp_path / "mine" / "pack.yaml").write_text(pack.lstrip(), encoding="utf-8")
    (tmp_path / "mine" / "locale" / "en.yaml").write_text(words, encoding="utf-8")
    return [one for one in rulebed.check("mine", search=[tmp_path]).sorted() if one.code.startswith("L")]


def test_a_pack_says_what_becomes_of_amounts_pieces_and_answers(tmp_path):
    """By the address of a resource, of a fact that pieces leave, of a choice or roll; ways lead to what is printed."""
    assert not mine(tmp_path)
    state = rulebed.load("mine", search=[tmp_path]).start(seed=1, events=True)
    state.apply("2")
    assert state.story() == [
        "Player 1 sends 2 miner down and loses 3 wage.",
        "Open now: north, 2 deep, with iron.",
        "Player 1 loads 1 iron.",
        "Weighed: iron of north.",
        "Open now: south, 9 deep, with gold.",
        "Player 1 loads 1 gold.",
        "Weighed: gold of south.",
        "Player 1 loads 1 gold.",
        "It is 1 fathoms deep.",
    ]


def test_what_happens_to_several_things_in_a_row_is_one_sentence(tmp_path):
    """The same amounts and the same pieces are added up; a text goes on behind its colon."""
    words = MINE_WORDS.replace('"weighed: {what} of {s}"', '""').replace(
        '"{where} [loads|load] {what}"', '"loaded: {what}"'
    )
    mine(tmp_path, words.replace('"open now: {of}, {of.deep} deep, with {of.gives}"', '""'))
    state = rulebed.load("mine", search=[tmp_path]).start(seed=1, events=True)
    state.apply("0")
    assert state.story()[:2] == ["Player 1 loses 3 wage.", "Loaded: 1 iron and 2 gold."]


def test_whoever_is_done_need_not_say_so(tmp_path):
    """That somebody takes nothing more, declines or is done is no news; what else they answer is."""
    mine(tmp_path)
    state = rulebed.load("mine", search=[tmp_path]).start(seed=1, events=True)
    for answer in ("0", "small", "done"):
        state.apply(answer)
    assert state.story()[-1] == "Player 1 receives small and empties the cart of 1 iron and 2 gold."


def test_what_never_lies_anywhere_is_no_secret(tmp_path):
    """That it was taken is told; of what may have been put somewhere in secret, it isn't."""
    mine(tmp_path)
    state = rulebed.load("mine", search=[tmp_path]).start(seed=1, events=True)
    state.apply("0")
    state.apply("open")
    assert "Player 1 looks at the open crate." not in state.story()  # something else came of it
    assert state.events(player=2)[-3]["cause"]["option"] == "open"
    where_it_lies = "each p in players: say whether c in p.hidden"
    drafted = MINE.replace("put first(shed) in my.load\n", f"{where_it_lies}\n      put c in my.hidden\n")
    (tmp_path / "other").mkdir()
    mine(tmp_path / "other", pack=drafted)
    state = rulebed.load("mine", search=[tmp_path / "other"]).start(seed=1, events=True)
    state.apply("0")
    state.apply("open")
    (*_, taken) = (event for event in state.events(player=2) if event["kind"] == "decide")
    assert taken["cause"]["option"] is None


def test_a_way_that_leads_nowhere_is_found(tmp_path):
    """In braces stands what there is, a way from there by what is printed, or so much of a resource."""
    wrong = (
        MINE_WORDS.replace("{of.deep}", "{of.open}").replace("{count miner}", "{count moles}").replace("{s}", "{s.x}")
    )
    found = mine(tmp_path, wrong)
    assert sorted(one.message for one in found) == [
        "nothing fills `{count moles}` in this text",
        "nothing fills `{of.open}` in this text",
        "nothing fills `{s.x}` in this text",
        "nothing fills `{s.x}` in this text",
    ]


STALL = """
title: Stall
players: {min: 2, max: 2, state: {basket: row of fruit}}
language: en
kinds: {fruit: {data: {price: number}, state: {ripe: flag, bruised: {type: flag, seen_by: nobody}}}}
fruits: {fig: {price: 2}, plum: {price: 3}}
flow:
  day:
    do: |
      set fig.ripe to true
      set fig.bruised to true
      choose f in fruits
      put f in my.basket
      set f.ripe to false
      choose g in fruits where price > 0 and not ripe otherwise finish
      say whether any fruits where bruised
      if any fruits where bruised: remove f from my.basket
    next: end
result: {score: 0}
"""


def test_what_is_offered_shows_how_it_looks(tmp_path):
    """By a form of the noun of its kind, as it stands now; what the chooser doesn't see, the name alone stands for."""
    (tmp_path / "stall" / "locale").mkdir(parents=True)
    (tmp_path / "stall" / "pack.yaml").write_text(STALL.lstrip(), encoding="utf-8")
    english = 'nouns: {fruit: {one: fruit, offered: "{self} for {price} (ripe: {ripe})"}}'
    (tmp_path / "stall" / "locale" / "en.yaml").write_text(english, encoding="utf-8")
    french = 'nouns: {fruit: {one: fruit, offered: "{self} {bruised}"}, fig: figue, plum: prune}'
    (tmp_path / "stall" / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    state = rulebed.load("stall", search=[tmp_path]).start(seed=1)
    first = state.decision
    state.apply("fig")
    assert [first.label_of(option) for option in first.options] == ["fig for 2 (ripe: yes)", "plum for 3 (ripe: no)"]
    assert [first.label_of(option, "fr") for option in first.options] == ["figue", "prune"]
    assert state.view(1)["decision"]["options"][0]["label"] == "fig for 2 (ripe: no)"
    strange = english.replace("{price}", "{cost}")
    (tmp_path / "stall" / "locale" / "en.yaml").write_text(strange, encoding="utf-8")
    found = rulebed.check("stall", search=[tmp_path]).sorted()
    assert [one.message for one in found if one.code == "L103"] == ["nothing fills `{cost}` in this text"]


def test_what_holds_or_not_is_said_of_whose_it_is(tmp_path):
    """No `yes` or `no` of a fact: a thing is so now, or no longer; of a pair it is said for whom."""
    folder = tmp_path / "locks"
    (folder / "locale").mkdir(parents=True)
    text = """
title: Locks
players: 2
kinds: {gate: {state: {open: flag, known: {type: flag, per: player}}}}
gates: {mill: {}}
game: {state: {ebb: flag}}
flow:
  turn:
    do: |
      choose n in 1..2
      set mill.open to n is 1
      set mill.known[me] to n is 1
      set ebb to n is 1
    next: [{if: ebb, to: turn}, {otherwise: end}]
result: {score: 0}
"""
    french = "nouns: {mill: {one: moulin, gender: m, article: true}, open: ouvert, known: connu, ebb: reflux}\n"
    (folder / "pack.yaml").write_text(text.lstrip(), encoding="utf-8")
    (folder / "locale" / "fr.yaml").write_text(french, encoding="utf-8")
    state = rulebed.load("locks", search=[tmp_path]).start(events=True)
    for answer in "12":
        state.apply(answer)
    assert state.story() == [
        "Mill is now open.", "Mill is now known for player 1.", "“ebb” holds now.",
        "Mill is no longer open.", "Mill is no longer known for player 1.", "“ebb” no longer holds.",
    ]  # fmt: skip
    assert state.story(language="fr")[:2] == [
        "Le moulin est désormais ouvert.",
        "Le moulin est désormais connu pour le joueur 1.",
    ]


BETTING = """
title: Bluff
players: 2
resources: {chip: {start: 9}}
game: {state: {is_open: {type: flag, story: false}}}
flow:
  bet:
    do:
      pick: 1
      options:
        call: set is_open to true
        raise: {do: "set is_open to true; pay 2 chip"}
        buy: gain 1 chip
        fold: end game
    next: end
result: {score: me.chip}
"""


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("call", ["Player 1: I see."]),
        ("raise", ["Player 1: Up you go.", "Player 1 pays 2 chip."]),
        ("buy", ["Player 1 gains 1 chip."]),
    ],
)
def test_an_answer_that_nothing_else_tells_is_told(tmp_path, option, told):
    """An option with a name of its own is, whatever comes of it; one that is called by what it does is told by that."""
    (tmp_path / "bluff" / "locale").mkdir(parents=True)
    (tmp_path / "bluff" / "pack.yaml").write_text(BETTING.lstrip(), encoding="utf-8")
    words = "texts: {flow.bet.options.call: I see, flow.bet.options.raise: Up you go}\n"
    (tmp_path / "bluff" / "locale" / "en.yaml").write_text(words, encoding="utf-8")
    state = rulebed.load("bluff", search=[tmp_path]).start(events=True)
    state.apply(option)
    assert story(state) == told
