"""What a pack's programs and values speak of: each name that is declared, with the place where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from rulebed.content import Entry, Map, PackTree, Scalar, Seq
from rulebed.content import Node as Tree
from rulebed.language import BINDERS, parse_expression, parse_program, parse_type
from rulebed.language import syntax as say
from rulebed.text import Report, Span
from rulebed_tools.inquiry.declarations import (
    ANY,
    CALLED,
    EVENT,
    GAME,
    KIND,
    MEMBERS,
    OPTION,
    PHASE,
    PROCEDURE,
    Declarations,
    Sorts,
)

PROSE = frozenset(
    {"title", "about", "note", "rules", "says", "source", "stand_in", "tags", "name", "language", "requires", "plural"}
)
TYPED = frozenset({"state", "data", "takes", "about"})  # mappings of names to types
KEYED = {  # mappings whose keys are names
    "modify": ANY,
    "pay": ANY,
    "on": EVENT,
    "before": PROCEDURE,
    "after": PROCEDURE,
    "instead": PROCEDURE,
}
ABOUT_ITEMS = (
    say.Where,
    say.Any,
    say.No,
    say.Most,
    say.Least,
    say.Sorted,
    say.SortedDown,
    say.Groups,
    say.Narrow,
    say.Find,
)
LASTING = ("per", "once_per", "lasts")  # for each of a kind, or as long as a program goes on
SATISFIED = (say.AllSatisfy, say.AnySatisfies)
SLOT = re.compile(r"\{([^{}:\s]*)[^{}]*\}")
HEADS = ("me", "my", "it")


@dataclass(frozen=True, slots=True)
class Use:
    """One place in which something is spoken of: by what, and of what."""

    user: str
    used: str
    at: Span


@dataclass(slots=True)
class Listener:
    """Listens to one declaration of a pack: its texts, and the names that are its own."""

    known: Declarations
    item: str = ""  # the kind of the instance that it belongs to
    own: dict[str, str] = field(default_factory=dict)  # names given within, each with its kind if that is clear
    heard: list[tuple[str, say.SyntaxNode, Sorts]] = field(
        default_factory=list
    )  # address, what is said there, what it can mean
    keys: list[tuple[str, Entry, Sorts]] = field(default_factory=list)

    def listen(self, address: str, tree: Tree, sorts: Sorts = ANY) -> None:
        """Take in what is said below an address."""
        match tree:
            case Scalar():
                self._text(address, tree, sorts)
            case Seq():
                for number, item in enumerate(tree):
                    self.listen(f"{address}.{number}", item, sorts)
            case Map():
                for entry in tree:
                    self._entry(address, entry, sorts)

    def _entry(self, address: str, entry: Entry, sorts: Sorts) -> None:
        inside, above = f"{address}.{entry.key}", address.rpartition(".")[2]
        if entry.key in PROSE and not isinstance(entry.value, Map) and not address.startswith("board."):
            return
        if above in KEYED:
            self.keys.append((inside, entry, KEYED[above]))
        if above == "takes":
            self.own[entry.key] = _words(entry.value).rstrip("?")
        if above in TYPED or entry.key == "type" or above == "for_each":
            sorts = KIND
        elif entry.key in LASTING:
            sorts = KIND | PROCEDURE
        elif entry.key in ("next", "to", "otherwise") and address.startswith("flow."):
            sorts = PHASE if isinstance(entry.value, Scalar) else sorts
        elif sorts == KIND:
            sorts = ANY
        self.listen(inside, entry.value, sorts)

    def _text(self, address: str, tree: Scalar, sorts: Sorts) -> None:
        if not isinstance(tree.value, str):
            return
        text = say.Text(tree.text, tree.place)
        reports = Report(), Report()
        if sorts == KIND:
            parsed: say.SyntaxNode | None = parse_type(text, reports[0])
        else:
            parsed = parse_expression(text, reports[0])
            parsed = parsed if parsed is not None and not len(reports[0]) else parse_program(text, reports[1])
        if parsed is not None:
            self.heard.append((address, parsed, sorts))
            self._bind(parsed)
        for slot in SLOT.finditer(tree.text) if address.startswith("board.") else ():
            self._slot(address, tree, slot)

    def _slot(self, address: str, tree: Scalar, slot: re.Match[str]) -> None:
        """What a text of the board has in braces: an expression, and perhaps a word for how it is shown."""
        start = slot.start(1)
        shown = say.Text(slot[1], lambda first, last: tree.place(start + first, start + last))
        parsed = parse_expression(shown, Report())
        if parsed is not None:
            self.heard.append((address, parsed, ANY))

    def _bind(self, parsed: say.SyntaxNode) -> None:
        for node in nodes(parsed):
            if isinstance(node, BINDERS) and node.name:
                self.own[node.name] = self._kind(getattr(node, "source", None))
            if isinstance(node, say.Pair):
                self.own[node.second_name] = self._kind(node.second_source)

    # What is used.

    def uses(self) -> Iterator[Use]:
        """All that is spoken of, in order."""
        for address, entry, sorts in self.keys:
            for name in (entry.key, *entry.key.split(".")):
                for used in self.known.meant(name, sorts):
                    yield Use(address, used, entry.key_span)
        for address, node, sorts in self.heard:
            for part, item in self._with_items(node, self.item):
                yield from self._used(address, part, sorts, item)

    def _with_items(self, node: say.SyntaxNode, item: str) -> Iterator[tuple[say.SyntaxNode, str]]:
        """Every part of a node, with the kind of the item that its conditions are about."""
        yield node, item
        inner = (self._kind(node.source, item) or item) if isinstance(node, (*ABOUT_ITEMS, *SATISFIED)) else item
        for each in fields(node)[1:]:
            part, is_of_item = getattr(node, each.name), each.name != "source"
            if isinstance(node, SATISFIED):  # what they satisfy names them
                is_of_item = each.name == "where"
            for one in part if isinstance(part, tuple) else (part,):
                if isinstance(one, say.SyntaxNode):
                    yield from self._with_items(one, inner if is_of_item else item)

    def _used(self, address: str, node: say.SyntaxNode, sorts: Sorts, item: str) -> Iterator[Use]:
        for name, possible, owner in self._named(node, sorts, item):
            at = node.spot.span_of(name)
            for used in self.known.meant(name, possible, owner):
                if at is not None:
                    yield Use(address, used, at)
        at = node.spot.span()
        for used in self._unnamed(node, item):
            if at is not None:
                yield Use(address, used, at)

    def _unnamed(self, node: say.SyntaxNode, item: str) -> tuple[str, ...]:
        """What a node speaks of without its name: the program of an instance, the fact that says whose it is."""
        match node:
            case say.Do(program=program) | say.Call(program=program) | say.Can(program=program) if not isinstance(
                program, say.Function
            ):
                return self.known.programs_of(self._kind(program, item))
            case say.Of(source=source, owner=owner):
                return self.known.facts_between(self._kind(source, item), self._kind(owner, item))
            case _:
                return ()

    def _named(self, node: say.SyntaxNode, sorts: Sorts, item: str) -> Iterator[tuple[str, Sorts, str]]:
        """The name that a node says itself, what it can mean, and the kind whose fact it would be."""
        match node:
            case say.Function(name=name):
                yield name, CALLED if sorts == ANY else sorts, GAME
            case say.Name(name=name) if name not in self.own and name not in HEADS:
                yield name, sorts, item or GAME
            case say.MemberOf(owner=say.Name(name="options"), name=name):
                yield name, OPTION, ""
            case say.MemberOf(owner=owner, name=name):
                yield name, MEMBERS, self._kind(owner, item)
            case say.Raise(name=name):
                yield name, EVENT, ""
            case say.WithValue(name=name) | say.Without(name=name):
                yield name, ANY, ""
            case (
                say.NamedType(name=kind)
                | say.HoldsType(kind=kind)
                | say.PileType(kind=kind)
                | say.BoundedType(name=kind)
            ):
                yield kind, KIND, ""
            case _:
                pass

    def _kind(self, node: say.SyntaxNode | None, item: str = "") -> str:
        """The kind of an expression's value or items, if that is clear from its words; else nothing."""
        match node:
            case say.Name(name=name) if name in HEADS:
                return "player" if name != "it" else item
            case say.Name(name=name):
                return self.own[name] if name in self.own else self.known.kind_of(name, item)
            case say.MemberOf(owner=owner, name=name):
                return self.known.kind_of(name, self._kind(owner, item))
            case say.SyntaxNode():
                return self._kind(getattr(node, "source", None), item)
            case _:
                return ""


def nodes(tree: say.SyntaxNode) -> Iterator[say.SyntaxNode]:
    """A node and all that it is made of, in the order in which it is written."""
    yield tree
    for each in fields(tree)[1:]:
        part = getattr(tree, each.name)
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, say.SyntaxNode):
                yield from nodes(one)


def uses_of(tree: PackTree) -> tuple[Use, ...]:
    """All that the programs, values and types of a pack speak of."""
    known = Declarations(tree.root)
    found: dict[tuple[str, str, Span], Use] = {}
    for section in tree.root:
        for entry in section.value if isinstance(section.value, Map) and section.key not in PROSE else ():
            listener = Listener(known, known.of_plural(section.key) or (entry.key if section.key == "kinds" else ""))
            sorts = KIND if section.key in ("state", "data") else ANY
            listener.listen(f"{section.key}.{entry.key}", entry.value, sorts)
            for use in listener.uses():
                found.setdefault((use.user, use.used, use.at), use)
    return tuple(found.values())


def _words(tree: Tree) -> str:
    return tree.text if isinstance(tree, Scalar) else ""
