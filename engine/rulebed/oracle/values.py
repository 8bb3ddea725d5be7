"""What an expression is worth: the meaning of core expressions, one arm for each, as plainly as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, assert_never

from rulebed.build.knowledge import counted
from rulebed.build.runtime import numbers, product
from rulebed.lang.core import NONE, Ask, Block, Can, Const, Data, Expr, Local, Op, Over, Read, Supposing, Trial
from rulebed.lang.ops import OPS
from rulebed.lang.walk import rebuilt

if TYPE_CHECKING:
    from rulebed.model.game import Model

BOUNDED = {"range": numbers, "mul": product}
Env = Mapping[str, Any]  # locals with values of core, kept loose: the checker has seen to them


class BrokenProgramError(Exception):
    """The program did what a checked program never does: a fault of the checker or the compiler."""


class HiddenError(Exception):
    """What was asked depends on something that the one who asks doesn't know."""


class _Unknown:
    """Stands for a value that the one who asks doesn't know."""


UNKNOWN = _Unknown()


class Sight(Protocol):
    """What an expression can look at, beside its locals."""

    @property
    def model(self) -> Model: ...

    def read(self, field: str, index: int) -> Any: ...

    def lies(self, field: str, index: int) -> Any: ...

    def gets_through(self, body: Block, env: Env) -> bool: ...


def evaluate(expr: Expr, env: Env, sight: Sight) -> Any:
    """The value of an expression; flags are 0 and 1."""
    match expr:
        case Const(value):
            return value
        case Local(name):
            return _known(env[name])
        case Read(field, index):
            return _known(sight.read(field, evaluate(index, env, sight)))
        case Data(table, index):
            return _item(sight.model.tables[table].values, evaluate(index, env, sight), table)
        case Op("public", (Read(field, index),)):
            return _in_the_open(field, evaluate(index, env, sight), sight)
        case Op():
            return _operated(expr, env, sight)
        case Over():
            return _go_over(expr, env, sight)
        case Ask(value, args):
            return _ask(value, args, env, sight)
        case Can(body) | Trial(body):
            return int(sight.gets_through(body, env))
        case Supposing(params, args, body):
            given = [evaluate(arg, env, sight) for arg in args]
            return int(sight.gets_through(body, dict(zip(params, given, strict=True))))
        case _:
            assert_never(expr)


def _known(value: Any) -> Any:
    if value is UNKNOWN:
        raise HiddenError
    return value


def _in_the_open(field: str, index: int, sight: Sight) -> Any:
    """Where a piece lies, or none where that is not seen; of a place of cards, what lies there: all see the backs."""
    if any(field == name for fields in sight.model.holders.values() for name, _ in fields):
        return _known(sight.lies(field, index))
    try:
        return _known(sight.read(field, index))
    except HiddenError:
        return NONE


def _item(values: tuple[Any, ...], place: int, name: str) -> Any:
    if not 0 <= place < len(values):
        raise BrokenProgramError(f"`{name}` has no place {place}")
    return values[place]


def _ask(name: str, args: tuple[Expr, ...], env: Env, sight: Sight) -> Any:
    value = sight.model.values[name]
    given = [evaluate(arg, env, sight) for arg in args]
    return evaluate(value.body, dict(zip(value.params, given, strict=True)), sight)


def _operated(expr: Op, env: Env, sight: Sight) -> Any:
    """The value of an operation; of a pile that is not seen, all know how many lie there."""
    try:
        return _operate(expr.name, expr.args, env, sight)
    except HiddenError:
        pile = counted(expr)
        if pile is None or not sight.model.fields[pile.field].pile:
            raise
    found = Const(_known(sight.lies(pile.field, evaluate(pile.index, env, sight))))

    def opened(part: Expr) -> Expr:
        return found if part == pile else rebuilt(part, opened)

    return evaluate(opened(expr), env, sight)


def _operate(name: str, args: tuple[Expr, ...], env: Env, sight: Sight) -> Any:
    if name == "if":
        condition, then, otherwise = args
        return evaluate(then if evaluate(condition, env, sight) else otherwise, env, sight)
    if name in {"and", "or"}:
        return _settle(((arg, env) for arg in args), sight, by=name == "or")
    known = [evaluate(arg, env, sight) for arg in args]
    return BOUNDED[name](*known) if name in BOUNDED else OPS[name](*known)


def _settle(flags: Iterable[tuple[Expr, Env]], sight: Sight, *, by: bool) -> int:
    """Whether one of them is `by` settles it; what is hidden matters only where nothing else settles it."""
    hidden = False
    for expr, env in flags:
        try:
            if bool(evaluate(expr, env, sight)) is by:
                return int(by)
        except HiddenError:
            hidden = True
    if hidden:
        raise HiddenError
    return int(not by)


def _go_over(over: Over, env: Env, sight: Sight) -> Any:
    items = evaluate(over.source, env, sight)

    if over.how in {"any", "all"}:
        bodies = ((over.body, {**env, over.local: item}) for item in items)
        return _settle(bodies, sight, by=over.how == "any")

    def body(item: Any) -> Any:
        return evaluate(over.body, {**env, over.local: item}, sight)

    return _HOW[over.how](items, body)


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


_HOW: Mapping[str, Callable[[tuple[Any, ...], Callable[[Any], Any]], Any]] = {
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
