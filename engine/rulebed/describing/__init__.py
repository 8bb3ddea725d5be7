"""Packs in words: what stands at an address, said in a language, and what a language lacks.

`describer` says any address (a rule, a phase, a card: its programs by `lang/describe`), `instances` and `reasons` what
a thing does and why something is found. `naming` is what the names of a pack are called. `complete` looks whether each
language of a pack says all that players come to read, which a model tells (`in_play`); `unheard`, `unsaid`, `namesakes`
and `braces` find words for nothing, things without words, words for two things, and braces that nothing fills (L1xx).
"""

from __future__ import annotations

from rulebed.describing.complete import check_languages
from rulebed.describing.describer import Describer, Passage
from rulebed.describing.in_play import InPlay, in_play
from rulebed.describing.instances import Deed

__all__ = ["Deed", "Describer", "InPlay", "Passage", "check_languages", "in_play"]
