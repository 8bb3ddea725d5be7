"""What goes wrong in play by the pack's own fault is said with the file and the line where it is written."""

import pickle

import pytest

import rulebed
from rulebed import ContentError, IllegalAction, check_text
from rulebed.model.budget import BudgetExceeded
from rulebed.run.frames import UnknownPlace

PACK = """title: Faulty
players: 1
game: {{state: {{n: {{type: number, start: 1000000}}}}}}
procedures:
  again:
    do: |
      set n to n + 1
      again()
flow:
  day:
    do: |
      choose x in 1..2
      {}
    next: [{{if: n is 7, to: end}}, {{otherwise: day}}]
result: {{score: n}}
"""
FAULTS = {
    "again()": ("again", 6),
    "each i in 1..n: set n to i": ("range 1 to 1000000", 13),
    "repeat 9 * n times: set n to n + 1": ("day", 13),
    "set n to n * n * n * n": ("1000000000000 times 1000000", 13),
    "repeat 20 times: repeat n times: set n to n + 1": ("day", 13),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_takes_too_long_is_said_with_its_line(fault):
    """A decision after which play would not come to rest ends in the place of the loop, range or product."""
    state = rulebed.load_text(PACK.format(fault), "faulty.yaml").start()
    with pytest.raises(BudgetExceeded) as caught:
        state.apply("1")
    what, line = FAULTS[fault]
    assert what in str(caught.value)
    assert caught.value.place == f"faulty.yaml:{line}"


def test_a_dead_end_is_said_with_its_line():
    """Where somebody has to choose from nothing, the decision says where it is written."""
    state = rulebed.load_text(PACK.replace("in 1..2", "in 2..n - 999999").format("nothing"), "faulty.yaml").start()
    assert (state.decision.offered, state.decision.place) == ((), "faulty.yaml:12")


@pytest.mark.parametrize(
    "refused",
    [
        BudgetExceeded("procedures.dive", "dive/pack.yaml:7"),
        IllegalAction("`x` is not offered", ["roll", "hold"]),
        UnknownPlace("flow.day"),
        ContentError(check_text("title: Nothing\nplayers: 2\n")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_refusal_says_the_same_in_another_process(refused):
    """It is handed on as it was made, and not put into itself."""
    assert str(pickle.loads(pickle.dumps(refused))) == str(refused)  # noqa: S301 - our own
