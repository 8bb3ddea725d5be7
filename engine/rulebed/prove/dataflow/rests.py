"""Rest points: where nothing that a watcher looks at can have changed since the one before, nobody looks again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import IntEnum

from rulebed.algebra.cells import Cells
from rulebed.lang import core, internal, walk
from rulebed.lang.core import Block
from rulebed.lang.memory import Itself
from rulebed.model.game import Model, Role
from rulebed.prove.dataflow.facts import PHASE, read_sets, reads


class Since(IntEnum):
    """What can have happened since the last rest point to what watchers look at."""

    NOTHING = 0
    BEFORE = 1  # no more than before the procedure began
    CHANGE = 2


Called = Callable[[core.Call, Since], None]


def needed_rests(model: Model) -> Model:
    """The same game without the rest points at which nothing can have come true."""
    if internal.REST not in model.procs:
        return model
    found = _Found(model)
    idle = found.idle()

    def keep(block: Block) -> Block:
        return tuple(walk.over_blocks(stmt, keep) for stmt in block if Itself(stmt) not in idle)

    procs = {name: replace(proc, body=keep(proc.body)) for name, proc in model.procs.items()}
    phases = {name: replace(phase, body=keep(phase.body)) for name, phase in model.phases.items()}
    return replace(model, procs=procs, phases=phases)


class _Found:
    """What can have happened before each program of a model, and before each rest point in it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.bodies = {name: proc.body for name, proc in model.procs.items() if name != internal.REST}
        self.bodies |= {PHASE + name: phase.body for name, phase in model.phases.items()}
        self.cells = Cells(model)
        self.watched = _watched(model, self.cells)
        self.ends = dict.fromkeys(self.bodies, Since.NOTHING)
        while self._learns(self.ends, {name: self._end(body, Since.BEFORE) for name, body in self.bodies.items()}):
            pass
        self.starts = dict.fromkeys(self.bodies, Since.NOTHING)
        self._learns(self.starts, dict.fromkeys(_begun_anywhere(model), Since.CHANGE))
        while self._learns(self.starts, self._since_by_program()):
            pass

    def idle(self) -> set[Itself]:
        """The rest points before which nothing can have happened."""
        before: dict[Itself, Since] = {}

        def note(call: core.Call, since: Since) -> None:
            if call.proc == internal.REST:
                before[Itself(call)] = max(since, before.get(Itself(call), since))

        for name, body in self.bodies.items():
            self._end(body, self.starts[name], note)
        return {call for call, since in before.items() if since is Since.NOTHING}

    def _since_by_program(self) -> dict[str, Since]:
        """What can have happened where each program is begun, as far as is known by now."""
        found: dict[str, Since] = {}

        def begin(name: str, since: Since) -> None:
            found[name] = max(since, found.get(name, since))

        for name, body in self.bodies.items():
            end = self._end(body, self.starts[name], lambda call, since: begin(call.proc, since))
            for edge in self.model.phases[name.removeprefix(PHASE)].edges if name.startswith(PHASE) else ():
                begin(PHASE + edge.target, end)
        return found

    def _learns(self, known: dict[str, Since], found: Mapping[str, Since]) -> bool:
        """Add what was found; whether that is more than was known."""
        more = {name: since for name, since in found.items() if since > known.get(name, Since.CHANGE)}
        known.update(more)
        return bool(more)

    def _end(self, body: Block, start: Since, called: Called = lambda _call, _since: None) -> Since:
        return _Path(self, called).through(body, start)


class _Path:
    """Follows one program through all of its ways."""

    def __init__(self, found: _Found, called: Called) -> None:
        self.cells, self.watched, self.ends, self.called = found.cells, found.watched, found.ends, called
        self.returned: list[Since] = []
        self.left: list[list[Since]] = []

    def through(self, body: Block, start: Since) -> Since:
        """What can have happened at the end."""
        end = self._block(body, start)
        return _most([*self.returned, end]) or Since.NOTHING

    def _block(self, block: Block, since: Since | None) -> Since | None:
        """What can have happened after a block; none if play doesn't come to its end."""
        for stmt in block:
            if since is None:
                break
            since = self._stmt(stmt, since)
        return since

    def _stmt(self, stmt: core.Stmt, since: Since) -> Since | None:
        match stmt:
            case core.Write(field, index):
                return Since.CHANGE if self.cells.at(field, index) & self.watched else since
            case core.Call():
                return self._call(stmt, since)
            case core.If() | core.Switch():
                return _most([self._block(block, since) for block in walk.stmt_blocks(stmt)])
            case core.Each() | core.Repeat():
                return self._loop(stmt.body, since)
            case core.Parallel():
                self._block(stmt.body, since)
                return Since.CHANGE  # what each has noted is claimed when they are together again
            case core.Leave():
                self.left[-1].append(since)
                return None
            case core.Return():
                self.returned.append(since)
                return None
            case core.End():
                return None
            case _:
                return since

    def _call(self, call: core.Call, since: Since) -> Since:
        self.called(call, since)
        end = self.ends.get(call.proc, Since.NOTHING)
        return since if end is Since.BEFORE else end

    def _loop(self, body: Block, since: Since) -> Since | None:
        while True:
            self.left.append([])
            again = _most([since, self._block(body, since)])
            left = self.left.pop()
            if again is None or again == since:
                return _most([since, *left])
            since = again


def _most(ways: list[Since | None]) -> Since | None:
    return max((since for since in ways if since is not None), default=None)


def _watched(model: Model, cells: Cells) -> frozenset[str]:
    """The parts of fields that the conditions of watchers look at."""
    asked = read_sets(model, cells)
    tests = [stmt.condition for stmt in walk.stmts(model.procs[internal.REST].body) if isinstance(stmt, core.If)]
    apart = {name for name, field in model.fields.items() if field.role is Role.APART}
    return frozenset().union(*(reads(test, asked, cells) for test in tests)) - apart


def _begun_anywhere(model: Model) -> Iterator[str]:
    """Programs that begin when anything may have happened: the first phase, what watchers do, and what is tried."""
    yield PHASE + next(iter(model.phases))
    yield from walk.procs_called(model.procs[internal.REST].body)
    for value in model.values.values():
        yield from _called_in_trials(walk.exprs(value.body))
    for body in (one.body for group in (model.procs, model.phases) for one in group.values()):
        yield from _called_in_trials(walk.block_exprs(body))


def _called_in_trials(exprs: Iterator[core.Expr]) -> Iterator[str]:
    for part in exprs:
        if isinstance(part, walk.WITH_BLOCK):
            yield from walk.procs_called(part.body)
