"""The plain interpreter in the place of a compiled program: slow to play, and ready at once.

What has to be played once only, such as a mutant by a scenario, isn't worth compiling. There are no guards either: what
can be got through is found by trying. It can't be saved or asked why. Slots are copied as those of a program are, so a
decision leaves the interpreter that it finds in them as it is, and puts another one in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rulebed.compile.lowering.placing import laid_out
from rulebed.lang import internal
from rulebed.lang.core import Choose, Roll
from rulebed.lang.luck import Seed
from rulebed.lang.memory import Itself
from rulebed.lang.walk import stmts
from rulebed.oracle.watching import Conditions, Playing, Watching
from rulebed.run.layout import OVER, PARALLEL, PC, STACK
from rulebed.run.program import Site

if TYPE_CHECKING:
    from rulebed.lang.core import Expr
    from rulebed.model.game import Model

Slots = list[Any]


@dataclass(frozen=True, slots=True)
class WalkedSite:
    """What of a site is asked for beside the site itself: whose it is has to be asked."""

    chooser: str = ""


@dataclass(frozen=True, slots=True)
class WalkedPlan:
    """What of a blueprint is asked for."""

    sites: tuple[WalkedSite, ...]


class Walked:
    """Does what a program does for a state; the interpreter itself stands in one of the slots."""

    def __init__(self, model: Model, chance: str, conditions: Conditions | None = None) -> None:
        self.conditions = conditions
        self.model, self.chance, self.emission = model, chance, "bare"
        self.layout = laid_out(model, {}, 0)
        self.notes: tuple[Any, ...] = ()
        choices = list(_choices(model, chance))
        self._numbers = {Itself(choice): number for number, choice in enumerate(choices)}
        self.sites = tuple(self._site(number, choice) for number, choice in enumerate(choices))
        self.blueprint = WalkedPlan((WalkedSite(),) * len(choices))
        self.options: tuple[Callable[[Slots], list[int]], ...] = (self._first_offer,) * len(choices)
        self.resume: tuple[Callable[..., None], ...] = (self._resumed,) * len(choices)
        self.seen = {name: partial(_is_seen, one.seen) for name, one in model.fields.items() if one.seen is not None}
        self.laws = {law.name: partial(_holds, law.condition) for law in model.laws}

    def _site(self, number: int, choice: Choose | Roll) -> Site:
        is_roll = isinstance(choice, Roll)
        decline = choice.decline if isinstance(choice, Choose) else None
        stream = choice.stream if isinstance(choice, Roll) else ""
        about = () if isinstance(choice, Roll) else tuple((name, kind) for name, _, kind in choice.about)
        place = choice.address, choice.domain, decline, is_roll, stream, (0, 0), choice.at
        return Site(number, *place, _first_seat, about)

    def start(self, seed: Seed, _out: list[Any] | None = None) -> Slots:
        """A new game, played to its first decision."""
        return self.begin(self.fresh(seed))

    def fresh(self, seed: Seed) -> Slots:
        """A new game before anything has happened."""
        s: Slots = [0] * self.layout.size
        s[STACK] = seed
        for name, field in self.model.fields.items():
            base = self.layout.base(name)
            s[base : base + field.size] = field.initial
        return s

    def begin(self, s: Slots, _out: list[Any] | None = None) -> Slots:
        """Play a new game to its first decision."""
        fields = {
            name: replace(field, initial=self._values_of_field(s, name)) for name, field in self.model.fields.items()
        }
        s[STACK] = self._oracle(replace(self.model, fields=fields)).start(s[STACK])
        self._copy_out(s)
        return s

    def _oracle(self, model: Model) -> Playing:
        if self.conditions is not None:
            return Watching(model, self.chance, self.conditions)
        return Playing(model, self.chance)

    def _values_of_field(self, s: Slots, name: str) -> tuple[Any, ...]:
        base = self.layout.base(name)
        return tuple(s[base : base + self.model.fields[name].size])

    def _copy_out(self, s: Slots) -> None:
        """The slots as the interpreter has them."""
        oracle: Playing = s[STACK]
        for name, held in oracle.fields.items():
            base = self.layout.base(name)
            s[base : base + len(held)] = held
        s[PC] = OVER if oracle.over else PARALLEL if oracle.root.branches else self._number(s, oracle.waiting()[0])

    def _number(self, s: Slots, seat: int) -> int:
        return self._numbers[Itself(s[STACK].choice(seat))]

    def _first_offer(self, s: Slots) -> list[int]:
        return self.options_of(s, self.waiting(s)[0])

    def _resumed(self, s: Slots, value: int, _out: list[Any] | None = None) -> None:
        self.apply(s, self.waiting(s)[0], value)

    def waiting(self, s: Slots) -> tuple[int, ...]:
        """The seats that have something to decide."""
        seats: tuple[int, ...] = s[STACK].waiting()
        return seats

    def site_of(self, s: Slots, seat: int) -> Site:
        """The decision that a seat has to make."""
        return self.sites[self._number(s, seat)]

    def options_of(self, s: Slots, seat: int) -> list[int]:
        """What a seat is offered."""
        return list(s[STACK].options(seat))

    def question_values(self, s: Slots, seat: int) -> list[Any]:
        """What stands in the braces of the question that a seat is asked."""
        return list(s[STACK].question_values(seat))

    def odds_of(self, s: Slots) -> list[tuple[int, int]]:
        """The outcomes of the roll that waits, with their weights."""
        return list(s[STACK].odds())

    def apply(self, s: Slots, seat: int, value: int, _out: list[Any] | None = None) -> int | None:
        """Let a seat decide, and play on to the next decision."""
        moved: Playing = s[STACK].copy()
        moved.apply(seat, value)
        s[STACK] = moved
        self._copy_out(s)
        return None

    def score(self, s: Slots, seat: int) -> int:
        """A seat's score as it stands."""
        result: int = s[STACK].ask(self.model.result.score, seat)
        return result

    def ask(self, s: Slots, value: str, *args: Any) -> Any:
        """A value that the result is made of; its first argument is a seat."""
        return s[STACK].ask(value, *args)

    def secret(self, _s: Slots) -> bool:
        """Whether secrets are kept apart until all have answered: there is no looking on here."""
        return False


def _choices(model: Model, chance: str) -> Iterator[Choose | Roll]:
    """Every place where play may wait."""
    bodies = [*(proc.body for proc in model.procs.values()), *(phase.body for phase in model.phases.values())]
    for body in bodies:
        for stmt in stmts(body):
            if isinstance(stmt, Choose) or (isinstance(stmt, Roll) and chance == "explicit"):
                yield stmt


def _first_seat(s: Slots) -> int:
    seat: int = s[STACK].waiting()[0]
    return seat


def _is_seen(expr: Expr, s: Slots, instance: int, viewer: int) -> bool:
    return bool(s[STACK].evaluate(expr, {"it": instance, internal.VIEWER: viewer}))


def _holds(condition: Expr, s: Slots) -> bool:
    return bool(s[STACK].evaluate(condition, {}))
