"""Dice workers as a good Python programmer writes a euro: nested dicts, a phase, a function for each.

Every action is an int whose meaning depends on the phase:
    space    a space by its place in SPACES, or PASS
    die      the face of the die
    option   an option of the market, the workbench or the inn, or DONE
    card     a project by its place in PROJECTS
    perk     a perk by its place in PERKS
    pedlar   an option of the pedlar, or NONE
Luck comes from a generator inside the state, unless `new` is told the deck and the rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from .dice_workers_tables import (
    DICE,
    KINDS,
    MAY_STOP,
    OPTIONS,
    PERKS,
    PICKS,
    PROJECTS,
    ROUNDS,
    ROW,
    SPACES,
    START,
    STORE,
    TURNS,
)

State = dict[str, Any]
Player = dict[str, Any]

PASS: Final = len(SPACES)
DONE: Final = 5
NONE: Final = 4


def _luck(state: State, sides: int) -> int:
    """Draw a number below `sides` from the generator in the state."""
    state["luck"] = luck = (state["luck"] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return int((luck >> 33) % sides)


def _shuffle(state: State, cards: list[int]) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = _luck(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def _roll(state: State) -> int:
    if state["rolls"]:
        return int(state["rolls"].pop(0))
    return 1 + _luck(state, 6)


def _new_player() -> Player:
    return {
        "goods": dict(START),
        "points": 0,
        "perks": [],
        "projects": [],
        "dice": [],
    }


def new(seed: int = 0, players: int = 2, deck: Sequence[int] | None = None, rolls: Sequence[int] = ()) -> State:
    """Set the game up; `deck` (in drawing order) and the first `rolls` can be given instead of drawn."""
    state: State = {
        "players": [_new_player() for _ in range(players)],
        "spaces": {},
        "deck": list(deck or range(len(PROJECTS)))[::-1],
        "row": [],
        "round": 0,
        "turn": 0,
        "start": 0,
        "active": 0,
        "phase": "space",
        "space": None,
        "die": None,
        "taken": [],
        "luck": seed,
        "rolls": list(rolls),
    }
    if deck is None:
        _shuffle(state, state["deck"])
    _fill_row(state)
    _begin_round(state)
    return state


def _begin_round(state: State) -> None:
    state["round"] += 1
    state["turn"] = 0
    state["active"] = state["start"]
    state["spaces"] = {space["name"]: [] for space in SPACES}
    seats = len(state["players"])
    for step in range(seats):
        player = state["players"][(state["start"] + step) % seats]
        player["dice"] = sorted(_roll(state) for _ in range(DICE))


def _next_turn(state: State) -> None:
    seats = len(state["players"])
    state["turn"] += 1
    state["phase"] = "space"
    state["space"] = state["die"] = None
    if state["turn"] < TURNS * seats:
        state["active"] = (state["active"] + 1) % seats
        return
    guests = state["spaces"]["inn"]
    state["start"] = guests[0] if guests else (state["start"] + 1) % seats
    if state["round"] == ROUNDS:
        state["phase"] = "over"
    else:
        _begin_round(state)


def _gain(player: Player, good: str, amount: int) -> None:
    if good == "points":
        player["points"] += amount
    elif good == "coins":
        player["goods"]["coins"] += amount
    else:
        player["goods"][good] = min(STORE, player["goods"][good] + amount)


def _can_pay(player: Player, cost: dict[str, int]) -> bool:
    goods = player["goods"]
    for good, amount in cost.items():  # noqa: SIM110 - much faster than `all`
        if goods[good] < amount:
            return False
    return True


def _price(player: Player, space: dict[str, Any]) -> int:
    price: int = space["price"]
    return price - 1 if price and "regular" in player["perks"] else price


def _cost(player: Player, card: int) -> dict[str, int]:
    cost: dict[str, int] = PROJECTS[card]["cost"]
    if cost["wood"] and "thrifty" in player["perks"]:
        return {**cost, "wood": cost["wood"] - 1}
    return cost


def _fill_row(state: State) -> None:
    while len(state["row"]) < ROW and state["deck"]:
        state["row"].append(state["deck"].pop())


def _can_work(state: State, player: Player, name: str) -> bool:
    if name == "school":
        return len(player["perks"]) < len(PERKS)
    if name == "town_hall":
        return any(_can_pay(player, _cost(player, card)) for card in state["row"])
    if name == "guild":
        return bool(state["row"])
    return True


def _legal_space(state: State) -> list[int]:
    player = state["players"][state["active"]]
    best = player["dice"][-1]
    coins = player["goods"]["coins"]
    crowd = len(state["players"]) > 2
    actions = [
        index
        for index, space in enumerate(SPACES)
        if best >= space["least"]
        and len(state["spaces"][space["name"]]) < space["places"][crowd]
        and coins >= _price(player, space)
        and _can_work(state, player, space["name"])
    ]
    actions.append(PASS)
    return actions


def _apply_space(state: State, action: int) -> None:
    if action == PASS:
        _next_turn(state)
    else:
        state["space"] = action
        state["phase"] = "die"


def _legal_die(state: State) -> list[int]:
    least = SPACES[state["space"]]["least"]
    dice = state["players"][state["active"]]["dice"]
    return sorted({die for die in dice if die >= least})


def _apply_die(state: State, action: int) -> None:
    player = state["players"][state["active"]]
    space = SPACES[state["space"]]
    player["dice"].remove(action)
    state["die"] = action
    state["spaces"][space["name"]].append(state["active"])
    player["goods"]["coins"] -= _price(player, space)
    _work(state, player, space["name"])


def _work(state: State, player: Player, name: str) -> None:
    if name in OPTIONS:
        state["phase"] = "option"
    elif name in ("town_hall", "guild"):
        state["phase"] = "card"
    elif name == "school":
        state["phase"] = "perk"
    else:
        _simple_work(player, name, state["die"])
        state["phase"] = "pedlar"


def _simple_work(player: Player, name: str, die: int) -> None:
    if name == "forest":
        _gain(player, "wood", 3 if die >= 5 else 2)
    elif name == "foundry":
        _gain(player, "brass", 3 if die == 6 else 2)
    else:
        _gain(player, "coins", 1)


def _trade(player: Player, option: dict[str, Any]) -> None:
    for good, amount in option["pay"].items():
        player["goods"][good] -= amount
    for good, amount in option["gain"].items():
        _gain(player, good, amount)


def _legal_option(state: State) -> list[int]:
    player = state["players"][state["active"]]
    name = SPACES[state["space"]]["name"]
    actions = [
        index
        for index, option in enumerate(OPTIONS[name])
        if index not in state["taken"] and _can_pay(player, option["pay"])
    ]
    if name in MAY_STOP:
        actions.append(DONE)
    return actions


def _apply_option(state: State, action: int) -> None:
    name = SPACES[state["space"]]["name"]
    if action != DONE:
        _trade(state["players"][state["active"]], OPTIONS[name][action])
        state["taken"].append(action)
    if action == DONE or len(state["taken"]) == PICKS[name]:
        state["taken"] = []
        state["phase"] = "pedlar"


def _legal_card(state: State) -> list[int]:
    if SPACES[state["space"]]["name"] == "guild":
        return list(state["row"])
    player = state["players"][state["active"]]
    return [card for card in state["row"] if _can_pay(player, _cost(player, card))]


def _apply_card(state: State, action: int) -> None:
    player = state["players"][state["active"]]
    state["row"].remove(action)
    state["phase"] = "pedlar"
    if SPACES[state["space"]]["name"] == "guild":
        _fill_row(state)
        _gain(player, "coins", 2)
        return
    _build(state, player, action)
    if state["phase"] == "pedlar":
        _fill_row(state)


def _build(state: State, player: Player, card: int) -> None:
    project = PROJECTS[card]
    for good, amount in _cost(player, card).items():
        player["goods"][good] -= amount
    player["projects"].append(card)
    player["points"] += project["points"]
    if "showman" in player["perks"]:
        _gain(player, "coins", 1)
    if project["gain"] == "perk":
        if len(player["perks"]) < len(PERKS):
            state["phase"] = "perk"
    elif project["gain"]:
        _gain(player, project["gain"], project["amount"])


def _legal_perk(state: State) -> list[int]:
    perks = state["players"][state["active"]]["perks"]
    return [index for index, perk in enumerate(PERKS) if perk not in perks]


def _apply_perk(state: State, action: int) -> None:
    state["players"][state["active"]]["perks"].append(PERKS[action])
    _fill_row(state)
    state["phase"] = "pedlar"


def _legal_pedlar(state: State) -> list[int]:
    player = state["players"][state["active"]]
    actions = [index for index, option in enumerate(OPTIONS["pedlar"]) if _can_pay(player, option["pay"])]
    actions.append(NONE)
    return actions


def _apply_pedlar(state: State, action: int) -> None:
    if action != NONE:
        _trade(state["players"][state["active"]], OPTIONS["pedlar"][action])
    _next_turn(state)


_LEGAL: Final[dict[str, Callable[[State], list[int]]]] = {
    "space": _legal_space,
    "die": _legal_die,
    "option": _legal_option,
    "card": _legal_card,
    "perk": _legal_perk,
    "pedlar": _legal_pedlar,
}
_APPLY: Final[dict[str, Callable[[State, int], None]]] = {
    "space": _apply_space,
    "die": _apply_die,
    "option": _apply_option,
    "card": _apply_card,
    "perk": _apply_perk,
    "pedlar": _apply_pedlar,
}


def legal(state: State) -> list[int]:
    """List the actions of the waiting player."""
    return _LEGAL[state["phase"]](state)


def apply(state: State, action: int) -> None:
    """Carry one legal action out."""
    _APPLY[state["phase"]](state, action)


def over(state: State) -> bool:
    """Say whether the game has ended."""
    return bool(state["phase"] == "over")


def player(state: State) -> int:
    """Name the seat to decide, from 0."""
    return int(state["active"])


def returns(state: State) -> list[float]:
    """Give each player's points, with what the end would add."""
    return [float(_score(player)) for player in state["players"]]


def _score(player: Player) -> int:
    kinds = [PROJECTS[card]["kind"] for card in player["projects"]]
    sets = min(kinds.count(kind) for kind in KINDS)
    return int(player["points"] + player["goods"]["coins"] // 3 + 4 * sets)


def winners(state: State) -> list[int]:
    """List who has the most points and, among those, the most coins."""
    rank = [(_score(player), player["goods"]["coins"]) for player in state["players"]]
    return [seat for seat, own in enumerate(rank) if own == max(rank)]


def clone(state: State) -> State:
    """Copy the state as a hand-written copy does it: only what changes, level by level."""
    copy = dict(state)
    copy["players"] = [_clone_player(player) for player in state["players"]]
    copy["spaces"] = {name: list(guests) for name, guests in state["spaces"].items()}
    for name in ("deck", "row", "taken", "rolls"):
        copy[name] = list(state[name])
    return copy


def _clone_player(player: Player) -> Player:
    lists = {name: list(player[name]) for name in ("perks", "projects", "dice")}
    return {"goods": dict(player["goods"]), "points": player["points"], **lists}
