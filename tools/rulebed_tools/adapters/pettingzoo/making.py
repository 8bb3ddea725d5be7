"""Environments by the reference of a pack."""

from __future__ import annotations

from collections.abc import Mapping

from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec

from rulebed.playing import settled_setup
from rulebed_tools.adapters.pettingzoo.cycles import CycleEnv
from rulebed_tools.adapters.pettingzoo.environment import PackEnv
from rulebed_tools.adapters.pettingzoo.outlook import Observation
from rulebed_tools.adapters.setting import Setting, game_of, setting_of

Options = Mapping[str, str] | None


def env(
    reference: str,
    players: int | None = None,
    options: Options = None,
    *,
    preset: str = "",
    horizon: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """An environment in which whoever has to decide acts, cut off after `horizon` decisions.

    With `max_cycles` all agents act in turn instead, and pass where they have nothing to decide.
    """
    if max_cycles is None:
        return PackEnv(_setting(reference, players, options, preset), horizon, render_mode)
    if horizon is not None:
        raise ValueError("`horizon` counts decisions and `max_cycles` rounds of all agents; give one of them")
    crowd = parallel_env(reference, players, options, preset=preset, max_cycles=max_cycles, render_mode=render_mode)
    return parallel_to_aec(crowd)


def parallel_env(
    reference: str,
    players: int | None = None,
    options: Options = None,
    *,
    preset: str = "",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> CycleEnv:
    """An environment in which all agents act in each cycle; with `max_cycles` an episode has exactly so many."""
    return CycleEnv(_setting(reference, players, options, preset), max_cycles, render_mode)


def _setting(reference: str, players: int | None, options: Options, preset: str) -> Setting:
    count, chosen = settled_setup(game_of(reference).info, preset, players, options)
    given = {**chosen, "chance": "sampled", "players": count, "preset": preset}
    return setting_of(reference, tuple(sorted(given.items())), False)
