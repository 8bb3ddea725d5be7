"""Liveness: of the questions that came up while guards were worked out, those that anything asks in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulebed.lang.core import Expr
from rulebed.model.game import Model, ValueDef
from rulebed.prove.dataflow.grounds import Grounds


def mentions(model: Model, besides: Iterable[Expr], grounds: Grounds) -> Iterator[str]:
    """What is mentioned in a model's programs and values, in its edges and laws, and besides."""
    for group in (model.procs, model.phases):
        yield from (node for program in group.values() for node in grounds.of_body(program.body))
    yield from (node for value in model.values.values() for node in grounds.of_value(value))
    edges = (edge.guard for phase in model.phases.values() for edge in phase.edges if edge.guard is not None)
    for expr in (*edges, *(law.condition for law in model.laws), *besides):
        yield from grounds.of_expr(expr)


def live(questions: Mapping[str, ValueDef], roots: Iterable[str], grounds: Grounds) -> list[str]:
    """Those of the questions that these lead to, by name."""
    found, todo = set[str](), list(roots)
    while todo:
        name = todo.pop()
        if name in questions and name not in found:
            found.add(name)
            todo += grounds.of_value(questions[name])
    return sorted(found)
