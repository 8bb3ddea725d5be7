"""Luck as a scenario lists it: in order, or by the address of what is rolled or drawn; all of it must be used."""

from __future__ import annotations

from rulebed import Decision, Option
from rulebed_tools.scenario.form import Draw, Failed


class Luck:
    """What is still to come."""

    def __init__(self) -> None:
        self._left: list[Draw] = []

    def goes_on(self, draws: tuple[Draw, ...]) -> None:
        """What comes up after all that is listed so far."""
        self._left += draws

    def has_more(self) -> bool:
        """Whether anything is left."""
        return bool(self._left)

    def lists(self, decision: Decision, stream: str) -> bool:
        """Whether there is anything for this roll, from this pile or bag."""
        return self._next(decision, stream) is not None

    def take(self, decision: Decision, stream: str) -> Option:
        """What this roll brings."""
        place = self._next(decision, stream)
        if place is None:
            raise AssertionError("ask first whether it is listed")
        draw = self._left.pop(place)
        option = decision.find(draw.value)
        if option is None:
            ids = ", ".join(f"`{one.id}`" for one in decision.offered)
            raise Failed(f"`{draw.value}` can't come up at `{decision.address}`", draw.span, f"it can be {ids}")
        return option

    def unused(self) -> list[Failed]:
        """What was listed and never came up."""
        help_ = "what can bring only one thing is no luck, and isn't listed"
        return [Failed(f"`{draw.value}` was listed as luck and never came up", draw.span, help_) for draw in self._left]

    def _next(self, decision: Decision, stream: str) -> int | None:
        for place, draw in enumerate(self._left):
            if not draw.address or _means(draw.address, decision.address) or _means(draw.address, stream):
                return place
        return None


def _means(written: str, address: str) -> bool:
    """Whether an address is meant: in full, or by its end."""
    return address == written or address.endswith(f".{written}")
