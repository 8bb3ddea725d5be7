"""Declarations that nothing speaks of, and facts that never change: what a pack says in vain."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.assemble.bench import Bench, at
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.names import ACTING
from rulebed.lang import core, internal
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.walk import stmts
from rulebed.packs.node import Entry
from rulebed.source.lacks import OF_ALL

SECTIONS = {
    "procedures": ("procedure", "run"),
    "values": ("value", "asked for"),
    "costs": ("cost", "paid"),
    "events": ("event", "raised"),
    "resources": ("resource", "used"),
    "options": ("option", "asked for"),
}
USE = "take it out, or use it"


def check_unused(bench: Bench) -> None:
    """Warn of what nothing speaks of; of a kind that is not used, its facts go without saying."""
    if "kind resource" in bench.symbols.remarks.used or f"fact {internal.STOCK}" in bench.symbols.remarks.used:
        bench.symbols.use(*(f"resource {name}" for name in bench.symbols.resources))
    for section, (sort, verb) in SECTIONS.items():
        for entry in bench.section(section):
            if f"{sort} {entry.key}" not in bench.symbols.remarks.used:
                _warn(bench, entry, f"the {sort} `{entry.key}` is never {verb}")
    for entry in bench.section("kinds"):
        _check_kind(bench, entry)
    for entry in bench.section("procedures"):
        _check_parameters(bench, entry)
    _check_lets(bench)
    _check_facts(bench)


def _check_parameters(bench: Bench, procedure: Entry) -> None:
    """What a procedure takes, it should read somewhere."""
    read = {name for names in bench.trail.named.get(f"procedures.{procedure.key}", ()) for name in names.read}
    for entry in bench.entries(at(procedure.value, "takes")):
        if entry.key not in read:
            _warn(bench, entry, f"`{procedure.key}` never reads its parameter `{entry.key}`")


def _check_lets(bench: Bench) -> None:
    for names in (each for listed in bench.trail.named.values() for each in listed):
        for local, node in names.lets.items():
            if local not in names.read:
                message = f"nothing reads `{node.name}`"
                span = node.spot.span_of(node.name)
                bench.report.warning("T401", span, message, label="unused", help=USE, hangs_on=OF_ALL)


def _warn(bench: Bench, entry: Entry, message: str) -> None:
    bench.report.warning("T401", entry.key_span, message, label="unused", help=USE, hangs_on=OF_ALL)


def _check_kind(bench: Bench, entry: Entry) -> None:
    kind = bench.symbols.kinds[entry.key]
    if not _is_used(bench, kind):
        _warn(bench, entry, f"nothing speaks of the kind `{kind.name}`")
        return
    for program in bench.entries(at(entry.value, "programs")):
        if f"program {kind.name}.{program.key}" not in bench.symbols.remarks.used:
            _warn(bench, program, f"the program `{program.key}` of the {kind.plural} is never run")


def _is_used(bench: Bench, kind: KindSymbol) -> bool:
    """Whether something speaks of the kind or of a fact of its own, or an instance acts by itself."""
    facts = {f"fact {fact.address}" for fact in kind.facts.values()}
    acting = any(at(entry.value, key) is not None for _, entry in instance_nodes(bench, kind) for key in ACTING)
    return acting or bool({f"kind {kind.name}", *facts} & bench.symbols.remarks.used)


def _check_facts(bench: Bench) -> None:
    written = _written_fields(bench)
    for entry, fact, static in _declared_facts(bench):
        if f"fact {fact.address}" not in bench.symbols.remarks.used:
            _warn(bench, entry, f"nothing speaks of the fact `{entry.key}`")
        elif not static and fact.address not in written:
            help_ = "declare it under `data`" if not fact.address.startswith("game.") else "declare it under `values`"
            message = f"the fact `{entry.key}` never changes"
            bench.report.warning("T402", entry.key_span, message, help=help_, hangs_on=OF_ALL)


def _declared_facts(bench: Bench) -> Iterator[tuple[Entry, Fact, bool]]:
    """The facts that the pack declares, each with whether it is static; not those of kinds that are not used."""
    kinds = bench.symbols.kinds
    homes = [
        (kinds[entry.key].facts, entry.value) for entry in bench.section("kinds") if _is_used(bench, kinds[entry.key])
    ]
    parties = (("players", kinds["player"].facts), ("parties", kinds["party"].facts), ("game", bench.symbols.facts))
    homes += [(facts, node) for section, facts in parties if (node := bench.root.get(section)) is not None]
    for facts, node in homes:
        for part in ("data", "state"):
            for entry in bench.entries(at(node, part)):
                yield entry, facts[entry.key], part == "data"


def _written_fields(bench: Bench) -> set[str]:
    """The fields that some statement writes."""
    bodies = [*(proc.body for proc in bench.procs.values()), *(phase.body for phase in bench.phases.values())]
    written = (each for body in bodies for each in stmts(body) if isinstance(each, core.Write))
    lasting = {one.field for one in bench.spans}  # set back by the engine, in vain if nothing else writes them
    return {each.field for each in written if each.verb or each.field not in lasting}
