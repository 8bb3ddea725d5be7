"""Choosing: one of a set, several, whether at all, one of named options; by whoever acts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebed.lang import core, internal
from rulebed.lang.express import expect, express_number
from rulebed.lang.express.seating import OWN
from rulebed.lang.express.sets import binding_source
from rulebed.lang.express.table import article
from rulebed.lang.express.targets import member
from rulebed.lang.making import EMPTY, ONE, ZERO, both, exists, negated, op, over
from rulebed.lang.scope import Scope, Typed
from rulebed.lang.syntax import Choose, ChooseNumber, ChooseSome, Least, May, Most, Name, SyntaxNode, UpToTimes
from rulebed.lang.types import NUMBER, UNKNOWN, Type, entity, sequence
from rulebed.source.diagnostics import Report
from rulebed.verbs.luck import domain
from rulebed.verbs.table import VERBS, check_bounds, keep, rest, statements_of, times, verb, when

SAID = frozenset({"number", "flag", "entity", "sequence"})  # what a text can say
PLACE = core.Local(internal.local("place"))  # the number of an option, in what is asked of each


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the name that the answer gets, the options, how to decline, and where, if not by its procedure.

    Of several that are taken one after the other, `turn` says how many have been, and of how many.
    """

    name: str
    source: core.Expr
    domain: core.Domain
    decline: str | None = None
    home: str = ""
    turn: tuple[core.Expr, ...] = ()


def ask(question: Question, local: str, node: SyntaxNode, scope: Scope) -> core.Block:
    """Put a question to whoever acts; a party without a seat answers by its `auto`."""
    address = f"{question.home or scope.address}.{question.name}"
    question = replace(question, source=_one_of_each(question, scope))
    refuse_equal(address, node, scope)
    chooser = scope.me.expr
    decline = f"{address}.{question.decline}" if question.decline else None
    choose = core.Choose(local, question.source, chooser, address, question.domain, decline, node.spot.span())
    choose = replace(choose, about=_about(address, local, scope), named=_braces_of(local, scope), turn=question.turn)
    if scope.me.type.kind != "party" or not scope.symbols.has_factions or not _answered(address, node, scope):
        return (*rest(scope), choose)
    answer = _auto(address, question, local, scope)
    return (*rest(scope), core.If(op("lt", chooser, core.Const(scope.symbols.players)), (choose,), answer))


def _at_hand(answer: str, scope: Scope) -> Iterator[tuple[str, Typed]]:
    """The locals that are known before the answer, and can be said."""
    for name in scope.locals:
        typed = scope.local(name)
        if typed is not None and typed.type.base in SAID and typed.expr != core.Local(answer):
            yield name, typed


def _braces_of(answer: str, scope: Scope) -> tuple[tuple[str, str], ...]:
    """What a text of a question can have in its braces, and of which kind that is, if it is a thing."""
    return tuple((name, typed.type.kind) for name, typed in _at_hand(answer, scope))


def _about(address: str, answer: str, scope: Scope) -> tuple[tuple[str, core.Expr, Type], ...]:
    """What the texts of a question have in their braces."""
    worded = scope.symbols.worded.get(address, frozenset())
    return tuple((name, typed.expr, typed.type) for name, typed in _at_hand(answer, scope) if name in worded)


def _answered(address: str, node: SyntaxNode, scope: Scope) -> bool:
    """Whether there is an `auto`; where there is none, nobody but seats may come here."""
    if address in scope.symbols.autos:
        scope.symbols.remarks.answered.add(address)
        return True
    if scope.me.expr == OWN:
        scope.symbols.remarks.unanswered.append((scope.address, address, node))
    else:
        no_answer(address, node, scope.report)
    return False


def no_answer(address: str, node: SyntaxNode, report: Report) -> None:
    """Report a choice that a party without a seat can come to, and that has no `auto`."""
    message = "a party without a seat can come to this choice, and nothing says what it takes"
    report.error("G110", node.spot.span(), message, help=f"add to `autos`: `{address}: first(options)`")


def _one_of_each(question: Question, scope: Scope) -> core.Expr:
    """Where pieces are alike in some facts, one of each class is offered: the least by those facts."""
    kind = scope.symbols.kinds.get(question.domain.kind) if question.domain.sort == "entity" else None
    if kind is None or not kind.alike_by:
        return question.source
    item = scope.hidden("it")
    facts = [member(Typed(core.Local(item), entity(kind.name)), name, scope) for name in kind.alike_by]
    looks = tuple(fact.read().expr if fact is not None else ZERO for fact in facts)
    return core.Over("classes", item, question.source, core.Op("seq", looks))


def refuse_equal(address: str, node: SyntaxNode, scope: Scope) -> None:
    """Choices are addressed by procedure and name: two of one name could not be told apart."""
    first = scope.names.binders.get(address)
    if first is not None and first.spot != node.spot:
        home, _, name = address.rpartition(".")
        scope.error("T108", node, f"two choices in `{home}` are named `{name}`", help="give one of them another name")
    scope.names.binders[address] = node


def _auto(address: str, question: Question, local: str, scope: Scope) -> core.Block:
    """What a party without a seat takes."""
    auto = scope.symbols.autos[address]
    names = [option.rpartition(".")[2] for option in question.domain.options]
    if isinstance(auto, Name) and auto.name in names:
        return (core.Let(local, core.Const(names.index(auto.name))),)
    inner = scope.inner()
    offered = inner.hidden("offered")
    let = core.Let(offered, question.source)
    if not isinstance(auto, SyntaxNode):
        return let, core.Roll(local, core.Local(offered), address, ZERO, question.domain, address)
    kind = entity(question.domain.kind) if question.domain.sort == "entity" else NUMBER
    inner.locals["options"] = Typed(core.Local(offered), sequence(kind))
    if isinstance(auto, Most | Least):  # several may be equal: then luck decides
        among = expect(auto, inner, sequence(kind), "an `auto`").expr
        return let, core.Roll(local, among, address, ZERO, question.domain, address)
    return let, core.Let(local, expect(auto, inner, kind.maybe(), "an `auto`").expr)


def candidates(word: str, name: str, source: SyntaxNode, scope: Scope) -> Typed | None:
    """The things or numbers of which one is taken."""
    typed, _ = binding_source(name, source, scope)
    check_bounds(source, scope)
    item = typed.type.item or UNKNOWN
    if item.base in {"entity", "number", "unknown"}:
        return _things(typed, item, scope) if item.optional and item.base != "unknown" else typed
    scope.error(
        "T204", source, f"`{word}` needs a set of entities or numbers, but this is {article(typed.type, scope)}"
    )
    return None


def _things(typed: Typed, item: Type, scope: Scope) -> Typed:
    """None is nothing that could be chosen."""
    local = scope.hidden("it")
    return Typed(over("filter", local, typed.expr, exists(core.Local(local), item)), sequence(item.sure()))


@verb(Choose)
def choose(node: Choose, scope: Scope) -> core.Block:
    """Choose one."""
    return _choose(node, scope, None)


def _choose(node: Choose, scope: Scope, decline: str | None) -> core.Block:
    typed = candidates("choose", node.name, node.source, scope)
    if typed is None:
        scope.bind(node.name, UNKNOWN)
        return ()
    item = typed.type.item or UNKNOWN
    local, _ = scope.bind(node.name, item.maybe() if decline else item.sure())
    return ask(Question(node.name, typed.expr, domain(item), decline), local, node, scope)


@verb(ChooseNumber)
def choose_number(node: ChooseNumber, scope: Scope) -> core.Block:
    """Choose a number from nothing, or `in` a least one, up to another; where that is less, the least, unasked."""
    before: core.Block = ()
    least: core.Expr = ZERO
    if node.least is not None:
        before, least = keep(express_number(node.least, scope, "`choose`"), "least", scope)
    let, most = keep(express_number(node.most, scope, "`choose`"), "most", scope)
    local, _ = scope.bind(node.name, NUMBER)
    question = Question(node.name, op("range", least, most), domain(NUMBER))
    asked = ask(question, local, node, scope)
    return (*before, *let, *_unless_less(op("ge", most, least), asked, core.Let(local, least), node))


def _unless_less(condition: core.Expr, asked: core.Block, let: core.Let, node: SyntaxNode) -> core.Block:
    """Asked, or known without being asked."""
    if isinstance(condition, core.Const):
        return asked if condition.value else (let,)
    return (core.If(condition, asked, (let,), node.spot.span(), tacit=True),)


@verb(ChooseSome)
def choose_some(node: ChooseSome, scope: Scope) -> core.Block:
    """Choose several different ones, one after another; without `up to`, as many as there are."""
    count = times(node.count, scope, "choose")
    typed = candidates("choose", "it", node.source, scope)
    if typed is None:
        scope.bind(node.name, UNKNOWN)
        return ()
    whole, one = scope.hidden("among"), scope.hidden(node.name)
    kept, _ = scope.bind(node.name, typed.type)
    left = op("less", core.Local(whole), core.Local(kept))
    decline = "done" if node.up_to else None
    turn = op("len", core.Local(kept)), count
    question = Question(node.name, left, domain(typed.type.item or UNKNOWN), decline, turn=turn)
    asked = ask(question, one, node, scope)
    grow = core.Let(kept, op("append", core.Local(kept), core.Local(one)))
    declined = negated(exists(core.Local(one), typed.type.item or UNKNOWN))
    stop = (core.If(declined, (core.Leave(),)),) if decline else ()
    body = (core.If(core.Over("any", scope.hidden("it"), left, ONE), (*asked, *stop, grow), (core.Leave(),)),)
    start = (core.Let(whole, typed.expr), core.Let(kept, EMPTY))
    return (*start, core.Repeat(count, body, node.spot.span()))


@verb(May)
def may(node: May, scope: Scope) -> core.Block:
    """Ask whether to do it; what follows the colon is done if so."""
    if isinstance(node.statement, Choose):
        return _may_choose(node, node.statement, scope)
    name = scope.names.fresh(f"may_{type(node.statement).__name__.lower()}")
    inner = scope.inner()
    body = VERBS[type(node.statement)](node.statement, inner)
    body += statements_of(node.then, inner)
    asked = ask(_yes_or(name, "no", scope), name, node, scope)
    return (*asked, *when(op("eq", core.Local(name), ZERO), body, statements_of(node.otherwise, scope)))


def _yes_or(name: str, other: str, scope: Scope) -> Question:
    """A question with two answers, each offered only if what follows it can be got through."""
    options = tuple(f"{scope.address}.{name}.{answer}" for answer in ("yes", other))
    return Question(name, core.Const((0, 1)), core.Domain("option", options=options))


def _may_choose(node: May, statement: Choose, scope: Scope) -> core.Block:
    asked = _choose(statement, scope, "none")
    typed = scope.locals[statement.name]
    inner = scope.inner()
    inner.locals[statement.name] = Typed(typed.expr, typed.type.sure())
    return (
        *asked,
        *when(exists(typed.expr, typed.type), statements_of(node.then, inner), statements_of(node.otherwise, scope)),
    )


@verb(UpToTimes)
def up_to_times(node: UpToTimes, scope: Scope) -> core.Block:
    """A program several times; before each, one is asked whether once more."""
    name = scope.names.fresh("once_more")
    inner = scope.inner()
    inner.loops += 1
    body = statements_of(node.body, inner)
    asked = ask(_yes_or(name, "done", scope), name, node, scope)
    stop = core.If(core.Local(name), (core.Leave(),))
    count = times(node.count, scope, "up to ... times")
    turn = core.If(core.Can(body, node.spot.span()), (*asked, stop, *body), (core.Leave(),))
    return (core.Repeat(count, (turn,), node.spot.span()),)


@dataclass(frozen=True, slots=True)
class PickOption:
    """An option of a `pick`: its address, and what it does."""

    address: str
    program: core.Block


@dataclass(frozen=True, slots=True)
class PickTerms:
    """How many options may be taken, how many must be, whether each only once, and how many of them twice."""

    most: core.Expr
    least: core.Expr
    different: bool = True
    repeats: core.Expr = ZERO

    @property
    def single(self) -> bool:
        """Whether it is exactly one option."""
        return self.most == ONE and self.least == ONE


@dataclass(frozen=True, slots=True)
class Tally:
    """The locals of a pick: the option taken, which were taken, how often twice, and how many before this turn."""

    chosen: str
    used: str
    again: str
    count: str


def pick_options(pick: PickTerms, options: tuple[PickOption, ...], node: SyntaxNode, scope: Scope) -> core.Block:
    """Take options one after another; each is offered while it can be got through, and `done` when it may end."""
    tally = Tally(*(scope.hidden(name) for name in ("pick", "picked", "repeats", "picks")))
    cases = tuple((place, option.program) for place, option in enumerate(options))
    addresses = tuple(option.address for option in options)
    if pick.single:
        places = core.Const(tuple(range(len(options))))
        question = Question("pick", places, core.Domain("option", options=addresses), home=scope.step)
        return (*ask(question, tally.chosen, node, scope), core.Switch(core.Local(tally.chosen), cases))
    done = len(options)
    source = _open(done, cases, tally, pick)
    answer = core.Domain("option", options=(*addresses, f"{scope.step}.done"))
    # What a number is worth may change with what is taken: then it isn't said of how many this is one.
    turn = (core.Local(tally.count), pick.most) if isinstance(pick.most, core.Const) else ()
    asked = ask(Question("pick", source, answer, home=scope.step, turn=turn), tally.chosen, node, scope)
    taken = core.Switch(core.Local(tally.chosen), (*cases, (done, (core.Leave(),))))
    start = tuple(core.Let(name, ZERO) for name in (tally.used, tally.again))
    turns = op("range", ZERO, op("sub", pick.most, ONE))
    return (*start, core.Each(tally.count, turns, (*asked, *_mark(tally), taken), node.spot.span()))


def _is_fresh(place: core.Expr, tally: Tally, pick: PickTerms) -> core.Expr:
    """Not taken yet, or one of those that may be taken again."""
    if not pick.different:
        return ONE
    fresh: core.Expr = op("not", core.Op("has_bit", (core.Local(tally.used), place)))
    return fresh if pick.repeats == ZERO else core.Op("or", (fresh, op("lt", core.Local(tally.again), pick.repeats)))


def _open(done: int, cases: tuple[tuple[int, core.Block], ...], tally: Tally, pick: PickTerms) -> core.Expr:
    """The options that are fresh, and after them the one to stop; one set with one test where that is always there."""
    place, stop = PLACE, core.Const(done)
    fresh = _is_fresh(place, tally, pick)
    if pick.least == ZERO:
        return over(
            "filter", PLACE.name, core.Const(tuple(range(done + 1))), core.Op("or", (op("eq", place, stop), fresh))
        )
    every = core.Const(tuple(range(done)))
    return core.Op("join", (over("filter", PLACE.name, every, fresh), _option_to_stop(done, cases, tally, pick)))


def _option_to_stop(done: int, cases: tuple[tuple[int, core.Block], ...], tally: Tally, pick: PickTerms) -> core.Expr:
    """The option to stop: once enough were taken, or where nothing more can be."""
    place = PLACE
    open_still = both(_is_fresh(place, tally, pick), core.Can((core.Switch(place, cases),)))
    stuck = op("not", core.Over("any", PLACE.name, core.Const(tuple(range(done))), open_still))
    count = core.Local(tally.count)
    enough = op("ge", count, pick.least)
    return core.Op("if", (core.Op("or", (enough, both(op("gt", count, ZERO), stuck))), core.Const((done,)), EMPTY))


def _mark(tally: Tally) -> core.Block:
    taken = core.Op("has_bit", (core.Local(tally.used), core.Local(tally.chosen)))
    return (
        core.Let(tally.again, op("add", core.Local(tally.again), taken)),
        core.Let(tally.used, core.Op("with_bit", (core.Local(tally.used), core.Local(tally.chosen)))),
    )
