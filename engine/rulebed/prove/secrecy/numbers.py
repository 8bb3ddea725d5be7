"""Numbers of programs as secrecy reads them: what is alike in all that the reading asks for has the same one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rulebed.incremental.known import Known
from rulebed.lang import internal, walk
from rulebed.model.graph import components_in_order
from rulebed.prove.dataflow.facts import Facts
from rulebed.prove.dataflow.grounds import Grounds
from rulebed.prove.dataflow.mentions import FIELD, TABLE, VALUE
from rulebed.prove.secrecy.outward import Outward


class Numbers:
    """The numbers of one model's programs."""

    def __init__(self, facts: Facts, grounds: Grounds, outward: Outward, known: Known) -> None:
        self.facts, self.model, self.grounds = facts, facts.model, grounds
        self.outward, self.known = outward, known
        self._called: dict[str, int] = {}  # of how procedures look to those that call them

    def number_of(self, name: str) -> int:
        """The number of a program, seen together with what it asks."""
        body = self.facts.bodies[name]
        lifts = sorted(filter(self.outward.lifts, walk.procs_called(body)))
        piles = [FIELD + pile for proc in lifts for pile in self.outward.piles(proc)]
        outside = frozenset(map(self._number_outside, {*self.grounds.of_body(body), *piles}))
        pieces = tuple(self.model.kinds[self.outward.lifted(proc)].instances for proc in lifts)
        item = self.model.procs[name].item if name in self.model.procs else None
        return self.known.number((self.grounds.text(body), outside, pieces, item))

    def _number_outside(self, node: str) -> int:
        if node not in self.model.procs:
            return self._node_numbers[node]
        if node not in self._called:
            called = self.model.procs[node].params, self.facts.proc_writes(node), self.outward.number(node)
            self._called[node] = self.known.number(called)
        return self._called[node]

    @cached_property
    def _node_numbers(self) -> Mapping[str, int]:
        """The numbers of values, facts and tables."""
        grounds, found = self.grounds, dict[str, int]()
        values = {
            (name if internal.is_question(name) else VALUE + name): value for name, value in self.model.values.items()
        }
        mentioned = {node: grounds.of_value(value) for node, value in values.items()}
        mentioned |= {FIELD + name: grounds.of_field(name) for name in self.model.fields}
        mentioned |= {TABLE + name: () for name in self.model.tables}

        def content(node: str) -> tuple[object, tuple[str, ...]]:
            value = values.get(node)
            said = grounds.fact(node) if value is None else grounds.text_of_value(value)
            return said, mentioned.get(node, ())

        def known_number(node: str) -> int:
            return found[node] if node in found else self._number_outside(node)

        for circle in components_in_order(mentioned):
            if circle.isdisjoint(self.model.procs):
                found |= grounds.numbered(sorted(circle), content, known_number)
        return found
