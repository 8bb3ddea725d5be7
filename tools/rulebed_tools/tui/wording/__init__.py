"""What the terminal itself says, by language: one table a language, beside this file."""

from rulebed_tools.tui.wording.wording import Wording, spoken

__all__ = ["Wording", "spoken"]
