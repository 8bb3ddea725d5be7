"""Triggers, watchers, and waking up: what acts by itself when something happened or holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.declared import params_of
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.names import check_declared_name
from rulebed.assemble.programs import Workshop, actor
from rulebed.lang import core, internal
from rulebed.lang.making import EMPTY, ONE, ZERO, both, either, op, pick
from rulebed.lang.scope import Typed
from rulebed.lang.symbols import EventSymbol
from rulebed.lang.types import FLAG, NUMBER, Type, entity
from rulebed.model.game import Field, Proc, Role
from rulebed.packs.node import Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import halves
from rulebed.source.text import Span
from rulebed.verbs.table import when

ACTIVE = core.Read("game.active", ZERO)
# Locals of the engine's own, beside what an event is about and what conditions name.
SEAT, LEFT, TAKEN, CLAIMS, CLAIM, CODE = (
    core.Local(internal.local(word)) for word in ("seat", "left", "taken", "claims", "claim", "code")
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A program that waits for an event or a condition: an instance's (`kind`), or the pack's own."""

    address: str
    tree: Tree
    kind: str = ""
    instance: int = 0


@dataclass(slots=True)
class Events:
    """Everything that waits, by event."""

    bench: Bench
    shop: Workshop
    triggers: dict[str, list[Waiting]] = field(default_factory=dict)
    watchers: list[Waiting] = field(default_factory=list)


def declare_events(bench: Bench, shop: Workshop) -> Events:
    """Events by name, and what waits for them."""
    for entry in bench.section("events"):
        if check_declared_name(bench, entry, "event"):
            about = params_of(bench, at(entry.value, "about"))
            order = at(entry.value, "order")
            word = order.text if isinstance(order, Scalar) else "seats"
            heard = at(entry.value, "heard_by")
            actor_alone = isinstance(heard, Scalar) and heard.text == "actor"
            bench.symbols.events[entry.key] = EventSymbol(entry.key, about, word, actor_alone)
    events = Events(bench, shop)
    _of_instances(events)
    _of_pack(events)
    bench.symbols.watched = bool(events.watchers)
    if events.watchers:
        seats = bench.symbols.players
        bench.fields[internal.APART] = Field(internal.APART, "game", FLAG, 1, (0,), role=Role.APART)
        for each in events.watchers:
            name, nobody = _field_of_met(each), (0,) * seats
            bench.fields[name] = Field(name, "player", FLAG, seats, nobody, role=Role.MET, of=each.address)
    for waiting in [*(each for row in events.triggers.values() for each in row), *events.watchers]:
        _count_once(events, waiting)
    return events


def _of_instances(events: Events) -> None:
    bench = events.bench
    for kind in bench.symbols.kinds.values():
        for place, instance in instance_nodes(bench, kind):
            address = f"{kind.plural}.{instance.key}"
            for entry in bench.entries(at(instance.value, "on")):
                _wait(
                    events,
                    entry.key,
                    entry.key_span,
                    Waiting(f"{address}.on.{entry.key}", entry.value, kind.name, place),
                )
            watch = at(instance.value, "watch")
            if watch is not None:
                events.watchers.append(Waiting(f"{address}.watch", watch, kind.name, place))


def _of_pack(events: Events) -> None:
    for entry in events.bench.section("triggers"):
        on = at(entry.value, "on")
        if on is None:
            message = f"`{entry.key}` lacks the key `on`"
            help_, lacks = "add `on: EVENT`, or make it a watcher", halves([entry.key])
            events.bench.report.error("P303", entry.key_span, message, help=help_, hangs_on=lacks)
            continue
        name = on.text if isinstance(on, Scalar) else ""
        _wait(events, name, on.span, Waiting(f"triggers.{entry.key}", entry.value))
    for entry in events.bench.section("watchers"):
        events.watchers.append(Waiting(f"watchers.{entry.key}", entry.value))


def _wait(events: Events, name: str, span: Span, waiting: Waiting) -> None:
    if name not in events.bench.symbols.events:
        _unknown_event(events.bench, name, span)
        return
    events.triggers.setdefault(name, []).append(waiting)


def _unknown_event(bench: Bench, name: str, span: Span) -> None:
    event = name.partition("(")[0].strip()
    if event != name and event in bench.symbols.events:
        message = f"`{name}` is more than the name of an event"
        bench.report.error("T102", span, message, help=f"write `{event}`, and under `if` what it must be about")
        return
    bench.report_unknown(span, "event", event, bench.symbols.events, "events are declared under `events`")


def _count_once(events: Events, waiting: Waiting) -> None:
    """A counter for what acts once per procedure."""
    once = at(waiting.tree, "once_per")
    if isinstance(once, Scalar):
        events.bench.renewals.append((once.text, once.span))
        name = internal.acted_of(waiting.address)
        size = len(events.bench.symbols.kinds["party"].instances)
        events.bench.fields[name] = Field(name, "party", FLAG, size, (0,) * size, role=Role.ACTED)
        events.shop.resets.setdefault(once.text, []).append((name, 0))


def make_triggers(events: Events) -> None:
    """For each event, the procedure that runs what waits for it."""
    for event in events.bench.symbols.events.values():
        waiting = events.triggers.get(event.name, [])
        for each in waiting:
            _procedure(events, each, event.params)
        params = ("me", *event.params)
        types = (actor(events.bench), *event.params.values())
        body = (
            _owner_orders(events, event, waiting) if event.order == "owner" else _in_seat_order(events, event, waiting)
        )
        name = internal.raised(event.name)
        events.bench.procs[name] = Proc(name, params, types, body, role=Role.EVENT)


def _procedure(events: Events, waiting: Waiting, params: dict[str, Type]) -> None:
    item = Typed(core.Const(waiting.instance), entity(waiting.kind)) if waiting.kind else None
    tree = waiting.tree
    body = tree
    if isinstance(tree, Map):
        kept = {entry.key: entry for entry in tree if entry.key not in {"if", "on", "once_per"}}
        body = tree.with_entries(kept)
    events.shop.procedure(waiting.address, waiting.address, body, params, item)


def _condition(events: Events, waiting: Waiting, me: core.Expr, params: dict[str, Type], key: str = "if") -> core.Expr:
    """Whether a waiting program acts for `me` now."""
    scope = events.bench.scope(waiting.address, actor(events.bench), params)
    scope.me = Typed(me, entity("player"))
    if waiting.kind:
        scope = scope.with_item(Typed(core.Const(waiting.instance), entity(waiting.kind)))
    node = at(waiting.tree, key)
    typed = events.bench.typed(node, scope, FLAG) if node is not None else None
    condition = typed.expr if typed else ONE
    if waiting.kind:
        in_force = core.Ask(internal.in_force_of(waiting.kind), (me, core.Const(waiting.instance)))
        condition = both(in_force, condition)
    if at(waiting.tree, "once_per") is not None:
        condition = both(condition, op("eq", core.Read(internal.acted_of(waiting.address), me), ZERO))
    return condition


def _act(events: Events, waiting: Waiting, me: core.Expr, args: tuple[core.Expr, ...]) -> core.Block:
    block: core.Block = (core.Call(waiting.address, (me, *args)),)
    if at(waiting.tree, "once_per") is not None:
        block = (core.Write(internal.acted_of(waiting.address), me, ONE), *block)
    return block


def _seats(events: Events, event: EventSymbol) -> core.Expr:
    """Who may act now: all seats from the active one, or whoever caused the event if only they hear of it."""
    symbols = events.bench.symbols
    if not event.actor_alone:
        return op("around", core.Const(tuple(range(symbols.players))), ACTIVE)
    me = core.Local("me")
    if len(symbols.kinds["party"].instances) == symbols.players:
        return op("seq", me)
    return pick(op("lt", me, core.Const(symbols.players)), op("seq", me), EMPTY)


def _in_seat_order(events: Events, event: EventSymbol, waiting: list[Waiting]) -> core.Block:
    """For each seat from the active one, by address; the pack's own once."""
    args = tuple(core.Local(name) for name in event.params)
    own = [each for each in waiting if each.kind]
    block = tuple(
        part
        for each in own
        for part in when(_condition(events, each, SEAT, event.params), _act(events, each, SEAT, args))
    )
    common = tuple(
        part
        for each in waiting
        if not each.kind
        for part in when(
            _condition(events, each, core.Local("me"), event.params), _act(events, each, core.Local("me"), args)
        )
    )
    loop = (core.Each(SEAT.name, _seats(events, event), block),) if block else ()
    return (*common, *loop)


def _owner_orders(events: Events, event: EventSymbol, waiting: list[Waiting]) -> core.Block:
    """Each seat runs its own in the order that it likes."""
    args = tuple(core.Local(name) for name in event.params)
    ready: core.Expr = EMPTY
    for number, each in enumerate(waiting):
        one = pick(_condition(events, each, SEAT, event.params), core.Const((number,)), EMPTY)
        ready = op("join", ready, one)
    cases = tuple((number, _act(events, each, SEAT, args)) for number, each in enumerate(waiting))
    domain = core.Domain("option", options=tuple(each.address for each in waiting))
    choose = core.Choose(TAKEN.name, LEFT, SEAT, f"events.{event.name}.order", domain)
    single = core.Let(TAKEN.name, op("first", LEFT))
    one_or_chosen = core.If(op("gt", op("len", LEFT), ONE), (choose,), (single,))
    body: core.Block = (
        core.If(core.Over("any", CODE.name, LEFT, ONE), (one_or_chosen,)),  # so that there is always one is evident
        core.Let(LEFT.name, op("without", LEFT, TAKEN)),
        core.Switch(TAKEN, cases),
    )
    turn = (core.Let(LEFT.name, ready), core.Repeat(op("len", LEFT), body))
    return (core.Each(SEAT.name, _seats(events, event), turn),) if waiting else ()


def make_watchers(events: Events) -> None:
    """The procedure of rest points: all who may claim are found first, then act as one batch, until none may."""
    bench = events.bench
    if not events.watchers:
        return
    bench.symbols.watched = False  # what a watcher does is no rest point
    for each in events.watchers:
        _claiming(events, each)
    seats = bench.symbols.players
    who = op("mod", CLAIM, core.Const(seats))
    cases = tuple(
        (number, (core.Write(_field_of_met(each), who, ZERO), *_act(events, each, who, ())))
        for number, each in enumerate(events.watchers)
    )
    round_of_claims: core.Block = (
        *_claims(events),
        core.If(op("eq", op("len", CLAIMS), ZERO), (core.Leave(),)),
        core.Each(CLAIM.name, _in_turn(seats), (core.Switch(op("div", CLAIM, core.Const(seats)), cases),)),
    )
    bound = core.Const(len(events.watchers) * seats + 1)
    together = (core.Repeat(bound, round_of_claims),)
    body = (core.If(core.Read(internal.APART, ZERO), _note_claims(events), together),)
    bench.procs[internal.REST] = Proc(internal.REST, ("me",), (actor(bench),), body, role=Role.REST)
    bench.symbols.watched = True


def _field_of_met(waiting: Waiting) -> str:
    """The field of what a seat met while all acted apart."""
    return internal.met_of(waiting.address)


def _note_claims(events: Events) -> core.Block:
    """While seats act apart, each only notes what it meets itself; the claims follow when they are together again."""
    me = core.Local("me")
    return tuple(
        core.If(_condition(events, each, me, {}, "when"), (core.Write(_field_of_met(each), me, ONE),), at=_begins(each))
        for each in events.watchers
    )


def _begins(waiting: Waiting) -> Span:
    """Where a watcher says what has to hold."""
    asked = at(waiting.tree, "when")
    return waiting.tree.span if asked is None else asked.span


def _claiming(events: Events, waiting: Waiting) -> None:
    """The procedure of one watcher: all of it but its condition."""
    tree = waiting.tree
    body = tree
    if isinstance(tree, Map):
        body = tree.with_entries({entry.key: entry for entry in tree if entry.key != "when"})
    item = Typed(core.Const(waiting.instance), entity(waiting.kind)) if waiting.kind else None
    events.shop.procedure(waiting.address, waiting.address, body, {}, item)


def _claims(events: Events) -> core.Block:
    """Who may claim what; a claim is watcher * seats + seat."""
    seats = events.bench.symbols.players
    met: list[core.Stmt] = []
    for number, each in enumerate(events.watchers):
        now = either(core.Read(_field_of_met(each), SEAT), _condition(events, each, SEAT, {}, "when"))
        claim = op("add", core.Const(number * seats), SEAT)
        met.append(core.If(now, (core.Let(CLAIMS.name, op("join", CLAIMS, op("seq", claim))),)))
    return (core.Let(CLAIMS.name, EMPTY), core.Each(SEAT.name, core.Const(tuple(range(seats))), tuple(met)))


def _in_turn(seats: int) -> core.Expr:
    """Claims in the order of their watchers for each seat, in seat order from the active one."""
    turns_away = op("add", op("sub", op("mod", CODE, core.Const(seats)), ACTIVE), core.Const(seats))
    return core.Over("sort", CODE.name, CLAIMS, op("mod", turns_away, core.Const(seats)))


def make_waking(bench: Bench) -> None:
    """What was gained within an effect wakes when it is over."""
    if not bench.symbols.sleeping:
        return
    bench.fields[internal.DEPTH] = Field(internal.DEPTH, "game", NUMBER, 1, (0,), role=Role.DEPTH)
    depth, slot = core.Read(internal.DEPTH, ZERO), core.Local(internal.local("slot"))
    body: list[core.Stmt] = []
    for fact in bench.symbols.sleeping:
        name = internal.asleep_of(fact.address)
        deep = both(op("gt", core.Read(name, slot), ZERO), op("ge", core.Read(name, slot), depth))
        sleepers = core.Over("filter", slot.name, core.Const(tuple(range(fact.size))), deep)
        body.append(core.Each(slot.name, sleepers, (core.Write(name, slot, ZERO),)))
    bench.procs[internal.WAKE] = Proc(internal.WAKE, ("me",), (actor(bench),), tuple(body), role=Role.WAKE)
