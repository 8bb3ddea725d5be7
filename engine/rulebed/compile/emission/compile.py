"""From a guarded model to a blueprint: all stages of the compiler in their order."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from rulebed.algebra import bounds
from rulebed.compile.emission import shapes
from rulebed.compile.emission.board import plate_of
from rulebed.compile.emission.emit import Emitter
from rulebed.compile.emission.expressions import Expressions
from rulebed.compile.emission.hoist import hoisted
from rulebed.compile.emission.shop import Shop
from rulebed.compile.emission.sites import SiteFunctions
from rulebed.compile.emission.statements import Statements
from rulebed.compile.emission.tolls import Tolls
from rulebed.compile.emission.trials import Trials
from rulebed.compile.lowering.alias import Aliases
from rulebed.compile.lowering.code import Continuation, Instance, Lowered, WaitSite
from rulebed.compile.lowering.driving import Driving
from rulebed.compile.lowering.graph import Exposure, Graph
from rulebed.compile.lowering.lower import Lowering
from rulebed.compile.lowering.offering import Openly
from rulebed.compile.lowering.placing import laid_out, strand_counts
from rulebed.compile.lowering.slots import Allocation, FrameSlots
from rulebed.compile.lowering.upcoming import Upcoming
from rulebed.incremental.same import Same
from rulebed.lang import core, internal, walk
from rulebed.model.game import Field, Model
from rulebed.prove.dataflow.facts import PHASE, Facts
from rulebed.prove.dataflow.outside import sealed
from rulebed.prove.dataflow.sightlines import sightlines
from rulebed.prove.guards.guards import Guarded, Traces
from rulebed.prove.limits.growth import Growth
from rulebed.prove.races.once import decides_once, is_asked_first
from rulebed.prove.secrecy.confidential import confidential
from rulebed.run import blueprint as plan
from rulebed.run.layout import OVER, STACK, Layout
from rulebed.run.program import Program
from rulebed.run.quiet import uncollected

if TYPE_CHECKING:
    from rulebed.source.text import Source, Span


class Compilation:
    """One run of the compiler."""

    def __init__(
        self,
        model: Model,
        emission: str,
        chance: str,
        traces: Traces | None = None,
        trials: Trials | None = None,
        *,
        waits: bool = False,
        same: Same | None = None,
    ) -> None:
        self.model, self.emission, self.chance = model, emission, chance
        self.traces: Traces = (traces or {}) if emission == "trace" else {}
        self.facts = Facts(model, explicit=chance == "explicit", same=same)
        self.confidential = confidential(model) if emission == "events" else frozenset()
        self.numbers = bounds.numbers(model, self.facts.bodies.values())
        lowering = Lowering(self.facts)
        self.lowered: Lowered = lowering.lowered()
        self.graph = Graph(self.lowered)
        exposure = Exposure(self.graph)
        self.upcoming = Upcoming(model, self.lowered, exposure, self.confidential) if emission == "events" else None
        self.openly = Openly(model, self.lowered, self.upcoming.hidden) if self.upcoming else None
        aliases = {} if waits else Aliases(self.graph, exposure, self.facts).find(exposure)
        lasting = [local for local in exposure.lasting if local not in aliases]
        self.slots: FrameSlots = Allocation(self.lowered, self.facts, lasting).slots()
        self.layout: Layout = laid_out(model, strand_counts(self.facts), self.slots.total)
        self.places = {local: self.layout.frames + place for local, place in self.slots.places.items()}
        for local, read in aliases.items():
            self.places[local] = self.layout.base(read.field) + _fixed(read.index)
        self.shop = Shop(waits=waits)
        self.inner = trials is not None
        self.trials = trials or Trials()
        self.shop.tried = self._trial_program
        self.write = Expressions(
            _reckoned(model, lowering.growth), self.layout, self.shop, self.trials, is_tried=self.inner
        )
        statements = Statements(
            self.write,
            exposure,
            self.slots,
            self.places,
            self.layout,
            evented=emission == "events",
            checked=self.inner,
        )
        tolls = Tolls(self.graph, self.write.charges)
        self.emitter = Emitter(self.graph, Driving(self.graph), tolls, statements)
        self.site_functions = SiteFunctions(self.write, self.layout, self.places)

    def blueprint(self) -> plan.Blueprint:
        """The compiled game."""
        self.emitter.functions()
        sites = tuple(self._site(number, site) for number, site in enumerate(self.lowered.sites))
        returns, joints, start = self._returns(), self._joints(), self.emitter.title(self.lowered.start)
        values = tuple((name, self.write.function(name)) for name in self.model.result.values_asked)
        seen, laws = tuple(self._sight_functions()), tuple(self._laws())
        return plan.Blueprint(
            model=slim(self.model),
            emission=self.emission,
            chance=self.chance,
            layout=replace(self.layout, fields=_plain(self.layout.fields)),
            template=self._template(),
            units=tuple(self.shop.compiled()),
            texts=tuple((name, source.text) for name, source in sorted(self._sources().items())),
            start=start,
            sites=sites,
            returns=returns,
            joints=joints,
            notes=tuple(_note(note) for note in self.emitter.statements.notes),
            frames=tuple(self._frame(instance) for instance in self.lowered.instances),
            places=tuple(self._functions()),
            entries=tuple((name, instance.number) for name, instance in self.lowered.shared.items()),
            values=values,
            seen=seen,
            sightlines=tuple(sightlines(self.model).items()),
            sealed=sealed(self.model) if self.emission == "events" else frozenset(),
            laws=laws,
            trials=self._trial_blueprint(),
            undisclosed=self.undisclosed,
            board=b"" if self.inner else plate_of(self.model, self.layout),
        )

    def _trial_blueprint(self) -> plan.Blueprint | None:
        """The program that runs what is tried; what that tries in turn is part of it. Who waits makes one for each."""
        if self.inner or self.shop.waits:
            return None
        self.trials.foresee((*_exprs(self.model), *_traced(self.traces)))
        found, count = None, 0
        while len(self.trials.numbers) > count:
            count = len(self.trials.numbers)
            model = self.trials.model(self.model)
            found = Compilation(model, "bare", "explicit", trials=self.trials).blueprint()
        self.trials.is_whole = True
        return found

    def _trial_program(self, number: int) -> tuple[plan.Blueprint, Shop]:
        """The program that runs one of the bodies that are tried, written when it is called."""
        model = self.trials.model(self.model, number)
        found = Compilation(model, "bare", "explicit", trials=self.trials, waits=True, same=self.facts.same)
        return found.blueprint(), found.shop

    def _functions(self) -> Iterator[tuple[str, str, Span | None]]:
        for label in self.graph.functions:
            yield self.emitter.title(label), label.instance.program, self._place(label.instance.program) or label.at
        for proc in self.lowered.plain:
            yield self.emitter.statements.proc(proc), proc, self.model.procs[proc].at
        yield from ((self.write.function(name), name, None) for name in self.model.result.values_asked)
        yield from ((name, name, proc.at) for name, proc in self.model.procs.items() if " " not in name)

    def _place(self, program: str) -> Span | None:
        model, phase = self.model, program.removeprefix(PHASE)
        found = model.phases.get(phase) if phase != program else model.procs.get(program)
        return None if found is None else found.at

    def _site(self, number: int, site: WaitSite) -> plan.SitePlan:
        stmt = site.stmt
        self.shop.stand(stmt.at, site.instance.file)
        chance = isinstance(stmt, core.Roll)
        untested, checks = self._checks(number, site)
        about, turn = (stmt.about, stmt.turn) if isinstance(stmt, core.Choose) else ((), ())
        return plan.SitePlan(
            address=stmt.address,
            domain=stmt.domain,
            decline=stmt.decline if isinstance(stmt, core.Choose) else None,
            chance=chance,
            stream=stmt.stream if isinstance(stmt, core.Roll) else "",
            at=stmt.at,
            instance=site.instance.number,
            place=site.place,
            options=self.site_functions.options(number, site),
            resume=self.emitter.resume_title(site.resume),
            chooser=self.site_functions.chooser(number, site),
            odds=self.site_functions.odds(number, site) if chance else "",
            numbers=self.numbers[stmt.address],
            confidential=(site.instance.program, stmt.address) in self.confidential,
            hand=self.upcoming.at_site(site) if self.upcoming else plan.KNOWN,
            untested=untested,
            checks=checks,
            needed=self._needed(self.upcoming.needed_at_site(site)) if self.upcoming else frozenset(),
            about=tuple((name, kind) for name, _, kind in about),
            worded=self.site_functions.listing(f"worded_{number}", [value for _, value, _ in about]) if about else "",
            turn=self.site_functions.listing(f"turn_{number}", turn) if turn else "",
            is_open=self.openly.is_open(site) if self.openly is not None else False,
        )

    def _checks(self, number: int, site: WaitSite) -> tuple[str, tuple[plan.CheckPlan, ...]]:
        trace = self.traces.get((site.instance.program, site.stmt.address))
        if trace is None:
            return "", ()
        rename = site.instance.rename
        item = rename(trace.item)
        source = walk.renamed(trace.source, rename)
        checks = []
        for need in trace.needs:
            expr = walk.renamed(need.expr, rename)
            test, reads = self.site_functions.check(number, item, expr)
            checks.append(plan.CheckPlan(test, reads, need.reason, need.at))
        return self.site_functions.lister(f"untested_{number}", source), tuple(checks)

    def _returns(self) -> tuple[plan.ReturnPlan, ...]:
        return tuple(
            plan.ReturnPlan(
                address,
                instance.number,
                self.emitter.title(label),
                *self._region(instance.root()),
                self._is_recursive(instance.root().program, address),
                self._hand(label),
                self._needed(self.upcoming.live.get(label, ())) if self.upcoming else frozenset(),
            )
            for label, instance, address in self.lowered.returns[1:]
        )

    @cached_property
    def undisclosed(self) -> frozenset[int]:
        """The slots of locals that may stand for what not everybody knows."""
        hidden = self.upcoming.hidden if self.upcoming else ()
        return frozenset(self.places[local] for local in hidden if local in self.places)

    def _needed(self, locals_: Iterable[str]) -> frozenset[int]:
        return self.undisclosed & {self.places[local] for local in locals_ if local in self.places}

    def _hand(self, label: Continuation) -> int:
        return self.upcoming.at(label) if self.upcoming else plan.KNOWN

    def _is_recursive(self, program: str, address: str) -> bool:
        callee = address.rpartition(">")[2].rpartition("#")[0]
        return self.facts.same_knot(callee, program)

    def _region(self, instance: Instance) -> tuple[int, int]:
        low, high = self.slots.regions[instance.number]
        return self.layout.frames + low, self.layout.frames + high

    def _joints(self) -> tuple[plan.JointPlan, ...]:
        return tuple(
            plan.JointPlan(
                joint.stmt.address,
                joint.stmt.secret,
                decides_once(joint.stmt.body, self.model.procs),
                is_asked_first(joint.stmt.body, self.model.procs),
                joint.instance.number,
                self.emitter.title(joint.branch),
                self.emitter.title(joint.join),
                self._region(joint.instance)[0],
                self.layout.frames + self.slots.total,
                self._hand(joint.join),
            )
            for joint in self.lowered.joints
        )

    def _frame(self, instance: Instance) -> plan.FramePlan:
        places = self.slots.places
        slots = tuple(
            (own, self.layout.frames + places[local])
            for own, local in instance.locals.items()
            if local in places and local != instance.returns
        )
        back = self.layout.frames + places[instance.returns] if instance.returns in places else 0
        parent = instance.parent.number if instance.parent else 0
        return plan.FramePlan(instance.number, instance.program, parent, instance.call, slots, back)

    def _sight_functions(self) -> Iterator[tuple[str, str]]:
        for name, field in self.model.fields.items():
            if field.seen is not None:
                self.shop.stand(None)
                yield name, self._pure(f"seen_{name}", ("it", internal.VIEWER), field.seen)

    def _laws(self) -> Iterator[tuple[str, str]]:
        for law in self.model.laws:
            self.shop.stand(law.at)
            yield law.name, self._pure(f"law_{law.name}", (), law.condition)

    def _pure(self, title: str, params: tuple[str, ...], expr: core.Expr) -> str:
        """The name of a function that works out an expression."""
        key = self.shop.fresh(title)

        def write() -> None:
            with self.write.asked_once(expr) as first:
                body = [*first, ast.Return(self.write.value(expr, {}))]
            idents = ["s", *map(self.shop.ident, params)]
            self.shop.add(shapes.function(key, idents, hoisted(body)))

        self.shop.later(key, write)
        return key

    def _template(self) -> tuple[object, ...]:
        slots: list[object] = [0] * self.layout.size
        slots[0], slots[STACK] = OVER, ()
        for name, field in self.model.fields.items():
            base = self.layout.base(name)
            slots[base : base + field.size] = field.initial
        return tuple(slots)

    def _sources(self) -> dict[str, Source]:
        model = self.model
        places = [proc.at for proc in model.procs.values()]
        places += [phase.at for phase in model.phases.values()]
        places += [value.at for value in model.values.values()] + [law.at for law in model.laws]
        found: dict[str, Source] = {}
        for at in places:
            if at is not None:
                found.setdefault(at.source.name, at.source)
        return found


def blueprint_of(model: Model | Guarded, emission: str, chance: str) -> plan.Blueprint:
    """The compiled game of a guarded model."""
    with uncollected():
        if isinstance(model, Guarded):
            return Compilation(model.model, emission, chance, model.traces).blueprint()
        return Compilation(model, emission, chance).blueprint()


def in_parts(guarded: Guarded, emission: str, chance: str, same: Same) -> tuple[plan.Blueprint, Shop]:
    """A compiled game the functions of which are written when they are called, by the shop that goes with it.

    What was found out of a program of another game, which is the very `same` one, is not looked for again.

    Their expressions are written as they stand: nothing is unrolled, put in place or tabled. Who tells events numbers
    them as they are written: such a program waits for nothing, and is made quick.
    """
    with uncollected():
        waits = emission != "events"
        compilation = Compilation(guarded.model, emission, chance, guarded.traces, waits=waits, same=same)
        return compilation.blueprint(), compilation.shop


def lowered_of(guarded: Guarded, emission: str, chance: str) -> Lowered:
    """A guarded model as functions between the places where play waits."""
    return Compilation(guarded.model, emission, chance, guarded.traces).lowered


def python_of(guarded: Guarded, emission: str, chance: str) -> list[tuple[str, str]]:
    """The Python of a guarded model, function by function, each with the file of the pack whose lines it carries."""
    compilation = Compilation(guarded.model, emission, chance, guarded.traces)
    compilation.shop.listed = []
    compilation.blueprint()
    return compilation.shop.listed


def compile_model(model: Model | Guarded, emission: str = "bare", chance: str = "sampled") -> Program:
    """Compile a guarded model; for `why` of a tracing program also what its guards were made of is needed."""
    return Program(blueprint_of(model, emission, chance))


def program_in_parts(guarded: Guarded, emission: str, chance: str, same: Same) -> Program:
    """A program for a few games: its functions are compiled when they are called."""
    return Program(*in_parts(guarded, emission, chance, same))


def _reckoned(model: Model, growth: Growth) -> Model:
    """The model, with an eye on the numbers that its result comes to."""
    asked = {name: model.values[name] for name in model.result.values_asked if name in model.values}
    watched = {name: replace(one, body=growth.of_value(name, one.body)) for name, one in asked.items()}
    return replace(model, values={**model.values, **watched})


def _exprs(model: Model) -> list[core.Expr]:
    """All expressions of a model, each as a whole."""
    bodies = [one.body for group in (model.procs, model.phases) for one in group.values()]
    exprs = [expr for body in bodies for expr in walk.whole_exprs(body)]
    exprs += [value.body for value in model.values.values()] + [law.condition for law in model.laws]
    return exprs + [edge.guard for phase in model.phases.values() for edge in phase.edges if edge.guard is not None]


def _traced(traces: Traces) -> Iterator[core.Expr]:
    for trace in traces.values():
        yield trace.source
        yield from (need.expr for need in trace.needs)


def slim(model: Model) -> Model:
    """The model without its programs: what play shows and names."""
    return replace(model, fields=_plain(model.fields), procs={}, values={}, phases={}, laws=(), board=None)


def _plain(fields: Mapping[str, Field]) -> dict[str, Field]:
    """Fields without the expressions that say who knows them: those are compiled."""
    return {name: replace(field, seen=None, at=None) for name, field in fields.items()}


def _note(note: core.Note | core.Write) -> plan.NotePlan | plan.WritePlan:
    if isinstance(note, core.Write):
        return plan.WritePlan(note.verb, note.address)
    names = tuple(name for name, _, _ in note.about)
    types = tuple(kind for _, _, kind in note.about)
    seen = note.seen is not None
    return plan.NotePlan(note.verb, note.address, names, types, seen, note.at, note.event, note.lands, note.said)


def _fixed(index: core.Expr) -> int:
    return index.value if isinstance(index, core.Const) and isinstance(index.value, int) else 0
