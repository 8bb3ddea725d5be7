"""What a pack declares becomes fields and tables of its model: what each party begins with, neighbours, what lasts."""

import pytest

from rulebed import check_text
from rulebed.assemble.assemble import assemble
from rulebed.assemble.families import Families, is_same
from rulebed.assemble.maps import hexes
from rulebed.lang.internal import STOCK
from rulebed.model.game import Role
from rulebed.packs import load_text
from rulebed.source.diagnostics import Severity

PACK = """
title: Stall
players: {{min: 2, max: 3}}
{more}
flow: {{day: {{do: choose n in 1..2, next: end}}}}
result: {{score: 0}}
"""


def made(more, players=3):
    """The model of a pack with these declarations, and what is wrong with it."""
    tree, _ = load_text(PACK.format(more=more), "pack.yaml")
    model, report = assemble(tree, players, {})
    return model, [(finding.code, finding.message) for finding in report if finding.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("start", "stock"),
    [
        ("2", (2, 2, 2)),
        ("[1, 2, 3]", (1, 2, 3)),
        ("[1, 2]", (1, 2, 2)),  # the last is for all behind it
        ("[1]", (1, 1, 1)),
    ],
)
def test_what_each_begins_with(start, stock):
    """The same for all, or a list in the order of the seats."""
    model, found = made(f"resources: {{coin: {{start: {start}}}}}")
    assert not found
    assert model.fields[STOCK].initial == stock


def test_nobody_begins_with_what_stands_behind_the_last_seat():
    """Of the most players who can take part, whoever does; factions begin behind them."""
    for players in (2, 3):
        _, found = made("resources: {coin: {start: [1, 2, 3, 4]}}", players)
        assert found == [("P305", "there are 3 at most who begin with some, and this is for 4")]
        assert not made("resources: {coin: {start: [1, 2, 3]}}", players)[1]
        assert not made("factions: {bank: {}}\nresources: {coin: {start: [1, 2, 3, 4]}}", players)[1]
        assert made("factions: {bank: {}}\nresources: {coin: {start: [1, 2, 3, 4, 5]}}", players)[1]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("{start: 0, low: 0, high: 2}", None),
        ("{start: 2, high: 2}", None),
        ("{start: 3, high: 2}", "3 is out of bounds"),
        ("{start: -1, low: -1}", None),
        ("{start: -2, low: -1}", "-2 is out of bounds"),
        ("{supply: 0}", None),
        ("{supply: 7}", None),
        ("{supply: -1}", "-1 is out of bounds"),
    ],
)
def test_the_bounds_of_what_one_begins_with(declared, said):
    """Between the least and the most; of a supply there is nothing or more."""
    _, found = made(f"resources: {{coin: {declared}}}")
    assert found == ([("T224", said)] if said else [])


def test_a_supply_is_kept_of_each_resource_once_one_has_it():
    """None where nothing has one."""
    model, _ = made("resources: {coin: {supply: 7}, wool: {}}")
    assert model.fields["resource.supply"].initial == (7, 0)
    assert "resource.supply" not in made("resources: {coin: {}, wool: {}}")[0].fields


def test_what_a_faction_lacks_it_doesn_t_begin_with():
    """All others do; a name that no resource has is told."""
    model, found = made(
        "factions: {bank: {}, crows: {lacks: [wool]}}\nresources: {coin: {start: 1}, wool: {start: 2}}", 2
    )
    assert not found
    assert model.fields[STOCK].initial == (1, 2, 1, 2, 1, 2, 1, 0)
    assert [code for code, _ in made("factions: {crows: {lacks: [wol]}}\nresources: {wool: {}}")[1]] == ["T102"]


@pytest.mark.parametrize(
    ("resources", "circles"),
    [
        ("coin: {from: wool}, wool: {}", 0),
        ("coin: {from: wool}, wool: {from: coin}", 1),
        ("coin: {from: wool}, wool: {from: hay}, hay: {from: wool}", 1),
        ("coin: {from: coin}", 1),
    ],
)
def test_what_comes_out_of_itself_is_told_once(resources, circles):
    """At the `from` that closes the circle."""
    assert [code for code, _ in made(f"resources: {{{resources}}}")[1]] == ["B103"] * circles


def test_hexes_have_neighbours_in_six_directions():
    """Beside it and half a hex further in the rows above and below; none beyond the edge."""
    layout = hexes("hex", [2, 3, 2], [1, 0, 1])
    beside = dict(zip(layout.instances, layout.facts["beside"][1], strict=True))
    named = {name.upper(): {layout.instances[number].upper() for number in row} for name, row in beside.items()}
    assert named["B2"] == {"A1", "A2", "B1", "B3", "C1", "C2"}
    assert named["A1"] == {"A2", "B1", "B2"}
    assert named["B1"] == {"A1", "B2", "C1"}
    assert named["B3"] == {"A2", "B2", "C2"}
    assert all(one in named[other] for one in named for other in named[one])
    assert layout.facts["row"][1] == (1, 1, 2, 2, 2, 3, 3)
    assert layout.facts["column"][1] == (1, 2, 1, 2, 3, 1, 2)


def test_facts_of_things_stand_with_their_kind():
    """Those of the game with the game; beside what sleeps stands since when."""
    hills = "kinds: {hill: {instances: [low, high], state: {goats: {type: number, sleeps: true}}}}"
    model, found = made(f"{hills}\ngame: {{state: {{snow: {{type: number, sleeps: true}}, rain: number}}}}")
    assert not found
    kinds = {name: field.kind for name, field in model.fields.items()}
    assert kinds.items() >= {"hill.goats": "hill", "game.snow": "game", "game.rain": "game"}.items()
    asleep = [(field.kind, field.size) for field in model.fields.values() if field.role is Role.ASLEEP]
    assert sorted(asleep) == [("game", 1), ("hill", 2)]


def test_a_list_of_what_each_begins_with_is_read_whoever_plays():
    """Where nothing says how many play, nobody stands behind the last seat."""
    text = PACK.format(more="resources: {coin: {start: [1, 2, 3]}}").replace("{min: 2, max: 3}", "many")
    assert "P305" not in {finding.code for finding in check_text(text)}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, False),  # in another order
        ((1, 2), (1, 2), True),
        ((1, 2), (1,), False),
        ((1, 2), [1, 2], False),
        (1, True, False),
        ({"a": (1, [2])}, {"a": (1, [2])}, True),
        ({"a": (1, [2])}, {"a": (1, [3])}, False),
        ("a", "a", True),
        (None, {}, False),
    ],
)
def test_what_is_the_same_in_all(one, other, alike):
    """Types and orders, too."""
    assert is_same(one, other) is alike


def test_a_family_keeps_what_was_made_before():
    """The very thing, as long as another is the same in all; else the new one, and both are known from then on."""
    families = Families()
    one, same, other = {"a": (1, 2)}, {"a": (1, 2)}, {"a": (1, 3)}
    assert families.same_thing("proc", "p", one) is one
    assert families.same_thing("proc", "p", same) is one
    assert families.same_thing("proc", "p", other) is other
    assert families.same_thing("proc", "p", same) is one
    assert families.same_thing("proc", "q", same) is same
    assert families.family_of({"a": 1}) is families.family_of({"a": 1})
    assert families.family_of({"a": 1}) is not families.family_of({"a": 2})
