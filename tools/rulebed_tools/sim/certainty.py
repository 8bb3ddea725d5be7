"""How sure figures of some games are: what a mean or a share may truly be, and what chance alone would have made.

    three games, 3, 4 and 8 points       the mean is 5, its standard error 1.53; with two degrees of freedom Student's t
                                         reaches 4.30 errors to both sides, so with 95 % confidence it is 5 ± 6.57
    four hundred options, equal games    twenty differ by more than their intervals, by chance; adjusted for how many
                                         were looked at (Benjamini and Hochberg), hardly any does

Sums are whole numbers, and so is all that is done to them before the last division: nothing is lost where scores are
large and alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import atan2, cos, inf, pi, sin, sqrt, tan
from statistics import NormalDist

CONFIDENCE = 0.95
ALIKE = 30  # so many must be equal before it is taken for what all others would be
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of so many whole numbers, by their sum and that of their squares."""

    count: int
    total: int
    squares: int

    @property
    def mean(self) -> float | None:
        """The mean; none of nothing."""
        return self.total / self.count if self.count else None

    @property
    def spread(self) -> int:
        """The variance, times the number of the numbers and one less: a whole number."""
        return self.count * self.squares - self.total * self.total

    @property
    def error(self) -> float | None:
        """The standard error of the mean; one number alone tells nothing of it."""
        if self.count < 2:
            return None
        return sqrt(self.spread / (self.count * self.count * (self.count - 1)))

    @property
    def reach(self) -> float | None:
        """How far the true mean may lie to both sides, with 95 % confidence; a few that are equal can't tell."""
        error = self.error
        if error is None or not (error or self.count >= ALIKE):
            return None
        return student(self.count - 1) * error

    @property
    def between(self) -> tuple[float, float] | None:
        """From where to where that is."""
        mean, reach = self.mean, self.reach
        return None if mean is None or reach is None else (mean - reach, mean + reach)

    @property
    def errors(self) -> float:
        """How many standard errors the mean is away from nothing, as far as anybody can tell."""
        if not self.total or self.reach is None:
            return 0.0
        return abs(self.total) * sqrt((self.count - 1) / self.spread) if self.spread else inf


@lru_cache(maxsize=256)
def student(degrees: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors Student's t reaches to both sides.

    With one degree of freedom and with two it is a formula; from there on three terms of the expansion of Cornish and
    Fisher are right to 0.7 %, from five on to 0.2 %.
    """
    if degrees == 1:
        return tan(pi * confidence / 2)
    if degrees == 2:
        return confidence * sqrt(2 / (1 - confidence * confidence))
    z = NORMAL.inv_cdf((1 + confidence) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, 1))


def p_value(errors: float, degrees: int) -> float:
    """How often chance brings as many standard errors or more, to either side, where there is no difference at all.

    For whole degrees of freedom the integral of Student's t is a finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4).
    """
    angle = atan2(abs(errors), sqrt(degrees))
    odd, square = degrees % 2, cos(angle) ** 2
    term, total = cos(angle) if odd else 1.0, 0.0
    for step in range(2 + odd, degrees + 1, 2):
        total += term
        term *= square * (step - 1) / step
    inside = (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
    return min(max(1 - inside, 0.0), 1.0)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The p values, made greater by how many were looked at (Benjamini and Hochberg).

    Of those that are at most 0.05 then, one in twenty is chance, on average.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    count = len(order)
    grown = [p_values[place] * count / (count - rank) for rank, place in enumerate(order)]
    found = dict(zip(order, accumulate(grown, min), strict=True))
    return [found[place] for place in range(count)]


def wilson(times: int, count: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % confidence (the interval named after Wilson)."""
    if count == 0:
        return 0.0, 1.0
    z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    share, square = times / count, z * z
    middle = share + square / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + square / (4 * count * count))
    below = 1 + square / count
    return max(0.0, (middle - reach) / below), min(1.0, (middle + reach) / below)
