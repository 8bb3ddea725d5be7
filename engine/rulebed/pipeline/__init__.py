"""The stages in their order, from a reference to a pack to a game that can be started."""
