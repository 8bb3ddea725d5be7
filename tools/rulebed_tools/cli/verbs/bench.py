"""Measure how fast games run, side by side with hand-written twins and other engines, and compare with the targets."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rulebed.packs.places import content_root
from rulebed_tools.cli import console, flags
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse

PACKAGE = "rulebed_yardsticks"
Row = dict[str, Any]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("--only", metavar="TEXT", default="", help="only the rows whose name has this in it")
    parser.add_argument("--repeats", metavar="N", type=flags.positive, default=5, help="runs of each program (5)")
    parser.add_argument("--seconds", metavar="S", type=float, default=0.5, help="how long each run takes (0.5)")
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure the rows, and print each as it comes."""
    found = []
    for row in _rows()(args.only, args.repeats, args.seconds):
        found.append(row)
        if not args.json:
            print(_shown(row), flush=True)
    if not found:
        raise Misuse(f"no row has `{args.only}` in its name")
    if args.json:
        console.print_json({"versions": _yardsticks("peers").versions(), "rows": found})
    return FINE if all(map(_is_met, found)) else FINDINGS


def _rows() -> Callable[[str, int, float], Iterator[Row]]:
    rows: Callable[[str, int, float], Iterator[Row]] = _yardsticks("rows").rows
    return rows


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
    line = f"{mark}  {row['name']}: {row['ratio']:.3g} (at least {row['target']:g}; {rates})"
    shares = ", ".join(f"{who} {share:.1%}" for who, share in row.get("results", {}).items())
    return f"{line}\n         {row['mean_length']:.2f} decisions a game, {shares}" if shares else line
