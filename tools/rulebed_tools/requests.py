"""Reads what a front end asks: a line of JSON, held against `schemas/messages/request.schema.json`.

What can be asked, and what goes with it, stands there alone; a request that doesn't fit is refused in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

from rulebed.content import schema_root
from rulebed.text import did_you_mean, visible

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Plain = dict[str, Any]
Schema = Mapping[str, Any]
FILE = "messages/request.schema.json"
ASK, ID = "ask", "id"
LONGEST_NAME = 40  # letters of it that are repeated
EXAMPLE = '{"ask": "frame", "seat": 1}'
SORTS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a mapping",
    type(None): "null",
}
# What a schema finds fault with, in the order in which it is told; all else is about the value of a key.
KEYS = ("additionalProperties", "required", "dependentRequired")
BOUNDS = ("minimum", "maximum")


class NoRequest(ValueError):
    """A line that asks nothing that can be answered; the message says what is wrong with it."""


def read(line: str) -> Any:
    """What a line of JSON says."""
    try:
        return json.loads(line, parse_float=_number, parse_constant=_no_number)
    except NoRequest:
        raise
    except RecursionError:
        raise NoRequest("this is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NoRequest(f"this is no JSON: {error}") from None
    except ValueError:  # of a number of thousands of digits
        raise NoRequest("a number in it is too long") from None


def _number(text: str) -> float:
    found = float(text)
    return found if isfinite(found) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise NoRequest(f"this is no JSON: `{text[:LONGEST_NAME]}` is no number that can be kept")


def asked(line: str) -> str | None:
    """What a line asks for, if it is a request."""
    try:
        found: str = checked(read(line))[ASK]
    except NoRequest:
        return None
    return found


def name_of(said: Any) -> Plain:
    """The `id` of what was said, to go with its answer."""
    is_named = isinstance(said, dict) and ID in said and _validator(ID).is_valid(said[ID])
    return {ID: said[ID]} if is_named else {}


def checked(said: Any) -> Plain:
    """A request that has the form of one."""
    if not isinstance(said, dict):
        raise NoRequest(f"a request is a mapping, such as {EXAMPLE}, and this is {_sort(said)}")
    form = _form(said)
    faults = _validator(f"{ASK}_{said[ASK]}").iter_errors(said)
    for fault in sorted(faults, key=lambda one: (*KEYS, one.validator).index(one.validator))[:1]:
        raise NoRequest(visible(_in_words(fault, said, form)))
    return said


def _form(said: Plain) -> Schema:
    """The form of what is asked for."""
    wanted, known = said.get(ASK), _forms()
    if isinstance(wanted, str) and wanted in known:
        return known[wanted]
    what = f"`{ASK}` is one of {', '.join(known)}"
    if ASK not in said:
        raise NoRequest(f"`{ASK}` is missing: {what}")
    if not isinstance(wanted, str):
        raise NoRequest(f"{what}, and is {_sort(wanted)}")
    raise NoRequest(visible(f"`{ASK}` can't be `{wanted[:LONGEST_NAME]}`: {did_you_mean(wanted, known, what)}"))


def _in_words(fault: ValidationError, said: Plain, form: Schema) -> str:
    """What a schema finds fault with in a request."""
    if fault.validator == "additionalProperties":
        name = next(one for one in said if one not in form["properties"])
        return f"`{said[ASK]}` takes no `{name[:LONGEST_NAME]}`: {_help(name, form)}"
    if fault.validator == "required":
        name = next(one for one in form["required"] if one not in said)
        return f"`{name}` is missing: it should be {_resolved(form['properties'][name])['title']}"
    if fault.validator == "dependentRequired":
        lacking = {one: others for one, others in form["dependentRequired"].items() if not said.keys() >= {*others}}
        name = next(one for one in lacking if one in said)
        return f"`{name}` is in vain without `{'`, `'.join(lacking[name])}`"
    name = str(fault.path[0])
    schema = _resolved(form["properties"][name])
    if fault.validator in BOUNDS:
        return f"`{name}` should be {schema['title']}; it can be {schema['minimum']} to {schema['maximum']}"
    return f"`{name}` should be {schema['title']}, and is {_sort(fault.instance)}"


def _help(name: str, form: Schema) -> str:
    keys = [key for key in form["properties"] if key not in (ASK, ID)]
    there = f"it takes {', '.join(f'`{key}`' for key in keys)}" if keys else "it takes nothing"
    return did_you_mean(name, keys, there)


def _sort(value: Any) -> str:
    return SORTS[type(value)]


def _resolved(schema: Schema) -> Schema:
    found: Schema = _schema()["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


@cache
def _schema() -> Schema:
    found: Schema = json.loads((schema_root() / FILE).read_text(encoding="utf-8"))
    return found


@cache
def _validator(name: str) -> Any:
    """What holds something against a part of the schema; a number with a point is none of the whole ones."""
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415 - slow to import, and not every verb asks

    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    made = validators.extend(Draft202012Validator, type_checker=whole)  # type: ignore[no-untyped-call]
    return made({"$ref": f"#/$defs/{name}", "$defs": _schema()["$defs"]})


@cache
def _forms() -> dict[str, Schema]:
    """The form of each request, by what it asks for."""
    forms = map(_resolved, _schema()["oneOf"])
    return {form["properties"][ASK]["const"]: form for form in forms}
