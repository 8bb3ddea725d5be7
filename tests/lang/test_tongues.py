"""What the tables of languages know of grammar: articles, counts, lists, how a text is set; and a language more."""

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

import rulebed
from rulebed.assemble import tongues
from rulebed.assemble.tongues import table_of
from rulebed.lang.describe import Noun, Phrase
from rulebed.lang.express import table as express_table
from rulebed.packs import words
from rulebed.packs.words import word_table
from rulebed_tools.rulebook.page import set_page

needs_babel = pytest.mark.skipif(find_spec("babel") is None, reason="Babel is missing: `pip install babel`")
COUNTS = range(-1000, 1001)
SPOKEN = {"en": "en_GB", "fr": "fr"}  # with what Babel calls them: people of Britain write no comma before `and`
POLISH = """
counts: {one: '-?1', few: '-?(\\d*[^1])?[234]'}
elides: '(?!)'
words: {and: i}
"""


@pytest.mark.parametrize(
    ("language", "eliding", "others"),
    [
        (
            "en",
            "hour heir honest umbrella uninspired onion 8 11 usher urn idea",
            "unit user union once euro hotel house",
        ),
        ("fr", "île eau œuf abri un", "onze oui phare héros yaourt yoga ouistiti"),
    ],
)
def test_before_which_words_an_article_changes(language, eliding, others):
    """`an hour` and `a unit`, `l'œuf` and `le onze`: by one expression of the table."""
    table = table_of(language)
    assert all(table.noun(word).elides for word in eliding.split())
    assert not [word for word in others.split() if table.noun(word).elides]


def test_findings_speak_the_english_of_the_table():
    assert express_table.AN.pattern == word_table("en")["elides"]
    assert [express_table.a(word) for word in ("hour", "unit")] == ["an hour", "a unit"]


def test_several_of_a_kind_are_called_by_its_plural():
    text = "{title: Votes, players: 2, flow: {a: {do: 'if parties: stop', next: end}}, result: {score: 0}}"
    with pytest.raises(rulebed.ContentError) as caught:
        rulebed.load_text(text)
    assert "a condition needs a flag, but `parties` is a set of parties" in str(caught.value)


@needs_babel
@pytest.mark.parametrize("language", SPOKEN)
def test_counts_and_lists_are_those_of_babel(language):
    """From a thousand less than nothing to a thousand, and of two to four."""
    format_list = import_module("babel.lists").format_list
    table, rules = table_of(language), import_module("babel").Locale.parse(SPOKEN[language]).plural_form
    assert [n for n in COUNTS if (table.sort_of(n) == "one") != (rules(n) == "one")] == []
    for parts in (["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
        assert table.list_of(parts) == format_list(parts, locale=SPOKEN[language])


@pytest.fixture
def polish(tmp_path, monkeypatch):
    """A language with three forms that was begun: it has three rows, and is filled up with English."""
    kept, stated = words._own_table, words.read_table("pl.yaml", POLISH.lstrip())
    monkeypatch.setattr(words, "_own_table", lambda language, *a: stated if language == "pl" else kept(language, *a))
    for module in ("rulebed.packs.words", "rulebed.play.rules.words"):
        monkeypatch.setattr(f"{module}.languages", lambda *_: ("en", "fr", "pl"))
    for made in (words.word_table, tongues.table_of):
        made.cache_clear()
    yield
    for made in (words.word_table, tongues.table_of):
        made.cache_clear()


def test_a_language_may_have_more_forms_than_two(tmp_path, polish):
    """Of 1, of 2 to 4 and of 5; where a noun lacks a form, that for many; in stories and in what programs say."""
    (tmp_path / "port" / "locale").mkdir(parents=True)
    gains = "; ".join(f"gain {count} coin" for count in (1, 2, 5, 12, 22))
    pack = "title: Port\nplayers: 1\nresources: {coin: null}\n"
    pack += f"flow: {{day: {{do: '{gains}; choose x in 1..2', next: end}}}}\n"
    (tmp_path / "port" / "pack.yaml").write_text(f"{pack}result: {{score: my.coin}}\n", encoding="utf-8")
    noun = "nouns: {coin: {one: moneta, few: monety, many: monet}}\n"
    (tmp_path / "port" / "locale" / "pl.yaml").write_text(noun, encoding="utf-8")
    game = rulebed.load("port", search=[tmp_path])
    assert game.start().rules.words.say_amount(22, "coin", "pl") == "22 monety"
    told = [game.start().rules.words.say_amount(count, "coin", "pl") for count in (1, 2, 5, 12)]
    assert told == ["1 moneta", "2 monety", "5 monet", "12 monet"]
    said = game.describe("flow.day", "pl")
    assert re.findall(r"monet\w*", said) == ["moneta", "monety", "monet", "monet", "monety"]


@needs_babel
def test_the_made_up_table_counts_as_that_language_does(polish):
    table, rules = table_of("pl"), import_module("babel").Locale.parse("pl").plural_form
    assert [n for n in COUNTS if table.sort_of(n) != rules(n)] == []


def test_a_noun_without_a_form_goes_by_that_for_many():
    noun = Noun("coin", "coins", others=(("few", "a few coins"),))
    assert [noun.for_count(count) for count in ("one", "few", "two", "many")] == [
        "coin",
        "a few coins",
        "coins",
        "coins",
    ]
    assert Phrase(noun, count="few").text == "a few coins"


def test_french_pages_are_set_with_narrow_blanks_and_round_apostrophes():
    """In what is read alone: neither in styles nor in addresses; other languages stay as they are typed."""
    page = "<style>a : b</style><p>L'eau : <a href=\"#l'eau : x\">« oui »</a> &lt;b&gt; &#x27;</p>"
    assert set_page(page, "en") == page
    nnbsp = "\u202f"
    expected = f'<p>L\u2019eau{nnbsp}: <a href="#l\'eau : x">«{nnbsp}oui{nnbsp}»</a> &lt;b&gt; \u2019</p>'
    assert set_page(page, "fr") == f"<style>a : b</style>{expected}"
