"""Where two pieces of JSON differ: what a save has, and what it should have. True is not 1 there, nor is 1.0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.play.saving.record import shown_short

if TYPE_CHECKING:
    from collections.abc import Iterable

ABSENT = object()
USUAL = ("state.", "fields.", "luck.")  # how most addresses begin; they go without saying


def same(one: Any, other: Any) -> bool:
    """Whether two pieces of JSON say the same, in whatever order their names stand."""
    return one == other and _are_alike(one, other)


def _are_alike(one: Any, other: Any) -> bool:
    """Whether things that equal each other are of the same types all through."""
    if type(one) is not type(other):
        return False
    if type(one) is dict:
        return all(map(_are_alike, one.values(), map(other.__getitem__, one)))
    return type(one) is not list or all(map(_are_alike, one, other))


def difference(now: Any, saved: Any, leads: str) -> str:
    """The first of them as a sentence: what is saved, and to what something `leads` instead."""
    where, found, wanted = _first(now, saved, "")
    for part in USUAL:
        where = where.removeprefix(part)
    return f"the save has {_shown_or_nothing(found)} for `{where}`, but {leads} {_shown_or_nothing(wanted)}"


def _first(now: Any, saved: Any, where: str) -> tuple[str, Any, Any]:
    """The first place in which they differ, as deep as can be, and what stands there in each."""
    pairs: Iterable[tuple[str, Any, Any]] = ()
    if isinstance(now, dict) and isinstance(saved, dict):
        names = dict.fromkeys((*now, *saved))
        pairs = (
            (f"{where}.{name}" if where else name, now.get(name, ABSENT), saved.get(name, ABSENT)) for name in names
        )
    elif isinstance(now, list) and isinstance(saved, list) and len(now) == len(saved):
        pairs = ((f"{where}[{at}]", *both) for at, both in enumerate(zip(now, saved, strict=True)))
    for deeper, one, other in pairs:
        if ABSENT in (one, other):
            return deeper, other, one
        if not same(one, other):
            return _first(one, other, deeper)
    return where, saved, now


def _shown_or_nothing(value: Any) -> str:
    return "nothing" if value is ABSENT else shown_short(value)
