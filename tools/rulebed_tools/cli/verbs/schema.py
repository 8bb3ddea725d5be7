"""Print the JSON Schema of a pack's files, with the kinds that it declares; or write all of them for an editor."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rulebed.content import Schema, layer_schema, pack_schema, schema_root
from rulebed.text import write_text
from rulebed_tools.cli import console, flags, opening
from rulebed_tools.cli.misuse import FINE

SUFFIX = ".schema.json"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument("--write", metavar="FOLDER", help="write it there, with those of layers, scenarios and texts")


def run(args: argparse.Namespace) -> int:
    """Print the schema, or write all."""
    root = opening.tree(args).root
    if args.write:
        _write(Path(args.write), {"pack": pack_schema(root), "layer": layer_schema(root)})
    else:
        console.print_json(pack_schema(root))
    return FINE


def _write(folder: Path, completed: dict[str, Schema]) -> None:
    """All schemas, those of packs and layers completed by this pack's kinds."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(schema_root().glob(f"*{SUFFIX}")):
        text = path.read_text(encoding="utf-8")
        schema = completed.get(path.name.removesuffix(SUFFIX))
        if schema is not None:
            text = json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
        write_text(folder / path.name, text)
        console.say(str(folder / path.name))
