"""Crossings: what is done where the program only comes under a hidden condition tells whether that holds.

    if my.bid > 5: set done to true        everybody sees what is done, and so knows more of the bid

A crossing is one such branch or loop: who may know on what it depends, and where it stands. Whatever is done behind it
and noticed by others (`note_seen`) is held against it. It lasts to the end of its branch; where a branch leaves the
loop or the program, what comes behind it is told just as well. A choice of somebody who knows the condition ends it:
that this was offered and taken is what choosing tells. What is done in secret, others notice only by what it came to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from rulebed.algebra.fold import Folder
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Expr, Local
from rulebed.lang.terms import TRUE
from rulebed.model.game import WHEREABOUTS, Edge, Model
from rulebed.prove.dataflow.identity import NOTHING, Given
from rulebed.prove.secrecy.extents import Extents
from rulebed.prove.secrecy.labels import OPEN, Body, Crossing, Label
from rulebed.prove.secrecy.outward import Outward
from rulebed.prove.secrecy.secrets import Secrets
from rulebed.source.text import Span

WATCHING = "watch for what all see, or let it begin with a choice of whoever it is that knows"
Say = Callable[[str, "Span | None", str, str, frozenset[str]], None]


class Knowing(Protocol):
    """Who may know what, as it is worked out by `secrecy.secrecy`."""

    model: Model
    secrets: Secrets
    extents: Extents
    fold: Folder

    def body_of(self, expr: core.Ask) -> Expr: ...
    def label(self, expr: Expr, body: Body) -> Label: ...
    def resolved(self, expr: Expr, body: Body) -> Expr: ...
    def known_to(self, label: Iterable[Expr], seat: Expr, given: Given = NOTHING) -> bool: ...
    def reaches(self, allowed: Expr, condition: Expr, given: Given = NOTHING) -> bool: ...


@dataclass(slots=True)
class Crossings:
    """What one program does under hidden conditions."""

    secrecy: Knowing
    outward: Outward
    say: Say
    said: set[Crossing] = field(default_factory=set)
    fold: Folder = field(init=False)
    told: bool = True
    at: Span | None = None  # of the statement around

    def __post_init__(self) -> None:
        self.fold = self.secrecy.fold

    def begin(self, *, told: bool) -> None:
        """Another program is read; of the engine's own bookkeeping nothing is told."""
        self.said, self.told, self.at = set(), told, None

    def into(self, way: Body, label: Label, subject: Expr, stmt: core.Stmt | Edge) -> None:
        """A way that is only taken under a condition."""
        if label and all(one.at != stmt.at or one.label != label for one in way.path):
            way.path += (Crossing(label, subject, stmt.at or self.at, _line(stmt)),)

    def is_told_by_choice(self, stmt: core.If | core.Switch, label: Label, body: Body) -> bool:
        """Whether one way begins with a choice of somebody who knows which is taken: that this is asked tells it.

        Where nobody else hears it, it does not. Where it is only asked whether there is anything to choose, what is
        wrong is said of the choice. Of a program that things carry each is looked at by itself: that a card can be laid
        down only if there is a red one tells nothing of those that can always be.
        """
        if body.alone is not None:
            return False
        asked = isinstance(stmt, core.If) and stmt.attempt
        subject = stmt.condition if isinstance(stmt, core.If) else stmt.subject
        return any(
            self._begins(block, OPEN if asked else label, body) or (bool(block) and self._each_is(block, subject, body))
            for block in walk.stmt_blocks(stmt)
        )

    def _each_is(self, block: Block, subject: Expr, body: Body) -> bool:
        """Whether that holds of each thing that carries the program run here, as far as a condition is hidden."""
        match block[-1]:
            case core.Call(proc, (me, Local(name), *_)) if len(block) == 1:
                program = self.secrecy.model.procs[proc]
            case _:
                return False
        match program.body:
            case (core.Switch(Local(param), cases),) if param == program.params[1]:
                inner = self.secrecy.body_of(subject) if isinstance(subject, core.Ask) else subject
                return all(
                    self._one_is(walk.substituted(inner, {name: core.Const(number)}), one, me, body)
                    for number, one in cases
                )
            case _:
                return False

    def _one_is(self, condition: Expr, case: Block, me: Expr, body: Body) -> bool:
        label = self.secrecy.extents.condition(self.fold(condition), body)
        own = walk.over_block(case, lambda expr: walk.substituted(expr, {"me": me}))
        return not label or self._begins(own, label, body)

    def _begins(self, block: Block, label: Label, body: Body) -> bool:
        bound: dict[str, Expr] = {}
        for stmt in block:
            match stmt:
                case core.Let(local, value):
                    bound[local] = self.secrecy.resolved(walk.substituted(value, bound), body)
                case core.Choose(_, _, chooser):
                    seat = self.secrecy.resolved(walk.substituted(chooser, bound), body)
                    return self.secrecy.known_to(label, seat, body.given)
                case core.Call(proc, args) if self.outward.matters(proc):
                    seat = self.secrecy.resolved(walk.substituted(args[0], bound), body)
                    return self.outward.begins(proc) and self.secrecy.known_to(label, seat, body.given)
                case core.Repeat(core.Const(), inner):
                    return self._begins(inner, label, body)
                case _ if self.outward.is_noticed(stmt):
                    return False
        return False

    def note_join(
        self, body: Body, ways: Iterable[tuple[Block, Body]], label: Label, stmt: core.If | core.Switch
    ) -> None:
        """Behind several ways: whoever comes here tells that none was taken that leads elsewhere."""
        ways = tuple(ways)
        kept = dict.fromkeys((*body.path, *(one for _, way in ways for one in way.path if one.lasts)))
        subject = stmt.condition if isinstance(stmt, core.If) else stmt.subject
        lasts = max((_how_far(block) for block, _ in ways), default="")
        if label and lasts:
            kept |= {Crossing(label, subject, stmt.at or self.at, _line(stmt), lasts): None}
        body.path = tuple(kept)

    def after_loop(self, body: Body, inner: Body, news: Label, stmt: core.Each | core.Repeat) -> None:
        """Behind a loop: what left only the loop has come here, too; where a round ends the program, there was none."""
        kept = dict.fromkeys((*body.path, *(one for one in inner.path if one.lasts == RETURNS)))
        if news and _how_far(stmt.body) == RETURNS:
            subject = stmt.source if isinstance(stmt, core.Each) else stmt.count
            kept |= {Crossing(news, subject, stmt.at or self.at, _line(stmt), RETURNS): None}
        body.path = tuple(kept)

    def counted(self, stmt: core.Write, news: Label, body: Body) -> None:
        """Of each place all see how many pieces lie there, and so whatever that hangs on."""
        way = body.for_way()
        self.into(way, news, stmt.value, stmt)
        self.note_seen(stmt.verb, TRUE, way)

    def note_seen(self, what: str, audience: Expr, body: Body) -> None:
        """Something is done that is noticed by those for whom `audience` holds."""
        for crossing in body.path:
            if not all(self.secrecy.reaches(audience, condition, body.given) for condition in crossing.label):
                self._report(crossing, what, body)

    def note_write(self, stmt: core.Write, seen: Expr, body: Body) -> None:
        """What is written is noticed by those who see it; of pieces all see how many lie somewhere."""
        found = self.secrecy.model.fields[stmt.field]
        if body.path and not found.own and found.role not in WHEREABOUTS:
            self.note_seen(stmt.verb or "set", TRUE if found.has_pieces else seen, body)

    def note_choice(self, stmt: core.Choose, chooser: Expr, body: Body) -> None:
        """Whoever is asked knows that play has come here; and so do those who are told what was taken."""
        left = []
        for crossing in body.path:
            if not self.secrecy.known_to(crossing.label, chooser, body.given):
                self._report(crossing, "choose", body)
            elif body.alone is not None:
                left.append(crossing)
        body.path = tuple(left)

    def note_call(self, stmt: core.Call, me: Expr, body: Body) -> None:
        """What a procedure lets others notice; that a piece is taken from where it lies, all do."""
        if body.path and body.alone is not None and self.outward.rests(stmt.proc):
            self._rested(me, body)
        if self.outward.lifts(stmt.proc):
            self.note_seen(stmt.verb, TRUE, body)
        if body.path and self.outward.matters(stmt.proc):
            for crossing in self._noticed(stmt.proc, me, body):
                self._report(crossing, "", body)

    def _noticed(self, proc: str, me: Expr, body: Body) -> Iterator[Crossing]:
        """The hidden conditions that a procedure tells."""
        for crossing in body.path:
            known = self.secrecy.known_to(crossing.label, me, body.given)
            if self.outward.tells(proc, known=known, alone=body.alone == me):
                yield crossing

    def _rested(self, me: Expr, body: Body) -> None:
        """A watcher acts when all are through if its condition holds at a rest point in secret, or doesn't."""
        together = body.for_way()
        together.alone = None
        for claim in self.outward.claims:
            for crossing in self._noticed(claim, me, together):
                self._report(crossing, "", together)

    def promised(self, stmt: core.Write, me: Expr, body: Body) -> None:
        """What a watcher does comes to happen where it is noted that its condition holds, though later, before all."""
        self.told, together = True, body.for_way()
        together.alone = None
        for crossing in self._noticed(self.secrecy.model.fields[stmt.field].of, me, together):
            self._report(crossing, "", together, WATCHING)
        self.told = False

    def _report(self, crossing: Crossing, what: str, body: Body, help_: str = "") -> None:
        if crossing in self.said or not self.told:
            return
        self.said.add(crossing)
        about = frozenset(self.secrecy.secrets.fields_behind(crossing.subject, body, _is_open))
        named = self.secrecy.secrets.in_words(about, crossing.subject, body, _is_open)
        done = f"`{what}`" if what else "what is done here"
        self.say(
            "V108",
            crossing.at,
            f"whether {done} comes to happen depends on {named}, which is hidden: everybody would learn of it",
            help_ or f"where the rules let it be known, say so before it: `{crossing.line}`",
            about,
        )


def _line(stmt: core.Stmt | Edge) -> str:
    """What would have to be written before a statement, in its own words where there are some."""
    match stmt:
        case core.If(words=str(words)) if words:
            return f"say whether {words}"
        case core.Each(source=source, words=str(words)) if words:
            return f"say {words}" if isinstance(source, core.Over) and source.how == "filter" else f"say count({words})"
        case core.Repeat(words=str(words)) | core.Parallel(words=str(words)) if words:
            return f"say {words}"
        case _:
            return "say whether CONDITION` or `say VALUE"


LEAVES, RETURNS = "1 loop", "2 program"  # how far a crossing lasts behind its branch


def _how_far(block: Block) -> str:
    """What a block may leave before its end: nothing, the loop around it, or the program."""
    if any(isinstance(stmt, core.Return) for stmt in walk.stmts(block)):
        return RETURNS
    return LEAVES if walk.leaves(block) else ""


def _is_open(label: Label) -> bool:
    return not label
