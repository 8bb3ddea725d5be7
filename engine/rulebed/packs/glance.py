"""A quick look at whether a document is as its schema says, so that the library is loaded only for what is not.

It knows the keywords that our schemas use, in the form that they use them, and gives up at anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Schema = Any  # a mapping of keywords, or a boolean
Check = Callable[[Any, Any], bool]  # what stands at the keyword, and the value
SCALARS: Mapping[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "string": (str,), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip


class _UnsureError(Exception):
    """The library has to be asked."""


def is_sound(document: object, schema: Mapping[str, object]) -> bool:
    """Whether a document is surely as the schema says; if not, something may be wrong with it."""
    try:
        return Look(schema).holds(schema, document)
    except _UnsureError:
        return False


class Look:
    """Looks at one document."""

    __slots__ = ("root",)

    def __init__(self, root: Mapping[str, object]) -> None:
        self.root = root

    def holds(self, schema: Schema, value: Any) -> bool:
        """Whether a value is as a schema says."""
        if isinstance(schema, bool):
            return schema
        for keyword, wanted in schema.items():
            if not self._does(keyword, wanted, value):
                return False
        return self._is_inside(schema, value) and self._is_branch(schema, value)

    def hold(self, schema: Schema, values: Iterable[Any]) -> bool:
        """Whether all of these are as a schema says."""
        return all(self.holds(schema, value) for value in values)

    def _does(self, keyword: str, wanted: Any, value: Any) -> bool:
        if keyword in CHECKS:
            return CHECKS[keyword](wanted, value)
        if keyword in WITHIN:
            return WITHIN[keyword](self, wanted, value)
        if keyword not in BY_OTHERS:
            raise _UnsureError
        return True

    def _is_inside(self, schema: Mapping[str, Any], value: Any) -> bool:
        """Each key of a mapping as `properties` say, or as `additionalProperties` say of all others."""
        if not isinstance(value, dict):
            return True
        named, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        if "patternProperties" in schema:
            return all(self._is_meant(schema, key, one) for key, one in value.items())
        return all(self.holds(named.get(key, others), one) for key, one in value.items())

    def _is_meant(self, schema: Mapping[str, Any], key: str, value: Any) -> bool:
        """What is behind a key as all say that speak of it, by its name or its form."""
        named = schema.get("properties", {})
        told = [named[key]] if key in named else []
        told += [one for form, one in schema["patternProperties"].items() if re.search(form, key)]
        return all(self.holds(one, value) for one in told or [schema.get("additionalProperties", True)])

    def _is_branch(self, schema: Mapping[str, Any], value: Any) -> bool:
        if "if" not in schema:
            return True
        branch = "then" if self.holds(schema["if"], value) else "else"
        return self.holds(schema.get(branch, True), value)

    def target(self, reference: str) -> Schema:
        """What a reference within the schema leads to."""
        found: Any = self.root
        if not re.fullmatch(r"#(/[$\w]+)*", reference):
            raise _UnsureError
        for part in reference.split("/")[1:]:
            found = found[part]
        return found


def _type(wanted: str | Sequence[str], value: Any) -> bool:
    if isinstance(value, float):
        raise _UnsureError  # 1.0 is a whole number there
    names = (wanted,) if isinstance(wanted, str) else wanted
    return any(type(value) in SCALARS[name] for name in names)


def _enum(wanted: Sequence[Any], value: Any) -> bool:
    """Flags are no numbers there, although they are here."""
    if isinstance(value, list | dict | float):
        raise _UnsureError
    return any(type(one) is type(value) and one == value for one in wanted)


def _unique(wanted: object, value: Any) -> bool:
    if not wanted or not isinstance(value, list):
        return True
    if not all(type(one) in (str, int) for one in value):  # flags are no numbers there
        raise _UnsureError
    return len(set(value)) == len(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


CHECKS: Mapping[str, Check] = {
    "type": _type,
    "enum": _enum,
    "const": lambda wanted, value: _enum([wanted], value),
    "uniqueItems": _unique,
    "required": lambda wanted, value: not isinstance(value, dict) or all(key in value for key in wanted),
    "pattern": lambda wanted, value: not isinstance(value, str) or bool(re.search(wanted, value)),
    "minimum": lambda wanted, value: not _is_number(value) or value >= wanted,
    "maximum": lambda wanted, value: not _is_number(value) or value <= wanted,
    "minItems": lambda wanted, value: not isinstance(value, list) or len(value) >= wanted,
    "maxItems": lambda wanted, value: not isinstance(value, list) or len(value) <= wanted,
    "minProperties": lambda wanted, value: not isinstance(value, dict) or len(value) >= wanted,
    "maxProperties": lambda wanted, value: not isinstance(value, dict) or len(value) <= wanted,
}
WITHIN: Mapping[str, Callable[[Look, Any, Any], bool]] = {
    "$ref": lambda look, wanted, value: look.holds(look.target(wanted), value),
    "anyOf": lambda look, wanted, value: any(look.holds(one, value) for one in wanted),
    "oneOf": lambda look, wanted, value: sum(look.holds(one, value) for one in wanted) == 1,
    "propertyNames": lambda look, wanted, value: not isinstance(value, dict) or look.hold(wanted, value),
    "items": lambda look, wanted, value: not isinstance(value, list) or look.hold(wanted, value),
}  # fmt: skip
BY_OTHERS = frozenset({
    "$schema", "$id", "$defs", "title", "description", "default", "examples", "patternErrorMessage", "elsewhere",
    "properties", "patternProperties", "additionalProperties", "if", "then", "else",
})  # fmt: skip
