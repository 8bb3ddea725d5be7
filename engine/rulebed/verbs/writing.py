"""Facts that statements write: which they are, and how a value comes to stand in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulebed.lang import core, internal
from rulebed.lang.express import express
from rulebed.lang.express.table import a, article
from rulebed.lang.express.targets import Target, find_target
from rulebed.lang.making import ONE, ZERO, is_some, op, pick
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import SyntaxNode
from rulebed.verbs.table import follow_once, in_one_line, keep, when

if TYPE_CHECKING:
    from rulebed.source.text import Span


def target(node: SyntaxNode, scope: Scope, word: str) -> Target | None:
    """A fact that can be written."""
    found = find_target(node, scope)
    words = node.spot.words()
    if found is None:
        typed = express(node, scope)
        if typed.type.base != "unknown":
            message = f"`{word}` needs a fact that can change, but `{words}` is {article(typed.type, scope)}"
            scope.error("T209", node, message, help=_advice(words, scope))
        return None
    if found.partner:
        scope.error(
            "T205", node, f"`{words}` is a fact of each pair with {a(found.partner)}", help=f"say which: `{words}[...]`"
        )
        return None
    if found.fact.static:
        scope.error(
            "T209", node, f"`{words}` never changes", label="declared under `data`", help="declare it under `state`"
        )
        return None
    return replace(found, words=in_one_line(node))


def write(found: Target, value: core.Expr, scope: Scope, at: Span | None = None) -> core.Block:
    """Write a fact, within its bounds; where it is a gain that sleeps, put it to sleep."""
    fact = found.fact
    if fact.low is not None:
        value = op("max", value, core.Const(fact.low))
    if fact.high is not None:
        value = op("min", value, core.Const(fact.high))
    if fact.sleeps:
        return _put_to_sleep(found, value, scope, at)
    return when(found.guard, (core.Write(fact.address, found.index, value, at, words=found.words),))


def _put_to_sleep(found: Target, value: core.Expr, scope: Scope, at: Span | None) -> core.Block:
    """What is gained counts once the effect is over: beside a fact that sleeps stands since how deep within effects."""
    first, found = follow_once(found, scope)
    let, kept = keep(value, "gained", scope)
    asleep = pick(kept, core.Read(internal.DEPTH, ZERO), ZERO)
    written = core.Write(found.fact.address, found.index, kept, at, words=found.words)
    return first + when(
        found.guard, (*let, written, core.Write(internal.asleep_of(found.fact.address), found.index, asleep))
    )


def _advice(words: str, scope: Scope) -> str:
    """What to do where something is no fact that can change."""
    if words in scope.locals:
        return f"`let {words} = ...` names it anew"
    if words in scope.symbols.resources:
        return f"of whom? `me.{words}`; or `gain 2 {words}`, `lose 2 {words}`"
    return "facts that change are declared under `state`"


def of_value(node: SyntaxNode, scope: Scope, word: str) -> Target | None:
    """A fact that can be written, and holds no pieces."""
    found = target(node, scope, word)
    if found is None or not (found.fact.pile or found.fact.holds):
        return found
    scope.error("T210", node, f"`{node.spot.words()}` holds pieces", help="move them with `put ... in ...`")
    return None


def write_to(found: Target, value: Typed, scope: Scope, at: Span | None) -> core.Block:
    """Write a value; what always is an entity stays as it was where there is none."""
    wants_one = value.type.optional and found.fact.type.base == "entity" and not found.fact.type.optional
    let, kept = keep(value.expr, "new_value", scope) if wants_one else ((), value.expr)
    there = is_some(kept) if wants_one else ONE
    return (*let, *when(there, write(found, kept, scope, at)))
