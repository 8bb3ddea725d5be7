"""Says aloud where what is printed can't be had again, since bots thought by the clock."""

from __future__ import annotations

from collections.abc import Sequence

from rulebed_tools.bots import choosing
from rulebed_tools.cli import console


def warn(bots: Sequence[str]) -> None:
    """A line, if there is such a bot."""
    found = choosing.timed(bots)
    if found:
        named = " and ".join(f"`{one}`" for one in dict.fromkeys(found))
        console.say(
            console.paint(f"by the clock {named} thinks of more or less each time: this can't be repeated", "bad")
        )
