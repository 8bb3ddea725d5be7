"""Why something is not offered: the guard that fails, its values as far as may be known, its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulebed.play.rules.errors import IllegalAction
from rulebed.play.showing.views import seen_from

if TYPE_CHECKING:
    from rulebed.play.rules.decision import Menu
    from rulebed.play.rules.position import Position
    from rulebed.play.rules.rules import Rules
    from rulebed.run.program import Failure

Why = dict[str, Any]


def why(state: Position, seat: int, option: str | None = None) -> list[Why]:
    """Each option that the seat's decision has and doesn't offer now (or the one of this id), and what fails."""
    rules, slots = _tracing(state, seat)
    if seat not in rules.seats(slots):
        raise IllegalAction(f"player {seat + 1} has nothing to decide now")
    menu = rules.menus[rules.site(slots, seat)]
    found = []
    for refused in rules.program.why(slots, seat):
        taken = menu.option(refused.value)
        if option is None or option in {taken.id, taken.address}:
            layers = state.game.info.layers
            failed = [_failure(failure, rules, slots, seat, layers) for failure in refused.failed]
            found.append({"id": taken.id, "label": taken.label, "failed": failed})
    if option is not None and not found and not _is_known(menu, option):
        raise IllegalAction(f"there is no option `{option}` at `{menu.address}`, whatever is offered")
    return found


def _is_known(menu: Menu, option: str) -> bool:
    """Whether the choice has an option that goes by this id or address, at whatever time."""
    if option in menu.domain.options or option == menu.decline:
        return True
    return any(menu.value(one) is not None for one in (option, option.removeprefix(f"{menu.address}.")))


def _tracing(state: Position, seat: int) -> tuple[Rules, list[Any]]:
    """The same state in a program that keeps track of its guards."""
    match = state.match
    rules = state.game.rules(state.rules.players, match.options, "trace", match.chance)
    return rules, rules.program.from_json(state.rules.program.to_json(seen_from(state, seat)))


def _failure(failure: Failure, rules: Rules, slots: list[Any], seat: int, layers: Mapping[str, str]) -> Why:
    """The guard, and where it is written: in which file and layer, by which words."""
    at = failure.at
    return {
        "reason": failure.reason,
        "layer": None if at is None else layers.get(at.source.name),
        "place": None if at is None else f"{at.source.name}:{at.line}:{at.column}",
        "text": None if at is None else at.text,
        "values": _values(failure, rules, slots, seat),
    }


def _values(failure: Failure, rules: Rules, slots: list[Any], seat: int) -> dict[str, Any]:
    """What the guard looks at, as far as the seat may know it."""
    knowledge = rules.knowledge
    places = {place.slot: place for place in knowledge.places}
    return {
        address: knowledge.view_of(slots, places[slot], seat) for slot, address, _ in failure.reads if slot in places
    }
