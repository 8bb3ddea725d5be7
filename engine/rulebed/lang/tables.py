"""The parser's tables, worked out from the grammar beforehand; `python -m rulebed.lang.parse` writes them anew."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulebed.source import writing

GRAMMAR, TABLES = "grammar.lark", "grammar.tables.json"
SHIFT = 0  # a step of the parser's that goes on to a state, as the library writes it


def _file_here(name: str) -> Path:
    """A file that lies here; `importlib.resources` would take longer to import than the file to read."""
    return Path(__file__).with_name(name)


def grammar() -> str:
    """The text of the grammar."""
    return _file_here(GRAMMAR).read_text(encoding="utf-8")


def mark(text: str, library: str) -> str:
    """What tables are made from: another grammar or version of the parser library has another mark."""
    return sha256(f"{library}\n{text}".encode()).hexdigest()


def read(wanted: str) -> dict[str, Any] | None:
    """The tables with this mark, if those that are kept have it."""
    try:
        text = _file_here(TABLES).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    found = json.loads(text)
    return _unpacked(found) if found["mark"] == wanted else None


def _text_of(wanted: str, tables: dict[str, Any]) -> str:
    """Tables as they are kept."""
    data, memo = tables["data"], tables["memo"]
    data = data | {"parser": data["parser"] | {"parser": _in_order(data["parser"]["parser"])}}
    options = {name: value for name, value in data["options"].items() if name != "postlex"}
    kept = {"mark": wanted, "data": data | {"options": options}, "memo": memo, "words": tables["words"]}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n"


def _in_order(table: dict[str, Any]) -> dict[str, Any]:
    """A table whose tokens are numbered by name, and its states as they are come to.

    The library takes them as sets have them; so the same grammar gives the same file, whoever writes it.
    """
    named = table["tokens"]
    tokens = {old: new for new, old in enumerate(sorted(named, key=named.__getitem__))}
    left, states = [table["start_states"][name] for name in sorted(table["start_states"])], dict[int, int]()
    for state in left:  # which grows on the way
        if state not in states:
            states[state] = len(states)
            steps = table["states"][state]
            left += [steps[token][1] for token in tokens if token in steps and steps[token][0] == SHIFT]
    rows = {
        states[old]: {tokens[token]: _moved(step, states) for token, step in table["states"][old].items()}
        for old in states
    }
    ends = {
        which: {name: states[old] for name, old in table[which].items()} for which in ("start_states", "end_states")
    }
    return {**ends, "tokens": {tokens[old]: name for old, name in named.items()}, "states": rows}


def _moved(step: tuple[int, Any], states: dict[int, int]) -> tuple[int, Any]:
    return (SHIFT, states[step[1]]) if step[0] == SHIFT else step


def _unpacked(kept: dict[str, Any]) -> dict[str, Any]:
    table = kept["data"]["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(state): _numbered(steps) for state, steps in table["states"].items()}
    return {"data": kept["data"], "memo": _numbered(kept["memo"]), "words": kept["words"]}


def _numbered(named: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in named.items()}


def write(wanted: str, tables: dict[str, Any]) -> None:
    """Keep these tables."""
    writing.write_text(_file_here(TABLES), _text_of(wanted, tables))
