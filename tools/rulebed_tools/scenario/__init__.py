"""Scenarios: tests, bug reports and puzzles that are written in YAML and need no Python."""
