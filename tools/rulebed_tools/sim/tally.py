"""What many games came to: whole numbers only, so that it doesn't matter in which order they are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulebed_tools.sim.certainty import Mean, wilson
from rulebed_tools.sim.uses import Uses


@dataclass(slots=True)
class Tally:
    """The sums over some games."""

    players: int
    games: int = 0
    decisions: int = 0
    decisions_squared: int = 0
    shortest: int | None = None
    longest: int = 0
    unfinished: int = 0
    stuck: Counter[str] = field(default_factory=Counter)  # choices with nothing to choose, in how many games
    results: Counter[tuple[int, ...]] = field(default_factory=Counter)  # who won, how often
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)  # player and score, how often
    broken: Counter[str] = field(default_factory=Counter)  # laws that didn't hold, in how many games
    places: dict[str, str] = field(default_factory=dict)  # file and line of each such choice
    witness: dict[str, int] = field(default_factory=dict)  # the seed of the first game of each such law and choice
    uses: Uses = field(default_factory=Uses)

    def add(self, length: int, winners: tuple[int, ...], scores: Iterable[int]) -> None:
        """Count a game that came to its end."""
        self._add_length(length)
        self.results[winners] += 1
        self.scores.update((player, score) for player, score in enumerate(scores, 1))

    def add_unfinished(self, length: int) -> None:
        """Count a game that was given up."""
        self._add_length(length)
        self.unfinished += 1

    def _add_length(self, length: int) -> None:
        self.games += 1
        self.decisions += length
        self.decisions_squared += length * length
        self.shortest = length if self.shortest is None else min(self.shortest, length)
        self.longest = max(self.longest, length)

    def add_stuck(self, address: str, place: str, seed: int) -> None:
        """Say where a game that was given up had come to a dead end: at which choice, and where that is written."""
        self.stuck[address] += 1
        self.places[address] = place
        self.witness.setdefault(address, seed)

    def add_broken(self, law: str, seed: int) -> None:
        """Count a game in which a law didn't hold."""
        self.broken[law] += 1
        self.witness.setdefault(law, seed)

    def merge(self, other: Tally) -> None:
        """Add the sums over later games."""
        self.games += other.games
        self.decisions += other.decisions
        self.decisions_squared += other.decisions_squared
        known = [length for length in (self.shortest, other.shortest) if length is not None]
        self.shortest = min(known, default=None)
        self.longest = max(self.longest, other.longest)
        self.unfinished += other.unfinished
        self.results += other.results
        self.scores += other.scores
        self.stuck += other.stuck
        self.places |= other.places
        self.broken += other.broken
        self.witness = other.witness | self.witness
        self.uses.merge(other.uses)

    @property
    def finished(self) -> int:
        """How many games came to their end."""
        return self.games - self.unfinished

    @property
    def length(self) -> Mean:
        """How many decisions a game has."""
        return Mean(self.games, self.decisions, self.decisions_squared)

    def score(self, player: int) -> Mean:
        """What a player scores."""
        own = [(score, times) for (seat, score), times in self.scores.items() if seat == player]
        total = sum(score * times for score, times in own)
        return Mean(self.finished, total, sum(score * score * times for score, times in own))

    def wins(self, player: int) -> int:
        """How often a player won alone."""
        return self.results[(player,)]

    def shared(self) -> int:
        """How often several won together."""
        return sum(times for winners, times in self.results.items() if len(winners) > 1)

    def lost(self) -> int:
        """How often nobody won."""
        return self.results[()]


def as_json(tally: Tally, bots: tuple[str, ...]) -> dict[str, Any]:
    """The result for programs."""
    return {
        "games": tally.games,
        "unfinished": tally.unfinished,
        "decisions": tally.decisions,
        "length": {**mean_of(tally.length), "shortest": tally.shortest, "longest": tally.longest},
        "players": [_player(tally, player, bot) for player, bot in enumerate(bots, 1)],
        "shared": share_of(tally.shared(), tally.finished),
        "lost": share_of(tally.lost(), tally.finished),
        "results": [{"winners": list(winners), "times": times} for winners, times in sorted(tally.results.items())],
        "stuck": [one | {"place": tally.places[one["address"]]} for one in _witnessed("address", tally.stuck, tally)],
        "broken_laws": _witnessed("law", tally.broken, tally),
    }


def _witnessed(what: str, counts: Counter[str], tally: Tally) -> list[dict[str, Any]]:
    return [{what: name, "games": times, "seed": tally.witness[name]} for name, times in sorted(counts.items())]


def _player(tally: Tally, player: int, bot: str) -> dict[str, Any]:
    won = share_of(tally.wins(player), tally.finished)
    return {"player": player, "bot": bot, "won": won, "score": mean_of(tally.score(player))}


def mean_of(one: Mean) -> dict[str, Any]:
    """A mean with its standard error and its interval; what so few games can't tell is none."""
    low, high = one.between or (None, None)
    return {"mean": one.mean, "error": one.error, "low": low, "high": high}


def share_of(times: int, count: int) -> dict[str, Any]:
    """A share of so many, with its interval."""
    low, high = wilson(times, count)
    return {"times": times, "share": times / count if count else 0.0, "low": low, "high": high}
