"""What an extra brings beside Rulebed is missing: the error says the line that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtraError(ModuleNotFoundError):
    """A module that an extra brings isn't there."""


@contextmanager
def needing(extra: str, *modules: str) -> Iterator[None]:
    """Around imports that need an extra, which brings these modules."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in modules:
            raise
        message = f"there is no `{missing}` here, which this needs: pip install 'rulebed[{extra}]'"
        raise MissingExtraError(message, name=missing) from error
