"""Counts of positions: what a game is checked against another program with."""
