"""What a branch in secret does, primitive by primitive and wherever it stands: who can tell two games apart by it.

Each row of the table is a statement, with what it shows of luck, or of its seat's answers, and who may know of that
when all have answered. It is put into a branch before its first question, between two, after the last, into a
procedure that the branch calls, and into a loop. Two games are played in which luck, or the answers, of the second seat
alone are otherwise. While the block is open nobody else can tell them apart, by nothing that a seat gets out of a
state; in the end just those who may know of it can, and the second seat can all along.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import rulebed
from rulebed.lang.luck import strand
from rulebed.run import program

from .outputs import differing, outputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulebed import State
    from rulebed.play.game import Game

PACK = """
title: Branches
players:
  min: 3
  max: 3
  state:
    face: number
    mark: {{type: number, seen_by: owner}}
    wish: {{type: number, seen_by: owner}}
    deck: {{type: deck of card, start: cards of me}}
    hand: hand of card
    row: row of card
    pile: {{type: deck of card}}
    bag: {{type: bag of chip, start: all}}
    top: hand of chip
kinds:
  card: {{count: 2, for_each: {{owner: player}}}}
  chip: {{alike: true, instances: [black, white]}}
resources: {{coins}}
{procedures}
flow:
  deal: {{do: "secretly each p in players: roll 1..2 into p.wish; draw 1 from p.deck into p.hand", next: part}}
  part:
    do: |
      secretly each p in players:
{body}
    next: later
  later: {{do: "choose k in 0..1", next: end}}
result: {{score: 0}}
"""
ASK = "choose {} in 0..1"
POSITIONS = {
    "before the first": ("{does}", ASK.format("n")),
    "between two": (ASK.format("n"), "{does}", ASK.format("m")),
    "after the last": (ASK.format("n"), "{does}"),
    "in a procedure": ("as p: work", ASK.format("n")),
    "in a loop": ("repeat 2 times:", "  {does}", f"  {ASK.format('n')}"),
}
NOBODY, NEXT, ALL = "nobody", "the next", "all"


@dataclass(frozen=True, slots=True)
class Row:
    """What is done, which fact of its seat shows what came of it, and who else may know that in the end."""

    does: str
    fact: str
    told: str = NOBODY


ROWS = {
    "set": Row("roll 1..2 as f; set p.face to f", "player.2.face", ALL),
    "set, hidden": Row("roll 1..2 into p.mark; set p.mark to p.mark + 1", "player.2.mark"),
    "add": Row("roll 1..2 as f; add f to p.face", "player.2.face", ALL),
    "gain": Row("roll 1..2 as f; p gains f coins", "party.2.stock.coins", ALL),
    "roll into what is hidden": Row("roll 1..2 into p.mark", "player.2.mark"),
    "roll into what is open": Row("roll 1..2 into p.face", "player.2.face", ALL),
    "draw": Row("draw 1 from p.deck into p.hand", "player.2.hand"),
    "draw into the open": Row("draw 1 from p.deck into p.row", "player.2.row", ALL),
    "draw what is alike": Row("draw 1 from p.bag into p.top", "player.2.top"),
    "move": Row("put p.hand in p.row", "player.2.row", ALL),
    "move unseen": Row("shuffle p.hand into p.pile", "player.2.wish"),
    "show": Row("show p.hand", "player.2.hand", ALL),
    "show to somebody": Row("show p.hand to next(p)", "player.2.hand", NEXT),
    "say": Row("say p.wish", "player.2.wish", ALL),
    "say to somebody": Row("say p.wish to next(p)", "player.2.wish", NEXT),
    "say whether": Row("say whether p.wish is 1 to next(p)", "player.2.wish", NEXT),
    "choose": Row("choose c in 1..2; set p.face to c", "player.2.face", ALL),
    "choose, hidden": Row("choose c in 1..2; set p.mark to c", "player.2.mark"),
}

SEAT = 2  # whose luck and answers are otherwise
OTHERS = (None, 1, 3)
PARTED = 1_000  # a seed of a game is that of the second seat's luck, times this, and that of all other luck
SEEDS = range(1, 20)


def game(row: Row, position: str) -> Game:
    """The pack with a statement at a place of its branch."""
    lines = [line.format(does=row.does) for line in POSITIONS[position]]
    own = row.does.replace("p gains", "gain").replace("p.", "my.").replace("next(p)", "next(me)")
    procedures = f'procedures: {{work: "{own}"}}' if position == "in a procedure" else ""
    return rulebed.load_text(PACK.format(procedures=procedures, body="\n".join(" " * 8 + line for line in lines)))


@contextmanager
def luck_by_seat() -> Iterator[None]:
    """Each seat's luck hangs on its own part of the seed."""

    def parted(seed: Any, stream: str, index: int) -> int:
        own, others = divmod(int(seed), PARTED)
        return strand(own if index == SEAT - 1 else others, stream, index)

    program.strand = parted
    try:
        yield
    finally:
        program.strand = strand


def played(game: Game, seed: int, taken: int) -> list[State]:
    """A game as the block begins, when the second seat is through its branch, and when all are."""
    state = game.start(3, seed=seed * PARTED + 1, events=True)
    found = [state.clone()]
    for seat, option in ((SEAT, taken), (3, 0), (1, 0)):
        while any(one.player == seat for one in state.decisions) and state.fork is not None:
            decision = next(one for one in state.decisions if one.player == seat)
            state.apply(decision.options[option], player=seat)
        found.append(state.clone())
    return [found[0], found[1], found[-1]]


def pair(game: Game, row: Row) -> tuple[list[State], list[State]]:
    """Two games in which the fact of the second seat is otherwise in the end."""
    answers = (0, 1) if "choose" in row.does else (0,)
    every = (played(game, seed, taken) for seed in SEEDS for taken in answers)
    one = next(every)
    return one, next(other for other in every if _shown(row, other[-1]) != _shown(row, one[-1]))


def _shown(row: Row, state: State) -> Any:
    return state.fields[row.fact]


def faults(row: Row, position: str, *, imagined: bool = True) -> list[str]:
    """What can be told that may not be, and what can't be told that should."""
    with luck_by_seat():
        one, other = pair(game(row, position), row)
        found = [
            f"{viewer} can tell by {name}, {when}"
            for when, mine, theirs in zip(("at first", "meanwhile", "in the end"), one, other, strict=True)
            for viewer in OTHERS
            if when != "in the end" or not _may_know(row, viewer)
            for name in differing(*(outputs(state, viewer, imagined=imagined) for state in (mine, theirs)))
        ]
        knowing = [viewer for viewer in (*OTHERS, SEAT) if viewer == SEAT or _may_know(row, viewer)]
        same = [viewer for viewer in knowing if one[-1].history(viewer) == other[-1].history(viewer)]
        return found + [f"{viewer} can't tell in the end" for viewer in same]


def _may_know(row: Row, viewer: int | None) -> bool:
    return row.told == ALL or (row.told == NEXT and viewer == SEAT % 3 + 1)
