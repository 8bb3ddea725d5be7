"""Statements apart from their blocks: hollow while their own expressions are renamed, then filled again."""

from __future__ import annotations

from dataclasses import replace

from rulebed.lang import core, walk
from rulebed.lang.core import Block


def shallow(stmt: core.Stmt) -> core.Stmt:
    """The statement without its blocks."""
    match stmt:
        case core.If():
            return replace(stmt, then=(), otherwise=())
        case core.Switch():
            return replace(stmt, cases=())
        case core.Each() | core.Repeat() | core.Parallel():
            return replace(stmt, body=())
        case _:
            return stmt


def deep(renamed: core.Stmt, original: core.Stmt) -> core.Stmt:
    """The renamed statement with the original's blocks."""
    match renamed, original:
        case core.If(), core.If():
            return replace(renamed, then=original.then, otherwise=original.otherwise)
        case core.Switch(), core.Switch():
            return replace(renamed, cases=original.cases)
        case core.Each(), core.Each():
            return replace(renamed, body=original.body)
        case core.Repeat(), core.Repeat():
            return replace(renamed, body=original.body)
        case core.Parallel(), core.Parallel():
            return replace(renamed, body=original.body)
        case _:
            return renamed


def can_be_left(body: Block) -> bool:
    """Whether a loop's body can end the loop, or its program, before the last turn."""
    return any(isinstance(stmt, core.Leave | core.Return) for stmt in walk.stmts(body))
