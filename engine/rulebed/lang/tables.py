"""The parser's tables, worked out from the grammar beforehand; `python -m rulebed.lang.parse` writes them anew."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulebed.source import writing

GRAMMAR, TABLES = "grammar.lark", "grammar.tables.json"


def _kept(name: str) -> Path:
    """A file that lies here; `importlib.resources` would take longer to import than the file to read."""
    return Path(__file__).with_name(name)


def grammar() -> str:
    """The text of the grammar."""
    return _kept(GRAMMAR).read_text(encoding="utf-8")


def mark(text: str, library: str) -> str:
    """What tables are made from: another grammar or version of the parser library has another mark."""
    return sha256(f"{library}\n{text}".encode()).hexdigest()


def read(wanted: str) -> dict[str, Any] | None:
    """The tables with this mark, if those that are kept have it."""
    try:
        text = _kept(TABLES).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    found = json.loads(text)
    return _unpacked(found) if found["mark"] == wanted else None


def _text_of(wanted: str, tables: dict[str, Any]) -> str:
    """Tables as they are kept."""
    data, memo = tables["data"], tables["memo"]
    options = {name: value for name, value in data["options"].items() if name != "postlex"}
    kept = {"mark": wanted, "data": data | {"options": options}, "memo": memo, "words": tables["words"]}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n"


def _unpacked(kept: dict[str, Any]) -> dict[str, Any]:
    table = kept["data"]["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(state): _numbered(steps) for state, steps in table["states"].items()}
    return {"data": kept["data"], "memo": _numbered(kept["memo"]), "words": kept["words"]}


def _numbered(named: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in named.items()}


def write(wanted: str, tables: dict[str, Any]) -> None:
    """Keep these tables."""
    writing.write_text(_kept(TABLES), _text_of(wanted, tables))
