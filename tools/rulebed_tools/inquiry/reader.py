"""Reads a pack to somebody: what stands at an address, what it is called, and what it does, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebed.content import Locale, Map, Node, PackTree, Scalar, locales
from rulebed.content import address as at
from rulebed.language import KEYS, Describer
from rulebed.playing import LANGUAGE
from rulebed_tools.inquiry.declarations import PARTS, Declarations
from rulebed_tools.inquiry.writing import written

PROGRAM, VALUE, ATTRIBUTE = "program", "value", "attribute"
OF_PROGRAMS = ("procedures", "flow", "triggers", "watchers")
OF_VALUES = ("values", "laws", "result")
NAMED_PARTS = (("result", "score"), ("result", "honours"))
HOOKS = ("on", "before", "after", "instead")
WITHIN = ("do", "options")  # keys of a program behind which there are programs again
REMARKS = frozenset({"rules", "note", "says", "title", "about", "source", "stand_in"})


@dataclass(slots=True)
class Reader:
    """Reads one pack in one language."""

    tree: PackTree
    language: str = LANGUAGE
    known: Declarations = field(init=False)
    locale: Locale = field(init=False)
    _describer: Describer = field(init=False)

    def __post_init__(self) -> None:
        self.known = Declarations(self.tree.root)
        self.locale = locales(self.tree)[0].get(self.language, Locale(self.language))
        self._describer = Describer(self.tree)

    # What it does.

    def words(self, address: str) -> str:
        """What a program does or a value stands for; nothing for anything else."""
        if self.part(address) in (PROGRAM, VALUE):
            return self._described(address)
        return ""

    def _described(self, address: str) -> str:
        return self._describer.describe(address, self.language)

    def answer(self, address: str) -> str:
        """What taking an option does that has no node of its own, such as a yes."""
        return self._described(address)

    def called(self, address: str) -> str:
        """The address of the procedure that a program carries out, if it does nothing else; its own otherwise."""
        node = self.tree.find(at.through_do(self.tree.root, address))
        text = node.text.strip() if isinstance(node, Scalar) else ""
        procedure = f"procedures.{text}"
        return procedure if text.isidentifier() and self.tree.find(procedure) is not None else address

    def text(self, address: str) -> str:
        """How it is written, its remarks aside."""
        node = self.tree.find(address)
        is_empty = node is None or (isinstance(node, Scalar) and node.value is None)
        return "" if node is None or is_empty else without_remarks(node)

    def parts(self, address: str) -> tuple[tuple[str, str], ...]:
        """What an instance says, by key: in words where it is a program; what a kind has, by name."""
        node = self.tree.find(address)
        keys = address.split(".")
        if len(keys) == 1 and isinstance(node, Map):
            return (("entries", ", ".join(node.entries)),)
        if len(keys) != 2 or not isinstance(node, Map):
            return ()
        if keys[0] == "kinds":
            return self._of_kind(keys[1], node)
        if not self.known.of_plural(keys[0]):
            return ()
        told = [(key, value, f"{address}.{key}") for key, value in _with_hooks(node) if key not in REMARKS]
        return tuple((key, self.words(one) or without_remarks(value)) for key, value, one in told)

    def _of_kind(self, kind: str, node: Map) -> tuple[tuple[str, str], ...]:
        named = [(entry.key, entry.value) for entry in node if isinstance(entry.value, Map)]
        listed = self.tree.find(self.known.plurals[kind])
        rows = [(key, ", ".join(value.entries)) for key, value in named if key in PARTS]
        return (*rows, *([("instances", ", ".join(listed.entries))] if isinstance(listed, Map) else []))

    # What it is.

    def part(self, address: str) -> str:
        """Whether an address is that of a program, a value, something that a program says of itself, or neither."""
        keys = at.way(self.tree.root, address) or ()
        start = self._start(keys)
        if not start:
            return VALUE if keys and keys[0] in OF_VALUES and len(keys) <= _longest(keys) else ""
        for key in keys[start:]:
            if key in KEYS and key not in WITHIN:
                return ATTRIBUTE
        return PROGRAM

    def _start(self, keys: tuple[str, ...]) -> int:
        """How many keys lead to the program that an address is in; none if it is in none."""
        if len(keys) > 1 and keys[0] in OF_PROGRAMS:
            return 2
        kind = self.known.of_plural(keys[0]) if len(keys) > 2 else ""
        if kind and keys[2] in self._programs(kind):
            return 3
        if kind and keys[2] in HOOKS and len(keys) > 3:
            return 4
        return 5 if keys[:1] == ("kinds",) and keys[2:3] == ("programs",) and keys[4:5] == ("default",) else 0

    def _programs(self, kind: str) -> tuple[str, ...]:
        node = at.find(self.tree.root, f"kinds.{kind}.programs")
        return tuple(node.entries) if isinstance(node, Map) else ()

    def sort(self, address: str) -> str:
        """What stands at an address, in words for a sentence."""
        keys = at.way(self.tree.root, address) or ()
        declared = self.known.at(address)
        above, last = at.split(address)
        if len(keys) == 1:
            return f"the section `{address}`"
        if declared is not None and declared.sort == "instance":
            return f"an instance of the kind `{declared.kind}`"
        if declared is not None and declared.sort == "option":
            return "an option of the setup"
        if declared is not None:
            whose = f" of the kind `{declared.kind}`" if address.startswith("kinds.") and declared.kind else ""
            return f"a {declared.sort}{whose}" if declared.sort[0] not in "aeiou" else f"an {declared.sort}{whose}"
        return self._part_of(keys, above, last)

    def _part_of(self, keys: tuple[str, ...], above: str, last: str) -> str:
        kind = self.known.of_plural(keys[0]) if len(keys) == 3 else ""
        if kind and self.part(".".join(keys)) == PROGRAM:
            return f"the program `{last}` of `{above}`"
        if kind and self.known.meant(last, frozenset({"fact"}), kind):
            return f"the fact `{last}` of `{above}`"
        if keys[-2] == "options" and self.part(".".join(keys)) == PROGRAM:
            return f"an option of `{at.split(above)[0]}`"
        if self.part(".".join(keys)) == PROGRAM and last not in KEYS:
            return f"a step of `{above.removesuffix('.do')}`"
        return f"`{last}` of `{above}`"

    # What it is called.

    def title(self, address: str) -> str:
        """What people call it: its own text, its title, or the noun for it."""
        node = self.tree.find(address)
        title = node.get("title") if isinstance(node, Map) else None
        own = self.locale.text(address) or (title.text if isinstance(title, Scalar) else "")
        return own or (self._noun(address.rpartition(".")[2]) if self.known.at(address) is not None else "")

    def _noun(self, name: str) -> str:
        entry = self.locale.nouns.get(name)
        value = entry.value if entry is not None else None
        one = value.get("one") if isinstance(value, Map) else value
        return one.text if isinstance(one, Scalar) else ""


def _longest(keys: tuple[str, ...]) -> int:
    """How many keys lead to a value in this section: those of the result may have parts with names."""
    return 2 + (keys[-1] in ("is", "score")) + (keys[:2] in NAMED_PARTS)


def _with_hooks(node: Map) -> Iterator[tuple[str, Node]]:
    """The keys of an instance; each thing that it waits for is one by itself."""
    for entry in node:
        if entry.key in HOOKS and isinstance(entry.value, Map):
            yield from ((f"{entry.key}.{hook.key}", hook.value) for hook in entry.value)
        else:
            yield entry.key, entry.value


def without_remarks(node: Node) -> str:
    """A node on one line, without what it says about itself."""
    if not isinstance(node, Map):
        return written(node)
    kept = {entry.key: entry for entry in node if entry.key not in REMARKS}
    if len(kept) == 1 and kept.keys() <= {"do", "is"}:
        return written(next(iter(kept.values())).value)
    return written(node.with_entries(kept)) if kept else ""
