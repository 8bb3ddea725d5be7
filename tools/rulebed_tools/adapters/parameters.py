"""The parameters of a game in OpenSpiel: how it is played, and the pack's own setup options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebed.playing import Info, Setting

HOW = {"chance": "explicit", "seed": 0, "horizon": 1000, "recall": 16, "preset": ""}


def defaults(info: Info) -> dict[str, Any]:
    """All parameters with their defaults."""
    options = {name: _default(setting) for name, setting in info.settings.items()}
    return {"players": min(info.players), **HOW, **options}


def options_of(info: Info, given: Mapping[str, Any]) -> dict[str, str]:
    """The pack's setup options as the pack spells them."""
    return {name: _text(given[name]) for name in info.settings if name in given}


def _default(setting: Setting) -> Any:
    """As OpenSpiel reads it in `game(option=value)`: a number or a flag where it looks like one."""
    if set(setting.values) <= {"true", "false"}:
        return setting.default == "true"
    return int(setting.default) if all(map(_is_number, setting.values)) else setting.default


def _is_number(value: str) -> bool:
    return value.lstrip("-").isdigit()


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
