"""The tool that draws mutants of the engine finds what no test notices; what is listed of it still stands there."""

import ast
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.meta.test_house import LAYERS
from tests.noticing import __main__ as tool
from tests.noticing import alive, verdicts, visits
from tests.noticing.mutations import drawn, mutations
from tests.noticing.trees import Tree
from tests.noticing.verdicts import Court
from tests.noticing.visits import Atlas

ROOT = Path(__file__).resolve().parents[2]
ROWS = alive.listed()
OTHER_ROOMS = {"source", "packs", "pipeline"}  # before the language, and what joins the rooms
SMALL = '''"""A module."""

from __future__ import annotations

Numbers = list[int] | None


def largest(numbers: list[int], low: int = 0) -> int | None:
    """The largest `not <` low."""
    assert numbers != [7]
    if not numbers or low > 9:
        raise ValueError(numbers, low + 1)
    found = [one for one in numbers if one >= low]
    return sorted(found, reverse=True)[0] if found else None


def __repr__() -> bool:
    return 1 < 2
'''
TESTS = '''"""Tests."""

from rulebed.algebra import small

def test_largest():
    """Of three."""
    assert small.largest([1, 3, 2]) == 3
'''


def test_a_line_is_changed_in_all_ways_that_could_mean_something():
    """Conditions, comparisons, numbers, orders; not what is a type, a text, an assertion, raised or shown."""
    found = [one for one in mutations("algebra/small.py", SMALL) if one.is_another]
    assert {one.number for one in found} == {8, 11, 13, 14}
    assert [one.becomes for one in found if one.number == 11] == [
        "if True:",
        "if False:",
        "if not numbers and low > 9:",
        "if False or low > 9:",
        "if not numbers or False:",
        "if numbers or low > 9:",
        "if not numbers or low >= 9:",
        "if not numbers or low > 10:",
    ]
    assert "return sorted(found)[0] if found else None" in {one.becomes for one in found}
    for one in found:
        assert ast.parse(one.text)
        assert one.text.replace(one.becomes, one.line) == SMALL


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("x = a | b", "x = (a)"),
        ("x = a not in (1, b)", "x = a in (1, b)"),
        ("x = a in (b, c)", "x = a in (b,)"),
        ("x = f(a, *b) is not None", "x = f(a, *b) is None"),
        ("x = {1, a}", "x = {1}"),
        ("f(a).clear()", "pass"),
        ("x = f(a, b)", "x = f(b, a)"),
        ("x = min(a, key=b)", "x = max(a, key=b)"),
        ("x = min(a, key=b)", "x = min(a)"),
        ("x += a", "x -= a"),
        ("x |= a", "pass"),
        ("x = (a) - (b)", "x = (a) + (b)"),
        ("x = [y for y in a if y]", "x = [y for y in a if True]"),
    ],
)
def test_each_sort_of_change(line, becomes):
    """One of each."""
    found = [one.becomes for one in mutations("m.py", f"def g(a, b, c, f):\n    x = 0\n    {line}\n") if one.is_another]
    assert becomes in found


def test_what_is_drawn_hangs_on_the_words_of_a_line():
    """With lines before it the same are drawn, with another seed others, and no line twice."""
    one, other = (
        drawn(mutations("m.py", text), 1, 3) for text in (SMALL, SMALL.replace("Numbers =", "Other = 3\nNumbers ="))
    )
    assert {mutation.name for mutation in one} - {mutation.name for mutation in other} == set()
    assert len({mutation.number for mutation in one}) == 3
    assert drawn(mutations("m.py", SMALL), 2, 3) != one


@pytest.fixture
def house(tmp_path):
    """A checkout with one small module and one test."""
    files = {
        "engine/rulebed/__init__.py": "",
        "engine/rulebed/algebra/__init__.py": "",
        "engine/rulebed/algebra/small.py": SMALL,
        "tests/conftest.py": "",
        "tests/prove/test_small.py": TESTS,
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\n',
    }
    for name, text in files.items():
        (tmp_path / "house" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "house" / name).write_text(text, encoding="utf-8")
    return tmp_path / "house"


def test_mutants_are_tried_with_the_tests_that_visit_them(house, tmp_path, monkeypatch, capsys):
    """One is noticed, one isn't; what is known isn't asked again; a line that is new goes by what is around it."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    wanted = ("return sorted(found)[0] if found else None", "if not numbers or low >= 9:")
    chosen = [one for one in mutations("algebra/small.py", SMALL) if one.becomes in wanted]
    new = [replace(chosen[0], place=(function, "a line that nobody has seen")) for function in ("largest", "smallest")]
    (tmp_path / "visits").mkdir()
    (tmp_path / "verdicts").mkdir()
    atlas = Atlas(tmp_path / "visits", house)
    atlas.fill(["tests/prove/test_small.py"], Tree.copied(house, tmp_path / "marked"))
    assert {*map(tuple, map(atlas.visiting, (*chosen, *new)))} == {("tests/prove/test_small.py",)}
    assert atlas.visiting(replace(chosen[0], place=("largest", "raise ValueError(numbers, low + 1)"))) == []
    found = tool.judged(chosen, atlas, tmp_path, 1)
    assert [verdict.test for _, verdict in found] == ["", "tests/prove/test_small.py::test_largest"]
    assert tool.table(found).splitlines()[-2:] == [
        "Of those that change something are noticed 50 % by the room's own tests, 50 % by all.",
        "algebra/small.py:11: `if not numbers or low > 9:` becomes `if not numbers or low >= 9:`",
    ]
    assert tool.known([*chosen, *new], Court(tmp_path / "verdicts", atlas, Tree(house)))[: len(found)] == found
    monkeypatch.setattr(Tree, "run", None)
    assert [verdict for _, verdict in tool.judged(chosen, atlas, tmp_path, 1)] == [verdict for _, verdict in found]
    assert capsys.readouterr().out.count("ALIVE after 1 files of tests") == 2


def test_a_verdict_holds_as_long_as_its_tests_say_the_same():
    """Who is alive is tried with what is new; who was noticed elsewhere, too, if the room has new tests."""
    own, other = "tests/prove/test_a.py", "tests/play/test_b.py"
    keys = {own: "1", other: "2"}
    noticed = verdicts.Verdict("m", {}, own, f"{own}::t", "1")
    assert noticed.holds(keys, "prove.guards")
    assert not noticed.holds({**keys, own: "3"}, "prove.guards")
    elsewhere = verdicts.Verdict("m", {own: "1"}, other, f"{other}::t", "2")
    assert elsewhere.holds(keys, "prove.guards")
    assert not elsewhere.holds({**keys, own: "3"}, "prove.guards")
    living = verdicts.Verdict("m", {own: "1"})
    assert living.holds({own: "1"}, "prove.guards")
    assert living.left([own, other], keys) == [other]


def test_a_file_of_tests_is_known_by_what_it_imports(house):
    """Another line in what it imports, or in a page beside it, makes it another; another test doesn't."""
    folder = house / "tests" / "prove"
    (folder / "models.py").write_text("from . import deeper\n")
    (folder / "deeper.py").write_text("x = 1\n")
    (folder / "test_other.py").write_text("from tests.prove import models\n")
    keys = [visits.key_of(house, "tests/prove/test_other.py")]
    for name, text in (("test_small.py", "x = 3\n"), ("deeper.py", "x = 2\n"), ("page.md", "A page.\n")):
        (folder / name).write_text(text)
        visits._names_in.cache_clear()
        keys.append(visits.key_of(house, "tests/prove/test_other.py"))
    assert [one == other for one, other in pairwise(keys)] == [True, False, False]


def test_every_room_from_language_to_play_has_its_tests():
    """A new room has a row, and the directories that it names are there."""
    assert set(verdicts.ROOMS) == set(LAYERS) - OTHER_ROOMS
    for directories in verdicts.ROOMS.values():
        assert all((ROOT / "tests" / one).is_dir() for one in directories)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_listed_still_stands_there(row):
    """The line is in its function and can be changed so; it says why that changes nothing, or names a test there is."""
    assert row.mutation is not None, f"{row.name}: `python -m tests.noticing.alive` writes the list anew"
    assert bool(row.same) != bool(row.seen)
    if row.seen:
        file, _, name = row.seen.partition("::")
        assert re.search(rf"^def {name.partition('[')[0]}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_rows_follow_their_lines():
    """To another module; one of which the line has changed goes; the list is as it would be written."""
    row = ROWS[0]
    assert alive.followed(replace(row, module="elsewhere.py")) == alive.followed(row) == row
    assert alive.followed(replace(row, line="another line")) is None
    assert alive.rows(alive.written(ROWS)) == ROWS


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if row.seen], ids=lambda row: row.name)
def test_what_is_listed_is_seen(row, tmp_path_factory):
    """The test that is named fails with the change."""
    tree = tmp_path_factory.getbasetemp() / "tree"
    tree = Tree(tree) if tree.is_dir() else Tree.copied(ROOT, tree)
    with tree.changed(row.module, row.mutation.text):
        assert tree.run([row.seen], 120.0).failed
