"""Facts: what is known of each instance, static in tables and dynamic in fields."""

from __future__ import annotations

from dataclasses import replace

from rulebed.build.assemble.bench import Bench, at, is_true
from rulebed.build.assemble.declared import HIDDEN, PILES, Declared, read_type
from rulebed.build.assemble.kinds import ACTING, REMARKS, instance_nodes
from rulebed.build.assemble.names import (
    NAME,
    OWN_FACTS,
    OWN_FACTS_OF_PIECES,
    check_name,
    is_free,
    is_free_fact,
    is_open,
)
from rulebed.build.assemble.terrain import add_table
from rulebed.lang import core
from rulebed.lang.express.names import visible
from rulebed.lang.express.table import a
from rulebed.lang.express.targets import SEATED
from rulebed.lang.making import ONE, ZERO, default, op
from rulebed.lang.ops import OPS
from rulebed.lang.scope import Typed
from rulebed.lang.symbols import Fact, KindSymbol
from rulebed.lang.types import FLAG, NUMBER, UNKNOWN, Type, entity
from rulebed.model.game import Field
from rulebed.packs.node import Entry, Map, Scalar
from rulebed.packs.node import Node as Tree
from rulebed.source.suggest import did_you_mean

MOST_SLOTS = 50_000  # values that a game keeps


def declare_facts(bench: Bench) -> None:
    """The facts of all kinds, of players, parties and the game."""
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
        bench.fields[fact.address] = replace(bench.fields[fact.address], seen=_seen(bench, word, entry, owner))
    _places(bench)
    _check_pieces(bench)
    _knowledge(bench)
    _alike(bench)


def _of_kind(bench: Bench, kind: KindSymbol, tree: Tree) -> None:
    for fact in bench.entries(at(tree, "data")):
        if _free(bench, fact, kind):
            _static(bench, kind, fact)
    for fact in bench.entries(at(tree, "state")):
        if _free(bench, fact, kind):
            _dynamic(bench, kind, fact)


def _free(bench: Bench, entry: Entry, kind: KindSymbol) -> bool:
    seated = [*bench.symbols.kinds["resource"].instances, *bench.symbols.kinds["player"].facts]
    taken = (*ACTING, *REMARKS, *kind.facts, *(seated if kind.name in SEATED else ()))
    if not is_free_fact(bench, entry, kind.name, OWN_FACTS.get(kind.name, frozenset())):
        return False
    return is_open(bench, entry, "fact", kind.name, taken)


def type_tree(fact: Entry) -> Tree:
    """What stands for the type of a fact."""
    return at(fact.value, "type") or fact.value if isinstance(fact.value, Map) else fact.value


def _static(bench: Bench, kind: KindSymbol, entry: Entry) -> None:
    declared = read_type(bench, type_tree(entry))
    standard = at(entry.value, "default")
    fallback = constant_of(bench, standard, declared.type) if standard is not None else None
    described = {instance.key: instance for instance in bench.section(kind.plural)}
    silent = [name for name in kind.instances if at_instance(described.get(name), entry.key) is None]
    if silent and fallback is None and not (declared.type.optional or declared.type.base in {"sequence", "flag"}):
        _does_not_say(bench, silent[0], described.get(silent[0]), entry)
    values = tuple(_value_of(bench, described.get(name), entry, declared, fallback) for name in kind.instances)
    fact = Fact(f"{kind.name}.{entry.key}", declared.type, len(values), static=True)
    add_table(bench, kind, entry.key, fact, values)


def at_instance(instance: Entry | None, key: str) -> Tree | None:
    """What an instance says of itself."""
    return at(instance.value, key) if instance is not None else None


def _does_not_say(bench: Bench, name: str, instance: Entry | None, fact: Entry) -> None:
    where = instance.key_span if instance is not None else fact.key_span
    help_ = f"add `{fact.key}: ...`, or give the fact a default"
    bench.report.error("P320", where, f"`{name}` does not say its `{fact.key}`", help=help_)


def _value_of(
    bench: Bench, instance: Entry | None, fact: Entry, declared: Declared, fallback: core.Value | None
) -> core.Value:
    node = at_instance(instance, fact.key)
    value = constant_of(bench, node, declared.type) if node is not None else fallback
    return value if value is not None else default(declared.type).value


def constant_of(bench: Bench, node: Tree, wanted: Type, me: int | None = None) -> core.Value | None:
    """A value written in YAML: a number, a flag, a name, or a list of those."""
    if wanted.base == "sequence" and not isinstance(node, Scalar):
        items = [constant_of(bench, item, wanted.item or UNKNOWN) for item in getattr(node, "items", ())]
        return tuple(item for item in items if item is not None)
    if isinstance(node, Scalar) and node.value is None and wanted.optional:
        return core.NONE
    if wanted.base == "entity" and isinstance(node, Scalar):
        place = bench.symbols.kinds[wanted.kind].number(node.text)
        if place is not None:
            bench.symbols.use(f"{wanted.kind} {node.text}")
            return place
        if NAME.fullmatch(node.text) and node.text not in visible(bench.scope("pack", NUMBER)):
            bench.unknown(node.span, wanted.kind, node.text, bench.symbols.kinds[wanted.kind].instances)
            return None
    return bench.constant(node, wanted, me)


def _dynamic(bench: Bench, kind: KindSymbol, entry: Entry) -> None:
    declared = read_type(bench, type_tree(entry))
    per = at(entry.value, "per")
    partner = bench.symbols.kinds.get(per.text) if isinstance(per, Scalar) else None
    if isinstance(per, Scalar) and partner is None:
        bench.unknown(per.span, "kind", per.text, bench.symbols.kinds)
    count = len(kind.instances) * (len(partner.instances) if partner else 1)
    if sum(field.size for field in bench.fields.values()) + count > MOST_SLOTS:
        message = f"with `{entry.key}` there are more than {MOST_SLOTS:,} values to keep"
        bench.report.error("B102", entry.key_span, message, help="declare fewer facts, or fewer that have them")
        return
    fact = _fact(bench, f"{kind.name}.{entry.key}", declared, entry, count)
    fact = replace(fact, per=partner.name if partner else "")
    kind.facts[entry.key] = fact
    initial = _initial(bench, kind, entry, declared, len(partner.instances) if partner else 1)
    add_field(bench, kind, fact, entry, initial)


def _fact(bench: Bench, address: str, declared: Declared, entry: Entry, size: int) -> Fact:
    low, high = declared.low, declared.high
    low_node, high_node = at(entry.value, "low"), at(entry.value, "high")
    if low_node is not None:
        low = _number(bench, low_node)
    if high_node is not None:
        high = _number(bench, high_node)
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
    standard = _standard(bench, kind, at(entry.value, "start"), declared)
    described = dict(instance_nodes(bench, kind))
    row: list[core.Value] = []
    for place in range(len(kind.instances)):
        instance = described.get(place)
        own = at(instance.value, entry.key) if instance is not None else None
        value = start_value(bench, own, declared) if own is not None else standard[place]
        if value == core.NONE and not declared.type.optional and declared.type.base == "entity":
            _nothing_at_first(bench, entry, declared)
        row += [value] * partners
    return tuple(row)


def _standard(bench: Bench, kind: KindSymbol, stated: Tree | None, declared: Declared) -> list[core.Value]:
    """What the fact of each instance is where that says nothing else; of a seat, it may depend on whose it is."""
    count, known = len(kind.instances), len(bench.report)
    first = start_value(bench, stated, declared, 0 if kind.name in SEATED else None)
    if kind.name not in SEATED or len(bench.report) > known:
        return [first] * count
    return [first, *(start_value(bench, stated, declared, place) for place in range(1, count))]


def _nothing_at_first(bench: Bench, entry: Entry, declared: Declared) -> None:
    kind = declared.type.kind
    help_ = f"give it a `start`, or let it be none: `{kind}?`"
    bench.report.error("P322", entry.key_span, f"nothing says which {kind} `{entry.key}` is at first", help=help_)


def start_value(bench: Bench, node: Tree | None, declared: Declared, me: int | None = None) -> core.Value:
    """What a fact is at first; `me` is whose it is, if it is somebody's."""
    if declared.type == UNKNOWN:
        return default(UNKNOWN).value
    item = declared.type.item
    if isinstance(node, Scalar) and node.text == "all" and declared.word in PILES and item is not None:
        kind = bench.symbols.kinds.get(item.kind)
        return _piled(declared, tuple(range(len(kind.instances)))) if kind is not None else ()
    if node is None:
        return max(0, declared.low or 0) if declared.type == NUMBER else default(declared.type).value
    value = constant_of(bench, node, declared.type, me)
    if value is None:
        return default(declared.type).value
    if isinstance(value, int) and not _within(value, declared):
        bounds = f"{declared.low}..{declared.high}"
        bench.report.error("T224", node.span, f"{value} is out of bounds", help=f"it is one of {bounds}")
    return _piled(declared, value) if isinstance(value, tuple) else value


def _within(value: int, declared: Declared) -> bool:
    low = declared.low if declared.low is not None else value
    high = declared.high if declared.high is not None else value
    return low <= value <= high


def _piled(declared: Declared, items: tuple[core.Value, ...]) -> core.Value:
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
    )
    if fact.sleeps:
        asleep = Fact(f"{fact.address}.asleep", NUMBER, fact.size)
        bench.symbols.sleeping = (*bench.symbols.sleeping, fact)
        bench.fields[asleep.address] = Field(
            asleep.address, kind.name if kind else "game", NUMBER, fact.size, (0,) * fact.size, fact.per, role="asleep"
        )


def _seen(bench: Bench, word: str, entry: Entry, kind: KindSymbol | None) -> core.Expr:
    """Who sees a fact, over `it` and `viewer`."""
    viewer, it = core.Local("viewer"), core.Local("it")
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
    scope.locals["viewer"] = Typed(core.Local("viewer"), entity("player"))
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
    for entry in bench.entries(at(game, "state") if game else None):
        if not (
            check_name(bench, entry, "fact")
            and is_free_fact(bench, entry, "game", OWN_FACTS["game"])
            and is_free(bench, entry)
        ):
            continue
        declared = read_type(bench, type_tree(entry))
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
        seen_by = bench.fields[fact.address].seen
        placed = replace(fact, start=sum(each.size for each in kind.containers), seen_by=seen_by)
        owner[name] = placed
        kind.containers.append(placed)
        if holder != "game" and not kind.alike:
            kind.derived[holder] = (*kind.derived.get(holder, ()), placed)
    for kind in bench.symbols.kinds.values():
        if kind.containers and not kind.alike:
            initial = whereabouts(bench, kind)
            bench.fields[f"{kind.name}.place"] = Field(
                f"{kind.name}.place", kind.name, NUMBER.maybe(), len(initial), initial, seen=_open(kind)
            )


def _check_pieces(bench: Bench) -> None:
    """Of what is held somewhere the engine itself keeps where it is, and who knows it."""
    for entry in bench.section("kinds"):
        kind = bench.symbols.kinds.get(entry.key)
        if kind is not None and kind.containers and not kind.alike:
            for fact in (*bench.entries(at(entry.value, "data")), *bench.entries(at(entry.value, "state"))):
                is_free_fact(bench, fact, kind.name, OWN_FACTS_OF_PIECES)


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
        for name, span in bench.names_of(at(entry.value, "alike")) if kind and kind.alike_by else ():
            if kind is not None and (name not in kind.facts or kind.facts[name].type.base == "sequence"):
                help_text = did_you_mean(name, kind.facts, "numbers, flags and entities tell pieces apart")
                bench.report.error("T106", span, f"there is no fact of {a(kind.name)} named `{name}`", help=help_text)


def _open(kind: KindSymbol) -> core.Expr | None:
    """Where pieces are is as open as the places that hold them."""
    return None if all(fact.seen for fact in kind.containers) else ZERO


def whereabouts(bench: Bench, kind: KindSymbol) -> tuple[core.Value, ...]:
    """Which container holds each instance, by what the containers hold at first."""
    places = [core.NONE] * len(kind.instances)
    for fact in kind.containers:
        for index, held in enumerate(bench.fields[fact.address].initial):
            for item in _flat(held):
                if item >= 0 and places[item] != core.NONE:
                    message = f"the {kind.name} `{kind.instances[item]}` is in two places at first"
                    bench.report.error("P315", bench.heads[fact.address], message, help="take it out of one of them")
                elif item >= 0:
                    places[item] = fact.start + index
    return tuple(places)


def _flat(value: core.Value) -> list[int]:
    return [value] if isinstance(value, int) else [item for part in value for item in _flat(part)]


def _knowledge(bench: Bench) -> None:
    """Kinds that lie hidden can be looked at and shown: who knows which is a mask of seats."""
    for kind in bench.symbols.kinds.values():
        if kind.alike or all(fact.seen for fact in kind.containers):
            continue
        fact = Fact(f"{kind.name}.known", NUMBER, len(kind.instances), seen=False)
        kind.facts["known"] = fact
        bench.fields[fact.address] = Field(fact.address, kind.name, NUMBER, fact.size, (0,) * fact.size, seen=ZERO)
