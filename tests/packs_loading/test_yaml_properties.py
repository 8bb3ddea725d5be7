"""Whatever the text: a tree or findings, never an exception, and places that lie in the text."""

from itertools import pairwise

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebed import packs
from rulebed.packs.address import children
from rulebed.packs.node import Scalar
from rulebed.packs.yaml_tree import parse
from rulebed.source.render import render, to_json
from rulebed.source.text import Source

SIGNS = st.sampled_from(
    [*"abé🎲 \n\t:-[]{},'\"#&*!|>%@`?~<=.019", "\n  ", "\n- ", ": ", "patch:\n  ", "players: ", "---\n"]
)
TEXTS = st.lists(SIGNS, max_size=40).map("".join)


def nodes(node):
    yield node
    for _, below in children(node):
        yield from nodes(below)


@pytest.mark.parametrize("examples", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_any_text_gives_a_tree_or_findings(examples):
    """And each finding can be shown."""

    @given(TEXTS)
    @settings(max_examples=examples, deadline=None)
    def is_read(text):
        tree, report = packs.load_text(text, "x.yaml")
        assert tree is not None or report.errors
        assert render(report).count("[") >= len(report)
        assert to_json(report)
        for node in nodes(tree.root) if tree else ():
            assert 0 <= node.span.start <= node.span.end <= len(text)

    is_read()


WORDS = st.text(st.sampled_from("ab é🎲\n'\"\\:#-|\t"), max_size=30)


@pytest.mark.parametrize("style", ["'", '"', "|", ">", None])
@given(text=WORDS)
@settings(max_examples=60, deadline=None)
def test_the_places_of_a_scalar_follow_its_text(style, text):
    """However YAML chooses to write a text, its characters are found in order, inside it."""
    written = yaml.safe_dump({"do": text, "more": 1}, default_style=style, allow_unicode=True, width=12)
    tree, report = parse(Source("x.yaml", written))
    assert not [found for found in report if found.code != "Y104"], written  # numbers and keys may be tagged
    scalar = tree.get("do")
    assert isinstance(scalar, Scalar)
    assert scalar.text == text
    places = [scalar.place(at, at + 1) for at in range(len(text))]
    assert all(one.start <= two.start for one, two in pairwise(places))
    for char, place in zip(text, places, strict=True):
        if char in "abé🎲" and not place.text.startswith("\\"):
            assert place.text == char


@given(
    st.lists(st.sampled_from(["cards.pier", "cards", "flow.do", "cards.pier.cost", "x", "", ".", "a..b", "cards.0"])),
    TEXTS,
)
@settings(max_examples=80, deadline=None)
def test_any_patch_gives_a_tree_and_findings(addresses, text):
    """What the command line may hold is as free as a file."""
    import tempfile  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.yaml").write_text("cards: {pier: {cost: 1}}\nflow: {do: {one: a}}\n")
        tree, report = packs.load("x", [Path(folder)], [f"{address}={text}" for address in addresses])
    assert tree is not None
    assert render(report) or not report
