"""Which sort of thing an expression speaks of: the word for one of a set, and the fact that is read."""

from __future__ import annotations

from rulebed.lang.describe.names import FactWords
from rulebed.lang.describe.phrase import Noun, Phrase
from rulebed.lang.describe.speaker import Speaker
from rulebed.lang.syntax import (
    AddUp,
    Around,
    Conditional,
    Either,
    Function,
    List,
    ListFor,
    MemberOf,
    Name,
    Number,
    Of,
    OtherThan,
    Range,
    SyntaxNode,
    Where,
)

IT = "it"
DEEPEST = 20  # values that stand for values
SETS = frozenset({"take", "drop", "reverse", "distinct", "common", "empty"})  # functions whose result is a set
ONE_OF = frozenset({"first", "last"})  # those whose result is one of a set


def known_fact(node: SyntaxNode, speaker: Speaker) -> FactWords | None:
    """The fact that an expression reads."""
    if isinstance(node, MemberOf):
        own = speaker.names.of_kinds.get((_kind_of_owner(node.owner, speaker), node.name))
        return own or speaker.names.fact_of(node.name)
    return speaker.names.facts.get(node.name) if isinstance(node, Name) else None


def _kind_of_owner(node: SyntaxNode, speaker: Speaker) -> str:
    """Of which kind a thing is, as far as its words or the fact that holds it tell."""
    if isinstance(node, Name) and node.name in speaker.locals:
        said, kinds = speaker.locals[node.name].noun.one, speaker.names.kinds.items()
        return next((kind for kind, noun in kinds if said == noun.one or said.endswith(f" {noun.one}")), "")
    known = known_fact(node, speaker)
    return known.kind if known is not None and not known.many and not known.pile else ""


def kind_of(node: SyntaxNode, speaker: Speaker, behind: frozenset[str] = frozenset()) -> Phrase:
    """One of the things of a set, once it has been taken: `the berth`; of a value, of what it stands for."""
    phrase = speaker.say(node)
    if phrase.item is not None:
        return Phrase(phrase.item)
    while isinstance(node, Where | OtherThan | Around | Of | Either | Conditional | AddUp):
        node = node.first if isinstance(node, Either | Conditional | AddUp) else node.source
    if isinstance(node, Name | Function) and node.name not in behind and len(behind) < DEEPEST:
        said = speaker.names.said.get(node.name) if node.name not in speaker.locals else None
        if said is not None and said.source is not None:
            return kind_of(said.source, speaker, behind | {node.name})
    if isinstance(node, Function) and node.name in SETS and node.arguments:
        return kind_of(node.arguments[-1], speaker, behind)
    bare = speaker.say(node)
    if isinstance(node, Name | Range) and bare.many and not bare.named:
        return Phrase(bare.noun)
    if isinstance(node, List):
        return Phrase(_of_list(node, speaker))
    if isinstance(node, ListFor):
        return Phrase(_of_body(node.body, speaker) or speaker.word("one"))
    inner = getattr(node, "source", None)
    if isinstance(inner, SyntaxNode):
        return kind_of(inner, speaker, behind)
    return Phrase(_of_items(node, speaker) or speaker.word("one"))


def among(node: SyntaxNode, speaker: Speaker, *names: str) -> Speaker:
    """Who speaks of one of the things of a set as `it`, whatever it is called besides."""
    inner, it = speaker, speaker.pronoun(_sort_of(node, speaker))
    for name in (IT, *names):
        inner = inner.about(name, it)
    return inner


def _sort_of(node: SyntaxNode, speaker: Speaker, behind: frozenset[str] = frozenset()) -> Noun | None:
    """The word for one of a set, as far as its names tell, without any of it being said."""
    names = speaker.names
    while isinstance(node, Where | OtherThan | Around | Of | Either | Conditional | AddUp):
        node = node.first if isinstance(node, Either | Conditional | AddUp) else node.source
    if isinstance(node, Name) and node.name in names.plurals:
        return names.kinds.get(names.plurals[node.name])
    if isinstance(node, Name | Function) and node.name not in behind and len(behind) < DEEPEST:
        said = names.said.get(node.name) if node.name not in speaker.locals else None
        if said is not None and said.source is not None:
            return _sort_of(said.source, speaker, behind | {node.name})
    if isinstance(node, ListFor):
        return _of_body(node.body, speaker)
    inner = getattr(node, "source", None)
    return _sort_of(inner, speaker, behind) if isinstance(inner, SyntaxNode) else _of_items(node, speaker)


def _of_list(node: List, speaker: Speaker) -> Noun:
    """The word for the items of a set that is written out."""
    if all(isinstance(each, Number) for each in node.items):
        return speaker.word("number")
    match node.items[0]:
        case Name(name=name):
            kind = speaker.names.kind_of.get(name, "")
        case MemberOf(owner=Name(name=kind)) if kind in speaker.names.kinds:
            pass
        case MemberOf() as read if (known := known_fact(read, speaker)) is not None:
            kind = known.kind
        case _:
            kind = ""
    return speaker.names.kinds.get(kind) or speaker.word("one")


def _of_body(node: SyntaxNode, speaker: Speaker, behind: frozenset[str] = frozenset()) -> Noun | None:
    """The word for what is made for each of a set: for one of another set, or for what a fact leads to."""
    if isinstance(node, Function) and node.name in ONE_OF and node.arguments:
        return _sort_of(node.arguments[-1], speaker)
    if isinstance(node, Name | Function) and node.name not in behind and node.name not in speaker.locals:
        said = speaker.names.said.get(node.name)
        if said is not None and said.source is not None:
            return _of_body(said.source, speaker, behind | {node.name})
    known = known_fact(node, speaker) if isinstance(node, MemberOf) else None
    return speaker.names.kinds.get(known.kind) if known is not None else _sort_of(node, speaker)


def _of_items(node: SyntaxNode, speaker: Speaker) -> Noun | None:
    """The word for the items of a fact that is a set, or for the cards of a pile."""
    known = known_fact(node, speaker)
    return speaker.names.kinds.get(known.kind) if known is not None and (known.many or known.pile) else None
