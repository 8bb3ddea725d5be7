"""`check --sarif`: findings in the form that code hosts take, by the essential structure of SARIF 2.1.0."""

import json

import jsonschema
import pytest

from rulebed.source import catalogue

TEXT = {"type": "object", "properties": {"text": {"type": "string", "minLength": 1}}, "required": ["text"]}
LEVEL = {"enum": ["error", "warning", "note"]}
NUMBER = {"type": "integer", "minimum": 1}
REGION = dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), NUMBER)
PLACE = {
    "type": "object",
    "properties": {
        "artifactLocation": {
            "type": "object",
            "properties": {"uri": {"type": "string", "pattern": r"^[\w.~/%-]+$"}},
            "required": ["uri"],
        },
        "region": {"type": "object", "properties": REGION, "required": list(REGION)},
    },
    "required": ["artifactLocation", "region"],
}
LOCATIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"physicalLocation": PLACE, "message": TEXT},
        "required": ["physicalLocation"],
        "additionalProperties": False,
    },
}
RULE = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}},
    },
    "required": ["id"],
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": TEXT,
        "locations": LOCATIONS,
        "relatedLocations": LOCATIONS,
    },
    "required": ["message"],
    "additionalProperties": False,
}
DRIVER = {
    "type": "object",
    "properties": {"name": {"const": "rulebed"}, "rules": {"type": "array", "items": RULE, "uniqueItems": True}},
    "required": ["name"],
}
RUN = {
    "type": "object",
    "properties": {
        "tool": {"type": "object", "properties": {"driver": DRIVER}, "required": ["driver"]},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
    "required": ["tool", "results"],
    "additionalProperties": False,
}
SARIF = {
    "type": "object",
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN, "minItems": 1}},
    "required": ["version", "runs"],
}
WRONG = """\
title: Inn
players: 2
resources: {coin: , bread: }
kinds: {inn: {state: {host: player?}}}
inns: {"the_ship": {}, dolphin: {}}
flow:
  évening: {do: gain 1 con, next: end}
"""
SLIPS = """\
title: Inn
players: 2
resources: {coin: , bread: }
kinds: {inn: {instances: [ship, dolphin], state: {host: player?}}}
flow:
  evening: {do: "choose i in inns; set i.hots to me; gain 1 con", next: end}
result: {score: my.coin}
"""


@pytest.fixture
def found(rulebed, own_packs):
    """What is found in a text, as the one run of the document."""

    def check(text, name="the inn"):
        folder = own_packs / name
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
        code, printed, complaint = rulebed("check", str(folder), "--sarif")
        assert complaint == ""
        document = json.loads(printed)
        jsonschema.validate(document, SARIF)
        return code, document["runs"][0]

    return check


def test_each_finding_is_a_result_with_its_place_and_rule(found):
    """The rule is a page of the catalogue, places count lines and letters from 1, the help follows the sentence."""
    code, run = found(SLIPS)
    assert code == 1
    rules = run["tool"]["driver"]["rules"]
    said = [
        (rules[one["ruleIndex"]]["id"], one["message"]["text"]) for one in run["results"] if one["level"] == "error"
    ]
    assert said == [
        ("T106", "there is no fact of an inn named `hots`\ndid you mean `host`?"),
        ("T102", "there is no resource `con`\ndid you mean `coin`?"),
    ]
    place = run["results"][-1]["locations"][0]["physicalLocation"]
    assert place["region"]["snippet"]["text"] == "con"
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (6, 61)
    assert (place["region"]["endLine"], place["region"]["endColumn"]) == (6, 64)
    assert place["artifactLocation"]["uri"].endswith("the%20inn/pack.yaml")
    assert all(rule["shortDescription"]["text"] == catalogue.page(rule["id"]).title for rule in rules)


def test_what_is_fine_has_no_results(rulebed):
    """There is a run all the same: the checker has been at work."""
    code, printed, _ = rulebed("check", "squares", "cards", "--sarif")
    document = json.loads(printed)
    jsonschema.validate(document, SARIF)
    assert (code, document["runs"][0]["results"]) == (0, [])


def test_a_finding_without_a_place_and_odd_letters_fit(found, rulebed):
    """Letters beyond ASCII are counted as one; a pack that isn't there has no place."""
    _, run = found(WRONG)
    assert [one["ruleId"] for one in run["results"]] == ["P306"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 3
    code, printed, _ = rulebed("check", "squarse", "--sarif")
    jsonschema.validate(json.loads(printed), SARIF)
    (one,) = json.loads(printed)["runs"][0]["results"]
    assert (code, one["ruleId"], "locations" in one) == (2, "P101", False)


def test_one_form_of_answer(rulebed):
    """`--json` and `--sarif` exclude each other."""
    assert rulebed("check", "squares", "--json", "--sarif")[0] == 2
