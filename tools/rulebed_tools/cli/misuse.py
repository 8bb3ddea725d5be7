"""Exit codes, and the refusal of a command that can't be meant as it was given."""

FINE = 0
FINDINGS = 1
MISUSE = 2
INTERRUPTED = 130


class Misuse(Exception):
    """A command that can't be carried out; the message says why and what to write instead."""
