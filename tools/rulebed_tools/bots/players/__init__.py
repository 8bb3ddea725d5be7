"""The bots there are: each module makes one kind, and goes by the module's name."""
