"""From a checked model to running Python: slots, guards, lowering at decisions, emission as `ast`, the cache."""
