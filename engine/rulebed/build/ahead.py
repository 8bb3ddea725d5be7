"""The look ahead as its parts know it: what those that see to calls and loops ask of the whole that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from rulebed.build.brackets import Brackets
from rulebed.build.deciders import Deciders
from rulebed.build.facts import NOTHING, Facts
from rulebed.build.findings import Findings
from rulebed.build.fold import Folder
from rulebed.build.inline import Inliner
from rulebed.build.needs import NOWHERE, Exits, Need, Needs
from rulebed.build.nesting import Flags, Nesting
from rulebed.lang import core
from rulebed.lang.core import Block, Expr

CAN = "can:"  # a question about a procedure is named by this and its name


class Ahead(Protocol):
    """Works out what blocks need, over one model."""

    facts: Facts
    fold: Folder
    inline: Inliner
    bodies: dict[str, Block]
    findings: Findings

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

    def written(self, write: core.Write, target: frozenset[str], after: Needs) -> Needs:
        """What is needed before a write to these parts of fields."""

    def for_chooser(self, chooser: Expr, needs: Needs) -> Needs:
        """What who chooses has to see to."""

    def reads(self, expr: Expr, above: frozenset[str] = NOTHING) -> frozenset[str]:
        """The parts of fields that an expression can come to read."""

    def touched(self, cells: frozenset[str], expr: Expr) -> frozenset[str]:
        """Those of these parts that an expression can come to read where it stands."""

    def running_around(self, name: str, flags: Flags | None = None) -> AbstractContextManager[None]:
        """Look at a program: what runs around it can't be run once more."""

    def independent(self, need: Need, body: Block) -> bool:
        """Whether what a block does can't touch a need."""

    def apart(self) -> AbstractContextManager[None]:
        """Work something out as if nothing had been worked out before."""

    def fresh(self) -> str:
        """An ending that makes a local's name new."""
