"""Play a game in the terminal, against bots or with others; `--auto` lets bots play all seats.

`--load FILE` goes on from where a game stands: one that was saved, by its name; a record, or a scenario of a file
(`--only TITLE`). `--results` shows how games alone came out.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random

from rulebed import Decision, IllegalAction, Option, State, analysis
from rulebed.playing import FREE, Seed, preset_of, result_as_json, steps_of
from rulebed.text import write_text
from rulebed_tools.bots import choosing
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import console, flags, opening, stopping
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.resuming import anew
from rulebed_tools.sim.plan import LONGEST, SEED_BITS
from rulebed_tools.tui import results
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.screen import PlainScreen, Screen
from rulebed_tools.tui.session import Session
from rulebed_tools.tui.store import own_store
from rulebed_tools.tui.wording import Wording

Models = Callable[[], "analysis.Models"]  # read and made when somebody asks why


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="a pack, with layers; `--load` needs none")
    flags.add_patches(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    flags.add_language(parser)
    parser.add_argument("--seats", metavar="1,2", default="1", help="the seats that people play, or `all` (1)")
    parser.add_argument("--bots", metavar="A,B", help="who plays the other seats (mc:2s), with --auto all (random)")
    parser.add_argument("--auto", action="store_true", help="let bots play all seats, and print what they do")
    parser.add_argument("--ask-all", action="store_true", help="ask also where there is only one answer")
    parser.add_argument("--undo", choices=("free", "strict"), help="how far to take back (free, or as it was saved)")
    flags.add_load(parser)
    parser.add_argument("--record", metavar="FILE", help="write what was decided, for `rulebed replay`")
    parser.add_argument("--results", action="store_true", help="show how games alone came out, of one pack or of all")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play, or let play."""
    if args.results:
        return _results(args)
    seed = flags.seed_of(args)
    _check(args)
    state, models = _loaded(args) if args.load else _started(args, seed)
    state = _auto(args, state, seed) if args.auto else _session(args, state, models, seed)
    if args.record:
        write_text(Path(args.record), state.record)
    return FINE


def _started(args: argparse.Namespace, seed: Seed) -> tuple[State, Models]:
    """A new game."""

    @cache
    def models() -> analysis.Models:
        return analysis.Models(opening.tree(args))

    game, options = opening.game(args), flags.options_of(args)
    own = preset_of(game.info, args.preset).seed
    luck = seed if args.seed is not None or own is None else own
    how = {"options": options, "preset": args.preset, "undo": args.undo or FREE, "events": not args.auto}
    return game.start(players=args.players, seed=luck, **how), models


def _loaded(args: argparse.Namespace) -> tuple[State, Models]:
    """A game that was begun before."""
    from rulebed_tools.cli import standing  # noqa: PLC0415 - it plays scenarios, too

    state, models = standing.loaded(args, events=not args.auto)
    return state, lambda: models


def _check(args: argparse.Namespace) -> None:
    """What would be in vain is said before anybody has played."""
    if not args.pack and not args.load:
        raise Misuse("name a pack, as in `rulebed play pig`; `rulebed list` has them")
    flags.check_load(args)
    if args.json and not args.auto:
        raise Misuse("`--json` goes with `--auto`")
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
    bots = choosing.bots(_bots(args, state, "mc:2s"))
    random = Random(seed)  # noqa: S311 - luck, not secrecy
    people, guide = flags.people(args.seats, state.rules.players), Guide(args.lang)
    screen, wording = _screen(), Wording(args.lang)
    screen.say(wording.begin(wording.title(state), state.rules.players, state.seed))
    why, does = partial(_why, models, args.lang), partial(_does, models, args.lang)
    anew = partial(_again, state)
    choose = [bot.choose for bot in bots]
    session = Session(
        state, people, choose, random, screen, guide, why, does, own_store(), wording, anew, asks_all=args.ask_all
    )
    for player in sorted({*range(1, state.rules.players + 1)} - people):
        bots[player - 1].prepare(state.seat(player))
    with stopping.kept(session, args.record):
        session.run()
    return session.state


def _again(state: State) -> State:
    """A game that was set up the same way, with other luck."""
    return anew(state, secrets.randbits(SEED_BITS))


def _results(args: argparse.Namespace) -> int:
    """How games alone came out: a row for each pack with its layers and options."""
    wording = Wording(args.lang)
    rows = results.rows(own_store().results(), args.pack)
    if not rows:
        console.say(wording.say("no_results", of=f": {args.pack}" if args.pack else ""))
        return FINE
    head = [wording.say(f"results_{name}") for name in ("pack", "options", "games", "won", "best", "last")]
    console.say(console.table(head, rows))
    return FINE


def _why(models: Models, language: str, state: State, decision: Decision, wanted: str) -> Iterator[str]:
    """What is said of an option, or of all that aren't offered."""
    from rulebed_tools.cli import judging  # noqa: PLC0415 - it needs the compiler

    try:
        found = judging.judged(state, decision, models(), language, wanted or None)
    except Misuse as misuse:
        yield str(misuse)
        return
    telling = judging.Telling(state.rules.words, Wording(language), judging.unpainted)
    yield from telling.in_full(found[0]) if wanted else telling.listed(found)


def _does(models: Models, language: str, state: State, decision: Decision, option: Option) -> Iterator[str]:
    """What is said of an option that can be taken."""
    from rulebed_tools.cli import judging  # noqa: PLC0415 - as above

    yield from judging.deeds(models(), language, state, decision, option)


def _bots(args: argparse.Namespace, state: State, usual: str) -> tuple[str, ...]:
    return choosing.specs(args.bots or usual, state.rules.players)


def _screen() -> Screen:
    if console.is_terminal(sys.stdout) and console.is_terminal(sys.stdin):
        try:
            from rulebed_tools.tui.rich_screen import RichScreen  # noqa: PLC0415 - needs an extra
        except ImportError:
            console.say("(install `rulebed[tui]` for a nicer screen)")
        else:
            return RichScreen(has_colour=console.has_colour(sys.stdout))
    return PlainScreen(is_terminal=console.is_terminal(sys.stdout))
