"""Secrecy: what an option set or an event is built on must be known to whoever gets to see it.

Each expression has a label, which says who may know its value (`build.labels`). What is drawn or chosen out of sight is
known to whoever drew or chose; what is looked at or shown, to those who saw it, until it may be something else; what is
then put in the open is known to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from rulebed.build.confidential import confidential
from rulebed.build.crossings import Crossings
from rulebed.build.extents import Extents, picked
from rulebed.build.facts import PHASE, Facts
from rulebed.build.grounds import Grounds
from rulebed.build.guards import Guarded
from rulebed.build.knowledge import counted, first_of_pair, holds_for_each, spread
from rulebed.build.known import Known
from rulebed.build.labels import (
    HIDDEN,
    NEVER,
    OPEN,
    VIEWER,
    Body,
    Crossing,
    Label,
    all_of,
    among,
    holds,
    implies,
    is_there,
    taught,
)
from rulebed.build.logic import TRUE, canonical
from rulebed.build.numbers import Numbers
from rulebed.build.outward import Outward
from rulebed.build.questions import Questions
from rulebed.build.rolls import Rolls
from rulebed.build.secrets import Secrets
from rulebed.build.trying import Tried
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Read
from rulebed.lang.memory import Memory
from rulebed.model.game import Field, Model, Phase
from rulebed.source.diagnostics import Diagnostic, Report
from rulebed.source.text import Span

LEAVING = core.Leave | core.Return
ALOUD = internal.local("aloud")  # beside the parameters of a procedure: whether others hear what it does
EVERY = Local(internal.local("every"))  # in what has been said or shown of all players, one after the other
SAY = "say"
LAYING = frozenset({"put", "draw", "refill"})  # by these pieces move, those that are alike, too
OPEN_PATH: tuple[Crossing, ...] = ()
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
        self.program = ""  # that is being read
        self.facts = Facts(model, explicit=False, same=known.same)
        self.grounds = Grounds(model, self.facts.cells, known)
        self.questions = Questions(model, self._conditions)
        self.secrets = Secrets(self)
        self.outward = Outward(model, self._seen)
        self.crossings = Crossings(self, self.outward, self._say)
        self.rolls = Rolls(self, self._say)
        self.extents = Extents(self)
        self.numbers = Numbers(self.facts, self.grounds, self.outward, known)
        self._secret = Memory(self._reads_secret)

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
        number = self.known.number((name, self.numbers.of(name), self.model.players, labels))
        return self.known.of("secrecy", number, lambda: self._read(name))

    def _labels(self, name: str) -> dict[str, Label]:
        params = () if name.startswith(PHASE) else (ALOUD, *self.model.procs[name].params)
        return {param: self.params[name, param] for param in params if (name, param) in self.params}

    def _read(self, name: str) -> Reading:
        self.said, self.handed = {}, []
        self.secrets.begin()
        self.rolls.begin()
        body = Body(Local("me"))
        body.labels = self._labels(name)
        is_phase = name.startswith(PHASE)
        if not body.labels.pop(ALOUD, OPEN) and not is_phase and name in self._run:
            body.alone = body.me
        self.program = name
        self.crossings.begin(told=is_phase or self.outward.matters(name))
        program = self.model.phases[name.removeprefix(PHASE)] if is_phase else self.model.procs[name]
        self._block(program.body, body)
        if isinstance(program, Phase):
            self._leave(program, body)
        return Reading(self.said, tuple(self.handed))

    @cached_property
    def kept(self) -> frozenset[tuple[str, str]]:
        """The choices of which others don't hear what was taken."""
        return confidential(self.model, explicit=True)

    @cached_property
    def _run(self) -> frozenset[str]:
        """The procedures that some program runs."""
        return frozenset(name for called in self.facts.calls.values() for name in called)

    def _leave(self, phase: Phase, body: Body) -> None:
        """Where the flow goes on, all see."""
        for edge in phase.edges:
            if edge.guard is not None:
                self.crossings.into(body, self.extents.condition(edge.guard, body), edge.guard, edge.at)
            self.crossings.seen(edge.target, TRUE, body)

    def _block(self, block: Block, body: Body) -> None:
        for stmt in block:
            self._stmt(stmt, body)
            if isinstance(stmt, core.If) and self._is_plainly_there(stmt, body):
                self._block(stmt.then, body)
            elif isinstance(stmt, core.If | core.Switch):
                self._either(stmt, body)
            elif isinstance(stmt, core.Each | core.Repeat):
                self._loop(stmt, body)
            else:
                for inner in walk.stmt_blocks(stmt):
                    self._apart(inner, stmt, body)

    def _is_plainly_there(self, stmt: core.If, body: Body) -> bool:
        """Whether it is only asked whether there is something, and everybody knows that."""
        return not stmt.otherwise and is_there(stmt.condition) and not self.extents.condition(stmt.condition, body)

    def _apart(self, block: Block, stmt: core.Stmt, body: Body) -> None:
        """What a seat does by itself; in secret, nobody sees what it is asked."""
        inner = body.apart()
        if isinstance(stmt, core.Parallel) and stmt.secret:
            inner.alone = Local(stmt.local)
        self._block(block, inner)

    def _either(self, stmt: core.If | core.Switch, body: Body) -> None:
        """One of several ways. On each, that it was taken is news, if anything comes of it; behind them it is not."""
        subject = stmt.condition if isinstance(stmt, core.If) else stmt.subject
        condition, blocks = self.label(subject, body), walk.stmt_blocks(stmt)
        news = self.extents.condition(subject, body)
        told_before = self.crossings.told
        told = bool(news) and self.crossings.settled(stmt, news, body)
        news = OPEN if told else news
        if condition and isinstance(stmt, core.If) and stmt.tacit and body.alone is None:
            self._say(
                "V104",
                stmt.at,
                "whether one is asked here depends on something hidden: everybody would learn it",
                ASKED,
            )
            news = OPEN
        found_out = isinstance(subject, core.Trial) and ("V107", subject.at) in self.said
        news = OPEN if found_out else news
        ways = [(block, body.within(condition)) for block in blocks]
        for block, way in ways:
            self.crossings.into(way, news, subject, stmt.at)
            self.crossings.told = self.crossings.told and not found_out
            self._block(block, way)
        self.crossings.told = told_before
        self.crossings.behind(body, ways, news, stmt)
        going_on = [way for block, way in ways if not (block and isinstance(block[-1], LEAVING))]
        if going_on:
            body.join(going_on)
            names = [name for block in blocks for name in walk.bound(block)]
            body.bind(names, OPEN if told else condition)
            body.extents |= {name: body.extents.get(name, OPEN) | news for name in names}

    def _loop(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        """As often as there are names to hand on what a round has left to the next; a set can be told bit by bit."""
        source = stmt.source if isinstance(stmt, core.Each) else None
        names = walk.bound(stmt.body)
        before, lasting = body.path, OPEN_PATH
        body.picked |= picked(stmt.body)
        for turn in range(2 + len(names)):
            if turn > len(names) and not lasting:  # what leaves the loop is told by the next round
                break
            subject = stmt.source if isinstance(stmt, core.Each) else stmt.count
            rounds = self.label(subject, body)
            inner = body.looping()
            inner.path = (*before, *lasting)
            news = self.extents.of(subject, body) if isinstance(stmt, core.Each) else self.extents.count(subject, body)
            self.crossings.into(inner, news, subject, stmt.at)
            self._block(stmt.body, inner)
            lasting = tuple(one for one in inner.path if one.lasts)
            body.join([body.apart(), inner, *inner.left])
            body.bind(names, rounds.union(*(way.under for way in inner.left)))
            body.extents |= {name: body.extents.get(name, OPEN) | news for name in names}
        body.path = before
        self.crossings.after_loop(body, inner)
        if isinstance(source, Local) and inner.labels.get(source.name) == OPEN:
            body.disclose(source.name)
        if isinstance(stmt, core.Each) and stmt.source == self.everybody:
            item = Local(stmt.local)
            said = {expr: label for expr, label in inner.shown.items() if isinstance(expr, Read) and expr.index == item}
            body.shown |= {Read(expr.field, EVERY): OPEN for expr, label in said.items() if label == OPEN}
        found = taught(stmt, self.model)
        if found is not None:
            thing, seats = found
            self._teach(thing, TRUE if seats == self.everybody else among(seats), body)

    def _teach(self, thing: Expr, who: Expr, body: Body) -> None:
        """What some see or hear they know, beside those who knew it."""
        if isinstance(thing, Op) and thing.name in {"deck_items", "deck_order"}:
            thing = thing.args[0]
        before = self.label(thing, body)
        now: Label = OPEN if holds(who) or not before else frozenset({Op("or", (all_of(before), who))})
        label = frozenset(self.resolved(one, body) for one in now)
        if isinstance(thing, Local):
            body.labels[thing.name] = label
        else:
            body.shown[canonical(self.resolved(thing, body))] = label

    def _stmt(self, stmt: core.Stmt, body: Body) -> None:
        self.crossings.at = stmt.at or self.crossings.at
        for expr in walk.stmt_exprs(stmt):
            self._tried(expr, body)
        match stmt:
            case core.Let():
                self._let(stmt, body)
            case core.Each():
                self._name(stmt.local, stmt.source, self.label(stmt.source, body), body)
                body.sources[stmt.local] = stmt.source
            case core.Roll():
                hidden = self.label(stmt.source, body)
                label = HIDDEN if stmt.unheard else body.own() if hidden else OPEN
                self._name(stmt.local, stmt.source, label, body)
                self.rolls.rolled(stmt)
                if body.alone is None:
                    self.crossings.seen("roll", TRUE, body)
            case core.Choose():
                self._choose(stmt, body)
            case core.Write():
                seen = self.resolved(self._seen(stmt.field, stmt.index), body)
                self._tell(stmt, seen, body)
                self.crossings.written(stmt, seen, body)
                self.rolls.written(stmt, seen, body)
                self._disclose(stmt, body)
            case core.End():
                self.crossings.seen("end game", TRUE, body)
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
        body.extents[local] = self.extents.of(value, body) if label else OPEN
        if label:
            self.secrets.named(local, value, body)

    def _let(self, stmt: core.Let, body: Body) -> None:
        self.rolls.named(stmt)
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
        if self.label(stmt.chooser, body):
            self._say("V104", stmt.at, "who decides here depends on something hidden: everybody would learn it")
            body.path = ()
        if self.known_to(label, chooser):
            self.crossings.asked(stmt, chooser, body)
        else:
            body.path = ()  # that this is come to needs no finding of its own
            is_known = partial(self.known_to, seat=chooser)
            about = frozenset(self.secrets.read(stmt.source, body, is_known))
            what = self.secrets.said(about, stmt.source, body, is_known)
            about |= frozenset(self.secrets.of(stmt.source, body, is_known))
            self._say(
                "V102", stmt.at, f"what is offered here depends on {what}, which the chooser can't see", about=about
            )
        taken, is_kept = label and self._items(stmt.source, body), (self.program, stmt.address) in self.kept
        body.chosen = body.chosen | {stmt.local} if is_kept and not taken else body.chosen - {stmt.local}
        self._name(
            stmt.local, stmt.source, frozenset({Op("eq", (VIEWER, chooser))}) if taken or is_kept else OPEN, body
        )
        body.extents[stmt.local] = OPEN  # whether one was taken, all see

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
        body.shown = {expr: label for expr, label in body.shown.items() if stmt.field not in self._read_in(expr)}
        seen = self.resolved(self._seen(stmt.field, stmt.index), body)
        for part in walk.exprs(stmt.value):
            if isinstance(part, Local):
                body.disclose(part.name, seen)

    def _read_in(self, expr: Expr) -> frozenset[str]:
        """The facts that an expression reads, itself or through values."""
        return frozenset(cell.partition("#")[0] for cell in self.facts.reads(expr))

    def _call(self, stmt: core.Call, body: Body) -> None:
        proc, caller = self.model.procs[stmt.proc], self.resolved(stmt.args[0], body)
        self.crossings.called(stmt, caller, body)
        if body.alone is None or body.alone != caller:
            self.handed.append((stmt.proc, ALOUD, HIDDEN))
        body.shown.clear()  # it may change anything
        for name, arg in zip(proc.params, stmt.args, strict=True):
            label = self.label(arg, body)
            if label and name != "me":
                own: Label = frozenset({Op("eq", (VIEWER, Local("me")))})
                self.handed.append((stmt.proc, name, own if self.known_to(label, caller) else HIDDEN))

    def _tell(self, stmt: core.Write, seen: Expr, body: Body) -> None:
        """A verb that writes a fact tells it to those who see it; of pieces, whoever lays them open means to."""
        field = self.model.fields[stmt.field]
        if not stmt.verb or stmt.verb in LAYING or self.holds_pieces(field) or field.own:
            return
        if field.seen is not None:  # what somebody chooses, they may tell those who see where it is kept
            body = body.apart()
            body.labels |= dict.fromkeys(body.chosen, OPEN)
        if not all(implies(seen, condition) for condition in self.label(stmt.value, body)):
            self._say("V103", stmt.at, *self.secrets.written(stmt, body))

    def holds_pieces(self, field: Field) -> bool:
        holders = (name for fields in self.model.holders.values() for name, _ in fields)
        return bool(field.pile) or field.name in holders

    def _note(self, stmt: core.Note, body: Body) -> None:
        """An event tells its facts to all, or to those for whom `seen` holds; of one in secret nobody else hears."""
        if body.alone is None:
            self.crossings.seen(stmt.event or stmt.verb, TRUE, body)
        if stmt.verb == SAY:
            self._hear(stmt, body)
        if stmt.lands:
            self._land(stmt, body)
        if stmt.shown:
            return
        hearers = [self.resolved(stmt.seen, body) if stmt.seen is not None else Const(1)]
        hearers += [Op("eq", (VIEWER, body.alone))] if body.alone is not None else []

        def is_heard(label: Label) -> bool:
            return all(any(implies(heard, condition) for heard in hearers) for condition in label)

        for name, value, _ in stmt.about:
            if not is_heard(self.label(value, body)):
                self._say("V103", stmt.at, *self.secrets.told(stmt, name, value, body, is_heard))

    def _land(self, stmt: core.Note, body: Body) -> None:
        """What comes to lie in a fact is known to those who see it there; all hear of whom that is."""
        (_, what, _), (name, index, _) = stmt.about
        if self.label(index, body):
            self._say("V103", stmt.at, *self.secrets.told(stmt, name, index, body, _is_open))
        for part in walk.exprs(what):
            if isinstance(part, Local):
                self.secrets.landed(part.name, stmt.lands)
                body.disclose(part.name, self.resolved(self._seen(stmt.lands, index), body))

    def _hear(self, stmt: core.Note, body: Body) -> None:
        """What is said is known to those who hear it; in secret nobody else does."""
        if body.alone is not None:
            return
        for name, value, _ in stmt.about:
            if name != "party":
                self.rolls.told(value)
                self._teach(value, TRUE if stmt.seen is None else _seats(stmt.seen), body)

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

    def is_said(self, expr: Expr, body: Body) -> bool:
        """Whether just this has been said or shown to somebody."""
        return bool(body.shown) and canonical(self.resolved(expr, body)) in body.shown

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
        if isinstance(expr, Op) and (counted := self._in_the_open(expr, body)) is not None:
            yield from counted
            return
        if body.shown and (known := body.shown.get(canonical(self.resolved(expr, body)))) is not None:
            yield from known
            return
        if isinstance(expr, Read) and body.shown and Read(expr.field, EVERY) in body.shown:
            yield from self._conditions(expr.index, body)
            return
        if isinstance(expr, Local):
            yield from body.labels.get(expr.name, OPEN)
        elif isinstance(expr, Read) and expr.field in self.doubtful:
            yield NEVER
        elif isinstance(expr, Read) and expr.field in self.hidden:
            yield self.resolved(self._seen(expr.field, expr.index), body)
        elif isinstance(expr, core.Ask) and body.shown and (inner := self.opened(expr)) is not None:
            yield from self._conditions(inner, body)  # what has been seen or said may be asked within
            return
        elif isinstance(expr, core.Ask):
            yield from (self.resolved(one, body) for one in self._of_value(expr))
        elif isinstance(expr, core.Supposing):
            yield from (self.resolved(one, body) for one in self._of_block(expr))
        for part in walk.parts(expr):
            yield from self._conditions(part, body)

    def _in_the_open(self, expr: Op, body: Body) -> Iterable[Expr] | None:
        """Who may know what is read here only to be counted, or is said to be public."""
        if expr.name == "public" and isinstance(expr.args[0], Read):
            return self._conditions(expr.args[0].index, body)
        if (each := spread(expr)) is not None:
            return self._conditions(each, body)
        match expr:
            case Op("len", (Local(name),)) if name in body.extents:
                return body.extents[name]
            case _:
                read = counted(expr)
                is_pile = read is not None and self.holds_pieces(self.model.fields[read.field])
                return self._conditions(read.index, body) if read is not None and is_pile else None

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
        return first_of_pair(index, len(self.model.kinds[found.per].instances))

    def opened(self, expr: core.Ask) -> Expr | None:
        """What a value asks for these arguments; nothing where it asks itself again."""
        return None if self.questions.is_circular(expr.value) else self.asked(expr)

    def asked(self, expr: core.Ask) -> Expr:
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
        conditions = (walk.substituted(condition, {VIEWER.name: seat}) for condition in label)
        players, fold = self.model.players, self.crossings.fold
        return all(holds(one) or holds_for_each(one, seat, players, fold) for one in conditions)

    def _say(
        self, code: str, at: Span | None, message: str, help_: str = SHOWN, about: frozenset[str] = frozenset()
    ) -> None:
        if self.speaking:
            self.said.setdefault((code, at), Said(Diagnostic(code, message, at, help=help_), about))


def _is_open(label: Label) -> bool:
    return not label


def _seats(seen: Expr) -> Expr:
    """The condition to be among those who hear something, as labels say it."""
    match seen:
        case Op("in", (_, seats)):
            return among(seats)
        case _:
            return seen


def _tries(expr: Expr) -> bool:
    return bool(walk.marks(expr) & walk.BLOCKS) and any(isinstance(part, core.Trial) for part in walk.exprs(expr))


def _any_tries(block: Block) -> bool:
    return any(map(_tries, walk.whole_exprs(block)))


def _stays(value: Expr) -> bool:
    """Whether it stands for the same as long as nobody writes it: a fact, or who sits where as seen from oneself.

    Whose turn it is changes by itself.
    """
    if isinstance(value, Read):
        return value.field != "game.active"
    return walk.free(value) == {"me"} and not walk.marks(value) & (walk.READS | walk.ASKS | walk.BLOCKS)


def check_secrecy(guarded: Guarded, known: Known | None = None) -> Report:
    """What would give secrets away."""
    report = Report()
    Secrecy(guarded.model, report, known or Known()).read()
    return report
