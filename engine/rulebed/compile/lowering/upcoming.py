"""Which locals are still needed where play waits, and which of these may stand for what not everybody knows.

This is liveness, worked out backwards over the graph of functions until nothing changes:

    choose c in my.hand        live behind it: c
    as next(me): choose d      live while this waits: c
    put c in table             live behind it: nothing
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebed.compile.lowering.code import Continuation, Lowered, WaitSite
from rulebed.compile.lowering.graph import Exposure
from rulebed.lang import core, walk
from rulebed.model.game import Model
from rulebed.prove.secrecy.confidential import ChoicePlace
from rulebed.prove.secrecy.undisclosed import rolled, undisclosed
from rulebed.run.blueprint import CLOSED, KNOWN, UNTOLD


class Upcoming:
    """Says of each place where play waits whether what is in hand there is known."""

    def __init__(self, model: Model, lowered: Lowered, exposure: Exposure, secret: frozenset[ChoicePlace]) -> None:
        closed, untold = (undisclosed(model, secret, pieces=pieces) for pieces in (False, True))
        asks_luck = any(isinstance(site.stmt, core.Roll) for site in lowered.sites)
        fresh = rolled(model) if asks_luck else frozenset()
        self.exposure = exposure
        self._closed, self._untold, self._rolled = (
            {local for one in lowered.instances for own, local in one.locals.items() if (one.program, own) in names}
            for names in (closed, untold, fresh)
        )
        self.live = self._worked_out() if untold or fresh else {}

    def _worked_out(self) -> dict[Continuation, frozenset[str]]:
        """The locals that a function, or whatever it leads to, needs from before it."""
        live = {label: frozenset(uses) for label, uses in self.exposure.by_function.items()}
        changed = True
        while changed:
            changed = False
            for label, leads in self.exposure.leads.items():
                needed = live[label].union(*(live.get(target, frozenset()) - bound for target, bound in leads))
                changed |= needed != live[label]
                live[label] = needed
        return live

    @property
    def hidden(self) -> set[str]:
        """The locals that may stand for what not everybody knows."""
        return self._closed | self._untold | self._rolled

    def needed_at_site(self, site: WaitSite) -> set[str]:
        """The locals that are read yet where this is asked."""
        asked = (walk.free(expr) for expr in walk.stmt_exprs(site.stmt))
        return {*self.live.get(site.resume, ()), *(one for each in asked for one in each)}

    def at_site(self, site: WaitSite) -> int:
        """What is in hand while this is asked."""
        names = self.needed_at_site(site)
        return CLOSED if isinstance(site.stmt, core.Roll) and names & self._rolled else self._hands(names)

    def at(self, label: Continuation) -> int:
        """What is in hand until play goes on there."""
        return self._hands(self.live.get(label, ()))

    def _hands(self, locals_: Iterable[str]) -> int:
        names = set(locals_)
        if names & self._closed:
            return CLOSED
        return UNTOLD if names & self._untold else KNOWN
