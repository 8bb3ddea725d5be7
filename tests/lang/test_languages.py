"""A pack that speaks a language has all the words: what is missing, or fills nothing, is found, and only that."""

from textwrap import dedent

import pytest

import rulebed

PACK = """
title: Pier
players: 2
resources: {oil: {start: 3}}
kinds: {lantern: {data: {price: number}, programs: {kindle: }, state: {keeper: player?}}}
lanterns:
  bow: {price: 1, kindle: "pay 1 oil; gain 2 oil"}
  mast: {price: 2, kindle: walk}
procedures:
  walk: {says: "[take|takes] a walk", do: "gain 1 oil"}
events: {lit: {about: {lantern: lantern}}}
flow:
  dusk:
    do: |
      choose l in lanterns where price > 0 and no keeper
      set l.keeper to me
      do l.kindle
      raise lit(l)
    next: end
result: {score: me.oil}
board: {row: {oil: {title: Oil, show: my.oil}, count: {text: "{count(lanterns)}"}}}
"""
FRENCH = {
    "texts": ["flow.dusk.l: Choisissez", 'events.lit: "{lantern} brille"', "board.row.oil.title: Huile"],
    "nouns": ["oil: {one: huile, many: huiles, gender: f}", "bow: proue", "mast: mât"],
    "phrases": ['procedures.walk: "[promenez-vous|se promène|se promener]"'],
}


def found(folder, french, english="", but="L105"):
    """The findings about languages, those about the rulebook aside."""
    (folder / "pier" / "locale").mkdir(parents=True)
    (folder / "pier" / "pack.yaml").write_text(PACK.lstrip(), encoding="utf-8")
    text = "".join(f"{section}:\n" + "".join(f"  {line}\n" for line in lines) for section, lines in french.items())
    (folder / "pier" / "locale" / "fr.yaml").write_text(text, encoding="utf-8")
    if english:
        (folder / "pier" / "locale" / "en.yaml").write_text(english, encoding="utf-8")
    return [one for one in rulebed.check("pier", search=[folder]).sorted() if one.code[0] == "L" and one.code != but]


def test_a_pack_with_all_words_is_fine(tmp_path):
    assert found(tmp_path, FRENCH) == []


def test_what_only_the_rulebook_says_is_listed_once(tmp_path):
    """Phases, facts, programs and kinds, and what they are called that is printed there, in one finding."""
    (only,) = found(tmp_path, FRENCH, but="")
    assert only.code == "L105"
    listed = "`lantern`, `dusk`, `price`, `keeper`, `kindle`"
    assert only.message == f"the rulebook in `fr` says as the pack spells it: {listed}"


def test_a_pack_whose_rulebook_is_in_one_language_is_fine(tmp_path):
    nouns = ["lantern: {one: fanal, many: fanaux}", "price: prix", "keeper: gardien"]
    french = {
        **FRENCH,
        "nouns": [*FRENCH["nouns"], *nouns, "kindle: allumage"],
        "texts": [*FRENCH["texts"], "flow.dusk: Soir"],
    }
    assert found(tmp_path, french, but="") == []


@pytest.mark.parametrize(
    ("section", "place", "name"),
    [
        ("texts", 0, "flow.dusk.l"),
        ("texts", 1, "events.lit"),
        ("texts", 2, "board.row.oil.title"),
        ("nouns", 0, "oil"),
        ("nouns", 1, "bow"),
        ("phrases", 0, "procedures.walk"),
    ],
)
def test_a_missing_word_is_found_once(tmp_path, section, place, name):
    """Decisions, events, boards, names and phrases: each is named where it is declared."""
    french = {**FRENCH, section: [line for number, line in enumerate(FRENCH[section]) if number != place] or ["x: x"]}
    findings = [one for one in found(tmp_path, french) if one.code == "L102"]
    assert [one.message for one in findings] == [f"in the language `fr` there is nothing for `{name}`"]
    assert findings[0].span is not None
    assert findings[0].help == f"add it to `{section}` in locale/fr.yaml"


def test_a_phrase_may_say_what_it_is_about_in_a_form_of_the_language(tmp_path, monkeypatch):
    """Each language has the form that it needs; one that no language has is nothing that fills the braces."""
    monkeypatch.setitem(
        globals(),
        "PACK",
        PACK.replace("walk: {says", "walk: {takes: {l: lantern}, says").replace("kindle: walk", "kindle: walk(bow)"),
    )
    phrases = "phrases: {procedures.walk: '[walk|walks] to {l}'}\n"
    assert found(tmp_path, {**FRENCH, "phrases": ['procedures.walk: "[allez|va|aller] à {l:a}"']}, phrases) == []
    (finding,) = found(
        tmp_path / "odd", {**FRENCH, "phrases": ['procedures.walk: "[allez|va|aller] à {l:odd}"']}, phrases
    )
    assert (finding.code, finding.message) == ("L103", "nothing fills `{l:odd}` in this text")


def test_what_the_own_language_has_a_text_for_the_others_have_too(tmp_path):
    findings = found(tmp_path, FRENCH, "texts: {flow.dusk: At dusk}\n")
    assert [one.message for one in findings] == ["in the language `fr` there is nothing for `flow.dusk`"]


def test_braces_that_nothing_fills_are_found(tmp_path):
    french = {**FRENCH, "texts": [*FRENCH["texts"], 'board.row.count.text: "{lanterns} lanternes"']}
    findings = found(tmp_path, french)
    assert [(one.code, one.help) for one in findings] == [("L103", "it can have `{count(lanterns)}`")]


def test_braces_of_an_event_are_what_it_is_about(tmp_path):
    """In any language, that of the pack too: no other one has to say it otherwise."""
    findings = found(tmp_path, FRENCH, 'texts: {events.lit: "{lamp} shines"}\n')
    assert ("L103", "nothing fills `{lamp}` in this text", "it can have `{lantern}`") in [
        (one.code, one.message, one.help) for one in findings
    ]


def test_nothing_fills_the_braces_of_what_is_asked(tmp_path):
    """A question is said as it stands, in each language; of a shared pack that can only be told of a game."""
    french = {**FRENCH, "texts": ['flow.dusk.l: "Quel fanal des {count} ?"', *FRENCH["texts"][1:]]}
    asked = found(tmp_path, french, 'texts: {flow.dusk.l: "Which of {count}?"}\n')
    assert [(one.code, one.message, one.span.source.name.rpartition("/")[2]) for one in asked] == [
        ("L103", "nothing fills `{count}` in this text", "en.yaml"),
        ("L103", "nothing fills `{count}` in this text", "fr.yaml"),
    ]


def test_a_text_for_what_nobody_asks_is_found(tmp_path):
    """Where a choice has another name, its text is for nobody; answers of a choice are texts of their own."""
    french = {**FRENCH, "texts": [*FRENCH["texts"], "flow.dusk.lamp: Quel fanal ?", "flow.dusk.l.none: Aucun"]}
    findings = found(tmp_path, french)
    assert [one.message for one in findings] == ["nothing has the address `flow.dusk.lamp`, so nobody reads this text"]
    assert [one.help for one in findings] == ["what is asked there is `flow.dusk.l`"]


def test_braces_of_a_fact_are_itself_and_whose_it_is(tmp_path):
    texts = 'texts: {kinds.lantern.state.keeper: "{keeper} lights {lantern}"}\n'
    said = {one.message: one.help for one in found(tmp_path, FRENCH, texts) if one.code == "L103"}
    listed = "it can have `{before}`, `{keeper}`, `{of}`, `{value}`, `{what}`, `{where}`"
    assert said == {"nothing fills `{lantern}` in this text": listed}


def test_the_words_of_an_answer_are_wanted_too(tmp_path, monkeypatch):
    """Of what `may` asks, the answer is said from the code: it needs the nouns in it."""
    asks = PACK.replace("      do l.kindle\n", "      may pay 1 oil: add 1 to gusts\n      do l.kindle\n")
    monkeypatch.setitem(globals(), "PACK", asks + "game: {state: {gusts: number}}\n")
    french = {**FRENCH, "texts": [*FRENCH["texts"], "flow.dusk.may_pay: Payer ?"]}
    assert [one.message for one in found(tmp_path, french)] == ["in the language `fr` there is nothing for `gusts`"]


def test_a_noun_that_says_of_which_kind_it_is_will_do(tmp_path):
    """Where things of two kinds have one name, each may have a noun of its own, and the bare name needs none."""
    pack = """
    title: Harbour
    players: 2
    resources: {fish: null}
    kinds:
      boat: {instances: [runner], state: {sunk: flag}}
      sailor: {instances: [runner], state: {sunk: flag}}
    flow:
      day:
        do: "choose b in boats; choose s in sailors; set b.sunk to true; set s.sunk to true; gain 1 fish"
        next: end
    result: {score: count(boats where sunk) + count(sailors where sunk) + my.fish}
    """
    (tmp_path / "locale").mkdir()
    (tmp_path / "pack.yaml").write_text(dedent(pack), encoding="utf-8")
    words = (
        "boat.runner: Coureur",
        "sailor.runner: {one: Fuyard, gender: m}",
        "boat: bateau",
        "sailor: marin",
        "sunk: coulé",
    )
    french = "".join(f"  {word}\n" for word in (*words, "fish: poisson"))
    (tmp_path / "locale" / "fr.yaml").write_text(f"nouns:\n{french}", encoding="utf-8")
    found = rulebed.check(str(tmp_path))
    assert [one.message for one in found if "runner" in one.message] == []
