"""Whether a seat could get through: a search over its own choices, on copies, as far as it can know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebed.lang import internal
from rulebed.lang.core import Block, Choose, Expr, Note, Parallel, Roll, Stmt
from rulebed.model.budget import TRIAL, Budget
from rulebed.model.evaluate import UNKNOWN, Env, HiddenError, evaluate
from rulebed.model.game import Role
from rulebed.oracle.thread import Activation, Cursor, Thread
from rulebed.oracle.values import BrokenProgramError, Looking, keeping
from rulebed.oracle.walk import Fields, StuckError, Walk

if TYPE_CHECKING:
    from rulebed.model.game import Model


def could_do(model: Model, fields: Fields, body: Block, env: Env, budget: Budget) -> bool:
    """Whether a body could be carried through, as far as the seat can know that decides first in it."""
    thread = Thread([Activation(dict(env), [Cursor(body)])])
    return Search(model, fields, None, budget).could_finish(thread)


def could_choose(model: Model, fields: Fields, thread: Thread, chooser: int, value: int, budget: Budget) -> bool:
    """Whether the chooser could take this value and carry the rest of the program through, after each call as well."""
    return Search(model, fields, chooser, budget).could_take(thread, value)


class Search(Walk):
    """A walk on copies; it ends well at the end of its program and where the knowledge of `knower` ends."""

    def __init__(self, model: Model, fields: Fields, knower: int | None, budget: Budget) -> None:
        super().__init__(model, {name: list(slots) for name, slots in fields.items()}, budget)
        budget.spend(TRIAL)
        self.knower = knower

    def could_take(self, thread: Thread, value: int) -> bool:
        return self.could_go_on_with(value, thread)

    def further(self) -> Search:
        """A search from here on, on fields of its own."""
        return Search(self.model, self.fields, self.knower, self.budget)

    def could_finish(self, thread: Thread) -> bool:
        try:
            self.advance(thread)
            statement = thread.statement()
            if self.over or not isinstance(statement, Choose):
                return True  # it is through, or stands before luck or what others do at the same time
            return self._could_go_on(statement, thread)
        except HiddenError:
            self.meets_a_secret()
            return True
        except StuckError:
            return False

    def meets_a_secret(self) -> None:
        """Its way goes on as something decides that the seat doesn't know; that counts as a way through."""

    def _could_go_on(self, choice: Choose, thread: Thread) -> bool:
        chooser = self.value(choice.chooser, thread)
        if self.knower is None:
            self.knower = chooser
        if chooser != self.knower:
            return True
        candidates = self.value(keeping(choice.source), thread)
        if choice.decline is not None and self.value(choice.declinable, thread):
            candidates = (*candidates, choice.domain.none)
        return self.goes_on(choice, thread, candidates)

    def goes_on(self, _choice: Choose, thread: Thread, candidates: tuple[int, ...]) -> bool:
        """Whether one of these leads on from a choice."""
        return any(self.could_go_on_with(value, thread) for value in candidates)

    def could_go_on_with(self, value: int, thread: Thread) -> bool:
        copy = thread.copy()
        choice = copy.statement()
        if not isinstance(choice, Choose):
            raise BrokenProgramError("there is no choice here")
        copy.top.env[choice.local] = value
        copy.top.pass_by()
        return self.further().could_finish(copy)

    def gets_through(self, body: Block, env: Env) -> bool:
        return could_do(self.model, self.fields, body, env, self.budget)

    def waits(self, statement: Stmt, _thread: Thread) -> bool:
        return isinstance(statement, Choose | Roll | Parallel)

    def roll(self, _roll: Roll, _thread: Thread) -> None:
        raise BrokenProgramError("a search stops before luck")

    def note(self, _note: Note, _thread: Thread) -> None:
        """A search tells nobody anything."""

    def read(self, field: str, index: int) -> Any:
        if self.knower is not None and not sees(self, field, index, self.knower):
            raise HiddenError
        return super().read(field, index)

    def let(self, local: str, value: Expr, thread: Thread) -> None:
        thread.top.env[local] = self._value_or_unknown(keeping(value), thread)

    def set(self, field: str, index: Expr, value: Expr, thread: Thread) -> None:
        place = self._value_or_unknown(index, thread)
        found = self._value_or_unknown(keeping(value), thread)
        if place is UNKNOWN:
            self.fields[field] = [UNKNOWN] * len(self.fields[field])
        else:
            self.write(field, place, found)

    def _value_or_unknown(self, expr: Expr, thread: Thread) -> Any:
        try:
            return self.value(expr, thread)
        except HiddenError:
            return UNKNOWN


class _AllSeeing(Looking):
    """Reads without asking who may know."""

    def __init__(self, model: Model, fields: Fields, budget: Budget) -> None:
        self.model = model
        self.fields = fields
        self.budget = budget

    def read(self, field: str, index: int) -> Any:
        return self.fields[field][index]

    def lies(self, field: str, index: int) -> Any:
        return self.fields[field][index]

    def gets_through(self, body: Block, env: Env) -> bool:
        return could_do(self.model, self.fields, body, env, self.budget)


def sees(walk: Walk, field: str, index: int, viewer: int) -> bool:
    """Whether a seat knows this slot of a field."""
    declared = walk.model.fields[field]
    if declared.seen is None:
        return True
    if declared.role is Role.PLACE:
        return _sees_piece(walk, declared.kind, index, viewer)
    across = len(walk.model.kinds[declared.per].instances) if declared.per else 1
    env = {"it": index // across, internal.VIEWER: viewer}
    return bool(evaluate(declared.seen, env, _AllSeeing(walk.model, walk.fields, walk.budget)))


def _sees_piece(walk: Walk, kind: str, piece: int, viewer: int) -> bool:
    """Whether a seat knows where a piece is: it sees what holds the piece, or it has seen the piece go there."""
    place = walk.fields[internal.place_of(kind)][piece]
    known = walk.fields.get(internal.known_of(kind))
    told = known[piece] if known is not None else 0
    if place is UNKNOWN:
        return False
    if place < 0 or (told is not UNKNOWN and told >> viewer & 1):
        return True
    holder, start = max((one for one in walk.model.holders[kind] if one[1] <= place), key=lambda one: one[1])
    return sees(walk, holder, place - start, viewer)
