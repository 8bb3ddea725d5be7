"""Put the files of packs in their canonical layout: effects too; comments stay, and what is said stays the same."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rulebed.content import MANIFEST, available, content_root, find_pack, part_name, search_path
from rulebed.text import Report, write_text
from rulebed_tools.cli import belonging, console, flags, opening, patching, refusals
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.cli.patching import Patched
from rulebed_tools.fmt.files import Formatted, files_of, format_file, format_text

STDIN, NAMELESS = "-", "standard input"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument(
        "what",
        metavar="PATH_OR_PACK",
        nargs="*",
        help="files, directories or packs (default: the packs found here); `-`: from standard input to standard output",
    )
    parser.add_argument("--check", action="store_true", help="change nothing, and list what would be changed")
    parser.add_argument("--diff", action="store_true", help="change nothing, and show as a patch what would be changed")
    parser.add_argument(
        "--stdin-filename", metavar="FILE", help="where the text of `-` belongs, as in `scenarios/one.yaml`"
    )
    parser.add_argument(
        "--upgrade", action="store_true", help="bring what older packs say to the language of today, where a rule can"
    )
    flags.add_files(parser)
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Format each file, or say which ones should be."""
    _check(args)
    found = [_given(args)] if args.what == [STDIN] else _found(args)
    changed = [each for each in found if each.is_changed]
    _answer(args, found, changed)
    unread = Report()
    for each in found:
        unread.merge(each.report)
    if unread.errors:
        refusals.show_report(unread)
    return FINDINGS if unread.errors or (_only_looks(args) and changed) else FINE


def _check(args: argparse.Namespace) -> None:
    """Refuse what can't be meant together."""
    if args.what != [STDIN] and STDIN in args.what:
        raise Misuse("`-` stands alone: it reads one text, and writes it")
    if args.stdin_filename is not None and args.what != [STDIN]:
        raise Misuse("`--stdin-filename` goes with `-`")
    if args.upgrade and args.what == [STDIN]:
        raise Misuse("`--upgrade` goes with files: in which language a text is written, its pack says")
    if args.json and (args.diff or (args.what == [STDIN] and not args.check)):
        raise Misuse("`--json` lists what is changed: it goes neither with `--diff` nor with the text of `-`")


def _only_looks(args: argparse.Namespace) -> bool:
    return bool(args.check or args.diff)


def _given(args: argparse.Namespace) -> Formatted:
    """What standard input has."""
    path = Path(args.stdin_filename or MANIFEST)
    return format_text(sys.stdin.buffer.read(), args.stdin_filename or NAMELESS, path)


def _found(args: argparse.Namespace) -> list[Formatted]:
    return [format_file(path, upgrade=args.upgrade) for path in _paths(args)]


def _answer(args: argparse.Namespace, found: list[Formatted], changed: list[Formatted]) -> None:
    """Write what has changed, or say what would."""
    if args.what == [STDIN] and not _only_looks(args):
        for each in found:
            console.hand_on("" if each.report.errors else each.after)
        return
    for each in changed if not _only_looks(args) else ():
        write_text(each.path, each.after)
    if args.json:
        names = [each.name if args.what == [STDIN] else each.path.as_posix() for each in changed]
        console.print_json({"files": len(found), "changed": names})
    elif args.diff:
        patching.show(Patched(each.name, each.before, each.after) for each in changed)
        console.warn(_summary(found, changed, "would be changed"))
    else:
        lines = [each.name for each in changed]
        console.say("\n".join([*lines, _summary(found, changed, "would be changed" if args.check else "changed")]))


def _summary(found: list[Formatted], changed: list[Formatted], word: str) -> str:
    return f"{len(changed)} of {len(found)} files {word}"


def _paths(args: argparse.Namespace) -> list[Path]:
    if args.files:
        return [path for path in map(Path, args.what) if belonging.belongs(path)]
    places = [_place(name) for name in args.what] or _own()
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
