"""The look ahead as its parts know it: what those that see to calls and loops ask of the whole that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from rulebed.algebra.fold import Folder
from rulebed.algebra.needs import NOWHERE, Exits, Need, Needs
from rulebed.incremental.queries import Queries
from rulebed.lang import core
from rulebed.lang.core import Block, Expr
from rulebed.prove.dataflow.brackets import Brackets
from rulebed.prove.dataflow.deciders import Deciders
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.inline import Inliner
from rulebed.prove.dataflow.nesting import Flags, Nesting
from rulebed.prove.guards.findings import Findings


class Supposed(Protocol):
    """Supposes blocks to be carried out."""

    def is_settled(self, stmt: core.Stmt) -> bool:
        """Whether a statement can be supposed to be carried out."""

    def need_before(self, stmt: core.Stmt, need: Need) -> Need:
        """What is needed before a settled statement, so that this holds behind it."""

    def taken_whole(self, stmt: core.Stmt, needs: Needs) -> Needs:
        """Those that are asked on a copy already, and so are behind this statement, too."""

    def through(self, stmt: core.Stmt, need: Need) -> Need:
        """That a settled statement gets through at all."""


class Ahead(Protocol):
    """Works out what blocks need, over one model."""

    facts: Facts
    fold: Folder
    inline: Inliner
    bodies: dict[str, Block]
    queries: Queries
    findings: Findings
    before: Block  # what comes right before the statement that is looked at, in its own block

    def body_of(self, proc: str) -> Block:
        """What a procedure says, where it is put in place."""

    @property
    def clean(self) -> Callable[[Expr], Expr]:
        """Works out every `can` in an expression."""

    @property
    def deciders(self) -> Deciders:
        """Who decides in a block."""

    @property
    def nesting(self) -> Nesting:
        """What is sure to be running where."""

    @property
    def brackets(self) -> Brackets:
        """The programs that run one at a time."""

    def block(self, block: Block, after: Needs, exits: Exits = NOWHERE) -> Needs:
        """What a block needs so that it gets through to where `after` is needed."""

    @property
    def supposing(self) -> Supposed:
        """What can be carried out on a copy instead."""

    def before_write(self, write: core.Write, target: frozenset[str], after: Needs, whole: core.Stmt) -> Needs:
        """What is needed before a write to these parts of fields, which is all that this statement does."""

    def for_chooser(self, chooser: Expr, needs: Needs) -> Needs:
        """What who chooses has to see to."""

    def reads(self, expr: Expr) -> frozenset[str]:
        """The parts of fields that an expression can come to read."""

    def cells_touched(self, cells: frozenset[str], expr: Expr) -> frozenset[str]:
        """Those of these parts that an expression can come to read where it stands."""

    def touched_by(self, block: Block, expr: Expr) -> frozenset[str]:
        """Those that a block can come to change."""

    def running_around(self, name: str, flags: Flags | None = None) -> AbstractContextManager[None]:
        """Look at a program: what runs around it can't be run once more."""

    def independent(self, need: Need, body: Block) -> bool:
        """Whether what a block does can't touch a need."""

    def from_scratch(self) -> AbstractContextManager[None]:
        """Work something out as if nothing had been worked out before."""

    def fresh(self) -> str:
        """An ending that makes a local's name new."""
