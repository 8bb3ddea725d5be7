"""Lowered programs as text: each place that play can go on from, and what is done from there to the next."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.compile.lowering import code
from rulebed.compile.lowering.code import Code, Continuation, Instance, Lowered
from rulebed.compile.lowering.graph import reachable_from
from rulebed.lang.listing import INDENT, expression, head, indented


def listing(lowered: Lowered) -> Iterator[tuple[str, str]]:
    """Each function by the program that it comes of, as text."""
    for name, (instance, body) in lowered.plain.items():
        yield name, _text(f"function {name}", instance, body)
    for label in _labels(lowered):
        yield label.instance.root().program, _text(f"from {label.title}", label.instance, label.body)


def _labels(lowered: Lowered) -> list[Continuation]:
    """All places to go on from, as they are come to from those that are known by number."""
    joints = [label for joint in lowered.joints for label in (joint.branch, joint.join)]
    resumed = [site.resume for site in lowered.sites]
    todo = [lowered.start, *lowered.phases.values(), *lowered.entries.values(), *resumed, *joints]
    todo += [label for label, _, _ in lowered.returns]
    return reachable_from(todo)


def _blocks(one: Code) -> Iterator[tuple[str, list[Code]]]:
    match one:
        case code.Cond(_, then, otherwise):
            yield "", then
            if otherwise:
                yield "else", otherwise
        case code.Pick(_, cases):
            yield from ((f"case {number}", body) for number, body in cases)
        case code.Loop() | code.Times():
            yield "", one.body
        case _:
            pass


def _text(title: str, instance: Instance, body: list[Code]) -> str:
    return "\n".join([f"{title} ({instance.program})", *indented(body, _head, _blocks, INDENT)])


def _head(one: Code) -> str:
    match one:
        case code.Do(stmt):
            return head(stmt)
        case code.Cond(test):
            return f"if {expression(test)}"
        case code.Pick(subject):
            return f"switch {expression(subject)}"
        case code.Loop(local, source):
            return f"each {local} in {expression(source)}"
        case code.Times(count):
            return f"repeat {expression(count)}"
        case code.Goto(label):
            return f"go to {label.title}"
        case code.Wait(site):
            return f"wait at {site}"
        case code.Clear(locals_):
            return f"clear {', '.join(locals_) if isinstance(locals_, tuple) else f'all of {locals_.program}'}"
        case code.Dispatch(returns):
            return f"go back to where {returns} says"
        case code.Push(instance, number):
            return f"push the frame of {instance.program}, to go on at return {number}"
        case code.Fork(number, source):
            return f"fork {number} for each in {expression(source)}"
        case code.Break() | code.Back() | code.Finish() | code.Through():
            return type(one).__name__.lower()
