"""What an answer means: whose it is, which option it takes, and whether it still fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulebed.play.rules import arguments
from rulebed.play.rules.decision import Decision, Option
from rulebed.play.rules.errors import IllegalAction

Answer = Option | str
Known = Callable[[int], Iterable[int]]  # the seats that decide, as far as a seat knows


def understood(
    decisions: tuple[Decision, ...], answer: Answer, player: int | None, at: int | None, known: Known
) -> tuple[int, int]:
    """The seat and the value that an answer comes to; refused if it isn't offered.

    Whoever has nothing to decide is told no more than they know: who decides is `known` to each seat.
    """
    _check(answer, player, at)
    decision = _decision(decisions, answer, player, known)
    if at is not None and at != decision.serial:
        raise _refuse_late(decision, at)
    option = _option(decision, answer)
    if option is None:
        raise refusal(decision, answer)
    return decision.player - 1, option.value


def _check(answer: Answer, player: int | None, at: int | None) -> None:
    """That these are such things at all."""
    if not isinstance(answer, Option | str):
        arguments.one_of_sort("option", answer, Option, "an option or its id")
    if player is not None:
        arguments.number("player", player)
    if at is not None:
        arguments.number("at", at)


def _decision(decisions: tuple[Decision, ...], answer: Answer, player: int | None, known: Known) -> Decision:
    if not decisions:
        raise IllegalAction("the game is over: there is nothing to decide")
    if player is None and isinstance(answer, Option):
        player = answer.menu.player
    if player is None:
        return decisions[0] if len(decisions) == 1 else _only_taker(decisions, answer)
    for decision in decisions:
        if decision.player == player:
            return decision
    waiting = " and ".join(_who(seat + 1) for seat in known(player - 1))
    raise IllegalAction(f"{_who(player)} has nothing to decide now: the game waits for {waiting}")


def _only_taker(decisions: tuple[Decision, ...], answer: Answer) -> Decision:
    takers = [decision for decision in decisions if _option(decision, answer) is not None]
    if len(takers) == 1:
        return takers[0]
    waiting = " and ".join(_who(decision.player) for decision in decisions)
    raise IllegalAction(f"the game waits for {waiting}: say whose answer `{_name_of(answer)}` is")


def _option(decision: Decision, answer: Answer) -> Option | None:
    if isinstance(answer, str):
        return decision.find(answer)
    return next((option for option in decision.options if option is answer), None) or _same_option(decision, answer)


def _same_option(decision: Decision, answer: Option) -> Option | None:
    """An option of another program for the same game is as good."""
    return next((option for option in decision.options if option.key == answer.key), None)


def refusal(decision: Decision, answer: Answer | int) -> IllegalAction:
    """Says what isn't offered, and what is."""
    ids = [option.id for option in decision.options]
    return IllegalAction(f"`{_name_of(answer)}` is not offered to {_who(decision.player)} at `{decision.address}`", ids)


def _refuse_late(decision: Decision, at: int) -> IllegalAction:
    return IllegalAction(
        f"the answer was meant for decision {at} of {_who(decision.player)}, who is at {decision.serial} now"
    )


def _name_of(answer: Answer | int) -> str:
    if isinstance(answer, int):
        return str(arguments.number("value", answer))
    return answer.id if isinstance(answer, Option) else answer


def _who(player: int) -> str:
    return f"player {player}" if player else "luck"
