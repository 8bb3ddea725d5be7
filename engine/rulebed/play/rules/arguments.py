"""What public functions may be given: a value of another type is refused at once, by the name of its parameter.

Annotations bind nobody who calls from a notebook, a server or another language. Each public function has what it was
given looked at here first, so that no error speaks of what the engine does inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path, PurePath
from typing import Any, TypeVar

from rulebed.lang.luck import DIGITS, LONG_SEED, Seed
from rulebed.lang.ops import HIGHEST
from rulebed.source.suggest import did_you_mean
from rulebed.source.visible import visible

T = TypeVar("T")
Refusal = type[TypeError] | type[ValueError]
LONGEST_NUMBER = 1024  # bits
LONGEST_NAME = 40  # letters of it that are repeated
BEYOND = 1 << LONGEST_NUMBER


def text(name: str, value: object, refusal: Refusal = TypeError) -> str:
    """A text."""
    if not isinstance(value, str):
        raise _refused(name, value, "a text", refusal)
    return value


def language(value: object, known: Iterable[str]) -> str:
    """A language that something is said in."""
    said = text("language", value)
    if said not in known:
        spoken = sorted(known)
        help_ = did_you_mean(said, spoken, f"what is spoken is {' and '.join(f'`{one}`' for one in spoken)}")
        raise LookupError(visible(f"`language` can't be `{said[:LONGEST_NAME]}`: {help_}"))
    return said


def number(name: str, value: object, refusal: Refusal = TypeError) -> int:
    """A whole number, of whatever library; true and false are none."""
    if type(value) is int and -BEYOND < value < BEYOND:
        return value
    try:
        found = index(value)  # type: ignore[arg-type]  # it says itself whether it is a number
    except TypeError:
        raise _refused(name, value, "a whole number", refusal) from None
    if isinstance(value, bool):
        raise _refused(name, value, "a whole number", refusal)
    if not -BEYOND < found < BEYOND:
        kind = ValueError if refusal is TypeError else refusal
        raise kind(f"`{name}` is too long: a number may have {LONGEST_NUMBER:,} bits")
    return found


def seed(name: str, value: object, refusal: Refusal = TypeError) -> Seed:
    """What luck begins with: a whole number, or as a text so many digits that nobody guesses it."""
    if not isinstance(value, str):
        found = number(name, value, refusal)
        return found if -HIGHEST <= found <= HIGHEST else str(found)  # what reads a save leaves a text as it is
    if not (LONG_SEED.fullmatch(value) or DIGITS.fullmatch(value)):
        kind = ValueError if refusal is TypeError else refusal
        raise kind(f"`{name}` as a text should have 32 hexadecimal digits: 0 to 9, and a to f in lower case")
    return value


def flag(name: str, value: object, refusal: Refusal = TypeError) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _refused(name, value, "true or false", refusal)
    return value


def several(name: str, value: object, refusal: Refusal = TypeError) -> tuple[Any, ...]:
    """Several things: a text would be each of its letters."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise _refused(name, value, "a list", refusal)
    return tuple(value)


def texts(name: str, value: object, refusal: Refusal = TypeError) -> tuple[str, ...]:
    """Several texts."""
    return tuple(text(f"{name}[{place}]", one, refusal) for place, one in enumerate(several(name, value, refusal)))


def paths(name: str, value: object) -> tuple[Path, ...]:
    """Several places where files lie."""
    return tuple(_path(f"{name}[{place}]", one) for place, one in enumerate(several(name, value)))


def _path(name: str, value: object) -> Path:
    if not isinstance(value, str | PurePath):
        raise _refused(name, value, "a path", TypeError)
    return Path(value)


def by_name(name: str, value: object, refusal: Refusal = TypeError) -> dict[str, Any]:
    """Values by name."""
    if not isinstance(value, Mapping):
        raise _refused(name, value, "a mapping of names to values", refusal)
    return {text(f"a name in {name}", key, refusal): one for key, one in value.items()}


def one_of_sort(name: str, value: object, sort: type[T], wanted: str) -> T:
    """Something that the engine made."""
    if not isinstance(value, sort):
        raise _refused(name, value, wanted, TypeError)
    return value


def _refused(name: str, value: object, wanted: str, refusal: Refusal) -> TypeError | ValueError:
    """Says the type alone: a value from elsewhere may be of any length."""
    found = "nothing" if value is None else f"of type `{type(value).__name__}`"
    return refusal(f"`{name}` should be {wanted}, and is {found}")
