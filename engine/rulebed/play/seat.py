"""One player's side of a state: what a bot holds, who may look ahead only from what that player knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from rulebed.play.rules.decision import Decision

if TYPE_CHECKING:
    from rulebed.play.telling.event import Event


class Whole(Protocol):
    """The state whose side a seat is."""

    @property
    def decisions(self) -> tuple[Decision, ...]: ...

    def view(self, player: int | None = None) -> dict[str, Any]: ...

    def events(self, since: int = 0, player: int | None = None) -> list[Event]: ...

    def resample(self, player: int | None, seed: int) -> Self: ...

    def guess(self, player: int | None, seed: int) -> Self: ...

    def history(self, player: int | None = None) -> str: ...


S = TypeVar("S", bound=Whole)


class Seat(Generic[S]):
    """What one player sees and can do; two seats are equal if their players have lived through the same.

    A pickle of it holds the whole game, hidden or not: it is for other processes of one's own, and for no player.
    """

    __slots__ = ("__state", "player")

    def __init__(self, state: S, player: int) -> None:
        self.player = player
        self.__state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and (self.player, self.history) == (other.player, other.history)

    def __hash__(self) -> int:
        return int(self.history, 16)

    @property
    def history(self) -> str:
        """A name for all that this player has lived through: who can't tell two games apart has the same in both."""
        return self.__state.history(self.player)

    @property
    def decision(self) -> Decision | None:
        """What this player has to decide now."""
        decisions = self.__state.decisions
        found = next((decision for decision in decisions if decision.player == self.player), None)
        return None if found is None else found.alone()

    def view(self) -> dict[str, Any]:
        """What this player sees."""
        return self.__state.view(self.player)

    def events(self, since: int = 0) -> list[Event]:
        """What happened, as far as this player knows."""
        return self.__state.events(since, self.player)

    def resample(self, seed: int) -> S:
        """A state that this player can't tell from the real one, to look ahead from; refused if none is found."""
        return self.__state.resample(self.player, seed)

    def guess(self, seed: int) -> S:
        """The same, or where none is found the nearest to it; its `doubts` say what is wrong with it."""
        return self.__state.guess(self.player, seed)
