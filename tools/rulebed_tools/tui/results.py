"""How games alone came out, summed up by the pack with its layers, the preset and the options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DAY = 10  # letters of a date
COMMA, SETS = ", ", "="


def rows(results: Iterable[Mapping[str, Any]], pack: str | None) -> list[tuple[str, str, int, str, int, str]]:
    """A row for each: how many games, how many of them were won where they can be lost, the best, and the last."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for one in results:
        if pack is None or one["pack"] == pack:
            found.setdefault((one["pack"], _options(one)), []).append(one)
    return [(*key, len(games), _won(games), max(map(_score, games)), _last(games[-1])) for key, games in found.items()]


def _options(one: Mapping[str, Any]) -> str:
    preset = [one["preset"]] if one["preset"] else []
    return COMMA.join([*preset, *(f"{name}{SETS}{value}" for name, value in one["options"].items())])


def _score(one: Mapping[str, Any]) -> int:
    score: int = one["scores"][0]
    return score


def _won(games: Iterable[Mapping[str, Any]]) -> str:
    can_be_lost = [one for one in games if one["can_be_lost"]]
    return str(sum(bool(one["winners"]) for one in can_be_lost)) if can_be_lost else ""


def _last(one: Mapping[str, Any]) -> str:
    return f"{one['at'][:DAY]}{COMMA}{_score(one)}"
