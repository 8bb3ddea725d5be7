"""The canonical layout of packs: nothing but blanks, quotes and line ends changes, and a second time nothing does."""

import json
import subprocess
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulebed.lang.format import formatted as formatted_effect
from rulebed.packs import yaml_tree
from rulebed.packs.node import plain
from rulebed.packs.places import content_root
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source
from rulebed_tools.fmt.files import files_of, format_file, formatted, same

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [*files_of(content_root()), *files_of(ROOT / "tests" / "sentences")]
SOME = SHIPPED[::6]
CONTENT, TEXTS = Path("pack.yaml"), Path("locale/en.yaml")


def laid_out(text, path=CONTENT):
    report = Report()
    after = formatted(Source("x.yaml", text), path, report)
    assert not report.errors, [found.message for found in report]
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:   {b: 1,c:  [x,y ]}\n", "a: {b: 1, c: [x, y]}\n"),
        ("a:\n    b: 1\n    c:\n    - x\n    -   y\n", "a:\n  b: 1\n  c:\n    - x\n    - y\n"),
        ("a: 'x'\nb: \"it's\"\nc: '5'\nd: \"say: so\"\n", 'a: x\nb: it\'s\nc: "5"\nd: "say: so"\n'),
        ('a: {b: "x, y", c: "z"}\n', 'a: {b: "x, y", c: z}\n'),
        ("a: {b: , c}\n", "a: {b: , c}\n"),
        ("a: {b: die?}\nc: die?\n", 'a: {b: "die?"}\nc: die?\n'),
        ("# one\n\n\n\na: 1   # two\n  # three\n", "# one\n\na: 1   # two\n# three\n"),
        ("a:\n    b: 1\n    # end of a\n# of c\nc: 1\n", "a:\n  b: 1\n  # end of a\n# of c\nc: 1\n"),
        ("a:\n    # b: 1\n\n    # c: 1\nd: 1\n", "a:\n  # b: 1\n\n  # c: 1\nd: 1\n"),
        ("a:\n# of d\nd: 1\n", "a:\n# of d\nd: 1\n"),
        ("a: [x, # first\n  y]\n", "a:\n  - x  # first\n  - y\n"),
        ("a: |\n      if x :\n          gain  1 y\n", "a: |\n  if x:\n    gain 1 y\n"),
        ("a:  # one\n  b  # two\nc: 1\n", "# one\na: b  # two\nc: 1\n"),
        ("a:\r\n  b: 1\r\n", "a:\n  b: 1\n"),
        ("a: 1", "a: 1\n"),
        ("a: |2\n   x\nnote: |2\n   x\n", "a: |\n  x\nnote: |2\n   x\n"),
        ("a: |+\n  b\n\nc: 1\n", "a: |+\n  b\n\nc: 1\n"),
    ],
)
def test_a_layout(before, after):
    """One blank where there is any, two columns a level, no quotes without need; comments and groups stay."""
    assert laid_out(before) == after


def test_any_reader_of_yaml_opens_what_is_shipped():
    """Also one of YAML 1.1, such as Python's own, where a type ends in a question mark."""
    texts = (path.read_text(encoding="utf-8") for path in files_of(content_root()))
    found = [yaml.safe_load(text) for text in texts if '?"' in text]
    assert len(found) > 10


def test_what_is_too_long_goes_on_in_the_next_line():
    """In brackets after a comma, in prose between words, in an effect where the fewest brackets are open."""
    words = " ".join(["word"] * 30)
    names = ", ".join(f"name_{number}" for number in range(20))
    condition = "count(all where any owner and owner is me) > 2 and count(others where any owner and owner is me) > 2"
    text = f"about: {words}\nnames: [{names}]\nrows: {{a: [[{names}], [{names}]]}}\nwhen: {condition} and many_things\n"
    lines = laid_out(text).splitlines()
    assert max(map(len, lines)) <= 120
    assert lines[1] == "  " + " ".join(["word"] * 8)
    assert lines[-1] == "  and many_things"
    assert plain(yaml_tree.parse(Source("x", "\n".join(lines)))[0]) == plain(yaml_tree.parse(Source("x", text))[0])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gain  1   wood;lose 2 a.b", "gain 1 wood; lose 2 a.b"),
        ("set x to -1+ -2*( y )", "set x to -1 + -2 * (y)"),
        ("roll 1 .. 6 as face", "roll 1..6 as face"),
        ("choose x in narrow [ a,b ] by (c > 1)by(d)", "choose x in narrow [a, b] by (c > 1) by (d)"),
        ("each s in xs :\n      go( s )\n      # why\n      if s.b:   # so\n          do it\nstop", None),
        ("let a = b\n and c\nset d to a", "let a = b\n  and c\nset d to a"),
        ("Points to win", "Points to win"),
        ("first (of all", "first (of all"),
    ],
)
def test_an_effect(before, after):
    """Blanks and indentation; what is no effect is left alone."""
    nested = "each s in xs:\n  go(s)\n  # why\n  if s.b:   # so\n    do it\nstop"
    assert formatted_effect(before) == (after or nested)
    assert formatted_effect(after or nested) == (after or nested)


def test_prose_and_texts_of_a_locale_are_no_effects():
    """Even where they read like one."""
    text = "note: first (of all)\nsource: {price: rule (of two)}\n"
    assert laid_out(text) == text
    assert laid_out("texts:\n  a: b (c)\n", TEXTS) == "texts:\n  a: b (c)\n"
    assert laid_out("when: b (c)\n") == "when: b(c)\n"


@pytest.mark.parametrize("paths", [SOME, pytest.param(SHIPPED, marks=pytest.mark.slow)], ids=["some", "all"])
def test_shipped_packs_keep_their_meaning(paths):
    """Trees, effects and comments of every file are the same afterwards, and a second time nothing changes."""
    for path in paths:
        found = format_file(path)
        again = Source(path.name, found.after)
        assert not found.report.errors
        assert formatted(again, path, Report()) == found.after, path


@pytest.mark.parametrize("each", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_the_games_are_laid_out_so(each):
    """What newcomers read shows it."""
    assert [path for path in [*files_of(content_root())][::each] if format_file(path).is_changed] == []


SIGNS = st.sampled_from(
    [*"abé🎲 \n\t:-[]{},'\"#&*!|>%@`?~<=.019", "\n  ", "\n- ", ": ", "a:\n  ", "b: ", " # c", "\n# d\n", "\n    "]
)


def spelled(value):
    """A tree with each effect as the language spells it."""
    match value:
        case dict():
            return [(key, spelled(inner)) for key, inner in value.items()]
        case list():
            return [spelled(inner) for inner in value]
        case str():
            return formatted_effect(value).rstrip("\n")
    return value


@pytest.mark.slow  # in a process that has grown it takes twenty seconds
@given(st.lists(SIGNS, max_size=30).map("".join))
@example("a: {b: 1, # c\n  d: 2}\n  # e\nf:\n- g\n# h\n")
@example('a:\n  - >2-\n     x\n  - "b\\\n    c"\n')
@example("? a\n  b\n: c\n")
@example("- b: # c\n    a~,\n")
@example("x:\n  - a: 1\n      # of the first\n\n  - b: 2\n")
@example("a: |\n  b: *:*\n    \n  c\n")
@example('{do: {x: ["b\\n\\\n        \\ ", 1]}}\n')
@settings(max_examples=600, deadline=None)
def test_whatever_can_be_read_keeps_its_meaning(text):
    """And is laid out at once as it stays."""
    keeps_its_meaning(text)


@pytest.mark.slow
@given(st.lists(SIGNS, max_size=30).map("".join))
@settings(max_examples=3000, deadline=None)
def test_whatever_else_can_be_read_keeps_its_meaning(text):
    """The same of many more texts."""
    keeps_its_meaning(text)


def keeps_its_meaning(text):
    report = Report()
    once = formatted(Source("x.yaml", text), CONTENT, report)
    if not report.errors:
        assert formatted(Source("x.yaml", once), CONTENT, Report()) == once
        before, after = (yaml_tree.parse(Source("x.yaml", each))[0] for each in (text + "\n", once))
        assert spelled(plain(before)) == spelled(plain(after))


def test_a_text_that_says_something_else_is_noticed():
    """The guard that no file is written without."""
    source = Source("x.yaml", "a: go(x)  # why\nb: 1\n")
    root, _ = yaml_tree.parse(source)
    assert same(source, root, "a: go( x )  # why\nb: 1\n")
    for other in (
        "a: go(y)  # why\nb: 1\n",
        "a: go(x)\nb: 1\n",
        "b: 1\na: go(x)  # why\n",
        "a: go(x)  # why\nb: '1'\n",
    ):
        assert not same(source, root, other)


def test_the_verb_writes_and_checks(rulebed, own_packs):
    """`--check` lists what would change and leaves it; without it the file is written, once."""
    path = own_packs / "mine.yaml"
    path.write_text("players:   2\nflow: {a:  {do:  nothing,next: end}}\nresult: {score: 0}\n", encoding="utf-8")
    code, said, _ = rulebed("fmt", "mine.yaml", "--check")
    assert (code, said) == (1, "mine.yaml\n1 of 1 files would be changed\n")
    assert rulebed("fmt", "mine")[0] == 0
    assert path.read_text() == "players: 2\nflow: {a: {do: nothing, next: end}}\nresult: {score: 0}\n"
    assert rulebed("fmt", "mine", "--check")[:2] == (0, "0 of 1 files would be changed\n")
    path.write_text("players:  2\n", encoding="utf-8")
    assert "mine.yaml\n" in rulebed("fmt", "--check")[1]  # all packs of the directory


UNTIDY = "players:   2\nflow: {a:  {do:  nothing,next: end}}\nresult: {score: 0}\n"
TIDY = "players: 2\nflow: {a: {do: nothing, next: end}}\nresult: {score: 0}\n"


@pytest.fixture
def fed(rulebed, monkeypatch):
    """The command with a text for its standard input."""

    def run(text, *words):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data), encoding="utf-8"))
        return rulebed("fmt", *words)

    return run


def test_what_would_be_changed_is_shown_as_a_patch(rulebed, own_packs):
    """Files stay, the patch alone goes to standard output, and it makes of them what `fmt` would."""
    texts = {
        "mine.yaml": UNTIDY,
        "open.yaml": "title:  No break at the end",
        "dos.yaml": "title:  Dos\r\nplayers: 2\r\n",
        "odd.yaml": "title:  木  # a\u200fb\u0300c\n",
    }
    for name, text in texts.items():
        (own_packs / name).write_bytes(text.encode())
    code, patch, said = rulebed("fmt", *texts, "--diff")
    assert (code, said) == (1, "4 of 4 files would be changed\n")
    assert patch.startswith("--- mine.yaml\n+++ mine.yaml\n@@ -1,3 +1,3 @@\n-players:   2\n")
    assert [(own_packs / name).read_bytes().decode() for name in texts] == list(texts.values())
    subprocess.run(["git", "apply", "-p0", "-"], input=patch.encode(), check=True, cwd=own_packs)
    assert (own_packs / "mine.yaml").read_text() == TIDY
    assert rulebed("fmt", *texts, "--diff") == (0, "", "0 of 4 files would be changed\n")


def test_a_text_goes_through_as_it_would_be_written(fed):
    """From standard input to standard output, sign by sign, whatever signs they are; nothing else is said there."""
    assert fed(UNTIDY, "-") == (0, TIDY, "")
    assert fed(TIDY, "-") == (0, TIDY, "")
    assert fed("title:   א  # \u200f木", "-") == (0, "title: א    # \u200f木\n", "")
    assert fed(UNTIDY, "-", "--check")[:2] == (1, "standard input\n1 of 1 files would be changed\n")
    assert json.loads(fed(UNTIDY, "-", "--check", "--json")[1]) == {"files": 1, "changed": ["standard input"]}
    assert fed(TIDY, "-", "--check")[0] == 0
    code, patch, _ = fed(UNTIDY, "-", "--diff", "--stdin-filename", "mine/pack.yaml")
    assert (code, patch.splitlines()[0]) == (1, "--- mine/pack.yaml")


def test_a_text_is_laid_out_as_what_its_file_holds(fed):
    """Texts of a locale are no effects, though they look like it."""
    text = "texts: {a: b (c)}\n"
    assert fed(text, "-", "--stdin-filename", "locale/en.yaml")[1] == text
    assert fed(text, "-")[1] == "texts: {a: b(c)}\n"


@pytest.mark.parametrize(
    ("text", "said"), [("a: [1\n", "--> standard input:1:"), (b"a: \xff\n", "is not written in UTF-8")]
)
def test_a_text_that_cant_be_read_gives_none(fed, text, said):
    """The finding says where, and whoever waits for a text gets none that he could take for it."""
    code, text, complaint = fed(text, "-")
    assert (code, text) == (1, "")
    assert said in complaint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-", "squares"], "`-` stands alone"),
        (["squares", "--stdin-filename", "x.yaml"], "`--stdin-filename` goes with `-`"),
        (["-", "--upgrade"], "`--upgrade` goes with files"),
        (["-", "--json"], "`--json` lists what is changed"),
        (["squares", "--diff", "--json"], "`--json` lists what is changed"),
    ],
)
def test_what_can_not_be_meant_together_is_misuse(fed, words, said):
    code, _, complaint = fed("", *words)
    assert code == 2
    assert said in complaint


def test_what_cant_be_read_is_said_and_left(rulebed, own_packs):
    """With its place, beside what can be."""
    (own_packs / "bad.yaml").write_text("a: [1\n", encoding="utf-8")
    code, _, complaint = rulebed("fmt", "bad.yaml")
    assert code == 1
    assert "bad.yaml:1:" in complaint
    assert (own_packs / "bad.yaml").read_text() == "a: [1\n"
    assert rulebed("fmt", "nowhere")[0] == 2


@pytest.mark.parametrize("rows", ["[2, wide, 2]", "[2, 0, 2]", "[2, true, 2]"])
def test_an_upgrade_leaves_rows_alone_that_are_none(rulebed, own_packs, rows):
    """How far each row is shifted can only be told of rows that all have a width."""
    text = f"title: Sea\nplayers: 2\nkinds: {{sea: {{hex: {{rows: {rows}}}}}}}\n"
    (own_packs / "old.yaml").write_text(text, encoding="utf-8")
    rulebed("fmt", "old.yaml", "--upgrade")
    assert (own_packs / "old.yaml").read_text(encoding="utf-8") == text


def test_an_upgrade_rewrites_what_a_rule_can(rulebed, own_packs):
    """Only where the pack doesn't say that it is written in the language of today."""
    pack = "title: Sea\nplayers: 2\nkinds:\n  sea:\n    hex:\n      rows: [2, 2]   # two rows\n"
    rest = "flow: {day: {do: choose s in seas, next: end}}\nresult: {score: 0}\n"
    (own_packs / "old").mkdir()
    (own_packs / "new").mkdir()
    old, new = own_packs / "old" / "pack.yaml", own_packs / "new" / "pack.yaml"
    old.write_text(pack + rest, encoding="utf-8")
    new.write_text("rulebed: 1\n" + pack + rest, encoding="utf-8")
    assert rulebed("fmt", "old", "new", "--check")[0] == 0
    assert rulebed("fmt", "old", "new", "--upgrade")[1] == "old/pack.yaml\n1 of 2 files changed\n"
    assert "      rows: [2, 2]   # two rows\n      offset: [0, 1]\n" in old.read_text(encoding="utf-8")
    assert rulebed("check", "old")[0] == 0
