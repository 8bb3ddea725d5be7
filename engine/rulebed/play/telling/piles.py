"""What a viewer is shown of a place that holds pieces, when one of them goes or comes.

Shown is a list of names, or the name of the one piece (none where there is none), or, where the viewer doesn't see into
it, the number of pieces and the names of those that are known all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def less_one(shown: Any, name: str) -> Any:
    """Less a piece."""
    if isinstance(shown, dict):
        return _count_and_known(shown["count"] - 1, [one for one in shown.get("known", ()) if one != name])
    if isinstance(shown, list):
        at = shown.index(name) if name in shown else len(shown)
        return [*shown[:at], *shown[at + 1 :]]
    return None if shown == name else shown


def with_one_more(shown: Any, name: str, before: Sequence[str]) -> Any:
    """And a piece that lies behind these others; what the viewer doesn't see into has one more that is not known."""
    if isinstance(shown, dict):
        return _count_and_known(shown["count"] + 1, shown.get("known", ()))
    if isinstance(shown, list):
        at = _place_behind(before, shown)
        return [*shown[:at], name, *shown[at:]]
    return name


def with_known(shown: Any, name: str, order: Sequence[str]) -> Any:
    """The same, one of the pieces being known where the viewer doesn't see into it; names have an order."""
    if not isinstance(shown, dict):
        return shown
    return _count_and_known(shown["count"], sorted({*shown.get("known", ()), name}, key=order.index))


def _count_and_known(count: int, known: Sequence[str]) -> dict[str, Any]:
    return {"count": count, "known": list(known)} if known else {"count": count}


def _place_behind(names: Sequence[str], shown: Sequence[str]) -> int:
    """The place in what is shown behind the last of these names; what lies between is about to leave."""
    if not names:
        return 0
    places = [at for at, name in enumerate(shown, 1) if name == names[-1]]
    return places[min(names.count(names[-1]), len(places)) - 1] if places else len(shown)
