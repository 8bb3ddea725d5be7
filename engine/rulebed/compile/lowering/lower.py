"""Lowering: programs are split where play can wait; small procedures are put in place where they are called."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import ANSWER, Code, Continuation, Instance
from rulebed.compile.lowering.hollow import can_be_left, deep, shallow
from rulebed.lang import core, walk
from rulebed.lang.core import Block, Const, Expr, Local, Op
from rulebed.prove.dataflow.facts import PHASE, Facts
from rulebed.prove.limits.growth import Growth

PLAIN_SIZE = 25
BLOCKY_SIZE = 14
UNWIND = 0  # the return that takes a frame from the stack
RETURNS = "#back"


@dataclass(frozen=True, slots=True)
class Context:
    """Where a statement stands: whose locals it uses, and where `return` and `leave` lead (nowhere: plain code)."""

    instance: Instance
    back: Continuation | None
    leave: Continuation | None = None
    plain: bool = False


class Lowering:
    """Lowers one model; every copy of a program gets locals of its own.

    They are named by where the copy stands: so the same statement there is the same one in each game, renamed once.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.model = facts.model
        self.growth = Growth(facts.model, facts.bodies)
        self._paths: dict[tuple[object, ...], int] = {}  # of copies, with how many there are
        self._depth = 0
        self.sites: list[code.WaitSite] = []
        self.joints: list[code.Joint] = []
        self.shared: dict[str, Instance] = {}
        self.entries: dict[str, Continuation] = {}
        self.plain: dict[str, tuple[Instance, list[Code]]] = {}
        self.phases: dict[str, Continuation] = {}
        self._loops: dict[int, int] = {}
        self.instances: list[Instance] = []
        self._call_numbers: dict[tuple[int, str], int] = {}
        root = self._instance("", None, "")
        self.returns: list[tuple[Continuation, Instance, str]] = [(Continuation("unwind", root, entry=True), root, "")]

    def lowered(self) -> code.Lowered:
        """The whole model as code."""
        for name in self.model.phases:
            label = Continuation(PHASE + name, self._instance(PHASE + name, None, ""), at=self.model.phases[name].at)
            self.phases[name] = label
        for name, label in self.phases.items():
            self._phase(name, label)
        start = self.phases[next(iter(self.model.phases))]
        start.entry = True
        return code.Lowered(
            start,
            self.sites,
            self.returns,
            self.joints,
            self.shared,
            self.entries,
            self.plain,
            self.phases,
            self.instances,
        )

    def _phase(self, name: str, label: Continuation) -> None:
        phase, instance = self.model.phases[name], label.instance
        ways: list[Code] = [code.Clear(instance), code.Finish(phase.at)]
        for edge in reversed(phase.edges):
            way = [code.Clear(instance), self._toward(edge.target, edge.at)]
            if edge.guard is None:
                ways = way
            else:
                ways = [code.Cond(walk.renamed(edge.guard, instance.rename), way, ways, edge.at)]
        after = Continuation(f"{name} after", instance, ways, at=phase.at)
        label.body = self.block(phase.body, Context(instance, after), after)

    def _toward(self, target: str, at: object) -> Code:
        if target == "end":
            return code.Finish()
        return code.Goto(self.phases[target])

    def _instance(
        self, program: str, parent: Instance | None, call: str, names: frozenset[str] = frozenset()
    ) -> Instance:
        """A copy of a program; `names` are those of a branch that has others in common with what is around it."""
        file = self._file(program) or (parent.file if parent is not None else "")
        mark = self._mark((parent and parent.mark, program, call, names))
        instance = Instance(len(self.instances) + 1, mark, program, parent, call, file=file)
        self.instances.append(instance)
        return instance

    def _mark(self, path: tuple[object, ...]) -> str:
        """A short name of a place for a copy, which it has in each game."""
        count = self._paths[path] = self._paths.get(path, 0) + 1
        marks: dict[object, str] = self.facts.same.result_of("marks", None, dict)
        return marks.setdefault((path, count), str(len(marks) + 1))

    def _file(self, program: str) -> str:
        if program.startswith(PHASE):
            at = self.model.phases[program.removeprefix(PHASE)].at
        else:
            at = self.model.procs[program].at if program in self.model.procs else None
        return at.source.name if at is not None else ""

    # Blocks.

    def block(self, block: Block, context: Context, after: Continuation | None) -> list[Code]:
        """The code of a block, going on at `after`; without one it falls through to what comes next."""
        out: list[Code] = []
        for place, stmt in enumerate(block):
            rest = block[place + 1 :]
            if self._is_split(stmt, context):
                out += self._split(stmt, rest, context, after)
                return out
            ended = self._simple(stmt, context, out)
            if ended:
                return out
        if after is not None:
            out.append(code.Goto(after))
        return out

    def _is_split(self, stmt: core.Stmt, context: Context) -> bool:
        return not context.plain and self.facts.splits(stmt)

    def _simple(self, stmt: core.Stmt, context: Context, out: list[Code]) -> bool:
        """Add the code of a statement that doesn't wait; whether nothing can come after it."""
        stmt = self.growth.watched(stmt, context.instance.program)
        stmt = self._with_own_names(stmt, context)
        match stmt:
            case core.Let() | core.Write() | core.Note() | core.Roll() | core.Require():
                out.append(code.Do(stmt))
            case core.If(condition, then, otherwise, at):
                arms = [self._inside(arm, context) for arm in (then, otherwise)]
                out.append(code.Cond(condition, arms[0], arms[1], at))
            case core.Switch(subject, cases, at):
                out.append(code.Pick(subject, [(n, self._inside(b, context)) for n, b in cases], at))
            case core.Each(local, Op("seq", (item,)), body, at) if not can_be_left(body):
                out.append(code.Do(core.Let(local, item, at)))
                out += self._inside(body, context)
            case core.Each(local, source, body, at):
                out.append(code.Loop(local, source, self._inside(body, _looping(context)), at))
            case core.Repeat(count, body, at):
                out.append(code.Times(count, self._inside(body, _looping(context)), at))
            case core.Call():
                self._plain_call(stmt, context, out)
            case core.Leave():
                out.append(code.Break() if context.leave is None else code.Goto(context.leave))
                return True
            case core.Return():
                out.append(code.Back() if context.back is None else code.Goto(context.back))
                return True
            case core.End():
                out.append(code.Finish(stmt.at))
                return True
            case core.Choose() | core.Parallel():
                raise TypeError("a statement that waits stands in code that can't")
        return False

    def _inside(self, block: Block, context: Context) -> list[Code]:
        return self.block(block, context, None)

    def _with_own_names(self, stmt: core.Stmt, context: Context) -> core.Stmt:
        """The statement with this copy's names for its locals; blocks inside it follow when their turn comes."""
        instance = context.instance

        def make() -> tuple[core.Stmt, tuple[str, ...]]:
            names: dict[str, str] = {}

            def rename(name: str) -> str:
                return names.setdefault(name, instance.rename(name))

            renamed = walk.over_stmt(shallow(stmt), lambda expr: walk.renamed(expr, rename), rename)
            return deep(renamed, stmt), tuple(names)

        found, names = self.facts.same.result_of(("own", instance.mark), stmt, make)
        for name in names:  # which are known here from now on
            instance.rename(name)
        return found

    def _split(self, stmt: core.Stmt, rest: Block, context: Context, after: Continuation | None) -> list[Code]:
        if after is None:
            raise TypeError("a statement that waits has nowhere to go on")
        stmt = self.growth.watched(stmt, context.instance.program)
        raw, stmt = stmt, self._with_own_names(stmt, context)
        match stmt:
            case core.Choose() | core.Roll():
                return self._wait(stmt, rest, context, after)
            case core.If(condition, then, otherwise, at):
                join = self._later(rest, context, after)
                arms = [self.block(arm, context, join) for arm in (then, otherwise)]
                self._fill(join, rest, context, after)
                return [code.Cond(condition, arms[0], arms[1], at)]
            case core.Switch(subject, cases, at):
                join = self._later(rest, context, after)
                ways = [(number, self.block(arm, context, join)) for number, arm in cases]
                self._fill(join, rest, context, after)
                return [code.Pick(subject, ways, at)]
            case core.Each(local, source, body, at):
                return self._each(local, source, body, rest, context, after)
            case core.Repeat(count, body, _):
                source = Op("range", (Const(1), count))
                return self._each(context.instance.rename("#turn"), source, body, rest, context, after)
            case core.Call():
                return self._call(stmt, rest, context, after)
            case core.Parallel():
                return self._parallel(stmt, raw, rest, context, after)
            case _:
                raise TypeError(f"nothing waits in {type(stmt).__name__}")

    def _later(self, rest: Block, context: Context, after: Continuation) -> Continuation:
        """A place for what comes after a statement; `_fill` lowers it when the statement itself is lowered."""
        if not rest:
            return after
        return Continuation(context.instance.program, context.instance, at=rest[0].at)

    def _fill(self, label: Continuation, rest: Block, context: Context, after: Continuation) -> None:
        if rest:
            label.body = self.block(rest, context, after)

    def _wait(self, stmt: core.Choose | core.Roll, rest: Block, context: Context, after: Continuation) -> list[Code]:
        resume = Continuation(stmt.address, context.instance, entry=True, at=stmt.at)
        number = len(self.sites)
        self.sites.append(code.WaitSite(stmt, context.instance, resume, self._place(stmt.address, context.instance)))
        bind = code.Do(core.Let(stmt.local, Local(ANSWER), stmt.at))
        resume.body = [bind, *self.block(rest, context, after)]
        if isinstance(stmt, core.Choose):
            return [code.Wait(number)]
        none = core.Let(stmt.local, Const(stmt.domain.absent_value), stmt.at)
        skipped: list[Code] = [code.Do(none), code.Goto(self._shared_rest(resume))]
        return [code.Cond(stmt.source, [code.Wait(number)], skipped, stmt.at)]

    def _place(self, address: str, instance: Instance) -> str:
        """The address of a choice, numbered where the same one stands several times in a copy of a program."""
        key = (instance.number, "?" + address)
        number = self._call_numbers[key] = self._call_numbers.get(key, 0) + 1
        return address if number == 1 else f"{address}~{number}"

    def _shared_rest(self, resume: Continuation) -> Continuation:
        """What comes after an answer, as a place of its own that can be reached without one too."""
        rest = Continuation(resume.title, resume.instance, resume.body[1:], at=resume.at)
        resume.body = [resume.body[0], code.Goto(rest)]
        return rest

    def _each(
        self, local: str, source: Expr, body: Block, rest: Block, context: Context, after: Continuation
    ) -> list[Code]:
        items, place = self._loop_locals(context.instance)
        done = self._later(rest, context, after)
        leave = Continuation("done", context.instance, [code.Clear((items, place, local)), code.Goto(done)])
        head = Continuation(context.instance.program, context.instance, at=body[0].at if body else None)
        inner = replace(context, leave=leave)
        step: list[Code] = [
            code.Do(core.Let(local, Op("nth", (Local(items), Local(place))))),
            code.Do(core.Let(place, Op("add", (Local(place), Const(1))))),
            *self.block(body, inner, head),
        ]
        more = Op("lt", (Local(place), Op("len", (Local(items),))))
        head.body = [code.Cond(more, step, [code.Goto(leave)], None)]
        self._fill(done, rest, context, after)
        return [
            code.Do(core.Let(items, source)),
            code.Do(core.Let(place, Const(0))),
            code.Goto(head),
        ]

    def _loop_locals(self, instance: Instance) -> tuple[str, str]:
        """Names for what a loop in which play can wait goes over, and how far it has come."""
        number = self._loops[instance.number] = self._loops.get(instance.number, 0) + 1
        return instance.rename(f"#items{number}"), instance.rename(f"#place{number}")

    # Calls.

    def _fits(self, callee: str, limit: int, context: Context) -> bool:
        if callee in self.facts.recursive or self._depth > 12:
            return False
        small = self.facts.summaries[callee].size <= limit
        return small or self.facts.call_counts[callee] == 1

    def _is_elsewhere(self, callee: str, context: Context) -> bool:
        """Whether a procedure stands in another file, so that its code has to be in functions of its own."""
        file = self._file(callee)
        return file not in {"", context.instance.file}

    def _address(self, stmt: core.Call, context: Context) -> str:
        key = (context.instance.number, stmt.proc)
        number = self._call_numbers[key] = self._call_numbers.get(key, 0) + 1
        return f"{context.instance.program}>{stmt.proc}#{number}"

    def _plain_call(self, stmt: core.Call, context: Context, out: list[Code]) -> None:
        body = self.model.procs[stmt.proc].body
        has_return = any(isinstance(inner, core.Return) for inner in walk.stmts(body))
        address = self._address(stmt, context)
        elsewhere = self._is_elsewhere(stmt.proc, context)
        if not has_return and not elsewhere and self._fits(stmt.proc, PLAIN_SIZE, context):
            inner = self._enter(stmt, context, address, out)
            self._depth += 1
            out += self._inside(body, Context(inner, None, plain=True))
            self._depth -= 1
            return
        self._ensure_plain(stmt.proc)
        out.append(code.Do(stmt))

    def _ensure_plain(self, callee: str) -> None:
        if callee not in self.plain:
            instance = self._instance(callee, None, "")
            for param in self.model.procs[callee].params:
                instance.rename(param)
            self.plain[callee] = (instance, [])
            body = self._inside(self.model.procs[callee].body, Context(instance, None, plain=True))
            self.plain[callee] = (instance, body)

    def _enter(self, stmt: core.Call, context: Context, address: str, out: list[Code]) -> Instance:
        """A new copy of the callee inside the caller, its parameters bound."""
        inner = self._instance(stmt.proc, context.instance, address)
        for param, arg in zip(self.model.procs[stmt.proc].params, stmt.args, strict=True):
            out.append(code.Do(core.Let(inner.rename(param), arg, stmt.at)))
        return inner

    def _call(self, stmt: core.Call, rest: Block, context: Context, after: Continuation) -> list[Code]:
        address = self._address(stmt, context)
        if self._fits(stmt.proc, BLOCKY_SIZE, context):
            return self._in_place(stmt, rest, context, after, address)
        return self._shared_call(stmt, rest, context, after, address)

    def _in_place(
        self, stmt: core.Call, rest: Block, context: Context, after: Continuation, address: str
    ) -> list[Code]:
        out: list[Code] = []
        inner = self._enter(stmt, context, address, out)
        elsewhere = self._is_elsewhere(stmt.proc, context)
        follow = self._later(rest, context, after)
        if elsewhere and rest:
            follow.entry = True
        end = Continuation(stmt.proc, inner, [code.Clear(inner), code.Goto(follow)], at=stmt.at)
        self._depth += 1
        body = self.block(self.model.procs[stmt.proc].body, Context(inner, end), end)
        if elsewhere:
            start = Continuation(stmt.proc, inner, body, entry=True, at=self.model.procs[stmt.proc].at)
            body = [code.Goto(start)]
        self._depth -= 1
        self._fill(follow, rest, context, after)
        return out + body

    def _shared_call(
        self, stmt: core.Call, rest: Block, context: Context, after: Continuation, address: str
    ) -> list[Code]:
        entry = self._ensure_shared(stmt.proc)
        number = len(self.returns)
        back = Continuation(stmt.proc, context.instance, entry=True, at=stmt.at)
        self.returns.append((back, context.instance, address))
        back.body = self.block(rest, context, after)
        target = self.shared[stmt.proc]
        names = [target.rename(param) for param in self.model.procs[stmt.proc].params]
        recurs = self.facts.same_knot(stmt.proc, context.instance.root().program)
        temporary = [f"{name}#new" for name in names] if recurs else names
        out: list[Code] = [code.Do(core.Let(new, arg, stmt.at)) for new, arg in zip(temporary, stmt.args, strict=True)]
        if recurs:
            out.append(code.Push(context.instance.root(), number))
            number = UNWIND
            out += [code.Do(core.Let(one, Local(new), stmt.at)) for one, new in zip(names, temporary, strict=True)]
        out += [code.Do(core.Let(target.returns, Const(number), stmt.at)), code.Goto(entry)]
        return out

    def _ensure_shared(self, callee: str) -> Continuation:
        if callee not in self.entries:
            instance = self.shared[callee] = self._instance(callee, None, "")
            instance.returns = instance.rename(RETURNS)
            instance.recurs = callee in self.facts.recursive
            entry = self.entries[callee] = Continuation(callee, instance, entry=True, at=self.model.procs[callee].at)
            end = Continuation(f"{callee} end", instance, [code.Clear(instance), code.Dispatch(instance.returns)])
            depth, self._depth = self._depth, 0
            entry.body = self.block(self.model.procs[callee].body, Context(instance, end), end)
            self._depth = depth
        return self.entries[callee]

    def _parallel(
        self, stmt: core.Parallel, raw: core.Stmt, rest: Block, context: Context, after: Continuation
    ) -> list[Code]:
        assert isinstance(raw, core.Parallel)
        own = (raw.local, *walk.bound(raw.body))
        inner = self._instance(context.instance.program, context.instance, stmt.address, frozenset(own))
        inner.outer = context.instance.rename
        for local in own:
            inner.locals[local] = f"{inner.mark}:{local}"
        through = Continuation(stmt.address, inner, [code.Through()])
        branch = Continuation(stmt.address, inner, entry=True, at=stmt.at)
        bind = code.Do(core.Let(inner.rename(raw.local), Local(ANSWER), stmt.at))
        branch.body = [bind, *self.block(raw.body, Context(inner, through), through)]
        join = Continuation(stmt.address, context.instance, entry=True, at=stmt.at)
        join.body = self.block(rest, context, after)
        number = len(self.joints)
        self.joints.append(code.Joint(stmt, inner, branch, join))
        return [code.Fork(number, stmt.source, stmt.at)]


def _looping(context: Context) -> Context:
    return replace(context, leave=None)
