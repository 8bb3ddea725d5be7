"""What may stand in the files of a pack, from their schemas: a table of keys for each section."""

import json
import re

from tests.lang.literate import blocks
from tests.lang.reference.constructs import FIRST, SPECIFICATION, cell, link

from rulebed.packs import schema_root

REMARKS = ("note", "rules", "source", "stand_in")  # may stand everywhere; told of once
PLAIN = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
SHARED = {  # definitions that many sections refer to, and what they are called
    "fact": "A fact",
    "program": "A program",
    "next": "The ways on from a phase",
    "instance": "An instance",
    "box_mapping": "A box of the board",
}
Row = tuple[str, str, str]  # key, what stands there, what it means


class Stated:
    """A schema, and the tables of what it allows."""

    def __init__(self, name: str) -> None:
        """Read it."""
        self.whole = json.loads((schema_root() / f"{name}.schema.json").read_text(encoding="utf-8"))
        self.definitions = self.whole.get("$defs", {})

    def rows(self, part: dict, path: str = "") -> list[Row]:
        """A row for each key below a part; `NAME` stands for a name of one's own."""
        found: list[Row] = []
        for each in self._forms(part):
            for key, inner in self._keys(each):
                below = f"{path}.{key}".lstrip(".")
                found.append((below, self.what(inner), self._says(inner)))
                found += [] if "$ref" in inner else self.rows(inner, below)
        return list(dict.fromkeys(row for row in found if row[1] or row[2]))

    def _forms(self, part: dict) -> list[dict]:
        """A part, and what else may stand in its place or in its list."""
        inner = [*part.get("anyOf", ()), *(part[key] for key in ("then", "else", "items") if key in part)]
        return [part, *(form for each in inner if "$ref" not in each for form in self._forms(each))]

    def _keys(self, part: dict) -> list[tuple[str, dict]]:
        stated = [(key, inner) for key, inner in part.get("properties", {}).items() if key not in REMARKS]
        any_name = part.get("additionalProperties")
        return stated + ([("NAME", any_name)] if isinstance(any_name, dict) else [])

    def what(self, part: dict) -> str:
        """What stands there, in few words."""
        if "$ref" in part:
            name = part["$ref"].rpartition("/")[2]
            home = SHARED.get(name)
            words = self.what(self._referred(part["$ref"]))
            return f"[{words}](#{home.lower().replace(' ', '-')})" if home else words
        if "enum" in part:
            return " or ".join(f"`{each}`" for each in part["enum"])
        if "title" in part:
            return cell(part["title"])
        if "anyOf" in part:
            return ", or ".join(dict.fromkeys(filter(None, map(self.what, part["anyOf"]))))
        kinds = part.get("type", ())
        return ", or ".join(PLAIN[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))

    def _referred(self, reference: str) -> dict:
        part = self.whole
        for key in reference.removeprefix("#/").split("/"):
            part = part[key]
        return part

    def _says(self, part: dict) -> str:
        own = part.get("description", "")
        return cell(own)


def sections() -> str:
    """A heading for each section of a pack, in the order of the schema."""
    pack = Stated("pack")
    told = [_section(pack, name, part) for name, part in pack.whole["properties"].items() if _is_large(pack, part)]
    head = [
        (name, pack.what(part), part.get("description", ""))
        for name, part in pack.whole["properties"].items()
        if not _is_large(pack, part)
    ]
    return "\n".join([table(head), *told])


def _is_large(pack: Stated, part: dict) -> bool:
    return bool(pack.rows(part)) or part.get("$ref", "").endswith("box_mapping")


def _section(pack: Stated, name: str, part: dict) -> str:
    keys = table(pack.rows(part)) if "$ref" not in part else f"It is [{pack.what(part).lstrip('[')}\n"
    return "\n".join([f"### `{name}`", "", f"{part['description']} {_more(name)}".strip(), "", keys])


def _more(name: str) -> str:
    """The heading of the specification that is about the section, or the first under which there is one."""
    used = [block.heading for block in blocks(SPECIFICATION) if re.search(rf"^{name}:", block.text, re.MULTILINE)]
    about = [heading for heading in used if re.search(rf"\b{name}\b", heading.lower())]
    found = about or [heading for heading in used if heading != FIRST]
    return f"More: {link(found[0])}." if found else ""


def shared() -> str:
    """What many sections have in common."""
    pack = Stated("pack")
    return "\n".join(
        f"### {title}\n\n{_opening(pack.definitions[name])}{table(pack.rows(pack.definitions[name]))}"
        for name, title in SHARED.items()
    )


def _opening(part: dict) -> str:
    return f"{part['description']}\n\n" if "description" in part else ""


def names() -> list[str]:
    """The sections of a pack that have a table of their own."""
    pack = Stated("pack")
    return [name for name, part in pack.whole["properties"].items() if _is_large(pack, part)]


def other(name: str, definition: str = "") -> str:
    """The table of another sort of file, or of a part of it."""
    stated = Stated(name)
    return table(stated.rows(stated.definitions[definition] if definition else stated.whole))


def files_of_scenarios() -> str:
    """What stands beside the scenarios of a file: keys of a scenario, which count for all, and those of the file."""
    stated = Stated("scenario")
    file, one = stated.whole["then"], stated.definitions["scenario"]["properties"]
    for_all = ", ".join(f"`{key}`" for key in file["properties"] if key in one)
    own = table([row for row in stated.rows(file) if row[0].partition(".")[0] not in one])
    return f"A file has one scenario, or several; what it says beside them of {for_all} counts for all.\n\n{own}"


def table(rows: list[Row]) -> str:
    """Keys, what stands there, and what it means."""
    lines = [f"| `{key}` | {what} | {says} |" for key, what, says in rows]
    return "\n".join(["| key | what stands there | what it means |", "|---|---|---|", *lines, ""])


def keys() -> dict[str, list[str]]:
    """All keys of packs, with the headings under which they stand."""
    pack = Stated("pack")
    found: dict[str, list[str]] = {}
    parts = [(f"`{name}`", part) for name, part in pack.whole["properties"].items() if _is_large(pack, part)]
    parts += [(title, pack.definitions[name]) for name, title in SHARED.items()]
    for heading, part in parts:
        for path, _, _ in pack.rows(part):
            key = path.rpartition(".")[2]
            if key != "NAME" and heading not in found.setdefault(key, []):
                found[key].append(heading)
    return found
