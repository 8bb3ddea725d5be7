"""The rules of one game: what can be decided, who sees what, how it is said; all that its states share."""
