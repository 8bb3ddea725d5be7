"""PettingZoo: every pack an environment, with masks and named observations.

    world = env("harbour", players=3)              # whoever has to decide acts (AEC)
    crowd = parallel_env("harbour", max_cycles=50)  # everybody acts in each cycle; who has nothing to decide passes

An agent `player_2` has the second seat, sees what this seat sees, and is rewarded at the end, with its score.
"""

from rulebed_tools.extras import needing

with needing("pettingzoo", "pettingzoo", "gymnasium", "numpy"):
    from rulebed_tools.adapters.pettingzoo.cycles import CycleEnv
    from rulebed_tools.adapters.pettingzoo.environment import PackEnv
    from rulebed_tools.adapters.pettingzoo.making import env, parallel_env

__all__ = ["CycleEnv", "PackEnv", "env", "parallel_env"]
