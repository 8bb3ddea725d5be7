"""Plays a scenario's decisions once more by the plain interpreter, beside the compiled game, and compares all."""

from __future__ import annotations

from typing import Any

from rulebed import ContentError
from rulebed.analysis import LockstepError, Model, Models, Oracle, StuckError, as_it_begins, compare_lockstep
from rulebed_tools.scenario.following import fresh
from rulebed_tools.scenario.form import Failed
from rulebed_tools.scenario.table import Table


def check(table: Table, models: Models, *, raw: bool = False) -> None:
    """Nothing if interpreter and compiled game agree at every decision.

    A raw model has no guards: what it offers, the interpreter finds by trying.
    """
    program, slots = table.state.rules.program, fresh(table.state.rules, table.scenario.seed, table.beginning)
    oracle = _begun(table, models, slots, raw=raw)
    program.begin(slots)
    try:
        compare_lockstep(program, slots, oracle)
        for count, (seat, value) in enumerate(table.steps, 1):
            program.apply(slots, seat, value)
            oracle.apply(seat, value)
            compare_lockstep(program, slots, oracle, count)
    except LockstepError as error:
        raise Failed(f"interpreter and compiled game part: {error}", table.scenario.span) from error


def check_start(table: Table, models: Models) -> None:
    """Nothing if the game can be played to its first decision; a compiled game doesn't ask.

    A choice before which nobody could see to it may have nothing to offer.
    """
    _begun(table, models, fresh(table.state.rules, table.scenario.seed, table.beginning), raw=False)


class Beginning(Oracle):
    """Takes note of places that are set before anything has looked at them."""

    def __init__(self, model: Model, chance: str, *, guarded: bool) -> None:
        super().__init__(model, chance, guarded=guarded)
        self.met: dict[tuple[str, int], bool] = {}  # places that were come to, and whether by setting them

    def read(self, field: str, index: int) -> Any:
        self.met.setdefault((field, index), False)
        return super().read(field, index)

    def write(self, field: str, index: int, value: Any) -> None:
        self.met.setdefault((field, index), True)
        super().write(field, index, value)


def _begun(table: Table, models: Models, slots: list[Any], *, raw: bool) -> Oracle:
    rules, match, seed = table.state.rules, table.state.match, table.scenario.seed
    model = as_it_begins(_model(models, rules.players, match.options, raw=raw), rules.program, slots)
    oracle = Beginning(model, match.chance, guarded=not raw)
    oracle.start(seed)
    layout = rules.program.layout
    table.set_anew = {layout.base(field) + index for (field, index), is_set in oracle.met.items() if is_set}
    for waiting in oracle.waiting() if table.scenario.do is not None else ():
        if not oracle.options(waiting):
            raise StuckError(f"at `{oracle.choice(waiting).address}` there is nothing to choose")
    return oracle


def _model(models: Models, players: int, options: dict[str, str], *, raw: bool) -> Model:
    guarded = models.guarded(players, options)
    model = models.raw(players, options) if raw else guarded.model
    if model is None:
        raise ContentError(models.make(players, options)[1])
    return model
