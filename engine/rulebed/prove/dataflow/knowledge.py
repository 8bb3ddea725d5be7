"""Who can know what a condition builds on: fields that not everybody sees, and what seeing them takes."""

from __future__ import annotations

from rulebed.algebra.fold import Folder
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Expr, Op, Over
from rulebed.lang.making import negated
from rulebed.lang.memory import Itself, Memory
from rulebed.lang.terms import canonical, conjuncts, counted, holds, linear
from rulebed.prove.dataflow import identity
from rulebed.prove.dataflow.facts import NOTHING, Facts
from rulebed.prove.dataflow.identity import Cases, Given
from rulebed.prove.dataflow.inline import Inliner

IT, VIEWER = "it", internal.VIEWER
Question = core.Ask | core.Supposing


def spread(expr: Op) -> Op | None:
    """How many there are of one of two: one of two numbers."""
    match expr:
        case Op("len" | "deck_size", (Op("if", (condition, one, other)),)):
            return Op("if", (condition, Op(expr.name, (one,)), Op(expr.name, (other,))))
        case Op("eq" | "ne", (Op("if", (condition, one, other)), core.Const(()) as nothing)):
            return Op("if", (condition, Op(expr.name, (one, nothing)), Op(expr.name, (other, nothing))))
        case _:
            return None


def first_of_pair(index: Expr, across: int) -> Expr:
    """The first of two things, by the place of what the pair has, in rows of so many."""
    terms = linear(index)
    whole = {term: times // across for term, times in terms.items() if term is not None and times % across == 0}
    result: Expr = core.Const(terms.get(None, 0) // across)
    for term, times in whole.items():
        one: Expr = term if times == 1 else Op("mul", (term, core.Const(times)))
        result = one if result == core.Const(0) else Op("add", (result, one))
    return result


class Knowability:
    """Tells whether a condition needs more than a seat can know."""

    def __init__(self, facts: Facts, fold: Folder, inline: Inliner) -> None:
        self.facts, self.model = facts, facts.model
        self.fold, self.cases = fold, Cases(facts.model.players, fold)
        self.inline = inline
        self.hidden = {name for name, field in self.model.fields.items() if field.seen is not None}
        self._values: dict[str, bool] = {}
        self._touches = Memory(self._looked_through)
        self._canonical = Memory(canonical)
        self.begin()

    def begin(self) -> None:
        """A new program is looked at: what was found in one must not hang on those before it."""
        self._inside: dict[object, bool] = {}  # whether a question hides something

    def hides(self, expr: Expr, knower: Expr, given: Given) -> bool:
        """Whether the expression reads something that `knower` may not see."""
        return bool(self.hidden) and self._hides(self.fold(expr), knower, given)

    def secrets(self, expr: Expr, knower: Expr, given: Given) -> frozenset[str]:
        """The fields that the expression reads where `knower` may not see them."""
        found = set[str]()
        for part in walk.exprs(self.fold(expr)):
            if isinstance(part, core.Read) and self._hides(part, knower, given):
                found |= {part.field} & self.hidden
            elif isinstance(part, core.Ask) and not self.inline.is_recursive(part.value):
                found |= self.secrets(self.inline.expanded(part), knower, given)
        return frozenset(found)

    def _hides(self, expr: Expr, knower: Expr, known: tuple[Expr, ...]) -> bool:
        if not self._touches(expr):
            return False
        match expr:
            case Op("public", (core.Read(_, index),)):
                return self._hides(index, knower, known)
            case Op() if (pile := counted(expr)) is not None and self.model.fields[pile.field].pile:
                return self._hides(pile.index, knower, known)
            case Op() if (each := spread(expr)) is not None:
                return self._hides(each, knower, known)
            case core.Read(field, index) if field in self.hidden:
                return self._hides(index, knower, known) or not self._sees(field, index, knower, known)
            case core.Ask() if not self.inline.is_recursive(expr.value):
                return self._hides_inside((expr, knower), expr, knower, known)
            case core.Supposing():
                return self._hides_inside((Itself(expr), knower), expr, knower, known)
            case Op("and", args):
                return self._chain(args, knower, known)
            case Op("or", args):
                return self._chain(args, knower, known, fails=True)
            case Over(_, local, source, body):
                item = (*identity.bound_anew(known, (local,)), *identity.known_of_item(local, source))
                return self._hides(source, knower, known) or self._hides(body, knower, item)
            case _ if self._is_sight(expr, knower):
                return False
            case _:
                return any(self._hides(part, knower, known) for part in walk.parts(expr))

    def _hides_inside(self, key: object, expr: Question, knower: Expr, known: tuple[Expr, ...]) -> bool:
        """The same of a question, which most often hides nothing; the more is known, the less is hidden."""
        if key not in self._inside:
            self._inside[key] = self._asks_hidden(expr, knower, ())
        return self._inside[key] and (not known or self._asks_hidden(expr, knower, known))

    def _asks_hidden(self, expr: Question, knower: Expr, known: tuple[Expr, ...]) -> bool:
        if isinstance(expr, core.Supposing):
            return self._hides_behind(expr, knower, known)
        return self._hides(self.fold(self.inline.expanded(expr)), knower, known)

    def _hides_behind(self, expr: core.Supposing, knower: Expr, known: tuple[Expr, ...]) -> bool:
        """The same behind a block that is carried out on a copy: it must not change who that seat is."""
        names = {cell.partition("#")[0] for cell in self.facts.reads(knower)}
        read = NOTHING.union(*map(self.facts.cells.whole, sorted(names)))
        if self.facts.cells_changed(expr.body, read):
            return True
        given = dict(zip(expr.params, expr.args, strict=True))
        inside = [self.fold(walk.substituted(part, given)) for part in walk.whole_exprs(expr.body)]
        return any(self._hides(part, knower, known) for part in (*expr.args, *inside))

    def _looked_through(self, expr: Expr) -> bool:
        """Whether an expression reads what not everybody may see, itself or through what it asks."""
        if isinstance(expr, core.Read) and expr.field in self.hidden:
            return True
        if isinstance(expr, core.Ask) and self._value_touches(expr.value):
            return True
        if isinstance(expr, walk.WITH_BLOCK) and any(map(self._touches, walk.block_exprs(expr.body))):
            return True
        return any(map(self._touches, walk.parts(expr)))

    def _value_touches(self, name: str) -> bool:
        if name not in self._values:
            self._values[name] = any(map(self._reads_hidden, (name, *sorted(self.inline.values_reached(name)))))
        return self._values[name]

    def _reads_hidden(self, value: str) -> bool:
        """Whether a value reads what not everybody may see itself; of one that isn't known yet that can't be told."""
        known = self.inline.values.get(value)
        return known is None or any(
            isinstance(part, core.Read) and part.field in self.hidden for part in walk.exprs(known.body)
        )

    def _chain(self, args: tuple[Expr, ...], knower: Expr, known: Given, *, fails: bool = False) -> bool:
        """A part is only looked at where the parts before it hold, or fail; those hide nothing themselves."""
        for arg in args:
            if self._hides(arg, knower, known):
                return True
            known += conjuncts(negated(arg) if fails else arg)
        return False

    def _sees(self, field: str, index: Expr, knower: Expr, known: tuple[Expr, ...]) -> bool:
        seen = self._sight(field, index, knower)
        wanted = conjuncts(seen)
        sizes = set(map(walk.size, wanted))
        found = {self._canonical(part) for part in known if walk.size(part) in sizes}
        if holds(seen) or {self._canonical(part) for part in wanted} <= found:
            return True
        return self.cases.always(seen, known)

    def _sight(self, field: str, index: Expr, knower: Expr) -> Expr:
        seen = self.model.fields[field].seen
        if seen is None:
            return core.Const(1)
        return self.fold(walk.substituted(seen, {IT: self._instance(field, index), VIEWER: knower}))

    def _instance(self, field: str, index: Expr) -> Expr:
        """The instance that a slot belongs to; of a pair it is the first."""
        per = self.model.fields[field].per
        if not per:
            return index
        return self.fold(first_of_pair(index, len(self.model.kinds[per].instances)))

    def _is_sight(self, expr: Expr, knower: Expr) -> bool:
        """Whether an expression is itself the condition of seeing what it reads: that is always known."""
        if not walk.marks(expr) & walk.READS:
            return False
        reads = [part for part in walk.exprs(expr) if isinstance(part, core.Read) and part.field in self.hidden]
        return bool(reads) and all(self._sight(part.field, part.index, knower) == expr for part in reads)
