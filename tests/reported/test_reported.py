"""What was reported runs, and does what it should."""

import re

import pytest

from .pages import ROOT, Page, mends, noticed, page_of, pages, play

PAGES = pages()
LARGE = re.compile(r"\b(ep1|ep2|dino_island)\b")  # games that take seconds to make
SOME = [pytest.param(page, marks=pytest.mark.slow if LARGE.search(page.text) else ()) for page in PAGES]
REPORTS = {
    "L": (1, *range(5, 17), 18, 19, 20),
    "N": (1, 2, 3, 4, *range(6, 13)),
    "D": (*range(1, 17), 18),
    "C": range(1, 14),
    "A": range(1, 12),
    "H": (2, 3, 4, 6),
    "E": (33,),
}
NUMBERS = {f"{letter}{number:02}" for letter, numbers in REPORTS.items() for number in numbers}


@pytest.mark.parametrize("page", SOME, ids=lambda page: page.number)
def test_a_report_is_met(page: Page, tmp_path, monkeypatch):
    """Its files have the findings that they say, its scenarios hold, its Python and its commands run."""
    if any(
        block.header[0] == "console" for block in page.blocks
    ):  # what was found out before is none of their business
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    play(page, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.number)
def test_what_a_page_points_to_is_there(page: Page):
    """A page shows something itself, or names tests, scenarios or rows that there are."""
    assert page.blocks or page.shown
    for name, text in page.shown:
        assert text in (ROOT / name).read_text(encoding="utf-8"), f"there is no `{text}` in {name}"


@pytest.mark.parametrize("page", [page for page in PAGES if any(mends(page))], ids=lambda page: page.number)
def test_a_fault_that_is_back_is_noticed(page: Page):
    """With each of the page's mends undone, some scenario that it points to doesn't hold."""
    assert all(any(noticed(page, mend)) for mend in mends(page))


def test_each_report_has_its_page():
    """None is missing, and none is about something else."""
    assert {page.number for page in PAGES} == NUMBERS


PACK = """\
title: X
players: 2
resources: {points: {start: 3}}
flow:
  turn: {do: choose n in 1..2; gain n points, next: end}
result: {score: me.points}
"""
TRUE = f"""# True

```yaml file x/pack.yaml
{PACK}```

```yaml file x/layers/more.yaml
patch:
  flow.turn.do: gain 1 point  # error[T102]: points
```

```yaml scenarios x
scenario: two
choose: [2]
then: {{players.1.points: 4}}  # fails: is 5, not 4
```

```python
import rulebed
assert rulebed.load("./x").start(seed=1).decision.options[1].id == "2"
```

```console
$ rulebed check x
x: fine
$ rulebed check y
there is no pack `y`
exit 2
```
"""
FALSE = {
    "a finding that is not said": ("gain 1 point  # error[T102]: points", "gain 1 point"),
    "a finding that is not found": ("gain 1 point  # error", "gain 1 points  # error"),
    "other words": ("error[T102]: points", "error[T102]: pints"),
    "a failure that is not said": ("  # fails: is 5, not 4", ""),
    "a failure that there isn't": ("points: 4", "points: 5"),
    "Python that fails": ('id == "2"', 'id == "3"'),
    "an exit code": ("exit 2\n", ""),
    "what is not printed": ("there is no pack", "there is a pack"),
    "a block that nobody runs": ("```python", "```yaml"),
}


def written(text, folder):
    path = folder / "L00.md"
    path.write_text(text, encoding="utf-8")
    return page_of(path)


def test_a_true_page_holds(tmp_path):
    """One with a block of each sort."""
    play(written(TRUE, tmp_path), tmp_path)


@pytest.mark.parametrize("slip", FALSE)
def test_a_false_page_fails(slip, tmp_path):
    """Whatever is false on it."""
    page = written(TRUE.replace(*FALSE[slip]), tmp_path)
    with pytest.raises(AssertionError):
        play(page, tmp_path)
