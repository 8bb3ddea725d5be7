"""The game in a terminal: what a player sees, what can be done, and the talk about it."""
