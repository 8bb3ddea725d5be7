"""What the terminal itself says, by language: one table a language, beside this file."""

from rulebed_tools.tui.wording.wording import Wording

__all__ = ["Wording"]
