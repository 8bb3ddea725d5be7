"""Seeing: whoever sees a fact, or doesn't, must know why.

    wealth: {type: number, seen_by: viewer is it or it.generous}    who sees `wealth` knows why

Each seat is asked whether it sees the fact, and finds out by this what the condition comes to.
"""

from __future__ import annotations

from rulebed.model.game import Field
from rulebed.prove.secrecy.labelling import Labelling
from rulebed.prove.secrecy.labels import OPEN, VIEWER, Body, Label
from rulebed.source.diagnostics import Diagnostic

HELP = "build it on what whoever looks can know, or let all see {} (`seen_by: all`)"


def telling(field: Field, knowing: Labelling) -> Diagnostic | None:
    """What there is to say of a field of which some find out something hidden by whether they see it."""
    if field.seen is None or field.own:
        return None
    body = Body(VIEWER)
    if _is_known(knowing.label(field.seen, body), knowing):
        return None
    about = frozenset(knowing.secrets.read(field.seen, body, lambda label: _is_known(label, knowing)))
    what = knowing.secrets.in_words(about, field.seen, body, lambda label: _is_known(label, knowing))
    place = knowing.secrets.cells.in_words(frozenset({field.name}))
    message = f"who sees {place} depends on {what}: whoever sees it, or doesn't, would learn of that"
    return Diagnostic("V110", message, field.at, help=HELP.format(what), notes=knowing.secrets.notes(about))


def _is_known(label: Label, knowing: Labelling) -> bool:
    """Whether whoever looks may know."""
    return label == OPEN or knowing.known_to(label, VIEWER)
