"""What holds at every decision of every game: copies agree, options apply, secrets keep, all is plain data."""

import os
import subprocess
import sys

import pytest

import rulebed

from .every_game import (
    LARGE,
    LIMIT,
    LONGER,
    PACKS,
    SENTENCES,
    SHORT,
    bytes_of,
    every_name,
    load,
    small,
    starts,
    viewers,
    walk,
)
from .every_game import states as random_states

GAMES = 2
STRETCH = 600  # decisions of a game that may never end by itself
EVERY = 8  # the dear properties look at every so many states
SELDOM = 60  # those that imagine others at fewer


@pytest.fixture(params=every_name())
def name(request):
    return request.param


def states(name, **more):
    return random_states(name, GAMES, **more)


def test_there_is_always_an_option_and_ids_tell_them_apart(name):
    for state in states(name):
        for decision in state.decisions:
            ids = [option.id for option in decision.options]
            assert ids
            assert len(set(ids)) == len(ids)
            assert len(set(decision.values)) == len(decision.values)
            assert all(option.label for option in decision.options)
            assert all(decision.find(option.id) is option for option in decision.options)
        assert state.over == (not state.decisions)


def test_every_offered_option_applies(name):
    for state in states(name):
        for decision in state.decisions:
            for option in decision.options:
                state.clone().apply(option.id, player=decision.player, at=decision.serial)


def test_an_option_is_an_answer_by_itself(name):
    """`state.apply(decision.options[0])` plays every game, whoever else is to decide."""
    for which in (0, -1):
        for state in starts(name):
            for _ in range(STRETCH):
                if state.over:
                    break
                decision = state.decisions[which]
                state.apply(decision.options[0])
                assert all(one.serial > decision.serial for one in state.decisions if one.player == decision.player)


def test_a_state_is_plain_data(name):
    def is_plain(value):
        return type(value) is int or (type(value) is tuple and all(map(is_plain, value)))

    for state in states(name):
        assert all(map(is_plain, state.slots))


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_clones_saves_and_records_are_equal_in_all_that_can_be_asked(name, chance):
    ours = load(name)
    for number, state in enumerate(states(name, chance=chance)):
        if number % EVERY:
            continue
        asked = everything(state)
        for back in (state.clone(), ours.restore(state.save()), ours.replay(state.record)):
            assert back == state
            assert everything(back) == asked


def everything(state):
    return (
        state.digest,
        state.scores,
        state.record,
        [[option.id for option in decision.options] for decision in state.decisions],
        [bytes_of(state.view(viewer)) for viewer in viewers(state)],
    )


def test_going_on_after_a_save_is_going_on(name):
    """For so many decisions; in short for fewer."""
    ahead = LIMIT if name.endswith(LONGER) else SHORT
    for start in starts(name):
        for number, state in enumerate(walk(start.clone(), 1)):
            if number % (4 * EVERY) == 1:
                other = load(name).restore(state.save())
                for one, two in zip(walk(state.clone(), 2, ahead), walk(other, 2, ahead), strict=True):
                    assert one == two


def looking(name, state, number):
    """Who imagines another state here: all who can look; of a pack in short two of them, in turn."""
    found, turn = viewers(state), 2 * (number // SELDOM)
    return [found[(turn + more) % len(found)] for more in range(2)] if name in PACKS else found


def imagined(state, viewer, seed):
    """A state that the viewer can't tell from this one; nothing where that is refused."""
    try:
        return state.resample(viewer, seed=seed)
    except rulebed.CannotResample:
        return None


def test_what_a_viewer_cannot_tell_apart_looks_alike_byte_for_byte(name):
    for number, state in enumerate(states(name)):
        if number % SELDOM:
            continue
        for viewer in looking(name, state, number):
            other = imagined(state, viewer, number)
            if other is None:
                continue
            assert bytes_of(other.view(viewer)) == bytes_of(state.view(viewer))
            if viewer in {decision.player for decision in state.decisions}:
                assert bytes_of(other.why(player=viewer)) == bytes_of(state.why(player=viewer))


def test_what_others_hide_changes_nothing_that_is_told(name):
    """The same answer in two states that a viewer can't tell apart: without luck and news they stay alike."""
    for number, state in enumerate(states(name, events=True)):
        if number % SELDOM or state.over or state.fork is not None:
            continue
        for viewer in looking(name, state, number):
            decision = state.decisions[number % len(state.decisions)]
            option = decision.options[number % len(decision.options)].id
            one, other = state.clone(), imagined(state, viewer, number)
            if other is None:
                continue
            theirs = [each for each in other.decisions if each.player == decision.player]
            if not theirs or option not in {each.id for each in theirs[0].options}:
                continue
            told = [after(each, viewer, option, decision.player) for each in (one, other)]
            if None not in told:
                assert told[0] == told[1]


def after(state, viewer, option, player):
    """What a viewer is told and shown by an answer; nothing where luck is asked, or something hidden comes out."""
    layout, seat = state.rules.program.layout, None if viewer is None else viewer - 1
    count, before, learnt = len(state.events(player=viewer)), state.slots.copy(), state.rules.knowledge
    state.apply(option, player=player)
    rolled = any(
        before[first : first + count] != state.slots[first : first + count] for first, count in layout.strands.values()
    )
    news = learnt.seen_slots(state.slots, seat) - learnt.seen_slots(before, seat)
    pieces = learnt.seen_pieces(state.slots, seat) - learnt.seen_pieces(before, seat)
    if rolled or news or pieces:
        return None
    return bytes_of(state.view(viewer)["fields"]), bytes_of(state.events(since=count, player=viewer))


def test_from_a_resampled_state_play_goes_on_to_its_end(name):
    for number, state in enumerate(states(name)):
        if number % (10 * EVERY) or state.over:
            continue
        for viewer in looking(name, state, number):
            other = imagined(state, viewer, number)
            for ahead in () if other is None else walk(other, number, limit=2000):
                assert ahead.broken_laws == ()
            assert other is None or other.over or other.values  # of some games nobody knows how long they last


def test_secret_answers_do_not_show(name):
    """Whatever a seat does in a secret block, nobody else's view or events change."""
    for state in states(name, events=True):
        if state.fork is None or len(state.decisions) < 2:
            continue
        for decision in state.decisions:
            others = [viewer for viewer in viewers(state) if viewer != decision.player]
            before = [told(state, viewer) for viewer in others]
            for option in decision.options:
                after = state.clone()
                after.apply(option, player=decision.player)
                assert [told(after, viewer) for viewer in others] == before


def told(state, viewer):
    return bytes_of(state.view(viewer)), bytes_of(state.events(player=viewer))


SMALL = small()[::4]
OTHERS = [name for name in small() if name not in SMALL]
OTHERS += [*(name + LONGER for name in LARGE), *(name for name in SENTENCES if "+" not in name)]
SCRIPT = """
import sys
from tests.properties.every_game import load, starts, walk
for name in sys.argv[1:]:
    for start in starts(name):
        for state in walk(start, 1):
            print(name, state.digest, [[option.id for option in d.options] for d in state.decisions])
        print(state.record)
"""


def said(root, cache, hash_seed, which):
    """What another process says of all states of a game, after it has compiled it itself."""
    path = os.pathsep.join([str(root), str(root / "engine"), str(root / "tools")])
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": path,
        "XDG_CACHE_HOME": str(cache / hash_seed),
    }
    command = [sys.executable, "-c", SCRIPT, *which]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("which", [SMALL, pytest.param(OTHERS, marks=pytest.mark.slow)], ids=["small", "others"])
def test_another_process_agrees(root, tmp_path, which):
    """Nothing depends on the order of sets or on PYTHONHASHSEED."""
    first, second = (said(root, tmp_path, hash_seed, which) for hash_seed in ("1", "2"))
    assert first == second
    assert first.count("\n") > 50
