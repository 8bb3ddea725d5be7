"""The messages of a game as types of TypeScript, made of their JSON Schemas, so that both have one source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulebed.content import schema_root

Schema = Mapping[str, Any]
SUFFIX = ".schema.json"
INDENT = "  "
ANYTHING: Schema = {}
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
NAME = re.compile(r"[A-Za-z_]\w*")
HEAD = "// What a game says of itself. Made by `rulebed frames --types` of the JSON Schemas in schemas/messages.\n"


def typescript(folder: Path | None = None) -> str:
    """All types, each with what it is about: those of whole messages first."""
    paths = sorted((folder or schema_root() / "messages").glob(f"*{SUFFIX}"))
    schemas = {path.name.removesuffix(SUFFIX): json.loads(path.read_text(encoding="utf-8")) for path in paths}
    parts = [part for message, schema in schemas.items() for part in _declared(message, schema)]
    return "\n".join([HEAD, *parts])


def _declared(message: str, schema: Schema) -> Iterator[str]:
    """The types of one message: itself, and whatever it is made of."""
    writer = Writer(message)
    yield from _declaration(_named(message), schema, writer)
    for name, part in schema.get("$defs", {}).items():
        yield from _declaration(_named(message, name), part, writer)


def _declaration(name: str, schema: Schema, writer: Writer) -> Iterator[str]:
    about = schema.get("description", schema.get("title", ""))
    yield f"/** {about} */\nexport type {name} = {writer.type_of(schema, '')};\n"


def _named(*parts: str) -> str:
    return "".join(word[:1].upper() + word[1:] for part in parts for word in re.split(r"[^A-Za-z0-9]+", part))


class Writer:
    """Writes the types of one message; what it refers to is called by the message and its name there."""

    def __init__(self, message: str) -> None:
        self.message = message

    def type_of(self, schema: Schema, indent: str) -> str:
        """A schema as a type."""
        found = [self._own(schema, indent)] if self._says_what(schema) else []
        if "$ref" in schema:
            found.append(self._referred(schema["$ref"]))
        for key, sign in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
            parts = [self.type_of(one, indent) for one in schema.get(key, ()) if self._says_more(one)]
            if parts:
                found.append(f"({sign.join(dict.fromkeys(parts))})")
        return " & ".join(found) or "unknown"

    def _says_what(self, schema: Schema) -> bool:
        return any(key in schema for key in ("type", "enum", "const", "properties"))

    def _says_more(self, schema: Schema) -> bool:
        """Whether it says more than what must be there, which a type that has it anyway can't say again."""
        return set(schema) != {"required"}

    def _referred(self, reference: str) -> str:
        file, _, pointer = reference.partition("#")
        message = file.removesuffix(SUFFIX) or self.message
        return _named(message, pointer.removeprefix("/$defs/")) if pointer else _named(message)

    def _own(self, schema: Schema, indent: str) -> str:
        if "const" in schema:
            return json.dumps(schema["const"], ensure_ascii=False)
        if "enum" in schema:
            return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
        stated = schema.get("type", "object")
        sorts = stated if isinstance(stated, list) else [stated]
        return " | ".join(dict.fromkeys(self._sort(one, schema, indent) for one in sorts))

    def _sort(self, sort: str, schema: Schema, indent: str) -> str:
        if sort == "array":
            return self._array(schema, indent)
        return self._object(schema, indent) if sort == "object" else SIMPLE[sort]

    def _array(self, schema: Schema, indent: str) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self.type_of(one, indent) for one in schema['prefixItems'])}]"
        return f"Array<{self.type_of(schema.get('items', {}), indent)}>"

    def _object(self, schema: Schema, indent: str) -> str:
        inner = indent + INDENT
        lines = [
            line for name, one in schema.get("properties", {}).items() for line in self._key(name, one, schema, inner)
        ]
        others = schema.get("additionalProperties", ANYTHING)
        if others is not False and not lines:
            return f"Record<string, {self.type_of({} if others is True else others, indent)}>"
        if others is not False:
            lines.append(f"{inner}[key: string]: unknown;")
        return "{\n" + "\n".join(lines) + f"\n{indent}}}"

    def _key(self, name: str, schema: Schema, owner: Schema, indent: str) -> Iterator[str]:
        about = schema.get("description", "")
        if about:
            yield f"{indent}/** {about} */"
        mark = "" if name in owner.get("required", ()) else "?"
        key = name if NAME.fullmatch(name) else json.dumps(name)
        yield f"{indent}{key}{mark}: {self.type_of(schema, indent)};"
