"""What is said of the operations of core expressions is so, and no pass of the compiler names one that there isn't."""

import ast
from collections import Counter
from itertools import product
from pathlib import Path
from typing import get_args

from rulebed.lang.ops import OPS
from rulebed.lang.traits import (
    COMPARING,
    DEALING,
    DUALS,
    FALLING,
    GOINGS,
    ORDERING,
    QUANTIFYING,
    RISING,
    SIZED,
    TRAITS,
    Gives,
    How,
    OpName,
)
from rulebed.model.evaluate import HOW

ENGINE = Path(__file__).resolve().parents[2] / "engine" / "rulebed"
LAZY = {"and", "or", "if"}  # which don't work out all of their arguments
WRITTEN = {"nth", "exists", "absent"}  # which are written as something else before they are worked out
MAKERS = {"Op": get_args(OpName), "op": get_args(OpName), "operation": get_args(OpName), "Over": get_args(How)}
NUMBERS = (-2, 0, 1, 3)
SETS = ((), (1,), (2, 1), (3, 1, 3, 0))
DECKS = ((), ((1, 2),), ((3,), (0, 1)))
ARGUMENTS = {
    "sum": [(NUMBERS, NUMBERS)],
    "sets": [(SETS, SETS), (SETS, NUMBERS), (SETS,)],
    "decks": [(DECKS,), (DECKS, NUMBERS)],
}


def results(name):
    """What an operation gives for arguments that suit it, with these."""
    for sorts in [*ARGUMENTS["sum"], (NUMBERS,), *ARGUMENTS["sets"], (NUMBERS, SETS), *ARGUMENTS["decks"]]:
        if name.startswith("deck_") != (sorts[0] is DECKS):
            continue
        for args in product(*sorts):
            try:
                yield args, OPS[name](*args)
            except (TypeError, AttributeError, ValueError):
                break  # they don't suit it


def test_each_operation_has_its_traits():
    """The names that the type checker knows are those that have traits, and those that can be worked out."""
    assert set(get_args(OpName)) == set(TRAITS) == set(OPS) | LAZY | WRITTEN


def test_opposites_and_sides():
    """What holds where something doesn't, and the same from the other side, are so for all numbers."""
    for name, traits in TRAITS.items():
        for one, other in product(NUMBERS, NUMBERS) if traits.opposite else ():
            assert OPS[name](one, other) == 1 - OPS[traits.opposite](one, other) == OPS[traits.flipped](other, one)
            assert TRAITS[traits.opposite].opposite == TRAITS[traits.flipped].flipped == name


def test_what_an_operation_gives():
    """Flags are 0 or 1; what keeps, takes or deals items gives none that weren't there, nor one of them more often."""
    seen = Counter()
    for name in OPS:
        traits = TRAITS[name]
        for args, found in results(name):
            seen[name] += 1
            if traits.gives is Gives.FLAG:
                assert found in (0, 1), name
            if traits.gives is Gives.NUMBER and all(isinstance(arg, int) for arg in args):
                assert type(found) is int, name
            if traits.keeps and isinstance(args[0], tuple):
                assert Counter(found) <= Counter(args[0]), (name, args)
            if traits.takes and isinstance(args[0], tuple):
                assert found in (*args[0], *args[1:], -1), (name, args)
            if traits.permutes and isinstance(args[0], tuple):
                assert Counter(found) == Counter(args[0]), (name, args)
            if traits.sizes and name != "deck_size":
                assert found <= len(args[0]), (name, args)
            if traits.extreme:
                assert found == sorted(args)[0 if name == "min" else -1], (name, args)
            if traits.deals:
                assert pieces(found) <= pieces(args[0]), (name, args)
    assert {name for name in OPS if TRAITS[name].keeps or TRAITS[name].takes or TRAITS[name].deals} <= set(seen)


def test_comparisons_of_equal_and_of_greater_values():
    """What is reflexive holds of two equal ones; what rises goes on holding as its first side grows."""
    for name in COMPARING:
        traits = TRAITS[name]
        assert all(OPS[name](one, one) == traits.reflexive for one in NUMBERS), name
        for one, more, other in product(NUMBERS, repeat=3) if traits.rises else ():
            assert more < one or OPS[name](one, other) <= OPS[name](more, other), name
    assert RISING | FALLING == ORDERING
    assert not RISING & FALLING
    assert {name: DUALS[DUALS[name]] for name in DUALS} == {"and": "and", "or": "or"}


def test_how_many_items_are_there_is_known():
    """Of sets of the same length; a deck is known by more than that."""
    for name in SIZED - DEALING:
        lengths = {}
        for args, found in results(name):
            if not isinstance(found, int) and args[0] not in DECKS[1:]:
                lengths.setdefault(len(args[0]), set()).add(len(found))
        assert all(len(one) == 1 for one in lengths.values()), (name, lengths)


def test_what_going_over_a_set_gives():
    """What selects gives items of it, none more often; what asks no more of its items than a condition says so."""
    assert set(GOINGS) == set(get_args(How)) == set(HOW) | QUANTIFYING
    for how, over in HOW.items():
        going = GOINGS[how]
        bodies, holds = (twice, twice) if how == "flat" else (odd, lambda _: 1)
        for items in SETS:
            found, among = over(items, bodies), over(tuple(filter(odd, items)), holds)
            assert isinstance(found, tuple) == (going.gives is Gives.ITEMS), how
            assert not going.selects or Counter(found) <= Counter(items), how
            assert not going.sized or len(found) == len(items), how
            assert not going.meeting or found == among, how
            assert going.gives is not Gives.ITEMS or len(found) <= len(items) or going.lengthens, how


def odd(item):
    """A condition on a number."""
    return item % 2


def twice(item):
    """A set made of an item."""
    return (item, item)


def pieces(deck):
    """The pieces of a deck, or of a part of it."""
    return set().union(*(set(block) if isinstance(block, tuple) else {block} for block in deck))


def test_no_pass_names_an_operation_that_there_is_not():
    """In patterns, too, which the type checker doesn't look into."""
    wrong = []
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            maker, first = _made(node)
            if maker in MAKERS:
                named = [one.value for one in ast.walk(first) if isinstance(one, ast.Constant)]
                wrong += [f"{path.name}:{node.lineno}: {one}" for one in named if one not in MAKERS[maker]]
    assert wrong == []


def _made(node):
    """What a node makes or matches, and by what in its first place."""
    if (
        isinstance(node, ast.MatchClass)
        and node.patterns
        and isinstance(node.patterns[0], ast.MatchValue | ast.MatchOr)
    ):
        return _last(node.cls), node.patterns[0]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        return _last(node.func), node.args[0]
    return "", node


def _last(node):
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
