"""Put the files of packs in their canonical layout: effects too; comments stay, and what is said stays the same."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rulebed.packs.files import find_pack, part_name
from rulebed.packs.listing import available
from rulebed.packs.places import content_root, display_name, search_path
from rulebed.source.diagnostics import Report
from rulebed.source.writing import write_text
from rulebed_tools.cli import console, flags, opening, refusals
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.fmt.files import Formatted, files_of, format_file


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument(
        "what", metavar="PATH_OR_PACK", nargs="*", help="files, directories or packs (default: the packs found here)"
    )
    parser.add_argument("--check", action="store_true", help="change nothing, and list what would be changed")
    parser.add_argument(
        "--upgrade", action="store_true", help="bring what older packs say to the language of today, where a rule can"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Format each file, or say which ones should be."""
    found = [format_file(path, upgrade=args.upgrade) for path in _paths(args.what)]
    changed = [each for each in found if each.is_changed]
    for each in changed if not args.check else ():
        write_text(each.path, each.after)
    if args.json:
        console.print_json({"files": len(found), "changed": [each.path.as_posix() for each in changed]})
    else:
        _show(found, changed, "would be changed" if args.check else "changed")
    unread = Report()
    for each in found:
        unread.merge(each.report)
    if unread.errors:
        refusals.show_report(unread)
    return FINDINGS if unread.errors or (args.check and changed) else FINE


def _show(found: list[Formatted], changed: list[Formatted], word: str) -> None:
    for each in changed:
        console.say(display_name(each.path))
    console.say(f"{len(changed)} of {len(found)} files {word}")


def _paths(names: list[str]) -> list[Path]:
    places = [_place(name) for name in names] or _own()
    paths = list(dict.fromkeys(path for place in places for path in _files(place)))
    if not paths:
        raise Misuse("there are no files of packs here")
    return paths


def _own() -> list[Path]:
    """The packs of the working directory, and those of the checkout that it is."""
    shipped, here = content_root(), Path.cwd()
    return [*(each.path for each in available([here])), *([shipped] if shipped.is_relative_to(here) else [])]


def _place(name: str) -> Path:
    """A path as it is, or where the pack of this name is; a layer lies within its pack."""
    if Path(name).exists():
        return Path(name)
    layer = name.rpartition("+")[2]
    if Path(layer).exists() and layer != part_name(layer):
        return Path(layer)
    report = Report()
    found = find_pack(name.split("+", maxsplit=1)[0], search_path(*opening.own_packs()), report)
    if found is None:
        raise Misuse(f"there is no file, directory or pack `{name}`")
    return found


def _files(place: Path) -> Iterator[Path]:
    """The files below a place; what lies beside a pack that is one file belongs to it."""
    yield from files_of(place)
    if place.is_file() and place.with_suffix("").is_dir():
        yield from files_of(place.with_suffix(""))
