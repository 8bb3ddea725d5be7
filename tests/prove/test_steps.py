"""How many steps simplification takes: what would be written out without end is left as it is."""

from collections.abc import Sequence
from unittest.mock import patch

import rulebed
from rulebed.algebra.fold import Folder
from rulebed.lang.core import Expr

CHOICES, CELLS = "abcde", 12
BOUND = 60_000


def _pack() -> str:
    """A pack in which each of several choices depends on all before it."""
    lines = []
    for place, one in enumerate(CHOICES):
        apart = [f"c{one} is not c{other}" for other in CHOICES[:place]]
        near = [f"in_reach(c{other}, c{one})" for other in CHOICES[max(0, place - 1) : place]]
        where = " and ".join([*apart, *near])
        lines.append(f"      choose c{one} in cells" + (f" where {where}" if where else ""))
    cells = ", ".join(f"x{number}: {{row: {number}}}" for number in range(CELLS))
    return f"""title: Many choices
players: 2
kinds:
  cell: {{state: {{mark: {{type: number, low: 0, high: 9}}}}, data: {{row: number}}}}
cells: {{{cells}}}
values:
  in_reach: {{takes: {{p: cell, q: cell}}, is: p.mark <= q.mark + 1 or p.row < q.row}}
flow:
  turn:
    do: |
{chr(10).join(lines)}
      add 1 to ca.mark
      set active to next(me)
    next: [{{if: no cells where mark < 3, to: end}}, {{otherwise: turn}}]
result: {{score: 1}}
"""


def test_choices_that_depend_on_each_other_take_bounded_steps() -> None:
    """What five choices of a dozen things need is worked out without going through all their combinations."""
    steps, made = 0, Folder._made_of

    def counted(self: Folder, expr: Expr, parts: Sequence[Expr]) -> Expr:
        nonlocal steps
        steps += 1
        return made(self, expr, parts)

    with patch.object(Folder, "_made_of", counted):
        report = rulebed.check_text(_pack())
    assert not report.errors
    assert 0 < steps < BOUND


def test_a_program_that_takes_too_many_is_given_up() -> None:
    """Whatever doubles on its way through a program, it is one finding after so many steps, not minutes of work."""
    with patch("rulebed.prove.guards.weakest.STEPS", 200):
        report = rulebed.check_text(_pack())
    assert report.codes == ["G104"]
