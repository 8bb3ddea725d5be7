"""Schema findings: plain words at the culprit."""

import json

import pytest
from jsonschema import Draft202012Validator

from rulebed.packs.places import schema_root
from rulebed.packs.schema import check, check_against
from rulebed.packs.yaml_tree import parse
from rulebed.source.text import Source

CARD = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1, "maximum": 9},
        "sky": {"enum": ["clear", "cloudy"]},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 3},
        "id": {"type": "string", "pattern": "^[a-z]+$", "title": "small letters"},
        "cost": {
            "anyOf": [{"type": "integer"}, {"type": "object", "properties": {"food": {"type": "integer"}}}]
        },
        "flag": {"type": "boolean"},
    },
    "additionalProperties": False,
    "required": ["count"],
}
CASES = [
    ("count: many", "1:8 `count` should be a whole number, not the text `many`", ""),
    ("count: 1.5", "1:8 `count` should be a whole number, not a number", ""),
    ("count: 0", "1:8 `count` should be at least 1, not 0", ""),
    ("count: 10", "1:8 `count` should be at most 9, not 10", ""),
    ("sky: clear", "1:1 the file lacks the key `count`", "add `count: ...`"),
    ("count: 1\nsky: claer", "2:6 `sky` can't be `claer`", "did you mean `clear`?"),
    ("count: 1\nsky: foggy", "2:6 `sky` can't be `foggy`", "it is one of `clear`, `cloudy`"),
    ("count: 1\nskyy: clear", "2:1 there is no key `skyy` here", "did you mean `sky`?"),
    (
        "count: 1\ntags: [a, 2]",
        "2:11 item 2 of `tags` should be a text, not a number",
        "put quotes around it",
    ),
    ("count: 1\ntags: [a, a]", "2:1 `tags` names something twice", ""),
    ("count: 1\ntags: [a, b, c, d]", "2:1 `tags` should have at most 3 items", ""),
    ("count: 1\ntags: a", "2:7 `tags` should be a list, not the text `a`", ""),
    ("count: 1\nid: Pier", "2:5 `id` can't be written `Pier`", "it should be small letters"),
    ("count: 1\ncost: [1]", "2:1 `cost` should be a whole number or a mapping, not a list", ""),
    ("count: 1\ncost: {food: much}", "2:14 `food` should be a whole number, not the text `much`", ""),
    ("count: 1\nflag: yes", "2:7 `flag` should be true or false, not the text `yes`", ""),
    ("count:", "1:1 `count` should be a whole number, not nothing", ""),
]


@pytest.mark.parametrize(("text", "message", "help_"), CASES, ids=[text for text, _, _ in CASES])
def test_findings_in_plain_words(text, message, help_):
    """One cause, one finding."""
    tree, _ = parse(Source("x", text))
    (found,) = check_against(tree, CARD).sorted()
    assert f"{found.span.line}:{found.span.column} {found.message}" == message
    assert found.help == help_


SCHEMAS = sorted(schema_root().glob("*.schema.json"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schemas_are_schemas(path):
    """An editor can use them as they are."""
    stated = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(stated)
    assert stated["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert stated["$id"] == path.name
    assert stated["title"]


GOOD = [
    ("pack", "title: Harbour\nplayers: 2..4\ntags: [euro]\nrequires: sea\nvalues: {a: 1}"),
    ("pack", "players: {min: 2, max: 4, state: {ready: flag}}"),
    ("layer", "with: a\nafter: [b, c]\npatch: {cards.pier.cost: 2, 'cards.pier': {add: {x: 1}}}\ncards: {}"),
    ("scenario", "scenario: it rains\nplayers: 2\nluck: {}\nthen: {players.1.kills: 2}"),
    ("scenario", "scenarios:\n  - {scenario: one}\n  - {scenario: two}"),
    (
        "locale",
        "language: fr\ntexts: {cards.pier: jetée}\nnouns: {wood: {one: bois, gender: m}}\nphrases: {}",
    ),
]


@pytest.mark.parametrize(("kind", "text"), GOOD)
def test_good_files_pass(kind, text):
    """No false alarms."""
    tree, _ = parse(Source("x", text))
    assert check(tree, kind).sorted() == []


BAD = [
    ("scenario", "luck: {}", "1:1 the file lacks the key `scenario`"),
    ("scenario", "scenario: x\nthan: {}", "2:1 there is no key `than` here"),
    (
        "scenario",
        "scenarios:\n  - {scenario: one, player: 2}",
        "2:21 there is no key `player` in item 1 of `scenarios`",
    ),
    ("locale", "nouns: {wood: {many: bois}}", "1:9 `wood` lacks the key `one`"),
    ("locale", "nouns: {wood: {one: bois, gender: x}}", "1:35 `gender` can't be `x`"),
    ("layer", "patch: {a.b: {extend: 1}}", "1:23 `extend` should be a list, not a number"),
    ("layer", "patch: {a b: 1}", "1:9 `a b` can't be a key in `patch`"),
]


@pytest.mark.parametrize(("kind", "text", "message"), BAD)
def test_bad_files_are_refused(kind, text, message):
    """At the key or value that is wrong."""
    tree, _ = parse(Source("x", text))
    (found,) = check(tree, kind).sorted()
    assert f"{found.span.line}:{found.span.column} {found.message}" == message
