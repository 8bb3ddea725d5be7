"""Names that several kinds have: which is meant is told by what stands beside them."""

import pytest

from rulebed import check_text

PACK = """\
title: Alike
players: 2
kinds:
  bird: {{instances: [gull, tern]}}
  ship: {{instances: [gull, heron, tern]}}
game: {{state: {{seen: bird?, sunk: ship?}}}}
flow:
  open: {{do: 'set seen to tern; set sunk to heron; if {asked}: set sunk to gull', next: end}}
result: {{score: 1 if sunk is gull else 0}}
"""


@pytest.mark.parametrize(
    "asked", ["tern is seen", "seen is tern", "seen is not gull", "tern is sunk", "gull is not seen"]
)
def test_a_name_of_two_kinds_is_plain_where_one_of_them_fits(asked):
    """On either side of a comparison."""
    assert check_text(PACK.format(asked=asked)).codes == []
