"""Programs of the tree: texts, steps, guards and picks become blocks of core statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulebed.assemble.bench import Bench, at, is_true
from rulebed.assemble.lasting import with_resets
from rulebed.assemble.sharing import shared
from rulebed.lang import core, internal, walk
from rulebed.lang.express.narrowing import narrowed
from rulebed.lang.express.targets import Target
from rulebed.lang.making import ONE, ZERO, both, op
from rulebed.lang.nothing import with_types_settled
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Nothing, Spot, Text
from rulebed.lang.types import FLAG, NUMBER, UNKNOWN, Type, entity
from rulebed.model.game import Proc
from rulebed.packs.address import find
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import halves
from rulebed.source.text import Span
from rulebed.verbs import perform
from rulebed.verbs.control import acting_as
from rulebed.verbs.decisions import PickOption, PickTerms, pick_options
from rulebed.verbs.table import rest, unbound, when

PROCEDURE = "procedure"
KEYS = frozenset(
    {"takes", "do", "if", "when", "pick", "options", "effect", "by", "next", "once_per", "on", "rules", "note", "says"}
)

BOUND = re.compile(r"\b(?:choose|chooses|let|as|each|pair)\s+([a-z][a-z0-9_]*)")
HEADS = {
    "takes": "what a procedure takes is said at its head, and what the programs of a kind take with the kind",
    "next": "`next` says what follows a phase",
    "once_per": "`once_per` belongs to what waits for an event",
    "on": "`on` belongs to a trigger, or to an instance",
}


@dataclass(frozen=True, slots=True)
class Hook:
    """A program that acts before, after or instead of a step, while an instance is in force."""

    position: str
    kind: str
    instance: int
    tree: Tree
    address: str
    key: Span


@dataclass(slots=True)
class Workshop:
    """Makes blocks and procedures; knows the hooks, and what starts anew with which procedure."""

    bench: Bench
    hooks: dict[str, list[Hook]] = field(default_factory=dict)  # by step
    around: dict[str, list[Hook]] = field(default_factory=dict)  # by each address that a step of it lies within
    resets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    special: set[str] = field(default_factory=set)  # procedures made for the facts that calls speak of

    def block(self, tree: Tree, scope: Scope, address: str) -> core.Block:
        """The statements of a program, in a scope that it may add names to."""
        if isinstance(tree, Map):
            if any(entry.key in KEYS for entry in tree):
                return self._read_program(tree, scope, address)
            return self._steps(tree, scope, address)
        parsed = self.bench.program(tree)
        scope.step = address
        if parsed is None and isinstance(tree, Scalar):
            for name in BOUND.findall(tree.text):
                scope.bind(name, UNKNOWN)  # what can't be read may have named it
        return perform(parsed, scope) if parsed is not None else ()

    def _steps(self, tree: Map, scope: Scope, address: str) -> core.Block:
        return tuple(part for entry in tree for part in self._step(entry, scope, f"{address}.{entry.key}"))

    def _step(self, entry: Entry, scope: Scope, address: str) -> core.Block:
        """A step with what acts before, instead of and after it; its end is a rest point."""
        before = dict(scope.locals)
        block = self._with_hooks(self.block(entry.value, scope, address), scope, address, before)
        return (*block, *rest(scope))

    def _with_hooks(self, block: core.Block, scope: Scope, address: str, before: dict[str, Typed]) -> core.Block:
        """A step or procedure with what acts before, instead of and after it; `before` are the names known then."""
        self.bench.trail.steps.add(address)
        hooks = self.hooks.get(address, [])
        for hook in hooks:
            if hook.position == "instead":
                other = self._hook_body(hook, scope, block)
                block = (*unbound(before, scope), *when(self._in_force(hook, scope), other, block))
        return (*self._hook_bodies("before", hooks, scope), *block, *self._hook_bodies("after", hooks, scope))

    def _hook_bodies(self, position: str, hooks: list[Hook], scope: Scope) -> core.Block:
        found = [hook for hook in hooks if hook.position == position]
        return tuple(part for hook in found for part in when(self._in_force(hook, scope), self._hook_body(hook, scope)))

    def _in_force(self, hook: Hook, scope: Scope) -> core.Expr:
        """Whether a hook acts: its instance is in force, and its own `if` holds."""
        active = core.Ask(internal.in_force_of(hook.kind), (scope.me.expr, core.Const(hook.instance)))
        own = scope.with_item(Typed(core.Const(hook.instance), entity(hook.kind)))
        return both(active, self._condition(hook.tree, "if", own)) if isinstance(hook.tree, Map) else active

    def _narrow_by_held(self, hook: Hook, scope: Scope) -> Scope:
        """What it says of whoever acts that the instance is in force."""
        held = find(self.bench.root, f"kinds.{hook.kind}.held")
        parsed = self.bench.expression(held) if held is not None else None
        return scope if parsed is None else narrowed(parsed, scope)

    def _hook_body(self, hook: Hook, scope: Scope, original: core.Block | None = None) -> core.Block:
        inner = self._narrow_by_held(hook, scope.with_item(Typed(core.Const(hook.instance), entity(hook.kind))))
        inner.original = original
        tree = hook.tree
        if isinstance(tree, Map):
            tree = tree.with_entries({entry.key: entry for entry in tree if entry.key != "if"})
        return self.block(tree, inner, hook.address)

    def _read_program(self, tree: Map, scope: Scope, address: str) -> core.Block:
        """A program with attributes around what it does."""
        self._refuse_stray(tree)
        outside = scope.inner()  # what the program names isn't there yet where it is asked whether it runs
        let, inner, there = self._actor(tree, scope)
        needs = self._condition(tree, "when", inner)
        body: core.Block = (core.Require(needs, "when", _span(tree, "when")),) if needs != ONE else ()
        does = at(tree, "do")
        if does is not None:
            body += self.block(does, inner, address)
        body += self._pick(tree, inner, address)
        if is_true(at(tree, "effect")):
            body = self._effect(tree, body, inner)
        asked = when(self._condition(tree, "if", outside), body, at=_key(tree, "if"), words=_text(tree, "if"))
        return (*let, *when(there, asked))

    def _refuse_stray(self, tree: Map) -> None:
        """Keys that only the head of a procedure, phase or trigger may have."""
        for key, home in HEADS.items():
            if key in tree:
                self.bench.report.error("P324", tree.entries[key].key_span, f"nothing reads `{key}` here", help=home)

    def _actor(self, tree: Map, scope: Scope) -> tuple[core.Block, Scope, core.Expr]:
        by = at(tree, "by")
        parsed = self.bench.expression(by) if by is not None else None
        if parsed is None:
            return (), scope, ONE
        let, inner, there = acting_as(parsed, scope)
        inner.locals = scope.locals
        return let, inner, there

    def _condition(self, tree: Map, key: str, scope: Scope) -> core.Expr:
        node = at(tree, key)
        typed = self.bench.typed(node, scope, FLAG) if node is not None else None
        return typed.expr if typed else ONE

    def _effect(self, tree: Map, body: core.Block, scope: Scope) -> core.Block:
        """What is gained within sleeps until the end."""
        if not self.bench.symbols.sleeping:
            return body
        if any(isinstance(each, core.Return) for each in walk.stmts(body)):
            self.bench.report.error(
                "T302",
                _span(tree, "effect"),
                "`finish` can't leave an effect",
                help="say `if` around what would follow",
            )
        depth = core.Read(internal.DEPTH, ZERO)
        deeper = core.Write(internal.DEPTH, ZERO, op("add", depth, ONE))
        wake = core.Call(internal.WAKE, (scope.me.expr,))
        return (deeper, *body, wake, core.Write(internal.DEPTH, ZERO, op("sub", depth, ONE)))

    def _pick(self, tree: Map, scope: Scope, address: str) -> core.Block:
        options = at(tree, "options")
        if not (isinstance(options, Map) and len(options)):
            for key in [key for key in ("options", "pick") if key in tree][:1]:
                help_ = "add `options: {NAME: PROGRAM}`"
                span, lacks = tree.entries[key].key_span, halves(address.split("."))
                self.bench.report.error("P323", span, "there is nothing to pick", help=help_, hangs_on=lacks)
            return ()
        made = []
        for entry in self.bench.entries(options):
            place = f"{address}.options.{entry.key}"
            made.append(PickOption(place, self.block(entry.value, scope.inner(), place)))
        how = self._how_many(at(tree, "pick"), scope)
        node = Nothing(Spot(Text("", lambda *_: tree.span), 0, 0))
        scope.step = address
        return pick_options(how, tuple(made), node, scope)

    def _how_many(self, node: Tree | None, scope: Scope) -> PickTerms:
        if not isinstance(node, Map):
            count = self._number(node, scope) if node is not None else ONE
            return PickTerms(count, count)
        most = self._number(at(node, "up_to"), scope)
        least = self._number(at(node, "at_least"), scope) if at(node, "at_least") is not None else ZERO
        repeats = self._number(at(node, "repeats"), scope) if at(node, "repeats") is not None else ZERO
        different = at(node, "different")
        return PickTerms(most, least, different is None or is_true(different), repeats)

    def _number(self, node: Tree | None, scope: Scope) -> core.Expr:
        typed = self.bench.typed(node, scope, NUMBER) if node is not None else None
        return typed.expr if typed else ONE

    def procedure(
        self,
        name: str,
        address: str,
        tree: Tree,
        params: dict[str, Type],
        item: Typed | None = None,
        *,
        places: dict[str, Target] | None = None,
        made: str = "",
    ) -> None:
        """A procedure from a program; `item` is the instance that it belongs to, if any.

        `places` are the facts that parameters stand for, the parameters themselves being the indices; `made` is what
        it is called then.
        """

        def make() -> None:
            self._procedure(name, address, tree, params, item, places=places or {}, made=made)

        of = address, tree, params, item, places, self.hooks_beside(address)
        shared(self.bench, PROCEDURE, self.bench.procs, made or name, of, make)

    def hook(self, step: str, hook: Hook) -> None:
        """Have something act beside a step."""
        self.hooks.setdefault(step, []).append(hook)
        parts = step.split(".")
        for length in range(1, len(parts) + 1):
            self.around.setdefault(".".join(parts[:length]), []).append(hook)

    def hooks_beside(self, address: str) -> tuple[Hook, ...]:
        """What acts beside a program or its steps."""
        return tuple(self.around.get(address, ()))

    def _procedure(
        self,
        name: str,
        address: str,
        tree: Tree,
        params: dict[str, Type],
        item: Typed | None,
        *,
        places: dict[str, Target],
        made: str,
    ) -> None:
        scope = self.bench.scope(address, actor(self.bench), params)
        if item is not None:
            scope = scope.with_item(item)
        ordered = ("me", *_in_order(scope, params))
        for param, target in places.items():
            scope.places[param] = replace(target, index=scope.locals.pop(param).expr)
        body = tree
        if name in self.bench.symbols.procs and isinstance(tree, Map):
            body = tree.with_entries({entry.key: entry for entry in tree if entry.key != "takes"})
        before = dict(scope.locals)
        block = self._with_hooks(self.block(body, scope, address), scope, address, before)
        block = (*self.reset(address), *with_resets(self.bench, name, with_types_settled(block, scope.names), scope))
        self.add(name, ordered, (actor(self.bench), *params.values()), block, tree, made)
        if item is not None:
            self.bench.procs[made or name] = replace(self.bench.procs[made or name], item=item.expr)

    def reset(self, address: str) -> core.Block:
        """What counts once per this procedure starts anew."""
        self.bench.trail.renewing.add(address)
        anew = [pair for key, pairs in self.resets.items() if address.endswith(f".{key}") for pair in pairs]
        return tuple(
            core.Write(name, core.Const(slot), core.Const(value))
            for name, value in anew
            for slot in range(self.bench.fields[name].size)
        )

    def add(
        self, name: str, params: tuple[str, ...], types: tuple[Type, ...], body: core.Block, tree: Tree, made: str = ""
    ) -> None:
        """Keep a finished procedure; one that something switches off does nothing meanwhile."""
        symbol = self.bench.symbols.procs.get(name)
        if symbol is not None and symbol.suspended:
            body = when(op("eq", core.Read(symbol.suspended, ZERO), ZERO), body)
        self.bench.procs[made or name] = Proc(made or name, params, types, body, tree.span)


def _in_order(scope: Scope, params: dict[str, Type]) -> Iterator[str]:
    for name in params:
        local = scope.locals[name].expr
        yield local.name if isinstance(local, core.Local) else name


def actor(bench: Bench) -> Type:
    """The type of `me`: a seat, or any party where there are others."""
    kinds = bench.symbols.kinds
    return entity("party" if len(kinds["party"].instances) > bench.symbols.players else "player")


def _key(tree: Map, key: str) -> Span | None:
    """Where a key stands."""
    entry = tree.entries.get(key)
    return entry.key_span if entry else None


def _text(tree: Map, key: str) -> str:
    """What a key says, in one line."""
    said = at(tree, key)
    return " ".join(said.text.split()) if isinstance(said, Scalar) else ""


def _span(tree: Map, key: str) -> Span:
    entry = tree.entries.get(key)
    return entry.value.span if entry else tree.span
