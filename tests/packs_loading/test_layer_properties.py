"""The same layers in another order give the same pack, or a finding."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebed import packs
from rulebed.packs.node import Map, plain

BASE = """
kinds: {card: {data: {cost: thing, gives: thing, points: thing}}}
cards: {pier: {cost: 1, gives: [wood]}, quay: {cost: 2, gives: []}}
procedures: {work: {do: {one: a, two: b, three: c}}}
"""
CARDS = (
    "cards.pier.cost: 5",
    "cards.pier.cost: 6",
    "cards.pier: {cost: 7}",
    "cards.pier: {add: {points: 3}}",
    "cards.pier: {add: {points: 4}}",
    "cards: {add: {reef: {cost: 1}}}",
    "cards: {add: {rock: {cost: 1}}}",
    "cards.quay: {remove: true}",
    "cards.quay.cost: 9",
    "cards.pier.gives: {extend: [fish]}",
    "cards.pier.gives: {extend: [salt]}",
    "cards.pier.gives.0: stone",
)
STEPS = (
    "procedures.work.do: {insert: {after: one, x: d}}",
    "procedures.work.do: {insert: {after: one, y: e}}",
    "procedures.work.do: {insert: {before: two, z: e}}",
    "procedures.work.do: {add: {v: f}}",
    "procedures.work.do: {add: {w: f}}",
    "procedures.work.do.two: {wrap: {before: {p: g}, after: {q: h}}}",
    "procedures.work.do.two: {remove: true}",
    "procedures.work.do.two: other",
    "procedures.work.do: {set: {only: k}}",
)
# Layers that meet are what is of interest, so most examples keep to one place.
PLACES = st.sampled_from([CARDS[:6], CARDS[5:], STEPS, STEPS, STEPS[:5], CARDS + STEPS])


def layers_on(operations):
    """Two or three layers of a few patches each, no address twice in one layer."""
    layer = st.lists(st.sampled_from(operations), min_size=1, max_size=2, unique_by=lambda text: text.split(":")[0])
    return st.lists(layer, min_size=2, max_size=3)


def outcome(reference, folder):
    """The tree and the order of its steps, or nothing where there is a finding."""
    tree, report = packs.load(reference, [folder])
    steps = tree.find("procedures.work.do")
    return report.codes, (plain(tree.root), list(steps.entries) if isinstance(steps, Map) else None)


@pytest.mark.parametrize("examples", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_another_order_gives_the_same_pack_or_a_finding(examples, tmp_path_factory):
    """Whichever order somebody writes, nobody is surprised."""

    @given(layers=PLACES.flatmap(layers_on))
    @settings(max_examples=examples, deadline=None)
    def in_any_order(layers):
        folder = tmp_path_factory.mktemp("layers")
        (folder / "x/layers").mkdir(parents=True)
        (folder / "x/pack.yaml").write_text(BASE)
        for number, operations in enumerate(layers):
            lines = "".join(f"  {line}\n" for line in operations)
            (folder / f"x/layers/l{number}.yaml").write_text(f"patch:\n{lines}")
        names = [f"l{number}" for number in range(len(layers))]
        outcomes = [outcome("+".join(["x", *order]), folder) for order in permutations(names)]
        silent = [found for codes, found in outcomes if not codes]
        assert all(found == silent[0] for found in silent)
        if silent and len(silent) < len(outcomes):
            # a finding in one order only: there one layer needs what another one makes or takes away
            assert all(set(codes) <= {"P202", "P203", "P207", "P209", "P210"} for codes, _ in outcomes)

    in_any_order()
