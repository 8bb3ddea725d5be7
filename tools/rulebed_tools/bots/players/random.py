"""Any option, each as likely as the next."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rulebed import Option, Seat, State
from rulebed_tools.bots.bot import options_of
from rulebed_tools.bots.errors import BotError
from rulebed_tools.bots.thinking import Strength


@dataclass(frozen=True, slots=True)
class Chooser:
    """Takes any option."""

    def choose(self, seat: Seat[State], random: Random) -> Option:
        """Any of the options."""
        return random.choice(options_of(seat))


def make(*strength: Strength) -> Chooser:
    """The bot; there is nothing to set."""
    if strength:
        raise BotError("the bot `random` has no strength")
    return Chooser()
