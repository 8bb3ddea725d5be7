"""Plays a compiled program and the plain interpreter side by side, and says where they first differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulebed.lang.luck import CHANCE
from rulebed.oracle.oracle import Oracle

if TYPE_CHECKING:
    from rulebed.lang.luck import Seed
    from rulebed.model.game import Model
    from rulebed.run.program import Program

Choose = Callable[[Sequence[Any]], Any]
Difference = tuple[str, Any, Any]  # where, what the program has, what the interpreter has
LONGEST = 100_000


class LockstepError(AssertionError):
    """Program and interpreter differ."""


def beginning(model: Model, program: Program, slots: list[Any]) -> Model:
    """The model with its fields as they are before anything happens."""
    layout = program.layout
    fields = {
        name: replace(field, initial=tuple(slots[layout.base(name) : layout.base(name) + field.size]))
        for name, field in model.fields.items()
    }
    return replace(model, fields=fields)


def walk_in_step(program: Program, oracle: Oracle, seed: Seed, choose: Choose, limit: int = LONGEST) -> int:
    """Play one game on both, comparing at every decision; the number of decisions."""
    state = program.start(seed)
    oracle.start(seed)
    for count in range(limit):
        compare(program, state, oracle, count)
        if oracle.over:
            return count
        seat = choose(oracle.waiting())
        value = choose(oracle.options(seat))
        program.apply(state, seat, value)
        oracle.apply(seat, value)
    return limit


def compare(program: Program, state: list[Any], oracle: Oracle, count: int = 0) -> None:
    """Nothing if both stand alike; where they don't, an error that says how."""
    for where, ours, theirs in _differences(program, state, oracle):
        if ours != theirs:
            raise LockstepError(
                f"after {count} decisions {where} is {ours!r} in the program, {theirs!r} in the interpreter"
            )


def _question_values(program: Program, state: list[Any], seat: int) -> tuple[Any, ...]:
    return tuple(program.question_values(state, seat)) if program.site_of(state, seat).about else ()


def _differences(program: Program, state: list[Any], oracle: Oracle) -> Iterator[Difference]:
    yield "whether it is over", state[0] == -1, oracle.over
    yield from _fields(program, state, oracle)
    yield "who is waited for", tuple(sorted(program.waiting(state))), oracle.waiting()
    for seat in oracle.waiting():
        yield f"the choice of seat {seat}", program.site_of(state, seat).address, oracle.choice(seat).address
        yield f"the options of seat {seat}", tuple(program.options_of(state, seat)), oracle.options(seat)
        yield (
            f"the braces of the question to seat {seat}",
            _question_values(program, state, seat),
            oracle.question_values(seat),
        )
        if seat == CHANCE:
            yield "the odds", tuple(program.odds_of(state)), oracle.odds()
    seats = range(oracle.model.players)
    yield "the scores", tuple(program.score(state, seat) for seat in seats), oracle.scores()
    for name in oracle.model.result.values_asked[1:]:
        for asked in _askings(name, oracle):
            yield f"`{name}` of {asked}", program.ask(state, name, *asked), oracle.ask(name, *asked)


def _askings(name: str, oracle: Oracle) -> Iterator[tuple[int, ...]]:
    """What a value of the result is asked about: each seat; an honour, whether it won or not."""
    is_honour = any(value == name for _, value in oracle.model.result.honours)
    for seat in range(oracle.model.players):
        yield from ((seat, 0, 0), (seat, 1, 0)) if is_honour else ((seat,),)


def _fields(program: Program, state: list[Any], oracle: Oracle) -> Iterator[Difference]:
    for name, slots in oracle.fields.items():
        base = program.layout.base(name)
        yield f"`{name}`", state[base : base + len(slots)], slots
