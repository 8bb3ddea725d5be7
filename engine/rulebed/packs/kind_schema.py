"""Completes the schema of a pack with what it declares itself: a section for the instances of each kind."""

from __future__ import annotations

import json
from functools import cache

from rulebed.packs.node import Map, Node, Scalar, plain
from rulebed.packs.places import schema_root

Schema = dict[str, object]
KINDS = "kinds"


def pack_schema(root: Map) -> Schema:
    """The JSON Schema of a pack's files, for this pack alone: it knows every section that may stand there."""
    schema: Schema = json.loads(_schema_text("pack"))
    properties, definitions = schema["properties"], schema["$defs"]
    assert isinstance(properties, dict)
    assert isinstance(definitions, dict)
    common = definitions.pop("instance")
    for name, kind in _kinds(root):
        definitions[f"kind_{name}"] = instance_schema(kind, common)
        properties.setdefault(plural_of(name, kind), _section(name))  # one that is taken is reported in assembly
    for entry in _map(root.get(KINDS)):
        if not isinstance(entry.value, Map):  # which is refused, or has nothing to say
            properties.setdefault(plural_of(entry.key, entry.value), {"type": "object"})
    schema["additionalProperties"] = False
    return schema


@cache
def section_names() -> frozenset[str]:
    """What may stand in the files of any pack, whatever kinds it has."""
    properties = json.loads(_schema_text("pack"))["properties"]
    assert isinstance(properties, dict)
    return frozenset(properties)


def layer_schema(root: Map) -> Schema:
    """The JSON Schema of the layers of a pack: what it says of layers, and the sections that the pack has.

    A layer may have more sections than these, for kinds of its own.
    """
    schema: Schema = json.loads(_schema_text("layer"))
    of_pack = pack_schema(root)
    for key in ("properties", "$defs"):
        ours, theirs = schema[key], of_pack[key]
        assert isinstance(ours, dict)
        assert isinstance(theirs, dict)
        schema[key] = {**theirs, **ours}
    return schema


def instance_schema(kind: Map, common: Schema) -> Schema:
    """The JSON Schema of one instance: its kind's facts and programs, and what every instance may hold."""
    stated = common["properties"]
    assert isinstance(stated, dict)
    facts = {entry.key: _fact(entry.value) for part in ("data", "state") for entry in _map(kind.get(part))}
    values = {entry.key: {"$ref": "#/$defs/expr"} for entry in _map(kind.get("values"))}
    programs = {entry.key: _program(entry.value) for entry in _map(kind.get("programs"))}
    return {**common, "properties": {**facts, **values, **programs, **stated}, "additionalProperties": False}


def plural_of(name: str, kind: Node) -> str:
    """The word for all instances of a kind, and the name of the section that lists them; regular unless stated."""
    stated = kind.get("plural") if isinstance(kind, Map) else None
    if isinstance(stated, Scalar):
        return stated.text
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return f"{name}es"
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"


@cache
def _schema_text(what: str) -> str:
    return (schema_root() / f"{what}.schema.json").read_text(encoding="utf-8")


def _kinds(root: Map) -> list[tuple[str, Map]]:
    return [(entry.key, entry.value) for entry in _map(root.get(KINDS)) if isinstance(entry.value, Map)]


def _map(node: Node | None) -> Map | tuple[()]:
    return node if isinstance(node, Map) else ()


def _section(name: str) -> Schema:
    instance = {"$ref": f"#/$defs/kind_{name}"}
    return {
        "type": "object",
        "description": f"The instances of `{name}`.",
        "additionalProperties": instance,
    }


def _fact(node: Node) -> Schema:
    """What may stand for a fact. A constant expression is as good as a value."""
    stated = plain(node)
    declared = stated.get("type") if isinstance(stated, dict) else stated
    said = f"It is declared as `{declared}`."
    words = str(declared).rstrip("?").split()
    if words[:1] == ["number"]:
        return {"type": ["integer", "string"], "title": "a whole number", "description": said}
    if words[:1] == ["flag"]:
        return {"type": ["boolean", "string"], "title": "true or false", "description": said}
    if words[:2] in (["set", "of"], ["list", "of"]):
        return {"type": ["array", "string"], "title": "a list", "description": said}
    return {"description": said}


def _program(node: Node) -> Schema:
    described = node.text if isinstance(node, Scalar) else ""
    return {"$ref": "#/$defs/program", "description": described} if described else {"$ref": "#/$defs/program"}
