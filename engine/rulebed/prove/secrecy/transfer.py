"""What each statement does to what is known in a program: the transfer function of the data flow.

A `Body` goes through a program from top to bottom. Each statement changes what it holds (labels of locals, what has
been shown, what is known of the way here), and says what it gives away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op, Over, Read
from rulebed.lang.terms import TRUE, canonical
from rulebed.model.game import MOVING, Model, Phase, Proc, Role
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.prompting import PERHAPS, SURELY, UNASKED
from rulebed.prove.secrecy import naming
from rulebed.prove.secrecy.confidential import confidential
from rulebed.prove.secrecy.crossings import Crossings
from rulebed.prove.secrecy.endless import goes_on, has_no_end, is_unbounded
from rulebed.prove.secrecy.extents import found_in, shrinking
from rulebed.prove.secrecy.labelling import Labelling
from rulebed.prove.secrecy.labels import (
    EVERY,
    HIDDEN,
    NEVER,
    OPEN,
    UNHEARD,
    VIEWER,
    Body,
    Crossing,
    Label,
    is_among,
    is_there,
    stays,
    taught,
)
from rulebed.prove.secrecy.outward import Outward
from rulebed.prove.secrecy.rolls import Rolls
from rulebed.prove.secrecy.sinks import Sinks
from rulebed.prove.secrecy.trying import Tried
from rulebed.source.diagnostics import Diagnostic
from rulebed.source.text import Span

LEAVING = core.Leave | core.Return
ALOUD = internal.local("aloud")  # beside the parameters of a procedure: whether others hear what it does
FIRST = internal.local("first")  # beside them, too: whether what it asks may be the first that is asked in secret
OPEN_PATH: tuple[Crossing, ...] = ()
SHOWN = "show it first, or build on what is known"
ASKED_FIRST = (
    "ask each something in any case, before the condition or on its other way; what is asked after that nobody counts"
)
ASKED_HERE = "whether one is asked here depends on something hidden: everybody would learn it"
ROLLED_HERE = "whether luck decides here depends on something hidden: where luck is explicit, everybody would learn it"
BOUNDED = "say between which numbers it lies, as in `number 0..9`, or count no further than `min(NUMBER, 99)`"
ASKED = "with `LOW..max(LOW, HIGH)` one is asked in any case; with `if` around it, that one is asked is news"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """A finding, and the hidden facts that it is about."""

    finding: Diagnostic
    about: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of reading one program: what it gives away, and what it hands to the programs that it calls."""

    said: Mapping[tuple[str, Span | None], Disclosure]
    handed: tuple[tuple[str, str, Label], ...]


class Transfer:
    """Goes through one program of a model after the other; it says nothing until it is `speaking`."""

    def __init__(self, model: Model, facts: Facts) -> None:
        self.model, self.facts = model, facts
        self.everybody = Const(tuple(range(model.players)))
        self.said: dict[tuple[str, Span | None], Disclosure] = {}
        self.handed: list[tuple[str, str, Label]] = []
        self.speaking = False
        self.program = ""  # that is being read
        self.unasked = False  # whether it is open if the seat is asked anything at all, in secret
        self.unrolled = True  # whether it is open if anything has been rolled there
        self.knowing = Labelling(model, facts)
        self.outward = Outward(model, self.knowing.who_sees, facts)
        self.crossings = Crossings(self.knowing, self.outward, self._say)
        self.rolls = Rolls(self.knowing, self._say)
        self.sinks = Sinks(self.knowing, self.crossings, self.rolls, self._say)

    def read(self, name: str, program: Proc | Phase, labels: Mapping[str, Label]) -> Summary:
        """What a program gives away and hands on, where its parameters carry these labels."""
        self.said, self.handed, self.program = {}, [], name
        self.knowing.secrets.begin()
        self.rolls.begin()
        body = Body(Local("me"))
        body.labels = {param: label for param, label in labels.items() if param not in (ALOUD, FIRST)}
        given = program.params if isinstance(program, Proc) else ()
        body.endless = frozenset(param for param in given if body.labels.pop(growing(param), OPEN))
        if not labels.get(ALOUD) and name in self._run:
            body.alone = body.me
        self.unasked = bool(labels.get(FIRST)) and self.outward.prompting.of_proc(name) == PERHAPS
        self.crossings.begin(told=isinstance(program, Phase) or self.outward.matters(name))
        body.itself = program.item if isinstance(program, Proc) else None
        self._block(program.body, body)
        if isinstance(program, Phase):
            self._leave(program, body)
        return Summary(self.said, tuple(self.handed))

    @cached_property
    def choices_kept(self) -> frozenset[tuple[str, str]]:
        """The choices whose value is kept out of sight: of others all may see what comes of them."""
        return confidential(self.model, explicit=True)

    @cached_property
    def _run(self) -> frozenset[str]:
        """The procedures that some program runs."""
        return frozenset(name for called in self.facts.calls.values() for name in called)

    def _leave(self, phase: Phase, body: Body) -> None:
        """Where the flow goes on, all see; whoever left the program before has come here, too."""
        body.path = ()
        for edge in phase.edges:
            if edge.guard is not None:
                self.crossings.into(body, self.knowing.extents.condition(edge.guard, body), edge.guard, edge)
            self.crossings.note_seen(edge.target, TRUE, body)

    def _block(self, block: Block, body: Body) -> None:
        unasked, unrolled = self.unasked, self.unrolled
        for stmt in block:
            self._part(stmt, body)
            self.unasked = self.unasked and self.outward.prompting.passes(stmt)
            self.unrolled = self.unrolled and self.outward.prompting.is_unlucky(stmt)
        self.unasked, self.unrolled = unasked, unrolled

    def _part(self, stmt: core.Stmt, body: Body) -> None:
        self._stmt(stmt, body)
        if isinstance(stmt, core.If) and self._is_plainly_there(stmt, body):
            self._block(stmt.then, body)
        elif isinstance(stmt, core.If | core.Switch):
            self._either(stmt, body)
        elif isinstance(stmt, core.Each | core.Repeat):
            self._loop(stmt, body)
        else:
            for inner in walk.stmt_blocks(stmt):
                self._branch(inner, stmt, body)

    def _is_plainly_there(self, stmt: core.If, body: Body) -> bool:
        """Whether it is only asked whether there is something, and everybody knows that."""
        return (
            not stmt.otherwise and is_there(stmt.condition) and not self.knowing.extents.condition(stmt.condition, body)
        )

    def _branch(self, block: Block, stmt: core.Stmt, body: Body) -> None:
        """What a seat does by itself; in secret, nobody sees what it is asked."""
        inner, unasked, unrolled = body.for_way(), self.unasked, self.unrolled
        if isinstance(stmt, core.Parallel):
            inner.alone = Local(stmt.local) if stmt.secret else None
            news = self.knowing.extents.takes_part(stmt.source, Local(stmt.local), body)
            self.crossings.into(inner, news, stmt.source, stmt)
            self.unrolled = True
            self.unasked = stmt.secret and self.outward.prompting.how_surely(block) in (
                {PERHAPS, SURELY} if news else {PERHAPS}
            )
        self._block(block, inner)
        self.unasked, self.unrolled = unasked, unrolled
        body.forget_fields(self.facts.field_writes(block))
        if isinstance(stmt, core.Parallel) and stmt.source == self.everybody:
            body.shown |= _said_by_all(Local(stmt.local), inner)

    def _either(self, stmt: core.If | core.Switch, body: Body) -> None:
        """One of several ways. On each, that it was taken is news, if anything comes of it; behind them it is not."""
        subject = stmt.condition if isinstance(stmt, core.If) else stmt.subject
        condition, blocks = self.knowing.label(subject, body), walk.stmt_blocks(stmt)
        news = self.knowing.extents.condition(subject, body)
        told_before = self.crossings.told
        told = bool(news) and self.crossings.is_told_by_choice(stmt, news, body)
        news = OPEN if told else news
        if condition and isinstance(stmt, core.If) and stmt.tacit and body.alone is None:
            self._say("V104", stmt.at, ASKED_HERE, ASKED)
            news = OPEN
        found_out = isinstance(subject, core.Trial) and ("V107", subject.at) in self.said
        news = OPEN if found_out else news
        ways = [(block, body.within(condition)) for block in blocks]
        if isinstance(stmt, core.If):
            asked = self.knowing.resolved(stmt.condition, body)
            for (_, way), is_so in zip(ways, (True, False), strict=True):
                way.given += identity.tested(asked) if is_so else identity.failed(asked)
                way.assume(asked, self.knowing.hidden, holds=is_so)
                way.placed |= naming.tested(asked, self.model, holds=is_so)
        for block, way in ways:
            self.crossings.into(way, news, subject, stmt)
            self.crossings.told = self.crossings.told and not found_out
            self._block(block, way)
        self.crossings.told = told_before
        self.crossings.note_join(body, ways, news, stmt)
        going_on = [way for block, way in ways if not (block and isinstance(block[-1], LEAVING))]
        if going_on:
            body.join(going_on)
            names = [name for block in blocks for name in walk.bound(block)]
            body.bind(names, OPEN if told else condition)
            body.extents |= {name: body.extents.get(name, OPEN) | news for name in names}

    def _loop(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        """As often as there are names to hand on what a round has left to the next; a set can be told bit by bit."""
        source, subject = (stmt.source, stmt.source) if isinstance(stmt, core.Each) else (None, stmt.count)
        self._lasts(stmt, body)
        names = walk.bound(stmt.body)
        before, lasting = body.path, OPEN_PATH
        body.picked |= shrinking(stmt.body)
        lying = body.lying if source is not None else {}
        for turn in range(2 + len(names)):
            if turn > len(names) and not lasting:  # what leaves the loop is told by the next round
                break
            rounds = self.knowing.label(subject, body)
            inner = body.looping()
            inner.lying |= lying
            inner.path = (*before, *lasting)
            many, news = self._rounds(stmt, body)
            self.crossings.into(inner, news, subject, stmt)
            self._block(stmt.body, inner)
            lasting = tuple(one for one in inner.path if one.lasts)
            body.join([body.for_way(), inner, *inner.left])
            body.bind(names, rounds.union(*(way.under for way in inner.left)))
            body.extents |= {name: body.extents.get(name, OPEN) | many for name in names}
        body.path = before
        self.crossings.after_loop(body, inner, many, stmt)
        if isinstance(source, Local) and inner.labels.get(source.name) == OPEN:
            body.disclose(source.name)
        if isinstance(stmt, core.Each) and stmt.source == self.everybody:
            body.shown |= _said_by_all(Local(stmt.local), inner)
        found = taught(stmt, self.model)
        if found is not None:
            thing, seats = found
            self.sinks.teach(thing, TRUE if seats == self.everybody else is_among(seats), body)

    def _lasts(self, stmt: core.Each | core.Repeat, body: Body) -> None:
        """How long a loop goes on all see where that is so long that the game stops."""
        many, _ = self._rounds(stmt, body)
        if not many or not has_no_end(stmt, self.model, self.knowing.acyclic_body, body.endless):
            return
        subject = stmt.source if isinstance(stmt, core.Each) else stmt.count
        about = frozenset(self.knowing.secrets.fields_behind(subject, body, lambda label: not label))
        what = self.knowing.secrets.in_words(about, subject, body, lambda label: not label)
        message = f"how long this goes on depends on {what}, which is hidden and has no bounds"
        self._say("V108", stmt.at, f"{message}: a game that it stops would tell everybody", BOUNDED, about)

    def _rounds(self, stmt: core.Each | core.Repeat, body: Body) -> tuple[Label, Label]:
        """Who may know how many rounds there are, and who that one is come to."""
        extents = self.knowing.extents
        if isinstance(stmt, core.Repeat):
            many = extents.count(stmt.count, body)
            return many, many
        many = extents.extent_of(stmt.source, body)
        return many, extents.come_to(stmt.source, Local(stmt.local), body) if many else many

    def _stmt(self, stmt: core.Stmt, body: Body) -> None:
        self.crossings.at = stmt.at or self.crossings.at
        for expr in walk.stmt_exprs(stmt):
            self._check_trials(expr, body)
        match stmt:
            case core.Let():
                self._let(stmt, body)
            case core.Each():
                each = _all_of(stmt.source) if self.knowing.extents.extent_of(stmt.source, body) else stmt.source
                self._name(stmt.local, stmt.source, self.knowing.label(each, body), body)
                body.sources[stmt.local] = stmt.source
                self._is_of(stmt, body)
            case core.Roll():
                hidden = self.knowing.label(stmt.source, body)
                label = UNHEARD | hidden if stmt.unheard else body.own_label() if hidden else OPEN
                self._name(stmt.local, stmt.source, label, body)
                self.rolls.rolled(stmt)
                body.means(stmt.local, identity.NOTHING)
                body.lies(stmt.local, self._place(self.knowing.resolved(stmt.source, body), body))
                if body.alone is None:
                    self.crossings.note_seen("roll", TRUE, body)
                elif self.unrolled:
                    self._first(stmt, body, ROLLED_HERE)
            case core.Choose():
                self._choose(stmt, body)
            case core.Write():
                seen = self.knowing.resolved(self.knowing.who_sees(stmt.field, stmt.index), body)
                if self.model.fields[stmt.field].role is Role.MET and stmt.value != NEVER:
                    self.crossings.promised(stmt, self.knowing.resolved(stmt.index, body), body)
                self.sinks.tell(stmt, seen, body)
                self.sinks.shift(stmt, body)
                self.crossings.note_write(stmt, seen, body)
                self.sinks.note_learning(stmt, body)
                self.rolls.check_write(stmt, seen, body)
                self.sinks.disclose(stmt, body)
                self.sinks.place(stmt, seen, body)
                self.sinks.note_put(stmt, body)
            case core.End():
                self.crossings.note_seen("end game", TRUE, body)
            case core.Call():
                self._call(stmt, body)
            case core.Note():
                self.sinks.note(stmt, body)
            case core.Leave():
                body.left.append(body.for_way())
            case core.Parallel():
                body.aliases[stmt.local] = Local(stmt.local)
                self._is_of(stmt, body)
            case _:
                pass

    def _is_of(self, stmt: core.Choose | core.Each | core.Parallel, body: Body) -> None:
        """From here on a local is one of a set."""
        source = self.knowing.resolved(stmt.source, body)
        body.means(stmt.local, identity.known_of_item(stmt.local, source))
        body.lies(stmt.local, self._place(source, body))
        body.calls(stmt.local, named=naming.is_named(source, body, self.model))
        body.grows(stmt.local, endlessly=goes_on(source, self.model, self.knowing.acyclic_body, body.endless))

    def _place(self, found: Expr, body: Body) -> Read | None:
        """The place where something was found, if pieces lie there."""
        place = found_in(found, body)
        return place if isinstance(place, Read) and self.model.fields[place.field].has_pieces else None

    def _name(self, local: str, value: Expr, label: Label, body: Body) -> None:
        body.labels[local] = label
        body.extents[local] = self.knowing.extents.extent_of(value, body) if label else OPEN
        if label:
            self.knowing.secrets.note_name(local, value, body)

    def _let(self, stmt: core.Let, body: Body) -> None:
        self.rolls.note_name(stmt)
        label = self.knowing.label(stmt.value, body)
        drawn = isinstance(stmt.value, Op) and any(
            isinstance(part, Op) and part.name == "deck_next" for part in walk.exprs(stmt.value)
        )
        self._name(stmt.local, stmt.value, body.own_label() if drawn and label else label, body)
        body.grows(stmt.local, endlessly=is_unbounded(stmt.value, self.model, self.knowing.acyclic_body, body.endless))
        value = self.knowing.resolved(stmt.value, body)
        place = self._place(value, body)
        body.means(stmt.local, identity.known_of_value(stmt.local, value))
        body.lies(stmt.local, place)
        body.calls(stmt.local, named=naming.is_named(value, body, self.model))
        if isinstance(value, Const) or isinstance(stmt.value, Local) or stays(stmt.value):
            body.aliases[stmt.local] = value
        else:
            body.aliases.pop(stmt.local, None)

    def _check_wording(self, stmt: core.Choose, chooser: Expr, body: Body) -> None:
        """What the text of a question says whoever is asked may know."""
        for name, value, _ in stmt.about:
            if not self.knowing.known_to(self.knowing.label(value, body), chooser, body.given):
                self._say("V102", stmt.at, f"the text of this question says `{name}`, which the chooser can't see")

    def _choose(self, stmt: core.Choose, body: Body) -> None:
        chooser = self.knowing.resolved(stmt.chooser, body)
        label = self.knowing.label(stmt.source, body)
        if self.knowing.label(stmt.chooser, body):
            self._say("V104", stmt.at, "who decides here depends on something hidden: everybody would learn it")
            body.path = ()
        if self.knowing.known_to(label, chooser, body.given):
            self._first(stmt, body)
            self.crossings.note_choice(stmt, chooser, body)
        else:
            body.path = ()  # that this is come to needs no finding of its own
            is_known = partial(self.knowing.known_to, seat=chooser, given=body.given)
            about = frozenset(self.knowing.secrets.read(stmt.source, body, is_known))
            what = self.knowing.secrets.in_words(about, stmt.source, body, is_known)
            about |= frozenset(self.knowing.secrets.fields_behind(stmt.source, body, is_known))
            self._say(
                "V102", stmt.at, f"what is offered here depends on {what}, which the chooser can't see", about=about
            )
        self._check_wording(stmt, chooser, body)
        taken, is_kept = (
            label and self.knowing.items(stmt.source, body),
            (self.program, stmt.address) in self.choices_kept,
        )
        body.chosen = body.chosen | {stmt.local} if is_kept and not taken else body.chosen - {stmt.local}
        self._name(
            stmt.local, stmt.source, frozenset({Op("eq", (VIEWER, chooser))}) if taken or is_kept else OPEN, body
        )
        body.extents[stmt.local] = OPEN  # whether one was taken, all see
        self._is_of(stmt, body)

    def _first(self, stmt: core.Choose | core.Roll | core.Call, body: Body, what: str = ASKED_HERE) -> None:
        """What may be the first that a seat is asked in secret: that it is waited for, all see."""
        if not self.unasked:
            return
        if any(self.knowing.known_to(one.label, body.alone or body.me, body.given) for one in body.path):
            at = stmt.at or self.crossings.at
            self._say("V104", at, what, ASKED_FIRST)  # of what it may not know itself it is V108

    def _call(self, stmt: core.Call, body: Body) -> None:
        proc, caller = self.model.procs[stmt.proc], self.knowing.resolved(stmt.args[0], body)
        doer = body.for_way()
        self.crossings.into(doer, self.knowing.label(stmt.args[0], body), stmt.args[0], stmt)
        self.crossings.note_call(stmt, caller, doer)
        if self.outward.lifts(stmt.proc):
            self.sinks.lifted(stmt, doer)
        if self.unasked and self.outward.prompting.of_proc(stmt.proc) != UNASKED:
            self._first(stmt, body)
            self.handed.append((stmt.proc, FIRST, HIDDEN))
        if body.alone is None or body.alone != caller:
            self.handed.append((stmt.proc, ALOUD, HIDDEN))
        for name, arg in zip(proc.params, stmt.args, strict=True):
            label = self.knowing.label(arg, body)
            if label and name != "me":
                is_own = self.knowing.known_to(label, caller, body.given)
                self.handed.append((stmt.proc, name, Body(Local("me")).own_label() if is_own else HIDDEN))
                if is_unbounded(arg, self.model, self.knowing.acyclic_body, body.endless):
                    self.handed.append((stmt.proc, growing(name), HIDDEN))
        written = self.facts.field_writes((stmt,))
        if proc.role in MOVING:
            body.shown = {expr: one for expr, one in body.shown.items() if not written & self.knowing.read_in(expr)}
        else:
            body.shown.clear()  # it may change anything
        body.forget_fields(written)

    def _check_trials(self, expr: Expr, body: Body) -> None:
        """A trial must not find out what the one who tries can't know."""
        if not walk.marks(expr) & walk.BLOCKS:
            return
        for part in walk.parts(expr):
            self._check_trials(part, body)
        if not (isinstance(expr, core.Trial) and self.speaking):
            return
        if Tried(self.knowing, body.me).finds_out(expr.body, body.for_way()):
            self._say("V107", expr.at, "whether this can be got through may depend on something that `me` can't see")

    def _say(
        self, code: str, at: Span | None, message: str, help_: str = SHOWN, about: frozenset[str] = frozenset()
    ) -> None:
        if self.speaking:
            self.said.setdefault((code, at), Disclosure(Diagnostic(code, message, at, help=help_), about))


def growing(param: str) -> str:
    """Beside a parameter: whether it may be a number of which it isn't said how high it can be."""
    return internal.local(f"growing {param}")


def _all_of(source: Expr) -> Expr:
    """A set before any of its items are sorted out."""
    while isinstance(source, Over) and source.how == "filter":
        source = source.source
    return source


def _said_by_all(item: Local, inner: Body) -> dict[Expr, Label]:
    """What has been said to all of each seat, by what was said of one."""
    said = (expr for expr, label in inner.shown.items() if label == OPEN and item.name in walk.free(expr))
    return {canonical(walk.substituted(expr, {item.name: EVERY})): OPEN for expr in said}
