"""JSON from elsewhere, read strictly: what can't be is refused with its place, what stands there, and what could."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.play.rules.errors import RecordError
from rulebed.play.saving.record import shown_short

if TYPE_CHECKING:
    from collections.abc import Collection

Plain = dict[str, Any]


def refusal(value: Any, where: str, wanted: str) -> RecordError:
    """Says that something can't stand in a save, and what could."""
    return RecordError(f"`{where}` in the save can't be {shown_short(value)}: it is {wanted}")


def mapping(value: Any, where: str, parts: Collection[str], others: Collection[str] = ()) -> Plain:
    """A mapping with all of these parts, and maybe some of the others."""
    if type(value) is not dict:
        raise refusal(value, where, f"a mapping with {_names(parts)}")
    for name in parts:
        if name not in value:
            raise RecordError(f"`{where}` in the save has no `{name}`")
    for name in value:
        if name not in parts and name not in others:
            raise RecordError(
                f"`{where}` in the save can't have {shown_short(name)}: it has {_names((*parts, *others))}"
            )
    return value


def sequence(value: Any, where: str, length: int | None = None) -> list[Any]:
    """A list, of so many items if that is said."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise refusal(value, where, "a list" if length is None else f"a list of {length}")
    return value


def number(value: Any, where: str, low: int, high: int | None = None) -> int:
    """A whole number within these limits."""
    if type(value) is not int or value < low or (high is not None and value > high):
        wanted = f"a whole number from {low}"
        raise refusal(value, where, f"{wanted} on" if high is None else f"{wanted} to {high}")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise refusal(value, where, "true or false")
    return value


def text(value: Any, where: str) -> str:
    """A text."""
    if type(value) is not str:
        raise refusal(value, where, "a text")
    return value


def _names(parts: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in parts)
