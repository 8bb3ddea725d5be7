"""Games made of the hand-written models, as a loader makes them of packs."""

from __future__ import annotations

from rulebed.compile.emission.compile import compile_model
from rulebed.play.game import Game
from rulebed.play.rules.setup import Info
from rulebed.prove.guards.guards import guarded


def game(model, **info):
    """A game with one number of players, that of the model."""

    found, report = guarded(model)
    assert not report.errors

    def provide(_players, _options, emission, chance):
        return compile_model(found, emission, chance)

    return Game(Info(model.reference, model.title, (model.players,), **info), provide)


def guard(model):
    """The model with its guards; there is nothing to complain of."""
    found, report = guarded(model)
    assert not report.errors
    return found.model
