"""Kinds of which no piece ever comes into play from outside: those that lie nowhere at first never lie anywhere.

    put first(quarry) in my.hand       it lay somewhere before
    choose c in crates: put c in hold  it may have lain nowhere: whether it still does may be a secret

So everybody knows, of a kind that is sealed like that, which pieces lie nowhere and always will. It is found by what
is lifted from where it lies: by all that its local is bound to, it comes from places that hold pieces. The kinds of
which that can't be told aren't sealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulebed.lang import core, walk
from rulebed.lang.core import NONE, Block, Const, Expr, Local, Op, Over, Read
from rulebed.lang.traits import DEALING, KEEPING, MIXING, SELECTING, TAKING
from rulebed.model.game import Model, Proc, Role
from rulebed.prove.dataflow.facts import PHASE

Name = tuple[str, str]  # the program, and a local of it


def sealed(model: Model) -> frozenset[str]:
    """The kinds of which it is sure."""
    kinds = {_lifted(proc) for proc in model.procs.values() if proc.role is Role.LIFT}
    if not kinds:
        return frozenset()
    origins = _Origins(model)
    return frozenset(kind for kind in kinds if all(origins.is_inside(kind, *lifted) for lifted in origins.lifted[kind]))


class _Origins:
    """What the locals of all programs are bound to, and what is lifted."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.bound: dict[Name, list[tuple[str, Expr]]] = defaultdict(list)
        self.lifted: dict[str, list[tuple[str, Expr]]] = defaultdict(list)
        for program, body in self._programs():
            for stmt in walk.stmts(body):
                self._bind(program, stmt)

    def _programs(self) -> Iterator[tuple[str, Block]]:
        yield from ((name, proc.body) for name, proc in self.model.procs.items() if proc.role is not Role.LIFT)
        yield from ((PHASE + name, phase.body) for name, phase in self.model.phases.items())

    def _bind(self, program: str, stmt: core.Stmt) -> None:
        match stmt:
            case (
                core.Let(local, source)
                | core.Each(local, source)
                | core.Choose(local, source)
                | core.Roll(local, source)
            ):
                self.bound[program, local].append((program, source))
            case core.Call(proc, args) if self.model.procs[proc].role is Role.LIFT:
                self.lifted[_lifted(self.model.procs[proc])].append((program, args[1]))
            case core.Call(proc, args):
                for param, arg in zip(self.model.procs[proc].params, args, strict=True):
                    self.bound[proc, param].append((program, arg))
            case _:
                pass

    def is_inside(self, kind: str, program: str, expr: Expr) -> bool:
        """Whether all that this can be lies somewhere."""
        holding = {field for field, _ in self.model.holders.get(kind, ())}
        todo, known = [(program, expr)], set[Name]()
        while todo:
            program, expr = todo.pop()
            if isinstance(expr, Local):
                name = program, expr.name
                if not self.bound[name]:
                    return False
                todo += self.bound[name] if name not in known else ()
                known.add(name)
            elif not isinstance(expr, Const) and not (isinstance(expr, Read) and expr.field in holding):
                parts = _made_of(expr)
                if not parts:
                    return False
                todo += [(program, part) for part in parts]
            elif isinstance(expr, Const) and expr.value not in (NONE, ()):
                return False
        return True


def _lifted(proc: Proc) -> str:
    """The kind of which a procedure takes pieces from where they are."""
    return proc.types[1].kind


def _made_of(expr: Expr) -> tuple[Expr, ...]:
    """Of which sets it is one, or a part; none where that can't be told."""
    match expr:
        case Op("if", (_, *ways)):
            return tuple(ways)
        case Op("append", args):
            return args
        case Op(name, args) if name in MIXING:
            return args
        case Op(name, args) if name in TAKING | KEEPING | DEALING:
            return args[:1]
        case Over(how, _, source, _) if how in SELECTING or how == "first":
            return (source,)
        case _:
            return ()
