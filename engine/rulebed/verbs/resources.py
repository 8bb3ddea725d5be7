"""Gaining, losing and paying resources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulebed.lang import core
from rulebed.lang.express import express, express_number
from rulebed.lang.express.names import visible_names
from rulebed.lang.express.table import article
from rulebed.lang.express.targets import Target, stock
from rulebed.lang.making import ONE, op
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.symbols import ResourceSymbol
from rulebed.lang.syntax import Amount, Gain, Lose, Name, Pay, SyntaxNode
from rulebed.lang.traits import OpName
from rulebed.lang.types import entity
from rulebed.verbs.costs import pay_cost
from rulebed.verbs.table import at_least_zero, keep, verb, when

RESOURCE = entity("resource")


@dataclass(frozen=True, slots=True)
class Deal:
    """So much of one resource, for one party."""

    count: core.Expr
    resource: ResourceSymbol
    scope: Scope

    @property
    def in_stock(self) -> Target:
        """What the party has of it."""
        return stock(self.scope.me.expr, core.Const(self.resource.number), self.scope)

    def have(self) -> core.Expr:
        """How much that is."""
        return self.in_stock.read().expr

    def change(self, target: Target, count: core.Expr, sign: OpName) -> core.Stmt:
        """More or less of something."""
        return core.Write(target.fact.address, target.index, op(sign, target.read().expr, count))

    def source(self) -> Target | None:
        """Where gains come from and losses go back to; none where it is endless."""
        where = self.resource.source
        if where == "shared":
            return Target(self.scope.symbols.kinds["resource"].facts["supply"], core.Const(self.resource.number))
        if where:
            other = self.scope.symbols.resources[where]
            return stock(self.scope.me.expr, core.Const(other.number), self.scope)
        return None


Rule = Callable[[Deal], core.Block]


def _gain(deal: Deal) -> core.Block:
    """As much as there is and as there is room for; where a limit refuses, all or nothing."""
    resource, count = deal.resource, at_least_zero(deal.count)
    before: core.Block = ()
    if resource.high is not None:
        room = op("sub", core.Const(resource.high), deal.have())
        if resource.refuses:
            before = (core.Require(op("ge", room, count), f"room for {resource.name}"),)
        else:
            count = op("min", count, room)
    source = deal.source()
    if source is not None:
        count = op("min", count, source.read().expr)
    let, count = keep(count, "gained", deal.scope)
    taken = (deal.change(source, count, "sub"),) if source else ()
    return (*before, *let, *taken, deal.change(deal.in_stock, count, "add"))


def _lose(deal: Deal) -> core.Block:
    """As much as one has, down to the least."""
    spare = op("sub", deal.have(), core.Const(deal.resource.low)) if deal.resource.low else deal.have()
    let, count = keep(op("min", at_least_zero(deal.count), spare), "lost", deal.scope)
    return (*let, *_give_back(deal, count))


def _pay(deal: Deal) -> core.Block:
    """All of it; without it there is no way through."""
    let, count = keep(at_least_zero(deal.count), "price", deal.scope)
    needed = op("add", count, core.Const(deal.resource.low)) if deal.resource.low else count
    enough = core.Require(op("ge", deal.have(), needed), f"enough {deal.resource.name}")
    return (*let, enough, *_give_back(deal, count))


def _give_back(deal: Deal, count: core.Expr) -> core.Block:
    source = deal.source()
    back = (deal.change(source, count, "add"),) if source else ()
    return (deal.change(deal.in_stock, count, "sub"), *back)


def _asset(node: SyntaxNode, scope: Scope) -> Typed:
    """Of what: the name of a resource is that, whatever facts of the same name are at hand."""
    if not isinstance(node, Name) or node.name in scope.locals:
        return express(node, scope, RESOURCE)
    resource = scope.symbols.resources.get(node.name)
    if resource is None and node.name not in visible_names(scope):
        return scope.report_unknown("T102", node, "resource", node.name, list(scope.symbols.resources))
    if resource is None:
        return express(node, scope, RESOURCE)
    scope.symbols.use(f"resource {node.name}")
    return Typed(core.Const(resource.number), RESOURCE)


def _amount(amount: Amount, scope: Scope, rule: Rule, word: str) -> core.Block:
    if amount.asset is None:
        return _without_asset(amount, scope, word)
    count = express_number(amount.count, scope, f"`{word}`")
    scope.symbols.remarks.amounts.append((word, amount.count, count, getattr(amount.asset, "name", "")))
    asset = _asset(amount.asset, scope)
    if asset.type.base == "unknown":
        return ()
    if asset.type.kind != "resource":
        words = amount.asset.spot.words()
        known = "resources are " + ", ".join(f"`{name}`" for name in scope.symbols.resources)
        scope.error(
            "T207",
            amount.asset,
            f"`{word}` needs a resource, but `{words}` is {article(asset.type, scope)}",
            help=known,
        )
        return ()
    return _for_resource(count, asset.expr, scope, rule)


def _for_resource(count: core.Expr, asset: core.Expr, scope: Scope, rule: Rule) -> core.Block:
    """The rule for a resource known now, or for each that it may turn out to be."""
    resources = list(scope.symbols.resources.values())
    if isinstance(asset, core.Const):
        resource = resources[asset.value] if isinstance(asset.value, int) else resources[0]
        return when(lacking(resource, scope), rule(Deal(count, resource, scope)))
    let, kept = keep(count, "count", scope)
    cases = tuple((each.number, when(lacking(each, scope), rule(Deal(kept, each, scope)))) for each in resources)
    return (*let, core.Switch(asset, cases))


def lacking(resource: ResourceSymbol, scope: Scope) -> core.Expr:
    """Whether the acting party has such a resource at all."""
    if scope.me.type.kind != "party" or not resource.lacked_by:
        return ONE
    return op("not", op("in", scope.me.expr, core.Const(resource.lacked_by)))


def _without_asset(amount: Amount, scope: Scope, word: str) -> core.Block:
    """`pay NAME`: a cost; for all else the resource is wanting."""
    name = getattr(amount.count, "name", "")
    if word == "pay" and name in scope.symbols.costs:
        return pay_cost(amount.count, scope.symbols.costs[name], scope)
    words = amount.count.spot.words()
    if isinstance(amount.count, Name) and word == "pay":
        scope.report_unknown("T102", amount.count, "cost", name, list(scope.symbols.costs))
    elif name in scope.symbols.resources:
        scope.error("T208", amount, f"`{word} {words}` does not say how much", help=f"as in `{word} 2 {words}`")
    else:
        example = next(iter(scope.symbols.resources), "point")
        scope.error("T208", amount, f"`{word} {words}` does not say of what", help=f"as in `{word} {words} {example}`")
    return ()


def _each_amount(amounts: tuple[Amount, ...], scope: Scope, rule: Rule, word: str) -> core.Block:
    return tuple(part for amount in amounts for part in _amount(amount, scope, rule, word))


@verb(Gain, tells="gain")
def gain(node: Gain, scope: Scope) -> core.Block:
    """Gain, as much as there is."""
    return _each_amount(node.amounts, scope, _gain, "gain")


@verb(Lose, tells="lose")
def lose(node: Lose, scope: Scope) -> core.Block:
    """Lose, as much as one has."""
    return _each_amount(node.amounts, scope, _lose, "lose")


@verb(Pay, tells="pay")
def pay(node: Pay, scope: Scope) -> core.Block:
    """Pay in full."""
    return _each_amount(node.amounts, scope, _pay, "pay")
