"""A fact that lasts through some phases is as at first behind them, and when the first of them begins anew."""

import pytest

import rulebed

PACK = """
title: Lamps
players: 1
game: {{state: {{lit: {{type: number, start: 0, lasts: {lasts}}}, seen: number, rounds: number, way: number}}}}
flow:
  dusk: {{do: "choose n in 1..2; add n to lit", next: night}}
  night:
    do: choose k in 1..2; set seen to lit; add 1 to rounds; set way to k
    next: [{{if: rounds < 2 and way is 1, to: dusk}}, {{if: rounds < 2, to: night}}, {{otherwise: dawn}}]
  dawn: {{do: "choose m in 1..2; set seen to lit", next: end}}
result: {{score: seen}}
"""


def seen(lasts, *choices):
    """What the lamps are after each choice, as far as somebody has looked."""
    state, found = rulebed.load_text(PACK.format(lasts=lasts), "lamps.yaml").start(), []
    for choice in choices:
        state.apply(choice)
        found.append(state.view(1)["fields"].get("game.seen"))
    return found


@pytest.mark.parametrize(
    ("lasts", "choices", "found"),
    [
        ("[dusk, night]", "2212", [0, 2, 2, 0]),  # through the night and once more, and no longer at dawn
        ("[dusk, night]", "2121", [0, 2, 2, 2]),  # dusk begins anew: what was added before is gone
        ("dusk", "2211", [0, 0, 0, 0]),
        ("[dusk, night, dawn]", "2212", [0, 2, 2, 2]),
    ],
)
def test_what_lasts_is_set_back_behind_its_phases(lasts, choices, found):
    """On the way out of them, and back to the first of them; not from one of them to the next, nor to the same."""
    assert seen(lasts, *choices) == found
