"""What there is to reach in a game: what must hold for who wins, and what the score is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebed import State
from rulebed.content import Map, Node, Scalar
from rulebed.playing import faces_of
from rulebed_tools.tui.wording import Wording

SECTION, VALUES = "result", "values"
WON, SCORE, WINNER = (f"{SECTION}.{part}" for part in ("won", "score", "winner"))
WORD = re.compile(r"[a-z_][a-z0-9_]*")
UNREAD = frozenset({"rules", "note", "honours"})
DEEPEST, MOST = 2, 16  # how far values are followed, and how many are told


def goals(state: State, wording: Wording) -> Iterator[str]:
    """A line for each thing to know; who plays alone is told how far they are, too."""
    colon, game = wording.say("colon"), state.game
    yield from to_win(state, wording)
    yield from _described(state, wording, SCORE, "scored_by")
    for name in _values(state):
        text = game.describe(f"{VALUES}.{name}", wording.language)
        if text:
            yield f"  {state.rules.words.say(name, wording.language)}{colon}{text}"
    if state.rules.players == 1:
        yield f"{wording.say('so_far')}{colon}{state.scores[0]}{wording.sum_of(state, 1)}"


def to_win(state: State, wording: Wording) -> Iterator[str]:
    """What must hold for who wins, where that is more than a score."""
    for address in (WON, WINNER):
        yield from _described(state, wording, address, "to_win")


def _described(state: State, wording: Wording, address: str, phrase: str) -> Iterator[str]:
    text = state.game.describe(address, wording.language)
    if text:
        yield f"{wording.say(phrase)}{wording.say('colon')}{text}"


def _values(state: State) -> list[str]:
    """The named values that the result is made of, and those that they are made of."""
    root = faces_of(state.rules).teller.tree.root
    own, result = root.get(VALUES), root.get(SECTION)
    if not isinstance(own, Map) or result is None:
        return []
    declared = {entry.key: entry.value for entry in own}
    found: dict[str, None] = {}
    nodes: list[Node] = [result]
    for _ in range(DEEPEST):
        names = [word for node in nodes for text in _texts(node) for word in WORD.findall(text)]
        fresh = [name for name in dict.fromkeys(names) if name in declared and name not in found]
        found |= dict.fromkeys(fresh)
        nodes = [declared[name] for name in fresh]
    return list(found)[:MOST]


def _texts(node: Node) -> Iterator[str]:
    """What is written in a node: the expressions of its scalars."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Map):
        for entry in node:
            if entry.key not in UNREAD:
                yield from _texts(entry.value)
