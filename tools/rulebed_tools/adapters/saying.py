"""Sights as text: every place by address, or only what has changed since the sight before."""

from __future__ import annotations

from typing import Any

from rulebed.playing import Place
from rulebed_tools.adapters.sight import HIDDEN, Eyes, Heap, Sight


def in_words(eyes: Eyes, sight: Sight, before: Sight | None = None) -> str:
    """A sight as text; places that show what they did before are left out, as are those that hide all."""
    parts = [_decision(sight)] if eyes.scope.public else []
    for number, place in enumerate(eyes.places, 2):
        value = sight[number]
        if value != HIDDEN and (before is None or value != before[number]):
            parts.append(f"{place.address}={_value(eyes, place, value)}")
    return " ".join(parts)


def _decision(sight: Sight) -> str:
    waiting = ",".join("luck" if seat < 0 else str(seat + 1) for seat in sight[0]) or "over"
    return f"[{waiting}]" if sight[1] is None else f"[{waiting} {sight[1]}]"


def _value(eyes: Eyes, place: Place, value: Any) -> str:
    words = eyes.rules.words
    if isinstance(value, Heap):
        names = words.instances[place.kind]
        return "+".join([str(value.count - len(value.known)), *(names[piece] for piece in value.known)])
    return _plain(words.plain(value, place.field.type))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ",".join(map(_plain, value)) + ")"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
