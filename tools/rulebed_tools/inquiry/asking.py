"""What players are asked, or luck is, at an address within a program: it has no node of its own."""

from __future__ import annotations

from dataclasses import replace

from rulebed.analysis import assemble, core, statements_of
from rulebed.content import Ledger, Map, PackTree, is_within_a_program, plural_of
from rulebed.content import address as at
from rulebed.language import SEATED
from rulebed.playing import info_of
from rulebed_tools.inquiry.addresses import briefly, without_pack
from rulebed_tools.inquiry.explanation import Explanation, Place, explained, rules_of
from rulebed_tools.inquiry.reader import Reader

MOST_NAMES = 12


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
    """A thing that has no node of its own since its kind makes it, all of them by one word, or a fact of a thing."""
    word, *rest = without_pack(tree, stated).split(".")
    kind = _kind_of(tree, word)
    if kind is None or len(rest) > len(("thing", "fact")):
        return None
    names = _instances(tree, kind)
    if not rest:
        found = explained(tree, f"kinds.{kind}", ledger, language)
        listed = ", ".join(names[:MOST_NAMES]) + (", ..." if len(names) > MOST_NAMES else "")
        parts = (*found.parts, ("names", f"{len(names)}: {listed}"))
        return replace(found, address=word, sort=f"the word for each {kind}", parts=parts)
    if rest[0] not in names:
        return None
    if len(rest) == 1:
        found = explained(tree, f"kinds.{kind}", ledger, language)
        return replace(found, address=f"{word}.{rest[0]}", sort=f"a {kind}, one of those that its kind makes")
    fact = next((one for one in _declared(kind, rest[1]) if tree.find(one) is not None), None)
    return explained(tree, fact, ledger, language) if fact is not None else None


def kept_out(tree: PackTree, stated: str) -> str:
    """Where the condition stands that keeps a thing of this name from being made, if that is so."""
    word, *rest = without_pack(tree, stated).split(".")
    kind = _kind_of(tree, word)
    condition, every = f"kinds.{kind}.only_if", tree.find(f"kinds.{kind}.for_each")
    if kind is None or not rest or tree.find(condition) is None or not isinstance(every, Map):
        return ""
    parts = rest[0].split("-")
    known = {part for name in _instances(tree, kind) for part in name.split("-")}
    return condition if len(parts) == len(every) and known.issuperset(parts) else ""


def _kind_of(tree: PackTree, word: str) -> str | None:
    """The kind that goes by a word, or whose things do."""
    kinds = tree.find("kinds")
    own = (
        [entry.key for entry in kinds if word in (entry.key, plural_of(entry.key, entry.value))]
        if isinstance(kinds, Map)
        else []
    )
    return own[0] if own else {"players": "player", "parties": "party"}.get(word)


def _declared(kind: str, fact: str) -> tuple[str, ...]:
    """Where a fact of a kind may be declared."""
    inside = (f"kinds.{kind}.state.{fact}", f"kinds.{kind}.data.{fact}")
    return (*inside, f"players.state.{fact}", f"resources.{fact}") if kind in SEATED else inside


def _instances(tree: PackTree, kind: str) -> tuple[str, ...]:
    """The things of a kind when as many as can be play."""
    info = info_of(tree)
    model, _ = assemble(tree, max(info.players), {name: each.default for name, each in info.settings.items()})
    return model.kinds[kind].instances if model is not None else ()


def answered_by(tree: PackTree, answer: str) -> list[tuple[str, Place]]:
    """The choices that can be answered so, with where they stand."""
    fitting = [one for one in _choices(tree).values() if isinstance(one, core.Choose) and answer in _besides(one)]
    return [
        (briefly(tree.root, one.address), Place(tree.layer_of(one.at), one.at.source.name, one.at.line))
        for one in fitting
        if one.at is not None
    ]


def _besides(choice: core.Choose) -> set[str]:
    """The answers to a choice that are no things: its options, and how one declines."""
    options = choice.domain.options if choice.domain.sort == "option" else ()
    return {one.rpartition(".")[2] for one in (*options, choice.decline or "")}


def _choices(tree: PackTree) -> dict[str, core.Choose | core.Roll]:
    """All that is asked when as few as can be play, with the options as they are unless somebody sets them."""
    info = info_of(tree)
    model, _ = assemble(tree, min(info.players), {name: each.default for name, each in info.settings.items()})
    if model is None:
        return {}
    bodies = [*(proc.body for proc in model.procs.values()), *(phase.body for phase in model.phases.values())]
    found = (stmt for body in bodies for stmt in statements_of(body) if isinstance(stmt, core.Choose | core.Roll))
    return {stmt.address: stmt for stmt in found}


def _explained(
    tree: PackTree, address: str, choice: core.Choose | core.Roll, ledger: Ledger, reader: Reader
) -> Explanation | None:
    span = choice.at
    if span is None:
        return None
    program = briefly(tree.root, at.split(choice.address)[0])
    is_answer = address != choice.address
    sort = (
        f"a choice in `{program}`" if isinstance(choice, core.Choose) else f"something that luck decides in `{program}`"
    )
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


def _domain(domain: core.Domain) -> str:
    """What the answers are."""
    if domain.sort == "entity":
        return f"things of the kind {domain.kind}"
    if domain.sort == "option":
        return ", ".join(domain.options)
    return "numbers"
