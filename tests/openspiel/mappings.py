"""For each game that OpenSpiel has too: what each of our options is called there, written down."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

NORTH = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}


@dataclass(frozen=True)
class Pair:
    """One of our games, the same game of OpenSpiel, and theirs for each id of ours: an action, or its text there."""

    ours: str
    theirs: str
    actions: dict[str, int | str]
    outcomes: dict[str, int]
    worth: float = 0  # what theirs pay each seat beside what ours pay
    is_variant: bool = False  # of another pair

    def named(self, seat: int, path: str) -> int | str | None:
        """What our ids, one after another, are there; nothing where more of them are one action."""
        found = self.actions.get(path, self.actions.get(f"{seat}: {path}"))
        if found is None and not any(f"{path}/" in name for name in self.actions):
            raise KeyError(path)
        return found


def numbered(*names: str, start: int = 0) -> dict[str, int]:
    """Names counted from a number."""
    return {name: number for number, name in enumerate(names, start)}


def _steps() -> dict[str, str]:
    """Their first player sits in the north: `a2-b3` is `a5b4` there."""
    squares = list(product("abcdef", "123456"))
    return {f"{a}{r}-{b}{s}": f"{a}{NORTH[r]}{b}{NORTH[s]}" for a, r in squares for b, s in squares}


CARDS = numbered("ace", "two", "three", "four")
BETS = {"fold": 0, "call": 1, "raise": 2}
LEDUC = numbered("red_jack", "black_jack", "red_queen", "black_queen", "red_king", "black_king")

RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
DECK = numbered(*(f"{rank}-{suit}" for rank in RANKS for suit in ("clubs", "diamonds", "hearts", "spades")))
WAYS = numbered("keep", "left", "across", "right")


def _hearts(ours: str = "", theirs: str = "") -> Pair:
    """One deal, under some of the options of both."""
    name = f"rulebed_hearts({ours})"
    return Pair(name, f"hearts({theirs})", DECK, {**DECK, **WAYS}, worth=26, is_variant=bool(ours))


COLOURS = ["red", "yellow", "green", "white", "blue"]
NUMBERS = ["one", "two", "three", "four", "five"]
FIREWORKS = {
    f"{colour}-{number}-{copy}": 5 * k + n
    for k, colour in enumerate(COLOURS)
    for n, number in enumerate(NUMBERS)
    for copy in (1, 2, 3)
}


def _hanabi(players: int) -> Pair:
    """They name whom they tell something by how many seats on."""
    own = {f"{verb}/{place}": f"({verb.title()} {place - 1})" for verb in ("play", "discard") for place in range(1, 6)}
    seats = [(seat, on, (seat + on) % players + 1) for seat in range(players) for on in range(1, players)]
    told = {
        f"{seat}: tell_{ours}/{other}/{one}": f"(Reveal player +{on} {theirs} {theirs_of(one)})"
        for seat, on, other in seats
        for ours, theirs, ones, theirs_of in (
            ("colour", "color", COLOURS, lambda one: one[0].upper()),
            ("rank", "rank", NUMBERS, lambda one: NUMBERS.index(one) + 1),
        )
        for one in ones
    }
    ours, theirs = f"rulebed_hanabi(players={players})", f"hanabi(players={players})"
    return Pair(ours, theirs, own | told, FIREWORKS, is_variant=players > 2)


def _dice(dice: int, ours: str = "", theirs: str = "") -> Pair:
    """Bids by quantity and face, as they write them."""
    bids = [(quantity, face) for quantity in range(1, 2 * dice + 1) for face in range(1, 7)]
    order = "bid/{1}/{0}" if ours else "bid/{0}/{1}"
    actions = {order.format(*bid): f"{bid[0]}-{bid[1]}" for bid in bids}
    return Pair(
        f"rulebed_liars_dice(dice={dice}{ours})",
        f"liars_dice(numdice={dice}{theirs})",
        {**actions, "doubt": "Liar"},
        numbered(*"123456"),
        is_variant=dice > 1,
    )


PAIRS = {
    "tic_tac_toe": Pair(
        "rulebed_tic_tac_toe", "tic_tac_toe", numbered("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), {}
    ),
    "connect_four": Pair("rulebed_connect_four", "connect_four", numbered(*"abcdefg"), {}),
    "breakthrough": Pair("rulebed_breakthrough", "breakthrough(rows=6,columns=6)", _steps(), {}),
    "kuhn_poker": Pair("rulebed_kuhn_poker", "kuhn_poker", {"pass": 0, "bet": 1}, numbered("jack", "queen", "king")),
    "leduc_poker": Pair("rulebed_leduc_poker", "leduc_poker", BETS, LEDUC),
    "goofspiel": Pair("rulebed_goofspiel", "goofspiel(num_cards=4)", CARDS, CARDS),
    "goofspiel_descending": Pair(
        "rulebed_goofspiel(order=descending)", "goofspiel(num_cards=4,points_order=descending)", CARDS, {}
    ),
    "goofspiel_ascending": Pair(
        "rulebed_goofspiel(order=ascending)", "goofspiel(num_cards=4,points_order=ascending)", CARDS, {}
    ),
    "pig": Pair("rulebed_pig(goal=20)", "pig(winscore=20)", {"roll": 0, "stop": 1}, numbered(*"123456")),
    "hearts": _hearts(),
    "hearts_queen": _hearts("queen=is_like_any_spade", "qs_breaks_hearts=false"),
    "hearts_leading": _hearts("leading=at_any_time", "must_break_hearts=false"),
    "hearts_opening": _hearts("opening=with_points", "no_pts_on_first_trick=false"),
    "hearts_kept": Pair(
        "rulebed_hearts(passing=nowhere)",
        "hearts(pass_cards=false)",
        DECK,
        DECK,
        worth=26,
        is_variant=True,
    ),
    "hanabi": _hanabi(2),
    "hanabi_three": _hanabi(3),
    "hanabi_four": _hanabi(4),
    "hanabi_five": _hanabi(5),
    "liars_dice": _dice(1),
    "liars_dice_face": _dice(1, ",higher=by_face", ",bidding_rule=reset-quantity"),
    "liars_dice_two": _dice(2),
    "liars_dice_five": _dice(5),
}
