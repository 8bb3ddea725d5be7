"""Which hidden facts something builds on, and where each of them is said to be hidden.

What was given a name builds on what it came of: in `let c = first(my.hand); raise weighed(c.weight)` that is `hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from rulebed.algebra.cells import Cells
from rulebed.lang import core, walk
from rulebed.lang.core import Expr, Read
from rulebed.model.game import WHEREABOUTS, Field, Model
from rulebed.prove.secrecy.labels import OPEN, Body, Label
from rulebed.prove.secrecy.naming import only_one
from rulebed.source.diagnostics import Remark

IsKnown = Callable[[Label], bool]
Told = tuple[str, str, frozenset[str]]  # what is said, what to do, and the hidden fields that it is about
KEPT = "say what it is before this: `say VALUE`"
TOLD = "what was drawn is hidden until it lies open: `put` it where all see it, or `show` it, before this"


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model

    def label(self, expr: Expr, body: Body) -> Label: ...
    def resolved(self, expr: Expr, body: Body) -> Expr: ...


class Secrets:
    """The hidden facts that one program builds on."""

    def __init__(self, secrecy: Knowing) -> None:
        self.secrecy, self.model = secrecy, secrecy.model
        self.hidden = {name for name, field in self.model.fields.items() if field.seen is not None}
        self.cells = Cells(self.model)
        self._origins: dict[str, frozenset[str]] = {}  # of what was given a name: the hidden facts that it came of

    def begin(self) -> None:
        """Another program is read."""
        self._origins = {}

    def note_name(self, local: str, value: Expr, body: Body) -> None:
        """Something that not everybody may know is given a name."""
        found = frozenset(self.fields_behind(value, body, _is_open))
        self._origins[local] = self._origins.get(local, frozenset()) | found

    def note_landing(self, local: str, field: str) -> None:
        """Something that has a name comes to lie in a field."""
        if field in self.hidden:
            self._origins[local] = self._origins.get(local, frozenset()) | {field}

    def fields_behind(self, expr: Expr, body: Body, is_known: IsKnown) -> Iterator[str]:
        """The hidden fields that it builds on where they aren't known: read here, through values, or before."""
        yield from self.read(expr, body, is_known)
        for name in sorted(walk.free(expr)):
            if not is_known(body.labels.get(name, OPEN)):
                yield from self._origins.get(name, ())

    def read(self, expr: Expr, body: Body, is_known: IsKnown, above: frozenset[str] = frozenset()) -> Iterator[str]:
        """Those that it reads, itself or through values."""
        for part in walk.exprs(self.secrecy.resolved(expr, body)):
            if isinstance(part, Read) and part.field in self.hidden and not is_known(self.secrecy.label(part, body)):
                yield part.field
            elif isinstance(part, core.Ask) and part.value not in above:
                value = self.model.values[part.value]
                given = dict(zip(value.params, part.args, strict=True))
                inner = walk.instantiate(value.body, _item_of(part.value), given)
                yield from self.read(inner, body, is_known, above | {part.value})

    def in_words(self, fields: Iterable[str], expr: Expr, body: Body, is_known: IsKnown) -> str:
        """Words for these; where there are none, for what was given a name, or comes from who runs the program."""
        names = sorted(name for name in walk.free(expr) if not is_known(body.labels.get(name, OPEN)))
        return self.cells.in_words(frozenset(fields)) or (f"`{names[0]}`" if names else "something")

    def say_of_write(self, write: core.Write, body: Body) -> Told:
        """What to say of a write that tells everybody something hidden."""
        about = frozenset(self.fields_behind(write.value, body, _is_open))
        what = self.in_words(about, write.value, body, _is_open)
        place = self.cells.in_words(frozenset({write.field}))
        help_ = self._help(about, f"say of {place} who sees it (`seen_by`)")
        whom = f"whoever sees {place}" if write.field in self.hidden else "everybody"
        return f"`{write.verb}` would tell {whom} what is hidden: {what}", help_, about

    def say_of_place(self, write: core.Write, body: Body) -> Told:
        """The same of a write of which it tells something hidden whose fact it is."""
        about = frozenset(self.fields_behind(write.index, body, _is_open))
        what = self.in_words(about, write.index, body, _is_open)
        place = self.cells.in_words(frozenset({write.field}))
        message = f"`{write.verb}` would tell whose {place} changes, which depends on {what}, and that is hidden"
        return message, self._help(about, KEPT), about

    def shifted(self, write: core.Write, body: Body) -> Told:
        """The same of a write by which a value is another one for the time being, whoever asks for it."""
        about = frozenset(self.fields_behind(write.value, body, _is_open))
        what = self.in_words(about, write.value, body, _is_open)
        return (
            f"by how much `{write.verb}` changes a value that all may ask for depends on {what}, which is hidden",
            KEPT,
            about,
        )

    def lifted(self, lift: core.Call, kind: str, places: Sequence[str], body: Body) -> Told:
        """What to say of taking away a piece that all know by name from where only some know that it lies."""
        about, named = frozenset(places), self._piece(lift.args[1], kind, body)
        message = (
            f"`{lift.verb}` would tell everybody where `{named}` lies, which depends on {self.cells.in_words(about)}"
        )
        lines = [f"say whether {named} in {_place_of(self.model.fields[name])}" for name in places]
        owned = all(self.model.fields[name].kind == "player" for name in places)
        line = "; ".join(lines)
        line = f"each p in players: {line}" if owned else line
        return f"{message}, and that is hidden", f"say it before this: `{line}`", about

    def _piece(self, piece: Expr, kind: str, body: Body) -> str:
        """What a piece is called."""
        match only_one(self.secrecy.resolved(piece, body), body):
            case core.Local(name):
                return name
            case core.Const(int(number)):
                return self.model.kinds[kind].instances[number]
            case _:
                return "PIECE"

    def rolled(self, local: Expr, body: Body, is_known: IsKnown) -> Told:
        """The same of a roll that lies where some see it who may not know from what it was rolled."""
        about = frozenset(self.fields_behind(local, body, is_known))
        what = self.in_words(about, local, body, is_known)
        return f"what can be rolled depends on {what}, and whoever sees what came may not know that", KEPT, about

    def say_of_event(self, note: core.Note, name: str, value: Expr, body: Body, is_heard: IsKnown) -> Told:
        """The same of an event, by what it tells under this name."""
        about = frozenset(self.fields_behind(value, body, is_heard))
        what = self.in_words(about, value, body, is_heard)
        message = f"the event `{note.event or note.verb}` would tell everybody its `{name}`, which depends on {what}"
        instead = f"leave `{name}` out of the event" if note.event else "build on what is known"
        return f"{message}, and that is hidden", self._help(about, instead), about

    def _help(self, fields: Iterable[str], instead: str) -> str:
        """What to do so that nothing is given away; pieces are hidden by where they lie, all else since it says so."""
        listed = [self.model.fields[name] for name in fields]
        if not listed:
            return KEPT
        if any(one.has_pieces or one.role in WHEREABOUTS for one in listed):
            return TOLD
        facts = self.cells.in_words(frozenset(one.name for one in listed))
        return f"{instead}, or let all see {facts} (`seen_by: all`)"

    def notes(self, fields: Iterable[str]) -> tuple[Remark, ...]:
        """Where each of them is said to be hidden; what the engine keeps of pieces is said of the piles."""
        stated = [(name, self.model.fields[name].at) for name in dict.fromkeys(sorted(fields))]
        return tuple(
            Remark(f"{self.cells.in_words(frozenset({name}))} is hidden here", at) for name, at in stated if at
        )


def _place_of(field: Field) -> str:
    """A place as it is spoken of of each player in turn, or of the game."""
    owner, _, fact = field.name.partition(".")
    return {"player": f"p.{fact}", "game": fact}.get(owner, f"{owner.upper()}.{fact}")


def _is_open(label: Label) -> bool:
    return not label


def _item_of(value: str) -> Callable[[str], str]:
    """What the items that a value goes through are called elsewhere."""
    return lambda name: f"{name} in {value}"
