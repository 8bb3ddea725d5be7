"""Saves and records of the format before, as they are written today.

In format 1 strands of luck were numbers of 64 bits, which programs that keep numbers as floats, such as JavaScript's,
give back otherwise without a word. They are texts now (`lang.luck`), and so is a seed of more than 53 bits.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rulebed.lang.luck import MASK, strand_text
from rulebed.lang.ops import HIGHEST, HIGHEST_MASK
from rulebed.lang.plain import to_plain
from rulebed.play.rules.errors import RecordError

FORMAT, BEFORE = 2, 1
ROUNDED = (
    "a program has read it that keeps no whole numbers of 64 bits, as those of JavaScript do: its luck is lost, "
    "and the game would go on with another"
)
DEALT = "it is of a state that was dealt, and the format before has nothing of where such a state began"


def of_today(found: Any, mark: str) -> Any:
    """What was written in the format before, in that of today; anything else as it is."""
    if not isinstance(found, dict) or type(found.get(mark)) is not int or found[mark] != BEFORE:
        return found
    found = _with_steps(found)
    why = ROUNDED if _is_rounded(found) else DEALT if found.get("dealt") else ""
    if why:
        raise RecordError(f"this {mark.rpartition('_')[2]} can't be read: {why}")
    today = {name: _state(part) if name == "state" else _before(part) for name, part in found.items()}
    seed = found.get("seed")
    if type(seed) is int and abs(seed) > HIGHEST:
        today["seed"] = str(seed)
    return {**today, mark: FORMAT}


def _with_steps(found: dict[str, Any]) -> dict[str, Any]:
    """Steps that were taken back stood with what was told, as only where somebody listened they were kept."""
    told = found.get("told")
    if not isinstance(told, dict) or "steps" not in told or "steps" in found:
        return found
    told = dict(told)
    return {**found, "steps": told.pop("steps"), "told": told}


def _before(part: Any) -> Any:
    """How it stood before the secrets of this moment is a state, too."""
    return {**part, "state": _state(part["state"])} if isinstance(part, dict) and "state" in part else part


def _state(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    luck = part.get("luck")
    if isinstance(luck, dict):
        part = {**part, "luck": {name: _strand(value) for name, value in luck.items()}}
    return {name: inner if name == "luck" else _masks(inner) for name, inner in part.items()}


def _strand(value: Any) -> Any:
    return strand_text(value) if type(value) is int and 0 <= value <= MASK else value


def _masks(value: Any) -> Any:
    """The same with numbers that stand for many flags as texts."""
    if isinstance(value, dict):
        return {name: _masks(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return list(map(_masks, value))
    return to_plain(value) if type(value) is int and HIGHEST < value <= HIGHEST_MASK else value


def _is_rounded(found: dict[str, Any]) -> bool:
    """Whether every strand is what a float would be written as: of one that is none, one in a thousand is."""
    states = [found.get("state"), *(part.get("state") for part in found.values() if isinstance(part, dict))]
    luck = [one["luck"] for one in states if isinstance(one, dict) and isinstance(one.get("luck"), dict)]
    strands = [value for one in luck for value in one.values() if type(value) is int and 0 <= value <= MASK]
    return bool(strands) and all(Decimal(repr(float(value))) == value for value in strands)
