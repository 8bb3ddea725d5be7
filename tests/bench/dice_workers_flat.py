"""Dice workers over one flat list, as an expert writes it when speed matters; actions as in the dict twin.

Luck is drawn as the dict twin draws it, so that one seed and the same actions give the same game on both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .dice_workers_tables import KINDS, OPTIONS, PROJECTS, ROUNDS, SPACES, START

State = list[int]

SEATS: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
BASE: Final = 3  # where the active player's slots begin
SPACE: Final = 4
FACE: Final = 5
TAKEN: Final = 6  # the options taken at this space, one bit each
PICKED: Final = 7
ROUND: Final = 8
TURN: Final = 9
MARKER: Final = 10
GUEST: Final = 11  # the seat at the inn, or -1
LUCK: Final = 12
CROWD: Final = 13  # how many dice lie on each of the nine spaces
IN_ROW: Final = 22
ROW: Final = 23
DRAWN: Final = 27
DECK: Final = 28
PLAYERS: Final = 46

# A player's slots, from its base: the goods, points, two bit sets, then how many dice show each face.
WOOD, BRASS, COGS, COINS, POINTS, PERKS, BUILT, DICE = range(8)
STRIDE: Final = 13
THRIFTY, REGULAR, SHOWMAN = 1, 2, 4
ALL_PERKS: Final = 7

CHOOSE_SPACE, CHOOSE_DIE, CHOOSE_OPTION, CHOOSE_CARD, CHOOSE_PERK, CHOOSE_PEDLAR, OVER = range(7)
FOREST, FOUNDRY, MARKET, WORKBENCH, SCHOOL, TOWN_HALL, GUILD, INN, SQUARE = range(9)
PASS, DONE, NONE = 9, 5, 4

_SLOT: Final = {"wood": WOOD, "brass": BRASS, "cogs": COGS, "coins": COINS, "points": POINTS}


def _pairs(bundle: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((_SLOT[good], amount) for good, amount in bundle.items())


def _options(name: str) -> tuple[tuple[int, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], ...]:
    return tuple((i, _pairs(option["pay"]), _pairs(option["gain"])) for i, option in enumerate(OPTIONS[name]))


PEDLAR: Final = _options("pedlar")
AT_SPACE: Final = {MARKET: _options("market"), WORKBENCH: _options("workbench"), INN: _options("inn")}
LEAST: Final = tuple(space["least"] for space in SPACES)
PRICE: Final = tuple(space["price"] for space in SPACES)
# (space, least face, price, places), for two players and for more, without and with the perk of the regular.
OFFERS: Final = tuple(
    tuple(
        tuple(
            (i, space["least"], max(0, space["price"] - regular), space["places"][many])
            for i, space in enumerate(SPACES)
        )
        for regular in (0, 1)
    )
    for many in (0, 1)
)
# Wood, brass and cogs of each project, without and with thrift.
COSTS: Final = tuple(
    tuple((max(0, p["cost"]["wood"] - thrift), p["cost"]["brass"], p["cost"]["cogs"]) for p in PROJECTS)
    for thrift in (0, 1)
)
REWARD: Final = tuple((p["points"], _SLOT.get(p["gain"], -1), p["amount"], p["gain"] == "perk") for p in PROJECTS)
KIND_BITS: Final = tuple(sum(1 << i for i, p in enumerate(PROJECTS) if p["kind"] == kind) for kind in KINDS)


def _luck(s: State, sides: int) -> int:
    s[LUCK] = luck = (s[LUCK] * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (luck >> 33) % sides


def new(seed: int = 0, players: int = 2) -> State:
    """Set the game up."""
    s = [0] * (PLAYERS + STRIDE * players)
    s[SEATS] = players
    s[LUCK] = seed
    s[ROW:DRAWN] = [-1] * 4
    for seat in range(players):
        base = PLAYERS + STRIDE * seat
        s[base : base + 4] = [START["wood"], START["brass"], START["cogs"], START["coins"]]
    deck = list(range(len(PROJECTS)))[::-1]
    for i in range(len(deck) - 1, 0, -1):
        j = _luck(s, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    s[DECK:PLAYERS] = deck[::-1]
    for _ in range(4):
        _refill(s)
    _begin_round(s)
    return s


def _begin_round(s: State) -> None:
    seats = s[SEATS]
    s[ROUND] += 1
    s[TURN] = 0
    s[GUEST] = -1
    s[CROWD:IN_ROW] = [0] * 9
    for step in range(seats):
        dice = PLAYERS + STRIDE * ((s[MARKER] + step) % seats) + DICE
        s[dice : dice + 6] = [0] * 6
        for _ in range(3):
            s[dice + _luck(s, 6)] += 1
    s[ACTIVE] = s[MARKER]
    s[BASE] = PLAYERS + STRIDE * s[MARKER]


def _next_turn(s: State) -> None:
    seats = s[0]
    s[1] = CHOOSE_SPACE
    s[9] += 1
    if s[9] < 3 * seats:
        s[2] = seat = (s[2] + 1) % seats
        s[3] = 46 + 13 * seat
        return
    s[MARKER] = s[GUEST] if s[GUEST] >= 0 else (s[MARKER] + 1) % seats
    if s[ROUND] == ROUNDS:
        s[PHASE] = OVER
    else:
        _begin_round(s)


def _refill(s: State) -> None:
    drawn = s[27]
    if drawn < 18:
        s[23 + s[22]] = s[28 + drawn]
        s[22] += 1
        s[27] = drawn + 1


def _take(s: State, card: int) -> None:
    at = s.index(card, 23, 27)
    s[at:27] = [*s[at + 1 : 27], -1]
    s[22] -= 1


# Literal slot numbers where it is hot: a global name costs a lookup at each use.
def _legal_space(s: State) -> list[int]:
    b = s[3]
    coins, perks = s[b + 3], s[b + 5]
    best = 6
    while not s[b + 6 + best]:
        best -= 1
    actions = []
    for i, least, price, places in OFFERS[s[0] > 2][perks >> 1 & 1]:
        if best >= least and coins >= price and s[13 + i] < places:
            if (i == SCHOOL and perks == ALL_PERKS) or (i == GUILD and not s[22]):
                continue
            if i == TOWN_HALL and not _affordable(s, b):
                continue
            actions.append(i)
    actions.append(PASS)
    return actions


def _affordable(s: State, b: int) -> list[int]:
    costs = COSTS[s[b + 5] & 1]
    has_wood, has_brass, has_cogs = s[b : b + 3]
    cards = []
    for card in s[23 : 23 + s[22]]:
        wood, brass, cogs = costs[card]
        if has_wood >= wood and has_brass >= brass and has_cogs >= cogs:
            cards.append(card)
    return cards


def _legal_die(s: State) -> list[int]:
    dice = s[3] + 6
    return [face for face in range(LEAST[s[4]], 7) if s[dice + face]]


def _legal_option(s: State) -> list[int]:
    b, taken, space = s[3], s[6], s[4]
    actions = []
    for i, pay, _ in AT_SPACE[space]:
        if taken >> i & 1:
            continue
        for good, amount in pay:
            if s[b + good] < amount:
                break
        else:
            actions.append(i)
    if space != INN:
        actions.append(DONE)
    return actions


def _legal_card(s: State) -> list[int]:
    return s[23 : 23 + s[22]] if s[4] == GUILD else _affordable(s, s[3])


def _legal_perk(s: State) -> list[int]:
    perks = s[s[3] + 5]
    return [perk for perk in (0, 1, 2) if not perks >> perk & 1]


def _legal_pedlar(s: State) -> list[int]:
    b = s[3]
    actions = []
    for i, pay, _ in PEDLAR:
        good, amount = pay[0]
        if s[b + good] >= amount:
            actions.append(i)
    actions.append(NONE)
    return actions


def _apply_space(s: State, action: int) -> None:
    if action == PASS:
        _next_turn(s)
    else:
        s[4] = action
        s[1] = CHOOSE_DIE


AFTER_DIE: Final = (
    CHOOSE_PEDLAR, CHOOSE_PEDLAR, CHOOSE_OPTION, CHOOSE_OPTION, CHOOSE_PERK,
    CHOOSE_CARD, CHOOSE_CARD, CHOOSE_OPTION, CHOOSE_PEDLAR,
)  # fmt: skip


def _apply_die(s: State, action: int) -> None:
    b, space = s[3], s[4]
    s[b + 6 + action] -= 1
    s[13 + space] += 1
    price = PRICE[space]
    if price:
        s[b + 3] -= price - (s[b + 5] >> 1 & 1)
    if space == FOREST:
        s[b] = min(6, s[b] + 2 + (action > 4))
    elif space == FOUNDRY:
        s[b + 1] = min(6, s[b + 1] + 2 + (action == 6))
    elif space == SQUARE:
        s[b + 3] += 1
    elif space == INN:
        s[11] = s[2]
    s[1] = AFTER_DIE[space]


def _trade(s: State, b: int, pay: tuple[tuple[int, int], ...], gain: tuple[tuple[int, int], ...]) -> None:
    for good, amount in pay:
        s[b + good] -= amount
    for good, amount in gain:
        _gain(s, b, good, amount)


def _gain(s: State, b: int, good: int, amount: int) -> None:
    total = s[b + good] + amount
    s[b + good] = 6 if good < 3 and total > 6 else total


def _apply_option(s: State, action: int) -> None:
    if action != DONE:
        _, pay, gain = AT_SPACE[s[4]][action]
        _trade(s, s[3], pay, gain)
        s[6] |= 1 << action
        s[7] += 1
        if s[7] < 3 and s[4] != INN:
            return
    s[6] = s[7] = 0
    s[1] = CHOOSE_PEDLAR


def _apply_card(s: State, action: int) -> None:
    b = s[3]
    s[1] = CHOOSE_PEDLAR
    _take(s, action)
    if s[4] == GUILD:
        s[b + 3] += 2
    else:
        _build(s, b, action)
    if s[1] == CHOOSE_PEDLAR:
        _refill(s)


def _build(s: State, b: int, card: int) -> None:
    wood, brass, cogs = COSTS[s[b + 5] & 1][card]
    s[b] -= wood
    s[b + 1] -= brass
    s[b + 2] -= cogs
    points, good, amount, perk = REWARD[card]
    s[b + 4] += points
    s[b + 6] |= 1 << card
    s[b + 3] += s[b + 5] >> 2
    if good >= 0:
        _gain(s, b, good, amount)
    elif perk and s[b + 5] != ALL_PERKS:
        s[1] = CHOOSE_PERK


def _apply_perk(s: State, action: int) -> None:
    s[s[3] + 5] |= 1 << action
    if s[4] == TOWN_HALL:
        _refill(s)
    s[1] = CHOOSE_PEDLAR


def _apply_pedlar(s: State, action: int) -> None:
    if action != NONE:
        _, pay, gain = PEDLAR[action]
        _trade(s, s[3], pay, gain)
    _next_turn(s)


_LEGAL: Final[tuple[Callable[[State], list[int]], ...]] = (
    _legal_space, _legal_die, _legal_option, _legal_card, _legal_perk, _legal_pedlar,
)  # fmt: skip
_APPLY: Final[tuple[Callable[[State, int], None], ...]] = (
    _apply_space, _apply_die, _apply_option, _apply_card, _apply_perk, _apply_pedlar,
)  # fmt: skip


def legal(s: State) -> list[int]:
    """List the actions of the waiting player."""
    return _LEGAL[s[1]](s)


def apply(s: State, action: int) -> None:
    """Carry one legal action out."""
    _APPLY[s[1]](s, action)


def over(s: State) -> bool:
    """Say whether the game has ended."""
    return s[1] == 6


def player(s: State) -> int:
    """Name the seat to decide, from 0."""
    return s[ACTIVE]


def returns(s: State) -> Sequence[float]:
    """Give each player's points, with what the end would add."""
    scores = []
    for seat in range(s[SEATS]):
        b = PLAYERS + STRIDE * seat
        sets = min((s[b + BUILT] & kind).bit_count() for kind in KIND_BITS)
        scores.append(float(s[b + POINTS] + s[b + COINS] // 3 + 4 * sets))
    return scores


def clone(s: State) -> State:
    """Copy the state."""
    return s.copy()
