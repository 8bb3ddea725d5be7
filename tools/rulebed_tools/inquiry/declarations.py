"""What a pack declares, by name: the addresses of kinds, instances, facts, programs, values, procedures and phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebed.content import Entry, Map, Node, Scalar, Seq, plural_of

Sorts = frozenset[str]

SECTIONS = {
    "procedures": "procedure",
    "values": "value",
    "costs": "cost",
    "events": "event",
    "resources": "resource",
    "factions": "faction",
    "flow": "phase",
    "options": "option",
    "presets": "preset",
    "watchers": "watcher",
    "triggers": "trigger",
    "laws": "law",
}
HOLDERS = {"players": "player", "parties": "party", "game": "game"}
PARTS = {"data": "fact", "state": "fact", "programs": "program", "values": "fact"}
FACTS = frozenset({"fact", "program"})
MEMBERS = FACTS | {"resource", "value"}
KIND, EVENT, PHASE, OPTION = (frozenset({sort}) for sort in ("kind", "event", "phase", "option"))
PROCEDURE = frozenset({"procedure", "phase"})
ANY = frozenset({"procedure", "value", "cost", "resource", "faction", "plural", "instance"}) | FACTS
GAME = "game"  # in the place of a kind: nothing in particular is spoken of
CALLED = frozenset({"procedure", "value", "cost"})
OWNERS = {"player": ("player", "party"), "party": ("party", "player")}


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration; `kind` is whose fact, program or instance it is, `gives` the kind of its value or items."""

    name: str
    address: str
    sort: str
    kind: str = ""
    gives: str = ""


class Declarations:
    """The declarations of a pack, by name."""

    def __init__(self, root: Map) -> None:
        self.root = root
        self.plurals = {entry.key: plural_of(entry.key, entry.value) for entry in _entries(root.get("kinds"))}
        self._by_name: dict[str, list[Declared]] = {}
        for one in self._all():
            self._by_name.setdefault(one.name, []).append(one)

    def meant(self, name: str, sorts: Sorts, kind: str = "") -> tuple[str, ...]:
        """The addresses of what a name can mean; of facts of one name those of the kind, if that is known."""
        found = [one for one in self._by_name.get(name, ()) if one.sort in sorts]
        own = [one for one in found if kind and one.kind in OWNERS.get(kind, (kind,))]
        own = own or [one for one in found if kind and (one.kind == GAME or one.sort not in FACTS)]
        return tuple(dict.fromkeys(one.address for one in own or found))

    def kind_of(self, name: str, owner: str = "") -> str:
        """The kind of what a name stands for, or of its items, if there is only one that it can be."""
        found = [one for one in self._by_name.get(name, ()) if one.gives]
        own = [one for one in found if owner and one.kind in OWNERS.get(owner, (owner,))]
        gives = {one.gives for one in own or found}
        return gives.pop() if len(gives) == 1 else ""

    def programs_of(self, kind: str) -> tuple[str, ...]:
        """The programs that instances of a kind carry."""
        return tuple(one.address for one in self._every() if kind and one.kind == kind and one.sort == "program")

    def facts_between(self, kind: str, other: str) -> tuple[str, ...]:
        """The facts of one kind that say to which instance of another something belongs."""
        found = (one for one in self._every() if one.kind == kind and one.sort == "fact" and other)
        return tuple(one.address for one in found if one.gives == other)

    def _every(self) -> Iterator[Declared]:
        for listed in self._by_name.values():
            yield from listed

    def of_plural(self, plural: str) -> str:
        """The kind whose instances a section lists; nothing if it lists none."""
        return next((kind for kind, name in self.plurals.items() if name == plural), "")

    def at(self, address: str) -> Declared | None:
        """The declaration that stands at an address."""
        name = address.rpartition(".")[2]
        return next(
            (one for one in self._by_name.get(name, ()) if one.address == address and one.sort != "plural"), None
        )

    def _all(self) -> Iterator[Declared]:
        for section, sort in SECTIONS.items():
            for entry in _entries(self.root.get(section)):
                yield Declared(entry.key, f"{section}.{entry.key}", sort)
        for holder, kind in HOLDERS.items():
            yield from self._facts(holder, self.root.get(holder), kind)
        for kind, plural in self.plurals.items():
            yield from self._kind(kind, plural)
        for kind in ("player", "party"):
            yield Declared({"player": "players", "party": "parties"}[kind], "players", "built_in", "", kind)

    def _kind(self, kind: str, plural: str) -> Iterator[Declared]:
        address = f"kinds.{kind}"
        yield Declared(kind, address, "kind")
        yield Declared(plural, address, "plural", gives=kind)
        declared = self.root.get("kinds")
        node = declared.get(kind) if isinstance(declared, Map) else None
        yield from self._facts(address, node, kind)
        for entry in _entries(node.get("for_each") if isinstance(node, Map) else None):
            yield Declared(entry.key, f"{address}.for_each.{entry.key}", "fact", kind, _kind_in(entry.value))
        listed = node.get("instances") if isinstance(node, Map) else None
        for number, item in enumerate(listed) if isinstance(listed, Seq) else ():
            if isinstance(item, Scalar):
                yield Declared(item.text, f"{address}.instances.{number}", "instance", kind, kind)
        for entry in _entries(self.root.get(plural)):
            yield Declared(entry.key, f"{plural}.{entry.key}", "instance", kind, kind)

    def _facts(self, address: str, node: Node | None, kind: str) -> Iterator[Declared]:
        for part, sort in PARTS.items():
            for entry in _entries(node.get(part) if isinstance(node, Map) else None):
                gives = _kind_in(entry.value) if sort == "fact" else ""
                yield Declared(entry.key, f"{address}.{part}.{entry.key}", sort, kind, gives)


def _kind_in(node: Node) -> str:
    """The kind that a type speaks of: its last word."""
    stated = node.get("type") if isinstance(node, Map) else node
    words = stated.text.split() if isinstance(stated, Scalar) else []
    word = words[-1].rstrip("?") if words else ""
    return "" if word in ("number", "flag") or ".." in word else word


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return tuple(node) if isinstance(node, Map) else ()
