"""Packs with something wrong in them are refused where it is wrong, or they are other games, that can be played."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from rulebed.model.budget import BudgetExceeded
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import compare
from rulebed.packs import pack as packs
from rulebed.packs.sound import is_hopeless
from rulebed.pipeline.loading import check_in_steps
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.game import Game
from rulebed.play.rules.setup import setups
from rulebed.source.diagnostics import Severity
from rulebed.source.render import render

from .changed import changes
from .every_game import viewers
from .hunt import LARGE, SLOW, SMALL, texts_of, write_mutant

GAMES = 2  # that are played of what is accepted
QUICK = [name for name in SMALL if name not in SLOW]
LONGEST = 50  # decisions of one game
PATIENCE = 60  # seconds for one pack, on a busy machine


class Stuck(Exception):
    """A phase lets somebody choose from nothing; no guard comes before it, so the tools report it in play."""


def judge(root, reference, games=GAMES):
    """The findings of a pack; what is accepted is played by both engines, and as front ends do."""
    tree, report = packs.load(reference, [root], [])
    assert isinstance(render(report), str)
    if tree is None or report.errors:
        if tree is not None and not is_hopeless(report):
            assert isinstance(render(list(check_in_steps(tree, report))[-1]), str)  # what is left can be looked at
        return report
    models, info = Models(tree), info_of(tree)
    (guarded, found), *others = [models.make(*setup) for setup in some_setups(info, reference)]
    for more in (found, *(more for _, more in others)):
        assert isinstance(render(more), str)
        report.merge(more)
    if report.errors:
        return report
    players, options = next(setups(info))
    with contextlib.suppress(Stuck, BudgetExceeded):  # both say where, in words
        in_step(guarded.model, models.program(players, options, "bare", "sampled"), games)
        game = Game(info, models.program)
        in_front(game, game.start(players=players, options=options, seed=3, events=True))
    return report


def some_setups(info, reference):
    """All setups of a small pack, the first ones of a large one."""
    return islice(setups(info), 2 if reference in LARGE else None)


def in_step(model, program, games):
    for seed in range(games):
        oracle, luck = Oracle(model), random.Random(seed)
        state = program.start(seed)
        oracle.start(seed)
        for count in range(LONGEST):
            compare(program, state, oracle, count)
            if oracle.over:
                break
            seat = luck.choice(oracle.waiting())
            value = chosen(luck, oracle.options(seat), oracle.choice(seat).address)
            program.apply(state, seat, value)
            oracle.apply(seat, value)


def in_front(game, state):
    luck = random.Random(3)
    for seed in range(LONGEST):
        for viewer in viewers(state):
            state.events(player=viewer)
            dealt = state.guess(viewer, seed)
            assert dealt.doubts or dealt.view(viewer) == state.view(viewer)
        assert game.restore(state.save()) == state
        if state.over:
            break
        decision = luck.choice(state.decisions)
        assert all(option.label for option in decision.options)
        state.apply(chosen(luck, decision.offered, decision.address), player=decision.player)
    assert game.replay(state.record) == state


def chosen(luck, options, address):
    if not options and address.startswith("flow."):
        raise Stuck(address)
    assert options, f"there is nothing to choose at {address}"
    return luck.choice(options)


def judged(root, names, seeds, games=GAMES):
    """Judge a mutant for each seed; how many are played."""
    accepted = 0
    for seed in seeds:
        luck = random.Random(seed)
        name = luck.choice(names)
        signal.alarm(PATIENCE)
        file = write_mutant(root / str(seed), name, luck)
        try:
            report = judge(root / str(seed), name, games)
            assert not report.errors or is_told_where(report, root / str(seed), name, file), render(report)
        except Exception as error:
            raise AssertionError(f"mutant {seed} of {name}, in {root / str(seed)}") from error
        finally:
            signal.alarm(0)
        accepted += not report.errors
        shutil.rmtree(root / str(seed))
    return accepted


def is_told_where(report, root, name, file):
    """Whether some error points into what is wrong, or calls it by its name."""
    changed = changes(texts_of(name.partition("+")[0])[file], (root / file).read_text(encoding="utf-8"))
    errors = [found for found in report if found.severity is Severity.ERROR]
    return any(change.is_meant_by(found, file.as_posix()) for change in changed for found in errors)


@pytest.fixture(autouse=True)
def _patience():
    """A pack that takes too long is a failure, and not for ever."""

    def too_long(*_):
        raise TimeoutError(f"one pack takes more than {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    yield
    signal.signal(signal.SIGALRM, before)


def test_what_is_refused_is_told_where_it_is_wrong_and_all_else_can_be_played(tmp_path):
    """No slip in a pack is a crash, or told at a place that nobody has touched: not in its check, not in play."""
    assert judged(tmp_path, QUICK, range(20)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 31))
def test_the_same_of_many(tmp_path, part):
    """The same for many, with the packs that take long, each played five times."""
    assert judged(tmp_path, SMALL, range(1000 * part, 1000 * part + 100), 5) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 11))
def test_the_same_of_large_packs(tmp_path, part):
    """The same for the large packs and their layers."""
    assert judged(tmp_path, LARGE, range(100_000 * part, 100_000 * part + 30), 5) > 1


FINDINGS = """
import sys
from tests.properties.test_mutants import QUICK, said_of_mutants
for said in said_of_mutants(QUICK, range(2000, 2100)):
    print(said)
"""


def said_of_mutants(names, seeds):
    """All findings of mutants, as they are shown; the packs stand where this is called."""
    for seed in seeds:
        luck = random.Random(seed)
        name = luck.choice(names)
        root = Path.cwd() / str(seed)
        write_mutant(root, name, luck)
        tree, report = packs.load(name, [root], [])
        yield render(report)
        if tree is not None and not report.errors:
            yield render(Models(tree).make(*next(setups(info_of(tree))))[1])


@pytest.mark.slow
def test_findings_are_the_same_in_every_process(root, tmp_path):
    """The same ones in the same order, whatever the order of sets is there."""

    def said(hash_seed):
        path = os.pathsep.join([str(root), str(root / "engine"), str(root / "tools")])
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        command = [sys.executable, "-c", FINDINGS]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = said("1")
    assert first == said("2")
    assert first.count("error[") > 40
