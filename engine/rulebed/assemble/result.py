"""The result: from its section to the values that say how a game comes out."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.bench import Bench, at
from rulebed.lang import core
from rulebed.lang.making import ONE, ZERO, op, pick
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.types import FLAG, NUMBER, Type, entity, sequence
from rulebed.model.game import Result, ValueDef
from rulebed.packs.node import Entry, Map, Seq
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import OF_ALL

SCORE, TIES, WON, WINS, HONOURS = "score", "ties", "won", "wins", "honours"
BESIDE_WINS = (SCORE, TIES, WON)
PLAYER = entity("player")


def make_result(bench: Bench) -> Result:
    """The values of the result, and which is for what."""
    tree = bench.root.get("result")
    if not _says_who_wins(bench, tree):
        return Result("")
    assert isinstance(tree, Map)
    parts = tuple(_parts(bench, tree.get(SCORE)))
    won, wins = _won(bench, tree.get(WON)), _wins(bench, tree.get(WINS))
    score = _score(bench, tree, parts, wins)
    return Result(score, tuple(_ties(bench, tree.get(TIES))), parts, won, wins, tuple(_honours(bench, tree, score)))


def _says_who_wins(bench: Bench, tree: Tree | None) -> bool:
    given = [key for key in (SCORE, WON, WINS) if tree is not None and at(tree, key) is not None]
    if tree is not None and WINS in given:
        for key in BESIDE_WINS:
            if isinstance(tree, Map) and key in tree:
                message = f"`wins` says who wins, and so does `{key}`"
                help_ = "keep one of them: `wins` is for games without points"
                bench.report.error("F111", tree.entries[key].key_span, message, help=help_)
    if not given and not bench.is_shared:
        span = tree.span if tree is not None else bench.root.span
        help_ = "add `result: {score: ...}`, worked out for each player as `me`; or `wins: SET`, without points"
        lacks = OF_ALL
        bench.report.error("F110", span, "nothing says who wins", help=help_, hangs_on=lacks)
    return bool(given)


def _value(bench: Bench, name: str, node: Tree, want: Type) -> str:
    """A value of `me`."""
    scope = bench.scope(name, PLAYER)
    return _defined(bench, name, node, scope, want, ())


def _defined(bench: Bench, name: str, node: Tree, scope: Scope, want: Type, params: tuple[str, ...]) -> str:
    body = at(node, "is") if isinstance(node, Map) else node
    typed = bench.typed(body, scope, want) if body is not None else None
    bench.values[name] = ValueDef(name, ("me", *params), want, typed.expr if typed else ZERO, node.span)
    return name


def _parts(bench: Bench, node: Tree | None) -> Iterator[tuple[str, str]]:
    """The named parts of a score; none where it is one expression."""
    for entry in bench.entries(node):
        yield entry.key, _value(bench, f"result.score.{entry.key}", entry.value, NUMBER)


def _score(bench: Bench, tree: Map, parts: tuple[tuple[str, str], ...], wins: str) -> str:
    """The score of a seat: as it is written, the sum of its parts, or what winning without points comes to."""
    name, node = "result.score", tree.get(SCORE)
    if node is not None and not isinstance(node, Map):
        return _value(bench, name, node, NUMBER)
    scope = bench.scope(name, PLAYER)
    asked = [core.Ask(value, (scope.me.expr,)) for _, value in parts]
    total: core.Expr = ZERO
    for part in asked:
        total = op("add", total, part)
    body = _won_by(core.Ask(wins, (scope.me.expr,)), scope.me.expr, bench.symbols.players) if wins else total
    bench.values[name] = ValueDef(name, ("me",), NUMBER, body, (node or tree).span)
    return name


def _won_by(winners: core.Expr, me: core.Expr, players: int) -> core.Expr:
    """1 for those who win and -1 for the others; 0 where nobody or everybody does, which is a draw."""
    is_in = pick(op("in", me, winners), ONE, core.Const(-1))
    if players == 1:
        return is_in
    number = op("len", winners)
    is_draw = core.Op("or", (op("eq", number, ZERO), op("eq", number, core.Const(players))))
    return pick(is_draw, ZERO, is_in)


def _ties(bench: Bench, node: Tree | None) -> Iterator[str]:
    for place, item in enumerate(node.items if isinstance(node, Seq) else (), 1):
        yield _value(bench, f"result.ties.{place}", item, NUMBER)


def _won(bench: Bench, node: Tree | None) -> str:
    return _value(bench, "result.won", node, FLAG) if node is not None else ""


def _wins(bench: Bench, node: Tree | None) -> str:
    """The set of those who win, in which `me` is whose turn it was."""
    if node is None:
        return ""
    scope = bench.scope("result.wins", PLAYER).acting(Typed(core.Read("game.active", ZERO), PLAYER))
    return _defined(bench, "result.wins", node, scope, sequence(PLAYER), ())


def _honours(bench: Bench, tree: Map, score: str) -> Iterator[tuple[str, str]]:
    """What is worked out when all else is: whether `me` has earned it, who may be asked whether it `won`."""
    for entry in bench.entries(tree.get(HONOURS)):
        yield entry.key, _honour(bench, entry, score)


def _honour(bench: Bench, entry: Entry, score: str) -> str:
    name = f"result.honours.{entry.key}"
    scope = bench.scope(name, PLAYER, {"won": FLAG, "score": NUMBER})
    params = tuple(typed.expr.name for typed in scope.locals.values() if isinstance(typed.expr, core.Local))
    return _defined(bench, name, entry.value, scope, FLAG, params)
