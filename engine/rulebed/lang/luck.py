"""Luck as plain numbers: a strand is a 64-bit int in the state, named by an address, seeded from the game's seed.

A seed is a number, or a text of 32 hexadecimal digits: so many that nobody finds it by trying. As text, a strand has
16 hexadecimal digits: many programs keep no numbers of 64 bits.
"""

from __future__ import annotations

import re
from hashlib import blake2b

CHANCE = -1  # the seat that luck decides at, where it is explicit
Seed = int | str
LONG_SEED = re.compile("[0-9a-f]{32}")
DIGITS = re.compile("-?[1-9][0-9]{15,1249}")  # a number of more than 53 bits, as text: its luck is that of the number
STRAND = re.compile("[0-9a-f]{16}")
MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


def strand(seed: Seed, stream: str, index: int) -> int:
    """Where the strand `index` of a stream starts for this seed; no other strand has any part in it."""
    text = f"{seed}/{stream}/{index}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def strand_text(state: int) -> str:
    """A strand as text."""
    return f"{state:016x}"


def advance(state: int) -> int:
    """The strand's next state."""
    return (state * MULTIPLIER + INCREMENT) & MASK


def pick(state: int, count: int) -> int:
    """A number below `count` from an advanced state (its high bits)."""
    return (state >> 32) * count >> 32
