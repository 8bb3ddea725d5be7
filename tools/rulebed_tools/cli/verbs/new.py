"""Begin a pack, or a layer on one: small, commented, playable, and tested; `new harbour`, `new harbour+storm`.

Where values of the pack stand in for printed ones, a layer has them all in a file of their own, each to be filled in:
it changes nothing until then, so that the scenarios of the pack hold with it. A layer about something else needs none.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rulebed.content import (
    LAYERS,
    LOCALE,
    PACK_NAME,
    SCENARIOS,
    PackTree,
    content_root,
    display_name,
    find_pack,
    layer_names,
    load_tree,
    pack_names,
    search_path,
)
from rulebed.text import Report
from rulebed_tools.cli import console, opening, refusals
from rulebed_tools.cli.misuse import FINE, Misuse
from rulebed_tools.ledger.provenance import template
from rulebed_tools.new import copying
from rulebed_tools.new.openings import Change, changes
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_text
from rulebed_tools.scenario.running import run as run_one

SCENARIO, STAND_INS = "scenarios/layer.yaml", "stand_ins.yaml"
ALONE = """\
# `tools/rulebed test {name}/scenarios` plays these alone.
pack: {base}+..

"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="a new name: `pack`, `pack+layer` for a layer on a pack, or `pack+layer+another` for one on both",
    )
    parser.add_argument(
        "--to", metavar="FOLDER", type=Path, help="where the pack goes (default: `content`, or the working directory)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the files, and say what to do with them."""
    base, plus, layer = args.name.rpartition("+")
    if not plus:
        base = args.name
        home, files = _game(base, args.to)
    else:
        home, files = _layer(base, layer, args.to)
    for path in copying.write(home, files):
        console.say(display_name(path))
    name = _called(base, home) if plus else base
    tested = name if "/" in name else base.partition("+")[0]
    console.say(f"\n`rulebed play {name}` plays it, `rulebed test {tested}` runs its scenarios,")
    console.say(f"and `rulebed watch {name}` looks after it while you change it")
    if STAND_INS in files:
        console.say(f"`{STAND_INS}` is for what is printed: fill in what you know, or delete the file")
    return FINE


def _game(name: str, to: Path | None) -> tuple[Path, dict[str, str]]:
    _check_name(name)
    if name in (LAYERS, LOCALE, SCENARIOS):
        raise Misuse(f"`{name}` is what directories within a pack are called; take another name")
    if name in pack_names(search_path(*opening.own_packs())):
        raise Misuse(f"there is a pack `{name}` already; `rulebed new {name}+LAYER` begins a layer on it")
    home = (to or _default()) / name
    _check_free(home)
    return home, copying.texts(copying.GAME, {"name": name, "title": _title(name)})


def _default() -> Path:
    """Beside the packs of the checkout that one works in; elsewhere in the working directory, where it is found."""
    shipped = content_root()
    return shipped.relative_to(Path.cwd()) if shipped.parent == Path.cwd() else Path()


def _layer(base: str, name: str, to: Path | None) -> tuple[Path, dict[str, str]]:
    if not base:
        raise Misuse(f"name the pack that the layer stands on, as in `rulebed new PACK+{name}`")
    if to is not None:
        raise Misuse("a layer lies in the directory of its pack, or here: `--to` has no meaning for it")
    _check_name(name)
    report = Report()
    pack = base.partition("+")[0]
    path = find_pack(pack, search_path(*opening.own_packs()), report)
    if path is None:
        refusals.show_report(report)
        raise Misuse(f"a layer needs a pack to stand on; `rulebed new {pack}` begins one")
    if name in layer_names(path):
        raise Misuse(f"`{pack}` has a layer `{name}` already")
    home = _layer_home(path, name)
    _check_free(home)
    tree = opening.tree_of(base, [])
    files = next(_texts(base, name, _called(base, home), tree), None)
    if files is None:
        raise Misuse(f"`{base}` can't be played as it is; `rulebed check {base}` says why")
    return home, files


def _layer_home(pack: Path, name: str) -> Path:
    """Within a pack of one's own; a layer on anybody else's lies where one stands."""
    here, lies = Path.cwd(), pack.resolve()
    if here.is_relative_to(lies) or lies.is_relative_to(here):
        return (pack if pack.is_dir() else pack.with_suffix("")) / LAYERS / name
    return Path(name)


def _called(base: str, home: Path) -> str:
    """What a pack with the layer is called; a layer that lies anywhere goes by its path."""
    return f"{base}+./{home.name}" if home.parent == Path() else f"{base}+{home.name}"


def _texts(base: str, name: str, reference: str, tree: PackTree) -> Iterator[dict[str, str]]:
    """The files of a layer for each change that its scenario notices, and that nothing is wrong with."""
    stand_ins = template(tree)
    for change in changes(tree, name, felt=not stand_ins):
        said = {"claim": change.claim, "holds": change.holds, "was": change.was, "address": change.address}
        tested = reference if "/" in reference else base  # the scenarios of a pack are those of its layers, too
        beneath = base.split("+")[1:]
        needs = "".join(f"{key}: [{', '.join(beneath)}]\n" for key in ("with", "after") if beneath)
        fields = said | {"base": base, "name": name, "title": _title(name), "reference": reference, "tested": tested}
        fields |= {"needs": needs}
        files = copying.texts(copying.LAYER, fields | {"value": change.spelled})
        if stand_ins:
            files[STAND_INS] = stand_ins
        if _is_sound(base, change, files[SCENARIO]):
            if "/" in reference:  # it lies alone: its scenarios name what they play
                files[SCENARIO] = ALONE.format(base=base, name=name) + files[SCENARIO]
            yield files


def _is_sound(base: str, change: Change, text: str) -> bool:
    """Whether a pack can be played with a change, and the scenario holds."""
    tree, report = load_tree(base, search_path(*opening.own_packs()), [change.patch])
    scenarios, found = read_text(text, SCENARIO, base)
    if tree is None or report.merge(found).errors:
        return False
    opener = Opener(opening.own_packs(), [change.patch])
    return all(run_one(scenario, opener).passed for scenario in scenarios)


def _check_name(name: str) -> None:
    if PACK_NAME.match(name):
        return
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name.lower()).strip("_0123456789")
    guess = f", such as `{plain}`" if PACK_NAME.match(plain) else ""
    raise Misuse(f"`{name}` is no name: write small letters, digits and `_`, beginning with a letter{guess}")


def _check_free(home: Path) -> None:
    if home.exists():
        raise Misuse(f"`{home.as_posix()}` is there already, and nothing is written over it")


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
