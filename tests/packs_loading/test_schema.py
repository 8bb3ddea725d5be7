"""Schema findings: plain words at the culprit."""

import json

import pytest
from jsonschema import Draft202012Validator

from rulebed import packs
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
        "cost": {"anyOf": [{"type": "integer"}, {"type": "object", "properties": {"food": {"type": "integer"}}}]},
        "flag": {"type": "boolean"},
        "gone": {"const": True},
    },
    "additionalProperties": False,
    "required": ["count"],
}
CASES = [
    ("count: many", "1:8 `count` should be a whole number, not the text `many`", ""),
    ("count: 1.5", "1:8 `count` should be a whole number, not a number", ""),
    ("count: 0", "1:8 `count` should be at least 1, not 0", ""),
    ("count: 1\ngone: no", "2:7 `gone` can only be `true`", ""),
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


HARBOUR = """
kinds:
  pier:
    data: {length: number, roofed: flag, near: set of pier}
    state: {ship: thing?}
    programs: {dock: null}
  quay: {plural: quays}
piers:
  north: {length: 3, near: [south], dock: gain 1 food}
  south: {roofed: true, modify: {price.food: -1}}
quays: {old: }
"""
SECTIONS = [
    ("", None),
    ("prs: {}", "1:1 there is no key `prs` here"),
    ("valeus: {a: 1}", "1:1 there is no key `valeus` here"),
    ("procedures: {go: [1]}", "1:14 `go` should be a program, not a list"),
    ("procedures: {go: {do: x, pik: 1}}", "1:26 there is no key `pik` in `go`"),
    (
        "procedures: {go: {one: x, two: {do: y, pick: {up_to: 2, different: maybe}}}}",
        "1:68 `different` should be true or false, not the text `maybe`",
    ),
    ("flow: {work: {do: x, next: [{if: a, too: end}]}}", "1:37 there is no key `too` in item 1 of `next`"),
    ("resources: {food: {beyond: gone}}", "1:28 `beyond` can't be `gone`"),
    ("values: {worth: [1]}", "1:10 `worth` should be an expression or a mapping with `is`, not a list"),
    ("players: {min: 0, max: 2}", "1:16 `min` should be at least 1, not 0"),
    ("options: {storms: {values: []}}", "1:20 `values` should have at least 1 item"),
]


@pytest.mark.parametrize(("text", "message"), SECTIONS, ids=[text for text, _ in SECTIONS])
def test_sections_of_a_pack(text, message):
    """Every key that nothing reads is a finding, at any depth."""
    _, report = packs.load_text(text + HARBOUR, "x")
    assert [f"{found.span.line}:{found.span.column} {found.message}" for found in report] == (
        [message] if message else []
    )


INSTANCES = [
    ("length: long enough", None),  # a constant expression is the language's business
    ("lenght: 3", "there is no key `lenght` in `east`"),
    ("length: [3]", "`length` should be a whole number, not a list"),
    ("roofed: 3", "`roofed` should be true or false, not a number"),
    ("near: {a: 1}", "`near` should be a list, not a mapping"),
    ("dock: 3", "`dock` should be a program, not a number"),
    ("watch: {do: x}", "`watch` lacks the key `when`"),
    (
        "modify: {price: much}",
        "`price` should be a number or a mapping of `add`, `set` and `if`, not the text `much`",
    ),
]


@pytest.mark.parametrize(("text", "message"), INSTANCES, ids=[text for text, _ in INSTANCES])
def test_instances_are_checked_by_the_declaration_of_their_kind(text, message):
    """The schema of a section is generated from the kind that it is named after."""
    _, report = packs.load_text(HARBOUR.replace("piers:", f"piers:\n  east: {{{text}}}"), "x")
    assert [found.message for found in report] == ([message] if message else [])


def test_the_completed_schema_is_a_schema():
    """An editor can take it as it is."""
    tree, _ = packs.load_text(HARBOUR, "x")
    stated = packs.pack_schema(tree.root)
    Draft202012Validator.check_schema(stated)
    assert {"piers", "quays", "flow"} <= set(stated["properties"])
