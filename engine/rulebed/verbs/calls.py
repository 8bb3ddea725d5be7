"""Running procedures and the programs of instances, raising events, and asking whether something can be done."""

from __future__ import annotations

from functools import reduce

from rulebed.lang import core, internal
from rulebed.lang.express import express
from rulebed.lang.express.calls import arguments
from rulebed.lang.express.seating import note_caller
from rulebed.lang.express.table import article, expresses
from rulebed.lang.express.targets import Target, find_target
from rulebed.lang.making import both, is_some
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import ProcSymbol, ProgramSymbol
from rulebed.lang.syntax import Call, Can, Do, Function, MemberOf, Name, Raise, SyntaxNode
from rulebed.lang.types import FLAG, UNKNOWN, Type
from rulebed.verbs.moves import place_of
from rulebed.verbs.table import verb, when

ORIGINAL = "original"  # what is done where nothing is done instead


def run(node: SyntaxNode, scope: Scope) -> core.Block:
    """The call that a name, or a member of an instance, stands for."""
    if isinstance(node, Name) and node.name == ORIGINAL and scope.original is not None:
        return scope.original
    if isinstance(node, Name | Function) and node.name in scope.symbols.procs and node.name not in scope.locals:
        return _procedure(node, scope)
    if isinstance(node, MemberOf):
        found = _program(node, scope)
        if found is not None:
            return found
    return _only_program(node, scope)


def _procedure(node: Name | Function, scope: Scope) -> core.Block:
    given = node.arguments if isinstance(node, Function) else ()
    if scope.address != f"procedures.{node.name}":  # one that only runs itself is never run
        scope.symbols.use(f"procedure {node.name}")
    symbol = scope.symbols.procs[node.name]
    if symbol.by_reference and len(given) == len(symbol.params):
        return _by_reference(node, given, symbol, scope)
    args = arguments(node, node.name, given, symbol.params, scope)
    if args is None:
        return ()
    note_caller(node, scope)
    return when(args.there, (core.Call(node.name, (scope.me.expr, *args.values), node.spot.span()),))


def _by_reference(node: SyntaxNode, given: tuple[SyntaxNode, ...], symbol: ProcSymbol, scope: Scope) -> core.Block:
    """The procedure for the facts that are given; it is told at which index, and isn't run where there are none."""
    pairs = dict(zip(symbol.params, given, strict=True))
    found = {name: _referred(pairs[name], kind, scope) for name, kind in symbol.by_reference.items()}
    targets = {name: target for name, target in found.items() if target is not None}
    plain = {name: kind for name, kind in symbol.params.items() if name not in found}
    args = arguments(node, symbol.name, tuple(pairs[name] for name in plain), plain, scope)
    if args is None or len(targets) < len(found):
        return ()
    values = dict(zip(plain, args.values, strict=True)) | {name: target.index for name, target in targets.items()}
    there = reduce(both, (target.guard for target in targets.values()), args.there)
    name = scope.symbols.special(symbol.name, targets, node.spot.span())
    note_caller(node, scope)
    call = core.Call(name, (scope.me.expr, *(values[param] for param in symbol.params)), node.spot.span())
    return when(there, (call,))


def _referred(node: SyntaxNode, wanted: Type, scope: Scope) -> Target | None:
    """The place or fact that an argument is."""
    item = wanted.item or UNKNOWN
    if wanted.base == "place":
        place = place_of(node, item.kind, scope)
        return place if place is None or not place.partner else None
    found = find_target(node, scope)
    if found is not None and not found.fact.static and not found.partner and found.fact.type.sure() == item:
        return found
    have = found.type if found is not None else express(node, scope).type
    if UNKNOWN in (have, item):
        return None
    what = article(have, scope)
    message = f"`{node.spot.words()}` is {what}, where a fact that is {article(item, scope)} and can change is wanted"
    scope.error("T209", node, message, help="name the fact itself, as in `my.FACT`")
    return None


def _program(node: MemberOf, scope: Scope) -> core.Block | None:
    owner = express(node.owner, scope)
    kind = scope.symbols.kinds.get(owner.type.kind)
    if kind is None or node.name not in kind.programs:
        return None
    return dispatch(owner, kind.programs[node.name], node, scope, node.arguments)


def dispatch(
    owner: Typed, program: ProgramSymbol, node: SyntaxNode, scope: Scope, given: tuple[SyntaxNode, ...] = ()
) -> core.Block:
    """Run the program of whichever instance it is."""
    scope.symbols.use(f"program {program.kind}.{program.name}")
    args = arguments(node, program.name, given, program.params, scope)
    if args is None:
        return ()
    name = internal.program_of(program.kind, program.name)
    note_caller(node, scope)
    call = core.Call(name, (scope.me.expr, owner.expr, *args.values), node.spot.span())
    return when(both(is_some(owner.expr), args.there) if owner.type.optional else args.there, (call,))


def _only_program(node: SyntaxNode, scope: Scope) -> core.Block:
    """`do e`, where instances of that kind carry one program."""
    if isinstance(node, Name | Function) and not _is_known(node, scope):
        known = [*scope.symbols.procs, *(kind.plural for kind in scope.symbols.kinds.values())]
        scope.report_unknown("T102", node, "procedure", node.name, known)
        return ()
    owner = express(node, scope)
    if owner.type.base == "unknown":
        return ()
    kind = scope.symbols.kinds.get(owner.type.kind)
    programs = list(kind.programs.values()) if kind else []
    if len(programs) == 1:
        return dispatch(owner, programs[0], node, scope)
    words = node.spot.words()
    which = "which carries several programs" if programs else "not a program"
    message = f"`{words}` is {article(owner.type, scope)}, {which}"
    names = " or ".join(f"`do {words}.{program.name}`" for program in programs)
    scope.error("T218", node, message, help=names or "programs are procedures, and the programs that instances carry")
    return ()


def _is_known(node: Name | Function, scope: Scope) -> bool:
    if isinstance(node, Function):
        return node.name in scope.symbols.values
    quiet = scope.inner()
    quiet.report = type(scope.report)()
    express(node, quiet)
    return not quiet.report.errors


@verb(Do)
def do(node: Do, scope: Scope) -> core.Block:
    """Run a program."""
    return run(node.program, scope)


@verb(Call)
def call(node: Call, scope: Scope) -> core.Block:
    """Run a procedure."""
    return run(node.program, scope)


@expresses(Can)
def can(node: Can, scope: Scope, want: Type | None) -> Typed:
    """Whether a program can be got through."""
    return Typed(core.Can(run(node.program, scope), node.spot.span()), FLAG)


@verb(Raise)
def raise_event(node: Raise, scope: Scope) -> core.Block:
    """Tell what happened to whatever waits for it."""
    event = scope.symbols.events.get(node.name)
    if event is None:
        scope.report_unknown("T102", node, "event", node.name, list(scope.symbols.events))
        return ()
    scope.symbols.use(f"event {node.name}")
    args = arguments(node, node.name, node.arguments, event.params, scope)
    if args is None:
        return ()
    about = tuple((name, arg, kind) for arg, (name, kind) in zip(args.values, event.params.items(), strict=True))
    told = core.Note("event", scope.step or scope.address, about, event=node.name)
    note_caller(node, scope)
    raised = core.Call(internal.raised(node.name), (scope.me.expr, *args.values), node.spot.span())
    return when(args.there, (told, raised))
