"""Tells saved games and records apart by what they say of themselves in their first words."""

from __future__ import annotations

import json
from typing import Any

RECORD, SAVE = "rulebed_record", "rulebed_save"


def header_of(text: str) -> dict[str, Any] | None:
    """What a save or a record says of its game; none where the text is neither."""
    for part in (text, text.partition("\n")[0]):
        try:
            found = json.loads(part)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and (RECORD in found or SAVE in found) and isinstance(found.get("game"), str):
            return found
    return None
