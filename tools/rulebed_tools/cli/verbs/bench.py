"""Measure how fast games run, side by side with hand-written twins and other engines, and compare with the targets."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from rulebed.content import content_root
from rulebed_tools.cli import console, flags, opening, sampling
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse

PACKAGE = "rulebed_yardsticks"
HOUSE = "catanatron"
LINES = 12  # that are listed by `--explain`
ALONE = (
    "import sys; from rulebed_tools.processes import end_without_a_word; end_without_a_word();"
    " from rulebed_tools.cli.verbs import bench; bench.alone(*sys.argv[1:])"
)
NOTE = (
    "each contest is run in a process of its own, its programs in turn; rates are medians, per second of processor time"
    " (`sim` and what runs under node: per second of the clock); ratios are of the medians, then of single runs"
)
Row = dict[str, Any]
Chosen = list[tuple[Any, tuple[str, ...]]]  # contests, each with the names of the rows that are wanted of it


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="measure this pack beside a game of another house")
    parser.add_argument("--against", metavar="HOUSE", help=f"whose game PACK is measured beside ({HOUSE})")
    parser.add_argument(
        "--explain", action="store_true", help="play PACK at random and say which of its lines take the time"
    )
    flags.add_patches(parser)
    flags.add_setup(parser)
    parser.add_argument("--only", metavar="TEXT", default="", help="only the rows whose name has this in it")
    parser.add_argument("--repeats", metavar="N", type=flags.positive, default=5, help="runs of each program (5)")
    parser.add_argument(
        "--seconds", metavar="S", type=flags.duration, default=0.5, help="how long each run takes (0.5)"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure the rows, and print each as it comes."""
    if args.pack is None and (args.against or args.players or args.set or args.patch):
        raise Misuse("`--against`, `--players`, `--set` and `--patch` go with a PACK, as in `bench PACK --players 3`")
    if args.explain:
        return _explain(args)
    found = []
    chosen = _rows(args)
    if not args.json:
        console.say(console.paint(NOTE, "faint"), flush=True)
    for row in chosen:
        found.append(row)
        if not args.json:
            console.say(_shown(row), flush=True)
    if args.json:
        console.print_json({"versions": _yardsticks("peers").versions(), "note": NOTE, "rows": found})
    return FINE if all(map(_is_met, found)) else FINDINGS


def _explain(args: argparse.Namespace) -> int:
    """Say where the time goes, line by line."""
    if args.pack is None or args.against or args.only:
        raise Misuse("`--explain` goes with a PACK, and neither with `--against` nor with `--only`")
    if not sampling.can_sample():
        raise Misuse("`--explain` needs a clock that this platform doesn't have")
    game, how = opening.game(args), {"options": flags.options_of(args), "preset": args.preset}
    starts = partial(game.start, players=args.players, **how)
    found = sampling.sampled(lambda seed: starts(seed=seed), args.repeats * args.seconds)
    rows = list(found.rows(LINES))
    if args.json:
        elsewhere = found.elsewhere / max(found.looks, 1)
        console.print_json({"decisions": found.decisions, "seconds": found.seconds, "rows": rows, "engine": elsewhere})
        return FINE
    decisions = console.counted(found.decisions, "decision")
    console.say(f"{decisions} in {found.seconds:.1f} s, {found.looks:,} looks; each line with its share")
    for row in rows:
        console.say(f"{row['share']:6.1%}  {row['file']}:{row['line']}  {console.paint(row['text'], 'faint')}")
    console.say(
        f"{found.elsewhere / max(found.looks, 1):6.1%}  the engine itself: keeping the record, looking at answers"
    )
    return FINE


def alone(request: str) -> None:
    """Measure one contest in this process, and print its rows: others leave neither heap nor habits behind."""
    asked = json.loads(request)
    contest, titles = _chosen(asked["subject"], asked["only"])[asked["number"]]
    for row in contest.rows(titles, asked["repeats"], asked["seconds"]):
        console.print_json(row, indent=None)


def _rows(args: argparse.Namespace) -> Iterator[Row]:
    subject = _subject(args)
    chosen = _chosen(subject, args.only)
    if not chosen:
        raise Misuse(f"no row has `{args.only}` in its name")
    asked = {"subject": subject, "only": args.only, "repeats": args.repeats, "seconds": args.seconds}
    return chain.from_iterable(_in_a_process({**asked, "number": number}) for number in range(len(chosen)))


def _in_a_process(request: dict[str, Any]) -> Iterator[Row]:
    command = [sys.executable, "-c", ALONE, json.dumps(request)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        yield from map(json.loads, process.stdout)
    if process.returncode:
        raise RuntimeError("a contest has failed; what it says stands above")


def _subject(args: argparse.Namespace) -> dict[str, Any] | None:
    """What is measured, fit for JSON; nothing where it is the table of the reference packs."""
    if args.pack is None:
        return None
    houses, house = _yardsticks("packs").HOUSES, args.against or HOUSE
    if house not in houses:
        raise Misuse(f"there is no house `{house}`; there is {', '.join(f'`{name}`' for name in houses)}")
    opening.started(args, 0)  # what can't be played is said before anything is measured
    own = {"players": args.players, "options": flags.options_of(args), "preset": args.preset, "patches": args.patch}
    return {"house": house, "game": {"pack": args.pack, **own}}


def _chosen(subject: dict[str, Any] | None, only: str) -> Chosen:
    rows = _yardsticks("rows")
    chosen: Chosen = rows.chosen(_contests(subject) if subject else rows.CONTESTS, only)
    return chosen


def _contests(subject: dict[str, Any]) -> Any:
    packs = _yardsticks("packs")
    return packs.contests(packs.Subject(**subject["game"]), subject["house"])


def _yardsticks(module: str) -> Any:
    """A module of the checkout's `tests/bench`, which is not installed: its twins are no part of the product."""
    folder = content_root().parent / "tests" / "bench"
    if not (folder / "rows.py").is_file():
        raise Misuse("`bench` works in a checkout: the yardsticks in `tests/bench` are not installed")
    if PACKAGE not in sys.modules:
        _import_package(folder)
    return importlib.import_module(f"{PACKAGE}.{module}")


def _import_package(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = package
    spec.loader.exec_module(package)


def _is_met(row: Row) -> bool:
    return row["ratio"] is None or row["ratio"] >= row["target"]


def _shown(row: Row) -> str:
    """Two lines at most: the ratio with its target, and what was played."""
    if row["ratio"] is None:
        return f"{console.paint('skipped', 'faint')}  {row['name']}: {row['skipped']}"
    mark = console.paint("ok     ", "good") if _is_met(row) else console.paint("SLOW   ", "bad")
    rates = f"{row['ours']:,.6g} / {row['theirs']:,.6g}"
    least, most = row["spread"]
    runs = f", runs {least:.3g} to {most:.3g}" if least < most else ""
    line = f"{mark}  {row['name']}: {row['ratio']:.3g}{runs} (at least {row['target']:g}; {rates})"
    shares = ", ".join(f"{who} {share:.1%}" for who, share in row.get("results", {}).items())
    return f"{line}\n         {row['mean_length']:.2f} decisions a game, {shares}" if shares else line
