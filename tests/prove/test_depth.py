"""Values that stand for values, and how far that is followed."""

import pytest

import rulebed
from rulebed.prove.limits.depth import DEEPEST

REST = """
flow: {day: {do: {pick: 1, options: {work: nothing, sleep: nothing}}, next: end}}
result: {score: v0}
"""


def findings(depth, *, last_first):
    chain = [f"  v{number}: v{number + 1} + 1" for number in range(depth)] + [f"  v{depth}: 1"]
    lines = chain[::-1] if last_first else chain
    return rulebed.check_text("title: Chain\nplayers: 2\nvalues:\n" + "\n".join(lines) + REST)


@pytest.mark.parametrize("last_first", [True, False])
def test_values_stand_for_values_so_deep_and_no_deeper(last_first):
    """However they are ordered in their file, and said once; the score is one of them."""
    assert not findings(DEEPEST - 2, last_first=last_first).errors
    for depth in (DEEPEST - 1, DEEPEST, DEEPEST + 20):
        assert [found.code for found in findings(depth, last_first=last_first)] == ["B101"]
