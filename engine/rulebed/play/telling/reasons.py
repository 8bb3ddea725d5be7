"""Why something was found: the preferences of the list, what each of them left, and which of them decided."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulebed.lang.types import Type
    from rulebed.play.rules.words import Words
    from rulebed.run.blueprint import NotePlan

FIND, LEFT = "find", "left"


class Clause(NamedTuple):
    """The set that something was found in, or a preference, in words; and the things that were left behind it."""

    text: str
    left: tuple[int, ...]


class Reason(NamedTuple):
    """Which row of the engine's words says it, and what stands in that."""

    row: str
    said: Mapping[str, str]


class Found(NamedTuple):
    """What was found: by its list, in one language."""

    clauses: tuple[Clause, ...]
    type: Type  # of the sets

    @property
    def preference(self) -> Clause | None:
        """The last preference that left fewer than there were."""
        cuts = (clause for before, clause in pairwise(self.clauses) if len(clause.left) < len(before.left))
        return next(reversed(list(cuts)), None)

    @property
    def reason(self) -> Reason:
        """That preference; where there is none, or several are left, the order of the set decides."""
        is_one, preference = len(self.clauses[-1].left) == 1, self.preference
        if preference is not None:
            return Reason("found+clause" if is_one else "found+clause+first", {"clause": preference.text})
        return Reason("found+set+only" if is_one else "found+set", {"set": self.clauses[0].text})

    def json(self, words: Words) -> list[dict[str, Any]]:
        """The whole list, to be sent."""
        return [{"text": clause.text, "left": words.plain(clause.left, self.type)} for clause in self.clauses]


def read_find(plan: NotePlan, values: tuple[Any, ...], words: Words, language: str) -> Found:
    """What a note of a find tells."""
    told = [value for name, value in zip(plan.names, values, strict=True) if name == LEFT]
    at = plan.names.index("party")
    party = words.instances[plan.types[at].kind][values[at]]
    texts = (words.say_program(f"{plan.address}.reasons.{number}.{party}", language) for number in range(len(told)))
    return Found(tuple(map(Clause, texts, told)), plan.types[-1])
