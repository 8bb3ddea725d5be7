"""What stands on the things of a game: name, facts, what they do, the rules they come from. Who draws them asks here.

    kinds: {card: {data: {price: number}, programs: {reward: {}}}}
    cards: {gem: {price: 3, reward: gain 1 point}}

The face of `cards.gem` has the fact `price`, called *price*, which is 3, and of the program `reward` that it does
*Gain 1 point.* Nothing of it is secret: faces are what everybody may read in the box, and don't say where a piece lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulebed.packs.address import find, is_within, through_do
from rulebed.packs.ledger import named_by, named_in
from rulebed.packs.node import Map, Scalar
from rulebed.packs.words import LANGUAGE
from rulebed.source.suggest import did_you_mean
from rulebed.source.visible import visible

if TYPE_CHECKING:
    from rulebed.describing import Deed
    from rulebed.lang.types import Type
    from rulebed.model.game import Model, Table
    from rulebed.packs.node import Entry, Node
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.teller import Teller
    from rulebed.play.rules.words import Words
    from rulebed.source.text import Span

DRAWN = "deck"  # a pile that is drawn from
YES = "yes"


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """Something printed on a thing: what it is called, its value in words, and the value itself.

    Where that is a thing that has a face of its own, `thing` is its address.
    """

    fact: str
    name: str
    text: str
    value: Any
    on_back: bool
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A rule of the ledger, in the language of the pack; in others its id alone."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Face:
    """One thing, and how many look just like it; `sort` is what its kind is called, `layer` who added or changed it.

    What does nothing itself, such as a tile for an action, does what the things do that are printed on it.
    """

    address: str
    kind: str
    id: str
    name: str
    sort: str
    facts: tuple[PrintedFact, ...]
    does: tuple[Deed, ...]
    note: str
    rules: tuple[Named, ...]
    layer: str
    count: int = 1

    @property
    def look(self) -> tuple[object, ...]:
        """What can be told of it at a glance: equal for pieces that are alike."""
        return self.kind, self.name, tuple((one.fact, one.text) for one in self.facts), self.does

    def plain(self) -> dict[str, Any]:
        """The same as JSON."""
        found = asdict(self)
        return found | {key: list(found[key]) for key in ("facts", "does", "rules")}


@dataclass(slots=True)
class Faces:
    """The faces of a game for some players and options, in a language."""

    words: Words
    model: Model
    teller: Teller
    language: str = LANGUAGE
    _kinds: dict[str, tuple[Face, ...]] = field(default_factory=dict)
    _declared: dict[str, Node] = field(init=False)

    def __post_init__(self) -> None:
        found = _entries(self.teller.tree.root.get("kinds"))
        self._declared = {one.key: one.value for one in found if one.key in self.model.kinds}

    def kinds(self) -> tuple[str, ...]:
        """The kinds that the pack declares, as far as there are things of them."""
        return tuple(self._declared)

    def every_kind(self) -> tuple[str, ...]:
        """The same, and those that each game has, such as its players."""
        return tuple(name for name, kind in self.model.kinds.items() if kind.section)

    def cards(self) -> tuple[str, ...]:
        """The kinds whose things are cards: those of which the pack says so, and those that are drawn from a deck."""
        return tuple(name for name, node in self._declared.items() if self._is_card(name, node))

    def section(self, kind: str) -> str:
        """Where the pack describes the things of a kind, and what their addresses begin with."""
        return self.model.kinds[kind].section

    def of_kind(self, kind: str) -> tuple[Face, ...]:
        """The faces of all things of a kind."""
        if kind not in self._kinds:
            made = [self._face(kind, number) for number in range(len(self.model.kinds[kind].instances))]
            counted = Counter(one.look for one in made)
            self._kinds[kind] = tuple(replace(one, count=counted[one.look]) for one in made)
        return self._kinds[kind]

    def rules_of(self, address: str) -> tuple[Named, ...]:
        """The rules that what stands at an address says that it comes from, those of its parts aside."""
        root = self.teller.tree.root
        node = find(root, through_do(root, address))
        return tuple(self._named_rules(named_by(node))) if node is not None else ()

    def at(self, address: str) -> Face:
        """The face of the thing at an address, such as `cards.gem`, or of a player at `players.1`."""
        section, _, name = address.partition(".")
        kind = next((one for one in self.every_kind() if self.section(one) == section), "")
        for one in self.of_kind(kind) if kind else ():
            if one.id == name:
                return one
        names = [one.address for each in ([kind] if kind else self._declared) for one in self.of_kind(each)]
        help_ = did_you_mean(address, names, "an address names a thing of a kind, as in `cards.gem`")
        raise LookupError(visible(f"there is no thing at `{address[:80]}`: {help_}"))

    def _is_card(self, kind: str, node: Node) -> bool:
        said = _at(node, "card")
        if isinstance(said, Scalar):
            return said.value is True
        alike = _at(node, "alike")
        is_token = isinstance(alike, Scalar) and alike.value is True
        piles = (one for one in self.model.fields.values() if one.pile == DRAWN)
        return not is_token and any((one.type.item or one.type).kind == kind for one in piles)

    def _face(self, kind: str, number: int) -> Face:
        words, tree, section = self.words, self.teller.tree, self.section(kind)
        name = self.model.kinds[kind].instances[number]
        address = f"{section}.{name}"
        home = self._declared.get(kind) or tree.find(section) or tree.root
        node = tree.find(address)
        facts = tuple(self._facts(kind, number, node))
        return Face(
            address,
            kind,
            name,
            words.say_instance(kind, number, self.language),
            words.say(kind, self.language),
            facts,
            self._deeds(address) or tuple(self._deeds_of(facts)),
            self._own_text(_text(_at(node, "note"))),
            tuple(self._rules(node)),
            self._layer(address, node or home),
        )

    def _deeds(self, address: str) -> tuple[Deed, ...]:
        """What a thing does itself; one that the pack doesn't describe does nothing."""
        return self.teller.deeds(address, self.language) if self.teller.tree.find(address) is not None else ()

    def _deeds_of(self, facts: tuple[PrintedFact, ...]) -> Iterator[Deed]:
        """What the things do that are printed on one."""
        for one in facts:
            for deed in self._deeds(one.thing) if one.thing else ():
                yield replace(deed, part=f"{one.fact}.{deed.part}")

    def _facts(self, kind: str, number: int, node: Node | None) -> Iterator[PrintedFact]:
        """All that the kind declares, and for what it is made; a number of nothing where the thing itself says so."""
        declared = self._declared.get(kind)
        names = [one.key for key in ("for_each", "data") for one in _entries(_at(declared, key))]
        for name in names:
            table = self.model.tables.get(f"{kind}.{name}")
            if table is not None:
                yield from self._fact(kind, name, table, number, is_said=_at(node, name) is not None)

    def _fact(self, kind: str, name: str, table: Table, number: int, *, is_said: bool) -> Iterator[PrintedFact]:
        words = self.words
        value = words.plain(table.values[number], table.type)
        if value is None or value is False or value == [] or (value == 0 and not is_said):
            return
        said = self._value(table.values[number], table.type)
        on_back = table.name in self.model.kinds[kind].backs
        thing = f"{self.section(table.type.kind)}.{value}" if table.type.kind in self._declared else ""
        yield PrintedFact(name, words.say_fact(kind, name, self.language), said, value, on_back, thing)

    def _value(self, value: Any, sort: Type) -> str:
        """A value as it is printed: things by their names alone, of what holds that it does."""
        words = self.words
        if sort.base == "sequence":
            return words.say_all([self._value(one, sort.item or sort) for one in value], self.language)
        if sort.base == "entity":
            return words.say_instance(sort.kind, value, self.language)
        return words.say(YES, self.language) if sort.base == "flag" else words.say_value(value, sort, self.language)

    def _rules(self, node: Node | None) -> Iterator[Named]:
        yield from self._named_rules(named_in(node)) if node is not None else ()

    def _named_rules(self, found: Iterable[tuple[str, Span]]) -> Iterator[Named]:
        """The rules that are there, each once."""
        known = self.teller.ledger.in_force
        for name in dict.fromkeys(name for name, _ in found):
            if name in known:
                yield Named(name, self._own_text(known[name].text))

    def _own_text(self, text: str) -> str:
        """What the pack says in its own language; nothing in others."""
        return text if (_text(self.teller.tree.root.get("language")) or LANGUAGE) == self.language else ""

    def _layer(self, address: str, node: Node) -> str:
        """Who changed the thing or a part of it last, else who made it."""
        tree = self.teller.tree
        within = [one.layer for one in tree.settings if is_within(one.address, address) and one.address != address]
        blame = tree.blame(address)
        return within[-1] if within else blame[0].layer if blame else tree.layer_of(node.span)


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return tuple(node) if isinstance(node, Map) else ()


def _at(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Map) else None


def _text(node: Node | None) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) and node.value is not None else ""


def faces_of(rules: Rules, language: str = LANGUAGE) -> Faces:
    """What stands on the things of a game, in a language."""
    return rules.once(_faces, language)


def _faces(rules: Rules, language: str) -> Faces:
    if rules.tell is None:
        raise LookupError(f"`{rules.program.model.reference}` was made without a pack that could be read")
    return Faces(rules.words, rules.program.model, rules.tell, language)
