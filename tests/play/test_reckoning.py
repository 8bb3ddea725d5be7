"""What may be paid, and who has won: the lowest that a resource may fall to, and what ranks equal scores."""

import pytest

from rulebed import load_text

SHOP = """\
title: Shop
players: 2
resources: {{silver: {{start: {start}, low: {low}}}, gold: {{start: 1}}}}
costs: {{bundle: {{pay: {{silver: 2, gold: 1}}}}}}
flow:
  day:
    do: {{act: {{pick: 1, options: {{buy: "{does}", rest: nothing}}}}}}
    next: end
result: {{score: me.silver}}
"""


@pytest.mark.parametrize(
    ("start", "low", "does", "offered"),
    [
        (3, 2, "pay 2 silver", False),
        (4, 2, "pay 2 silver", True),
        (0, -2, "pay 2 silver", True),
        (0, -1, "pay 2 silver", False),
        (3, 2, "pay bundle", False),
        (4, 2, "pay bundle", True),
        (3, 2, "pay 1 gold, 2 silver", False),
        (0, -2, "pay bundle", True),
    ],
)
def test_nothing_is_paid_below_the_lowest(start, low, does, offered):
    """Alone or in a bundle, above nothing or in debt: an option that would is not offered."""
    state = load_text(SHOP.format(start=start, low=low, does=does)).start(seed=1)
    assert [option.id for option in state.decision.options] == (["buy", "rest"] if offered else ["rest"])


@pytest.mark.parametrize(("low", "left"), [(2, 2), (0, 0), (-2, -1)])
def test_what_is_lost_is_lost_down_to_the_lowest(low, left):
    """And no further."""
    state = load_text(SHOP.format(start=3, low=low, does="lose 4 silver")).start(seed=1)
    state.apply("buy")
    assert state.scores[0] == left


RACE = """\
title: Race
players: {players}
resources: {{silver: {{}}, gold: {{}}}}
flow:
  day:
    do: |
      each p in players:
        as p:
          choose n in 0..2
          gain n silver
          choose m in 0..2
          gain m gold
    next: end
result: {{score: 0, ties: [{ties}]}}
"""


@pytest.mark.parametrize(
    ("ties", "answers", "winners"),
    [
        ("me.silver", (1, 0, 0, 0), (1,)),
        ("me.silver", (0, 0, 1, 0), (2,)),
        ("me.silver", (1, 0, 1, 2), (1, 2)),
        ("me.silver, me.gold", (1, 0, 1, 2), (2,)),
        ("me.silver, me.gold", (1, 0, 0, 2), (1,)),
        ("me.silver, me.gold", (1, 2, 1, 2), (1, 2)),
        ("me.silver", (0, 0, 1, 0, 1, 0), (2, 3)),
        ("me.silver, me.gold", (0, 2, 1, 0, 1, 1), (3,)),
    ],
)
def test_ties_decide_between_equals(ties, answers, winners):
    """The first of them that differs does, whatever follows; where none does, several have won."""
    state = load_text(RACE.format(players=len(answers) // 2, ties=ties)).start(seed=1)
    for answer in answers:
        state.apply(str(answer))
    assert state.winners == winners
