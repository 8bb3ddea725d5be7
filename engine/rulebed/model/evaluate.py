"""What an expression is worth: the meaning of core expressions, one arm for each, as plainly as can be.

The plain interpreter asks for it in play (`oracle`), assembly for what must be known when a pack is loaded, scenarios
for what a seat knows. What compiled programs do is written by other means (`compile.emission`, `run.runtime`), so that
tests can see whether both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol, assert_never

from rulebed.lang.core import NONE, Ask, Block, Can, Const, Data, Expr, Local, Op, Over, Read, Supposing, Trial
from rulebed.lang.ops import LONGEST, OPS
from rulebed.lang.terms import counted
from rulebed.lang.traits import DUALS, GOING_THROUGH, LENGTHENING, LOOKED_AT, QUANTIFYING, How
from rulebed.lang.walk import parts, rebuilt
from rulebed.model.budget import ITEM, LOOK, MADE, NODE

Env = Mapping[str, Any]  # locals with values of core, kept loose: the checker has seen to them


class HiddenError(Exception):
    """What was asked depends on something that the one who asks doesn't know."""


class NotConstantError(Exception):
    """The expression asks for something that nobody knows yet."""


class _Unknown:
    """Stands for a value that the one who asks doesn't know."""


UNKNOWN = _Unknown()


class Steps(Protocol):
    """Takes note of the steps that are taken; `model.budget` has those that end."""

    def each(self, items: Any, cost: int, /) -> Any: ...
    def few(self, items: Any, /) -> Any: ...
    def numbers(self, low: int, high: int, /) -> Any: ...
    def product(self, one: int, other: int, /) -> int: ...
    def counted(self, number: int, /) -> int: ...


class Definition(Protocol):
    """A named value."""

    @property
    def params(self) -> tuple[str, ...]: ...

    @property
    def body(self) -> Expr: ...


class Sight(Protocol):
    """What an expression can look at, beside its locals; what isn't known is refused, or `UNKNOWN`."""

    @property
    def budget(self) -> Steps: ...

    def unbound(self, local: str) -> Exception: ...
    def row(self, table: str, place: int) -> Any: ...
    def definition(self, value: str) -> Definition: ...
    def read(self, field: str, index: int) -> Any: ...
    def in_the_open(self, field: str, index: int) -> Any: ...
    def pile(self, field: str, index: int) -> Any: ...
    def gets_through(self, body: Block, env: Env) -> bool: ...


Meaning = Callable[[Env, Sight], Any]


class Uncounted:
    """Steps that nobody counts: the pack is being read, and its expressions are weighed."""

    def each(self, items: Any, _cost: int) -> Any:
        """What is gone through."""
        return items

    def few(self, items: Any) -> Any:
        """A set that has been put together."""
        return items

    def numbers(self, low: int, high: int) -> Any:
        """A range, if it isn't too long to be known beforehand."""
        if high - low > LONGEST:
            raise NotConstantError("range")
        return OPS["range"](low, high)

    def product(self, one: int, other: int) -> int:
        """A product, however large."""
        return one * other

    def counted(self, number: int) -> int:
        """A number that is kept."""
        return number


UNCOUNTED = Uncounted()


def _refuse(name: str, *_: object) -> NoReturn:
    raise NotConstantError(name)


@dataclass(frozen=True, slots=True)
class Environment:
    """What may be asked for outside play: tables, and perhaps fields and values; and who counts the steps."""

    tables: Mapping[str, Any]
    read: Callable[[str, int], Any] = _refuse
    values: Mapping[str, Definition] = field(default_factory=dict)
    budget: Steps = UNCOUNTED

    def unbound(self, local: str) -> Exception:
        """Of `me`, where there is nobody yet, nothing is known."""
        return NotConstantError(local)

    def row(self, table: str, place: int) -> Any:
        """What stands in a row of a table."""
        return self.tables[table][place]

    def definition(self, value: str) -> Definition:
        """A named value, if there are any yet."""
        return self.values[value] if value in self.values else _refuse(value)

    def in_the_open(self, field: str, index: int) -> Any:
        """What all may know of a place is known where it is."""
        return self.read(field, index)

    def pile(self, field: str, index: int) -> Any:
        """Nobody sees into a pile."""
        raise HiddenError(field, index)

    def gets_through(self, _body: Block, _env: Env) -> bool:
        """Nothing is tried out."""
        raise NotConstantError


def evaluate(expr: Expr, env: Env, sight: Sight) -> Any:
    """The value of an expression; flags are 0 and 1."""
    return meaning(expr)(env, sight)


def meaning(expr: Expr) -> Meaning:
    """What an expression means: its value as a function of locals and sight.

    It is made of what its parts mean, and kept with the expression: a game asks for the same values again and again,
    and a function that has been put together once is quicker than to look each time what the parts are.
    """
    try:
        return expr.meaning
    except AttributeError:
        found = _meaning_of(expr)
        object.__setattr__(expr, "meaning", found)
        return found


def _meaning_of(expr: Expr) -> Meaning:
    match expr:
        case Const(value):
            return lambda _env, _sight: value
        case Local(name):
            return _local(name)
        case Read(field, index):
            return _read(field, meaning(index))
        case Data(table, index):
            place = meaning(index)
            return lambda env, sight: sight.row(table, place(env, sight))
        case Op("public", (Read(field, index),)):
            place = meaning(index)
            return lambda env, sight: sight.in_the_open(field, place(env, sight))
        case Op():
            return _operation(expr)
        case Over():
            return _comprehension(expr)
        case Ask():
            return _ask_value(expr)
        case Can(body) | Trial(body):
            return lambda env, sight: int(sight.gets_through(body, env))
        case Supposing(params, args, body):
            given = _arguments(params, args)
            return lambda env, sight: int(sight.gets_through(body, given(env, sight)))
        case _:
            assert_never(expr)


def _local(name: str) -> Meaning:
    def local(env: Env, sight: Sight) -> Any:
        try:
            value = env[name]
        except KeyError:
            raise sight.unbound(name) from None
        if value is UNKNOWN:
            raise HiddenError
        return value

    return local


def _read(field: str, place: Meaning) -> Meaning:
    def read(env: Env, sight: Sight) -> Any:
        value = sight.read(field, place(env, sight))
        if value is UNKNOWN:
            raise HiddenError
        return value

    return read


def _arguments(params: tuple[str, ...], args: tuple[Expr, ...]) -> Callable[[Env, Sight], dict[str, Any]]:
    """The locals of what is called."""
    given = tuple(zip(params, map(meaning, args), strict=True))
    return lambda env, sight: {name: value(env, sight) for name, value in given}


def _ask_value(expr: Ask) -> Meaning:
    given = tuple(map(meaning, expr.args))

    def ask(env: Env, sight: Sight) -> Any:
        value = sight.definition(expr.value)
        known = [arg(env, sight) for arg in given]
        return evaluate(value.body, dict(zip(value.params, known, strict=True)), sight)

    return ask


def _operation(expr: Op) -> Meaning:
    """What an operation means; of a pile that is not seen, all know how many lie there."""
    operated, pile = _operated(expr), counted(expr)
    if pile is None:
        return operated

    def operated_or_counted(env: Env, sight: Sight) -> Any:
        try:
            return operated(env, sight)
        except HiddenError:
            found = Const(sight.pile(pile.field, evaluate(pile.index, env, sight)))

        def open_pile(part: Expr) -> Expr:
            return found if part == pile else rebuilt(part, open_pile)

        return evaluate(open_pile(expr), env, sight)

    return operated_or_counted


def _operated(expr: Op) -> Meaning:
    args = tuple(map(meaning, expr.args))
    if expr.name == "if":
        condition, then, otherwise = args
        return lambda env, sight: (otherwise, then)[condition(env, sight)](env, sight)
    if expr.name in DUALS:
        by = int(expr.name == "or")
        return lambda env, sight: _settle(((arg, env) for arg in args), sight, by)
    match expr.name, args:
        case "range", (one, other):
            return lambda env, sight: sight.budget.numbers(one(env, sight), other(env, sight))
        case "mul", (one, other) if not any(isinstance(arg, Const) for arg in expr.args):
            return lambda env, sight: sight.budget.product(one(env, sight), other(env, sight))
        case "counted", (one,):
            return lambda env, sight: sight.budget.counted(one(env, sight))
        case name, _ if name in LENGTHENING:
            return _lengthening(expr)
        case name, _ if name in GOING_THROUGH:
            return _going_through(expr)
    operate: Callable[..., Any] = OPS[expr.name]
    match args:
        case (only,):
            return lambda env, sight: operate(only(env, sight))
        case (one, other):
            return lambda env, sight: operate(one(env, sight), other(env, sight))
        case _:
            return lambda env, sight: operate(*[arg(env, sight) for arg in args])


def _lengthening(expr: Op) -> Meaning:
    """Sets that are put together can grow very long."""
    operate, (one, other) = OPS[expr.name], map(meaning, expr.args)
    return lambda env, sight: sight.budget.few(operate(one(env, sight), other(env, sight)))


def _going_through(expr: Op) -> Meaning:
    """An operation that looks at all items of a set."""
    operate, args, places = OPS[expr.name], tuple(map(meaning, expr.args)), GOING_THROUGH[expr.name]
    cost = LOOK if expr.name in LOOKED_AT else MADE

    def gone_through(env: Env, sight: Sight) -> Any:
        values = [arg(env, sight) for arg in args]
        for place in places:
            if isinstance(values[place], tuple):
                sight.budget.each(values[place], cost)
        return operate(*values)

    return gone_through


def _settle(flags: Iterable[tuple[Meaning, Env]], sight: Sight, by: int) -> int:
    """Whether one of them is `by` settles it; what is hidden matters only where nothing else settles it."""
    hidden: HiddenError | None = None
    for flag, env in flags:
        try:
            if flag(env, sight) == by:
                return by
        except HiddenError as error:
            hidden = hidden or error
    if hidden is not None:
        raise hidden
    return 1 - by


def _comprehension(over: Over) -> Meaning:
    source, body, local, how = _paid_for(over), meaning(over.body), over.local, over.how

    def each(env: Env, items: tuple[Any, ...]) -> Iterator[tuple[Meaning, Env]]:
        inner = dict(env)
        for inner[local] in items:
            yield body, inner

    if how in QUANTIFYING:
        by = int(how == "any")
        return lambda env, sight: _settle(each(env, source(env, sight)), sight, by)

    def gone_over(env: Env, sight: Sight) -> Any:
        items, inner = source(env, sight), dict(env)

        def meaning_of(item: Any) -> Any:
            inner[local] = item
            return body(inner, sight)

        found = HOW[how](items, meaning_of)
        return sight.budget.few(found) if how == "flat" else found

    return gone_over


def _paid_for(over: Over) -> Meaning:
    """What is gone over; each item of it takes steps."""
    source, cost = meaning(over.source), ITEM + NODE * _own_size(over.body)
    return lambda env, sight: sight.budget.each(source(env, sight), cost)


def _own_size(expr: Expr) -> int:
    """The nodes of an expression, without those that are gone over for items of its own."""
    return 1 + sum(_own_size(part.source if isinstance(part, Over) else part) for part in parts(expr))


def _first(items: tuple[Any, ...], body: Callable[[Any], Any]) -> Any:
    return next((item for item in items if body(item)), NONE)


def _most(items: tuple[Any, ...], body: Callable[[Any], Any]) -> tuple[Any, ...]:
    best = max(map(body, items), default=0)
    return tuple(item for item in items if body(item) == best)


def _least(items: tuple[Any, ...], body: Callable[[Any], Any]) -> tuple[Any, ...]:
    best = min(map(body, items), default=0)
    return tuple(item for item in items if body(item) == best)


def _sort_down(items: tuple[Any, ...], body: Callable[[Any], Any]) -> tuple[Any, ...]:
    return tuple(sorted(items, key=body, reverse=True))  # Python keeps equal items in order here too


def _groups(items: tuple[Any, ...], body: Callable[[Any], Any]) -> tuple[Any, ...]:
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(body(item), []).append(item)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))


def _classes(items: tuple[Any, ...], body: Callable[[Any], Any]) -> tuple[Any, ...]:
    return tuple(group[0] for group in reversed(_groups(items, body)))


HOW: Mapping[How, Callable[[tuple[Any, ...], Callable[[Any], Any]], Any]] = {
    "filter": lambda items, body: tuple(item for item in items if body(item)),
    "map": lambda items, body: tuple(map(body, items)),
    "flat": lambda items, body: tuple(inner for item in items for inner in body(item)),
    "sum": lambda items, body: sum(map(body, items)),
    "count": lambda items, body: sum(1 for item in items if body(item)),
    "first": _first,
    "most": _most,
    "least": _least,
    "sort": lambda items, body: tuple(sorted(items, key=body)),
    "sort_down": _sort_down,
    "groups": _groups,
    "classes": _classes,
}
