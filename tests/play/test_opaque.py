"""What isn't known can be handed on, and nothing can be found out about it."""

import operator
from contextlib import suppress
from itertools import product

import pytest

from rulebed.lang.ops import OPS
from rulebed.model.evaluate import HiddenError
from rulebed.play.imagining.opaque import LOOKS
from rulebed.play.imagining.parting import Looked, Mark, Tally
from rulebed.play.showing.sight import HIDDEN

TWO_SIDED = ("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "lt", "ge", "eq")
ARGUMENTS = (3, (1, 2, 3), ((1, 2), (3,)))
OPAQUE = {"hidden": (HIDDEN, HiddenError), "mark": (Mark(Tally()), Looked)}


@pytest.mark.parametrize("sort", OPAQUE)
def test_no_operator_of_python_tells_what_it_is(sort):
    """From either side; neither is it an error of another sort, which would stop whoever draws a board."""
    unknown, refusal = OPAQUE[sort]
    for name in TWO_SIDED:
        for pair in ((unknown, 3), (3, unknown)):
            with pytest.raises(refusal):
                getattr(operator, name)(*pair)
    for look in (bool, int, len, hash, iter, abs, operator.neg, operator.index, round, reversed, range):
        with pytest.raises(refusal):
            look(unknown)
    assert len(set(LOOKS)) == len(LOOKS)


@pytest.mark.parametrize("name", sorted(OPS))
def test_no_operation_of_rules_fails_on_it(name):
    """Each one hands it on, or is refused: in whatever place it stands, beside whatever else."""
    done = 0
    for values in (each for count in (1, 2, 3) for each in product(ARGUMENTS, repeat=count)):
        try:
            OPS[name](*values)
        except (TypeError, AttributeError, ValueError, LookupError):
            continue  # no rule asks it of such things
        for place in range(len(values)):
            with suppress(HiddenError):
                OPS[name](*values[:place], HIDDEN, *values[place + 1 :])
            done += 1
    assert done
