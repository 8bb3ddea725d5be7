"""Cards to print: each thing once on a sheet, none cut, and what a pack says as text only."""

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from math import ceil

import pytest

import rulebed as public
from rulebed import packs
from rulebed.packs.kind_schema import plural_of
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.rules.setup import setups
from rulebed_tools.rulebook import cells
from rulebed_tools.rulebook.cells import DEPTH, SIZES, back_size, cells_of, paragraphs
from rulebed_tools.rulebook.deck import box_of, deck_of
from rulebed_tools.rulebook.letters import lines, wide
from rulebed_tools.rulebook.sheets import PAPERS, sheets_of, written
from rulebed_tools.rulebook.wording import Wording

LISTED = packs.available(packs.search_path())
LARGE = [one.name for one in LISTED if one.path.parent == packs.content_root()]
NAMES = [pytest.param(one.name, marks=[pytest.mark.slow] if one.name in LARGE else []) for one in LISTED]
LONG = " ".join(f"word{number}" for number in range(400))
PACK = f"""\
title: The <i>ferry</i>
players: {{min: 1, max: 2}}
language: en
options: {{load: {{values: [light, heavy], default: heavy}}}}
resources: {{fare: {{}}}}
kinds:
  card: {{data: {{depth: number, way: {{type: number, on_back: true}}}}, programs: {{visit: {{default: nothing}}}}}}
  stone: {{count: 3, card: true}}
  tile: {{instances: [one, two]}}
cards:
  east: {{depth: 2, way: 1, visit: gain 1 fare, note: "Rowing & <script>alert(1)</script>"}}
  west: {{depth: 3, way: 1, note: {LONG}}}
  north: {{depth: 1, way: 2, only_if: options.load is light}}
game: {{state: {{deck: {{type: deck of card, start: all}}}}}}
flow: {{day: {{do: "choose c in cards; do c.visit", next: end}}}}
result: {{score: me.fare}}
"""


class Sheets(HTMLParser):
    """What lies on the sheets of a page: cards by address and part, in their order, with what stands on each."""

    def __init__(self, text):
        super().__init__()
        self.sheets, self.cards, self.tags = [], [], Counter()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self.tags[tag] += 1
        if said.get("class") == "sheet":
            self.sheets.append([])
        if "data-of" in said:
            self.cards.append((said["data-of"], int(said["data-part"]), []))
            self.sheets[-1].append(said["data-of"])

    def handle_data(self, data):
        if self.cards:
            self.cards[-1][2].append(data)


@pytest.fixture
def ferry(own_packs):
    (own_packs / "ferry.yaml").write_text(PACK, encoding="utf-8")
    return own_packs


def box(name, language="en"):
    tree, report = packs.load(name, packs.search_path())
    assert not report.errors
    return box_of(tree, None, language)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_each_card_of_a_pack_is_on_the_sheets_once_and_none_is_cut(name, language):
    """Whatever the pack describes of such a kind, and each piece that has no name; with all that stands on it."""
    found, wording = box(name, language), Wording(language)
    kinds = [kind for kind in found.cards if found.faces[kind]]
    if not kinds:  # it has none, so that all else is printed
        kinds = list(found.faces)
        found = box_of(packs.load(name, packs.search_path())[0], None, language, kinds)
    deck = deck_of(found, kinds)
    made = cells_of(deck.faces, deck.numbers, wording)
    page = Sheets(written(made, "Title", PAPERS["a4"], wording, backs=False))
    first = [address for address, part, _ in page.cards if part == 1]
    assert len(first) == len(set(first))
    assert set(first) == pieces_of(name, kinds)
    assert all(len(sheet) <= 9 for sheet in page.sheets)
    assert len(page.sheets) == ceil(len(made) / 9)
    for cell in made:
        assert depth_of(cell) <= DEPTH
    for face in deck.faces:
        said = "".join("".join(text) for address, _, text in page.cards if address == face.address)
        for one in paragraphs(face, wording):
            assert all(word in said for word in f"{one.label} {one.text}".split())


def pieces_of(name, kinds):
    """The addresses of all that there is of some kinds, in whichever setup."""
    tree = packs.load(name, packs.search_path())[0]
    models = [Models(tree).raw(*setup) for setup in setups(info_of(tree))]
    plural = {kind: plural_of(kind, tree.find(f"kinds.{kind}")) for kind in kinds}
    return {f"{plural[kind]}.{one}" for model in models for kind in kinds for one in model.kinds[kind].instances}


def depth_of(cell):
    """How deep the parts of a card are together, in points."""
    name = len(lines(cells.printed(cell.face.name), cells.ROOM / cell.name_size, bold=True)) * cell.name_size
    small = 2 + (cell.part < cell.parts) if cell.parts > 1 else 2
    body = sum(one.height(cell.size) for one in cell.body)
    return (name + small * cells.SMALL) * cells.LEADING + body


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", LARGE)
def test_a_browser_cuts_nothing_either(name, language, paper, tmp_path):
    """What stands on a card ends before its foot and within its sides, as the browser lays it out."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("there is no chromium here")
    found, wording = box(name, language), Wording(language)
    deck = deck_of(found, [kind for kind in found.faces if found.faces[kind]])
    made = cells_of(deck.faces, deck.numbers, wording)
    page = written(made, "Title", PAPERS[paper], wording, backs=True)
    probe = """<script>document.title = [...document.querySelectorAll('.card')].filter(card =>
      card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1 ||
      (card.querySelector('.body')?.getBoundingClientRect().bottom ?? 0) >
        card.querySelector('footer').getBoundingClientRect().top + 1).length + ' cut'</script></body>"""
    (tmp_path / "page.html").write_text(page.replace("</body>", probe), encoding="utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--dump-dom"]
    shown = subprocess.run([*command, tmp_path / "page.html"], capture_output=True, text=True, check=True, timeout=200)
    assert "<title>0 cut</title>" in shown.stdout


def test_sheets_are_written_with_what_stands_on_cards(rulebed, ferry):
    """Texts of the pack are text; what only some setup has is there; what is too long goes on on another card."""
    code, said, complaint = rulebed("rulebook", "ferry", "--cards")
    assert (code, complaint) == (0, "")
    text = (ferry / "ferry.cards.html").read_text(encoding="utf-8")
    page = Sheets(text)
    assert page.tags["script"] == page.tags["i"] == 0
    whole = {address for address, _, _ in page.cards}
    assert whole == {"cards.east", "cards.west", "cards.north", "stones.1", "stones.2", "stones.3"}
    parts = [part for address, part, _ in page.cards if address == "cards.west"]
    assert parts == list(range(1, len(parts) + 1))
    assert len(parts) > 1
    assert f"ferry.cards.html: 6 cards, {len(parts) - 1} more card" in said
    told = {(address, part): " ".join(" ".join(words).split()) for address, part, words in page.cards}
    assert "Depth: 2" in told["cards.east", 1]
    assert "Gain 1 fare." in told["cards.east", 1]
    assert "Rowing & <script>alert(1)</script>" in told["cards.east", 1]
    assert "Back: way: 1" in told["cards.west", len(parts)]
    assert "continued on the next card" in told["cards.west", 1]
    assert "continued" not in told["cards.west", len(parts)]
    words = re.findall(r"word\d+", " ".join(told["cards.west", part] for part in parts))
    assert words == LONG.split()


def test_long_texts_are_set_smaller_before_they_go_on():
    """No letters are smaller than the smallest that can be read."""
    tree = packs.load_text(PACK.replace(LONG, " ".join(LONG.split()[:90])))[0]
    found = box_of(tree, None, "en")
    made = {one.face.id: one for one in cells_of(found.of(["card"]), [1, 1, 1], Wording("en"))}
    assert made["east"].size == SIZES[0]
    assert SIZES[-1] <= made["west"].size < SIZES[0]
    assert made["west"].parts == 1


def test_backs_lie_behind_their_faces(rulebed, ferry):
    """A sheet is turned over its long edge: the first card of a row has its back at the end of it."""
    assert rulebed("rulebook", "ferry", "--cards", "all.html", "--kinds", "tile,card", "--backs")[0] == 0
    text = (ferry / "all.html").read_text(encoding="utf-8")
    front, back = text.split('<section class="sheet">')[1:3]
    assert re.findall(r'data-of="(\w+)\.', front)[:3] == ["tiles", "tiles", "cards"]
    assert re.findall(r"<h2>(\w+)</h2>", back)[:3] == ["Card", "Tile", "Tile"]
    last = text.split('<section class="sheet">')[-1]
    assert last.count('class="none"') + last.count("card back") == 3 * ceil(last.count("card back") / 3)


def test_what_is_on_a_back_has_room_there():
    """The more there is, the smaller it is."""
    (face,) = cells_of(box_of(packs.load_text(PACK)[0], None, "en").of(["card"])[:1], [1], Wording("en"))
    sizes = [back_size(replace(face.face, sort="Bridge " * count)) for count in (1, 20, 60)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_only_what_another_pack_has_not_just_so(rulebed, ferry):
    """A changed card and a new one are printed, one that is the same isn't; what is gone is told."""
    other = PACK.replace("depth: 2", "depth: 5").replace("count: 3", "count: 4").replace("  north:", "  south:")
    (ferry / "other.yaml").write_text(other, encoding="utf-8")
    code, said, _ = rulebed("rulebook", "other", "--cards", "new.html", "--unlike", "ferry")
    assert code == 0
    page = Sheets((ferry / "new.html").read_text(encoding="utf-8"))
    assert [address for address, _, _ in page.cards] == ["cards.east", "cards.south", "stones.4"]
    assert "no longer as in `ferry`, to be taken out: `cards.east`, `cards.north`" in said
    code, said, _ = rulebed("rulebook", "ferry", "--cards", "none.html", "--unlike", "ferry")
    assert (code, (ferry / "none.html").exists()) == (0, False)
    assert "nothing is written" in said


def test_alike_pieces_are_printed_as_often_as_there_are(rulebed, ferry):
    """Each says which of them it is."""
    assert rulebed("rulebook", "hanabi", "--cards", "hanabi.html", "--lang", "fr", "--paper", "letter")[0] == 0
    text = (ferry / "hanabi.html").read_text(encoding="utf-8")
    page = Sheets(text)
    assert len(page.cards) == 50
    assert "size: letter portrait" in text
    threes = [" ".join(said) for address, _, said in page.cards if address.startswith("cards.red-one-")]
    assert [re.search(r"\d/\d", said)[0] for said in threes] == ["1/3", "2/3", "3/3"]


def test_a_setup_has_what_it_has(rulebed, ferry):
    """What isn't there in it is left out and named."""
    code, said, complaint = rulebed("rulebook", "ferry", "--cards", "heavy.html", "--set", "load=heavy")
    assert code == 0
    assert "heavy.html: 5 cards" in said
    assert "left out, since they aren't there with this setup: `cards.north`" in complaint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tic_tac_toe", "--cards"], "has no cards; name what to print with `--kinds`: there are `cell`"),
        (["ferry", "--cards", "--kinds", "crad"], "has no kind `crad`; did you mean `card`?"),
        (["ferry", "--kinds", "card"], "`--kinds` goes with `--cards`"),
        (["ferry", "--backs"], "`--backs` goes with `--cards`"),
        (["ferry", "--paper", "a4"], "`--paper` goes with `--cards`"),
        (["ferry", "--players", "2"], "`--players` goes with `--cards`"),
        (["ferry", "--cards", "--html", "x.html"], "say one of them"),
        (["ferry", "--cards", "--players", "7"], "players, not for 7"),
        (["ferry", "--cards", "--unlike", "fery"], "fery"),
    ],
)
def test_what_can_not_be_meant_is_refused(rulebed, ferry, words, said):
    """With what could be meant."""
    code, _, complaint = rulebed("rulebook", *words)
    assert code == 2
    assert said in complaint


@pytest.mark.parametrize("text", ["", "one two three", "a" * 90, "étranger 木の城 " * 9, "x\u00a0y " * 30])
def test_lines_hold_all_of_a_text_and_no_more_than_there_is_room(text):
    """A word that is too wide is broken; none is lost."""
    for room in (1.2, 4.0, 30.0):
        found = lines(text, room)
        assert "".join(found).replace(" ", "") == re.sub(r"[ \n]", "", text)
        assert all(wide(line) <= room or len(line) == 1 for line in found)


def test_no_line_ends_before_a_sign_that_belongs_to_it():
    """In French a colon has a blank before it, which holds both together; in English it has none."""
    assert Wording("fr").tied("Dit : « oui ! »") == "Dit\u00a0: «\u00a0oui\u00a0!\u00a0»"
    assert Wording("en").tied("Says: yes :") == "Says: yes :"


def test_sheets_have_so_many_cells():
    """Nine at most, the last one what is left."""
    assert [len(sheet) for sheet in sheets_of(range(20))] == [9, 9, 2]


def test_the_public_face_is_what_is_printed(ferry):
    """What the sheets show of a card is what `rulebed.face` says of it."""
    face = public.face(public.load("ferry", search=[ferry]), "cards.east")
    assert face["does"][0]["text"] == "Gain 1 fare."
    assert [one["on_back"] for one in face["facts"]] == [False, True]
