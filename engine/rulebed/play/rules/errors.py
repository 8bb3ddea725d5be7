"""Refusals in play: each says what was asked, why it can't be, and what could be asked instead."""

from __future__ import annotations

from collections.abc import Iterable

from rulebed.source.visible import visible

LONGEST = 1000  # characters of a message about what comes from elsewhere


class Refusal(ValueError):
    """What all of them have in common: whatever was asked for is told as text, and not all of it if it is long."""

    def __str__(self) -> str:
        return _shortened(super().__str__())


class IllegalAction(Refusal):
    """An option that isn't offered, or a decision that isn't waited for; `options` are the ids offered."""

    def __init__(self, message: str, options: Iterable[str] = ()) -> None:
        self.options = tuple(options)
        super().__init__(message, self.options)

    def __str__(self) -> str:
        message: str = self.args[0]
        return _shortened(message + (f"; there is {_list_ids(self.options)}" if self.options else ""))


class CannotResample(Refusal):
    """No state was found that a seat couldn't tell from its own; `doubts` say what is wrong with the nearest."""

    def __init__(self, doubts: Iterable[str]) -> None:
        self.doubts = tuple(doubts)
        super().__init__(self.doubts)

    def __str__(self) -> str:
        return _shortened(
            f"no state that looks the same was found: in the nearest, which `guess` gives, {self.doubts[0]}"
        )


class SetupError(Refusal):
    """A number of players, an option or a mode that the game doesn't have."""


class RecordError(Refusal):
    """A save or record that can't be read, or that doesn't belong to this game as it is now."""


class PatchError(Refusal):
    """Steps that belong to another board."""


class NothingToChoose(RuntimeError):
    """A decision without options has come up, and the game isn't over; `address` and `place` say where it stands."""

    def __init__(self, player: int, address: str, place: str) -> None:
        super().__init__(player, address, place)  # as it was made, so that it goes from one process to another
        self.player, self.address, self.place = player, address, place

    def __str__(self) -> str:
        what = f"player {self.player} has nothing to choose at `{self.address}` ({self.place})"
        return _shortened(
            f"{what}, and the game is not over; say what happens `otherwise`, or ask before whether there is something"
        )


def _shortened(message: str) -> str:
    return visible(message if len(message) <= LONGEST else f"{message[:LONGEST]} ...")


def _list_ids(ids: tuple[str, ...], most: int = 12) -> str:
    shown = ", ".join(f"`{one}`" for one in ids[:most])
    return shown + (f" and {len(ids) - most} more" if len(ids) > most else "")
