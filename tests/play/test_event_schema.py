"""The schema of events, on which front ends in other languages stand; `properties` hold all events against it."""

import pytest
from jsonschema import Draft202012Validator
from tests.properties.events import SCHEMA, VALIDATOR

SORTS = [each["$ref"].rpartition("/")[2] for each in SCHEMA["oneOf"]]


@pytest.mark.parametrize("sort", SORTS)
def test_each_sort_of_event_has_an_example(sort):
    """It is of this sort and of no other."""
    alone = {one: Draft202012Validator({"$ref": f"#/$defs/{one}", "$defs": SCHEMA["$defs"]}) for one in SORTS}
    for example in SCHEMA["$defs"][sort]["examples"]:
        assert [one for one in SORTS if alone[one].is_valid(example)] == [sort]


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": -1},
        {"kind": "undo"},
        {"stray": 1},
        {"text": ""},
        {"changes": [{"fact": "game.gate"}]},
        {"changes": [{"fact": "game.gate", "after": {"boxes": []}}]},
        {"cause": {"player": 0}},
    ],
)
def test_what_is_no_event_is_refused(wrong):
    """The schema holds something back."""
    (example,) = SCHEMA["$defs"]["amount"]["examples"]
    assert not VALIDATOR.is_valid(example | wrong)
