"""Paying a named cost: what modifiers leave of it, less credits, in one of the ways that exchanges offer."""

from __future__ import annotations

from rulebed.lang import core, internal
from rulebed.lang.express.calls import Arguments, arguments
from rulebed.lang.express.seating import note_asker
from rulebed.lang.express.targets import stock
from rulebed.lang.making import EMPTY, NOBODY, ZERO, both, op, pick
from rulebed.lang.scope import Scope
from rulebed.lang.symbols import CostSymbol, Credit, Exchange
from rulebed.lang.syntax import Function, SyntaxNode
from rulebed.verbs.table import at_least_zero


def pay_cost(node: SyntaxNode, cost: CostSymbol, scope: Scope) -> core.Block:
    """Work out the bundle, use credits, choose among exchanges, then pay all of it."""
    scope.symbols.use(f"cost {cost.name}")
    given = node.arguments if isinstance(node, Function) else ()
    args = arguments(node, cost.name, given, cost.params, scope)
    if args is None:
        return ()
    needs = {resource: scope.hidden(f"{resource}_due") for resource in _resources(cost)}
    block = [_due(cost, resource, local, args, scope) for resource, local in needs.items()]
    for credit in cost.credits:
        block += _use(credit, needs, scope)
    for exchange in cost.exchanges:
        block += _offer(exchange, needs, scope)
    for resource, local in needs.items():
        block += _settle(resource, local, scope)
    return tuple(block)


def _resources(cost: CostSymbol) -> list[str]:
    """All that may have to be paid, exchanges included."""
    given = [exchange.give[0] for exchange in cost.exchanges]
    return list(dict.fromkeys([*cost.parts, *given]))


def _due(cost: CostSymbol, resource: str, local: str, given: Arguments, scope: Scope) -> core.Stmt:
    value = cost.parts.get(resource)
    if value:
        note_asker(value, scope)
    asked = core.Ask(value, (scope.me.expr, *given.values)) if value else ZERO
    amount = at_least_zero(pick(given.there, asked, ZERO))
    return core.Let(local, amount)


def _use(credit: Credit, needs: dict[str, str], scope: Scope) -> list[core.Stmt]:
    """As much of the credit as the bundle needs; of several resources the payer says which, or keeps it for later."""
    if len(credit.resources) == 1:
        return _spare(credit, credit.resources[0], core.Ask(credit.held, (scope.me.expr,)), needs, scope)
    numbers = {scope.symbols.resources[name].number: name for name in credit.resources}
    spared = scope.hidden(credit.name)
    due: core.Expr = EMPTY
    for number, name in numbers.items():
        due = op("join", due, pick(op("gt", core.Local(needs[name]), ZERO), core.Const((number,)), EMPTY))
    domain = core.Domain("entity", "resource")
    address = f"{scope.address}.{credit.name}"
    choice = core.Choose(spared, due, scope.me.expr, address, domain, f"{address}.none")
    left = core.Read(credit.field, scope.me.expr)
    some = both(op("gt", left, ZERO), op("gt", op("len", due), ZERO))
    usable = both(core.Ask(credit.held, (scope.me.expr,)), some)
    block: list[core.Stmt] = [core.If(usable, (choice,), (core.Let(spared, NOBODY),))]
    for number, name in numbers.items():
        block += _spare(credit, name, op("eq", core.Local(spared), core.Const(number)), needs, scope)
    return block


def _spare(credit: Credit, resource: str, condition: core.Expr, needs: dict[str, str], scope: Scope) -> list[core.Stmt]:
    """Need less of a resource where the condition holds."""
    need = core.Local(needs[resource])
    used = scope.hidden("credited")
    left = core.Read(credit.field, scope.me.expr)
    return [
        core.Let(used, pick(condition, op("min", left, need), ZERO)),
        core.Write(credit.field, scope.me.expr, op("sub", left, core.Local(used))),
        core.Let(needs[resource], op("sub", need, core.Local(used))),
    ]


def _offer(exchange: Exchange, needs: dict[str, str], scope: Scope) -> list[core.Stmt]:
    """How often to pay the other way; the choice is only put where there is one."""
    (given, price), (spared, worth) = exchange.give, exchange.instead
    often = scope.hidden(exchange.name)
    most = op("min", exchange.times, op("div_up", core.Local(needs[spared]), core.Const(worth)))
    choice = core.Choose(
        often,
        op("range", ZERO, most),
        scope.me.expr,
        f"{scope.address}.{exchange.name}",
        core.Domain("number"),
    )
    held = core.Op("and", (core.Ask(exchange.held, (scope.me.expr,)), op("gt", most, ZERO)))
    spent = op("mul", core.Local(often), core.Const(price))
    saved = op("mul", core.Local(often), core.Const(worth))
    return [
        core.If(held, (choice,), (core.Let(often, ZERO),)),
        core.Let(needs[given], op("add", core.Local(needs[given]), spent)),
        core.Let(needs[spared], op("max", op("sub", core.Local(needs[spared]), saved), ZERO)),
    ]


def _settle(resource: str, local: str, scope: Scope) -> list[core.Stmt]:
    symbol = scope.symbols.resources[resource]
    held = stock(scope.me.expr, core.Const(symbol.number), scope)
    due = core.Local(local)
    needed = op("add", due, core.Const(symbol.low)) if symbol.low else due
    have = held.read().expr
    block: list[core.Stmt] = [
        core.Require(op("ge", have, needed), f"enough {resource}"),
        core.Write(held.fact.address, held.index, op("sub", have, due)),
    ]
    if symbol.source == "shared":
        pool = core.Read(internal.SUPPLY, core.Const(symbol.number))
        block.append(core.Write(internal.SUPPLY, core.Const(symbol.number), op("add", pool, due)))
    elif symbol.source:
        other = stock(scope.me.expr, core.Const(scope.symbols.resources[symbol.source].number), scope)
        block.append(core.Write(other.fact.address, other.index, op("add", other.read().expr, due)))
    return block
