"""The `rulebed` command: finds the verb, runs it, and says in plain words what went wrong."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from contextlib import suppress

from rulebed_tools.cli import discovery, notices, streams
from rulebed_tools.cli.misuse import FINDINGS, FINE, INTERRUPTED, MISUSE, Misuse
from rulebed_tools.cli.parser import FLAG, no_flag, parser_of

SELDOM = (100_000, 50, 50)  # a command makes much that is alive until it ends: looking through it again is in vain
FLAGS = ("--help", "--version")
USAGE = "usage: rulebed VERB ...      (`rulebed VERB --help` says more)"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all is well, 1 for findings, 2 for misuse."""
    try:
        gc.set_threshold(*SELDOM)
        streams.open_all()
        with notices.in_lines():
            code = _guarded(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:  # the reader has had enough, as with `| head`
        streams.let_go()
        return FINE
    except OSError:  # what is wrong can't be written either
        streams.let_go()
        return MISUSE
    except KeyboardInterrupt as stop:
        with suppress(BrokenPipeError):
            _warn("\nstopped" + "".join(f": {told}" for told in stop.args))
        return getattr(stop, "code", INTERRUPTED)
    return code


def _guarded(words: list[str]) -> int:
    """Run a command and write all that it says; what the engine or the disk refuses is said in their own words."""
    try:
        code = _said(words)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (ValueError, RuntimeError, OSError) as error:
        from rulebed_tools.cli import refusals  # noqa: PLC0415 - it needs the engine, which a quick verb doesn't

        refused = refusals.explain(error)
        if refused is None:
            raise
        streams.let_go()
        return refused
    return code


def _said(words: list[str]) -> int:
    """Run a command; what is wrong with it is said in a line."""
    try:
        return _run(words)
    except SystemExit as stop:  # argparse has said what it had to say
        return stop.code if isinstance(stop.code, int) else MISUSE
    except Misuse as misuse:
        _warn(f"rulebed: {misuse}")
        return MISUSE


def _run(words: list[str]) -> int:
    if words[:1] == ["help"] and len(words) > 1:
        words = [words[1], "--help"]
    if not words or words[0] in ("-h", "--help", "help"):
        _say(_overview())
        return FINE if words else MISUSE
    if words[0] == "--version":
        _say(_version())
        return FINE
    if words[0].startswith(FLAG):
        raise Misuse(no_flag(words[0], FLAGS, "`rulebed --help` lists the verbs"))
    verb = discovery.verb(words[0])
    return verb.run(parser_of(words[0], verb).understood(words[1:]))


def _say(text: str) -> None:
    from rulebed_tools.cli import console  # noqa: PLC0415 - as below

    console.say(text)


def _warn(message: str) -> None:
    from rulebed_tools.cli import console  # noqa: PLC0415 - as below

    console.warn(message)


def _overview() -> str:
    from rulebed.text import padded, width  # noqa: PLC0415 - as above

    names = discovery.names()
    columns = max(map(width, names)) + 2
    lines = [f"  {padded(name, columns)}{discovery.summary(name)}" for name in names]
    codes = f"exit code: {FINE} fine, {FINDINGS} findings, {MISUSE} misuse"
    return "\n".join([USAGE, "", *lines, "", codes])


def _version() -> str:
    import rulebed  # noqa: PLC0415 - a quick verb doesn't need the engine

    return f"rulebed {rulebed.__version__}"
