"""The schema of events, and whether an event is what it says: one of each shape is looked at."""

import json

from jsonschema import Draft202012Validator

from rulebed.packs.places import schema_root

SCHEMA = json.loads((schema_root() / "messages" / "event.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
KNOWN = set()


def validate(event):
    """Hold an event against the schema, unless one that differs only in names and numbers has been."""
    if (form := shape(event)) not in KNOWN:
        VALIDATOR.validate(event)
        KNOWN.add(form)


def shape(value):
    """What a schema can tell one value from another by, but for its names and numbers."""
    if isinstance(value, dict):
        return tuple((key, value[key] if key == "kind" else shape(value[key])) for key in value)
    if isinstance(value, list):
        return tuple(sorted({shape(one) for one in value}, key=repr))
    return type(value).__name__
