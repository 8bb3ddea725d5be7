"""What would be changed in files, as a patch: people read it in colours, `patch -p0` and `git apply -p0` apply it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain

from rulebed.text import in_line
from rulebed_tools.cli import console

SHADES = {"+": "good", "-": "bad", "@": "faint"}
NO_BREAK = "\n\\ No newline at end of file\n"
CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Patched:
    """A text before and after; a file that isn't there yet has an empty one."""

    name: str
    before: str
    after: str

    def lines(self) -> Iterable[str]:
        """The lines of the patch, each with its line break."""
        found = unified_diff(_lines(self.before), _lines(self.after), in_line(self.name), in_line(self.name), n=CONTEXT)
        return (line if line.endswith("\n") else line + NO_BREAK for line in found)


def show(files: Iterable[Patched]) -> None:
    """For people in colours, for programs sign by sign."""
    for line in chain.from_iterable(file.lines() for file in files):
        if console.has_colour(sys.stdout) and line[0] in SHADES:
            console.say(console.paint(line.rstrip("\n"), SHADES[line[0]]))
        else:
            console.hand_on(line)


def _lines(text: str) -> list[str]:
    """Lines as `patch` counts them: nothing but a line break ends one."""
    *whole, rest = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([rest] if rest else [])]
