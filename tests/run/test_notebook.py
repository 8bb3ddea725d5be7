"""What is known of a pack's programs, from one edit to the next."""

import pytest

from rulebed import packs
from rulebed.incremental.known import Known
from rulebed.pipeline.models import Models
from rulebed.run.cache import Cache
from rulebed.run.notebook import NOWHERE, Notebook, moved_on, moved_places, packed, unpacked
from rulebed.source.text import Source

PACK = """\
title: Ferry
players: 2
resources: {fare: {start: 1}, crates: {start: 1}}
flow:
  sail:
    do: {pick: 1, options: {row: {do: gain 2 fare}, haul: haul, rest: rest}}
    next: [{if: me.fare > 3, to: end}, {otherwise: sail}]
procedures:
  # how one works
  haul: pay 1 fare; choose n in 1..2; pay n crates; gain 3 fare
  rest: choose n in 1..3; gain n fare; gain 1 crates
result: {score: me.fare}
"""


class Counting(Known):
    """Counts what is worked out."""

    made = 0

    def traced(self, stage, number, answer, make):
        def counted():
            self.made += 1
            return make()

        return super().traced(stage, number, answer, counted)


def looked_at(known, text):
    """The pack, looked at with what is known of it; how much had to be worked out for it."""
    tree, report = packs.load_text(text)
    assert not report.errors
    counting = Counting.of_contents(known.contents())
    found, report = Models(tree, known=counting).make(2, {})
    return counting, counting.made, repr((found.model, found.traces, list(report)))


@pytest.mark.parametrize(
    ("old", "new", "reached"),
    [
        ("# how one works", "# how each of them works, in short", 0),
        ("gain n fare; gain 1 crates", "gain n fare; gain 22 crates", 3),
        ("gain 3 fare", "gain 30 fare", 3),
        ("pay n crates; gain 3 fare", "pay n fare; gain 3 fare", 5),
    ],
)
def test_an_edit_has_only_that_worked_out_which_it_reaches(old, new, reached):
    """Not what stands before and behind it, though that has moved, nor the flow, unless it is other things that count.

    An edited procedure is looked at for who decides in it, for what it needs and for its guards; the flow that runs it
    only if other facts are written there, somebody else decides, or something else is needed.
    """
    known, most, _ = looked_at(Known(), PACK)
    edited = PACK.replace(old, new)
    assert edited != PACK
    sources = [packs.load_text(text)[0].files for text in (PACK, edited)]
    _, count, found = looked_at(moved_on(known, *sources), edited)
    assert found == looked_at(Known(), edited)[2]
    assert count == reached < most


def test_a_place_is_where_its_text_stands_now():
    """Before an edit it is where it was, behind it as far on as that is longer; within it, it is nowhere."""
    old, new = "one two three", Source("a.yaml", "one twenty-two three")
    move = moved_places(old, new)
    assert [move.place(old.index(word), old.index(word) + len(word)).text for word in ("one", "three")] == [
        "one",
        "three",
    ]
    assert move.place(4, 7) == NOWHERE
    assert moved_places(old, Source("a.yaml", old)).place(4, 7).text == "two"
    assert moved_places("", Source("a.yaml", "one")).place(0, 0) == NOWHERE


@pytest.mark.parametrize("damage", [b"", b"nonsense", packed(Known(), ())[:-3]])
def test_a_notebook_that_can_not_be_read_is_empty(damage, tmp_path):
    """Whatever is wrong with it, all is worked out again."""
    notebook = Notebook("ferry", (), Cache(tmp_path / "own"))
    notebook.cache.keep_notes(notebook._name, damage)
    known = notebook.open()
    assert not known.contents()[0]
    known.result_of("stage", known.number("content"), lambda: 1)
    notebook.close(known)
    assert notebook.open().result_of("stage", 0, lambda: 2) == 1
    for path in notebook.cache.directory.iterdir():
        path.write_bytes(b"nonsense")
    assert not notebook.open().contents()[0]


def test_a_place_in_another_text_is_not_kept():
    """What a scenario's own program says stands in no file of the pack."""
    known, own = Known(), Source("own.yaml", "gain 1 fare")
    number = known.number(("do", own.span(0, 4)))
    known.result_of("stage", number, lambda: own.span(0, 4))
    again = unpacked(packed(known, ()), (own,))
    assert again.number(("do", own.span(0, 4))) != number
    assert again.result_of("stage", number, lambda: None) == NOWHERE
