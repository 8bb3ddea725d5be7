"""Secrecy: what an option set or an event is built on must be known to whoever gets to see it.

Each expression has a label, which says who may know its value (`build.labels`). What is drawn or chosen out of sight is
known to whoever drew or chose; what is looked at or shown, to those who saw it, until it may be something else; what is
then put in the open is known to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from rulebed.build.facts import PHASE, Facts
from rulebed.build.grounds import Grounds
from rulebed.build.guards import Guarded
from rulebed.build.knowledge import counted
from rulebed.build.known import Known
from rulebed.build.labels import (
    NEVER,
    OPEN,
    VIEWER,
    Body,
    Label,
    all_of,
    among,
    holds,
    implies,
    is_there,
    reads,
    taught,
)
from rulebed.build.mentions import FIELD, TABLE, VALUE
from rulebed.build.questions import Questions
from rulebed.build.secrets import Secrets
from rulebed.build.trying import Tried
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Read
from rulebed.lang.memory import Memory
from rulebed.model.game import Field, Model
from rulebed.model.graph import in_order
from rulebed.source.diagnostics import Diagnostic, Report
from rulebed.source.text import Span

LEAVING = core.Leave | core.Return
SHOWN = "show it first, or build on what is known"
ASKED = "with `LOW..max(LOW, HIGH)` one is asked in any case; with `if` around it, that one is asked is news"


@dataclass(frozen=True, slots=True)
class Said:
    """A finding, and the hidden facts that it is about."""

    finding: Diagnostic
    about: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading one program: what it gives away, and what it hands to the programs that it calls."""

    said: Mapping[tuple[str, Span | None], Said]
    handed: tuple[tuple[str, str, Label], ...]


class Secrecy:
    """Reads all programs of a model until nothing new is learnt about what their parameters carry.

    What comes of reading a program depends on what it says and asks, on what those that it calls are given and write,
    and on the labels of its parameters; so what is `known` of it, from another model, need not be read again.
    """

    def __init__(self, model: Model, report: Report, known: Known) -> None:
        self.model, self.report, self.known = model, report, known
        self.hidden = {name: found.seen for name, found in model.fields.items() if found.seen is not None}
        self.everybody = Const(tuple(range(model.players)))
        self.doubtful: set[str] = set()  # fields that a trial may have put something unseen into
        self.params: dict[tuple[str, str], Label] = {}
        self.said: dict[tuple[str, Span | None], Said] = {}
        self.handed: list[tuple[str, str, Label]] = []
        self.speaking = False
        self.facts = Facts(model, explicit=False, same=known.same)
        self.grounds = Grounds(model, self.facts.cells, known)
        self.questions = Questions(model, self._conditions)
        self.secrets = Secrets(self)
        self._secret = Memory(self._reads_secret)
        self._called: dict[str, int] = {}  # the numbers of how procedures look to those that call them

    def read(self) -> None:
        """Go over everything, and again over what carries more than when it was read, until that is settled."""
        if not self.hidden:
            return
        same = self.known.same
        tries = any(same.of("tries", body, partial(_any_tries, body)) for body in self.facts.bodies.values())
        tries = tries or any(
            same.of("tries", value.body, partial(_tries, value.body)) for value in self.model.values.values()
        )
        self.speaking = not tries
        programs = [*(PHASE + name for name in self.model.phases), *self.model.procs]
        found: dict[str, Reading] = {}
        pending = dict.fromkeys(programs)
        while pending:
            name = next(iter(pending))
            del pending[name]
            found[name] = self._known(name)
            pending |= dict.fromkeys(self._learnt(found[name]))
        if tries:  # where what comes first counts, all of it is read once more when all is settled
            self.speaking = True
            found = {name: self._read(name) for name in programs}
        said = {key: one for name in reversed(programs) for key, one in found[name].said.items()}
        for one in said.values():
            self.report.add(replace(one.finding, notes=self.secrets.notes(one.about)))

    def _learnt(self, reading: Reading) -> Iterator[str]:
        """The procedures whose parameters carry more than was known."""
        for proc, param, label in reading.handed:
            before = self.params.get((proc, param), OPEN)
            if not label <= before:
                self.params[proc, param] = before | label
                yield proc

    def _known(self, name: str) -> Reading:
        if not self.speaking:
            return self._read(name)
        labels = tuple(self._labels(name).items())
        number = self.known.number((name, self._number(name), self.model.players, labels))
        return self.known.of("secrecy", number, lambda: self._read(name))

    def _number(self, name: str) -> int:
        """The number of a program, seen together with what it asks."""
        body = self.facts.bodies[name]
        outside = frozenset(map(self._outside, self.grounds.of_body(body)))
        return self.known.number((self.grounds.text(body), outside))

    def _outside(self, node: str) -> int:
        if node not in self.model.procs:
            return self._asked[node]
        if node not in self._called:
            called = self.model.procs[node].params, self.facts.proc_writes(node)
            self._called[node] = self.known.number(called)
        return self._called[node]

    @cached_property
    def _asked(self) -> Mapping[str, int]:
        """The numbers of values, facts and tables."""
        grounds, found = self.grounds, dict[str, int]()
        values = {
            (name if internal.is_question(name) else VALUE + name): value for name, value in self.model.values.items()
        }
        mentioned = {node: grounds.of_value(value) for node, value in values.items()}
        mentioned |= {FIELD + name: grounds.of_field(name) for name in self.model.fields}
        mentioned |= {TABLE + name: () for name in self.model.tables}

        def content(node: str) -> tuple[object, tuple[str, ...]]:
            value = values.get(node)
            said = grounds.fact(node) if value is None else grounds.text_of_value(value)
            return said, mentioned.get(node, ())

        def outside(node: str) -> int:
            return found[node] if node in found else self._outside(node)

        for circle in in_order(mentioned):
            if circle.isdisjoint(self.model.procs):
                found |= grounds.numbered(sorted(circle), content, outside)
        return found

    def _labels(self, name: str) -> dict[str, Label]:
        params = () if name.startswith(PHASE) else self.model.procs[name].params
        return {param: self.params[name, param] for param in params if (name, param) in self.params}

    def _read(self, name: str) -> Reading:
        self.said, self.handed = {}, []
        self.secrets.begin()
        body = Body(Local("me"))
        body.labels = self._labels(name)
        is_phase = name.startswith(PHASE)
        program = self.model.phases[name.removeprefix(PHASE)] if is_phase else self.model.procs[name]
        self._block(program.body, body)
        return Reading(self.said, tuple(self.handed))

    def _block(self, block: Block, body: Body) -> None:
        for stmt in block:
            self._stmt(stmt, body)
            if isinstance(stmt, core.If) and not stmt.otherwise and is_there(stmt.condition):
                self._block(stmt.then, body)
            elif isinstance(stmt, core.If | core.Switch):
                self._either(stmt, body)
            elif isinstance(stmt, core.Each | core.Repeat):
                self._loop(stmt, body)
            else:
                for inner in walk.stmt_blocks(stmt):
                    self._apart(inner, stmt, body)

    def _apart(self, block: Block, stmt: core.Stmt, body: Body) -> None:
        """What a seat does by itself; in secret, nobody sees what it is asked."""
        inner = body.apart()
        if isinstance(stmt, core.Parallel) and stmt.secret:
            inner.alone = Local(stmt.local)
        self._block(block, inner)

    def _either(self, stmt: core.If | core.Switch, body: Body) -> None:
        """One of several ways. On each, that it was taken is news, if anything comes of it; behind them it is not."""
        condition = self.label(stmt.condition if isinstance(stmt, core.If) else stmt.subject, body)
        blocks = walk.stmt_blocks(stmt)
        if condition and isinstance(stmt, core.If) and stmt.tacit and body.alone is None:
            self._say(
                "V104",
                stmt.at,
                "whether one is asked here depends on something hidden: everybody would learn it",
                ASKED,
            )
        ways = [(block, body.within(condition)) for block in blocks]
        for block, way in ways:
            self._block(block, way)
        going_on = [way for block, way in ways if not (block and isinstance(block[-1], LEAVING))]
        if going_on:
            body.join(going_on)
            body.bind((name for block in blocks for name in walk.bound(block)), condition)

    def _loop(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        """As often as there are names to hand on what a round has left to the next; a set can be told bit by bit."""
        source = stmt.source if isinstance(stmt, core.Each) else None
        names = walk.bound(stmt.body)
        for _ in range(1 + len(names)):
            rounds = self.label(stmt.source if isinstance(stmt, core.Each) else stmt.count, body)
            inner = body.looping()
            self._block(stmt.body, inner)
            body.join([body.apart(), inner, *inner.left])
            body.bind(names, rounds.union(*(way.under for way in inner.left)))
        if isinstance(source, Local) and inner.labels.get(source.name) == OPEN:
            body.disclose(source.name)
        found = taught(stmt, self.model)
        if found is not None:
            self._teach(*found, body)

    def _teach(self, thing: Expr, seats: Expr, body: Body) -> None:
        """What some see they know, beside those who knew it."""
        before = self.label(thing, body)
        now = frozenset() if seats == self.everybody else frozenset({Op("or", (all_of(before), among(seats)))})
        label: Label = now if before else OPEN
        if isinstance(thing, Local):
            body.labels[thing.name] = frozenset(self.resolved(one, body) for one in label)
        else:
            body.shown[self.resolved(thing, body)] = frozenset(self.resolved(one, body) for one in label)

    def _stmt(self, stmt: core.Stmt, body: Body) -> None:
        for expr in walk.stmt_exprs(stmt):
            self._tried(expr, body)
        match stmt:
            case core.Let():
                self._let(stmt, body)
            case core.Each():
                self._name(stmt.local, stmt.source, self.label(stmt.source, body), body)
                body.sources[stmt.local] = stmt.source
            case core.Roll():
                self._name(stmt.local, stmt.source, body.own() if self.label(stmt.source, body) else OPEN, body)
            case core.Choose():
                self._choose(stmt, body)
            case core.Write():
                self._disclose(stmt, body)
                self._tell(stmt, body)
            case core.Call():
                self._call(stmt, body)
            case core.Note():
                self._note(stmt, body)
            case core.Leave():
                body.left.append(body.apart())
            case core.Parallel():
                body.aliases[stmt.local] = Local(stmt.local)
            case _:
                pass

    def _name(self, local: str, value: Expr, label: Label, body: Body) -> None:
        body.labels[local] = label
        if label:
            self.secrets.named(local, value, body)

    def _let(self, stmt: core.Let, body: Body) -> None:
        label = self.label(stmt.value, body)
        drawn = isinstance(stmt.value, Op) and any(
            isinstance(part, Op) and part.name == "deck_next" for part in walk.exprs(stmt.value)
        )
        self._name(stmt.local, stmt.value, body.own() if drawn and label else label, body)
        value = self.resolved(stmt.value, body)
        if isinstance(value, Const) or isinstance(stmt.value, Local) or _stays(stmt.value):
            body.aliases[stmt.local] = value
        else:
            body.aliases.pop(stmt.local, None)

    def _choose(self, stmt: core.Choose, body: Body) -> None:
        chooser = self.resolved(stmt.chooser, body)
        label = self.label(stmt.source, body)
        if not self.known_to(label, chooser):
            is_known = partial(self.known_to, seat=chooser)
            about = frozenset(self.secrets.read(stmt.source, body, is_known))
            what = self.secrets.said(about, stmt.source, body, is_known)
            about |= frozenset(self.secrets.of(stmt.source, body, is_known))
            self._say(
                "V102", stmt.at, f"what is offered here depends on {what}, which the chooser can't see", about=about
            )
        if self.label(stmt.chooser, body):
            self._say("V104", stmt.at, "who decides here depends on something hidden: everybody would learn it")
        taken = label and self._items(stmt.source, body)
        self._name(stmt.local, stmt.source, frozenset({Op("eq", (VIEWER, chooser))}) if taken else OPEN, body)

    def _items(self, source: Expr, body: Body) -> Label:
        """Who knows what the items of a set are, whatever it depends on which of them are in it.

        Who takes one of several open things tells by this that it was there to be taken: that is up to him.
        """
        match source:
            case core.Over("filter" | "classes" | "sort" | "sort_down" | "most" | "least", _, inner, _):
                return self._items(inner, body)
            case Op("if", (_, *ways)) | Op("union" | "minus", ways):
                return frozenset().union(*(self._items(way, body) for way in ways))
            case Op("range"):
                return OPEN
            case _:
                return self.label(source, body)

    def _disclose(self, stmt: core.Write, body: Body) -> None:
        """What is written is known to whoever sees it there; what was there before was seen for nothing."""
        body.shown = {expr: label for expr, label in body.shown.items() if not reads(expr, stmt.field)}
        seen = self.resolved(self._seen(stmt.field, stmt.index), body)
        for part in walk.exprs(stmt.value):
            if isinstance(part, Local):
                body.disclose(part.name, seen)

    def _call(self, stmt: core.Call, body: Body) -> None:
        proc = self.model.procs[stmt.proc]
        body.shown.clear()  # it may change anything
        for name, arg in zip(proc.params, stmt.args, strict=True):
            label = self.label(arg, body)
            if label and name != "me":
                me = self.resolved(stmt.args[0], body)
                own: Label = frozenset({Op("eq", (VIEWER, Local("me")))})
                self.handed.append((stmt.proc, name, own if self.known_to(label, me) else frozenset({NEVER})))

    def _tell(self, stmt: core.Write, body: Body) -> None:
        """A verb that writes a fact in the open tells it to all; of pieces, whoever lays them open means to."""
        field = self.model.fields[stmt.field]
        if stmt.verb and field.seen is None and not self._holds_pieces(field) and self.label(stmt.value, body):
            self._say("V103", stmt.at, *self.secrets.written(stmt, body))

    def _holds_pieces(self, field: Field) -> bool:
        holders = (name for fields in self.model.holders.values() for name, _ in fields)
        return bool(field.pile) or field.name in holders

    def _note(self, stmt: core.Note, body: Body) -> None:
        """An event tells its facts to all, or to those for whom `seen` holds; of one in secret nobody else hears."""
        if stmt.shown:
            return
        hearers = [self.resolved(stmt.seen, body) if stmt.seen is not None else Const(1)]
        hearers += [Op("eq", (VIEWER, body.alone))] if body.alone is not None else []

        def is_heard(label: Label) -> bool:
            return all(any(implies(heard, condition) for heard in hearers) for condition in label)

        for name, value, _ in stmt.about:
            if not is_heard(self.label(value, body)):
                self._say("V103", stmt.at, *self.secrets.told(stmt, name, value, body, is_heard))

    def resolved(self, expr: Expr, body: Body) -> Expr:
        """The expression with what its locals stand for."""
        if isinstance(expr, Local):
            return body.aliases.get(expr.name, expr)
        if isinstance(expr, core.Ask) and isinstance(found := self.model.values[expr.value].body, Const):
            return found  # a name for what never changes
        return walk.rebuilt(expr, lambda part: self.resolved(part, body))

    def label(self, expr: Expr, body: Body) -> Label:
        """Under which conditions a seat may know the value; none where everybody may."""
        return frozenset(self._conditions(expr, body))

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

    def _conditions(self, expr: Expr, body: Body) -> Iterator[Expr]:
        if self._is_open(expr, body):
            return
        if isinstance(expr, Op) and (read := self._in_the_open(expr)) is not None:
            yield from self._conditions(read.index, body)
            return
        if body.shown and (known := body.shown.get(self.resolved(expr, body))) is not None:
            yield from known
            return
        if isinstance(expr, Local):
            yield from body.labels.get(expr.name, OPEN)
        elif isinstance(expr, Read) and expr.field in self.doubtful:
            yield NEVER
        elif isinstance(expr, Read) and expr.field in self.hidden:
            yield self.resolved(self._seen(expr.field, expr.index), body)
        elif isinstance(expr, core.Ask):
            yield from (self.resolved(one, body) for one in self._of_value(expr))
        elif isinstance(expr, core.Supposing):
            yield from (self.resolved(one, body) for one in self._of_block(expr))
        for part in walk.parts(expr):
            yield from self._conditions(part, body)

    def _in_the_open(self, expr: Op) -> Read | None:
        """What is read here only to be counted, or is said to be public."""
        if expr.name == "public" and isinstance(expr.args[0], Read):
            return expr.args[0]
        read = counted(expr)
        return read if read is not None and self._holds_pieces(self.model.fields[read.field]) else None

    def _seen(self, field: str, index: Expr) -> Expr:
        """Who sees what stands in a field, over `viewer`."""
        if field not in self.hidden:
            return Const(1)
        return walk.substituted(self.hidden[field], {"it": self._holder(field, index)})

    def _holder(self, field: str, index: Expr) -> Expr:
        """The instance that a field is of: of a pair, the first."""
        found = self.model.fields[field]
        if not found.per:
            return index
        return Op("div", (index, Const(len(self.model.kinds[found.per].instances))))

    def _of_value(self, expr: core.Ask) -> Iterator[Expr]:
        value = self.model.values[expr.value]
        given = dict(zip(value.params, expr.args, strict=True))
        for condition in self.questions.label(expr.value, frozenset(self.doubtful)):
            yield walk.substituted(condition, given)

    def _of_block(self, expr: core.Supposing) -> Iterator[Expr]:
        """What is asked behind a block that is carried out on a copy; who sees it must not hang on what that writes."""
        given, written = dict(zip(expr.params, expr.args, strict=True)), self.facts.field_writes(expr.body)
        for part in walk.whole_exprs(expr.body):
            for condition in self._conditions(part, Body(Local("me"))):
                yield NEVER if written & self.facts.reads(condition) else walk.substituted(condition, given)

    def _tried(self, expr: Expr, body: Body) -> None:
        """A trial must not find out what the one who tries can't know."""
        if not walk.marks(expr) & walk.BLOCKS:
            return
        for part in walk.parts(expr):
            self._tried(part, body)
        if isinstance(expr, core.Trial) and self.speaking and Tried(self, body.me).finds_out(expr.body, body.apart()):
            self._say("V107", expr.at, "whether this can be got through may depend on something that `me` can't see")

    def known_to(self, label: Iterable[Expr], seat: Expr) -> bool:
        return all(holds(walk.substituted(condition, {VIEWER.name: seat})) for condition in label)

    def _say(
        self, code: str, at: Span | None, message: str, help_: str = SHOWN, about: frozenset[str] = frozenset()
    ) -> None:
        if self.speaking:
            self.said.setdefault((code, at), Said(Diagnostic(code, message, at, help=help_), about))


def _tries(expr: Expr) -> bool:
    return bool(walk.marks(expr) & walk.BLOCKS) and any(isinstance(part, core.Trial) for part in walk.exprs(expr))


def _any_tries(block: Block) -> bool:
    return any(map(_tries, walk.whole_exprs(block)))


def _stays(value: Expr) -> bool:
    """Whether it is a fact that stands for the same as long as nobody writes it; whose turn it is changes by itself."""
    return isinstance(value, Read) and value.field != "game.active"


def check_secrecy(guarded: Guarded, known: Known | None = None) -> Report:
    """What would give secrets away."""
    report = Report()
    Secrecy(guarded.model, report, known or Known()).read()
    return report
