"""OpenSpiel: every pack a registered Python game, `rulebed_<pack>`, with the pack's setup options as parameters.

    register("harbour")
    game = pyspiel.load_game("rulebed_harbour(players=3,chance=sampled)")

`chance` is `explicit` (luck is a player) or `sampled` (by `seed`); a game is over after `horizon` decisions; the tensor
of an information state has the latest `recall` different observations.
"""

from rulebed_tools.extras import needing

with needing("openspiel", "pyspiel", "numpy"):
    from rulebed_tools.adapters.openspiel.game import PackGame, register
    from rulebed_tools.adapters.openspiel.state import PackState

__all__ = ["PackGame", "PackState", "register"]
