"""Who has a seat: a choice that a party without one can come to needs an `auto`, and it is never taken for a player."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.bench import Bench
from rulebed.lang import core
from rulebed.lang.express.seating import OWN, no_seat
from rulebed.lang.syntax import SyntaxNode
from rulebed.lang.walk import stmts
from rulebed.model.graph import reachable
from rulebed.packs.node import Scalar
from rulebed.verbs.decisions import no_answer

AT_RANDOM = "at random"
OUTSIDE = ""  # where factions come from, as a node of the graph of calls


def read_autos(bench: Bench) -> dict[str, SyntaxNode | None]:
    """What parties without a seat take, by choice; none where luck decides."""
    found: dict[str, SyntaxNode | None] = {}
    for entry in bench.section("autos"):
        if isinstance(entry.value, Scalar) and entry.value.text == AT_RANDOM:
            found[entry.key] = None
        elif (node := bench.expression(entry.value)) is not None:
            found[entry.key] = node
    return found


def check_answers(bench: Bench) -> None:
    """Procedures that only seats run may ask, and take who runs them for a player; what a faction runs may not."""
    remarks = bench.symbols.remarks
    if not remarks.unanswered and not remarks.unseated:
        return
    reached = reachable(OUTSIDE, _calls(bench))
    for address, choice, node in remarks.unanswered:
        if address in reached:
            no_answer(choice, node, bench.report)
    for address, node in remarks.unseated:
        if address in reached:
            no_seat(node, bench.report)


def _calls(bench: Bench) -> dict[str, set[str]]:
    """For each program those that it runs for whoever runs it, and the values that it asks for.

    For the outside those that it runs, or asks for, as a faction.
    """
    bodies = {address(bench, name): proc.body for name, proc in bench.procs.items()}
    bodies |= {f"flow.{phase.name}": phase.body for phase in bench.phases.values()}
    found: dict[str, set[str]] = {name: set() for name in (OUTSIDE, *bodies)}
    remarks = bench.symbols.remarks
    factions_act = remarks.factions_act
    for name, body in bodies.items():
        for call in _all_calls(body):
            target = address(bench, call.proc)
            if call.args[0] == OWN and not name.startswith("flow."):
                if (name, call.at) not in remarks.run_by_seats:
                    found[name].add(target)
            elif isinstance(who := call.args[0], core.Local) and (name, who.name) in factions_act:
                found[OUTSIDE].add(target)
    for name, who, value in remarks.asked_by_parties:
        if who == OWN:
            found.setdefault(name, set()).add(f"values.{value}")
        elif isinstance(who, core.Local) and (name, who.name) in factions_act:
            found[OUTSIDE].add(f"values.{value}")
    return found


def _all_calls(body: core.Block) -> Iterator[core.Call]:
    return (each for each in stmts(body) if isinstance(each, core.Call))


def address(bench: Bench, proc: str) -> str:
    """The address of a procedure; programs of instances and triggers are named by theirs."""
    return f"procedures.{proc}" if proc in bench.symbols.procs else proc
