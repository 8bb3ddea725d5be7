"""What many verbs can be told: the pack, patches, players, seed and options."""

from __future__ import annotations

import argparse
import secrets

from rulebed.content import languages
from rulebed.playing import LANGUAGE, LONG_SEED, Seed
from rulebed_tools.cli.misuse import Misuse
from rulebed_tools.sim.plan import SEED_BITS

LARGEST_SEED = (1 << SEED_BITS) - 1
LONGEST_TIME = 86_400  # seconds
MOST_DIGITS = 18


def add_pack(parser: argparse.ArgumentParser) -> None:
    """The pack, and patches of one line on it."""
    parser.add_argument("pack", metavar="PACK", help="a pack, with layers as in `pack+layer+layer`")
    add_patches(parser)


def add_patches(parser: argparse.ArgumentParser) -> None:
    """Layers of one line."""
    parser.add_argument(
        "--patch", metavar="ADDRESS=TEXT", action="append", default=[], help="change one value of the pack"
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """Whether names are those of files, as a hook of a commit has them."""
    parser.add_argument(
        "--files", action="store_true", help="names are those of files: take the packs that they belong to, if any"
    )


def add_setup(parser: argparse.ArgumentParser) -> None:
    """How many play, and with which options."""
    parser.add_argument("--players", metavar="N", type=positive, help="how many play (default: the fewest)")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the setup."""
    parser.add_argument("--set", metavar="OPTION=VALUE", action="append", default=[], help="set an option of the setup")
    parser.add_argument("--preset", metavar="NAME", default="", help="a setup that the pack has a name for")


def add_load(parser: argparse.ArgumentParser) -> None:
    """Where a game stands that goes on."""
    parser.add_argument("--load", metavar="FILE", help="go on from a saved game, a record or a scenario")
    parser.add_argument("--only", metavar="TEXT", default="", help="the scenario whose title has this in it")


def check_load(args: argparse.Namespace) -> None:
    """What would be in vain beside `--load`, or without it, is said before anything is opened."""
    if args.only and not args.load:
        raise Misuse("`--only` names a scenario of the file that is loaded: it goes with `--load`")
    if args.load and (args.players or args.set or args.preset):
        raise Misuse(
            "a saved game goes on as it was started: `--load` goes without `--players`, `--set` and `--preset`"
        )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """The seed of all luck."""
    parser.add_argument(
        "--seed", metavar="S", type=seed, help="the seed of all luck: a number, or 32 hexadecimal digits (default: any)"
    )


def add_bots(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Who plays."""
    parser.add_argument(
        "--bots",
        metavar="A,B",
        default="random",
        help=f"who plays, as in `random,mc:100`; with `mc:2s` by the clock, and no two runs alike{more}",
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of all texts."""
    parser.add_argument(
        "--lang",
        metavar="LANGUAGE",
        choices=languages(),
        default=LANGUAGE,
        help=f"the language of texts: {' or '.join(languages())} ({LANGUAGE})",
    )


def add_json(parser: argparse._ActionsContainer) -> None:
    """An answer for programs."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def seed_of(args: argparse.Namespace) -> Seed:
    """The seed that was given, or any."""
    given: Seed | None = args.seed
    return secrets.randbits(SEED_BITS) if given is None else given


def options_of(args: argparse.Namespace) -> dict[str, str]:
    """The setup options that were given."""
    return dict(_split(text) for text in args.set)


def _split(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise Misuse(f"`--set {text}` sets nothing; write `--set OPTION=VALUE`")
    return name.strip(), value.strip()


def positive(text: str) -> int:
    """A whole number above nothing."""
    number = natural(text)
    if number == 0:
        raise argparse.ArgumentTypeError("it should be at least 1")
    return number


def seed(text: str) -> Seed:
    """A number that every program keeps as it is, or a text of so many digits that nobody guesses it."""
    if LONG_SEED.fullmatch(text.lower()):
        return text.lower()
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"`{text}` is no seed: neither a whole number nor 32 hexadecimal digits")
    if len(text) > MOST_DIGITS or int(text) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"a number is {LARGEST_SEED} at most; a longer seed has 32 hexadecimal digits")
    return int(text)


def duration(text: str) -> float:
    """Seconds, more than none."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < LONGEST_TIME:
        raise argparse.ArgumentTypeError(f"`{text}` is no time: it should be more than 0 seconds")
    return seconds


def natural(text: str) -> int:
    """A whole number, nothing included."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"`{text}` is no whole number")
    if len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"a number has {MOST_DIGITS} digits at most")
    return int(text)


def people(text: str, players: int) -> frozenset[int]:
    """The seats that people play."""
    if text == "all":
        return frozenset(range(1, players + 1))
    seats = [part.strip() for part in text.split(",")]
    wrong = [seat for seat in seats if seat not in map(str, range(1, players + 1))]
    if wrong:
        raise Misuse(f"there is no seat `{wrong[0]}`; the seats are 1 to {players}, or `all`")
    return frozenset(map(int, seats))
