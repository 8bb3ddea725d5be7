"""Programs and expressions in words: each node has its row, and the rows say what is meant."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.lang import words
from tests.lang.literate import examples, tree_of
from tests.lang.words import golden, in_words, missing, said, wanted

import rulebed
from rulebed import packs
from rulebed.assemble.tongues import table_of
from rulebed.describing import Describer
from rulebed.lang.describe import LanguageWords, Noun, Phrase
from rulebed.lang.express.calls import BUILTINS
from rulebed.packs.node import Map
from rulebed.packs.words import filled, languages

ALL = examples(Path(__file__).parent / "specification.md")


@pytest.mark.parametrize("language", languages())
def test_no_language_says_what_there_is_not(language):
    """A row that English hasn't and no construct needs is for nothing; its grammar is each language's own affair."""
    grammar = re.compile(r"typography|signs|contractions|elides|forms\..*")
    assert [row for row in said(language) if row not in wanted() and not grammar.fullmatch(row)] == []
    functions = {key.split("+")[1] for key in table_of(language).patterns if key.startswith("function+")}
    assert functions - {*BUILTINS} == set()


def test_what_a_language_lacks_is_listed(tmp_path, monkeypatch):
    """Who adds to the language needn't speak any other one: what is missing stands above what they say."""
    (tmp_path / "en.yaml").write_text("patterns: {pay: '', lose: '', lose+all: '', function+max: ''}", encoding="utf-8")
    (tmp_path / "xx.yaml").write_text("patterns: {lose: ''}", encoding="utf-8")
    monkeypatch.setattr(words, "TABLES", {"": tmp_path})
    assert "gain" in missing("en")
    assert "pay" not in missing("en")
    assert missing("xx") == "".join(f"# no words for: patterns.{name}\n" for name in ("pay", "function+max")) + missing(
        "en"
    )


def test_what_a_language_lacks_stands_in_english():
    """By row; of what it has a row for it takes none that English has besides, and how it counts is its own affair."""
    english = {"counts": {"one": "1"}, "patterns": {"find": "a", "find+why": "b", "gain": "c"}, "elides": "h"}
    own = {"counts": {"few": "2"}, "patterns": {"find": "d"}}
    assert filled(own, english) == {"counts": {"few": "2"}, "patterns": {"gain": "c", "find": "d"}, "elides": "h"}


QUAY = """
title: Quay
players: 2
resources: {fish: {start: 3}}
kinds: {crate: {instances: [red_one, blue], state: {owner: player?}}}
game: {state: {pile: {type: row of crate, start: all}, hold: row of crate}}
values: {size: count(pile)}
procedures:
  load: put first(pile) in hold
  hide: "show blue to me  # @SEA-1"
  tell: say whether me.fish > 2
  walk: "with size + 1: put red_one in hold; refill hold from pile to size"
flow: {day: {do: "load; hide; tell; walk", next: end}}
result: {score: me.fish}
"""
UNSAID = {"put", "show", "say_whether", "with_value", "refill"}
WRITTEN = {
    "load": "Put the first of the pile in the hold.",
    "hide": "Show blue to you.",
    "tell": "Say whether your fish is more than 2.",
    "walk": "With size + 1: put red one in the hold, then refill the hold from the pile to the size.",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_no_table_has_a_row_for_is_said_as_it_is_written(name, monkeypatch):
    """A construct that was added without words: its parts have theirs, remarks and ids are left out."""
    rows = {key: row for key, row in table_of("en").patterns.items() if key.split("+")[0] not in UNSAID}
    monkeypatch.setattr("rulebed.describing.describer.table_of", lambda _: replace(table_of("en"), patterns=rows))
    tree, _ = packs.load_text(QUAY)
    assert Describer(tree).describe(f"procedures.{name}") == WRITTEN[name]


@pytest.mark.parametrize("example", [each for each in ALL if each.says], ids=lambda each: each.name)
def test_the_example_is_said_as_stated(example):
    """What the specification says that a program is in words."""
    tree, _ = tree_of(example)
    assert Describer(tree).describe("flow.example.options.example") == example.says


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("example", [each for each in ALL if not each.findings], ids=lambda each: each.name)
def test_every_example_can_be_said(example, language):
    """No slot stays open, and nothing is said by the name of its rule."""
    tree, _ = tree_of(example)
    told = Describer(tree)
    addresses = ["flow.example.options.example", *(f"values.{name}" for name in example.values)]
    for text in (told.describe(address, language) for address in addresses):
        assert not set("{}[]|_") & set(text), text


@pytest.mark.parametrize("language", languages())
def test_the_words_are_those_that_were_written_down(language):
    """A change of words shows as a change of `words.en.txt` and the like."""
    known = golden(language).read_text(encoding="utf-8") if golden(language).exists() else ""
    assert in_words(language) == known, "run `python -m tests.lang`"


def packs_of_ours():
    root = Path(__file__).resolve().parents[2]
    return sorted(
        path.parent for path in [*root.glob("content/**/pack.yaml"), *root.glob("tests/sentences/*/pack.yaml")]
    )


@pytest.mark.parametrize("folder", packs_of_ours(), ids=lambda folder: folder.name)
def test_every_program_of_every_pack_can_be_said(folder):
    """Each procedure, phase and value, and whatever instances carry."""
    tree, _ = packs.load(folder.name, [folder.parent, folder.parent.parent])
    told = Describer(tree)
    for section in tree.root:
        for entry in section.value if isinstance(section.value, Map) else ():
            addresses = [f"{section.key}.{entry.key}"]
            if section.key not in {"procedures", "flow", "values"}:
                inner = entry.value if isinstance(entry.value, Map) else ()
                addresses = [f"{section.key}.{entry.key}.{part.key}" for part in inner]
            for address in addresses:
                assert "{" not in told.describe(address), address


PACK = """
title: Inn
players: 2
resources: {coin: {start: 3}, loaf: null}
procedures:
  supper: {says: "[have|has] supper", do: "pay 1 coin"}
  feast:
    takes: {guest: player}
    do: "guest gains 2 loaf"
  evening:
    pick: {up_to: 2}
    options:
      eat: pay 1 coin; gain 2 loaf
      invite: feast(next(me))
      rest: {if: me.coin > 2, do: gain 1 loaf}
values: {hungry: me.loaf < 2}
flow:
  night:
    do:
      meal: |
        may pay 1 coin: gain 1 loaf
        may lose 1 loaf
        up to 2 times: supper
      go_on: evening
    next: end
result: {score: me.loaf}
"""

SAID = {
    "procedures.supper": "Pay 1 coin.",
    "procedures.evening.options.eat": "Pay 1 coin. Gain 2 loaf.",
    "procedures.evening.options.invite": "The next player gains 2 loaf.",
    "procedures.evening.options.rest": "If your coin is more than 2, gain 1 loaf.",
    "flow.night.may_pay.yes": "Pay 1 coin. Gain 1 loaf.",
    "flow.night.may_lose.yes": "Lose 1 loaf.",
    "flow.night.once_more.yes": "Have supper.",
    "values.hungry": "your loaf is less than 2",
    "flow.night.nowhere": "",
}


@pytest.mark.parametrize("address", SAID)
def test_an_address_is_said(address):
    """Options, answers, procedures and values by their addresses; nothing where nothing is."""
    assert rulebed.describe(rulebed.load_text(PACK), address) == SAID[address]


def test_an_option_is_labelled_by_what_it_does():
    """A label that the pack doesn't give comes from the code that runs; where that is long, from the name."""
    state = rulebed.load_text(PACK).start()
    assert [option.label for option in state.decision.options] == ["Pay 1 coin. Gain 1 loaf.", "no"]


PIER = """
title: Pier
players: {min: 2, max: 2, state: {berth: berth?}}
kinds:
  lantern: {data: {lit: flag}, state: {keeper: player?}}
  berth: {instances: [first, last]}
lanterns: {bow: {}, mast: {lit: true}}
values:
  free: lanterns where no keeper
  brightest: (free where lit) or else free
  lanterns_of: {takes: {p: player}, is: count(lanterns where keeper is p)}
procedures:
  kindle: |
    choose l in brightest
    set l.keeper to me
  move: |
    choose b in [berth.first, berth.last]
    set my.berth to b
flow: {night: {do: kindle, next: end}}
result: {score: lanterns_of(me)}
"""


def test_what_is_taken_out_of_a_value_goes_by_its_kind():
    """Through one value after another; and whose something is, is said once."""
    game = rulebed.load_text(PIER)
    assert game.describe("procedures.kindle").endswith("Set the keeper of the lantern to you.")
    assert game.describe("result.score") == "your lanterns"


def test_a_kind_tells_things_from_facts_of_its_name():
    """Both before a point and in what is chosen."""
    told = rulebed.load_text(PIER).describe("procedures.move")
    assert told == "Choose one of first and last. Set your berth to the berth."


def write(folder, locale):
    (folder / "inn" / "locale").mkdir(parents=True)
    (folder / "inn" / "pack.yaml").write_text(PACK.lstrip(), encoding="utf-8")
    (folder / "inn" / "locale" / "en.yaml").write_text(locale, encoding="utf-8")
    return rulebed.load("inn", search=[folder])


def test_the_locale_has_the_last_word(tmp_path):
    """Nouns have forms, procedures their phrases with parameters, options their own labels."""
    game = write(
        tmp_path,
        "nouns: {loaf: {one: loaf of bread, many: loaves of bread}}\n"
        'phrases: {procedures.feast: "invite {guest}"}\n'
        "texts: {procedures.evening.options.eat: Eat}\n",
    )
    assert game.describe("procedures.evening.options.eat") == "Pay 1 coin. Gain 2 loaves of bread."
    assert game.describe("procedures.evening.options.invite") == "Invite the next player."
    state = game.start()
    for answer in ("no", "no", "done"):
        state.apply(answer)
    assert state.decision.options[0].label == "Eat"


PICKED = """
name: wharf
players: 1
resources: {coin: , crate: }
values: {turns: {is: 2}, extra: {is: count(players)}}
procedures:
  trade:
    pick: {up_to: turns}
    options: {sell: pay 1 crate; gain 2 coin, rest: nothing, load: {when: me.coin > 3, do: gain 1 crate}}
  spare: {pick: {up_to: extra}, options: {sell: gain 1 coin}}
flow: {day: {do: {trade: trade, spare: spare}, next: end}}
result: {score: me.coin}
"""
PICKED_TEXTS = """
texts:
  procedures.trade.options.load: Pay nothing. Take a crate.
  procedures.trade.options.rest: "Rest as {nobody}"
"""


def test_options_are_told_by_their_own_texts(tmp_path):
    """As parts of the sentence, if nothing is left to fill in; how many by the number that it is as a rule."""
    (tmp_path / "wharf" / "locale").mkdir(parents=True)
    (tmp_path / "wharf" / "pack.yaml").write_text(PICKED, encoding="utf-8")
    (tmp_path / "wharf" / "locale" / "en.yaml").write_text(PICKED_TEXTS, encoding="utf-8")
    game = rulebed.load("wharf", search=[tmp_path])
    told = "Choose up to 2 of these: pay 1 crate, then gain 2 coin; do nothing; pay nothing, take a crate."
    assert game.describe("procedures.trade") == told
    assert game.describe("procedures.spare") == "Choose up to the extra of these: gain 1 coin."


def test_a_noun_may_be_for_one_kind_alone(tmp_path):
    """Where a fact of a kind has the name of another one, or two things have one name."""
    (tmp_path / "inn" / "locale").mkdir(parents=True)
    (tmp_path / "inn" / "pack.yaml").write_text(POOLS, encoding="utf-8")
    nouns = "nouns: {pool: dice pool, officer.pool: influence pool, perk.scout: Scout}\n"
    (tmp_path / "inn" / "locale" / "en.yaml").write_text(nouns, encoding="utf-8")
    game = rulebed.load("inn", search=[tmp_path])
    assert game.describe("procedures.fill") == "Add 1 to the influence pool of the officer. Add 1 to the dice pool."
    state = game.start(events=True)
    for _ in range(2):
        state.apply(state.decision.options[0])
    assert state.story()[:2] == ["Influence pool of mate is now 1.", "Dice pool is now 1."]
    assert [option.label for option in state.decision.options] == ["Scout", "spy"]


def test_a_locale_that_cannot_be_read_is_an_error(tmp_path):
    """A game whose words are broken doesn't load as if there were none."""
    with pytest.raises(rulebed.ContentError, match="Y101"):
        write(tmp_path, "texts: {unclosed: Eat\n")


CREW = """
title: Crew
players: 2
language: en
resources: {fish: {start: 1}, silver: {start: 1}}
kinds:
  catch: {instances: [cod, eel]}
  hand:
    held: true
    programs: {hired: null, paid: null}
    values: {worth: {type: number, default: 0}}
hands:
  cook: {hired: gain 1 fish, paid: "gain 1 silver; gain 2 fish", worth: me.fish + 1}
  scout: {on: {landed: {if: what is cod, do: gain 1 fish}}}
  clerk: {on: {landed: {if: what is cod and me.fish > 1, once_per: haul, do: gain 1 fish}, sold: gain 1 silver}}
  smith: {modify: {pull: 1, depth: -2, toll.fish: -1, shaded: {set: true}}}
  diver: {modify: {pull: {set: 5, if: me.fish > 2}, depth: {add: me.fish}, toll.silver: 2}}
  mate: {before: {haul.cast: gain 1 fish}, after: {haul.cast: nothing}, instead: {haul.wait: gain 2 fish}}
  trader: {exchange: {for: toll, pay: 1 fish, instead_of: 2 silver, times: 2}}
  purser: {credit: {for: toll, one_of: [silver, fish], amount: 1, per: haul}}
  guard: {watch: {when: me.fish > 4, do: lose 1 fish}}
  ghost: {modify: {pull: 1}, on: {sold: gain 1 silver}}
costs: {toll: {pay: {silver: 3, fish: 1}}}
values: {pull: 2, depth: 3, shaded: false}
events: {landed: {about: {what: catch}}, sold: {}}
procedures: {haul: {cast: pay toll, wait: nothing}}
flow:
  day: {do: "haul otherwise nothing; raise landed(cod); raise sold; if pull > depth or shaded: gain 1 fish", next: end}
result: {score: me.fish}
"""
CREW_WORDS = """
texts: {events.landed: "a {what} is landed", hands.ghost.on: "Whistle twice.", hands.ghost.modify: ""}
phrases: {values.shaded: the deck is shaded}
nouns: {pull: pull of the line, cod: {one: cod, many: cod}}
"""
CREW_DOES = {
    "cook": "Hired: gain 1 fish. Paid: gain 1 silver. Gain 2 fish. Worth: your fish plus 1.",
    "scout": "Whenever a cod is landed: gain 1 fish.",
    "clerk": "Whenever a catch is landed, once in each “haul”: if the catch is cod and your fish is more than 1,"
    " gain 1 fish. Whenever “sold” happens: gain 1 silver.",
    "smith": "Pull of the line: 1 more. Depth: 2 less. In the price of “toll”, 1 fish less. The deck is shaded.",
    "diver": "Pull of the line: 5 instead, but only if your fish is more than 2. Depth: more by your fish."
    " In the price of “toll”, 2 silver more.",
    "mate": "Before “cast”: gain 1 fish. After “cast”: do nothing. Instead of “wait”: gain 2 fish.",
    "trader": "In the price of “toll”, 1 fish instead of 2 silver, up to 2 times.",
    "purser": "In the price of “toll”, 1 silver or 1 fish less, once in each “haul”.",
    "guard": "As soon as your fish is more than 4: lose 1 fish.",
    "ghost": "Whistle twice.",
}


@pytest.fixture(scope="module")
def crew(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crew")
    (folder / "inn" / "locale").mkdir(parents=True)
    (folder / "inn" / "pack.yaml").write_text(CREW, encoding="utf-8")
    (folder / "inn" / "locale" / "en.yaml").write_text(CREW_WORDS, encoding="utf-8")
    return rulebed.load("inn", search=[folder])


@pytest.mark.parametrize("name", CREW_DOES)
def test_a_thing_says_what_it_does(crew, name):
    """Its programs and values, what it waits for, where it steps in, what it changes; or what the pack says of it."""
    assert crew.describe(f"hands.{name}") == CREW_DOES[name]


POOLS = """
title: Pools
players: 1
kinds:
  officer: {state: {pool: number}}
  face: {instances: [scout, rook]}
  perk: {instances: [scout, spy]}
officers: {mate: {}, cook: {}}
game: {state: {pool: number}}
procedures: {fill: {takes: {o: officer}, do: "add 1 to o.pool; add 1 to pool"}}
flow:
  day: {do: "choose o in officers; fill(o)", next: night}
  night: {do: "choose f in faces; choose k in perks", next: end}
result: {score: pool}
"""
FORMS = {
    "the": {"m": "le {self}", "f": "la {self}", "elides": "l'{self}", "many": "les {self}", "named": "{self}"},
    "of": {"m": "du {self}", "f": "de la {self}", "elides": "de l'{self}", "many": "des {self}"},
}


def test_what_a_program_of_a_kind_takes_is_spoken_of_by_its_kind():
    """Wherever an instance carries it."""
    pack = "title: Barn\nresources: {oat: null}\nkinds: {stall: {data: {oats: number}}, "
    pack += "horse: {programs: {feeds: {takes: {s: stall}}}}}\nstalls: {low: {oats: 2}}\n"
    pack += "horses: {grey: {feeds: gain s.oats oat}}\nplayers: 1\n"
    pack += "flow: {day: {do: do grey.feeds(low), next: end}}\nresult: {score: my.oat}\n"
    tree, _ = packs.load_text(pack)
    assert Describer(tree).describe("horses.grey") == "Gain oat equal to the oats of the stall."


NAMESAKES = """
title: Barn
players: 2
resources: {oat: {start: 3}}
kinds:
  stall: {data: {oats: number}, state: {owner: player}}
  horse: {data: {stall: stall}}
stalls: {low: {oats: 2}, high: {oats: 1}}
horses: {grey: {stall: low}, bay: {stall: high}}
costs: {feed: {takes: {h: horse}, pay: {oat: 1}}}
values:
  by_oats: {is: sorted stalls by oats, says: the stalls by their oats}
  homes: {is: "[h.stall for h in horses]", says: the stalls of the horses}
procedures:
  feed: {takes: {h: horse}, says: "[feed|feeds] {h}", do: gain 2 oat}
  tend:
    do: |
      pay feed(grey); feed(grey)
      if me is first(players) or me in players or me is not last(players): gain 1 oat
      find s in by_oats where owner is not me otherwise finish
      find t in homes where t is not s otherwise finish
      set t.owner to me
flow: {day: {do: tend, next: end}}
result: {score: me.oat}
"""


def test_a_procedure_with_the_name_of_a_price_is_said_by_its_own_phrase():
    """What is paid is the price. Of the reader the verb has its own form, and of sets that are made one is found."""
    tree, _ = packs.load_text(NAMESAKES)
    assert Describer(tree).describe("procedures.tend") == (
        "Pay the feed of grey. Feed grey. If you are the first of the players or you are one of the players or you are "
        "not the last of the players, gain 1 oat. If possible, find one of the stalls by their oats for which the "
        "owner is not you; otherwise, end this here. If possible, find one of the stalls of the horses for which it is "
        "not the stall; otherwise, end this here. Set the owner of the second stall to you."
    )


def test_what_does_not_hold_may_have_words_of_its_own(tmp_path):
    """A value by a phrase behind its address, a flag by the language; all else is said not to be so."""
    (tmp_path / "barn" / "locale").mkdir(parents=True)
    pack = (
        "title: Barn\nkinds: {owl: {state: {awake: flag}}}\nowls: {grey: {}}\nvalues: {night: any owls where awake}\n"
    )
    pack += "game: {state: {mown: flag}}\nflow: {day: {do: 'PROGRAM', next: end}}\nresult: {score: 0}\n"
    condition = "require not night; require not mown; require not grey.awake; require no owls where not awake"
    (tmp_path / "barn" / "pack.yaml").write_text(pack.replace("PROGRAM", condition), encoding="utf-8")
    english = "phrases: {values.night: it is night, values.night.not: the sun shines}\n"
    (tmp_path / "barn" / "locale" / "en.yaml").write_text(english, encoding="utf-8")
    tree, _ = packs.load("barn", [tmp_path])
    assert Describer(tree).describe("flow.day") == (
        "Do this only if the sun shines. Do this only if “mown” does not hold. Do this only if grey is not awake. "
        "Do this only if there is no owl for which it is not awake."
    )


def test_what_is_greatest_or_least_may_have_words_of_its_own(tmp_path):
    """A value has them by phrases behind its address; one without is said to be greatest or least."""
    (tmp_path / "barn" / "locale").mkdir(parents=True)
    pack = "title: Barn\nkinds: {owl: {data: {age: number}}}\nowls: {grey: {age: 3}, tawny: {age: 1}}\n"
    pack += "values: {years: {takes: {o: owl}, is: o.age}}\nresult: {score: 0}\n"
    pack += "flow: {day: {do: 'find o in owls: most years(it), least years(it), most age', next: end}}\n"
    (tmp_path / "barn" / "pack.yaml").write_text(pack, encoding="utf-8")
    english = "phrases: {values.years.most: the oldest, values.years.least: 'the one that hatched last of {o}'}\n"
    (tmp_path / "barn" / "locale" / "en.yaml").write_text(english, encoding="utf-8")
    tree, _ = packs.load("barn", [tmp_path])
    assert Describer(tree).describe("flow.day") == (
        "Find an owl, preferably the oldest, then the one that hatched last of it, "
        "then one for which the age is greatest."
    )
    assert not rulebed.check("barn", search=[tmp_path]).errors


@pytest.mark.parametrize(
    ("noun", "many", "said"),
    [
        (Noun("port", "ports", "m"), False, "la fin du port"),
        (Noun("mer", "mers", "f"), False, "la fin de la mer"),
        (Noun("île", "îles", "f", elides=True), False, "la fin de l'île"),
        (Noun("île", "îles", "f", elides=True), True, "la fin des îles"),
    ],
)
def test_another_language_is_a_table(noun, many, said):
    """Gender, number and elision choose the form: no code knows a language."""
    table = LanguageWords("fr", {"end": "la fin {of:of}"}, FORMS)
    assert table.fill(table.pattern("end"), {"of": Phrase(noun, many=many)}) == said


SENTENCES = """
title: Sentences
language: en
players: {min: 2, max: 2}
resources: {fish: {start: 4}, oil: {start: 4}}
kinds:
  reward: {data: {size: number}}
  chest: {programs: {reward: null}, data: {pays: resource}, state: {owner: player?}}
rewards: {gold: {size: 2}}
chests: {red: {reward: gain 1 fish, pays: fish}, blue: {reward: gain 2 fish, pays: oil}}
values:
  crew: {takes: {p: player}, is: p.fish}
  firsts: {is: "[first(chests) for p in players]", says: the chests in front}
  strangers: {is: empty(players), says: the strangers}
  lined_up: {is: "sorted chests by place(it, chests)", says: the chests in a line}
procedures:
  halves: gain half(me.fish) + 1 oil; gain half(me.fish + 1) oil
  goods: |
    choose meals in 0..me.fish
    choose parts in 0..me.fish - meals
    gain me.fish - meals - parts oil
  stock: {takes: {c: chest}, do: "if me.stock[c.pays] > 0: gain 1 fish"}
  some: "each c in take(crew(me), chests): do c.reward"
  swap: |
    choose c in chests
    choose d in chests
    set d.owner to c.owner
  hoard:
    if: me.fish > 1
    do: |
      if me.fish > 2: gain 1 oil
      otherwise: gain 2 oil
      gain 3 oil
  each_first: |
    choose c in firsts otherwise finish
    do c.reward
  nobody: "each p in strangers: p gains 1 oil"
  orderly: "if any lined_up: gain 1 oil"
  favour: |
    find c in chests:
      prefer it is red
      prefer owner is me
    otherwise: finish
    do c.reward
  share: {if: me.fish > 1, do: {first: "each p in players: p gains 1 oil", then: gain 3 oil}}
flow: {day: {do: "halves; goods; stock(red); some; swap; hoard; each_first; nobody; orderly; favour; share", next: end}}
result: {score: me.fish}
"""
MEANT = {
    "halves": "Gain oil equal to half of your fish (rounded down) plus 1."
    " Gain oil equal to half of (your fish plus 1) (rounded down).",
    "goods": "Choose a number from 0 to your fish. Choose a second number from 0 to your fish minus the number."
    " Gain oil equal to your fish minus the number minus the second number.",
    "stock": "If what you have of the pays of the chest is more than 0, gain 1 fish.",
    "some": "For each of the first of the chests, as many as your crew: resolve the reward of the chest.",
    "swap": "Choose a chest. Choose a second chest. Set the owner of the second chest to the owner of the chest.",
    "hoard": "If your fish is more than 1, if your fish is more than 2, gain 1 oil; otherwise, gain 2 oil;"
    " in any case, gain 3 oil.",
    "each_first": "If possible, choose one of the chests in front; otherwise, end this here."
    " Resolve the reward of the chest.",
    "nobody": "For each of the strangers: the player gains 1 oil.",
    "orderly": "If there is one of the chests in a line, gain 1 oil.",
    "favour": "If possible, find a chest, preferably red before any other, then one for which the owner is you;"
    " otherwise, end this here. Resolve the reward of the chest.",
    "share": "If your fish is more than 1, for each player: the player gains 1 oil; after that, gain 3 oil.",
}


@cache
def sentences():
    return rulebed.load_text(SENTENCES)


@pytest.mark.parametrize("name", MEANT)
def test_a_sentence_means_one_thing(name):
    """What ends where: a half, a loop, an alternative; and which of two alike is meant."""
    assert sentences().describe(f"procedures.{name}") == MEANT[name]


STABLE = """
title: Stable
players: 2
language: en
resources: {oat: {start: 3}}
kinds:
  horse: {alike: true, instances: [grey, bay], data: {wild: flag}}
  task: {data: {wild: number, horse: horse}, programs: {does: }}
tasks: {graze: {wild: 2, horse: grey, does: gain 1 oat}}
players: {min: 2, max: 2, state: {box: row of horse}}
game: {state: {yard: row of horse}}
events: {neighed: {about: {h: horse}}, fed: {about: {h: horse}}}
triggers: {feeding: {on: fed(h), do: lose 1 oat}}
flow:
  day:
    do: |
      choose t in tasks where wild < 9 and not horse.wild
      if me.oat > 2 and grey in my.box: gain t.wild oat
      raise neighed(grey)
      if me.oat > 1: raise neighed(bay)
      raise fed(grey)
      choose t.wild of tasks as some otherwise nothing
    next: end
result: {score: me.oat}
"""
STABLE_WORDS = """
texts: {events.neighed: "neighing: {h}", events.fed: "fed: {h}"}
nouns: {oat: {one: oat, many: oats}, box: {one: box, many: boxes}}
"""


def test_rules_say_what_they_mean(tmp_path):
    """Facts of two kinds by one name, several of something, what lies in a pile, what is told alone or perhaps."""
    (tmp_path / "stable" / "locale").mkdir(parents=True)
    pack = STABLE.replace("players: 2\n", "", 1).lstrip()
    (tmp_path / "stable" / "pack.yaml").write_text(pack, encoding="utf-8")
    (tmp_path / "stable" / "locale" / "en.yaml").write_text(STABLE_WORDS, encoding="utf-8")
    tree, _ = packs.load("stable", [tmp_path])
    assert Describer(tree).describe("flow.day") == (
        "Choose a task for which the wild is less than 9 and the horse is not wild. "
        "If your oats are more than 2 and grey is in your box, gain oats equal to the wild of the task. "
        "Fed: grey. If possible, choose as many of the tasks as the wild of the task."
    )


FLEET = """
title: Fleet
players: 2
resources: {fish: {start: 2}, silver: {start: 5}}
kinds: {ship: {data: {tons: number, mates: {type: number, default: 0}}, programs: {catch: null}}}
ships:
  brig: {tons: 3, catch: "gain tons fish, 1 silver"}
  tug: {tons: 1, catch: "gain tons fish, mates silver"}
  raft: {tons: 2, catch: "each s in ships where tons > 1: gain s.tons fish"}
  kite: {tons: 4, catch: "choose tons in 1..3; gain tons fish"}
flow: {day: {do: do brig.catch, next: end}}
result: {score: me.fish}
"""


def test_what_is_printed_on_a_thing_is_said_by_its_number(tmp_path):
    """A number of the thing itself, as it stands there; not one of others, nor what a choice names."""
    (tmp_path / "fleet").mkdir()
    (tmp_path / "fleet" / "pack.yaml").write_text(FLEET.lstrip(), encoding="utf-8")
    tree, _ = packs.load("fleet", [tmp_path])
    said = {name: Describer(tree).describe(f"ships.{name}.catch") for name in ("brig", "tug", "raft", "kite")}
    assert said == {
        "brig": "Gain 3 fish and 1 silver.",
        "tug": "Gain 1 fish and silver equal to the mates.",
        "raft": "For each ship for which the tons is more than 1: gain fish equal to the tons of the ship.",
        "kite": "Choose a number from 1 to 3. Gain fish equal to the number.",
    }
