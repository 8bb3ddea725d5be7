"""The core program: the few primitives that every verb is made of, and all that emitter and oracle know.

A value is an int, or a tuple of values. Entities are numbers within their kind, none of them is -1; among numbers none
is `NO_NUMBER`, since -1 is one of them. Flags are 0 and 1.
A program here is checked: indices are in range, locals are unique within their procedure and bound before use.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebed.lang import domain

if TYPE_CHECKING:
    from rulebed.lang.traits import How, OpName
    from rulebed.lang.types import Type
    from rulebed.source.text import Span

Value = domain.Value
Domain = domain.Domain
NONE = domain.NONE
NO_NUMBER = domain.NO_NUMBER

# Expressions: free of side effects.


class Term:
    """An expression. What `walk` finds out about it from its form is kept with it, since it is asked for very often."""

    __slots__ = ("canonical", "free", "keeping", "marks", "meaning", "nodes")
    canonical: Expr  # the same with its bound locals named by their order
    free: frozenset[str]
    keeping: Expr  # the same with an eye on numbers that grow, as the plain interpreter keeps it
    marks: int
    meaning: Callable[..., Value]  # to the plain interpreter: its value, by locals and by what can be seen
    nodes: int


@dataclass(frozen=True, slots=True)
class Const(Term):
    """A value known when the pack is loaded. What is known of its form is the same for each."""

    value: Value
    free = frozenset()
    marks = 0
    nodes = 1


@dataclass(frozen=True, slots=True)
class Local(Term):
    """What a statement before has bound, a parameter, or the item of an enclosing comprehension."""

    name: str


@dataclass(frozen=True, slots=True)
class Read(Term):
    """The dynamic field `field` at `index`; the index is always within the field's size."""

    field: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Data(Term):
    """The static table `table` at `index`; the index is always within the table."""

    table: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Op(Term):
    """An operation of `lang.ops` on its arguments; `and`, `or` and `if` work out only what they need."""

    name: OpName
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Over(Term):
    """A comprehension: `how` goes over `source`, binding each item to `local` for `body`.

    filter: the items whose body holds. map: the bodies. flat: the bodies, sequences, joined.
    sum, count (bodies that hold), any, all: a number or flag. first: the first item whose body holds, or none.
    most, least: all items with the greatest (least) body. sort, sort_down: by body, stable.
    groups: items of equal body together, greatest first. classes: of items of equal body the first, least body first.
    """

    how: How
    local: str
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Ask(Term):
    """The named value `value` for these arguments (the first is `me`)."""

    value: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Can(Term):
    """Whether `body` can get through as far as `me` can know; `prove/guards` turns it into an expression."""

    body: Block
    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Trial(Term):
    """Whether `body` gets through when tried on a copy, up to the first luck or foreign decision."""

    body: Block
    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Supposing(Term):
    """Whether `body`, in which nothing is decided and nothing drawn, gets through on a copy, given arguments.

    A closure: the arguments are worked out here, and no other local is used in the body. No verb makes one: the look
    ahead does, where a condition can't be carried back through what comes before it.
    """

    params: tuple[str, ...]
    args: tuple[Expr, ...]
    body: Block
    at: Span | None = dataclasses.field(default=None, compare=False)


Expr = Const | Local | Read | Data | Op | Over | Ask | Can | Trial | Supposing

# Statements.


@dataclass(frozen=True, slots=True)
class Let:
    """Bind (or bind anew) a local."""

    local: str
    value: Expr
    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Write:
    """Set the field at the index. The value is within the field's type; flags are 0 or 1.

    `verb` is the word of the pack that this is part of, `address` the program in which it stands: what changes is told
    so. Both are empty where the engine writes of its own accord.
    """

    field: str
    index: Expr
    value: Expr
    at: Span | None = dataclasses.field(default=None, compare=False)
    verb: str = dataclasses.field(default="", compare=False)
    address: str = dataclasses.field(default="", compare=False)
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Require:
    """What must hold to get through. Guards see to it that it always does when play arrives here."""

    condition: Expr
    reason: str
    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """One of two blocks.

    `tacit`: no word of the pack says that there are two. `attempt`: it is asked whether the first can be got through.
    `words` are those of the pack for the condition, where it says it; elsewhere for what goes by the same name.
    """

    condition: Expr
    then: Block
    otherwise: Block = ()
    at: Span | None = dataclasses.field(default=None, compare=False)
    tacit: bool = False
    attempt: bool = False
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Switch:
    """The block whose number is the subject's; every possible number has one."""

    subject: Expr
    cases: tuple[tuple[int, Block], ...]
    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Each:
    """`body` for each item of `source`, which is worked out once, before."""

    local: str
    source: Expr
    body: Block
    at: Span | None = dataclasses.field(default=None, compare=False)
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`body`, `count` times."""

    count: Expr
    body: Block
    at: Span | None = dataclasses.field(default=None, compare=False)
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the innermost Each or Repeat."""

    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the procedure."""

    at: Span | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """Run a procedure with these arguments (the first is `me`).

    `verb` is the word of the pack that this is part of, if it calls no procedure by name.
    """

    proc: str
    args: tuple[Expr, ...]
    at: Span | None = dataclasses.field(default=None, compare=False)
    verb: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """Wait for the seat `chooser` to take one item of `source`, or to decline where `decline` names that option.

    Before `prove/guards` an item is offered, and so is declining, if the rest of the procedure can get through with
    it; guards make that part of `source`, and of `declinable`. With nothing to offer the choice can't be got through.
    Declining binds none, which is never offered.

    `about` are the names that some text of the question has in its braces, `named` all that it might have, by kind.
    Of several that are taken one after the other, `turn` says how many have been, and of how many.
    """

    local: str
    source: Expr
    chooser: Expr
    address: str
    domain: Domain
    decline: str | None = None
    at: Span | None = dataclasses.field(default=None, compare=False)
    declinable: Expr = Const(1)
    about: tuple[tuple[str, Expr, Type], ...] = ()
    named: tuple[tuple[str, str], ...] = dataclasses.field(default=(), compare=False)
    turn: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """Luck: bind one item of `source`, each place in it equally likely. `index` picks one of the stream's strands.

    `unheard`: what came is known to nobody until a note tells it.
    """

    local: str
    source: Expr
    stream: str
    index: Expr
    domain: Domain
    address: str
    at: Span | None = dataclasses.field(default=None, compare=False)
    unheard: bool = False
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Parallel:
    """A branch of `body` for each seat in `source`, all at once; joined when all are through.

    The locals of a branch are its own; those bound before are read only. `secret`: what a branch writes is known to
    its own seat alone until the join.
    """

    local: str
    source: Expr
    body: Block
    address: str
    secret: bool
    at: Span | None = dataclasses.field(default=None, compare=False)
    words: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """Tell front ends what no write tells: a verb, where it stands, what it is about. Nothing in play depends on it.

    `seen` is an expression over the local `viewer`; where it does not hold, that seat learns only that it happened.
    `event` is the pack's own event that this is; `shown`: whoever hears of it has just been shown what it is about.
    `lands` is the field that what it is about goes into, of whom it says under the name `to`: that much all hear.
    `said`: nothing but this tells it, so whoever hears it of a branch in secret hears it when all are through.
    """

    verb: str
    address: str
    about: tuple[tuple[str, Expr, Type], ...]
    seen: Expr | None = None
    at: Span | None = dataclasses.field(default=None, compare=False)
    event: str = ""
    shown: bool = False
    lands: str = ""
    said: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """The game is over, here and now."""

    at: Span | None = dataclasses.field(default=None, compare=False)


Stmt = (
    Let | Write | Require | If | Switch | Each | Repeat | Leave | Return | Call | Choose | Roll | Parallel | Note | End
)
Block = tuple[Stmt, ...]
