"""The rulebook of a pack: one page, whole, in each language, with everything that the pack has in it."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulebed import packs
from rulebed.describing import Describer
from rulebed.packs.places import content_root
from rulebed.packs.words import languages, word_table
from rulebed_tools.rulebook import wording
from rulebed_tools.rulebook.author import book_of
from rulebed_tools.rulebook.page import written
from rulebed_tools.rulebook.plain import lines_of

NAMES = sorted(path.name for path in (content_root() / "reference").iterdir())
EMPTY = {"meta", "path", "rect", "link", "br"}
PACK = """\
title: The <ferry>
about: Rowing & waiting.
players: {min: 1, max: 3}
language: en
options:
  load: {title: What it carries, values: [light, heavy], default: heavy}
resources:
  fare: {start: 1, high: 9, note: what passengers pay}
  silver: {start: 5}
kinds:
  pier: {data: {depth: number, deep: flag}, programs: {visit}, note: where it lands, state: {moored: player?}}
  rope: {count: 2, for_each: {owner: player}}
  knot: {data: {strength: number}}
piers:
  east: {depth: 2, visit: gain 1 fare}
  west: {depth: 3, deep: true, visit: row, modify: {pull: 1}, on: {landed: gain 2 fare}}
  north: {}
  south: {exchange: {for: toll, pay: 1 fare, instead_of: 2 silver, times: 2}, credit: {for: toll, silver: 1, per: row}}
  key: {watch: {when: me.fare > 4, do: lose 1 fare}, modify: {pull: {set: 5, if: me.fare > 2}, toll.silver: -1}}
knots:
  reef: {strength: 4}
costs: {toll: {pay: {silver: 3, fare: 1}}}
values:
  pull: 2
  strong: {takes: {k: knot}, is: k.strength > pull}
events: {landed: {about: {pier: pier}}}
procedures:
  row:
    takes: {}
    do:
      stroke: {when: me.fare > 0, do: pay toll, rules: [F-1]}
      land: |
        choose p in piers
        set p.moored to me
        raise landed(p)
  unread_nowhere: nothing
flow:
  begin: {do: gain 1 fare, next: sail}
  late: {do: nothing, next: end}
  sail:
    do: {pick: {up_to: 1}, options: {go: row, wait: nothing}}
    next: [{if: me.fare > 3, to: late}, {otherwise: sail}]
result: {score: me.fare, ties: [count(piers where moored is me)]}
laws: {fares_are_few: all p in players satisfy p.fare < 10}
"""


class Outline(HTMLParser):
    """Whether all that is opened is closed, and what can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.said = [], [], [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.ids += [value for key, value in attrs if key == "id"]
        self.links += [value for key, value in attrs if key == "href"]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_data(self, data):
        self.said.append(data)

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            assert self.open.pop() == tag


def page(text, language="en"):
    tree, report = packs.load_text(text, "ferry.yaml")
    assert not report.errors
    return written(book_of(tree, language, packs.read_ledger(tree)[0].in_force, "<svg></svg>"))


def test_what_a_page_is_made_of_is_no_sign_in_it(tmp_path):
    """Titles and notes with signs of HTML in them are told as they stand, also where something is called as one is."""
    odd = "<script>alert(1)</script> &lt; \"'`--- ]]> a < b"
    pack = """
        title: ODD
        about: ODD
        players: 2
        kinds: {pier: {count: 2, note: ODD, state: {wet: flag}}}
        procedures: {wade: choose p in piers; set p.wet to true; choose q in piers where not wet; set q.wet to false}
        flow: {amp: {do: wade; wade, next: quot}, quot: {do: wade; wade, next: end}}
        result: {score: 0}
    """
    (tmp_path / "odd" / "locale").mkdir(parents=True)
    (tmp_path / "odd" / "pack.yaml").write_text(pack.replace("ODD", json.dumps(odd)), encoding="utf-8")
    (tmp_path / "odd" / "locale" / "en.yaml").write_text("phrases: {procedures.wade: lt}", encoding="utf-8")
    tree, _ = packs.load("odd", [tmp_path])
    found = Outline(written(book_of(tree, "en", packs.read_ledger(tree)[0].in_force, "<svg></svg>")))
    assert found.tags.isdisjoint({"script", "b"})
    assert ("#procedures.wade" in found.links, "".join(found.said).count(odd)) == (True, 5)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_every_small_game_has_one(name, language, tmp_path, rulebed):
    """Sound, linked in itself, without scripts and network, and with every phase and instance in it."""
    path = tmp_path / "book.html"
    assert rulebed("rulebook", name, "--lang", language, "--html", str(path))[0] == 0
    text = path.read_text(encoding="utf-8")
    outline = Outline(text)
    assert not outline.open
    assert len(outline.ids) == len(set(outline.ids))
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
    assert "script" not in outline.tags
    assert not re.search(r"(src|href)=\"http", text)
    assert f'<html lang="{language}">' in text
    tree, _ = packs.load(name, packs.search_path())
    assert {f"flow.{entry.key}" for entry in tree.find("flow")} <= set(outline.ids)
    describer = Describer(tree)
    for one, kind in describer.names(language).kind_of.items():
        assert describer.names(language).instances[one].one.lower() in text.lower().replace("&#x27;", "'").replace(
            "\u2019", "'"
        ), (
            kind,
            one,
        )


def test_what_cannot_be_played_has_none(tmp_path, rulebed):
    """What is wrong with the pack is said instead, and no page is written."""
    folder, path = tmp_path / "ferry", tmp_path / "page.html"
    folder.mkdir()
    (folder / "pack.yaml").write_text("players: 2\nflow: {day: {do: gain 1 silver, next: end}}\n", encoding="utf-8")
    code, _, complaint = rulebed("rulebook", str(folder), "--html", str(path))
    assert (code, "T102" in complaint, path.exists()) == (1, True, False)


def test_what_it_says():
    """Each part in its section; signs of HTML in what a pack says are only signs."""
    text = page(PACK)
    assert "<h1>The &lt;ferry&gt;</h1>" in text
    assert "Rowing &amp; waiting." in text
    assert "1 to 3 players" in text
    assert "<dt>What it carries</dt><dd>Light, <b>Heavy</b></dd>" in text
    assert "<td>Fare</td><td>1</td><td>9</td><td>what passengers pay</td>" in text
    assert "<th>Name</th><th>Depth</th><th>Deep</th><th>What it does</th>" in text
    assert '<td>East</td><td>2</td><td></td><td class="does"><p>Gain 1 fare.</p></td>' in text
    assert "Whenever “landed” happens:</span> Gain 2 fare." in text
    assert "Pull: 1 more." in text
    assert "In the price of “toll”, 1 fare instead of 2 silver, up to 2 times." in text
    assert "In the price of “toll”, 1 silver less, once in each “" in text
    assert "As soon as your fare is more than 4:</span> Lose 1 fare." in text
    assert "Pull: 5 instead, but only if your fare is more than 2. In the price of “toll”, 1 silver less." in text
    assert "<dt>Toll</dt><dd>3 silver, 1 fare</dd>" in text
    assert "2 for each player" in text
    assert '<ul class="names"><li>North</li></ul>' in text
    assert "Each player scores your fare." in text
    assert "The game ends after Late." in text


def test_phases_come_in_the_order_of_play():
    """From the first one on; what the file says later may come sooner."""
    text = page(PACK)
    places = [text.index(f'<h3 id="flow.{name}">') for name in ("begin", "sail", "late")]
    assert places == sorted(places)


def test_procedures_stand_where_they_are_spoken_of():
    """With a link to them; what nobody speaks of is left out."""
    text = page(PACK)
    assert '<a href="#procedures.row">row</a>' in text
    assert '<h3 id="procedures.row">Row</h3>' in text
    assert "unread nowhere" not in text.lower()
    assert '<span class="step">Stroke.</span> Only if your fare is more than 0:' in text


def test_a_phrase_is_a_title_and_a_link():
    """What is said by a phrase of its own is explained, too; the title has its plain form."""
    text = page(PACK.replace("    takes: {}\n", '    says: "[take|takes] the oars"\n'))
    assert '<a href="#procedures.row">Take the oars</a>.' in text
    assert '<h3 id="procedures.row">Takes the oars</h3>' not in text
    assert '<h3 id="procedures.row">Take the oars</h3>' in text


def test_a_phrase_with_slots_is_a_link_where_its_words_stand():
    """What stands in the slots is said there; a single word is none, for it may mean anything."""
    told = PACK.replace("    takes: {}\n", '    takes: {p: pier?}\n    says: "[take|takes] the oars to {p}"\n')
    assert '<a href="#procedures.row">Take the oars to</a> north' in page(
        told.replace("visit: row", "visit: row(north)")
    )
    told = PACK.replace("    takes: {}\n", '    takes: {p: pier?}\n    says: "[row|rows] {p}"\n')
    assert '<a href="#procedures.row">Row</a> ' not in page(told.replace("visit: row", "visit: row(north)"))


def test_several_that_are_taken_are_said_by_their_plural():
    """A set is spoken of by what is in it, in the title and where it is said what is given."""
    told = PACK.replace("    takes: {}\n", '    takes: {some: set of pier}\n    says: "[row|rows] to one of {some}"\n')
    told = page(told.replace("visit: row", "visit: row(piers)").replace("{go: row,", "{go: row(piers),"))
    assert "Row to one of the piers</h" in told
    assert "For piers." in told


def test_a_step_is_called_by_its_own_name(tmp_path, rulebed):
    """A noun of the same name is that of a fact; an option is called by the noun of what it names."""
    folder = tmp_path / "quay"
    (folder / "locale").mkdir(parents=True)
    (folder / "pack.yaml").write_text(
        "players: 2\n"
        "kinds: {ship: {data: {home: number}}}\n"
        "ships: {brig: {home: 1}}\n"
        "resources: {fare: {start: 0}, silver: {start: 0}}\n"
        "flow: {day: {do: {home: gain 1 fare, buy: {pick: 1, options: {silver: gain 1 silver}}}, next: end}}\n"
        "result: {score: me.fare}\n",
        encoding="utf-8",
    )
    (folder / "locale" / "en.yaml").write_text("nouns: {silver: shilling, home: port}\n", encoding="utf-8")
    printed = rulebed("rulebook", str(folder))[1]
    assert "- Home. Gain 1 fare." in printed
    assert "Shilling. Gain 1 shilling." in printed


def test_options_stand_below_what_is_picked():
    text = page(PACK)
    assert '<p>Choose up to 1 of these:</p><ul><li><p><span class="step">Go.</span> ' in text


def test_french_has_no_english_of_its_own():
    """What the pack says only in its own language is left out: remarks, titles of options."""
    text = page(PACK, "fr")
    assert "what passengers pay" not in text
    assert 'class="step"' not in text
    assert "What it carries" not in text
    assert "1 à 3 joueurs" in text
    assert not [word for word in word_table("en", wording.FOLDER).values() if len(word) > 20 and word in text]


def test_every_language_has_the_same_slots():
    """In what it says by itself."""
    tables = [word_table(language, wording.FOLDER) for language in languages()]
    slots = [
        {key: sorted(re.findall(r"{\w+}", text)) for key, text in one.items() if key != "language"} for one in tables
    ]
    assert all(one == slots[0] for one in slots)


def test_layers_are_variants(rulebed, own_packs):
    """What each that can be played has otherwise, as it was and as it is; with a layer it is the game itself."""
    shutil.copytree(content_root() / "reference" / "pig", own_packs / "sow")
    manifest = own_packs / "sow" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("name: pig", "name: sow"))
    layer = own_packs / "sow" / "layers" / "bold.yaml"
    layer.parent.mkdir()
    layer.write_text("title: Bold pigs\nabout: They dare.\npatch:\n  procedures.next_player: set active to next(me)\n")
    assert rulebed("rulebook", "sow", "--html", "book.html")[0] == 0
    text = Path("book.html").read_text()
    assert "<h3>Bold pigs <code>sow+bold</code></h3><p>They dare.</p>" in text
    assert "<del>Set the turn total to 0. Set the active player to the next player.</del>" in text
    assert "<p>Set the active player to the next player.</p></div>" in text
    printed = rulebed("rulebook", "sow")[1]
    assert printed.startswith("Pig\n===\n")
    assert "~~Set the turn total to 0. Set the active player to the next player.~~\nSet the active" in printed
    assert "<" not in printed
    assert rulebed("rulebook", "sow+bold", "--html", "book.html")[0] == 0
    text = Path("book.html").read_text()
    assert "Bold pigs <code>" not in text
    assert '<p class="layer"><strong>Bold pigs</strong>: They dare.</p>' in text.partition("</header>")[0]
    layer.write_text("patch:\n  procedures.fly: {remove: true}\n")
    code, _, complaint = rulebed("rulebook", "sow", "--html", "book.html")
    assert (code, "`rulebed check sow+bold` says why" in complaint) == (0, True)
    assert "sow+bold" not in Path("book.html").read_text()
    layer.write_text("patch:\n  procedures.next_player: set active to nxt(me)\n")
    assert "`rulebed check sow+bold` says why" in rulebed("rulebook", "sow", "--html", "book.html")[2]
    assert "sow+bold" not in Path("book.html").read_text()


def test_a_page_is_read_as_lines():
    """Headings, lists within lists, and a row by the names of its columns; what only a page can show is left out."""
    page = (
        "<head><title>T</title></head><h2>城</h2><nav>x</nav><ul><li>one <b>or</b> two<ul><li>in</li></ul></li></ul>"
        "<table><tr><th>Name</th><th>Price</th><th>Does</th></tr><tr><td>Inn</td><td></td><td><p>Gain 1.</p></td></tr>"
        "<tr><td>Well</td><td>2</td><td></td></tr></table><figure><svg><text>x</text></svg></figure>"
    )
    assert lines_of(page) == [
        "", "城", "==", "- one or two", "  - in", "- Inn  --  Does: Gain 1.", "- Well  --  Price: 2",
    ]  # fmt: skip


def test_a_program_as_a_passage():
    """Step by step, with what is named before known after; what is picked, and on which terms."""
    tree, _ = packs.load_text(
        PACK.replace("raise landed(p)", "").replace(
            "      land: |", "      moor: set first(piers).moored to me\n      land: |"
        ),
        "ferry.yaml",
    )
    told = Describer(tree).passage("procedures.row")
    assert [step.address.rpartition(".")[2] for step in told.steps] == ["stroke", "moor", "land"]
    assert told.steps[0].terms == (("when", "your fare is more than 0"),)
    assert told.steps[0].text == "Pay the toll."
    picked = Describer(tree).passage("flow.sail")
    assert picked.picked == "choose up to 1 of these"
    assert [one.address for one in picked.options] == ["flow.sail.options.go", "flow.sail.options.wait"]


def test_what_is_printed_may_depend_on_an_option():
    """A value that has to be worked out is said in words, not shown as it is written."""
    told = page(PACK.replace("north: {}", "north: {depth: 4 if options.load is light else 1}"))
    assert "4 if the setting “What it carries” is “light”, otherwise 1" in told


def test_a_thing_has_the_name_of_its_kind(tmp_path):
    """Where things of two kinds have one name, each is called as the locale has it for its kind."""
    (tmp_path / "ferry" / "locale").mkdir(parents=True)
    pack = PACK.replace("  knot: {data", "  boat: {data: {tons: number}}\n  knot: {data") + "boats: {east: {tons: 3}}\n"
    (tmp_path / "ferry" / "pack.yaml").write_text(pack, encoding="utf-8")
    words = "nouns: {pier.east: {one: east pier}, boat.east: {one: eastern boat}}\n"
    (tmp_path / "ferry" / "locale" / "en.yaml").write_text(words, encoding="utf-8")
    tree, _ = packs.load("ferry", [tmp_path])
    names = [thing.name for sort in book_of(tree, "en", {}, "").sorts for thing in sort.things]
    assert "East pier" in names
    assert "Eastern boat" in names


def test_what_goes_without_saying_is_printed_all_the_same():
    """What a thing has by default stands in its row, and whose the fact is in the words for it."""
    told = page(PACK.replace("deep: flag}", "deep: {type: flag, default: true}}"))
    rows = re.findall(r"<tr>(.*?)</tr>", told, re.DOTALL)
    assert [">yes<" in row for row in rows if ">East<" in row or ">West<" in row] == [True, True]
