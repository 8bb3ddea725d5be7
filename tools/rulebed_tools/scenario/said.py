"""What a scenario says, and what it takes over: from files that its own uses, from its file, from beginnings by name.

The sources stand from the outermost to the scenario's own words. Of a mapping such as `given` each entry counts, a
later one in the place of an earlier; of `choose` and `luck` the later goes on where the earlier ends; of all else the
last word counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulebed.content import Entry, Map, Node, Scalar, Seq, plain, read_yaml_file
from rulebed.text import Report, did_you_mean

KIND = "scenario"  # of files; in one of them the key of its sentence
SCENARIOS, BEGINNINGS, FROM, USE = "scenarios", "beginnings", "from", "use"
FILES = "it is a path from the folder of this file on"


@dataclass(frozen=True, slots=True)
class Said:
    """The mappings that make up one scenario, the most general first."""

    sources: tuple[Map, ...]

    @property
    def own(self) -> Map:
        """The scenario's own words."""
        return self.sources[-1]

    def with_own(self, own: Map) -> Said:
        """The same with other words of its own."""
        return Said((*self.sources[:-1], own))

    def last(self, key: str) -> Node | None:
        """The last word about something."""
        return next((node for one in reversed(self.sources) if (node := one.get(key)) is not None), None)

    def every(self, key: str) -> Iterator[Node]:
        """What each source says about something."""
        yield from (node for one in self.sources if (node := one.get(key)) is not None)

    def entries(self, key: str) -> dict[str, Entry]:
        """The entries of mappings, a later one in the place of an earlier."""
        return {entry.key: entry for node in self.every(key) for entry in entries_of(node)}

    def whole(self, key: str) -> Map | None:
        """What all sources say under a key of a mapping, as one."""
        last = self.last(key)
        return last.with_entries(self.entries(key)) if isinstance(last, Map) else None

    @property
    def plain(self) -> object:
        """All of it as plain data."""
        return [plain(one) for one in self.sources]


def over(own: Map, more: Map) -> Map:
    """One mapping over another: what both have as mappings is put together, of all else the second counts."""
    entries = dict(own.entries)
    for entry in more:
        there, value = own.get(entry.key), entry.value
        both = over(there, value) if isinstance(there, Map) and isinstance(value, Map) else value
        entries[entry.key] = replace(entry, value=both)
    return own.with_entries(entries)


class Shared:
    """What the scenarios of a file have in common: what holds for all, and beginnings by name.

    A file without scenarios of its own is there for others, which name it by its path from their `folder` on.
    """

    def __init__(self, tree: Map, report: Report, folder: Path, within: tuple[Path, ...] = ()) -> None:
        self._report = report
        is_list = tree.get(SCENARIOS) is not None
        own = {entry.key: entry for entry in tree if entry.key not in (SCENARIOS, BEGINNINGS, USE)}
        named = one_or_several(tree.get(USE)) if is_list else ()
        used = [one for name in named if (one := self._used(name, folder, within)) is not None]
        self.for_all: tuple[Map, ...] = tuple(source for one in used for source in one.for_all)
        self.for_all += (tree.with_entries(own),) if is_list and own else ()
        self.named: dict[str, Entry] = {key: entry for one in used for key, entry in one.named.items()}
        self.named |= {entry.key: entry for entry in entries_of(tree.get(BEGINNINGS))}
        for entry in self.named.values():
            list(self._beginnings(entry.value, (entry.key,)))

    def of(self, node: Map) -> Said:
        """A scenario with what it takes over."""
        return Said((*self.for_all, *self._beginnings(node), node))

    def _used(self, name: Node, folder: Path, within: tuple[Path, ...]) -> Shared | None:
        """What another file has for those that use it."""
        path = folder / text_of(name)
        if not path.is_file():
            near = did_you_mean(text_of(name), [file.name for file in sorted(folder.glob("*.yaml"))])
            self._report.error("P304", name.span, f"there is no file `{text_of(name)}` here", help=near or FILES)
            return None
        if path.resolve() in within:
            self._report.error("P304", name.span, f"`{text_of(name)}` uses itself", help="leave one `use` out")
            return None
        tree, found = read_yaml_file(path, KIND)
        self._report.merge(found)
        if tree is None or found.errors:
            return None
        if items_of(tree.get(SCENARIOS)) or SCENARIOS not in tree:
            message = f"`{text_of(name)}` has scenarios of its own"
            self._report.error(
                "P304", name.span, message, help="what several files share stands beside `scenarios: []`"
            )
            return None
        return Shared(tree, self._report, path.parent, (*within, path.resolve()))

    def _beginnings(self, node: Node, above: tuple[str, ...] = ()) -> Iterator[Map]:
        """Those that a node begins from, the first of them first; what can't be found is reported once."""
        for name in one_or_several(node.get(FROM) if isinstance(node, Map) else None):
            found = self.named.get(text_of(name))
            if found is None:
                help_ = did_you_mean(text_of(name), self.named, _listed(self.named))
                self._report.error(
                    "P304", name.span, f"there is no beginning `{text_of(name)}` in this file", help=help_
                )
            elif found.key in above:
                self._report.error("P304", name.span, f"`{found.key}` begins from itself", help="leave one `from` out")
            elif isinstance(found.value, Map):
                yield from self._beginnings(found.value, (*above, found.key))
                yield found.value


def _listed(names: Iterable[str]) -> str:
    known = ", ".join(f"`{name}`" for name in names)
    return f"`{BEGINNINGS}` has {known}" if known else f"list it under `{BEGINNINGS}` of the file, with what it gives"


def one_or_several(node: Node | None) -> tuple[Node, ...]:
    """A node, or those of a list."""
    if node is None:
        return ()
    return node.items if isinstance(node, Seq) else (node,)


def items_of(node: Node | None) -> tuple[Node, ...]:
    """The items of a list."""
    return node.items if isinstance(node, Seq) else ()


def entries_of(node: Node | None) -> tuple[Entry, ...]:
    """The entries of a mapping."""
    return tuple(node) if isinstance(node, Map) else ()


def text_of(node: Node | None) -> str:
    """A scalar as a text."""
    return node.text if isinstance(node, Scalar) else ""


def number_of(node: Node | None) -> int | None:
    """A whole number."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def is_so(node: Node | None, *, default: bool) -> bool:
    """Whether a flag is set."""
    return node.value is True if isinstance(node, Scalar) else default
