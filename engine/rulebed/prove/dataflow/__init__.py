"""Data flow: what programs read, write, ask and wait for, through whatever they call."""
