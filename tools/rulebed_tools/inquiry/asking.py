"""What players are asked, or luck is, at an address within a program: it has no node of its own."""

from __future__ import annotations

from dataclasses import replace

from rulebed.build.assemble.assemble import assemble
from rulebed.lang.core import Choose, Domain, Roll
from rulebed.lang.walk import stmts
from rulebed.packs import address as at
from rulebed.packs.kind_schema import plural_of
from rulebed.packs.ledger import Ledger
from rulebed.packs.locale import is_within_a_program
from rulebed.packs.node import Map
from rulebed.packs.pack import PackTree
from rulebed.play.manifest import info_of
from rulebed_tools.inquiry.addresses import briefly, without_pack
from rulebed_tools.inquiry.explanation import Explanation, Place, explained, rules_of
from rulebed_tools.inquiry.reader import Reader


def asked(tree: PackTree, stated: str, ledger: Ledger, language: str) -> Explanation | None:
    """The choice or roll at an address, or one of its answers; none where nothing is asked."""
    address = without_pack(tree, stated)
    if not is_within_a_program(tree, address) and not is_within_a_program(tree, at.split(address)[0]):
        return None
    choices = _choices(tree)
    for name in (address, at.split(address)[0]):
        if name in choices:
            return _explained(tree, address, choices[name], ledger, Reader(tree, language))
    return None


def made(tree: PackTree, stated: str, ledger: Ledger, language: str) -> Explanation | None:
    """A thing that has no node of its own since its kind makes it: by the kind, or by the word for all of them."""
    holder, name = at.split(without_pack(tree, stated))
    kinds = tree.find("kinds")
    for entry in kinds if isinstance(kinds, Map) else ():
        if holder in (entry.key, plural_of(entry.key, entry.value)) and name in _instances(tree, entry.key):
            found = explained(tree, f"kinds.{entry.key}", ledger, language)
            return replace(found, address=f"{holder}.{name}", sort=f"a {entry.key}, one of those that its kind makes")
    return None


def _instances(tree: PackTree, kind: str) -> tuple[str, ...]:
    """The things of a kind when as many as can be play."""
    info = info_of(tree)
    model, _ = assemble(tree, max(info.players), {name: each.default for name, each in info.settings.items()})
    return model.kinds[kind].instances if model is not None else ()


def answered_by(tree: PackTree, answer: str) -> list[tuple[str, Place]]:
    """The choices that can be answered so, with where they stand."""
    fitting = [one for one in _choices(tree).values() if isinstance(one, Choose) and answer in _besides(one)]
    return [
        (briefly(tree.root, one.address), Place(tree.layer_of(one.at), one.at.source.name, one.at.line))
        for one in fitting
        if one.at is not None
    ]


def _besides(choice: Choose) -> set[str]:
    """The answers to a choice that are no things: its options, and how one declines."""
    options = choice.domain.options if choice.domain.sort == "option" else ()
    return {one.rpartition(".")[2] for one in (*options, choice.decline or "")}


def _choices(tree: PackTree) -> dict[str, Choose | Roll]:
    """All that is asked when as few as can be play, with the options as they are unless somebody sets them."""
    info = info_of(tree)
    model, _ = assemble(tree, min(info.players), {name: each.default for name, each in info.settings.items()})
    if model is None:
        return {}
    bodies = [*(proc.body for proc in model.procs.values()), *(phase.body for phase in model.phases.values())]
    found = (stmt for body in bodies for stmt in stmts(body) if isinstance(stmt, Choose | Roll))
    return {stmt.address: stmt for stmt in found}


def _explained(
    tree: PackTree, address: str, choice: Choose | Roll, ledger: Ledger, reader: Reader
) -> Explanation | None:
    span = choice.at
    if span is None:
        return None
    program = briefly(tree.root, at.split(choice.address)[0])
    is_answer = address != choice.address
    sort = f"a choice in `{program}`" if isinstance(choice, Choose) else f"something that luck decides in `{program}`"
    return Explanation(
        address,
        f"an answer to `{choice.address}`" if is_answer else sort,
        reader.title(address),
        reader.answer(address),
        span.text,
        (("text", " ".join(span.text.split())), ("from", _domain(choice.domain))),
        Place(tree.layer_of(span), span.source.name, span.line),
        (),
        rules_of(tree, at.through_do(tree.root, at.split(choice.address)[0]), ledger),
        (),
        (),
    )


def _domain(domain: Domain) -> str:
    """What the answers are."""
    if domain.sort == "entity":
        return f"things of the kind {domain.kind}"
    if domain.sort == "option":
        return ", ".join(domain.options)
    return "numbers"
