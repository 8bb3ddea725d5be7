"""What to say of an answer that isn't offered: what is alike to it and offered, and how one declines here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulebed import Decision, State
from rulebed.content import Map, Scalar, Seq
from rulebed.playing import ANSWERS

ENTITY = "entity"
BESIDE = {
    "yes": "the answer to `may`",
    "no": "how one declines what one may do",
    "none": "how one declines to choose, where one may",
    "done": "how one ends choosing up to so many, or picking again and again",
}  # what answers besides what is offered mean


def hint(wanted: str, decisions: Iterable[Decision], state: State, root: Map) -> str:
    """A sentence, or nothing where there is nothing to say."""
    for decision in decisions:
        answers = [option.id for option in decision.offered if option.id in ANSWERS]
        if wanted in ANSWERS and answers:
            return f"`{answers[-1]}` is offered, {BESIDE[answers[-1]]}"  # to decline stands last
        if decision.menu.domain.sort == ENTITY:
            found = next(_alike(wanted, decision, state, root), "")
            if found:
                return f"it is alike to `{found}`, which is offered in its place"
    return ""


def _alike(wanted: str, decision: Decision, state: State, root: Map) -> Iterator[str]:
    """Offered things that agree with it in all facts by which those of their kind are alike."""
    kind = decision.menu.domain.kind
    names, facts = decision.menu.words.instances[kind], _facts(kind, root)
    if not facts or wanted not in names:
        return
    own = [_value(state, kind, fact, names.index(wanted)) for fact in facts]
    for option in decision.offered:
        if option.id in names and own == [_value(state, kind, fact, names.index(option.id)) for fact in facts]:
            yield option.id


def _facts(kind: str, root: Map) -> list[str]:
    kinds = root.get("kinds")
    declared = kinds.get(kind) if isinstance(kinds, Map) else None
    listed = declared.get("alike") if isinstance(declared, Map) else None
    return [item.text for item in listed if isinstance(item, Scalar)] if isinstance(listed, Seq) else []


def _value(state: State, kind: str, fact: str, number: int) -> Any:
    program, name = state.rules.program, f"{kind}.{fact}"
    if name in program.layout.bases:
        return state.slots[program.layout.base(name) + number]
    table = program.model.tables.get(name)
    return None if table is None else table.values[number]
