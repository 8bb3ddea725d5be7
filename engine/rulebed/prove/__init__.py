"""From a model to a guarded one: what can be offered, who may know what, what may happen at the same time."""
