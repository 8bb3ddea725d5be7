"""Break the content that names a rule, bit by bit, and say which rules have a scenario that notices.

A rule is proved by a scenario that names it, holds, and fails when the content that names it is changed: a number, a
condition, a statement left out, an order turned round. Of a rule that forbids something only changes count that let
more happen. What was found out is kept, so that a second run goes on where the first one stopped.

With `--every` each program of the pack is broken in every way, whether it names a rule or not: by file, how much of
that some scenario notices, and what none does. `--in FILE` or `--in ADDRESS` breaks only what stands there.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from rulebed.text import did_you_mean
from rulebed_tools.cli import console, flags
from rulebed_tools.cli.court import convene
from rulebed_tools.cli.misuse import FINDINGS, FINE, Misuse
from rulebed_tools.cli.past import changed_since
from rulebed_tools.cli.progress import bar
from rulebed_tools.ledger.keeping import Known
from rulebed_tools.ledger.plan import Bench, Plan, begin
from rulebed_tools.ledger.proving import Proof, prove, survivors
from rulebed_tools.ledger.sweeping import Sweep, by_file, mutants_of, programs, sweep


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb can be told."""
    flags.add_pack(parser)
    parser.add_argument(
        "--only", metavar="RULE", action="append", default=[], help="only this rule or instance, or these"
    )
    parser.add_argument(
        "--every", action="store_true", help="try every mutant of every program; with `--only` every one of that rule"
    )
    parser.add_argument(
        "--in",
        dest="places",
        metavar="PLACE",
        action="append",
        default=[],
        help="with `--every`: no rules, and only programs in this file or at this address",
    )
    parser.add_argument("--since", metavar="COMMIT", help="only what was changed after this commit")
    parser.add_argument("--fresh", action="store_true", help="forget what was found out before")
    parser.add_argument(
        "--jobs", metavar="J", type=flags.positive, default=os.cpu_count() or 1, help="processes (all cores)"
    )
    flags.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Prove what can be proved, and print what can't."""
    is_sweep = args.every and not args.only and not args.since
    if args.places and not is_sweep:
        raise Misuse("`--in` says which programs `--every` breaks; it has no meaning with `--only` or `--since`")
    plan = Plan(convene, args.pack, tuple(args.patch), args.every and not is_sweep, tuple(args.places))
    whole = begin(plan)
    known = [*whole.rules, *whole.groups]
    names = [] if args.places else _named(args.only, known) or known
    if args.since:
        names = changed_since(args.since, whole, names, args.patch)
    proofs = proved(plan, names, args.jobs, fresh=args.fresh)
    swept = _swept(plan, whole, args) if is_sweep else None
    if args.json:
        console.print_json(_plain(args.pack, proofs, whole, swept))
    else:
        _show(proofs, whole, every=args.every and not is_sweep)
        _show_swept(swept)
    return FINE if all(proof.is_proved for proof in proofs.values()) else FINDINGS


def _swept(plan: Plan, whole: Bench, args: argparse.Namespace) -> list[Sweep]:
    """What becomes of the mutants of all programs that are meant, with a bar on the way."""
    names = list(programs(whole.court.tree(args.pack)))
    for place in args.places:
        if not any(any(mutants_of(whole, name, (place,))) for name in names):
            raise Misuse(f"no program of `{args.pack}` stands in `{place}`")
    known = Known.of(args.pack.split("+")[0], fresh=args.fresh and bool(args.places))
    with bar("programs", len(names)) as progress:
        return list(sweep(plan, names, args.jobs, known, progress).values())


def proved(plan: Plan, names: list[str], jobs: int, *, fresh: bool = False) -> dict[str, Proof]:
    """The proofs of rules and instances, with a bar on the way."""
    known = Known.of(plan.reference.split("+")[0], fresh=fresh)
    with bar("proofs", len(names)) as progress:
        return prove(plan, names, jobs, known, progress)


def _named(asked: list[str], known: list[str]) -> list[str]:
    for name in asked:
        if name not in known:
            help_ = did_you_mean(name, known, "the ledger lists the rules; what it calls untestable isn't tried")
            raise Misuse(f"there is no rule or instance `{name}` to be proved; {help_}")
    return asked


def _show(proofs: dict[str, Proof], whole: Bench, *, every: bool) -> None:
    away = survivors(proofs.values())
    for name in sorted(proofs, key=lambda name: name in whole.rules):  # an instance that nobody notices comes first
        proof = proofs[name]
        if not proof.is_proved:
            console.say(f"{console.paint(_called(name, whole), 'bad')}: {_why(proof, is_rule=name in whole.rules)}")
        elif every and away[name]:
            console.say(f"{_called(name, whole)} is proved, and yet")
        for one in away[name] if every or not proof.is_proved else ():
            console.say(f"    nobody notices if at {one.address} {one.what}")
    for line in _sums(proofs, whole) if proofs else ():
        console.say(line)


def _show_swept(swept: list[Sweep] | None) -> None:
    """By file, how much of what can go wrong in programs is noticed, and what isn't."""
    if swept is None:
        return
    for file, found in by_file(swept).items():
        console.say(f"{file}: {len(found.noticed)} of {found.tried} mutants are noticed")
        for one in found.survivors:
            console.say(f"    nobody notices if at {one.address} {one.what}")
    noticed, tried = sum(len(one.noticed) for one in swept), sum(one.tried for one in swept)
    share = f" ({100 * noticed // tried} %)" if tried else ""
    refused = sum(one.refused for one in swept)
    console.say(f"{noticed} of {tried} mutants of programs are noticed{share}, {refused} more can't be played")


def _called(name: str, whole: Bench) -> str:
    """A rule by its id, instances by the first of them."""
    more = len(whole.groups[name].members) - 1 if name in whole.groups else 0
    return f"{name} and {more} stand-ins like it" if more else name


def _sums(proofs: dict[str, Proof], whole: Bench) -> Iterator[str]:
    """How many of what are proved."""
    for word, names in {
        "rules": list(whole.rules),
        "instances": [name for name, group in whole.groups.items() if not group.is_stand_in],
        "shapes of stand-ins": [name for name, group in whole.groups.items() if group.is_stand_in],
    }.items():
        tried = [proofs[name] for name in names if name in proofs]
        if tried:
            yield f"{sum(proof.is_proved for proof in tried)} of {len(tried)} {word} are proved"
    count, refused = (sum(getattr(proof, name) for proof in proofs.values()) for name in ("tried", "refused"))
    all_of_them = f"{console.counted(count, 'mutant')} {'was' if count == 1 else 'were'} tried"
    yield f"{all_of_them}, {refused} of them can't be played"


def _why(proof: Proof, *, is_rule: bool) -> str:
    for case in proof.failing:
        return f"a scenario that names it doesn't hold, or can't be played: {case.title} ({case.file}:{case.line})"
    if proof.survivors:
        return "its scenarios hold whatever goes wrong"
    if proof.tried:
        return "no mutant of it can be played"
    if not is_rule:
        return "no scenario is about it, or speaks of it"
    return "no scenario names it, or no content does, or it forbids what no change here would let happen"


def _plain(
    reference: str, proofs: dict[str, Proof], whole: Bench, swept: list[Sweep] | None = None
) -> dict[str, object]:
    rules = {name: proof for name, proof in proofs.items() if name in whole.rules}
    return {
        "pack": reference,
        "rules": len(rules),
        "proved": sum(proof.is_proved for proof in rules.values()),
        "tried": sum(proof.tried for proof in proofs.values()),
        "refused": sum(proof.refused for proof in proofs.values()),
        "not_proved": [name for name, proof in rules.items() if not proof.is_proved],
        "instances": _plain_groups(proofs, whole, stand_ins=False),
        "stand_ins": _plain_groups(proofs, whole, stand_ins=True),
        "survivors": [
            {"target": name, "pack": one.pack, "address": one.address, "what": one.what, "file": one.file}
            for name, away in survivors(proofs.values()).items()
            for one in away
        ],
        "list": [_plain_proof(proof) for proof in proofs.values()],
        "programs": [_plain_file(file, one) for file, one in by_file(swept or ()).items()],
    }


def _plain_file(file: str, swept: Sweep) -> dict[str, object]:
    away = [{"address": one.address, "what": one.what} for one in swept.survivors]
    return {"file": file, "tried": swept.tried, "noticed": len(swept.noticed), "survivors": away}


def _plain_groups(proofs: dict[str, Proof], whole: Bench, *, stand_ins: bool) -> dict[str, object]:
    """The counts of instances; of stand-ins each shape counts once."""
    asked = [name for name, group in whole.groups.items() if group.is_stand_in is stand_ins and name in proofs]
    return {
        "count": len(asked),
        "proved": sum(proofs[name].is_proved for name in asked),
        "not_proved": [
            [one.address for one in whole.groups[name].members] if stand_ins else name
            for name in asked
            if not proofs[name].is_proved
        ],
    }


def _plain_proof(proof: Proof) -> dict[str, object]:
    return {
        "target": proof.target,
        "proved": proof.is_proved,
        "scenario": proof.case.title if proof.case else None,
        "mutant": f"{proof.mutant.address}: {proof.mutant.what}" if proof.mutant else None,
        "tried": proof.tried,
        "scenarios": proof.cases,
        "failing": [case.title for case in proof.failing],
    }
