"""What a pack says in vain only as it stands: with one of its layers, or in a pack that builds on it, it may be of use.

So an `otherwise` that never runs is reported of the pack or layer that is looked at, not of what lies beneath it, and
only if it runs with none of the layers that there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import rulebed.packs as packs  # noqa: PLR0402 - of `rulebed` itself nothing is known here
from rulebed.packs.company import combinations_of
from rulebed.packs.layer import COMMAND_LINE
from rulebed.packs.places import search_path
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.play.rules.setup import setups
from rulebed.source.diagnostics import Diagnostic

if TYPE_CHECKING:
    from rulebed.incremental.known import Known
    from rulebed.packs.pack import PackTree

OF_USE_ELSEWHERE = "G115"  # what may well be needed with something on top


def really_in_vain(found: Iterable[Diagnostic], tree: PackTree, known: Known | None) -> list[Diagnostic]:
    """The findings without those about what is of use elsewhere."""
    listed = list(found)
    doubtful = [one for one in listed if one.code == OF_USE_ELSEWHERE]
    if not doubtful:
        return listed
    left = [] if packs.is_shared(tree.root) else [one for one in doubtful if _is_own(one, tree)]
    for reference in _with_layers(tree) if left else ():
        left = _in_vain_with(reference, left, tree, known)
        if not left:
            break
    return [one for one in listed if one not in doubtful or one in left]


def _is_own(one: Diagnostic, tree: PackTree) -> bool:
    """Whether it stands in the last pack or layer that was named, or on the command line."""
    name = one.span.source.name if one.span is not None else ""
    return name.startswith(COMMAND_LINE) or name in {source.name for source in tree.parts[-1].sources}


def _with_layers(tree: PackTree) -> Iterable[str]:
    if not tree.parts[-1].path.is_dir():  # a text has none
        return ()
    listed = combinations_of(tree.reference, _places(tree))
    return [one.reference for one in listed if not one.barred and one.reference != tree.reference]


def _places(tree: PackTree) -> list[Path]:
    return search_path(*dict.fromkeys(part.path.parent for part in tree.parts))


def _in_vain_with(reference: str, left: list[Diagnostic], tree: PackTree, known: Known | None) -> list[Diagnostic]:
    """Those that are found with these layers, too, in each setup; layers with faults of their own say nothing."""
    layered, report = packs.load(reference, _places(tree), (), tree.lineage)
    if layered is None or report.errors:
        return left
    models = Models(layered, known=known)
    for players, options in setups(info_of(layered)):
        found = models.make(players, options)[1]
        if not found.errors:
            left = [one for one in left if one in found]
    return left
