"""Which slot each local gets that outlives a function; calls that never meet share slots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebed.compile.lowering.code import Instance, Lowered
from rulebed.prove.dataflow.facts import Facts


@dataclass(frozen=True, slots=True)
class FrameSlots:
    """The place of each lasting local within the frames, each program's own region, and how many slots there are."""

    places: dict[str, int]
    regions: dict[int, tuple[int, int]]  # instance number -> first slot, the one after the last
    total: int


class Allocation:
    """Gives out slots: a copy's locals after its caller's, a shared procedure's after those of all its callers."""

    def __init__(self, lowered: Lowered, facts: Facts, lasting: Iterable[str]) -> None:
        self.lasting = set(lasting)
        self.facts = facts
        self.children: dict[int, list[Instance]] = {}
        self.callers: dict[str, list[Instance]] = {}
        self.instances = lowered.instances
        self._relate(lowered)
        self.places: dict[str, int] = {}
        self.regions: dict[int, tuple[int, int]] = {}

    def _relate(self, lowered: Lowered) -> None:
        for instance in self.instances:
            if instance.parent is not None:
                self.children.setdefault(instance.parent.number, []).append(instance)
        for _, instance, address in lowered.returns[1:]:
            callee = address.rpartition(">")[2].rpartition("#")[0]
            self.callers.setdefault(callee, []).append(instance.root())

    def slots(self) -> FrameSlots:
        """All of it, worked out."""
        offsets: dict[int, int] = {}
        roots = [instance for instance in self.instances if instance.parent is None]
        sizes = {root.number: self._size(root) for root in roots}
        by_program = {root.program: root for root in roots}
        for root in roots:
            self._place(root, self._offset(root, sizes, by_program, offsets))
        total = max((high for _, high in self.regions.values()), default=0)
        return FrameSlots(self.places, self.regions, total)

    def _own_names(self, instance: Instance) -> list[str]:
        return [name for name in instance.locals.values() if name in self.lasting]

    def _size(self, instance: Instance) -> int:
        inner = max((self._size(child) for child in self.children.get(instance.number, ())), default=0)
        return len(self._own_names(instance)) + inner

    def _offset(
        self,
        root: Instance,
        sizes: dict[int, int],
        roots: dict[str, Instance],
        offsets: dict[int, int],
    ) -> int:
        if root.number not in offsets:
            knot = [other for other in roots if self._together(root.program, other)]
            offset = 0
            for member in knot:
                for caller in self.callers.get(member, ()):
                    if caller.program not in knot:
                        above = self._offset(caller, sizes, roots, offsets)
                        offset = max(offset, above + sizes[caller.number])
            offsets[root.number] = offset
        return offsets[root.number]

    def _together(self, one: str, other: str) -> bool:
        return one == other or (
            one in self.facts.recursive and other in self.facts.recursive and self.facts.same_knot(one, other)
        )

    def _place(self, instance: Instance, offset: int) -> None:
        own = self._own_names(instance)
        for place, local in enumerate(own):
            self.places[local] = offset + place
        for child in self.children.get(instance.number, ()):
            self._place(child, offset + len(own))
        self.regions[instance.number] = (offset, offset + self._size(instance))
