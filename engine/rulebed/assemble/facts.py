"""Facts: what is known of each instance, static in tables and dynamic in fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulebed.assemble.bench import Bench, at, is_false, is_true
from rulebed.assemble.data import constant_of, declare_data, is_free_of, type_tree, values_of
from rulebed.assemble.declared import HIDDEN, PILES, Declared, are_bounds, read_type
from rulebed.assemble.kinds import instance_nodes
from rulebed.assemble.lasting import lasting
from rulebed.assemble.names import (
    check_declared_name,
    is_free,
)
from rulebed.lang import core, internal
from rulebed.lang.express.table import a
from rulebed.lang.making import ONE, ZERO, default, op
from rulebed.lang.ops import OPS
from rulebed.lang.scope import Typed
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import FLAG, NUMBER, UNKNOWN, entity
from rulebed.model.game import Field, Role
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.lacks import anything_named, halves
from rulebed.source.suggest import did_you_mean

MOST_SLOTS = 50_000  # values that a game keeps


def declare_facts(bench: Bench) -> None:
    """The facts of all kinds, of players, parties and the game; those that never change come first."""
    declare_data(bench)
    for entry in bench.section("kinds"):
        kind = bench.symbols.kinds.get(entry.key)
        if kind is not None:
            _of_kind(bench, kind, entry.value)
    for section, name in (("players", "player"), ("parties", "party")):
        tree = bench.root.get(section)
        if isinstance(tree, Map):
            _of_kind(bench, bench.symbols.kinds[name], tree)
    _of_game(bench)
    for fact, word, entry, owner in bench.veiled:  # who sees one may depend on any other
        said = at(entry.value, "seen_by")
        place = entry.key_span if said is None else said.span
        seen = _who_sees(bench, word, entry, owner)
        bench.fields[fact.address] = replace(bench.fields[fact.address], seen=seen, at=place)
        facts = bench.symbols.facts if owner is None else owner.facts
        facts[entry.key] = replace(facts[entry.key], seen_by=seen)
    _places(bench)
    _knowledge(bench)
    _alike(bench)


def _of_kind(bench: Bench, kind: KindSymbol, tree: Tree) -> None:
    made: list[tuple[Fact, Entry, tuple[core.Value, ...]]] = []
    for entry in bench.entries(at(tree, "state")):
        if is_free_of(bench, entry, kind) and _has_room(bench, kind, entry, sum(fact.size for fact, *_ in made)):
            made.append(_dynamic(bench, kind, entry))
    for fact, entry, initial in made:  # what one is at first can't depend on the others
        kind.facts[entry.key] = fact
        add_field(bench, kind, fact, entry, initial)


def _partner(bench: Bench, entry: Entry) -> KindSymbol | None:
    per = at(entry.value, "per")
    return bench.symbols.kinds.get(per.text) if isinstance(per, Scalar) else None


def _size(kind: KindSymbol, partner: KindSymbol | None) -> int:
    return len(kind.instances) * (len(partner.instances) if partner else 1)


def _has_room(bench: Bench, kind: KindSymbol, entry: Entry, more: int) -> bool:
    """Whether a game can keep this fact with all others."""
    kept = sum(field.size for field in bench.fields.values()) + more
    if kept + _size(kind, _partner(bench, entry)) <= MOST_SLOTS:
        return True
    message = f"with `{entry.key}` there are more than {MOST_SLOTS:,} values to keep"
    bench.report.error("B102", entry.key_span, message, help="declare fewer facts, or fewer that have them")
    return False


def _dynamic(bench: Bench, kind: KindSymbol, entry: Entry) -> tuple[Fact, Entry, tuple[core.Value, ...]]:
    declared = read_type(bench, type_tree(entry))
    per, partner = at(entry.value, "per"), _partner(bench, entry)
    if isinstance(per, Scalar) and partner is None:
        bench.report_unknown(per.span, "kind", per.text, bench.symbols.kinds)
    fact = _fact(bench, f"{kind.name}.{entry.key}", declared, entry, _size(kind, partner))
    fact = replace(fact, per=partner.name if partner else "")
    return fact, entry, _initial(bench, kind, entry, declared, len(partner.instances) if partner else 1)


def _fact(bench: Bench, address: str, declared: Declared, entry: Entry, size: int) -> Fact:
    low, high = declared.low, declared.high
    low_node, high_node = at(entry.value, "low"), at(entry.value, "high")
    if low_node is not None:
        low = _number(bench, low_node)
    if high_node is not None:
        high = _number(bench, high_node)
    said = high_node or low_node
    if said is not None and not are_bounds(bench, low, high, said.span):
        low = high = None
    seen = _seen_word(entry, declared)
    return Fact(
        address,
        declared.type,
        size,
        pile=PILES.get(declared.word, ""),
        holds=declared.holds,
        low=low,
        high=high,
        seen=seen == "all",
        sleeps=is_true(at(entry.value, "sleeps")),
    )


def _number(bench: Bench, node: Tree) -> int | None:
    value = bench.constant(node, NUMBER)
    return value if isinstance(value, int) else None


def _seen_word(entry: Entry, declared: Declared) -> str:
    node = at(entry.value, "seen_by")
    return node.text if isinstance(node, Scalar) else HIDDEN.get(declared.word, "all")


def _initial(bench: Bench, kind: KindSymbol, entry: Entry, declared: Declared, partners: int) -> tuple[core.Value, ...]:
    standard = start_values(bench, at(entry.value, "start"), declared, kind)
    described = dict(instance_nodes(bench, kind))
    row: list[core.Value] = []
    for place in range(len(kind.instances)):
        instance = described.get(place)
        own = at(instance.value, entry.key) if instance is not None else None
        value = standard[place]
        if own is not None:
            (value,) = start_values(bench, own, declared, kind, (place,))
        if value == core.NONE and not declared.type.optional and declared.type.base == "entity":
            _nothing_at_first(bench, entry, declared)
        row += [value] * partners
    return tuple(row)


def _nothing_at_first(bench: Bench, entry: Entry, declared: Declared) -> None:
    kind = declared.type.kind
    help_ = f"give it a `start`, or let it be none: `{kind}?`"
    message = f"nothing says which {kind} `{entry.key}` is at first"
    bench.report.error("P322", entry.key_span, message, help=help_, hangs_on=halves([entry.key]))


def start_values(
    bench: Bench, node: Tree | None, declared: Declared, kind: KindSymbol, places: Sequence[int] | None = None
) -> list[core.Value]:
    """What a fact of some instances, or all, is at first; it may be worked out of what each of them is."""
    count = len(kind.instances) if places is None else len(places)
    if node is None or declared.type == UNKNOWN or _is_all(node, declared):
        return [start_value(bench, node, declared)] * count
    return [_first_value(bench, node, value, declared) for value in values_of(bench, node, declared.type, kind, places)]


def start_value(bench: Bench, node: Tree | None, declared: Declared) -> core.Value:
    """What a fact is at first."""
    if declared.type == UNKNOWN:
        return default(UNKNOWN).value
    item = declared.type.item
    if node is not None and _is_all(node, declared) and item is not None:
        kind = bench.symbols.kinds.get(item.kind)
        return _as_pile(declared, tuple(range(len(kind.instances)))) if kind is not None else ()
    if node is None:
        return max(0, declared.low or 0) if declared.type == NUMBER else default(declared.type).value
    return _first_value(bench, node, constant_of(bench, node, declared.type), declared)


def _is_all(node: Tree, declared: Declared) -> bool:
    return isinstance(node, Scalar) and node.text == "all" and declared.word in PILES and declared.type.item is not None


def _first_value(bench: Bench, node: Tree, value: core.Value | None, declared: Declared) -> core.Value:
    """A value as the fact has it, if it is within its bounds."""
    if value is None:
        return default(declared.type).value
    if isinstance(value, int) and not _within(value, declared):
        bounds = f"{declared.low}..{declared.high}"
        bench.report.error("T224", node.span, f"{value} is out of bounds", help=f"it is one of {bounds}")
    return _as_pile(declared, value) if isinstance(value, tuple) else value


def _within(value: int, declared: Declared) -> bool:
    low = declared.low if declared.low is not None else value
    high = declared.high if declared.high is not None else value
    return low <= value <= high


def _as_pile(declared: Declared, items: tuple[core.Value, ...]) -> core.Value:
    mixed: core.Value = OPS["deck"](items)
    return mixed if PILES.get(declared.word) in {"deck", "bag"} else items


def add_field(bench: Bench, kind: KindSymbol | None, fact: Fact, entry: Entry, initial: tuple[core.Value, ...]) -> None:
    """A dynamic fact."""
    bench.heads[fact.address] = entry.key_span
    if not fact.seen:
        bench.veiled.append((fact, _seen_word(entry, read_type(bench, type_tree(entry))), entry, kind))
    pile = "deck" if fact.pile == "bag" else fact.pile
    bench.fields[fact.address] = Field(
        fact.address,
        kind.name if kind else "game",
        fact.type,
        fact.size,
        initial,
        fact.per,
        pile=pile,
        low=fact.low,
        high=fact.high,
        story=not is_false(at(entry.value, "story")),
        lasts=lasting(bench, fact, entry),
        holds=fact.holds,
    )
    if fact.sleeps:
        asleep = Fact(internal.asleep_of(fact.address), NUMBER, fact.size)
        bench.symbols.sleeping = (*bench.symbols.sleeping, fact)
        bench.fields[asleep.address] = Field(
            asleep.address,
            kind.name if kind else "game",
            NUMBER,
            fact.size,
            (0,) * fact.size,
            fact.per,
            role=Role.ASLEEP,
        )


def _who_sees(bench: Bench, word: str, entry: Entry, kind: KindSymbol | None) -> core.Expr:
    """Who sees a fact, over `it` and `viewer`."""
    viewer, it = core.Local(internal.VIEWER), core.Local("it")
    if word == "nobody":
        return ZERO
    if word == "owner" and kind is not None:
        if kind.name in {"player", "party"}:
            return op("eq", it, viewer)
        owner = kind.facts.get("owner")
        if owner is not None:
            node = core.Data(owner.address, it) if owner.static else core.Read(owner.address, it)
            return op("eq", node, viewer)
        bench.report.error(
            "V101",
            entry.key_span,
            f"{a(kind.name)} has no `owner` who could see this",
            help="give it a fact `owner: player`, or say `seen_by: nobody`",
        )
        return ZERO
    return _seen_by_expression(bench, entry, kind)


def _seen_by_expression(bench: Bench, entry: Entry, kind: KindSymbol | None) -> core.Expr:
    scope = bench.scope("seen_by", entity("player"))
    scope.locals["viewer"] = Typed(core.Local(internal.VIEWER), entity("player"))
    if kind is not None:
        scope = scope.with_item(Typed(core.Local("it"), entity(kind.name)))
    node = at(entry.value, "seen_by")
    typed = bench.typed(node, scope, FLAG) if node is not None else None
    return typed.expr if typed else ONE


def _of_game(bench: Bench) -> None:
    active = Fact("game.active", entity("player"), 1)
    bench.symbols.facts["active"] = active
    bench.fields["game.active"] = Field("game.active", "game", active.type, 1, (0,))
    game = bench.root.get("game")
    entries = [
        entry
        for entry in bench.entries(at(game, "state") if game else None)
        if check_declared_name(bench, entry, "fact") and is_free(bench, entry)
    ]
    read = [(entry, read_type(bench, type_tree(entry))) for entry in entries]
    for entry, declared in read:  # what one is at first can't depend on another, wherever that stands
        bench.symbols.facts[entry.key] = Fact(f"game.{entry.key}", declared.type, 1)
    for entry, declared in read:
        _fact_of_game(bench, entry, declared)


def _fact_of_game(bench: Bench, entry: Entry, declared: Declared) -> None:
    fact = _fact(bench, f"game.{entry.key}", declared, entry, 1)
    bench.symbols.facts[entry.key] = fact
    value = start_value(bench, at(entry.value, "start"), declared)
    if value == core.NONE and not declared.type.optional and declared.type.base == "entity":
        _nothing_at_first(bench, entry, declared)
    add_field(bench, None, fact, entry, (value,))


def _all_facts(bench: Bench) -> list[tuple[str, str, Fact, dict[str, Fact]]]:
    """Every dynamic fact with its holder's kind, its name, and the dictionary that it stands in."""
    found = [("game", name, fact, bench.symbols.facts) for name, fact in bench.symbols.facts.items()]
    for kind in bench.symbols.kinds.values():
        found += [(kind.name, name, fact, kind.facts) for name, fact in kind.facts.items() if not fact.static]
    return found


def _places(bench: Bench) -> None:
    """Number the containers of each kind, and give its instances the fact where they are."""
    for holder, name, fact, owner in _all_facts(bench):
        if not (fact.pile or fact.holds):
            continue
        kind = bench.symbols.kinds.get((fact.type.item or fact.type).kind)
        if kind is None:
            continue
        placed = replace(fact, start=sum(each.size for each in kind.containers))
        owner[name] = placed
        kind.containers.append(placed)
        if holder != "game" and not kind.alike:
            kind.derived[holder] = (*kind.derived.get(holder, ()), placed)
    for kind in bench.symbols.kinds.values():
        if kind.containers and not kind.alike:
            initial = whereabouts(bench, kind)
            bench.fields[internal.place_of(kind.name)] = Field(
                internal.place_of(kind.name),
                kind.name,
                NUMBER,
                len(initial),
                initial,
                low=core.NONE,
                seen=_open(kind),
                role=Role.PLACE,
            )


def _alike(bench: Bench) -> None:
    """The facts by which pieces are alike must be theirs; those made one by one are alike in some facts only."""
    for entry in bench.section("kinds"):
        kind = bench.symbols.kinds.get(entry.key)
        alike, made = at(entry.value, "alike"), at(entry.value, "count") or at(entry.value, "for_each")
        if kind is not None and kind.alike and alike is not None and made is not None:
            message = f"the {kind.plural} are made one by one, and so can't all be alike"
            told = [name for name, fact in kind.facts.items() if fact.type.base != "sequence" and not fact.per]
            help_text = f"say in which facts they agree: `alike: [{', '.join(told)}]`" if told else "leave out `alike`"
            bench.report.error("T225", alike.span, message, help=help_text)
        if kind is not None:
            simple = {name: fact for name, fact in kind.facts.items() if fact.type.base != "sequence" and not fact.per}
            printed = {name: fact for name, fact in kind.facts.items() if fact.static and not fact.per}
            agreed, shown = alike if kind.alike_by else None, at(entry.value, "shown_by")
            said = "what is printed can be said of what is offered, and numbers, flags and entities that change"
            _check_names(bench, kind, simple, agreed, "numbers, flags and entities tell pieces apart")
            _check_names(bench, kind, simple | printed, shown, said)


def _check_names(bench: Bench, kind: KindSymbol, facts: Mapping[str, Fact], node: Tree | None, help_: str) -> None:
    """The facts that a list names must be among those that can be named there."""
    for name, span in bench.names_of(node):
        if name not in facts:
            message = f"there is no fact of {a(kind.name)} named `{name}`"
            help_text = did_you_mean(name, kind.facts, help_)
            bench.report.error("T106", span, message, help=help_text, hangs_on=anything_named(name))
        else:
            bench.symbols.use(kind.facts[name].address)


def _open(kind: KindSymbol) -> core.Expr | None:
    """Where pieces are is as open as the places that hold them."""
    return None if all(fact.seen for fact in kind.containers) else ZERO


def whereabouts(bench: Bench, kind: KindSymbol) -> tuple[core.Value, ...]:
    """Which container holds each instance, by what the containers hold at first."""
    places = [core.NONE] * len(kind.instances)
    for fact in kind.containers:
        twice: list[str] = []
        for index, held in enumerate(bench.fields[fact.address].initial):
            for item in _flat(held):
                if item >= 0 and places[item] != core.NONE:
                    twice.append(kind.instances[item])
                elif item >= 0:
                    places[item] = fact.start + index
        if twice:
            _refuse_twice(bench, kind, fact, twice)
    return tuple(places)


def _refuse_twice(bench: Bench, kind: KindSymbol, fact: Fact, twice: list[str]) -> None:
    """Pieces that are somewhere else already: one finding for each fact that holds some."""
    first, *others = dict.fromkeys(twice)
    more = f" and {len(others)} more of the {kind.plural} are" if others else " is"
    help_text = f"take {'them' if others else 'it'} out of one of them"
    message = f"the {kind.name} `{first}`{more} in two places at first"
    bench.report.error("P315", bench.heads[fact.address], message, help=help_text)


def _flat(value: core.Value) -> list[int]:
    return [value] if isinstance(value, int) else [item for part in value for item in _flat(part)]


def _knowledge(bench: Bench) -> None:
    """Kinds that lie hidden can be looked at and shown: who knows which is a mask of seats."""
    for kind in bench.symbols.kinds.values():
        if kind.alike or all(fact.seen for fact in kind.containers):
            continue
        kind.is_watched = True
        name, size = internal.known_of(kind.name), len(kind.instances)
        bench.fields[name] = Field(name, kind.name, NUMBER, size, (0,) * size, seen=ZERO, role=Role.KNOWN)
