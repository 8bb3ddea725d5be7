"""What follows from what a scenario gives: counters that a law ties to the rest, and that nobody has given.

Six may stand somewhere, and a law says `p.man + count(posts where guard is p) is 6` with `follows: man`. A scenario
that gives two guarded posts has broken it; of all that the law reads only the man may be set right, so there are four.

Each part of a broken law that equates two numbers is solved for one counter: where it is one more, the difference of
the two changes by so much. A part that reads nothing of what was given is left alone. What a law can't put right stays
as it is, and the law is broken as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulebed import ContentError, State
from rulebed.analysis import Field, Law, Model, Models, Oracle, core
from rulebed.content import Map
from rulebed.playing import Place, give_fields
from rulebed_tools.scenario.asking import standing
from rulebed_tools.scenario.violations import Part, Tracing

if TYPE_CHECKING:
    from rulebed.playing import Rules

FOLLOWS = "follows"
ROUNDS = 10  # a counter may follow from another one
Spot = tuple[str, int]  # a field and an index


def followed(
    rules: Rules, options: Mapping[str, str], models: Models, seed: int, given: Mapping[str, Any]
) -> dict[str, int]:
    """Counters that follow from what is given, by address; where no law is broken, nothing is worked out."""
    slots = fresh(rules, seed, given)
    laws, is_compiled = rules.program.laws, not rules.program.model.laws
    if is_compiled and all(laws[name](slots) for name in _telling_laws(models.tree.root)):
        return {}
    model = _model(rules, options, models)
    layout = rules.program.layout
    places = [place for place in rules.knowledge.shown_places if place.address in given]
    spots = {(place.field.name, place.slot - layout.base(place.field.name)) for place in places}
    solver = _Solver(model, standing(model, layout, slots), spots)

    def holds(law: Law) -> bool:
        """Whether a law holds with what was found by now: the compiled one says so far sooner."""
        for (name, index), value in solver.found.items():
            slots[layout.base(name) + index] = value
        return bool(laws[law.name](slots))

    found = solver.completed(holds if is_compiled else solver.holds)
    return {layout.names[layout.base(name) + index]: value for (name, index), value in found.items()}


def may_follow(state: State, models: Models) -> Callable[[Place], bool]:
    """Which places some law gives when all else is known."""
    if not any(_telling_laws(models.tree.root)):
        return lambda _: False
    model, layout = _model(state.rules, state.match.options, models), state.rules.program.layout
    solver = _Solver(model, standing(model, layout, state.slots), set())
    laws = [law for law in model.laws if law.follows]

    def follows(place: Place) -> bool:
        spot = place.field.name, place.slot - layout.base(place.field.name)
        return any(solver.may_follow(spot, law) for law in laws)

    return follows


def fresh(rules: Rules, seed: int, given: Mapping[str, Any]) -> list[Any]:
    """How a game begins with what is given, before anything happens."""
    slots = rules.program.fresh(seed)
    give_fields(rules, slots, given)
    return slots


def _telling_laws(root: Map) -> Iterator[str]:
    laws = root.get("laws")
    for one in laws if isinstance(laws, Map) else ():
        if isinstance(one.value, Map) and FOLLOWS in one.value:
            yield one.key


def _model(rules: Rules, options: Mapping[str, str], models: Models) -> Model:
    """A model with the laws in it, which a compiled program leaves out of its own."""
    model = rules.program.model
    if model.laws:
        return model
    guarded, report = models.make(rules.players, options)
    if guarded is None:
        raise ContentError(report)
    return guarded.model


class _Solver:
    """Sets right what laws tie to what was given; the interpreter stands where that is given."""

    def __init__(self, model: Model, oracle: Oracle, given: set[Spot]) -> None:
        self.model, self.given = model, given
        self.oracle = Tracing(oracle)
        self.found: dict[Spot, int] = {}

    def completed(self, holds: Callable[[Law], bool]) -> dict[Spot, int]:
        """What follows, by place."""
        laws = [law for law in self.model.laws if law.follows]
        for _ in range(ROUNDS):
            if not sum(self._solve(law) for law in laws if not holds(law)):
                break
        return self.found

    def holds(self, law: Law) -> bool:
        """Whether a law holds as it stands."""
        return bool(self.oracle.evaluate(law.condition, {}))

    def _solve(self, law: Law) -> int:
        """How much of a broken law could be put right."""
        return sum(self._put_right(part, law) for part in self._equations(Part(law.condition, {})))

    def _equations(self, part: Part) -> Iterator[Part]:
        """The parts that equate two things which aren't equal, though they should be."""
        match part.expr:
            case core.Op("and" | "or", args):
                for arg in args:
                    if not self.oracle.evaluate(arg, part.env):
                        yield from self._equations(Part(arg, part.env))
            case core.Over("all", local, source, body):
                for item in self.oracle.evaluate(source, part.env):
                    yield from self._equations(Part(body, {**part.env, local: item}))
            case core.Op("eq"):
                if not self.oracle.evaluate(part.expr, part.env):
                    yield part

    def _put_right(self, part: Part, law: Law) -> bool:
        """Whether a counter that follows makes both sides equal."""
        self.oracle.places.clear()
        gap = self._gap(part)
        read = tuple(self.oracle.places)
        if gap is None or not (self.given | set(self.found)).intersection(read):
            return False
        return any(self._is_solved(part, spot, gap) for spot in read if self.may_follow(spot, law))

    def may_follow(self, spot: Spot, law: Law) -> bool:
        """Whether it is a counter that the law gives, and nobody else."""
        name, index = spot
        numbers = {number for one, number in law.follows if one == name}
        return spot not in self.given and (None in numbers or self._resource(name, index) in numbers)

    def _resource(self, name: str, index: int) -> int:
        """Which resource a place of somebody's stock is for."""
        return index % max(1, self.model.fields[name].size // len(self.model.kinds["party"].instances))

    def _is_solved(self, part: Part, spot: Spot, gap: int) -> bool:
        """Whether the value was found with which there is no gap."""
        name, index = spot
        places: list[Any] = self.oracle.fields[name]
        before = places[index]
        places[index] = before + 1
        step = (self._gap(part) or 0) - gap
        places[index] = wanted = before if step == 0 or gap % step else before - gap // step
        if wanted == before or not _is_within(self.model.fields[name], wanted) or self._gap(part) != 0:
            places[index] = before
            return False
        self.found[spot] = wanted
        return True

    def _gap(self, part: Part) -> int | None:
        """By how much one side is more than the other, where both are numbers."""
        assert isinstance(part.expr, core.Op)
        one, two = (self.oracle.evaluate(arg, part.env) for arg in part.expr.args)
        return one - two if type(one) is int and type(two) is int else None


def _is_within(field: Field, value: int) -> bool:
    return (field.low is None or value >= field.low) and (field.high is None or value <= field.high)
