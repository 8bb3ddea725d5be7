"""The flow of a game as a picture."""
