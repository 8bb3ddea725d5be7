"""The refusal of a bot that isn't there, or of one that can't be made that way."""


class BotError(ValueError):
    """A bot's name or strength that can't be meant; the message says what could be."""
