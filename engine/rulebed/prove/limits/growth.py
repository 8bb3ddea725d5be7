"""Which numbers can grow beyond all measure: those that are put together from others without bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block, Expr
from rulebed.lang.traits import FLAGS, RECKONING, SIZES, TAKING
from rulebed.model.game import Model
from rulebed.prove.limits.keeping import is_reckoned, watched, with_growth_checked


class Growth:
    """Knows which locals of a model's programs can hold a number without bounds."""

    def __init__(self, model: Model, bodies: Mapping[str, Block]) -> None:
        self.model = model
        self._values: dict[str, bool] = {}
        self._endless = {
            (proc.name, name)
            for proc in model.procs.values()
            for name, sort in zip(proc.params, proc.types, strict=True)
            if sort.base == "number"
        }
        for program, body in bodies.items():
            self._follow(program, [*_binders(body)])

    def _follow(self, program: str, binders: list[tuple[str, Expr]]) -> None:
        """Find the locals of one program: one may be made of another, or of itself, again and again."""
        self._endless |= {(program, local) for local in _circular(binders)}
        while found := [one for one in binders if self._is_endless(one[1], program)]:
            self._endless |= {(program, local) for local, _ in found}
            binders = [one for one in binders if (program, one[0]) not in self._endless]

    def watched(self, stmt: core.Stmt, program: str) -> core.Stmt:
        """The same, with an eye on a number that could grow by more each time, again and again."""
        return watched(stmt, partial(self._doubles, program=program))

    def of_value(self, name: str, body: Expr) -> Expr:
        """The same of what a value comes to, whatever it is given."""
        return with_growth_checked(body, partial(self._doubles, program=name))

    def _doubles(self, expr: Expr, program: str) -> bool:
        match expr:
            case core.Op("add" | "sub", parts):
                endless = all(self._is_endless(part, program) for part in parts)
                return endless or any(self._doubles(part, program) for part in parts)
            case core.Op("mul", parts):
                return any(self._is_endless(part, program) for part in parts)
            case core.Op("min", parts):
                return all(self._doubles(part, program) for part in parts)
            case core.Op("if", (_, *ways)):
                return any(self._doubles(part, program) for part in ways)
            case core.Over("sum", _, source, body):
                return self._is_endless(body, program) or self._is_endless(source, program)
            case core.Op("total", (source,)):
                return self._is_endless(source, program)
            case core.Op(name, parts) if name in RECKONING or name in TAKING:
                return any(self._doubles(part, program) for part in parts)
            case core.Ask():
                return self._is_endless(expr, program)
            case _:
                return False

    def _is_endless(self, expr: Expr, program: str) -> bool:
        match expr:
            case core.Const() | core.Data() | core.Over("count" | "any" | "all"):
                return False
            case core.Local(name):
                return (program, name) in self._endless
            case core.Read(field, _):
                return self._is_open(field)
            case core.Op(name, parts):
                each = (self._is_endless(part, program) for part in parts)
                return name not in SIZES and name not in FLAGS and (all if name == "min" else any)(each)
            case core.Ask(name, args):
                given = any(self._is_endless(arg, program) for arg in args)
                return not internal.is_question(name) and (given or self._of_value(name))
            case _:
                return any(self._is_endless(part, program) for part in walk.parts(expr))

    def _is_open(self, name: str) -> bool:
        field = self.model.fields[name]
        sort = field.type
        while sort.item is not None:
            sort = sort.item
        return sort.base == "number" and (field.low is None or field.high is None)

    def _of_value(self, name: str) -> bool:
        """What a value is made of besides its parameters, which are looked at where it is asked."""
        if name not in self._values:
            self._values[name] = False  # of what goes round in a circle, the rest decides
            value = self.model.values.get(name)
            self._values[name] = value is not None and value.type.base == "number" and self._is_endless(value.body, "")
        return self._values[name]


def _circular(binders: list[tuple[str, Expr]]) -> set[str]:
    """The locals that are reckoned from themselves."""
    made: dict[str, set[str]] = {}
    for local, value in binders:
        if any(map(is_reckoned, walk.exprs(value))):
            made.setdefault(local, set()).update(walk.free(value))
        elif isinstance(value, core.Local):
            made.setdefault(local, set()).add(value.name)
    for _ in range(len(made)):
        further = {local: sources.union(*(made.get(one, ()) for one in sources)) for local, sources in made.items()}
        if further == made:
            break
        made = further
    return {local for local, sources in made.items() if local in sources}


def _binders(body: Block) -> Iterator[tuple[str, Expr]]:
    """The locals that a program binds, each with what it is, or is one of."""
    for stmt in walk.stmts(body):
        match stmt:
            case core.Let(local, value):
                yield local, value
            case core.Choose() | core.Roll() | core.Each():
                yield stmt.local, stmt.source
            case _:
                pass
        for expr in walk.stmt_exprs(stmt):
            yield from ((part.local, part.source) for part in walk.exprs(expr) if isinstance(part, core.Over))
