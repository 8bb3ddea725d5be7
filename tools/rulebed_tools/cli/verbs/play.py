"""Play a game in the terminal, against bots or with others; `--auto` lets bots play all seats.

`--load FILE` goes on from where a game stands: a saved game, a record, or a scenario of a file (`--only TITLE`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from rulebed import Decision, IllegalAction, State
from rulebed.lang.luck import Seed
from rulebed.play.models import Models
from rulebed.play.record import steps_of
from rulebed.play.setup import preset_of
from rulebed.play.views import result_as_json
from rulebed.source.writing import write_text
from rulebed_tools.bots import choosing
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import console, flags, judging, opening, standing, stopping
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.sim.plan import LONGEST
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.screen import PlainScreen, Screen
from rulebed_tools.tui.session import Session
from rulebed_tools.tui.wording import Wording


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="a pack, with layers; `--load` needs none")
    flags.add_patches(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    flags.add_language(parser)
    parser.add_argument("--seats", metavar="1,2", default="1", help="the seats that people play, or `all` (1)")
    parser.add_argument("--bots", metavar="A,B", help="who plays the other seats (mc:100), with --auto all (random)")
    parser.add_argument("--auto", action="store_true", help="let bots play all seats, and print what they do")
    parser.add_argument("--undo", choices=("free", "strict"), default="free", help="how far to take back (free)")
    parser.add_argument("--load", metavar="FILE", help="go on from a saved game, a record or a scenario")
    parser.add_argument("--only", metavar="TEXT", default="", help="the scenario whose title has this in it")
    parser.add_argument("--record", metavar="FILE", help="write what was decided, for `rulebed replay`")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play, or let play."""
    seed = flags.seed_of(args)
    _check(args)
    state, models = _loaded(args) if args.load else _started(args, seed)
    state = _auto(args, state, seed) if args.auto else _session(args, state, models, seed)
    if args.record:
        write_text(Path(args.record), state.record)
    return FINE


def _started(args: argparse.Namespace, seed: Seed) -> tuple[State, Models]:
    """A new game."""
    game, options = opening.game(args), flags.options_of(args)
    own = preset_of(game.info, args.preset).seed
    luck = seed if args.seed is not None or own is None else own
    how = {"options": options, "preset": args.preset, "undo": args.undo, "events": not args.auto}
    return game.start(players=args.players, seed=luck, **how), Models(opening.tree(args))


def _loaded(args: argparse.Namespace) -> tuple[State, Models]:
    """Where a game stands; one that was saved may be named with its pack."""
    found = standing.opened(args.load, args.patch, args.only, goes_on=not args.auto)
    reference = found[0].game.info.reference
    if args.pack not in (None, reference):
        raise Misuse(f"`{args.load}` belongs to `{reference}`, not to `{args.pack}`: leave the pack out")
    return found


def _check(args: argparse.Namespace) -> None:
    """What would be in vain is said before anybody has played."""
    if not args.pack and not args.load:
        raise Misuse("name a pack, as in `rulebed play pig`; `rulebed list` has them")
    if args.only and not args.load:
        raise Misuse("`--only` names a scenario of the file that is loaded: it goes with `--load`")
    if args.json and not args.auto:
        raise Misuse("`--json` goes with `--auto`")
    if args.load and (args.players or args.set or args.preset):
        raise Misuse(
            "a saved game goes on as it was started: `--load` goes without `--players`, `--set` and `--preset`"
        )
    if args.record and (Path(args.record).is_dir() or not Path(args.record).parent.is_dir()):
        raise Misuse(f"a record can't be written to `{args.record}`: name a file in a directory that is there")


def _auto(args: argparse.Namespace, state: State, seed: Seed) -> State:
    """Bots at all seats: a compact log and the result."""
    play, random = policy(_bots(args, state, "random")), Random(seed)  # noqa: S311 - luck, not secrecy
    play(state, random, LONGEST, None)
    if not state.over:
        raise IllegalAction(Wording().stuck(state) or f"the game is not over after {LONGEST:,} decisions")
    steps, reference = steps_of(state), state.game.info.reference
    if args.json:
        shown = [{"player": player, "address": address, "option": taken} for player, address, taken in steps]
        console.print_json({"pack": reference, "seed": state.seed, "decisions": shown, **result_as_json(state)})
        return state
    wording = Wording(args.lang)
    console.say(wording.begin(reference, state.rules.players, state.seed))
    for player, address, taken in steps:
        console.say(f"  {player}  {address}: {taken}")
    console.say(wording.result(state))
    return state


def _session(args: argparse.Namespace, state: State, models: Models, seed: Seed) -> State:
    """People at some seats, at this terminal."""
    bots = [bot.choose for bot in choosing.bots(_bots(args, state, "mc:100"))]
    random = Random(seed)  # noqa: S311 - luck, not secrecy
    people, guide = _people(args.seats, state.rules.players), Guide(models.tree, args.lang)
    screen, wording = _screen(), Wording(args.lang)
    screen.say(wording.begin(wording.title(state), state.rules.players, state.seed))
    why = partial(_why, models, args.lang)
    session = Session(state, people, bots, random, screen, guide, why, wording)
    with stopping.kept(session, args.record):
        session.run()
    return session.state


def _why(models: Models, language: str, state: State, decision: Decision, wanted: str) -> Iterator[str]:
    """What is said of an option, or of all that aren't offered."""
    try:
        found = judging.judged(state, decision, models, language, wanted or None)
    except Misuse as misuse:
        yield str(misuse)
        return
    telling = judging.Telling(state.rules.words, Wording(language), judging.unpainted)
    yield from telling.in_full(found[0]) if wanted else telling.listed(found)


def _bots(args: argparse.Namespace, state: State, usual: str) -> tuple[str, ...]:
    return choosing.specs(args.bots or usual, state.rules.players)


def _people(text: str, players: int) -> frozenset[int]:
    if text == "all":
        return frozenset(range(1, players + 1))
    seats = [part.strip() for part in text.split(",")]
    wrong = [seat for seat in seats if seat not in map(str, range(1, players + 1))]
    if wrong:
        raise Misuse(f"there is no seat `{wrong[0]}`; the seats are 1 to {players}, or `all`")
    return frozenset(map(int, seats))


def _screen() -> Screen:
    if console.is_terminal(sys.stdout) and console.is_terminal(sys.stdin):
        try:
            from rulebed_tools.tui.rich_screen import RichScreen  # noqa: PLC0415 - needs an extra
        except ImportError:
            console.say("(install `rulebed[tui]` for a nicer screen)")
        else:
            return RichScreen(has_colour=console.has_colour(sys.stdout))
    return PlainScreen(is_terminal=console.is_terminal(sys.stdout))
