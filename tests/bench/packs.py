"""One pack beside a grown game of another house: how many decisions a second each takes, and how long loading takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import rulebed

from . import peers
from .contest import DECISIONS, Contest, Line, Loading, Race
from .timing import Run, Runner, result, timed

SEED = 1
OVER = -1  # in place of a site
LONGEST = 10_000  # decisions: a game that takes more is broken off, and counts as far as it was played
BROKEN_OFF = f"broken off after {LONGEST:,} decisions"  # in place of a result
BARE, API, CLONES = 4.0, 3.0, 6.0  # how many times as many decisions a second
COLD, COMPILED, CACHED = 1.5, 2.0, 0.1  # seconds
HOUSES: Mapping[str, Callable[..., Runner]] = {"catanatron": peers.catanatron}
Play = Callable[[Any], tuple[Any, int]]  # plays a state on; where that ends, and how many decisions there were


@dataclass(frozen=True)
class Subject:
    """A pack as it is to be played."""

    pack: str
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    preset: str = ""
    patches: tuple[str, ...] = ()

    @cached_property
    def game(self) -> Any:
        """The pack, loaded; packs of one's own are looked for first, as by every verb."""
        return rulebed.load(self.pack, patches=self.patches, search=[Path.cwd()])

    @property
    def start(self) -> dict[str, Any]:
        """What a game is started with."""
        return {"players": self.players, "options": dict(self.options)}

    @cached_property
    def program(self) -> Any:
        """The generated functions."""
        return self.game.start(**self.start).rules.program

    def bare(self) -> Runner:
        """The generated functions alone."""
        return self._runner(lambda state: _bare(self.program, state, self._draw))

    def api(self) -> Runner:
        """The public state: every option is checked and kept in the record."""
        return self._runner(lambda state: _api(state, self._draw))

    def clones(self) -> Runner:
        """The public state, each decision taken on a clone."""
        return self._runner(lambda state: _clones(state, self._draw))

    @cached_property
    def _draw(self) -> Callable[[], float]:
        return random.Random(SEED).random

    def _runner(self, play: Play) -> Runner:
        start, draw = self.game.start, self._draw
        play(start(**self.start))  # whatever is made when it is first needed

        def batch() -> tuple[list[Any], int]:
            state = start(seed=int(draw() * 2**32), **self.start)
            end, taken = play(state)
            return [end], taken

        def run(seconds: float) -> Run:
            return timed(batch, _outcome, seconds)

        return run


def contests(subject: Subject, house: str) -> tuple[Contest, ...]:
    """What is measured of a pack; where there is nothing to choose, neither side has decided."""
    name, peer = subject.pack, HOUSES[house]
    return (
        Race(
            "in place",
            lambda: [("bare", subject.bare()), ("api", subject.api()), (house, peer())],
            (
                Line(f"{name}, bare / {house}", "bare", house, BARE, DECISIONS),
                Line(f"{name}, public API / {house}", "api", house, API, DECISIONS),
            ),
        ),
        Race(
            "clones",
            lambda: [("clones", subject.clones()), (house, peer(copies=True))],
            (Line(f"{name}, a clone at every decision / {house}, a copy at each", "clones", house, CLONES, DECISIONS),),
        ),
        Loading(name, COLD, cold=True, patches=subject.patches, start=subject.start, starts=False),
        Loading(name, COMPILED, cold=True, patches=subject.patches, start=subject.start),
        Loading(name, CACHED, cold=False, patches=subject.patches, start=subject.start),
    )


def _outcome(state: Any) -> str:
    """Who came first, unless the game was broken off."""
    return result(state.scores) if state.over else BROKEN_OFF


def _bare(program: Any, state: Any, draw: Callable[[], float]) -> tuple[Any, int]:
    slots, options, resume, taken = state.slots, program.options, program.resume, 0
    for _ in range(LONGEST):
        site = slots[0]
        if site == OVER:
            break
        if site < 0:
            taken += _one_of_several(program, slots, draw)
            continue
        offered = options[site](slots)
        taken += len(offered) > 1
        resume[site](slots, offered[int(draw() * len(offered))])
    return state, taken


def _one_of_several(program: Any, slots: list[Any], draw: Callable[[], float]) -> int:
    """Let the first of the seats decide that act at the same time."""
    seat = program.waiting(slots)[0]
    offered = program.options_of(slots, seat)
    program.apply(slots, seat, offered[int(draw() * len(offered))])
    return len(offered) > 1


def _api(state: Any, draw: Callable[[], float]) -> tuple[Any, int]:
    taken = 0
    for _ in range(LONGEST):
        offered = state.values
        if not offered:
            break
        taken += len(offered) > 1
        state.take(offered[int(draw() * len(offered))])
    return state, taken


def _clones(state: Any, draw: Callable[[], float]) -> tuple[Any, int]:
    taken = 0
    for _ in range(LONGEST):
        offered = state.values
        if not offered:
            break
        taken += len(offered) > 1
        state = state.clone()
        state.take(offered[int(draw() * len(offered))])
    return state, taken
