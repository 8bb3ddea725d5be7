"""Values that are known before the game starts: they may stand wherever a pack states numbers, as in `start`.

A value is known if it takes nothing, asks for nothing that changes, and nothing in the game changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.during import shifted
from rulebed.assemble.families import Trail
from rulebed.incremental.same import Same
from rulebed.lang import core
from rulebed.lang.types import NUMBER, Type
from rulebed.model.evaluate import Environment, NotConstantError, evaluate
from rulebed.packs.node import Map, Node
from rulebed.source.diagnostics import Report

Foreseen = tuple[core.Expr, Type] | None


@dataclass(slots=True)
class Foresight:
    """What the values of a pack are that can be told beforehand, each worked out when it is first asked for."""

    bench: Bench
    found: dict[str, Foreseen] = field(default_factory=dict)
    changing: frozenset[str] | None = None

    def __call__(self, name: str) -> Foreseen:
        """The value, or none where only the game can tell; in a circle nothing can."""
        if name not in self.found:
            self.found[name] = None
            tree = next((entry.value for entry in self.bench.section("values") if entry.key == name), None)
            if tree is not None and at(tree, "takes") is None and name not in self._changing():
                self.found[name] = self._foretell(at(tree, "is") if isinstance(tree, Map) else tree)
        if self.found[name] is not None:
            self.bench.symbols.use(f"value {name}")
        return self.found[name]

    def _foretell(self, body: Node | None) -> Foreseen:
        """What is wrong with it is said when it is declared."""
        trail = Trail(self.bench.symbols.remarks)
        quiet = replace(self.bench, report=Report(), refusals=Report(), once=Same(), trail=trail)
        typed = quiet.typed(body, quiet.scope("pack", NUMBER)) if body is not None else None
        if typed is None or len(quiet.report):
            return None
        try:
            return core.Const(evaluate(typed.expr, {}, Environment(self.bench.symbols.tables))), typed.type
        except NotConstantError:
            return None

    def _changing(self) -> frozenset[str]:
        """The values that instances modify, and those that programs shift."""
        if self.changing is None:
            syntax, root = self.bench.syntax, self.bench.root
            self.changing = shifted(syntax, root) | syntax.names_modified(root)
        return self.changing
