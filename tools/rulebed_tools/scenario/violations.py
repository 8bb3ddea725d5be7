"""Why a law is broken: for which thing it doesn't hold, what is compared there, and what of that was given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from rulebed import State
from rulebed.analysis import Env, Model, Oracle, core, parts_of
from rulebed_tools.scenario.addresses import PARTY, PLAYER, as_written
from rulebed_tools.scenario.asking import standing
from rulebed_tools.scenario.values import in_words

COMPARED = {"eq": "is not", "ne": "is", "lt": "is not less than", "le": "is more than"}
MOST = 6  # values that are told
LONGEST = 160  # letters of one of them


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a law that fails, with what its names stand for."""

    expr: core.Expr
    env: Env
    whose: tuple[str, ...] = ()


class Tracing(Oracle):
    """Takes note of the places that it reads."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(oracle.model)
        self.fields = oracle.fields
        self.places: dict[tuple[str, int], None] = {}

    def read(self, field: str, index: int) -> Any:
        self.places[field, index] = None
        return super().read(field, index)


@dataclass(frozen=True, slots=True)
class Violation:
    """After how many decisions a law was first broken, what doesn't hold, and what to look at."""

    count: int
    what: str = ""
    help: str = ""


def explained(model: Model, name: str, state: State, given: set[str], count: int) -> Violation:
    """What of a law fails, by which values, and which of them were given."""
    oracle = Tracing(standing(model, state.rules.program.layout, state.slots))
    law = next(law for law in model.laws if law.name == name)
    part = _failing(Part(law.condition, {}), oracle, state)
    what = ", ".join([*(f"for {one}" for one in part.whose), _compared(part, oracle)])
    direct = dict.fromkeys(_address(state, *place) for place in _direct(part, oracle))
    oracle.places.clear()
    oracle.evaluate(part.expr, part.env)
    read = dict.fromkeys(_address(state, *place) for place in oracle.places)
    stands = _told(state, [one for one in direct if one not in given])
    at_fault = _told(state, [one for one in read if one in given])
    return Violation(count, what, "; ".join(filter(None, [stands, at_fault and f"given is that {at_fault}"])))


def _told(state: State, addresses: list[str]) -> str:
    return ", ".join(f"`{as_written(address)}` is {_shown(state, address)}" for address in addresses[:MOST])


def _failing(part: Part, oracle: Oracle, state: State) -> Part:
    """The innermost part that doesn't hold though it should."""
    match part.expr:
        case core.Op("and", args):
            for arg in args:
                if not oracle.evaluate(arg, part.env):
                    return _failing(Part(arg, part.env, part.whose), oracle, state)
        case core.Over("all", local, source, body):
            for item in oracle.evaluate(source, part.env):
                env = {**part.env, local: item}
                if not oracle.evaluate(body, env):
                    whose = (*part.whose, *_named(body, local, item, oracle, state))
                    return _failing(Part(body, env, whose), oracle, state)
        case core.Ask(value, args):
            asked = oracle.model.values[value]
            given = (oracle.evaluate(arg, part.env) for arg in args)
            return _failing(Part(asked.body, dict(zip(asked.params, given, strict=True)), part.whose), oracle, state)
    return part


def _named(body: core.Expr, local: str, item: Any, oracle: Oracle, state: State) -> Iterator[str]:
    """What an item is called, by what is read of it."""
    kind = next(_kinds(body, local, oracle), "")
    names = state.rules.words.instances.get(kind, ())
    if isinstance(item, int) and 0 <= item < len(names):
        yield f"{PLAYER if kind == PARTY and item < state.rules.players else kind} {names[item]}"


def _kinds(body: core.Expr, local: str, oracle: Oracle) -> Iterator[str]:
    """Of which kind something is: that of the facts of it that are read, here or in a value that is asked of it."""
    for expr in _within(body):
        if isinstance(expr, core.Read) and core.Local(local) in _within(expr.index):
            yield oracle.model.fields[expr.field].kind
        elif isinstance(expr, core.Data) and core.Local(local) in _within(expr.index):
            yield expr.table.partition(".")[0]
        elif isinstance(expr, core.Ask) and core.Local(local) in expr.args:
            asked = oracle.model.values[expr.value]
            yield from _kinds(asked.body, asked.params[expr.args.index(core.Local(local))], oracle)


def _compared(part: Part, oracle: Oracle) -> str:
    expr = part.expr
    if isinstance(expr, core.Op) and expr.name in COMPARED:
        one, two = (oracle.evaluate(arg, part.env) for arg in expr.args)
        if isinstance(one, int) and isinstance(two, int):
            return f"{one} {COMPARED[expr.name]} {two}"
    return "it doesn't hold"


def _direct(part: Part, oracle: Oracle) -> Iterator[tuple[str, int]]:
    """The places that are named outright, not gone over."""
    for expr in _within(part.expr, over=False):
        if isinstance(expr, core.Read):
            yield expr.field, oracle.evaluate(expr.index, part.env)


def _within(expr: core.Expr, *, over: bool = True) -> Iterator[core.Expr]:
    yield expr
    if over or not isinstance(expr, core.Over):
        for child in parts_of(expr):
            yield from _within(child, over=over)


def _address(state: State, field: str, index: int) -> str:
    layout = state.rules.program.layout
    return layout.names[layout.base(field) + index] if field in layout.bases else field


def _shown(state: State, address: str) -> str:
    return shorten(in_words(state.fields.get(address)), LONGEST, placeholder=" ...")
