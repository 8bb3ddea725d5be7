"""What each program of a model is a function of, as a number: what it says, and how others look from outside.

A guard is worked out of what its program says, of the values, facts and tables that this mentions, and of the *faces*
of the procedures that it calls: what they are given, who decides in them, whether they choose, roll or come back to
themselves. Their own statements it only comes to know by asking (`incremental.queries`), and so does it which parts of
facts they write, of those that it needs behind them:

    turn: pay_rent; rest        number of (text of turn, face of pay_rent, face of rest)
    rest: gain 1 food           with 2 food it has another text and the same face, so that turn keeps its number

What goes in a circle - procedures that call each other - has no first one: there the number of each is made of the
texts of all of them, and of how all looks from outside that the circle mentions.
Contents are equal wherever they stand in files, so places are added: what says the same at two places is two programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from rulebed.incremental import queries
from rulebed.incremental.known import Known, Query
from rulebed.incremental.lookups import unwatched, values_in
from rulebed.lang import core, internal, walk
from rulebed.model.game import Proc
from rulebed.model.graph import components_in_order
from rulebed.prove.dataflow import mentions
from rulebed.prove.dataflow.grounds import Grounds
from rulebed.prove.dataflow.mentions import FIELD, TABLE, VALUE
from rulebed.prove.guards.seats import seats
from rulebed.prove.guards.weakest import Weakest

OF_TABLES = frozenset({queries.ROW, queries.HELD})


class Dependence:
    """The numbers of one model's programs; `about` is what all of them build on."""

    def __init__(self, weakest: Weakest, known: Known, about: object) -> None:
        self.weakest, self.known, self.about = weakest, known, about
        self.facts, self.model = weakest.facts, weakest.facts.model
        self.values = weakest.inline.values
        self.tables = unwatched(self.model.tables)
        self.grounds = Grounds(replace(self.model, tables=self.tables), self.facts.cells, known)
        self._faces: dict[str, int] = {}
        self._circles: dict[tuple[str, ...], int] = {}
        self._found: dict[str, int] = {}
        self._needs: dict[str, int] = {}
        self._answers: dict[Query, int] = {}

    # Who mentions whom.

    @cached_property
    def mentions(self) -> Mapping[str, tuple[str, ...]]:
        """What each program, value and fact mentions, before anything is worked out."""
        grounds, model = self.grounds, self.model
        programs = {name: grounds.of_body(body) for name, body in self.facts.bodies.items()}
        values = {VALUE + name: grounds.of_value(value) for name, value in model.values.items()}
        return programs | values | {FIELD + name: grounds.of_field(name) for name in model.fields}

    @cached_property
    def circles(self) -> tuple[tuple[str, ...], ...]:
        """All nodes, those that mention each other together; what is built on comes first."""
        stage = "circles", tuple(self.mentions.items())
        circles = self.known.same.result_of(stage, None, lambda: components_in_order(self.mentions))
        return tuple(tuple(sorted(circle)) for circle in circles)

    @cached_property
    def _circle_of(self) -> Mapping[str, tuple[str, ...]]:
        return {node: circle for circle in self.circles for node in circle}

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """For each procedure the first one of its circle: through this one the circle is entered, whoever asks."""
        procs = self.model.procs
        circles = ([node for node in circle if node in procs] for circle in self.circles)
        return {node: circle[0] for circle in circles for node in circle}

    # Programs.

    def number(self, node: str) -> int:
        """What a program or value is a function of, but for what it asks."""
        circle = self._circle_of[node]
        around = self._circle(circle) if len(circle) > 1 else None
        own = self._circle((node,)) if node.startswith(VALUE) else self._body(node)
        return self.known.number((self.about, own, around))

    def _body(self, node: str) -> int:
        """What a program says, every `can` in it worked out as far as that has been done, seen from outside."""
        body, proc = self.weakest.bodies[node], self.model.procs.get(node)
        built_on = self._built_on(self.grounds.of_body(body))
        return self.known.number((node, self._around(node), self._head(proc), self.grounds.text(body), built_on))

    def _head(self, proc: Proc | None) -> int | None:
        """The number of what a procedure is given, and where it stands."""
        if proc is None:
            return None
        return self.known.same.result_of("head", proc, lambda: self.known.number((proc.params, proc.types, proc.at)))

    def _circle(self, circle: tuple[str, ...]) -> int:
        """What mentions each other, before anything is worked out, seen from outside."""
        if circle not in self._circles:
            found = self.grounds.numbered(circle, self._at_first, self._number_outside)
            self._circles[circle] = found[circle[0]]
        return self._circles[circle]

    def _around(self, node: str) -> object:
        return self.weakest.nesting.around(node)

    def _built_on(self, mentioned: Iterable[str]) -> frozenset[int]:
        return frozenset(map(self._number_outside, mentioned))

    def _number_outside(self, node: str) -> int:
        """How anything looks from outside."""
        if internal.is_question(node):
            return self._needed(internal.asked_by(node))
        return self._face(node) if node in self.facts.bodies else self._ground(node)

    def _face(self, name: str) -> int:
        """How a procedure looks from outside."""
        if name not in self._faces:
            facts, proc = self.facts, self.model.procs[name]
            sorts = (facts.recursive, facts.circling, facts.choosing, facts.chancy, facts.unfailing, facts.blocky)
            is_of = *(name in sort for sort in sorts), name in facts.parting, self.weakest.asking.can_inline(name)
            does = self.weakest.deciders.of_proc(name)
            head = name, self._params_number(proc), self._around(name)
            self._faces[name] = self.known.number((head, is_of, does))
        return self._faces[name]

    def _params_number(self, proc: Proc) -> int:
        """The number of what a procedure is given, wherever it stands."""
        return self.known.same.result_of("taken", proc, lambda: self.known.number((proc.params, proc.types)))

    def _needed(self, name: str) -> int:
        """What a procedure needs, with all that this asks in turn."""
        if internal.can_of(name) not in self.values:  # of a circle that is being worked out just now
            return self._whole[name]
        if name not in self._needs:
            self._needs[name] = self.known.number(frozenset(map(self._question_number, sorted(self._questions(name)))))
        return self._needs[name]

    def _questions(self, name: str) -> set[str]:
        """The questions about procedures that one leads to."""
        found, todo = {internal.can_of(name)}, [internal.can_of(name)]
        while todo:
            new = {one for one in self.grounds.of_value(self.values[todo.pop()]) if internal.is_question(one)} - found
            found |= new
            todo += new
        return found

    def _question_number(self, question: str) -> int:
        value, name = self.values[question], internal.asked_by(question)
        outside = (one for one in self.grounds.of_value(value) if not internal.is_question(one))
        said = value.params, self.grounds.text_of(value.body), self.weakest.asking.told_needs(name)
        runs = self._around(name), name in self.facts.recursive
        return self.known.number((said, runs, self._built_on(outside)))

    # Values, facts and tables.

    def _ground(self, node: str) -> int:
        """A value, fact or table with all that it builds on."""
        if node not in self._found:
            circle = self._circle_of.get(node, (node,))
            if any(one in self.facts.bodies for one in circle):
                self._found[node] = self._whole[node]
            else:
                self._found |= self.grounds.numbered(circle, self._content_now, self._number_outside)
        return self._found[node]

    def _content_now(self, node: str) -> tuple[object, tuple[str, ...]]:
        """What stands there now, every `can` in it worked out, and what that mentions."""
        if node.startswith(VALUE):
            value = self.values[node.removeprefix(VALUE)]
            return self.grounds.text_of_value(value), self.grounds.of_value(value)
        return self.grounds.fact(node), self.mentions.get(node, ())

    @cached_property
    def _whole(self) -> Mapping[str, int]:
        """The number of everything by all that it builds on, through whatever it calls."""
        found: dict[str, int] = {}
        for circle in self.circles:
            found |= self.grounds.numbered(circle, self._at_first, found.__getitem__)
        return found

    def _at_first(self, node: str) -> tuple[object, tuple[str, ...]]:
        """What stood there before anything was worked out, and what that mentions."""
        proc, mentioned = self.model.procs.get(node), self.mentions.get(node, ())
        if node.startswith(VALUE):
            return self.grounds.text_of_value(self.model.values[node.removeprefix(VALUE)]), mentioned
        if node not in self.facts.bodies:
            return self.grounds.fact(node), mentioned
        return (self.grounds.text(self.facts.bodies[node]), self._around(node), self._head(proc)), mentioned

    # Queries.

    def answer(self, query: Query) -> int | None:
        """The number of what comes of a query; none where nobody of that name is there."""
        kind, about = query
        name: Any = about[0] if isinstance(about, tuple) else about
        if kind != queries.SEATS and name not in (self.tables if kind in OF_TABLES else self.model.procs):
            return None
        if kind == queries.BODY:  # which may have been prepared since it was asked for last
            return self._body(name)
        if kind == queries.NEEDS:  # which may have been forgotten since, and is to be known now
            self.weakest.asking.of_proc(name)
            return self._needed(name)
        if query not in self._answers:
            self._answers[query] = self._answered(kind, about)
        return self._answers[query]

    def _answered(self, kind: str, about: Any) -> int:
        weakest, number = self.weakest, self.known.number
        match kind:
            case queries.THROUGH:
                return number(weakest.readings.through(about))
            case queries.STEP:
                return number(weakest.readings.step(about))
            case queries.WRITES:
                name, cells = about
                return number(self.facts.proc_cell_writes(name) & cells)
            case queries.SEATS:
                return seats(self.model)
            case queries.ROW:
                table, place = about
                return number(self.tables[table].values[place : place + 1])
            case queries.HELD:
                return number(values_in(self.tables, about[0]))
            case _:
                return int(weakest.supposing.is_settled_proc(about))

    def deciders_number(self, circle: tuple[str, ...]) -> int:
        """What it is a function of who decides in procedures that call each other."""
        facts, procs = self.facts, self.model.procs
        own = tuple((name, self.grounds.text(facts.bodies[name]), facts.proc_cell_writes(name)) for name in circle)
        called = sorted({callee for name in circle for callee in facts.calls[name]}.difference(circle))
        others = tuple((name, facts.proc_cell_writes(name), self.weakest.deciders.of_proc(name)) for name in called)
        params = tuple((name, procs[name].params) for name in (*circle, *called) if name in procs)
        return self.known.number((own, params, others, frozenset(self._choosers(circle))))

    def _choosers(self, circle: tuple[str, ...]) -> Iterator[object]:
        """What is mentioned where it is told who chooses."""
        inside = (stmt for name in circle for stmt in walk.stmts(self.facts.bodies[name]))
        seats = dict.fromkeys(stmt.chooser for stmt in inside if isinstance(stmt, core.Choose))
        for node in dict.fromkeys(node for seat in seats for node in mentions.of_expr(seat)):
            if node.startswith(VALUE):
                yield node, self.facts.value_reads[node.removeprefix(VALUE)]
            elif node.startswith(TABLE):
                yield self.tables[node.removeprefix(TABLE)]
            else:
                yield self.grounds.fact(node) if node.startswith(FIELD) else self._whole[node]
