"""Random games on our own packs: raw functions, public API, events, interpreter, adapter, processes."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import rulebed
from rulebed.oracle.oracle import Oracle
from rulebed.packs import pack as packs
from rulebed.packs.places import search_path
from rulebed.pipeline.models import Models
from rulebed_tools.bots.policy import policy
from rulebed_tools.sim.plan import Plan
from rulebed_tools.sim.playing import run as simulate

from .timing import BATCH, Run, Runner, Unavailable, calls, result, timed

SEED = 1
HERE = Path(__file__).parent  # where packs lie that are only measured
Batch = Callable[[], tuple[list[Any], int]]


@cache
def game(pack: str) -> Any:
    """A pack, loaded once."""
    return rulebed.load(pack, search=[HERE])


def raw(pack: str) -> Runner:
    """The generated functions, as search and simulation call them."""
    program = game(pack).start().rules.program
    start, options, resume = program.start, program.options, program.resume
    draw = random.Random(SEED).random

    def batch() -> tuple[list[Any], int]:
        ends, taken = [], 0
        for _ in range(BATCH):
            state = start(int(draw() * 2**32))
            while state[0] >= 0:
                offered = options[state[0]](state)
                resume[state[0]](state, offered[int(draw() * len(offered))])
                taken += 1
            ends.append(state)
        return ends, taken

    return _runner(batch, lambda state: _scores(program, state))


def api(pack: str) -> Runner:
    """The public state: every option is checked and kept in the record."""
    start, draw = game(pack).start, random.Random(SEED).random

    def batch() -> tuple[list[Any], int]:
        ends, taken = [], 0
        for _ in range(BATCH):
            state = start(seed=int(draw() * 2**32))
            while offered := state.values:
                state.take(offered[int(draw() * len(offered))])
                taken += 1
            ends.append(state)
        return ends, taken

    return _runner(batch, lambda state: state.scores)


def told(pack: str, *, said: bool = False) -> Runner:
    """What a front end does: all labels of each decision, and all events.

    Events are put into words where they are shown: `said` has each of them say its sentence, as a story does. Who moves
    things on a board, or counts, reads none.
    """
    start, draw = game(pack).start, random.Random(SEED).random

    def batch() -> tuple[list[Any], int]:
        ends, taken = [], 0
        for _ in range(BATCH):
            state = start(seed=int(draw() * 2**32), events=True)
            while not state.over:
                options = state.decision.options
                labels = [option.label for option in options]
                state.apply(options[int(draw() * len(labels))])
                taken += 1
            events = state.events()
            if said:
                [event.text for event in events]
            ends.append(state)
        return ends, taken

    return _runner(batch, lambda state: state.scores)


def interpreted(pack: str) -> Runner:
    """The plain interpreter on the same guarded model."""
    tree, _ = packs.load(pack, search_path(HERE))
    if tree is None:
        raise Unavailable(f"there is no pack `{pack}`")
    models, info = Models(tree), game(pack).info
    defaults = {name: setting.default for name, setting in info.settings.items()}
    guarded, _ = models.make(min(info.players), defaults)
    luck = random.Random(SEED)

    def batch() -> tuple[list[Any], int]:
        oracle, taken = Oracle(guarded.model).start(luck.randrange(2**32)), 0
        while not oracle.over:
            seat = oracle.waiting()[0]
            oracle.apply(seat, luck.choice(oracle.options(seat)))
            taken += 1
        return [oracle], taken

    return _runner(batch, lambda oracle: oracle.scores())


def adapted(pack: str) -> Runner:
    """A pack as a registered game of OpenSpiel."""
    try:
        adapter = importlib.import_module("rulebed_tools.adapters.openspiel")
        spiel = importlib.import_module("pyspiel").load_game(*adapter.register(pack))
    except ImportError as missing:
        raise Unavailable(f"open_spiel is not installed ({missing})") from missing
    draw = random.Random(SEED).random

    def batch() -> tuple[list[Any], int]:
        ends, taken = [], 0
        for _ in range(BATCH):
            state = spiel.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                taken += 1
            ends.append(state)
        return ends, taken

    return _runner(batch, lambda state: state.returns())


def imagined(pack: str, decisions: int, players: int | None = None) -> list[tuple[str, Runner]]:
    """Other worlds for the seat that decides after so many decisions, beside the same game played again."""
    state, luck, seeds = game(pack).start(players=players, seed=SEED), random.Random(SEED), count()
    for _ in range(decisions):
        state.apply(luck.choice(luck.choice(state.decisions).options))
    player, record = state.decisions[0].player, state.record
    state.guess(player, next(seeds))  # what is only done once is done
    return [
        ("worlds", calls(lambda: state.guess(player, next(seeds)))),
        ("replays", calls(lambda: game(pack).replay(record))),
    ]


def framed(pack: str, players: int) -> list[tuple[str, Runner]]:
    """Answers after each of which one seat is sent what has changed since the last one, beside answers alone."""
    return [("frames", _answered(pack, players, shows=True)), ("apply", _answered(pack, players, shows=False))]


def _answered(pack: str, players: int, *, shows: bool) -> Runner:
    start, draw = game(pack).start, random.Random(SEED).random

    def batch() -> tuple[list[Any], int]:
        state, taken = start(players, seed=int(draw() * 2**32), events=True), 0
        frame = state.frame(1)
        while not state.over:
            offered = state.decision.options
            state.apply(offered[int(draw() * len(offered))])
            taken += 1
            if shows:
                frame = state.frame(1, since=frame)
        return [state], taken

    return _runner(batch, lambda state: state.scores)


def simulated(pack: str, jobs: int, games: int) -> Runner:
    """The verb `sim` with so many processes; starting them counts."""
    players = min(game(pack).info.players)
    bots = ("random",) * players
    plan = Plan(_load, pack, (), players, (), policy, bots, SEED, games, 100_000)

    def run(_: float) -> Run:
        begin = time.perf_counter()
        tally = simulate(plan, jobs, lambda _: None)
        return Run(tally.games, tally.decisions, time.perf_counter() - begin, {})

    return run


def _load(reference: str, patches: list[str]) -> Any:
    return rulebed.load(reference, patches=patches)


def _runner(batch: Batch, returns: Callable[[Any], Sequence[float]]) -> Runner:
    return lambda seconds: timed(batch, lambda state: result(returns(state)), seconds)


def _scores(program: Any, state: list[Any]) -> list[float]:
    return [program.score(state, seat) for seat in range(program.model.players)]
