"""Packs in words: what stands at an address, said in a language."""

from __future__ import annotations

from rulebed.describing.complete import check_languages
from rulebed.describing.describer import Describer, Passage
from rulebed.describing.in_play import InPlay, in_play
from rulebed.describing.instances import Deed

__all__ = ["Deed", "Describer", "InPlay", "Passage", "check_languages", "in_play"]
