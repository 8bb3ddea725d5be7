"""One player's side of a state: what a bot holds, who may look ahead only from what that player knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from rulebed.play.decision import Decision

if TYPE_CHECKING:
    from rulebed.play.event import Event


class Whole(Protocol):
    """The state whose side a seat is."""

    @property
    def decisions(self) -> tuple[Decision, ...]: ...

    def view(self, player: int | None = None) -> dict[str, Any]: ...

    def events(self, since: int = 0, player: int | None = None) -> list[Event]: ...

    def resample(self, player: int | None, seed: int) -> Self: ...


S = TypeVar("S", bound=Whole)


class Seat(Generic[S]):
    """What one player sees and can do."""

    __slots__ = ("__state", "player")

    def __init__(self, state: S, player: int) -> None:
        self.player = player
        self.__state = state

    @property
    def decision(self) -> Decision | None:
        """What this player has to decide now."""
        decisions = self.__state.decisions
        return next((decision for decision in decisions if decision.player == self.player), None)

    def view(self) -> dict[str, Any]:
        """What this player sees."""
        return self.__state.view(self.player)

    def events(self, since: int = 0) -> list[Event]:
        """What happened, as far as this player knows."""
        return self.__state.events(since, self.player)

    def resample(self, seed: int) -> S:
        """A state that this player can't tell from the real one, to look ahead from."""
        return self.__state.resample(self.player, seed)
