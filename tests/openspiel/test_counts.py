"""Game trees have the sizes that the literature gives, in OpenSpiel's way of counting: by history."""

from collections import Counter

import pyspiel
import pytest


def tree(name):
    """How many histories end in chance, in a decision, or in the end of the game."""
    counts = Counter()
    stack = [pyspiel.load_game(name).new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            counts["terminal"] += 1
            continue
        counts["chance" if state.is_chance_node() else "decision"] += 1
        stack.extend(state.child(action) for action in state.legal_actions())
    return counts["chance"], counts["decision"], counts["terminal"]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("rulebed_kuhn_poker", (4, 24, 30)), ("rulebed_leduc_poker", (157, 3780, 5520))],
)
def test_trees_have_their_known_sizes(name, sizes):
    """Every way through is counted."""
    assert tree(name) == sizes


@pytest.mark.slow
def test_information_states_of_leduc_poker_are_936():
    """All of them, by walking the whole tree."""
    found = set()
    stack = [pyspiel.load_game("rulebed_leduc_poker").new_initial_state()]
    while stack:
        state = stack.pop()
        if not state.is_terminal():
            if not state.is_chance_node():
                found.add(state.information_state_string())
            stack.extend(state.child(action) for action in state.legal_actions())
    assert len(found) == 936
