"""The labels of a lowered program as functions: which are put in place, which jumps go back, what lives across them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation, Lowered
from rulebed.lang import core, walk
from rulebed.lang.core import Expr

TINY = 4
NESTING = 24
CHAIN = 60


class Graph:
    """Which labels become functions, and which locals live longer than one function."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        self.entries = _entries(lowered)
        self.functions: list[Continuation] = []
        self._tiny: dict[Continuation, bool] = {}
        self.backs = _backs(lowered)
        self.labels = reachable_from(self.entries)
        self.jumps = Counter(target for label in self.labels for target in targets(label.body))
        self._find_functions()
        self.back_jumps: set[tuple[Continuation | None, Continuation]] = set()
        self._find_back_jumps()

    def leading_to(self, labels: set[Continuation]) -> set[Continuation]:
        """These functions and all that lead to one of them."""
        found, changed = set(labels), True
        while changed:
            more = {label for label, targets in self.exits.items() if found.intersection(targets)}
            changed = not more <= found
            found |= more
        return found

    def in_place(self, label: Continuation, depth: int) -> bool:
        """Whether a jump to this label is the label's own code."""
        if label.entry or depth >= NESTING:
            return False
        return self.jumps[label] == 1 or self._is_tiny(label)

    def pieces(self, label: Continuation) -> Iterator[Code]:
        """All code of a label's function, what is put in place included."""
        yield from self._pieces(label.body, 0, {label})

    def _pieces(self, body: Sequence[Code], depth: int, above: set[Continuation]) -> Iterator[Code]:
        for piece in body:
            yield piece
            for inner in blocks(piece):
                yield from self._pieces(inner, depth + 1, above)
            if isinstance(piece, code.Goto) and piece.label not in above and self.in_place(piece.label, depth):
                yield from self._pieces(piece.label.body, depth + 1, above | {piece.label})

    def _is_tiny(self, label: Continuation) -> bool:
        if label not in self._tiny:
            self._tiny[label] = False  # a label that leads to itself isn't
            self._tiny[label] = _is_short(label.body) and all(
                target.entry or self._is_tiny(target) or self.jumps[target] > 1 for target in targets(label.body)
            )
        return self._tiny[label]

    def _find_functions(self) -> None:
        todo, seen = list(self.entries), set(self.entries)
        self.exits: dict[Continuation, list[Continuation]] = {}
        while todo:
            label = todo.pop(0)
            self.functions.append(label)
            jumps_out = list(dict.fromkeys(self._jumps_out(label.body, 0, {label})))
            self.exits[label] = jumps_out + [one for one in self._dispatched(label) if one not in jumps_out]
            for target in self.exits[label]:
                if target not in seen:
                    seen.add(target)
                    todo.append(target)

    def _dispatched(self, label: Continuation) -> list[Continuation]:
        """Where shared procedures that end in a label's function can go on."""
        ends_ = [piece.returns for piece in self.pieces(label) if isinstance(piece, code.Dispatch)]
        return list(dict.fromkeys(back for returns in ends_ for back in self.backs.get(returns, ())))

    def goes_straight(self, label: Continuation, returns: str) -> bool:
        """Whether the end of a shared procedure can call what comes next, without calls nesting for ever."""
        backs = self.backs.get(returns, [])
        return bool(backs) and not any((label, back) in self.back_jumps for back in backs)

    def _jumps_out(self, body: Sequence[Code], depth: int, above: set[Continuation]) -> Iterator[Continuation]:
        for target, nesting in jumps(body, depth):
            if target not in above and self.in_place(target, nesting):
                yield from self._jumps_out(target.body, nesting + 1, above | {target})
            else:
                yield target

    def _find_back_jumps(self) -> None:
        """Jumps that could make calls nest without end go through the driver."""
        state: dict[Continuation, int] = {}
        self.height: dict[
            Continuation, int
        ] = {}  # of each function: how many it leads to straight on, one after the other
        for label in self.functions:
            self._visit(label, state, self.height)

    def _visit(self, label: Continuation, state: dict[Continuation, int], height: dict[Continuation, int]) -> None:
        stack: list[tuple[Continuation, Iterator[Continuation]]] = []
        if label in state:
            return
        state[label] = 1
        stack.append((label, iter(self.exits[label])))
        while stack:
            current, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                state[current] = 2
                self._settle(current, height)
            elif state.get(following) == 1:
                self.back_jumps.add((current, following))
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(self.exits[following])))

    def _settle(self, label: Continuation, height: dict[Continuation, int]) -> None:
        tall = 0
        for target in self.exits[label]:
            if (label, target) in self.back_jumps:
                continue
            above = height.get(target, 0) + 1
            if above > CHAIN:
                self.back_jumps.add((label, target))
            else:
                tall = max(tall, above)
        height[label] = tall


def _backs(lowered: Lowered) -> dict[str, list[Continuation]]:
    """Where each shared procedure that doesn't call itself can go on, by the local that tells which."""
    found: dict[str, list[Continuation]] = {}
    for label, _, address in lowered.returns[1:]:
        callee = lowered.shared[address.rpartition(">")[2].rpartition("#")[0]]
        if not callee.recurs:
            found.setdefault(callee.returns, []).append(label)
    return found


def _entries(lowered: Lowered) -> list[Continuation]:
    labels = [lowered.start]
    labels += [site.resume for site in lowered.sites]
    labels += [label for label, _, _ in lowered.returns[1:]]
    labels += lowered.entries.values()
    for joint in lowered.joints:
        labels += [joint.branch, joint.join]
    return list(dict.fromkeys(labels))


def reachable_from(entries: Iterable[Continuation]) -> list[Continuation]:
    """These labels and all that they lead to, in the order in which they are come to."""
    found = list(dict.fromkeys(entries))
    seen = set(found)
    for label in found:  # the list grows on the way
        more = [target for target in dict.fromkeys(targets(label.body)) if target not in seen]
        found += more
        seen.update(more)
    return found


def inside(body: Sequence[Code]) -> Iterator[Code]:
    """All pieces of code, those within others included."""
    for piece in body:
        yield piece
        for inner in blocks(piece):
            yield from inside(inner)


def targets(body: Sequence[Code]) -> Iterator[Continuation]:
    """The labels that a piece of code jumps to."""
    return (label for label, _ in jumps(body, 0))


def jumps(body: Sequence[Code], depth: int) -> Iterator[tuple[Continuation, int]]:
    """The labels that a piece of code jumps to, with how deep the jump is nested."""
    for piece in body:
        if isinstance(piece, code.Goto):
            yield piece.label, depth
        for inner in blocks(piece):
            yield from jumps(inner, depth + 1)


def blocks(piece: Code) -> tuple[Sequence[Code], ...]:
    """The code inside a piece of code."""
    match piece:
        case code.Cond(_, then, otherwise):
            return (then, otherwise)
        case code.Pick(_, cases):
            return tuple(block for _, block in cases)
        case code.Loop(body=body) | code.Times(body=body):
            return (body,)
        case _:
            return ()


def _is_short(body: Sequence[Code]) -> bool:
    if len(body) > TINY or not body:
        return False
    plain = all(isinstance(piece, code.Do | code.Clear) for piece in body[:-1])
    return plain and isinstance(body[-1], code.Goto | code.Wait | code.Finish | code.Dispatch | code.Through)


class Exposure:
    """Finds the locals that a function uses before it binds them: those have to be slots."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.lasting: dict[str, None] = {}
        self.by_function: dict[Continuation, dict[str, int]] = {}
        self.bound: dict[Continuation, dict[str, int]] = {}
        self.used: dict[Continuation, set[str]] = {}
        self.leads: dict[
            Continuation, list[tuple[Continuation, frozenset[str]]]
        ] = {}  # where it goes on, with what is bound by then
        for label in graph.functions:
            self._function(label)
        for site in graph.lowered.sites:
            self._site(site)

    def _function(self, label: Continuation) -> None:
        self._uses: dict[str, int] = {}
        self._binds: dict[str, int] = {}
        self._all: set[str] = set()
        self._leads = self.leads[label] = []
        self._walk(label.body, {code.ANSWER, code.VIEWER}, 0, {label})
        self.by_function[label] = self._uses
        self.bound[label] = self._binds
        self.used[label] = self._all
        self.lasting |= dict.fromkeys(self._uses)

    def _site(self, site: code.WaitSite) -> None:
        for local in sorted(set().union(*map(walk.free, walk.stmt_exprs(site.stmt)))):
            self.lasting[local] = None

    def _come_back(self, number: Expr, known: set[str]) -> None:
        """A shared procedure is told where to go on behind it."""
        if isinstance(number, core.Const) and isinstance(number.value, int):
            self._lead(self.graph.lowered.returns[number.value][0], known)

    def _lead(self, label: Continuation, known: set[str]) -> None:
        self._leads.append((label, frozenset(known)))

    def _use(self, expr: Expr, known: set[str]) -> None:
        free = walk.free(expr)
        self._all |= free
        for local in sorted(free - known):
            self._uses[local] = self._uses.get(local, 0) + count_local(expr, local)

    def _bind(self, local: str, known: set[str]) -> None:
        known.add(local)
        self._binds[local] = self._binds.get(local, 0) + 1

    def _walk(self, body: Sequence[Code], known: set[str], depth: int, above: set[Continuation]) -> None:
        """Go through code in order; `known` gains what is certainly bound after it."""
        for piece in body:
            self._piece(piece, known, depth, above)

    def _piece(self, piece: Code, known: set[str], depth: int, above: set[Continuation]) -> None:
        match piece:
            case code.Do(stmt):
                for expr in walk.stmt_exprs(stmt):
                    self._use(expr, known)
                if isinstance(stmt, core.Let | core.Roll):
                    self._bind(stmt.local, known)
                if isinstance(stmt, core.Let) and stmt.local in self.graph.backs:
                    self._come_back(stmt.value, known)
            case code.Cond(test, then, otherwise):
                self._use(test, known)
                self._arms([then, otherwise], known, depth, above)
            case code.Pick(subject, cases):
                self._use(subject, known)
                self._arms([block for _, block in cases], known, depth, above)
            case code.Loop(local, source, inner):
                self._use(source, known)
                self._bind(local, set())
                self._walk(inner, known | {local}, depth + 1, above)
            case code.Times(count, inner):
                self._use(count, known)
                self._walk(inner, set(known), depth + 1, above)
            case code.Goto(label):
                if label not in above and self.graph.in_place(label, depth):
                    self._walk(label.body, known, depth + 1, above | {label})
                else:
                    self._lead(label, known)
            case code.Fork(number, source):
                self._use(source, known)
                joint = self.graph.lowered.joints[number]
                self._lead(joint.branch, known)
                self._lead(joint.join, known)
            case code.Wait(number):
                self._lead(self.graph.lowered.sites[number].resume, known)
            case code.Push(_, number):
                self._lead(self.graph.lowered.returns[number][0], known)
            case code.Dispatch(returns):
                self._uses[returns] = self._uses.get(returns, 0) + 1
            case _:
                pass

    def _arms(self, arms: list[list[Code]], known: set[str], depth: int, above: set[Continuation]) -> None:
        after: set[str] | None = None
        for arm in arms:
            inner = set(known)
            self._walk(arm, inner, depth + 1, above)
            if not ends(arm):
                after = inner if after is None else after & inner
        known |= after or set()


def ends(body: Sequence[Code]) -> bool:
    """Whether nothing can come after this code."""
    if not body:
        return False
    match body[-1]:
        case code.Cond(_, then, otherwise):
            return ends(then) and ends(otherwise)
        case code.Pick(_, cases):
            return all(ends(block) for _, block in cases)
        case code.Do() | code.Clear() | code.Loop() | code.Times() | code.Push():
            return False
        case _:
            return True


def count_local(expr: Expr, local: str) -> int:
    """How often a local occurs in an expression; inside a comprehension's body counts twice."""
    if isinstance(expr, core.Local):
        return int(expr.name == local)
    if isinstance(expr, core.Over):
        return count_local(expr.source, local) + 2 * count_local(expr.body, local)
    if isinstance(expr, core.Can | core.Trial):
        return 2
    return sum(count_local(part, local) for part in walk.parts(expr))
