"""The quick look at documents says of none that it is sound unless the library says so, too."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rulebed.packs import yaml_tree
from rulebed.packs.glance import is_sound
from rulebed.packs.node import plain
from rulebed.source.text import Source

ROOT = Path(__file__).parents[2]
SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "schemas").glob("*.json"))}
FILES = sorted((ROOT / "content" / "reference").rglob("*.yaml"))
DOCUMENTS = [plain(yaml_tree.parse(Source(path.name, path.read_text("utf-8")))[0]) for path in FILES]
STRANGE = (None, True, 0, 1, -3, 1.0, 2.5, "", "Big Name", "a_name", [], ["x", "x"], {}, {"a": 1}, [[1], 2])


def spoiled(value, luck):
    """The document with one thing in it changed, taken away or put in."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        key = luck.choice(sorted(value, key=str))
        kept = {name: one for name, one in value.items() if name != key or luck.random() < 0.9}
        return kept | {luck.choice((key, key, key, "stray")): spoiled(value[key], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        place = luck.randrange(len(value))
        return [*value[:place], spoiled(value[place], luck), *value[place + 1 :]]
    return luck.choice(STRANGE)


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_passes_at_a_glance_is_sound(name):
    """Of the documents that come with rulebed, as they are and spoiled, whatever they are meant to be."""
    schema, luck, passed = SCHEMAS[name], random.Random(5), 0
    validator = Draft202012Validator(schema)
    for document in DOCUMENTS:
        for one in (document, *(spoiled(document, luck) for _ in range(8))):
            if is_sound(one, schema):
                passed += 1
                assert validator.is_valid(one), one
    if name == "pack.schema.json":
        assert passed > len(DOCUMENTS) / 2


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, True),
        ({"type": ["integer", "string"]}, False),
        ({"enum": [1, 0]}, True),
        ({"const": False}, 0),
        ({"minimum": 2}, 1),
        ({"additionalProperties": False, "properties": {"a": True}}, {"b": 1}),
        (
            {"additionalProperties": {"type": "string"}, "patternProperties": {"^[a-b]$": {"type": "integer"}}},
            {"a": "1"},
        ),
        ({"properties": {"a": {"minimum": 3}}, "patternProperties": {"^[a-b]$": {"maximum": 2}}}, {"a": 3}),
        ({"additionalProperties": False, "patternProperties": {"^[a-b]$": True}}, {"ab": 1}),
        ({"oneOf": [{"type": "string"}, {"pattern": "x"}]}, "x"),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}),
        ({"uniqueItems": True}, ["x", "x"]),
        ({"$ref": "#/$defs/word", "$defs": {"word": {"type": "string"}}}, 3),
        ({"dependentRequired": {"a": ["b"]}}, {}),
        ({"$ref": "https://example.org/schema"}, {}),
    ],
)
def test_what_is_wrong_or_not_understood_does_not_pass(schema, value):
    """A flag is no number, and a keyword that the quick look doesn't know makes it give up."""
    assert not is_sound(value, schema)


def test_a_sound_pack_is_loaded_without_the_library(tmp_path):
    script = "import rulebed, sys; rulebed.load('dice_workers').start(); print('jsonschema' in sys.modules)"
    environment = {"XDG_CACHE_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
