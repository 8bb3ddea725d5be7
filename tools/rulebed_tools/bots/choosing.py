"""Finds bots by name: `random`, or `mc:500` for one with a strength; a new bot is a new module in `players/`.

A strength is a whole number, or several, as in `mc:500:100`: what they mean is the bot's own affair. A time, as in
`mc:2s`, is for bots whose module says `TAKES_SECONDS = True`. Bots of other packages are modules of the same kind,
declared at the entry points `rulebed.bots`.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from random import Random
from types import ModuleType

from rulebed import BudgetExceeded, Option, Seat, State
from rulebed.content import entry_points_of
from rulebed.text import closest
from rulebed_tools.bots import thinking
from rulebed_tools.bots.bot import Bot, options_of
from rulebed_tools.bots.errors import BotError

FOLDER = Path(__file__).parent / "players"
SHOWN = 8  # options that a message lists
PACKAGE = "rulebed_tools.bots.players"
BOTS = "rulebed.bots"


def names() -> list[str]:
    """All kinds of bots."""
    return sorted(_modules())


def _modules() -> dict[str, list[str]]:
    """The modules of each bot; what somebody else's package calls as one of these here is not found."""
    others: dict[str, list[str]] = {}
    for point in entry_points_of(BOTS):
        others.setdefault(point.name, []).append(point.value)
    return others | {path.stem: [f"{PACKAGE}.{path.stem}"] for path in FOLDER.glob("*.py") if path.stem != "__init__"}


def bot(spec: str) -> Named:
    """The bot that goes by a name, or by a name and its strength."""
    name, *strength = spec.split(":")
    if name not in names():
        guess = closest(name, names())
        known = f"did you mean `{guess}`?" if guess else f"there are {', '.join(f'`{n}`' for n in names())}"
        raise BotError(f"there is no bot `{name}`; {known}")
    return Named(spec, _made(name, *map(thinking.strength, strength)))


def timed(given: Sequence[str]) -> tuple[str, ...]:
    """Those of some bots that think by the clock: what they take can't be repeated."""
    strengths = {spec: map(thinking.strength, spec.split(":")[1:]) for spec in given}
    return tuple(spec for spec, parts in strengths.items() if any(isinstance(one, thinking.Seconds) for one in parts))


@dataclass(frozen=True, slots=True)
class Named:
    """A bot that may be anybody's: what goes wrong in it is told with its name, and where."""

    name: str
    bot: Bot

    def prepare(self, seat: Seat[State]) -> None:
        """Before a game: let the bot make what it needs, if there is such a thing."""
        prepare = getattr(self.bot, "prepare", None)
        if prepare is not None:
            with self._told():
                prepare(seat)

    def choose(self, seat: Seat[State], random: Random) -> Option:
        """What the bot takes."""
        with self._told():
            found = self.bot.choose(seat, random)
        return found if isinstance(found, Option) else self._meant(found, seat)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except BudgetExceeded:  # of the game
            raise
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where, what = f"{last.filename}:{last.lineno}", f"{type(error).__name__}: {error}"
            raise BotError(f"the bot `{self.name}` can't go on: {what} ({where})") from error

    def _meant(self, found: object, seat: Seat[State]) -> Option:
        options = options_of(seat)
        option = next((one for one in options if one.id == found), None)
        if option is None:
            ids = ", ".join(f"`{one.id}`" for one in options[:SHOWN]) + (" ..." if len(options) > SHOWN else "")
            raise BotError(f"the bot `{self.name}` gives {found!r}, which is none of its options: {ids}")
        return option


def _made(name: str, *strength: thinking.Strength) -> Bot:
    module, *others = _modules()[name]
    if others:
        where = ", ".join(f"`{one}`" for one in (module, *others))
        raise BotError(f"several installed packages have a bot `{name}`: {where}; keep one of them")
    try:
        found = import_module(module)
        if strength and any(isinstance(one, thinking.Seconds) for one in strength):
            _check_seconds(name, found)
        made: Bot = found.make(*strength)
    except BotError:
        raise
    except Exception as error:  # whatever is wrong in somebody else's module
        why = f"{type(error).__name__}: {error}"
        raise BotError(f"the bot `{name}` of an installed package can't be made: {why}") from error
    return made


def _check_seconds(name: str, module: ModuleType) -> None:
    if not getattr(module, "TAKES_SECONDS", False):
        raise BotError(f"the bot `{name}` can't be given a time: it doesn't think by the clock")


def specs(text: str, seats: int) -> tuple[str, ...]:
    """One bot for each seat, from a list that is gone through again where it is too short."""
    given = [part.strip() for part in text.split(",") if part.strip()]
    if not given:
        raise BotError("name at least one bot, as in `random,mc`")
    if len(given) > seats:
        raise BotError(f"`{text}` names {len(given)} bots, and there are {seats} seats")
    return tuple(islice(cycle(given), seats))


def bots(given: Sequence[str]) -> tuple[Named, ...]:
    """The bots that go by these names."""
    return tuple(map(bot, given))


def checked(given: Sequence[str]) -> tuple[str, ...]:
    """The same names, if there are such bots."""
    bots(given)
    return tuple(given)
