"""What the check accepts can be played to its end: random packs as text never wait without an option, or raise.

Only the first choice of a phase may have nothing to offer; in these packs that can be so where a step comes behind it.
"""

import random
from contextlib import suppress
from itertools import islice

import pytest

from rulebed.compile.emission.compile import compile_model
from rulebed.oracle import Oracle
from rulebed.oracle.lockstep import walk_in_step
from rulebed.packs.pack import load_text
from rulebed.pipeline.loading import check_text
from rulebed.pipeline.models import Models

from .texts import FIRST, Writer

ENOUGH, AT_MOST, MANY, EACH = 1, 60, 60, 50
GAMES, LONGEST = 3, 60


class NothingAtFirstError(Exception):
    """The first choice of a phase has nothing to offer."""


def accepted(seed):
    """The models of a random pack before and after its guards, or none where it is refused."""
    pack = Writer(random.Random(seed)).pack()
    if check_text(pack.text).errors:
        return None
    models = Models(load_text(pack.text, "pack.yaml")[0])
    return models.raw(2, {}), models.make(2, {})[0].model, pack.goes_on


def play(seed):
    """Whether a pack was accepted; then it is played, compiled and interpreted, and by a search without guards."""
    found = accepted(seed)
    if found is None:
        return False
    raw, model, goes_on = found
    program = compile_model(model)
    for game in range(GAMES):
        step(program, Oracle(model), game, goes_on)
    step(program, Oracle(raw, guarded=False), seed, goes_on)
    return True


def step(program, oracle, seed, goes_on):
    """One game on both."""
    luck = random.Random(seed)

    def choose(found):
        if found:
            return luck.choice(found)
        waiting = {oracle.choice(seat).address for seat in oracle.waiting()}
        assert waiting == ({FIRST} if goes_on else set()), f"nothing to choose at {waiting}"
        raise NothingAtFirstError

    with suppress(NothingAtFirstError):
        walk_in_step(program, oracle, seed, choose, LONGEST)


def test_what_is_accepted_can_be_played():
    """Of random packs the first few that are accepted go on as long as anybody looks."""
    played = islice(filter(play, range(AT_MOST)), ENOUGH)
    assert len(list(played)) == ENOUGH


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(1, MANY + 1))
def test_many_that_are_accepted_can_be_played(batch):
    """The same of many."""
    assert sum(map(play, range(batch * EACH, (batch + 1) * EACH)))
