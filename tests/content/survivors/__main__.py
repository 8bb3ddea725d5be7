"""Writes a page anew: `tools/rulebed mutate PACK --every --json > FILE`, then `python -m tests.content.survivors FILE`.

A page may be made of several runs, as of a pack by file (`--in`): the last that tells of a file counts.
"""

import json
import sys
from pathlib import Path

from .pages import page

HERE = Path(__file__).parent


def main(names: list[str]) -> None:
    """One page for each pack that the files tell of."""
    packs: dict[str, dict[str, dict[str, object]]] = {}
    for name in names:
        found = json.loads(Path(name).read_text(encoding="utf-8"))
        packs.setdefault(found["pack"], {}).update({one["file"]: one for one in found["programs"]})
    for pack, files in packs.items():
        (HERE / f"{pack}.txt").write_text(page(pack, files.values()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
