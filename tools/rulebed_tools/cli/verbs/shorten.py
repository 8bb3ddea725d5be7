"""Say in files of scenarios once what they say again and again; no title and nothing that is expected is lost.

Forced answers are left out, and counters that follow from what else is given; a scenario that goes on from where
another stops becomes a moment of it, starts that are the same get a name, and what all say of players and pack stands
once. A file is only written if all of it still holds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebed.content import display_name
from rulebed.text import Report, Source, write_text
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.fmt.files import formatted
from rulebed_tools.scenario import forced, shortening, spare
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, read_text, reference_of
from rulebed_tools.scenario.running import run as run_one


@dataclass(frozen=True, slots=True)
class Shortened:
    """A file before and after, and why it is left as it is, if it is."""

    path: Path
    before: str
    after: str
    reason: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether it says the same more briefly."""
        return not self.reason and self.after != self.before


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument("what", metavar="PACK_OR_FILE", nargs="+", help="packs, or files of scenarios")
    parser.add_argument("--check", action="store_true", help="change nothing, and say what would be saved")
    flags.add_patches(parser)


def run(args: argparse.Namespace) -> int:
    """Shorten each file, or say by how much it could be."""
    found: list[Shortened] = []
    for path in [path for name in args.what for path in _files(name, args.patch)]:
        one = _shortened(path, Opener(opening.own_packs(), args.patch))
        found.append(one)
        console.say(f"{display_name(one.path)}: {one.reason or _figures([one])}", flush=True)
        if one.is_changed and not args.check:
            write_text(one.path, one.after)
    console.say(f"all: {_figures([one for one in found if not one.reason])}")
    return FINDINGS if any(one.reason for one in found) else FINE


def _files(name: str, patches: list[str]) -> Iterator[Path]:
    """A file, or those of a pack or layer."""
    if Path(name).is_file():
        yield Path(name)
    elif Path(name).suffix:
        raise Misuse(f"there is no file `{name}`")
    else:
        yield from opening.tree_of(name, patches).parts[-1].scenarios


def _figures(found: list[Shortened]) -> str:
    before, after = ("".join(one.before for one in found), "".join(one.after for one in found))
    lines, letters = (f"{len(what(before))} -> {len(what(after))}" for what in (str.splitlines, str))
    return f"lines {lines}, letters {letters}"


def _shortened(path: Path, opener: Opener) -> Shortened:
    before = path.read_text(encoding="utf-8")
    scenarios, report = read_file(path, reference_of(path))
    if report.errors:
        return Shortened(path, before, before, "this can't be read")
    opener.expect(scenarios)
    own = {one.span.source for one in scenarios}  # what a file uses, others may need as it is
    answers = [span for one in scenarios for span in forced.answers(one, opener) if span.source in own]
    spared = {span for span in spare.counters(scenarios, opener) if span.source in own}
    after = shortening.without(before, answers, spared)
    for step in (shortening.merged, shortening.named, shortening.gathered):
        after = step(after)
    after = formatted(Source(str(path), after), path, Report())
    return Shortened(path, before, after, _difference(path, before, after, opener))


def _difference(path: Path, before: str, after: str, opener: Opener) -> str:
    """Why the shorter file can't take the place of the other."""
    if shortening.count(before) != shortening.count(after):
        return f"{shortening.count(before)} titles and expectations would be {shortening.count(after)}"
    scenarios, report = read_text(after, str(path), reference_of(path), path.parent)
    if report.errors:
        return f"this could not be read any more: {report.sorted()[0].message}"
    failed = [one.title for one in scenarios if not run_one(one, opener).passed]
    return f"this would not hold any more: {'; '.join(failed)}" if failed else ""
