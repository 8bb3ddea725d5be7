"""Print what the compiler makes of a pack, at one of its stages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rulebed.analysis import Model, Models
from rulebed.compile.lowering.listing import listing
from rulebed.lang.listing import INDENT, expression, lines
from rulebed.pipeline import stages
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE, Misuse

CORE, PROVED, LOWERED, CODE = STAGES = ("core", "proved", "lowered", "code")
Part = tuple[str, str]  # what it is the program or file of, and how it reads


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    flags.add_setup(parser)
    parser.add_argument("--stage", choices=STAGES, default=PROVED, help="after which stage (default: %(default)s)")
    parser.add_argument("--in", dest="within", metavar="NAME", help="only what has this in its name")


def run(args: argparse.Namespace) -> int:
    """Build it so far, and print it."""
    parts = [text for name, text in _parts(args) if not args.within or args.within in name]
    if not parts:
        raise Misuse(f"`{args.pack}` has nothing with `{args.within}` in its name after this stage")
    console.say("\n\n".join(parts))
    return FINE


def _parts(args: argparse.Namespace) -> Iterator[Part]:
    """All that there is after the stage, program by program."""
    game, tree = opening.game(args), opening.tree(args)
    players = args.players or min(game.info.players)
    options = {name: each.default for name, each in game.info.settings.items()} | flags.options_of(args)
    models = Models(tree)
    if args.stage == CORE:
        model = models.raw(players, options)
        assert model is not None, "a game has a model"
        return _programs(model)
    guarded = models.guarded(players, options)
    if args.stage == PROVED:
        return _programs(guarded.model)
    if args.stage == LOWERED:
        return listing(stages.lowered(guarded, "bare", "sampled"))
    found = stages.text(guarded, "bare", "sampled")
    return ((f"{file} {text.partition('(')[0]}", text) for file, text in found)


def _programs(model: Model) -> Iterator[Part]:
    for proc in model.procs.values():
        yield proc.name, "\n".join([f"procedure {proc.name}({', '.join(proc.params)})", *lines(proc.body, INDENT)])
    for value in model.values.values():
        yield value.name, f"value {value.name}({', '.join(value.params)}) = {expression(value.body)}"
    for phase in model.phases.values():
        edges = (
            f"{INDENT}on to {edge.target}" + ("" if edge.guard is None else f" if {expression(edge.guard)}")
            for edge in phase.edges
        )
        yield phase.name, "\n".join([f"phase {phase.name}", *lines(phase.body, INDENT), *edges])
    for law in model.laws:
        yield law.name, f"law {law.name} = {expression(law.condition)}"
