"""How a piece of the language is spelt: blanks and indentation are put right, lines and comments stay."""

import pytest

from rulebed.lang.format import formatted

SPELT = {
    "a;b": "a; b",
    "set x to a-1\n": "set x to a - 1\n",
    "set x to a  -  -1": "set x to a - -1",
    "set x to ( -1 )": "set x to (-1)",
    "set x to [a,b ,c]": "set x to [a, b, c]",
    "set x to f( a ,b )": "set x to f(a, b)",
    "set x to my . hand": "set x to my.hand",
    "choose n in 1 .. 3": "choose n in 1..3",
    "each p in players where p.x is 1:gain 1 coin": "each p in players where p.x is 1: gain 1 coin",
    "if a>b:\n   gain 1 coin\n   lose 1 coin\notherwise:\n nothing": (
        "if a > b:\n  gain 1 coin\n  lose 1 coin\notherwise:\n  nothing"
    ),
    "if a:\n  if b:\n      gain 1 coin\n  lose 1 coin\ngain 2 coin": (
        "if a:\n  if b:\n    gain 1 coin\n  lose 1 coin\ngain 2 coin"
    ),
    "gain  1 coin   # why": "gain 1 coin   # why",
    "gain  1 coin# why": "gain 1 coin  # why",
    "# first\nset x to 1": "# first\nset x to 1",
    "if a:\n   gain 1 coin\n   # note\n   lose 1 coin": "if a:\n  gain 1 coin\n  # note\n  lose 1 coin",
    "set x to (1+\n  2)": "set x to (1 +\n  2)",
    "choose c in cards\n  where c.x>1\nput c in my.hand": "choose c in cards\n  where c.x > 1\nput c in my.hand",
}


@pytest.mark.parametrize("text", SPELT)
def test_how_a_text_is_spelt(text):
    """And once it is, it stays so."""
    assert formatted(text) == SPELT[text]
    assert formatted(SPELT[text]) == SPELT[text]
