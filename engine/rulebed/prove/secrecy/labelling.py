"""Labelling: who may know what an expression comes to, where a program has come.

What is drawn or chosen out of sight is known to whoever drew or chose; what is looked at, shown or said, to those who
saw or heard it, until it may be something else; all else to those who see all that it reads. Nothing is found wrong
here, and nothing is learnt: this only tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebed.algebra.fold import Folder
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Const, Expr, Local, Op, Over, Read
from rulebed.lang.making import negated
from rulebed.lang.memory import Memory
from rulebed.lang.terms import canonical, counted
from rulebed.lang.traits import DENYING, SELECTING
from rulebed.model.game import Model
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.identity import NOTHING, Cases, Given
from rulebed.prove.dataflow.knowledge import first_of_pair, spread
from rulebed.prove.secrecy.extents import Extents
from rulebed.prove.secrecy.labels import (
    EVERY,
    NEVER,
    OPEN,
    VIEWER,
    Body,
    Label,
    each_given_others,
    holds_by_form,
    implies,
    unless,
)
from rulebed.prove.secrecy.questions import Questions
from rulebed.prove.secrecy.secrets import Secrets
from rulebed.prove.secrecy.trying import Tried


class Labelling:
    """The labels of one model's expressions."""

    def __init__(self, model: Model, facts: Facts) -> None:
        self.model, self.facts = model, facts
        self.hidden = {name: found.seen for name, found in model.fields.items() if found.seen is not None}
        self.doubtful: set[str] = set()  # fields that a trial may have put something unseen into
        self.fold = Folder(model, unroll=False)
        self.cases = Cases(model.players, self.fold)
        self.questions = Questions(model, self.conditions)
        self.secrets = Secrets(self)
        self.extents = Extents(self)
        self._secret = Memory(self._reads_secret)

    def resolved(self, expr: Expr, body: Body) -> Expr:
        """The expression with what its locals stand for."""
        if isinstance(expr, Local):
            return body.aliases.get(expr.name, expr)
        if isinstance(expr, Read) and body.held:
            read = Read(expr.field, self.resolved(expr.index, body))
            return body.held.get(read, read)
        if isinstance(expr, core.Ask) and isinstance(found := self.model.values[expr.value].body, Const):
            return found  # a name for what never changes
        return walk.rebuilt(expr, lambda part: self.resolved(part, body))

    def label(self, expr: Expr, body: Body) -> Label:
        """Under which conditions a seat may know the value; none where everybody may."""
        return frozenset(self.conditions(expr, body))

    def is_said(self, expr: Expr, body: Body) -> bool:
        """Whether just this has been said or shown to somebody."""
        return bool(body.shown) and self.as_said(expr, body) in body.shown

    def as_said(self, expr: Expr, body: Body) -> Expr:
        """As what something is known once it is said: who knows whether a condition holds knows whether it doesn't."""
        found = canonical(self.resolved(expr, body))
        return negated(found) if isinstance(found, Op) and found.name in DENYING else found

    def _is_open(self, expr: Expr, body: Body) -> bool:
        """Whether everybody may know a value, as far as that is plain from what it reads itself."""
        marks = walk.marks(expr)
        if (
            body.shown
            or self.doubtful
            or marks & (walk.ASKS | walk.BLOCKS)
            or (marks & walk.READS and self._secret(expr))
        ):
            return False
        return not any(body.labels.get(name) for name in walk.free(expr))

    def _reads_secret(self, expr: Expr) -> bool:
        """Whether an expression reads what not everybody sees."""
        own = isinstance(expr, Read) and expr.field in self.hidden
        return own or any(map(self._secret, walk.parts(expr)))

    def conditions(self, expr: Expr, body: Body) -> Iterator[Expr]:
        if self._is_open(expr, body):
            return
        if isinstance(expr, Op) and (counted := self._in_the_open(expr, body)) is not None:
            yield from counted
            return
        if body.shown and (known := body.shown.get(self.as_said(expr, body))) is not None:
            yield from known
            return
        if isinstance(expr, Read) and body.shown and Read(expr.field, EVERY) in body.shown:
            yield from self.conditions(expr.index, body)
            return
        if isinstance(expr, Op) and body.shown and (place := self._said_of_all(expr, body)) is not None:
            yield from self.conditions(place.index, body)
            return
        if isinstance(expr, Local):
            yield from body.labels.get(expr.name, OPEN)
        elif isinstance(expr, Read) and expr.field in self.doubtful:
            yield NEVER
        elif isinstance(expr, Read) and expr.field in self.hidden:
            yield from self._open_to(self.who_sees(expr.field, expr.index), body)
        elif isinstance(expr, core.Ask) and body.shown and (inner := self.acyclic_body(expr)) is not None:
            yield from self.conditions(inner, body)  # what has been seen or said may be asked within
            return
        elif isinstance(expr, core.Ask):
            yield from (seen for one in self._of_value(expr) for seen in self._open_to(one, body))
        elif isinstance(expr, core.Supposing):
            yield from (self.resolved(one, body) for one in self._of_block(expr))
        elif isinstance(expr, core.Trial) and Tried(self, body.me, for_all=True).finds_out(expr.body, body.for_way()):
            yield from body.own_label()  # whoever tries must know all that decides it (V107)
        yield from self._of_parts(expr, body)

    def _said_of_all(self, expr: Op, body: Body) -> Read | None:
        """The place of which it has been said of all seats, one after the other, whether something lies there."""
        match expr:
            case Op("in", (piece, Read(field) as place)):
                said = Op("in", (self.resolved(piece, body), Read(field, EVERY)))
                return place if canonical(said) in body.shown else None
            case _:
                return None

    def _open_to(self, seen: Expr, body: Body) -> Iterator[Expr]:
        """The condition under which a seat sees something, unless it holds for all."""
        resolved = self.resolved(seen, body)
        if not body.held or not holds_by_form(resolved):
            yield resolved

    def _of_parts(self, expr: Expr, body: Body) -> Iterator[Expr]:
        """A part may only be looked at where those before it hold, or fail, or for each of a set."""
        match expr:
            case _ if body.whole:
                for part in walk.parts(expr):
                    yield from self.conditions(part, body)
            case Op("and" | "or" as name, args):
                for before, arg in each_given_others(name, args):
                    yield from (unless(before, one) for one in self.conditions(arg, body))
            case Op("if", (test, then, otherwise)):
                yield from self.conditions(test, body)
                yield from (unless([negated(test)], one) for one in self.conditions(then, body))
                yield from (unless([test], one) for one in self.conditions(otherwise, body))
            case Over(_, local, source, each):
                yield from self.conditions(source, body)
                found = tuple(self.conditions(each, body))
                hangs = any(local in walk.free(one) for one in found)
                of_set = identity.among(self.resolved(source, body)) if hangs else None
                for one in found:
                    yield one if of_set is None or local not in walk.free(one) else _of_each(local, of_set, one)
            case _:
                for part in walk.parts(expr):
                    yield from self.conditions(part, body)

    def _in_the_open(self, expr: Op, body: Body) -> Iterable[Expr] | None:
        """Who may know what is read here only to be counted, or is said to be public."""
        if expr.name == "public" and isinstance(expr.args[0], Read):
            return self.conditions(expr.args[0].index, body)
        if (each := spread(expr)) is not None:
            return self.conditions(each, body)
        match expr:
            case Op("len", (Local(name),)) if name in body.extents:
                return body.extents[name]
            case _:
                read = counted(expr)
                is_pile = read is not None and self.model.fields[read.field].has_pieces
                return self.conditions(read.index, body) if read is not None and is_pile else None

    def who_sees(self, field: str, index: Expr) -> Expr:
        """Who sees what stands in a field, over `viewer`."""
        if field not in self.hidden:
            return Const(1)
        return walk.substituted(self.hidden[field], {"it": self._holder(field, index)})

    def _holder(self, field: str, index: Expr) -> Expr:
        """The instance that a field is of: of a pair, the first."""
        found = self.model.fields[field]
        if not found.per:
            return index
        return first_of_pair(index, len(self.model.kinds[found.per].instances))

    def acyclic_body(self, expr: core.Ask) -> Expr | None:
        """What a value asks for these arguments; nothing where it asks itself again."""
        return None if self.questions.is_circular(expr.value) else self.body_of(expr)

    def body_of(self, expr: core.Ask) -> Expr:
        """What a value asks itself for these arguments."""
        value = self.model.values[expr.value]
        return walk.substituted(value.body, dict(zip(value.params, expr.args, strict=True)))

    def _of_value(self, expr: core.Ask) -> Iterator[Expr]:
        value = self.model.values[expr.value]
        given = dict(zip(value.params, expr.args, strict=True))
        for condition in self.questions.label(expr.value, frozenset(self.doubtful)):
            yield walk.substituted(condition, given)

    def _of_block(self, expr: core.Supposing) -> Iterator[Expr]:
        """What is asked behind a block that is carried out on a copy; who sees it must not hang on what that writes."""
        given, written = dict(zip(expr.params, expr.args, strict=True)), self.facts.field_writes(expr.body)
        for part in walk.whole_exprs(expr.body):
            for condition in self.conditions(part, Body(Local("me"))):
                yield NEVER if written & self.facts.reads(condition) else walk.substituted(condition, given)

    def known_to(self, label: Iterable[Expr], seat: Expr, given: Given = NOTHING) -> bool:
        """Whether a seat may know it, whatever the locals can be."""
        conditions = (walk.substituted(condition, {VIEWER.name: seat}) for condition in label)
        return all(holds_by_form(one) or self.cases.always(self.fold(one), given) for one in conditions)

    def reaches(self, allowed: Expr, condition: Expr, given: Given = NOTHING) -> bool:
        """Whether all who satisfy the first satisfy the second, whatever the locals can be."""
        return implies(allowed, condition) or self.cases.always(condition, given, allowed)

    def items(self, source: Expr, body: Body) -> Label:
        """Who knows what the items of a set are, whatever it depends on which of them are in it.

        Who takes one of several open things tells by this that it was there to be taken: that is up to him.
        """
        match source:
            case core.Over(how, _, inner, _) if how in SELECTING:
                return self.items(inner, body)
            case Op("if", (_, *ways)) | Op("union" | "minus", ways):
                return frozenset().union(*(self.items(way, body) for way in ways))
            case Op("range"):
                return OPEN
            case _:
                return self.label(source, body)

    def read_in(self, expr: Expr) -> frozenset[str]:
        """The facts that an expression reads, itself or through values."""
        return frozenset(cell.partition("#")[0] for cell in self.facts.reads(expr))


def _of_each(local: str, of_set: Expr, condition: Expr) -> Expr:
    """What has to hold of who knows, for each of a set; who knows may be called as that is."""
    item = internal.local(f"each {local}")
    return Over("all", item, of_set, walk.substituted(condition, {local: Local(item)}))
