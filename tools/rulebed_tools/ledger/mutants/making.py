"""Makes the mutants of a node that names rules: its numbers, texts, keys and steps, each changed by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from rulebed.content import RULES, Entry, Line, Map, Node, PackTree, Scalar, ScalarValue, Seq, marked_lines, plural_of
from rulebed.content import address as at
from rulebed.language import KEYS
from rulebed.text import Source
from rulebed_tools.ledger.mutants.wording import NOTHING, slips
from rulebed_tools.ledger.naming import Site

REMARKS = frozenset(
    {RULES, "note", "source", "stand_in", "says", "title", "about", "plural", "takes", "once_per", "follows"}
)
GUARDS = frozenset({"if", "when", "only_if", "held", "high", "low", "beyond", "different"})
PROGRAM_SECTIONS = frozenset({"procedures", "flow", "triggers"})
TYPES = frozenset({"type", "data", "state"})
LONGEST, AROUND = 60, 24
Keys = tuple[str, ...]
Others = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: where, to what (nothing if it is taken away), and whether more can happen with it than before."""

    keys: Keys
    node: Node | None
    what: str
    widens: bool = False

    @property
    def address(self) -> str:
        """Where it differs."""
        return ".".join(self.keys)

    def applied(self, tree: PackTree) -> PackTree:
        """The pack with this change."""
        *above, last = self.keys
        new = self.node

        def edit(container: at.Container) -> at.Container:
            return at.drop(container, last) if new is None else at.replace_at(container, last, new)

        return replace(tree, root=at.change(tree.root, tuple(above), edit))


def mutants(site: Site, others: Others, *, own: bool = True) -> Iterator[Mutant]:
    """All mutants of a node, what names rules of its own below it aside, if only its own are asked for.

    That it isn't there at all is one only where nothing in it can be changed: any scenario that uses it would notice.
    """
    if site.line is not None and isinstance(site.node, Scalar):
        start, end = site.line.start, site.line.end
        undone = f"{site.node.text[:start]}{NOTHING}{site.node.text[end:]}"
        yield from list(_of_line(site.node, site.keys, others, site.line)) or [_changed(site.node, site.keys, undone)]
        return
    found = list(_below(site.node, site.keys, others, own=own))
    found = found or list(_below(site.node, site.keys, others, own=False))
    yield from found or [Mutant(site.keys, None, f"`{site.keys[-1]}` is not there")]


def others_of(root: Map) -> dict[str, str]:
    """Each thing that has a name, with that of the next one of its sort; each program of a word, with another one."""
    found = dict(_of_a_word(root))
    for group in _groups(root):
        for one, two in zip(group, [*group[1:], *group[:1]], strict=True):
            if one != two:
                found.setdefault(one, two)
    return found


def _groups(root: Map) -> Iterator[list[str]]:
    """The names of resources, and those of each kind."""
    yield _names(root.get("resources"))
    kinds = root.get("kinds")
    for entry in kinds if isinstance(kinds, Map) else ():
        listed = entry.value.get("instances") if isinstance(entry.value, Map) else None
        yield [*_names(listed), *_names(root.get(plural_of(entry.key, entry.value)))]


def _of_a_word(root: Map) -> Iterator[tuple[str, str]]:
    """The addresses of what things do in a word: nothing becomes what another does, and a procedure's name nothing."""
    kinds, procedures = root.get("kinds"), frozenset(_names(root.get("procedures")))
    for section in (plural_of(kind.key, kind.value) for kind in (kinds if isinstance(kinds, Map) else ())):
        written = [(entry.key, *one) for entry in _entries(root.get(section)) for one in _texts_in(entry.value)]
        for name, program, text in written:
            if text == NOTHING:
                does = (other for _, key, other in written if key == program and other != NOTHING)
                yield from ((f"{section}.{name}.{program}", one) for one in islice(does, 1))
            elif text in procedures:
                yield f"{section}.{name}.{program}", NOTHING


def _entries(node: Node | None) -> Iterator[Entry]:
    yield from node if isinstance(node, Map) else ()


def _texts_in(node: Node) -> Iterator[tuple[str, str]]:
    """The keys with a single value, and how it is written."""
    for entry in _entries(node):
        if isinstance(entry.value, Scalar):
            yield entry.key, entry.value.text


def _names(node: Node | None) -> list[str]:
    if isinstance(node, Seq):
        return [item.text for item in node if isinstance(item, Scalar)]
    return [entry.key for entry in node] if isinstance(node, Map) else []


def _below(node: Node, keys: Keys, others: Others, *, own: bool) -> Iterator[Mutant]:
    match node:
        case Scalar():
            yield from _of_scalar(node, keys, others, own=own)
        case Seq():
            yield from _of_list(node, keys, others, own=own)
        case Map():
            yield from _of_map(node, keys, others, own=own)


def _of_map(node: Map, keys: Keys, others: Others, *, own: bool) -> Iterator[Mutant]:
    entries = [entry for entry in node if entry.key not in REMARKS]
    for entry in entries:
        if not (own and isinstance(entry.value, Map) and RULES in entry.value):
            yield from _below(entry.value, (*keys, entry.key), others, own=own)
    for entry in entries:
        if entry.key not in ("do", "type"):
            widens = entry.key in GUARDS or keys[-1:] == ("pay",)
            yield Mutant((*keys, entry.key), None, f"`{entry.key}` is not there", widens)
    if _are_steps(node, keys):
        yield from _in_another_order(node, keys)


def _are_steps(node: Map, keys: Keys) -> bool:
    """Whether the order of the entries means something."""
    is_program = keys[-1:] == ("do",) or (len(keys) == 2 and keys[0] in PROGRAM_SECTIONS)
    return is_program and not any(entry.key in KEYS for entry in node)


def _in_another_order(node: Map, keys: Keys) -> Iterator[Mutant]:
    entries = list(node)
    for place, (one, two) in enumerate(pairwise(entries)):
        swapped = [*entries[:place], two, one, *entries[place + 2 :]]
        changed = node.with_entries({entry.key: entry for entry in swapped})
        yield Mutant(keys, changed, f"`{two.key}` comes before `{one.key}`")


def _of_list(node: Seq, keys: Keys, others: Others, *, own: bool) -> Iterator[Mutant]:
    for place, item in enumerate(node):
        yield from _below(item, (*keys, str(place)), others, own=own)
    for place, item in enumerate(node):
        yield Mutant((*keys, str(place)), None, f"`{_short(item)}` is not there")
    for place, (one, two) in enumerate(pairwise(node.items)):
        changed = Seq((*node.items[:place], two, one, *node.items[place + 2 :]), node.span)
        yield Mutant(keys, changed, f"`{_short(two)}` comes before `{_short(one)}`")


def _of_line(node: Scalar, keys: Keys, others: Others, line: Line) -> Iterator[Mutant]:
    """What can go wrong in one line of a program."""
    for text, widens in slips(node.text, others, lambda start: line.start <= start < line.end):
        yield _changed(node, keys, text, widens=widens)


def _of_scalar(node: Scalar, keys: Keys, others: Others, *, own: bool) -> Iterator[Mutant]:
    match node.value:
        case bool():
            yield _changed(node, keys, not node.value, widens=keys[-1] in GUARDS)
        case int():
            yield from _of_number(node, node.value, keys)
        case str() if (other := others.get(".".join(keys))) is not None:
            yield _changed(node, keys, other, widens=node.text == NOTHING)
        case str() if node.text in others:
            yield _changed(node, keys, others[node.text])
        case str() if _is_type(keys):
            yield from _of_type(node, keys)
        case str():
            found = _texts(node, keys, others, own=own)
            yield from (_changed(node, keys, text, widens=widens) for text, widens in found)


def _of_number(node: Scalar, value: int, keys: Keys) -> Iterator[Mutant]:
    above = keys[-1] in ("high", "up_to", "pick", "supply", "repeats")
    below = keys[-1] in ("low", "at_least") or "pay" in keys[-2:]
    yield _changed(node, keys, value + 1, widens=above)
    yield _changed(node, keys, value - 1, widens=below)


def _is_type(keys: Keys) -> bool:
    return keys[-1] == "type" or (keys[0] in ("kinds", "players", "game", "parties") and keys[-2] in TYPES)


def _of_type(node: Scalar, keys: Keys) -> Iterator[Mutant]:
    """The bounds of a number."""
    for found in re.finditer(r"(?<=\.\.)\d+", node.text):
        for value in (int(found[0]) + 1, int(found[0]) - 1):
            text = f"{node.text[: found.start()]}{value}{node.text[found.end() :]}"
            yield _changed(node, keys, text, widens=value > int(found[0]))


def _texts(node: Scalar, keys: Keys, others: Others, *, own: bool) -> Iterator[tuple[str, bool]]:
    """Other texts for a piece of the language; of a guard, its opposite even where it is but a name."""
    lines = list(marked_lines(node.text)) if own else []
    found = dict(slips(node.text, others, lambda start: not any(line.start <= start < line.end for line in lines)))
    if keys[-1] in GUARDS:
        found.setdefault(f"not ({node.text.strip()})", False)
    yield from found.items()


def _changed(node: Scalar, keys: Keys, value: ScalarValue, *, widens: bool = False) -> Mutant:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    new = Scalar(value, text, Source(node.span.source.name, text).whole())
    return Mutant(keys, new, _difference(node.text, text), widens)


def _difference(old: str, new: str) -> str:
    """What changes, with the words around it in the same line."""
    start = _shared(old, new)
    tail = min(_shared(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    begin = max(old.rfind("\n", 0, start) + 1, start - AROUND)
    one, two = (_one_line(text[begin : _line_end(text, len(text) - tail)]) for text in (old, new))
    return f"`{one}` becomes `{two}`"


def _shared(one: str, two: str) -> int:
    """How many letters two texts begin with alike."""
    pairs = zip(one, two, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))


def _line_end(text: str, start: int) -> int:
    line = text.find("\n", start)
    return min(len(text) if line < 0 else line, start + AROUND)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(node: Node) -> str:
    """A value in one line; of a long one, its beginning."""
    text = _one_line(node.text) if isinstance(node, Scalar) else "..."
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
