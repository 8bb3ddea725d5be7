"""OpenSpiel: every pack a registered Python game, `rulebed_<pack>`."""

from rulebed_tools.adapters.openspiel.game import PackGame, register
from rulebed_tools.adapters.openspiel.state import PackState

__all__ = ["PackGame", "PackState", "register"]
