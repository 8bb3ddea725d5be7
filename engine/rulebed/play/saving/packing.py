"""Values as the state has them in JSON and back: tuples are lists there, and what was as before isn't said again.

As JSON `(3, (1, 2), None)` is `[3, [1, 2], null]`; where there was `(3, (1, 5), None)` before, only what is otherwise
is said, by its place: `{"but": {"1": {"but": {"1": 2}}}}`. Lists and mappings, which are JSON already, are marked.
"""

from __future__ import annotations

from typing import Any

from rulebed.lang.plain import from_plain, is_plain_value, to_plain
from rulebed.play.saving.reading import refusal

LIST, MAP, BUT, LONG = "list", "map", "but", "long"
SAME = {BUT: dict[str, Any]()}
LEAVES = (type(None), bool, int, str)
DEEPEST = 20


def packed(value: Any, before: Any = None) -> Any:
    """A value as JSON, by what stood in its place before."""
    if isinstance(value, tuple):
        return _changes(value, before) if _is_like(value, before) else [packed(one) for one in value]
    if isinstance(value, list):
        return {LIST: [packed(one) for one in value]}
    if isinstance(value, dict):
        return {MAP: {key: packed(one) for key, one in value.items()}}
    return {LONG: to_plain(value)} if to_plain(value) != value else value


def _is_like(value: tuple[Any, ...], before: Any) -> bool:
    return bool(value) and isinstance(before, tuple) and len(before) == len(value)


def _changes(value: tuple[Any, ...], before: tuple[Any, ...]) -> Any:
    """What is otherwise than before, by its place."""
    found = {}
    for at, (one, other) in enumerate(zip(value, before, strict=True)):
        if isinstance(one, LEAVES) and type(one) is type(other) and one == other:
            continue
        plain = packed(one, other)
        if plain != SAME:
            found[str(at)] = plain
    return {BUT: found}


def unpacked(plain: Any, where: str, before: Any = None, deep: int = DEEPEST) -> Any:
    """The value that was packed so, after what stood in its place before; refused where it can't be one."""
    if type(plain) in LEAVES and (type(plain) is not int or is_plain_value(plain, 0)):
        return plain
    if deep and type(plain) is list:
        return tuple(unpacked(one, f"{where}[{at}]", None, deep - 1) for at, one in enumerate(plain))
    if deep and type(plain) is dict and len(plain) == 1:
        ((how, inner),) = plain.items()
        if how == LIST and type(inner) is list:
            return [unpacked(one, f"{where}[{at}]", None, deep - 1) for at, one in enumerate(inner)]
        if how == MAP and type(inner) is dict:
            return {key: unpacked(one, f"{where}.{key}", None, deep - 1) for key, one in inner.items()}
        if how == LONG and type(inner) is str and is_plain_value(inner, 0):
            return from_plain(inner)
        if how == BUT and type(inner) is dict and isinstance(before, tuple):
            return _with_changes(inner, where, before, deep)
    raise refusal(plain, where, "a value of the game")


def _with_changes(changes: dict[str, Any], where: str, before: tuple[Any, ...], deep: int) -> tuple[Any, ...]:
    places = {str(at): at for at in range(len(before))}
    found = list(before)
    for name, plain in changes.items():
        if name not in places:
            raise refusal(changes, where, f"what has changed of {len(before)} items")
        at = places[name]
        found[at] = unpacked(plain, f"{where}[{name}]", before[at], deep - 1)
    return tuple(found)
