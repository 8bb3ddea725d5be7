"""Secrecy: what an option set or an event is built on must be known to whoever gets to see it.

Each expression has a label, which says who may know its value (`secrecy.labels`). What is drawn or chosen out of sight
is known to whoever drew or chose; what is looked at or shown, to those who saw it, until it may be something else; what
is then put in the open is known to all. What each statement does to that stands in `secrecy.transfer`; here programs
are read until their parameters carry nothing more: a fixpoint over all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from rulebed.incremental.known import Known
from rulebed.model.game import Model, Phase, Proc
from rulebed.prove.dataflow.facts import PHASE, Facts
from rulebed.prove.dataflow.grounds import Grounds
from rulebed.prove.guards.guards import Guarded
from rulebed.prove.secrecy.labels import OPEN, Label
from rulebed.prove.secrecy.numbers import Numbers
from rulebed.prove.secrecy.seeing import telling
from rulebed.prove.secrecy.transfer import ALOUD, FIRST, Disclosure, Summary, Transfer, growing
from rulebed.prove.secrecy.trying import any_tries, tries
from rulebed.source.diagnostics import Report
from rulebed.source.text import Span


class Secrecy:
    """Reads all programs of a model until nothing new is learnt about what their parameters carry.

    What comes of reading a program depends on what it says and asks, on what those that it calls are given and write,
    and on the labels of its parameters; so what is `known` of it, from another model, need not be read again.
    """

    def __init__(self, model: Model, known: Known) -> None:
        self.model, self.known = model, known
        self.params: dict[tuple[str, str], Label] = {}
        self.facts = Facts(model, explicit=False, same=known.same)
        self.transfer = Transfer(model, self.facts)
        self.numbers = Numbers(self.facts, Grounds(model, self.facts.cells, known), self.transfer.outward, known)

    def read(self) -> Report:
        """Go over everything, and again over what carries more than when it was read, until that is settled."""
        report, knowing = Report(), self.transfer.knowing
        if not knowing.hidden:
            return report
        for field in self.model.fields.values():
            if (found_out := telling(field, knowing)) is not None:
                report.add(found_out)
        self.transfer.speaking = not self._tries
        programs = [*(PHASE + name for name in self.model.phases), *self.model.procs]
        found: dict[str, Summary] = {}
        pending = dict.fromkeys(programs)
        while pending:
            name = next(iter(pending))
            del pending[name]
            found[name] = self._read_once(name)
            pending |= dict.fromkeys(self._learn(found[name]))
        if self._tries:  # where what comes first counts, all of it is read once more when all is settled
            self.transfer.speaking = True
            found = {name: self._read(name) for name in programs}
        for one in self._findings_by_place(found, programs).values():
            report.add(replace(one.finding, notes=knowing.secrets.notes(one.about)))
        return report

    @cached_property
    def _tries(self) -> bool:
        """Whether anything is tried out."""
        same, values = self.known.same, self.model.values.values()
        is_tried = any(same.result_of("tries", body, partial(any_tries, body)) for body in self.facts.bodies.values())
        return is_tried or any(same.result_of("tries", value.body, partial(tries, value.body)) for value in values)

    def _findings_by_place(
        self, found: Mapping[str, Summary], programs: Sequence[str]
    ) -> dict[tuple[str, Span | None], Disclosure]:
        """All that was found, once for each place: where a program has no words of its own, at the program."""
        said: dict[tuple[str, Span | None], Disclosure] = {}
        for name in reversed(programs):
            for (code, at), one in found[name].said.items():
                place = at or self._program(name).at
                said[code, place] = replace(one, finding=replace(one.finding, span=place))
        return said

    def _program(self, name: str) -> Proc | Phase:
        is_phase = name.startswith(PHASE)
        return self.model.phases[name.removeprefix(PHASE)] if is_phase else self.model.procs[name]

    def _learn(self, reading: Summary) -> Iterator[str]:
        """The procedures whose parameters carry more than was known."""
        for proc, param, label in reading.handed:
            before = self.params.get((proc, param), OPEN)
            if not label <= before:
                self.params[proc, param] = before | label
                yield proc

    def _read_once(self, name: str) -> Summary:
        if not self.transfer.speaking:
            return self._read(name)
        labels = tuple(self._labels(name).items())
        number = self.known.number((name, self.numbers.number_of(name), self.model.players, labels))
        return self.known.result_of("secrecy", number, lambda: self._read(name))

    def _labels(self, name: str) -> dict[str, Label]:
        own = () if name.startswith(PHASE) else self.model.procs[name].params
        params = () if name.startswith(PHASE) else (ALOUD, FIRST, *own, *map(growing, own))
        return {param: self.params[name, param] for param in params if (name, param) in self.params}

    def _read(self, name: str) -> Summary:
        return self.transfer.read(name, self._program(name), self._labels(name))


def check_secrecy(guarded: Guarded, known: Known | None = None) -> Report:
    """What would give secrets away."""
    return Secrecy(guarded.model, known or Known()).read()
