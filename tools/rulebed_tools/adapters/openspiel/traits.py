"""What OpenSpiel asks of a game before it is played: dynamics, chance, information and utility."""

from __future__ import annotations

from dataclasses import dataclass

import pyspiel

from rulebed.analysis import Program
from rulebed_tools.adapters.openspiel.utility import Utility, utility_of
from rulebed_tools.adapters.privacy import is_private


@dataclass(frozen=True, slots=True)
class Traits:
    """What can be told of a game from its program."""

    has_joint_choices: bool
    has_chance: bool
    has_secrets: bool
    scores: Utility

    @property
    def dynamics(self) -> pyspiel.GameType.Dynamics:
        """Whether seats ever act at the same time."""
        return (
            pyspiel.GameType.Dynamics.SIMULTANEOUS if self.has_joint_choices else pyspiel.GameType.Dynamics.SEQUENTIAL
        )

    @property
    def information(self) -> pyspiel.GameType.Information:
        """Whether everybody knows all that has happened."""
        if self.has_secrets:
            return pyspiel.GameType.Information.IMPERFECT_INFORMATION
        return pyspiel.GameType.Information.PERFECT_INFORMATION

    @property
    def utility(self) -> pyspiel.GameType.Utility:
        """Whether what one wins is what others lose."""
        if self.scores.sum is None:
            return pyspiel.GameType.Utility.GENERAL_SUM
        return pyspiel.GameType.Utility.CONSTANT_SUM if self.scores.sum else pyspiel.GameType.Utility.ZERO_SUM

    def chance_mode(self, chance: str) -> pyspiel.GameType.ChanceMode:
        """How luck shows itself."""
        if not self.has_chance:
            return pyspiel.GameType.ChanceMode.DETERMINISTIC
        return (
            pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
            if chance == "sampled"
            else pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        )


def traits_of(program: Program) -> Traits:
    """Read the traits of a game from its program."""
    joints = program.blueprint.joints
    lasting = any(joint.secret and not joint.once for joint in joints)
    joint = any(joint.secret and joint.once for joint in joints)
    private = any(is_private(program, name) for name in program.seen)
    luck = bool(program.layout.strands)
    return Traits(joint, luck, private or lasting, utility_of(program))
