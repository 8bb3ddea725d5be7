"""Suspended effects as plain data: addresses of choices and calls, locals by name; so that a save outlives a build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulebed.lang import internal
from rulebed.lang.luck import strand_text
from rulebed.lang.plain import from_plain, to_plain
from rulebed.run.blueprint import CLOSED, KNOWN, Blueprint, FramePlan, ReturnPlan
from rulebed.run.layout import FORK, OVER, PARALLEL, PC, STACK, THROUGH, Layout

State = list[Any]
Plain = dict[str, Any]
UNWIND = 0
BEGUN, LUCK = "begun", "luck."


class UnknownPlace(ValueError):
    """A saved effect stands at a place that these rules don't have."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address

    def __str__(self) -> str:
        return f"the save stands at `{self.address}`, which these rules don't have"


class Suspended:
    """Describes and restores what is suspended in the states of one compiled game."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self.layout = blueprint.layout
        self.plans: dict[int, FramePlan] = {plan.number: plan for plan in blueprint.frames}
        self.numbers = dict(blueprint.entries)
        self.roots = {plan.program: plan.number for plan in blueprint.frames if not plan.parent and plan.program}

    @cached_property
    def _lasting(self) -> tuple[int, ...]:
        """The slots of facts that last only as long as something."""
        lasting = [field for field in self.layout.fields.values() if field.lasts]
        return tuple(
            place
            for field in lasting
            for place in range(self.layout.base(field.name), self.layout.base(field.name) + field.size)
        )

    # Describing.

    def as_plain(self, s: State) -> Plain:
        """The suspended effects as plain data, outermost first."""
        if s[PC] == OVER:
            return {"over": True}
        if s[PC] != PARALLEL:
            site = self.blueprint.sites[s[PC]]
            return {"chain": self._chain(s, site.instance, site.place)}
        joint = self.blueprint.joints[s[FORK] - 1]
        outer = self.plans[joint.instance].parent
        chain = self._chain(s, outer, joint.address)
        found = {"chain": chain, "branches": dict(self._branches(s, joint.instance, joint.low))}
        return {**found, BEGUN: self._early_changes(s)} if joint.secret and s[self.layout.begun] else found

    def _early_changes(self, s: State) -> Plain:
        """For each seat, what stood where its branch has changed something before it was first asked."""
        found: Plain = {}
        for seat, place, before in s[self.layout.begun]:
            name = self.layout.names[place]
            found.setdefault(str(seat + 1), {})[name] = (
                strand_text(before) if name.startswith(LUCK) else to_plain(before)
            )
        return found

    def _branches(self, s: State, instance: int, low: int) -> Iterator[tuple[str, Any]]:
        for seat in range(self.blueprint.model.players):
            branch = s[self.layout.branches + seat]
            inner = self._branch(s, branch, low)
            if inner is None:
                if isinstance(branch, tuple):
                    yield str(seat + 1), "through"
                continue
            site = self.blueprint.sites[inner[PC]]
            yield str(seat + 1), self._chain(inner, site.instance, site.place, stop=instance)

    def _chain(self, s: State, instance: int, address: str, stop: int = 0) -> list[Plain]:
        """From a place outwards."""
        chain: list[Plain] = []
        for plan, held, place, _ in self._frames_outwards(s, instance, address, stop):
            chain.append({"at": place, "locals": {own: to_plain(held[slot]) for own, slot in plan.slots}})
        chain.reverse()
        return chain

    def _frames_outwards(
        self, s: State, instance: int, address: str, stop: int
    ) -> Iterator[tuple[FramePlan, State, str, ReturnPlan | None]]:
        """The frames from a place outwards: the state as each has it, where it waits, and how it was called into."""
        s = s.copy()  # it is unwound on the way
        back = None
        while True:
            plan = self.plans[instance]
            yield plan, s, address, back
            if instance == stop:
                return
            if plan.parent:
                instance, address, back = plan.parent, plan.call, None
                continue
            if not plan.returns:
                return
            back = self.blueprint.returns[self._caller(s, s[plan.returns]) - 1]
            instance, address = back.instance, back.address

    def phase(self, s: State) -> str:
        """The phase in which play waits, by the name of its program."""
        is_parallel = s[PC] == PARALLEL
        joint = self.blueprint.joints[s[FORK] - 1] if is_parallel else None
        instance = self.blueprint.sites[s[PC]].instance if joint is None else self.plans[joint.instance].parent
        *_, (plan, _, _, _) = self._frames_outwards(s, instance, "", 0)
        return plan.program

    def hand(self, s: State) -> int:
        """Whether all know what suspended effects have in hand: `KNOWN`, `UNTOLD` or `CLOSED`."""
        return max(self._hands(s))

    def _hands(self, s: State) -> Iterator[int]:
        if s[PC] == OVER:
            yield KNOWN
        elif s[PC] != PARALLEL:
            yield from self._hands_asked(s, 0)
        else:
            joint = self.blueprint.joints[s[FORK] - 1]
            yield CLOSED if joint.secret and s[self.layout.begun] else joint.hand
            yield from self._callers(s, self.plans[joint.instance].parent, 0)
            for seat in range(self.blueprint.model.players):
                inner = self._branch(s, s[self.layout.branches + seat], joint.low)
                yield from () if inner is None else self._hands_asked(inner, joint.instance)

    def forget(self, s: State) -> State:
        """The state without what nothing reads any more of what not everybody knows, where one seat waits."""
        if not self.blueprint.undisclosed or s[PC] < 0:
            return s
        site = self.blueprint.sites[s[PC]]
        backs = [back for *_, back in self._frames_outwards(s, site.instance, "", 0) if back is not None]
        if any(back.recursive for back in backs):
            return s
        found = s.copy()
        for slot in self.blueprint.undisclosed.difference(site.needed, *(back.needed for back in backs)):
            found[slot] = self.blueprint.template[slot]
        return found

    def _hands_asked(self, s: State, stop: int) -> Iterator[int]:
        site = self.blueprint.sites[s[PC]]
        yield site.hand
        yield from self._callers(s, site.instance, stop)

    def _callers(self, s: State, instance: int, stop: int) -> Iterator[int]:
        return (back.hand for _, _, _, back in self._frames_outwards(s, instance, "", stop) if back is not None)

    def _branch(self, s: State, branch: Any, low: int) -> State | None:
        """The state as the branch of a seat has it; none if that seat isn't being asked."""
        if not isinstance(branch, tuple) or branch[0] < 0:
            return None
        inner = s.copy()
        inner[PC], inner[STACK] = branch[0], branch[1]
        inner[low : low + len(branch) - 2] = branch[2:]
        return inner

    def _caller(self, s: State, number: int) -> int:
        if number != UNWIND:
            return number
        record = s[STACK][-1]
        s[STACK] = s[STACK][:-1]
        low = self.blueprint.returns[record[0] - 1].low
        s[low : low + len(record) - 1] = record[1:]
        return int(record[0])

    # Restoring.

    def restored(self, s: State, described: Mapping[str, Any]) -> None:
        """Put described effects into a state whose fields are set."""
        s[STACK], s[FORK] = (), 0
        if described.get("over"):
            s[PC] = OVER
            return
        chain = described["chain"]
        if "branches" not in described:
            s[PC] = self._site(self._enter(s, chain, 0), chain[-1]["at"])
            return
        outer = self._enter(s, chain, 0)
        number = self._joint(outer, chain[-1]["at"])
        s[PC], s[FORK] = PARALLEL, number + 1
        for seat, branch in described["branches"].items():
            self._restore_branch(s, number, int(seat) - 1, branch)
        if self.blueprint.joints[number].secret:
            s[self.layout.begun] = tuple(self._restored_begun(described.get(BEGUN, {}))) or 0

    def _restored_begun(self, described: Mapping[str, Any]) -> Iterator[tuple[int, int, Any]]:
        for seat, before in described.items():
            for name, value in before.items():
                if name not in self._places:
                    raise UnknownPlace(name)
                yield int(seat) - 1, self._places[name], from_plain(value)

    @cached_property
    def _places(self) -> dict[str, int]:
        """The slots by their names, those of before among them."""
        names = self.layout.names
        return {internal.earlier(name): place for place, name in enumerate(names)} | {
            name: place for place, name in enumerate(names)
        }

    def _restore_branch(self, s: State, number: int, seat: int, branch: Any) -> None:
        joint = self.blueprint.joints[number]
        place = self.layout.branches + seat
        if branch == "through":
            s[place] = (THROUGH,)
            return
        inner = s.copy()
        inner[STACK] = ()
        inner[joint.low : joint.high] = [0] * (joint.high - joint.low)
        pc = self._site(self._enter(inner, branch, joint.instance), branch[-1]["at"])
        s[place] = (pc, inner[STACK], *inner[joint.low : joint.high])

    def _enter(self, s: State, chain: list[Plain], instance: int) -> int:
        """Enter the frames of a chain one after another; the copy in which it ends."""
        if not instance:
            instance = self._root(chain[0]["at"], chain)
        for place, link in enumerate(chain):
            self._fill(s, instance, link["locals"])
            if place + 1 < len(chain):
                instance = self._call(s, instance, link["at"])
        return instance

    def _root(self, address: str, chain: list[Plain]) -> int:
        """The phase that the outermost link belongs to: that of its call, or of its choice."""
        program = address.rpartition(">")[0] if len(chain) > 1 else ""
        if program in self.roots:
            return self.roots[program]
        for site in self.blueprint.sites:
            if site.place == address and self._is_phase(site.instance):
                return site.instance
        for joint in self.blueprint.joints:
            if joint.address == address and self._is_phase(self.plans[joint.instance].parent):
                return self.plans[joint.instance].parent
        raise UnknownPlace(address)

    def _is_phase(self, instance: int) -> bool:
        plan = self.plans[instance]
        return not plan.parent and not plan.returns and plan.program not in self.numbers

    def _fill(self, s: State, instance: int, values: Mapping[str, Any]) -> None:
        for own, place in self.plans[instance].slots:
            s[place] = from_plain(values.get(own, values.get(internal.earlier(own), 0)))

    def _call(self, s: State, instance: int, address: str) -> int:
        """Follow a call from a copy: to the copy that stands in its place, or to a shared procedure."""
        for plan in self.plans.values():
            if plan.parent == instance and plan.call == address:
                return plan.number
        for number, back in enumerate(self.blueprint.returns, start=1):
            if back.instance == instance and back.address == address:
                return self._call_shared(s, address, number)
        raise UnknownPlace(address)

    def _call_shared(self, s: State, address: str, number: int) -> int:
        callee = self.numbers[address.rpartition(">")[2].rpartition("#")[0]]
        plan = self.plans[callee]
        back = self.blueprint.returns[number - 1]
        if back.recursive:
            low, high = back.low, back.high
            s[STACK] = (*s[STACK], (number, *s[low:high]))
            s[low:high] = [0] * (high - low)
            number = UNWIND
        s[plan.returns] = number
        return callee

    def _site(self, instance: int, address: str) -> int:
        for pc, site in enumerate(self.blueprint.sites):
            if site.instance == instance and site.place == address:
                return pc
        raise UnknownPlace(address)

    def _joint(self, outer: int, address: str) -> int:
        for number, joint in enumerate(self.blueprint.joints):
            if self.plans[joint.instance].parent == outer and joint.address == address:
                return number
        raise UnknownPlace(address)

    # Whole states.

    def to_json(self, s: State) -> Plain:
        """The whole state by address, without what lasts for a while and is at rest."""
        names, layout = self.layout.names, self.layout
        first = min(layout.bases.values(), default=layout.frames)
        luck = {names[place].removeprefix(LUCK): strand_text(s[place]) for place in range(layout_start(layout), first)}
        fields = {names[place]: to_plain(s[place]) for place in range(first, layout.frames)}
        for place in self._lasting:
            if s[place] == self.blueprint.template[place]:
                del fields[names[place]]
        return {"fields": fields, "luck": luck, "frames": self.as_plain(s)}

    def from_json(self, saved: Mapping[str, Any]) -> State:
        """A state from that; what these rules have and the save has not is as at the start."""
        s = list(self.blueprint.template)
        places = self._places
        for name, value in saved["fields"].items():
            if name not in places:
                raise UnknownPlace(name)
            s[places[name]] = from_plain(value)
        for name, value in saved["luck"].items():
            if LUCK + name in places:
                s[places[LUCK + name]] = int(value, 16)
        self.restored(s, saved["frames"])
        return s


def layout_start(layout: Layout) -> int:
    """The first slot of luck."""
    return min((first for first, _ in layout.strands.values()), default=min(layout.bases.values(), default=0))
