"""JSON of saves, piece by piece: what says the same, where two differ, how values are packed, what is read strictly."""

import pytest

from rulebed.lang.ops import HIGHEST
from rulebed.play.rules.errors import RecordError
from rulebed.play.saving import packing, reading, record
from rulebed.play.saving.differing import difference, same
from rulebed.play.saving.formats import BEFORE, FORMAT, of_today


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        (1, 1, True),
        (1, 2, False),
        (1, True, False),
        (0, False, False),
        (1, 1.0, False),
        ("a", "a", True),
        ([1, [2]], [1, [2]], True),
        ([1, [1]], [1, [True]], False),
        ([1], [1, 1], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": {"b": 1}}, {"a": {"b": True}}, False),
        ({"a": 1}, {"a": 1, "b": 1}, False),
        (None, None, True),
    ],
)
def test_what_says_the_same(one, other, is_so):
    """In whatever order names stand; of other types it isn't, however deep."""
    assert same(one, other) is is_so


@pytest.mark.parametrize(
    ("now", "saved", "said"),
    [
        ({"a": 1}, {"a": 2}, "the save has 2 for `a`, but play leads to 1"),
        ({"a": 1, "b": 1}, {"a": 1, "b": True}, "the save has true for `b`, but play leads to 1"),
        ({"a": 1}, {}, "the save has nothing for `a`, but play leads to 1"),
        ({}, {"a": 1}, "the save has 1 for `a`, but play leads to nothing"),
        ({"state": {"fields": {"n": [1, 2]}}}, {"state": {"fields": {"n": [1, 3]}}}, "`n[1]`"),
        ({"n": [1, 2]}, {"n": [1]}, "`n`"),
        ({"n": {"a": 1}}, {"n": [1]}, "`n`"),
        ({"n": [1]}, {"n": {"a": 1}}, "`n`"),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}, "`a.b.c`"),
    ],
)
def test_where_two_differ(now, saved, said):
    """At the first place, as deep as can be."""
    assert said in difference(now, saved, "play leads to")


VALUES = (
    0,
    -1,
    True,
    None,
    "a",
    "",
    HIGHEST,
    HIGHEST + 1,
    (),
    (1, (2, (3,))),
    [1, (2,)],
    {"a": (1,)},
    (1, [2], {"b": ()}),
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("before", [None, (), (1,), (1, (2, (4,))), (True, None), (1, [2], {"b": ()})], ids=repr)
def test_what_is_packed_is_unpacked_the_same(value, before):
    """Whatever stood in its place before, types and all."""
    found = packing.unpacked(packing.packed(value, before), "x", before)
    assert (found, repr(found)) == (value, repr(value))


def test_what_is_as_before_is_not_said_again():
    """By its place; a flag is another thing than a number."""
    assert packing.packed((3, (1, 2), None), (3, (1, 5), None)) == {"but": {"1": {"but": {"1": 2}}}}
    assert packing.packed((1, 2), (1, 2)) == {"but": {}}
    assert packing.packed((True, 2), (1, 2)) == {"but": {"0": True}}
    assert packing.packed(((1,), 2), ((1,), 3)) == {"but": {"1": 2}}
    assert packing.packed((1, 2), (1, 2, 3)) == [1, 2]
    assert packing.packed((), ()) == []


@pytest.mark.parametrize(
    ("plain", "place"),
    [
        (1.5, "x"),
        (HIGHEST + 1, "x"),
        ([1, [1.5]], "x[1][0]"),
        ({"list": 3}, "x"),
        ({"map": []}, "x"),
        ({"map": {"a": 1.5}}, "x.a"),
        ({"list": [0, 1.5]}, "x[1]"),
        ({"long": 3}, "x"),
        ({"long": "y"}, "x"),
        ({"but": {"2": 1}}, "x"),
        ({"but": {"1": 1.5}}, "x[1]"),
        ({"list": [], "map": {}}, "x"),
        ({"other": 1}, "x"),
        ({}, "x"),
    ],
)
def test_what_no_value_is_packed_to_is_refused(plain, place):
    """With where it stands."""
    with pytest.raises(RecordError) as refused:
        packing.unpacked(plain, "x", (1, 2))
    assert str(refused.value).startswith(f"`{place}` in the save can't be ")


def test_values_lie_in_each_other_so_deep_and_no_deeper():
    """Else a made-up save would need more than there is."""
    value = plain = 1
    for _ in range(packing.DEEPEST):
        value, plain = (value,), [plain]
    assert packing.unpacked(plain, "x") == value
    with pytest.raises(RecordError):
        packing.unpacked([plain], "x")


@pytest.mark.parametrize(
    ("read", "right", "wrong"),
    [
        (lambda one: reading.sequence(one, "x"), [[], [1, 2]], [{}, "ab", None, (1, 2)]),
        (lambda one: reading.sequence(one, "x", 2), [[1, 2]], [[], [1], [1, 2, 3], {}]),
        (lambda one: reading.number(one, "x", 2), [2, 99], [1, True, "2", 2.0]),
        (lambda one: reading.number(one, "x", 2, 4), [2, 4], [1, 5]),
        (lambda one: reading.flag(one, "x"), [True, False], [0, 1, None]),
        (lambda one: reading.text(one, "x"), ["", "a"], [1, None]),
        (lambda one: reading.mapping(one, "x", ["a"], ["b"]), [{"a": 1}, {"a": 1, "b": 2}], [{}, {"b": 2}, []]),
        (lambda one: reading.mapping(one, "x", ["a"]), [{"a": 1}], [{"a": 1, "b": 2}]),
    ],
)  # fmt: skip
def test_what_is_read_strictly(read, right, wrong):
    """As it is, or refused with its place."""
    assert all(read(one) == one for one in right)
    for one in wrong:
        with pytest.raises(RecordError, match="`x` in the save"):
            read(one)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"b": 0, "a": 1, "a": 1}', '[{"c": {"a": 1, "b": 2, "a": 3}}]'])
def test_what_stands_twice_is_refused(text):
    """And named."""
    with pytest.raises(RecordError, match="twice in one mapping") as refused:
        record.DECODER.decode(text)
    assert str(refused.value)[1] == "a"


@pytest.mark.parametrize(
    "found", [{"f": FORMAT, "seed": 1}, {"f": "1"}, {"f": True}, {"f": 3}, {}, [], None, {"g": BEFORE}]
)
def test_what_is_not_of_the_format_before_stays_as_it_is(found):
    """Whatever else it may be; a flag is no number of a format."""
    assert of_today(found, "f") is found


def test_what_was_written_in_the_format_before_is_of_today():
    """Strands of luck are texts, and so are seeds of more than 53 bits; steps stand by themselves."""
    strand = 0x1234_5678_9ABC_DEF1
    old = {
        "f": BEFORE,
        "seed": HIGHEST + 1,
        "state": {"luck": {"dice": strand}, "n": 3},
        "told": {"steps": [1], "rest": 2},
    }
    assert of_today(old, "f") == {
        "f": FORMAT,
        "seed": str(HIGHEST + 1),
        "state": {"luck": {"dice": f"{strand:016x}"}, "n": 3},
        "told": {"rest": 2},
        "steps": [1],
    }
    assert of_today({"f": BEFORE, "seed": HIGHEST}, "f")["seed"] == HIGHEST
    with pytest.raises(RecordError, match="keeps no whole numbers of 64 bits"):
        of_today(old | {"state": {"luck": {"dice": 1_152_921_504_606_847_000}}}, "f")  # 2^60, as JavaScript writes it
    with pytest.raises(RecordError, match="was dealt"):
        of_today(old | {"dealt": True}, "f")
