"""Reads the words of a command; a flag that there isn't is refused by name, with the one that may have been meant."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NoReturn

from rulebed_tools.cli.discovery import Verb, examples
from rulebed_tools.cli.misuse import MISUSE

FLAG = "-"
ALL_ELSE = "--"  # what stands behind it is no flag, whatever it begins with
PLAIN = "\0"  # before such a word while it is parsed: no word of a command can have it
MOST_MEANT = 3


class Parser(argparse.ArgumentParser):
    """Flags are written out, so that a new one never changes what an old script says."""

    def __init__(self, prog: str, description: str | None = None) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        self.color = False  # from Python 3.14 on it would colour what it says by a rule of its own

    def understood(self, words: Sequence[str]) -> argparse.Namespace:
        """What the words say."""
        first = list(takewhile(lambda word: word != ALL_ELSE, words))
        for word in first:
            flag = word.partition("=")[0]
            if self._is_unknown(word, flag):
                self.error(no_flag(flag, self.flags, f"`{self.prog} --help` lists them"))
        plain = [f"{PLAIN}{word}" if word.startswith(FLAG) else word for word in words[len(first) + 1 :]]
        found = self.parse_intermixed_args([*first, *plain])
        return argparse.Namespace(**{name: _as_said(value) for name, value in vars(found).items()})

    @property
    def flags(self) -> list[str]:
        """All that the verb knows."""
        return list(self._option_string_actions)

    def _is_unknown(self, word: str, flag: str) -> bool:
        """Whether a word has the form of a flag, and there is none; numbers and whole sentences are no flags."""
        is_flag = word.startswith(FLAG) and word != FLAG and " " not in word and not word[1:2].isdigit()
        return is_flag and flag not in self._option_string_actions

    def error(self, message: str) -> NoReturn:
        """Show how the verb is used, and what is wrong, whatever signs are in the words."""
        from rulebed_tools.cli import console  # noqa: PLC0415 - it needs the engine, which a quick verb doesn't

        console.warn(f"{self.format_usage()}{self.prog}: error: {message.replace(PLAIN, '')}")
        raise SystemExit(MISUSE)

    def print_help(self, file: object = None) -> None:
        """How the verb is used; unlike argparse, it says so if that can't be written."""
        from rulebed_tools.cli import console  # noqa: PLC0415 - as above

        console.say(self.format_help(), end="")


def _as_said(value: object) -> object:
    """Words as they stand on the line."""
    if isinstance(value, list):
        return [_as_said(one) for one in value]
    return value.removeprefix(PLAIN) if isinstance(value, str) else value


def parser_of(name: str, verb: Verb) -> Parser:
    """What reads the words of a verb."""
    parser = Parser(f"rulebed {name}", verb.__doc__)
    parser.epilog = ", ".join(f"`rulebed {example}`" for example in examples(verb)) or None
    verb.arguments(parser)
    return parser


def no_flag(flag: str, known: Iterable[str], otherwise: str) -> str:
    """That there is no such flag, and which one may have been meant: those that begin like it, or the nearest."""
    from rulebed.text import closest  # noqa: PLC0415 - only a slip needs it

    names = {one.lstrip(FLAG): one for one in known}
    name = flag.lstrip(FLAG)
    meant = [names[one] for one in sorted(names) if name and one.startswith(name)]
    near = closest(name, names)
    if near is not None and not meant:
        meant = [names[near]]
    guess = f"did you mean {' or '.join(f'`{one}`' for one in meant)}?" if 0 < len(meant) <= MOST_MEANT else otherwise
    return f"there is no flag `{flag}`; {guess}"
