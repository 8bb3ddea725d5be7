"""Guesses which known name was meant by an unknown one."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is a few slips away from the name, or none; ties go to the first by alphabet."""
    allowed = 1 if len(name) < 4 else 2 if len(name) < 8 else 3
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates)):
        slips = _slips(name, candidate, allowed)
        if slips <= allowed and slips < len(candidate) and (best is None or slips < best[0]):
            best = (slips, candidate)
    return best[1] if best else None


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Help for an unknown name: the nearest one that is known, or something else to say."""
    near = closest(name, known)
    return f"did you mean `{near}`?" if near else otherwise


def _slips(one: str, two: str, allowed: int) -> int:
    """The Damerau-Levenshtein distance, or anything above `allowed` where it is larger than that."""
    if one.lower() == two.lower():
        return 0 if one == two else 1
    if abs(len(one) - len(two)) > allowed or max(len(one), len(two)) > LONGEST:
        return allowed + 1
    before: list[int] = []
    last = list(range(len(two) + 1))
    for row, char in enumerate(one, 1):
        this = [row]
        for column, other in enumerate(two, 1):
            this.append(min(last[column] + 1, this[-1] + 1, last[column - 1] + (char != other)))
            swapped = row > 1 and column > 1 and char == two[column - 2] and one[row - 2] == other
            if swapped:
                this[-1] = min(this[-1], before[column - 2] + 1)
        before, last = last, this
    return last[-1]
