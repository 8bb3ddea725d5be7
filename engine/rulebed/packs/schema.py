"""Checks a located tree against a JSON Schema and says what is wrong in plain words, at the culprit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from rulebed.packs.glance import is_sound
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq, plain, word_for
from rulebed.packs.places import schema_root
from rulebed.source.diagnostics import Report
from rulebed.source.suggest import closest
from rulebed.source.text import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
SCALARS = frozenset(["string", "number", "integer", "boolean", "null"])
KEYED = ("properties", "additionalProperties", "patternProperties", "items")
WHOLE = "the file"
SECTIONS = "things stand under the plural of their kind, which is declared under `kinds`"
BRACES = "within braces, put quotes around a text that holds a `,`"
BRANCHING = ("oneOf", "anyOf")
BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
}
SIZES = {
    "minItems": "at least {} item",
    "maxItems": "at most {} item",
    "minProperties": "at least {} key",
    "maxProperties": "at most {} key",
    "minLength": "at least {} character",
    "maxLength": "at most {} character",
}


@dataclass(slots=True)
class Refusals(Report):
    """What a schema refuses, and what can be told of the names that may have stood there."""

    form: set[Span] = field(default_factory=set)  # here the key is a word of the form, or none at all: it names nothing
    plain: set[Span] = field(default_factory=set)  # here a single value belongs, which gives no names


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a schema error is: the node, its entry if it is one, and what to call it."""

    node: Node
    entry: Entry | None
    name: str

    @property
    def key_span(self) -> Span:
        return self.entry.key_span if self.entry else self.node.span

    @property
    def value_span(self) -> Span:
        """The value itself if it is short or was put there by a patch, else the key that leads to it."""
        is_scalar = isinstance(self.node, Scalar) and self.node.text and not self.node.is_block
        if is_scalar or self.entry is None or self.entry.key_span.source is not self.node.span.source:
            return self.node.span
        return self.entry.key_span


def check(tree: Map, kind: str) -> Refusals:
    """The findings of a tree against one of the schemas that come with rulebed."""
    return _findings(tree, shipped(kind))


def check_against(tree: Node, schema: Mapping[str, object]) -> Refusals:
    """The findings of a tree against a schema that was generated, such as that of a kind's instances."""
    return _findings(tree, schema)


def _findings(tree: Node, schema: Mapping[str, object]) -> Refusals:
    report, document = Refusals(), plain(tree)
    if is_sound(document, schema):
        return report
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import, and only needed where something is wrong

    for error in Draft202012Validator(schema).iter_errors(document):
        _explain(error, tree, report)
    return report


@cache
def shipped(kind: str) -> Mapping[str, object]:
    """One of the schemas that come with rulebed."""
    text = (schema_root() / f"{kind}.schema.json").read_text(encoding="utf-8")
    found: Mapping[str, object] = json.loads(text)
    return found


def _locate(tree: Node, path: Iterable[str | int]) -> _Place:
    place = _Place(tree, None, WHOLE)
    for part in path:
        if isinstance(place.node, Map):
            entry = place.node.entries[str(part)]
            place = _Place(entry.value, entry, f"`{entry.key}`")
        elif isinstance(place.node, Seq):
            owner = place.name if place.name.startswith("`") else "the list"
            place = _Place(place.node.items[int(part)], None, f"item {int(part) + 1} of {owner}")
    return place


def _explain(error: ValidationError, tree: Node, report: Refusals) -> None:
    place = _locate(tree, error.absolute_path)
    keyword = str(error.validator)
    _note_names(error, keyword, place, report)
    if "propertyNames" in error.relative_schema_path:
        _key_names(error, place, report)
    elif keyword in BRANCHING:
        _explain_branches(error, tree, place, report)
    else:
        EXPLAINERS.get(keyword, _other)(error, place, report)


def _note_names(error: ValidationError, keyword: str, place: _Place, report: Refusals) -> None:
    """Note whether the key of a place is one of the form, and whether what belongs there could name anything."""
    spans = {place.key_span, place.value_span, place.node.span}
    way = [part for part in list(error.absolute_schema_path)[:-1] if part in KEYED]
    if place.entry is not None and way[-1:] == ["properties"]:
        report.form |= spans
    if keyword == "type" and SCALARS.issuperset(_types(error)):
        report.plain |= spans


def _types(error: ValidationError) -> list[str]:
    stated = error.validator_value
    return [stated] if isinstance(stated, str) else [str(each) for each in _list(error)]


def _explain_branches(error: ValidationError, tree: Node, place: _Place, report: Refusals) -> None:
    """Of several allowed forms, say what is wrong with the one that was most likely meant."""
    branches: dict[object, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [errors for errors in branches.values() if not any(_is_other_form(inner, error) for inner in errors)]
    if fitting:
        for inner in min(fitting, key=lambda errors: (len(errors), -max(len(e.absolute_path) for e in errors))):
            _explain(inner, tree, report)
    else:
        _wrong_form(error, branches.values(), place, report)


def _is_other_form(inner: ValidationError, outer: ValidationError) -> bool:
    is_here = len(inner.absolute_path) == len(outer.absolute_path) and "propertyNames" not in inner.relative_schema_path
    return is_here and inner.validator in ("type", "enum", "const", "pattern")


def _wrong_form(
    error: ValidationError, branches: Iterable[list[ValidationError]], place: _Place, report: Report
) -> None:
    first = [next(inner for inner in errors if _is_other_form(inner, error)) for errors in branches]
    forms = list(dict.fromkeys(_form(inner) for inner in first))
    _wrong_type(place, " or ".join(forms), report, code="P307")


def _form(error: ValidationError) -> str:
    """What a schema asks for, in words."""
    described = _words_of_schema(error)
    if described:
        return described
    if error.validator == "enum":
        return " or ".join(f"`{choice}`" for choice in _list(error))
    if error.validator == "const":
        return f"`{error.validator_value}`"
    if error.validator == "pattern":
        return "another text"
    return " or ".join(TYPES[kind] for kind in _types(error))


def _words_of_schema(error: ValidationError, keyword: str = "title") -> str:
    schema = error.schema
    return str(schema.get(keyword, "")) if isinstance(schema, Mapping) else ""


def _meaning(error: ValidationError) -> str:
    """What a schema says about itself, as a help."""
    text = _words_of_schema(error, "description").rstrip(".")
    return text[:1].lower() + text[1:]


def _list(error: ValidationError) -> list[Any]:
    value = error.validator_value
    return list(value) if isinstance(value, Iterable) else []


def _wrong_type(place: _Place, wanted: str, report: Report, *, code: str = "P302", means: str = "") -> None:
    found = word_for(place.node)
    is_text = isinstance(place.node, Scalar) and isinstance(place.node.value, str) and place.node.text
    shown = f"the text `{_short(place.node)}`" if is_text else found
    unquoted = wanted == "a text" and isinstance(place.node, Scalar) and place.node.text
    help_ = "put quotes around it" if unquoted else means
    report.error(code, place.value_span, f"{place.name} should be {wanted}, not {shown}", label=found, help=help_)


def _short(node: Node) -> str:
    text = node.text.strip() if isinstance(node, Scalar) else ""
    return text if len(text) < 40 and "\n" not in text else text[:36].split("\n")[0] + " ..."


def _type(error: ValidationError, place: _Place, report: Report) -> None:
    _wrong_type(place, _form(error), report, means=_meaning(error))


def _unknown_keys(error: ValidationError, place: _Place, report: Refusals) -> None:
    assert isinstance(place.node, Map)
    schema = error.schema
    known = list(schema.get("properties", {})) if isinstance(schema, Mapping) else []
    where = "here" if place.name == WHOLE else f"in {place.name}"
    for entry in place.node:
        if entry.key in known or _fits_pattern(entry.key, schema):
            continue
        meant = closest(entry.key, [key for key in known if key not in place.node])
        listed = f"the keys are {', '.join(f'`{key}`' for key in known)}" if 0 < len(known) <= 12 else ""
        listed = SECTIONS if "kinds" in known else listed
        own = schema.get("elsewhere", {}).get(entry.key) if isinstance(schema, Mapping) else None
        otherwise = BRACES if _is_torn(entry) else own or _form_by_keys(error, place.node, known) or listed
        guess = [f"did you mean `{meant}`?", _form_by_keys(error, place.node, known)]
        help_ = " ".join(filter(None, guess)) if meant else otherwise
        report.form.add(entry.key_span)
        report.error("P301", entry.key_span, f"there is no key `{entry.key}` {where}", label="unknown", help=help_)


def _form_by_keys(error: ValidationError, node: Map, known: list[str]) -> str:
    """What belongs into a mapping whose form was told by its keys, which may not have been meant so."""
    if "then" not in error.absolute_schema_path:
        return ""
    telling = [entry.key for entry in node if entry.key in known]
    return f"{_meaning(error)}; `{telling[0]}` is such a key, and no name" if len(telling) == 1 else _meaning(error)


def _is_torn(entry: Entry) -> bool:
    """Whether a key looks like the end of a text that a comma has cut in two."""
    empty = isinstance(entry.value, Scalar) and entry.value.value is None
    return empty and re.fullmatch(r"\w+", entry.key) is None


def _fits_pattern(key: str, schema: object) -> bool:
    patterns = schema.get("patternProperties", {}) if isinstance(schema, Mapping) else {}
    return any(re.search(pattern, key) for pattern in patterns)


def _missing_key(error: ValidationError, place: _Place, report: Report) -> None:
    for key in _list(error):
        if isinstance(error.instance, dict) and key not in error.instance:  # found once for each: said once
            report.error("P303", place.key_span, f"{place.name} lacks the key `{key}`", help=f"add `{key}: ...`")


def _not_one_of(error: ValidationError, place: _Place, report: Report) -> None:
    choices = [str(choice) for choice in _list(error)]
    meant = closest(_short(place.node), choices)
    help_ = f"did you mean `{meant}`?" if meant else f"it is one of {', '.join(f'`{choice}`' for choice in choices)}"
    message = f"{place.name} can't be `{_short(place.node)}`" if isinstance(place.node, Scalar) else ""
    message = message or f"{place.name} should be a single word, not {word_for(place.node)}"
    report.error("P304", place.value_span, message, help=help_)


def _not_the_one(error: ValidationError, place: _Place, report: Report) -> None:
    message = f"{place.name} can only be `{json.dumps(error.validator_value)}`"
    report.error("P304", place.value_span, message)


def _bound(error: ValidationError, place: _Place, report: Report) -> None:
    wanted = BOUNDS[str(error.validator)].format(error.validator_value)
    message = f"{place.name} should be {wanted}, not {_short(place.node)}"
    report.error("P305", place.value_span, message)


def _size(error: ValidationError, place: _Place, report: Report) -> None:
    many = "" if error.validator_value == 1 else "s"
    wanted = SIZES[str(error.validator)].format(error.validator_value) + many
    report.error("P305", place.value_span, f"{place.name} should have {wanted}")


def _pattern(error: ValidationError, place: _Place, report: Report) -> None:
    wanted = _words_of_schema(error)
    message = f"{place.name} can't be written `{_short(place.node)}`"
    report.error("P306", place.value_span, message, help=f"it should be {wanted}" if wanted else "")


def _key_names(error: ValidationError, place: _Place, report: Report) -> None:
    entry = place.node.entries.get(str(error.instance)) if isinstance(place.node, Map) else None
    help_ = f"it should be {_words_of_schema(error)}" if _words_of_schema(error) else ""
    span = entry.key_span if entry else place.key_span
    report.error("P306", span, f"`{error.instance}` can't be a key in {place.name}", help=help_)


def _twice(_: ValidationError, place: _Place, report: Report) -> None:
    report.error("P305", place.value_span, f"{place.name} names something twice")


def _other(error: ValidationError, place: _Place, report: Report) -> None:
    described = _words_of_schema(error)
    wanted = f"it should be {described}" if described else ""
    report.error("P307", place.value_span, f"{place.name} doesn't fit here", help=wanted)


EXPLAINERS: dict[str, Callable[[ValidationError, _Place, Refusals], None]] = {
    "type": _type,
    "additionalProperties": _unknown_keys,
    "required": _missing_key,
    "enum": _not_one_of,
    "const": _not_the_one,
    "pattern": _pattern,
    "uniqueItems": _twice,
    **dict.fromkeys(BOUNDS, _bound),
    **dict.fromkeys(SIZES, _size),
}
