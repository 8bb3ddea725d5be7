"""Rulebed: a pack of YAML becomes a running game."""
