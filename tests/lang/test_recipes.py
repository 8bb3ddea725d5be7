"""The sentences of rulebooks in content/RECIPES.md: each is sound, and can be played, in the pack below them."""

import random
import re
from pathlib import Path

import pytest
from tests.lang.literate import blocks

import rulebed

PAGE = Path(__file__).resolve().parents[2] / "content" / "RECIPES.md"
ROW = re.compile(r"^\| [A-Z][^|]*\. \| `([^`]*)` \|$", re.MULTILINE)
SENTENCES = ROW.findall(PAGE.read_text(encoding="utf-8"))
FLOW = """\
flow:
  deal: {{do: "each p in players: draw 1 from stock into p.hand", next: turn}}
  turn:
    do:
      before: put first(pawns of me) in field.b2
      act:
        pick: 1
        options:
          said: |
            {code}
          rest: nothing
    next: end
"""


def test_there_are_sentences():
    """Rows that look otherwise would be tested by nobody."""
    assert len(SENTENCES) > 25


@pytest.mark.parametrize("code", SENTENCES)
def test_the_sentence_can_be_played(code):
    """It is accepted, offered, and gone through with."""
    (pack,) = [block.text for block in blocks(PAGE) if block.header == ("yaml", "pack", "sentences")]
    state = rulebed.load_text(pack + FLOW.format(code=code), "sentences").start(seed=1)
    state.apply("said")
    luck = random.Random(1)
    while not state.over:
        state.apply(luck.choice(state.decision.options), player=state.decision.player)
