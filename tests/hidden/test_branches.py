"""What branches in secret do is known to those who may know it, and to nobody before all have answered."""

import json

import pytest

from rulebed.play.rules.errors import RecordError

from .branches import POSITIONS, ROWS, faults, game, luck_by_seat, pair

QUICK = [("set", "before the first"), ("draw", "in a procedure"), ("show to somebody", "in a loop")]


@pytest.mark.parametrize(("name", "position"), QUICK)
def test_a_branch_in_secret_tells_those_who_may_know(name, position):
    """Nobody else while the block is open; in the end nobody but those whom the table has."""
    assert faults(ROWS[name], position, imagined=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("name", ROWS)
def test_a_branch_in_secret_tells_those_who_may_know_of_all_primitives(name, position):
    """The same of the whole table, and in the worlds that everybody imagines."""
    assert faults(ROWS[name], position) == []


def test_a_save_keeps_what_stood_there_before_a_branch_was_asked():
    """Also that of a world that somebody imagines; what can't have stood there is refused."""
    with luck_by_seat():
        state, *_ = pair(game(ROWS["set"], "before the first"), ROWS["set"])[0]
        assert state.fields["player.2.face"]
        for one in (state, state.resample(2, 1)):
            again = one.game.restore(one.save())
            assert again == one
            assert [again.view(seat) for seat in (1, 2, 3)] == [one.view(seat) for seat in (1, 2, 3)]
        saved = json.loads(one.save())
        saved["origin"]["state"]["frames"]["begun"]["2"]["player.2.face"] = "x"
        with pytest.raises(RecordError, match=r"before player 2 was asked, `player.2.face` can't be"):
            one.game.restore(json.dumps(saved))
