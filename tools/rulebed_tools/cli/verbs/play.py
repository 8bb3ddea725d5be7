"""Play a game in the terminal, against bots or with others; `--auto` lets bots play all seats."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from rulebed import Game, IllegalAction, State
from rulebed.play.record import steps_of
from rulebed.play.setup import preset_of
from rulebed.play.views import result_as_json
from rulebed_tools.bots import choosing
from rulebed_tools.bots.policy import policy
from rulebed_tools.cli import console, flags, kept, opening
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.sim.plan import LONGEST
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.screen import PlainScreen, Screen
from rulebed_tools.tui.session import Session
from rulebed_tools.tui.wording import Wording


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_setup(parser)
    flags.add_seed(parser)
    flags.add_language(parser)
    parser.add_argument("--seats", metavar="1,2", default="1", help="the seats that people play, or `all` (1)")
    parser.add_argument("--bots", metavar="A,B", help="who plays the other seats (mc:100), with --auto all (random)")
    parser.add_argument("--auto", action="store_true", help="let bots play all seats, and print what they do")
    parser.add_argument("--undo", choices=("free", "strict"), default="free", help="how far to take back (free)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--record", metavar="FILE", help="write what was decided, for `rulebed replay`")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play, or let play."""
    seed = flags.seed_of(args)
    game = opening.game(args)
    _check(args)
    if args.load:
        state = game.restore(_saved(args.load))
    else:
        options = flags.options_of(args)
        own = preset_of(game.info, args.preset).seed
        luck = seed if args.seed is not None or own is None else own
        how = {"options": options, "preset": args.preset, "undo": args.undo, "events": not args.auto}
        state = game.start(players=args.players, seed=luck, **how)
    state = _auto(args, state, seed) if args.auto else _session(args, game, state, seed)
    if args.record:
        Path(args.record).write_text(state.record, encoding="utf-8")
    return FINE


def _saved(name: str) -> str:
    """The text of a saved game."""
    text = opening.text_of(name)
    if not kept.is_save(text):
        help_ = f"; it is a record: `rulebed replay {name}` follows it" if kept.is_record(text) else ""
        raise Misuse(f"`{name}` is no saved game{help_}")
    return text


def _check(args: argparse.Namespace) -> None:
    """What would be in vain is said before anybody has played."""
    if args.json and not args.auto:
        raise Misuse("`--json` goes with `--auto`")
    if args.load and (args.players or args.set or args.preset):
        raise Misuse(
            "a saved game goes on as it was started: `--load` goes without `--players`, `--set` and `--preset`"
        )
    if args.record and (Path(args.record).is_dir() or not Path(args.record).parent.is_dir()):
        raise Misuse(f"a record can't be written to `{args.record}`: name a file in a directory that is there")


def _auto(args: argparse.Namespace, state: State, seed: int) -> State:
    """Bots at all seats: a compact log and the result."""
    play, random = policy(_bots(args, state, "random")), Random(seed)  # noqa: S311 - luck, not secrecy
    play(state, random, LONGEST, None)
    if not state.over:
        raise IllegalAction(Wording().stuck(state) or f"the game is not over after {LONGEST:,} decisions")
    steps = steps_of(state)
    if args.json:
        shown = [{"player": player, "address": address, "option": taken} for player, address, taken in steps]
        console.print_json({"pack": args.pack, "seed": state.seed, "decisions": shown, **result_as_json(state)})
        return state
    wording = Wording(args.lang)
    print(wording.begin(args.pack, state.rules.players, state.seed))
    for player, address, taken in steps:
        print(f"  {player}  {address}: {taken}")
    print(wording.result(state))
    return state


def _session(args: argparse.Namespace, game: Game, state: State, seed: int) -> State:
    """People at some seats, at this terminal."""
    bots = [bot.choose for bot in choosing.bots(_bots(args, state, "mc:100"))]
    random = Random(seed)  # noqa: S311 - luck, not secrecy
    people, guide = _people(args.seats, state.rules.players), Guide(game, opening.tree(args), args.lang)
    screen, wording = _screen(), Wording(args.lang)
    screen.say(wording.begin(wording.title(state), state.rules.players, state.seed))
    session = Session(state, people, bots, random, screen, guide, wording)
    session.run()
    return session.state


def _bots(args: argparse.Namespace, state: State, usual: str) -> tuple[str, ...]:
    return choosing.specs(args.bots or usual, state.rules.players)


def _people(text: str, players: int) -> frozenset[int]:
    if text == "all":
        return frozenset(range(1, players + 1))
    seats = [part.strip() for part in text.split(",")]
    wrong = [seat for seat in seats if not seat.isdecimal() or not 1 <= int(seat) <= players]
    if wrong:
        raise Misuse(f"there is no seat `{wrong[0]}`; the seats are 1 to {players}, or `all`")
    return frozenset(map(int, seats))


def _screen() -> Screen:
    if console.is_terminal(sys.stdout) and sys.stdin.isatty():
        try:
            from rulebed_tools.tui.rich_screen import RichScreen  # noqa: PLC0415 - needs an extra
        except ImportError:
            print("(install `rulebed[tui]` for a nicer screen)")
        else:
            return RichScreen()
    return PlainScreen(is_terminal=console.is_terminal(sys.stdout))
