"""What a seat may know, by its definition alone: a small, slow reference that makes histories of its own.

A game is played by the plain interpreter, which takes note of every write, note and decision, and in whose secret
branch it happened. A **witness** for each viewer goes through that and keeps what is declared to be known:

- at each rest what `seen_by` and masks let the viewer see, and who is waited for; at the end the scores;
- between two rests events: a fact that they see becomes another, or they come to see it; pieces go from one place to
  another, named if they see one end of the way; notes, with their values for those who hear them; decisions, with what
  was taken unless that is a secret or a piece that they don't see;
- within a secret block their own branch alone, as if nobody else were there; when all have met, what it came to, and
  what was said to them there.

Two games with equal histories are one game to the viewer. Nothing here uses the engine's views, events or histories.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulebed.lang import core, walk
from rulebed.lang.internal import VIEWER
from rulebed.lang.internal import known_of as mask_of
from rulebed.lang.luck import CHANCE
from rulebed.model.budget import Budget
from rulebed.model.evaluate import evaluate
from rulebed.model.game import WHEREABOUTS
from rulebed.oracle.values import Looking
from rulebed.prove.dataflow.outside import sealed
from rulebed.prove.secrecy.confidential import confidential

from .traced import Entry, Traced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulebed.lang.core import Choose, Roll
    from rulebed.lang.types import Type
    from rulebed.model.game import Field, Model

Viewer = int | None  # a seat from 0, or who looks on
Slot = tuple[str, int]  # a field, and its place in it
Fields = dict[str, list[Any]]
HIDDEN, SAY = ("hidden",), "say"


class Law:
    """What a model declares to be known: who sees which field, what holds pieces, and which choices are secrets."""

    def __init__(self, model: Model) -> None:
        self.model = model
        holders = {name: kind for kind, fields in model.holders.items() for name, _ in fields}
        self.kinds = {
            name: _innermost(one.type).kind if one.pile else holders.get(name, "") for name, one in model.fields.items()
        }
        self.shown = [one for one in model.fields.values() if not one.own and one.role not in WHEREABOUTS]
        self.guarded = [one for one in self.shown if one.seen is not None]
        self.asked = {name for one in self.guarded for name in _read(one.seen, model)}
        self.secrets = {address for _, address in confidential(model)}
        held = set(self.kinds.values()) - {""}
        self.alike = held - model.holders.keys()
        closed = {self.kinds[one.name] for one in model.fields.values() if self.kinds[one.name] and not is_open(one)}
        self.pieces = held - (self.alike - closed)  # the kinds of which it may be hidden which piece is which
        self.outside = {kind: _outside(kind, self.kinds, model) for kind in sealed(model) & held}


def _outside(kind: str, kinds: Mapping[str, str], model: Model) -> frozenset[int]:
    """The pieces of a kind that lie nowhere and never will, so that nothing of them is hidden."""
    holding = [one for one in model.fields.values() if kinds[one.name] == kind]
    within = {piece for one in holding for value in one.initial for piece in lying(one, value)}
    return frozenset(range(len(model.kinds[kind].instances))) - within


def is_open(field: Field) -> bool:
    """Whether all see a field always, the order of what lies there included."""
    return field.seen is None and field.pile != "deck"


def _innermost(sort: Type) -> Type:
    return sort if sort.item is None else _innermost(sort.item)


def _read(expr: core.Expr | None, model: Model) -> set[str]:
    """The fields that an expression can come to read."""
    todo, found, asked = [expr] if expr is not None else [], set[str](), set[str]()
    while todo:
        for part in walk.exprs(todo.pop()):
            if isinstance(part, core.Read):
                found.add(part.field)
            elif isinstance(part, core.Ask) and part.value not in asked:
                asked.add(part.value)
                todo.append(model.values[part.value].body)
    return found


@dataclass(slots=True)
class Witness(Looking):
    """One viewer: how things stand as far as what they have heard goes, and their history."""

    law: Law
    viewer: Viewer
    fields: Fields
    moments: list[tuple[Any, ...]] = field(default_factory=list)
    others: list[Entry] = field(default_factory=list)  # what has happened in others' branches
    alone: Traced | None = None  # the game in a secret block as if nobody else had answered
    events: list[tuple[Any, ...]] = field(default_factory=list)
    away: list[tuple[str, int, bool, Slot]] = field(default_factory=list)
    budget: Budget = field(default_factory=Budget)

    def copy(self) -> Witness:
        """An independent one, at a rest."""
        fields = {name: [*values] for name, values in self.fields.items()}
        alone = None if self.alone is None else self.alone.copy()
        return Witness(self.law, self.viewer, fields, [*self.moments], [*self.others], alone)

    # What expressions of who sees what look at.

    @property
    def model(self) -> Model:
        """The model of the game."""
        return self.law.model

    def read(self, field: str, index: int) -> Any:
        """What a slot holds."""
        return self.fields[field][index]

    lies = read

    # What is seen.

    def sees(self, field: Field, index: int) -> bool:
        """Whether a slot lies open to the viewer: who only looks on sees what all see."""
        if field.seen is None or field.pile == "deck":
            return field.pile != "deck"
        it = index // (len(self.model.kinds[field.per].instances) if field.per else 1)
        viewers = range(self.model.players) if self.viewer is None else (self.viewer,)
        self.budget.afresh()
        return all(evaluate(field.seen, {"it": it, VIEWER: one}, self) for one in viewers)

    def shown(self, field: Field, index: int) -> Any:
        """A slot as the viewer sees it; of hidden pieces how many there are, and those that they know."""
        value, kind = self.fields[field.name][index], self.law.kinds[field.name]
        if self.sees(field, index):
            return value
        if not kind:
            return HIDDEN
        pieces = lying(field, value)
        return (
            HIDDEN,
            len(pieces),
            tuple(sorted(one for one in pieces if self._is_masked(kind, one))),
            self._backs(kind, pieces),
        )

    def _is_masked(self, kind: str, piece: int) -> bool:
        """Whether the viewer knows this piece although it lies hidden."""
        if kind in self.law.alike or mask_of(kind) not in self.fields:
            return False
        wanted = (1 << self.model.players) - 1 if self.viewer is None else 1 << self.viewer
        mask: int = self.fields[mask_of(kind)][piece]
        return mask & wanted == wanted

    def _backs(self, kind: str, pieces: Sequence[int]) -> tuple[Any, ...]:
        tables = self.model.kinds[kind].backs
        return tuple(tuple(self.model.tables[name].values[one] for name in tables) for one in pieces) if tables else ()

    def _knows(self, kind: str, piece: int, slot: Slot | None) -> bool:
        """Whether the viewer knows a piece where it lies."""
        return slot is not None and (self.sees(self.model.fields[slot[0]], slot[1]) or self._is_masked(kind, piece))

    def glimpse(self) -> tuple[Any, ...]:
        """All that is seen at a rest."""
        return tuple(
            tuple(self.fields[one.name]) if is_open(one) else tuple(self.shown(one, at) for at in range(one.size))
            for one in self.law.shown
        )

    # What is heard.

    def hear(self, entries: Sequence[Entry]) -> None:
        """What happens, but for what happens in the secret branch of somebody else."""
        for entry in entries:
            if entry.sort == "meet":
                self._meet()
            elif entry.owner not in (None, self.viewer):
                self.others.append(entry)
            elif entry.sort == "write":
                self._write(*entry.what)
            elif entry.sort == "note":
                self._note(*entry.what)
            else:
                self._decision(*entry.what)

    def _note(self, verb: str, event: str, address: str, values: Any, known: Any, hearers: frozenset[int]) -> None:
        self.events.append(("note", verb, event, address, values if self._hears(hearers) else (HIDDEN, known)))

    def _hears(self, hearers: frozenset[int]) -> bool:
        return hearers >= set(range(self.model.players)) if self.viewer is None else self.viewer in hearers

    def _decision(self, seat: int, choice: Choose | Roll, value: int) -> None:
        if seat == CHANCE:
            return
        is_told = seat == self.viewer or (choice.address not in self.law.secrets and self._hears_of(choice, value))
        self.events.append(("decide", seat, choice.address, value if is_told else HIDDEN))

    def _hears_of(self, choice: Choose | Roll, value: int) -> bool:
        kind = choice.domain.kind if choice.domain.sort == "entity" else ""
        if value < 0 or kind not in self.law.pieces:
            return True
        is_outside = value in self.law.outside.get(kind, ())
        return is_outside or (kind not in self.law.alike and self._knows(kind, value, self._place(kind, value)))

    def _place(self, kind: str, piece: int) -> Slot | None:
        for name, values in self.fields.items():
            if self.law.kinds[name] == kind and not self.model.fields[name].own:
                for at, value in enumerate(values):
                    if piece in lying(self.model.fields[name], value):
                        return name, at
        return None

    def _write(self, name: str, index: int, before: Any, after: Any) -> None:
        one = self.model.fields[name]
        if self.law.kinds[name] and not one.own:
            self._move(one, index, before, after)
            return
        is_shown = not one.own and one.role not in WHEREABOUTS
        was = self.shown(one, index) if is_shown else None
        opened = self._all_guarded() if name in self.law.asked else {}
        self.fields[name][index] = after
        if is_shown and (now := self.shown(one, index)) != was:
            self.events.append(("set", name, index, was, now))
        if opened:
            found = self._all_guarded()
            changed = tuple(
                (slot, found[slot]) for slot in found if found[slot] != opened[slot] and slot != (name, index)
            )
            self.events += [("seen", changed)] if changed else []

    def _all_guarded(self) -> dict[Slot, Any]:
        return {(one.name, at): self.shown(one, at) for one in self.law.guarded for at in range(one.size)}

    def _move(self, one: Field, index: int, before: Any, after: Any) -> None:
        kind, slot = self.law.kinds[one.name], (one.name, index)
        old, new = Counter(lying(one, before)), Counter(lying(one, after))
        for piece in (old - new).elements():
            self.away.append((kind, piece, self._knows(kind, piece, slot), slot))
        self.fields[one.name][index] = after
        for piece in (new - old).elements():
            left = next((gone for gone in self.away if gone[:2] == (kind, piece)), None)
            if left is not None:
                self.away.remove(left)
            named = (left is not None and left[2]) or self._knows(kind, piece, slot)
            self.events.append(("move", kind, piece if named else HIDDEN, left and left[3], slot))

    def _meet(self) -> None:
        """All have answered in secret: what the others' branches have come to is seen at once."""
        before = self._everything()
        for entry in sorted(self.others, key=lambda each: each.owner or 0):
            if entry.sort == "note" and entry.what[0] == SAY and self._hears(entry.what[-1]):
                self._note(*entry.what)
            if entry.sort == "write":
                name, index, _, after = entry.what
                self.fields[name][index] = after
        self.others = []
        now = self._everything()
        self.events.append(("met", tuple((slot, now[slot]) for slot in now if now[slot] != before[slot])))

    def _everything(self) -> dict[Slot, Any]:
        return {(one.name, at): self.shown(one, at) for one in self.law.shown for at in range(one.size)}

    def rest(self, waiting: tuple[int, ...], scores: tuple[int, ...]) -> None:
        """Play rests: what was heard since, and what is seen now."""
        self.events += [("gone", kind, piece if known else HIDDEN, slot) for kind, piece, known, slot in self.away]
        self.away = []
        self.moments.append((tuple(self.events), self.glimpse(), waiting, scores))
        self.events = []


def lying(field: Field, value: Any) -> tuple[int, ...]:
    """The pieces that a slot holds."""
    if field.pile == "deck":
        return tuple(piece for block in value for piece in block)
    return value if isinstance(value, tuple) else (value,) if value >= 0 else ()


class Judge:
    """A game that is played, and what each viewer knows of it."""

    def __init__(self, model: Model, seed: int, chance: str = "sampled", law: Law | None = None) -> None:
        self.law = law or Law(model)
        first = {name: [*one.initial] for name, one in model.fields.items()}
        viewers: list[Viewer] = [None, *range(model.players)]
        self.witnesses = {one: Witness(self.law, one, {name: [*at] for name, at in first.items()}) for one in viewers}
        self.play = Traced(model, chance)
        self.play.start(seed)
        for witness in self.witnesses.values():
            self._rest(witness, self.play.entries)

    def copy(self) -> Judge:
        """An independent one."""
        twin = object.__new__(Judge)
        twin.law, twin.play = self.law, self.play.copy()
        twin.witnesses = {viewer: one.copy() for viewer, one in self.witnesses.items()}
        return twin

    def history(self, viewer: Viewer) -> tuple[Any, ...]:
        """All that a viewer has lived through."""
        return tuple(self.witnesses[viewer].moments)

    def decide(self, seat: int, value: int) -> None:
        """A seat, or luck, answers."""
        leaf = self.play.leaf(seat)
        owner = self.play.owner(leaf)
        entries = self.play.take(leaf, seat, value)
        for viewer, witness in self.witnesses.items():
            if witness.alone is None:
                self._rest(witness, entries)
                continue
            if owner == viewer:
                self._answer_alone(witness, witness.alone, seat, value)
            witness.hear([one for one in entries if one.owner is None or one.owner != viewer])
            if self.play.over or any(one.sort == "meet" for one in entries):
                self._rest(witness, ())

    def _answer_alone(self, witness: Witness, alone: Traced, seat: int, value: int) -> None:
        entries = alone.take(alone.askings()[witness.viewer], seat, value)
        witness.hear([one for one in entries if one.owner == witness.viewer])
        witness.rest(alone.waiting_known(witness.viewer), ())

    def _rest(self, witness: Witness, entries: Sequence[Entry]) -> None:
        """What has happened is heard; a secret block in which others are asked may begin here."""
        play = self.play
        witness.hear([*entries, *([Entry("meet", None)] if play.over and witness.others else [])])
        witness.rest(play.waiting_known(witness.viewer), play.scores() if play.over else ())
        is_apart = play.is_secret and set(play.askings()) != {witness.viewer}
        witness.alone = play.copy() if is_apart else None
