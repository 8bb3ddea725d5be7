"""The numbers of dice workers for its hand-written twin: spaces, options, perks and projects."""

from __future__ import annotations

from typing import Any, Final

Table = dict[str, Any]

GOODS: Final = ("wood", "brass", "cogs", "coins")
STORE: Final = 6
START: Final = {"wood": 2, "brass": 1, "cogs": 1, "coins": 3}
PERKS: Final = ("thrifty", "regular", "showman")
KINDS: Final = ("wall", "tower", "pocket")
ROUNDS: Final = 5
TURNS: Final = 3
DICE: Final = 3
ROW: Final = 4
ANY_NUMBER: Final = 99


def _space(name: str, least: int, price: int, places: tuple[int, int]) -> Table:
    return {"name": name, "least": least, "price": price, "places": places}


# The places are those for two players and those for more.
SPACES: Final[list[Table]] = [
    _space("forest", 1, 0, (1, 2)),
    _space("foundry", 2, 1, (1, 2)),
    _space("market", 2, 0, (1, 2)),
    _space("workbench", 3, 1, (1, 2)),
    _space("school", 4, 2, (1, 2)),
    _space("town_hall", 2, 0, (1, 2)),
    _space("guild", 1, 0, (1, 2)),
    _space("inn", 1, 0, (1, 1)),
    _space("square", 1, 0, (ANY_NUMBER, ANY_NUMBER)),
]


def _option(name: str, pay: dict[str, int], gain: dict[str, int]) -> Table:
    return {"name": name, "pay": pay, "gain": gain}


OPTIONS: Final[dict[str, list[Table]]] = {
    "market": [
        _option("sell_wood", {"wood": 1}, {"coins": 2}),
        _option("sell_brass", {"brass": 1}, {"coins": 3}),
        _option("sell_cog", {"cogs": 1}, {"coins": 3}),
        _option("buy_wood", {"coins": 1}, {"wood": 1}),
        _option("buy_brass", {"coins": 2}, {"brass": 1}),
    ],
    "workbench": [
        _option("carve", {"wood": 1}, {"cogs": 1}),
        _option("file", {"brass": 1}, {"cogs": 2}),
        _option("swap", {"wood": 1}, {"brass": 1}),
        _option("gild", {"cogs": 1, "coins": 2}, {"points": 2}),
        _option("sweep", {}, {"coins": 1}),
    ],
    "inn": [
        _option("wood", {}, {"wood": 1}),
        _option("brass", {}, {"brass": 1}),
        _option("cog", {}, {"cogs": 1}),
    ],
    "pedlar": [
        _option("wood", {"wood": 1}, {"coins": 1}),
        _option("brass", {"brass": 1}, {"coins": 2}),
        _option("cog", {"cogs": 1}, {"coins": 2}),
        _option("trinket", {"coins": 3}, {"cogs": 1}),
    ],
}
PICKS: Final = {"market": 3, "workbench": 3, "inn": 1}
MAY_STOP: Final = ("market", "workbench")


def _project(
    name: str, kind: str, cost: tuple[int, int, int], points: int, gain: str = "", *, amount: int = 1
) -> Table:
    wood, brass, cogs = cost
    return {
        "name": name,
        "kind": kind,
        "cost": {"wood": wood, "brass": brass, "cogs": cogs},
        "points": points,
        "gain": gain,
        "amount": amount,
    }


PROJECTS: Final[list[Table]] = [
    _project("cuckoo_clock", "wall", (2, 0, 1), 3),
    _project("kitchen_clock", "wall", (1, 0, 1), 2, "coins"),
    _project("station_clock", "wall", (1, 1, 1), 4),
    _project("ship_clock", "wall", (2, 1, 0), 3, "wood"),
    _project("long_clock", "wall", (3, 0, 1), 5),
    _project("school_clock", "wall", (2, 0, 2), 5, "perk"),
    _project("chapel", "tower", (2, 1, 1), 5),
    _project("gatehouse", "tower", (1, 2, 1), 6),
    _project("belfry", "tower", (3, 1, 1), 6, "coins", amount=2),
    _project("castle", "tower", (2, 2, 2), 9),
    _project("lighthouse", "tower", (1, 1, 2), 6, "coins"),
    _project("guild_tower", "tower", (2, 2, 1), 6, "perk"),
    _project("hunter", "pocket", (0, 1, 1), 3),
    _project("repeater", "pocket", (0, 1, 2), 4, "brass"),
    _project("nurse_watch", "pocket", (0, 2, 0), 3, "cogs"),
    _project("chronometer", "pocket", (0, 2, 2), 7),
    _project("locket", "pocket", (1, 1, 0), 3),
    _project("railway_watch", "pocket", (0, 1, 3), 5, "coins", amount=2),
]
