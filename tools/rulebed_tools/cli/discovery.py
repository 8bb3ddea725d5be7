"""Finds the verbs by looking at what modules there are; only the one that is asked for is imported."""

from __future__ import annotations

import argparse
import ast
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from rulebed_tools.cli.misuse import Misuse

FOLDER = Path(__file__).parent / "verbs"
PACKAGE = "rulebed_tools.cli.verbs"


class Verb(Protocol):
    """What each module of the directory has; its docstring is its help.

    It may have `EXAMPLES`, which stand below it, such as `("list --json",)`; a verb that has none is shown in
    `tools/README.md`.
    """

    __doc__: str | None

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add what the verb can be told."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the job; the result is the exit code."""


def names() -> list[str]:
    """All verbs."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def summary(name: str) -> str:
    """The first line of a verb's help, read without importing it."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def examples(verb: Verb) -> tuple[str, ...]:
    """The commands that a verb shows of itself."""
    found: tuple[str, ...] = getattr(verb, "EXAMPLES", ())
    return found


def verb(name: str) -> Verb:
    """The verb of this name."""
    if name not in names():
        from rulebed.text import closest  # noqa: PLC0415 - only a slip needs it

        guess = closest(name, names())
        known = f"did you mean `{guess}`?" if guess else "`rulebed --help` lists the verbs"
        raise Misuse(f"there is no verb `{name}`; {known}")
    return cast("Verb", import_module(f"{PACKAGE}.{name}"))
