"""The code between core and Python: structured pieces joined by labels, so that play can stop and go on anywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulebed.lang import core, internal
from rulebed.lang.core import Expr

if TYPE_CHECKING:
    from rulebed.source.text import Span

ANSWER = "$answer"
VIEWER = internal.VIEWER


@dataclass(slots=True, eq=False)
class Instance:
    """One copy of a program's locals: a phase, a shared procedure, or one put in place at a call."""

    number: int
    mark: str  # what the unique names of its locals begin with
    program: str
    parent: Instance | None
    call: str  # the address of the call (or parallel) that it stands for
    locals: dict[str, str] = field(default_factory=dict)  # own name -> unique name
    outer: Callable[[str], str] | None = None  # names that a branch shares with what is around it
    returns: str = ""  # the local that holds where to go on
    file: str = ""
    recurs: bool = False

    def rename(self, name: str) -> str:
        """The unique name of one of the program's locals."""
        if name == VIEWER:
            return name
        if self.outer is not None and name not in self.locals and not name.startswith("#"):  # its own loops count apart
            return self.outer(name)
        return self.locals.setdefault(name, f"{self.mark}:{name}")

    def root(self) -> Instance:
        """The phase or shared procedure that this is part of."""
        return self if self.parent is None else self.parent.root()


@dataclass(slots=True, eq=False)
class Continuation:
    """A place to go on from. An entry is known by number elsewhere and so stays a function."""

    title: str
    instance: Instance
    body: list[Code] = field(default_factory=list)
    entry: bool = False
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """A statement that neither waits nor jumps: let, write, note, roll, or a call of a plain function."""

    stmt: core.Let | core.Write | core.Note | core.Roll | core.Call | core.Require


@dataclass(frozen=True, slots=True)
class Cond:
    """One way or the other."""

    test: Expr
    then: list[Code]
    otherwise: list[Code]
    at: Span | None


@dataclass(frozen=True, slots=True)
class Pick:
    """One of many ways, by number."""

    subject: Expr
    cases: list[tuple[int, list[Code]]]
    at: Span | None


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop in which nothing waits."""

    local: str
    source: Expr
    body: list[Code]
    at: Span | None


@dataclass(frozen=True, slots=True)
class Times:
    """A counted loop in which nothing waits."""

    count: Expr
    body: list[Code]
    at: Span | None


@dataclass(frozen=True, slots=True)
class Break:
    """Out of the innermost of these loops."""


@dataclass(frozen=True, slots=True)
class Back:
    """Out of a plain function."""


@dataclass(frozen=True, slots=True)
class Goto:
    """On to another place."""

    label: Continuation


@dataclass(frozen=True, slots=True)
class Wait:
    """Stop until the site's decision is made."""

    site: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over."""

    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """These locals are needed no more."""

    locals: tuple[str, ...] | Instance


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Back to where a shared procedure was called from, which the local tells."""

    returns: str


@dataclass(frozen=True, slots=True)
class Push:
    """Put the frame of a procedure that calls itself aside; play goes on at return `number` later."""

    instance: Instance
    number: int


@dataclass(frozen=True, slots=True)
class Fork:
    """Start a branch for each seat of the source."""

    number: int
    source: Expr
    at: Span | None


@dataclass(frozen=True, slots=True)
class Through:
    """A branch has come to its end."""


Code = Do | Cond | Pick | Loop | Times | Break | Back | Goto | Wait | Finish | Clear | Dispatch | Push | Fork | Through


@dataclass(frozen=True, slots=True)
class WaitSite:
    """Where play can wait: what is asked there, of whom, and where it goes on."""

    stmt: core.Choose | core.Roll  # with unique locals
    instance: Instance
    resume: Continuation
    place: str  # its address, made one of its kind within the instance


@dataclass(frozen=True, slots=True)
class Joint:
    """A parallel block: where its branches start, and where they meet."""

    stmt: core.Parallel
    instance: Instance  # of the branches
    branch: Continuation
    join: Continuation


@dataclass(slots=True)
class Lowered:
    """A whole program as code: what can be gone on from, by number."""

    start: Continuation
    sites: list[WaitSite]
    returns: list[tuple[Continuation, Instance, str]]  # where, whose frame, the call's address
    joints: list[Joint]
    shared: dict[str, Instance]
    entries: dict[str, Continuation]
    plain: dict[str, tuple[Instance, list[Code]]]  # procedures that stay functions
    phases: dict[str, Continuation]
    instances: list[Instance]
