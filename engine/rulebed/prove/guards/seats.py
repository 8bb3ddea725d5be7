"""Who chooses has a seat: what is asked about a party without one has its answer wherever a choice leads on."""

from __future__ import annotations

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import Needs, mapped
from rulebed.lang import walk
from rulebed.lang.core import Const, Expr, Local, Op
from rulebed.lang.ops import OPS
from rulebed.lang.traits import TELLING
from rulebed.model.game import Model


def as_seat(chooser: Local, needs: Needs, model: Model, fold: Folder) -> Needs:
    """What is needed behind a choice; parties without a seat answer by their `auto` and never come to it."""
    players = seats(model)
    if not players:
        return needs

    def step(part: Expr) -> Expr:
        if chooser.name not in walk.free(part):
            return part
        if isinstance(part, Op) and part.name in TELLING and part.args[0] == chooser:
            return _decide_for_all(part, players)
        return walk.rebuilt(part, step)

    return mapped(needs, lambda expr: fold(step(expr)))


def seats(model: Model) -> int:
    """How many parties have a seat, where there are others, too; else none has to be told apart."""
    parties = model.kinds.get("party")
    return 0 if parties is None or len(parties.instances) == model.players else model.players


def _decide_for_all(test: Op, players: int) -> Expr:
    """A test of who it is, answered where all seats have the same answer."""
    limit = test.args[1]
    if not isinstance(limit, Const):
        return test
    answers = {OPS[test.name](seat, limit.value) for seat in range(players)}
    return Const(answers.pop()) if len(answers) == 1 else test
