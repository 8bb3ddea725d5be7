"""Patches: what a layer changes at an address, and how each change is carried out on a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from rulebed.packs import address as at
from rulebed.packs.address import Container
from rulebed.packs.lost import lose_patch
from rulebed.packs.node import Entry, Map, Node, Scalar, Seq, word_for
from rulebed.source.diagnostics import Remark, Report
from rulebed.source.suggest import closest
from rulebed.source.text import Span

OPERATIONS = ("set", "replace", "add", "remove", "extend", "insert", "wrap")
BODIES = {"values": "is", "procedures": "do"}  # under what of something that takes parameters the rest of it stands
SECTIONS_OF_PROGRAMS = ("procedures", "flow", "triggers")
CONDITIONS = ("with", "not_with")
JOINT = ("insert", "add")  # that may stand at one address, and the order in which they are carried out


@dataclass(frozen=True, slots=True)
class Patch:
    """One change: where, what is done there, and with what."""

    address: str
    span: Span
    operation: str
    value: Node
    layer: str
    only_with: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    place: Span | None = None  # of the address, where the span is that of an operation on it


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that was made: the address whose value it decided, and the values before and after."""

    address: str
    layer: str
    span: Span
    operation: str
    old: Node | None
    new: Node | None


def removed_names(settings: Iterable[Changed]) -> dict[str, Span]:
    """The names that layers take away, and where."""
    gone = (one for one in settings if one.operation == "remove")
    return {at.split(one.address)[1]: one.span for one in gone}


class _Unfit(Exception):
    """A patch doesn't fit what is at its address; the report already says why."""


def read_patches(entry: Entry, layer: str, report: Report) -> tuple[Patch, ...]:
    """The changes that a layer states at an address: a new value, an operation, or steps put in at several places."""
    value = entry.value
    words = [word for word in OPERATIONS if word in value] if isinstance(value, Map) else []
    if not isinstance(value, Map) or not words:
        return (Patch(entry.key, entry.key_span, "set", value, layer),)
    if not _is_one_change(value, words, entry, report):
        return ()
    only_with, not_with = (texts(value.get(condition)) for condition in CONDITIONS)
    return tuple(
        Patch(entry.key, span, word, stated, layer, only_with, not_with, entry.key_span)
        for word in sorted(words, key=JOINT.index if len(words) > 1 else None)
        for span, stated in _operands(value.entries[word])
    )


def _is_one_change(value: Map, words: list[str], entry: Entry, report: Report) -> bool:
    """Whether what stands at an address are operations, and such as go together."""
    strange = [other for other in value if other.key not in (*OPERATIONS, *CONDITIONS)]
    for other in strange:
        known = closest(other.key, (*OPERATIONS, *CONDITIONS))
        help_ = f"did you mean `{known}`?" if known else "put a new value that has such keys under `set:`"
        if not known and "insert" in words:
            help_ = f"`{other.key}` may stand within `insert`, beside `before` or `after`"
        report.error("P208", other.key_span, f"`{other.key}` is no operation of a patch", help=help_)
    if len(words) > 1 and not {*words} <= {*JOINT}:
        message = "a patch does one thing, and this one does " + " and ".join(f"`{word}`" for word in sorted(words))
        help_ = "only `insert` and `add` go together; write a layer of its own for the second"
        report.error("P208", entry.key_span, message, help=help_)
        return False
    return not strange


def _operands(entry: Entry) -> list[tuple[Span, Node]]:
    """What an operation says; steps may be put in at several places, one after the other."""
    if entry.key == "insert" and isinstance(entry.value, Seq):
        return [(item.span, item) for item in entry.value.items]
    return [(entry.key_span, entry.value)]


def texts(node: Node | None) -> tuple[str, ...]:
    """A name or a list of names."""
    items = node.items if isinstance(node, Seq) else (node,)
    return tuple(item.text for item in items if isinstance(item, Scalar))


def apply_patch(root: Map, patch: Patch, report: Report) -> tuple[Map, list[Changed]]:
    """The changed tree and what was set; the same tree where the patch doesn't fit."""
    patch = _full(root, patch)
    node = at.find(root, patch.address)
    if node is None or not patch.address:
        _report_missing(root, patch, report)
        lose_patch(patch.address, patch.value.span.text, report)
        return root, []
    try:
        changed = _carry_out(root, patch, node, report)
    except _Unfit:
        lose_patch(patch.address, patch.value.span.text, report)
        return root, []
    scopes = (_whole_list(root, scope) for scope in _scopes(patch))
    return changed, [_setting(root, changed, patch, scope) for scope in scopes]


def _full(root: Map, patch: Patch) -> Patch:
    """The patch with its whole address; to insert steps, it's enough to name the program that they belong to."""
    stated = patch.value
    anchor = (stated.get("before") or stated.get("after")) if isinstance(stated, Map) else None
    if patch.operation != "insert" or not isinstance(anchor, Scalar):
        return replace(patch, address=at.through_do(root, patch.address))
    step = at.way(root, at.join(patch.address, anchor.text))
    return replace(patch, address=".".join(step[:-1])) if step else patch


def _setting(before: Map, after: Map, patch: Patch, scope: str) -> Changed:
    return Changed(scope, patch.layer, patch.span, patch.operation, at.find(before, scope), at.find(after, scope))


def _scopes(patch: Patch) -> list[str]:
    """The addresses whose values a patch decides."""
    match patch.operation:
        case "add" if not _holds_steps(patch.address):
            assert isinstance(patch.value, Map)
            return [at.join(patch.address, key) for key in patch.value.entries]
        case "wrap":
            return [at.split(patch.address)[0]]
        case _:
            return [patch.address]


def _whole_list(root: Map, address: str) -> str:
    """The address of the outermost list on the way, since its items have no names that last; else the same one."""
    node: Node = root
    reached = ""
    for key in at.way(root, address) or ():
        if isinstance(node, Seq):
            return reached
        below, reached = at.child(node, key), at.join(reached, key)
        if below is None:
            break
        node = below
    return address


def _holds_steps(address: str) -> bool:
    """Whether the order of keys means something there: steps are carried out in turn, cards are not."""
    parts = address.split(".")
    return parts[-1] == "do" or (len(parts) > 1 and parts[0] in SECTIONS_OF_PROGRAMS)


def _report_missing(root: Map, patch: Patch, report: Report) -> None:
    missing = at.what_is_missing(root, patch.address)
    assert missing is not None
    if report.misses(missing.part):
        return
    where = f"in `{missing.reached}`" if missing.reached else "at the top of the pack"
    known = closest(missing.part, missing.candidates)
    rest = patch.address[len(missing.reached) :].lstrip(".")
    add = f"to add it, write `{missing.reached}: {{add: {{{missing.part}: ...}}}}`"
    help_ = f"did you mean `{at.join(missing.reached, known)}`?" if known else add
    if not known and (rest != missing.part or not missing.reached):
        help_ = "the address must be there before the layer"
    message = f"there is no `{missing.part}` {where} to patch"
    report.error("P202", patch.place or patch.span, message, label="no such address", help=help_)


def _carry_out(root: Map, patch: Patch, node: Node, report: Report) -> Map:
    *above, key = at.way(root, patch.address) or ("",)
    match patch.operation:
        case "set" | "replace":
            _keep_parameters(node, patch, report)
            return at.change(root, tuple(above), lambda container: at.replace_at(container, key, patch.value))
        case "remove":
            _expect_true(patch, report)
            return at.change(root, tuple(above), lambda container: at.drop(container, key))
        case "wrap":
            return at.change(root, tuple(above), lambda container: _wrapped(container, key, patch, report))
        case _:
            changed = CHANGES[patch.operation](node, patch, report)
            return at.change(root, tuple(above), lambda container: at.replace_at(container, key, changed))


def _refuse(patch: Patch, message: str, report: Report, *, code: str = "P207", help_: str = "") -> _Unfit:
    report.error(code, patch.span, message, help=help_)
    return _Unfit()


def _keep_parameters(node: Node, patch: Patch, report: Report) -> None:
    """What takes something is asked for with that: an expression or a text by itself would take nothing."""
    body = BODIES.get(patch.address.partition(".")[0])
    if body and isinstance(node, Map) and "takes" in node and not isinstance(patch.value, Map):
        message = f"`{patch.address}` takes {_listed_keys(node.get('takes'))}, and this takes nothing"
        raise _refuse(patch, message, report, help_=f"write `{at.join(patch.address, body)}` for what it is")


def _listed_keys(node: Node | None) -> str:
    return " and ".join(f"`{key}`" for key in node.entries) if isinstance(node, Map) else "something"


def _expect_true(patch: Patch, report: Report) -> None:
    if not (isinstance(patch.value, Scalar) and patch.value.value is True):
        raise _refuse(patch, "`remove` is written `remove: true`", report)


def _map_value(patch: Patch, report: Report) -> Map:
    if not isinstance(patch.value, Map):
        message = f"`{patch.operation}` needs a mapping, not {word_for(patch.value)}"
        raise _refuse(patch, message, report)
    return patch.value


def _target_map(node: Node, patch: Patch, report: Report) -> Map:
    if not isinstance(node, Map):
        message = f"`{patch.operation}` needs a mapping at `{patch.address}`, and there is {word_for(node)}"
        help_ = "give the program named steps first" if isinstance(node, Scalar) else "`extend` adds to a list"
        raise _refuse(patch, message, report, help_=help_)
    return node


def _add_entries(node: Node, patch: Patch, report: Report) -> Node:
    target, new = _target_map(node, patch, report), _map_value(patch, report)
    return _join_entries(target, list(new), len(target), patch, report)


def _extended(node: Node, patch: Patch, report: Report) -> Node:
    if not isinstance(node, Seq):
        message = f"`extend` needs a list at `{patch.address}`, and there is {word_for(node)}"
        help_ = "`add` puts keys into a mapping" if isinstance(node, Map) else ""
        raise _refuse(patch, message, report, help_=help_)
    if not isinstance(patch.value, Seq):
        raise _refuse(patch, "`extend` needs a list", report, help_="put `[` and `]` around it")
    return Seq((*node.items, *patch.value.items), node.span)


def _inserted(node: Node, patch: Patch, report: Report) -> Node:
    target, stated = _target_map(node, patch, report), _map_value(patch, report)
    sides = [side for side in ("before", "after") if side in stated]
    if len(sides) != 1 or not isinstance(anchor := stated.get(sides[0]), Scalar):
        help_ = "write `insert: {after: STEP, NEW_STEP: ...}`"
        raise _refuse(patch, "`insert` needs one `before` or `after` with the name of a step", report, help_=help_)
    if anchor.text not in target:
        known = closest(anchor.text, target.entries)
        help_ = f"did you mean `{known}`?" if known else _list_of(target)
        message = f"there is no step `{anchor.text}` in `{patch.address}`"
        report.error("P210", anchor.span, message, label="no such step", help=help_)
        raise _Unfit
    place = list(target.entries).index(anchor.text) + (sides[0] == "after")
    new = [entry for entry in stated if entry.key not in sides]
    if not new:
        message = f"`insert` names no step to put {sides[0]} `{anchor.text}`"
        raise _refuse(patch, message, report, help_="write `insert: {after: STEP, NEW_STEP: ...}`")
    return _join_entries(target, new, place, patch, report)


def _wrapped(container: Container, key: str, patch: Patch, report: Report) -> Container:
    stated = _map_value(patch, report)
    if not isinstance(container, Map) or any(part not in ("before", "after") for part in stated.entries):
        help_ = "write `wrap: {before: {NEW_STEP: ...}, after: {NEW_STEP: ...}}`"
        raise _refuse(patch, "`wrap` puts named steps before and after a named step", report, help_=help_)
    place = list(container.entries).index(key)
    for side, where in (("after", place + 1), ("before", place)):
        steps = stated.get(side)
        if steps is not None and not isinstance(steps, Map):
            raise _refuse(patch, f"`{side}` needs a mapping of named steps", report)
        container = _join_entries(container, list(steps or ()), where, patch, report)
    return container


def _join_entries(target: Map, new: list[Entry], place: int, patch: Patch, report: Report) -> Map:
    twice = [entry for entry in new if entry.key in target]
    for entry in twice:
        note = Remark("it stands here", target.entries[entry.key].key_span)
        message = f"there already is `{entry.key}` in `{patch.address}`"
        help_ = f"to change it, patch `{at.join(patch.address, entry.key)}`"
        report.error("P209", entry.key_span, message, label="again", help=help_, notes=[note])
    if twice:
        raise _Unfit
    old = list(target)
    return target.with_entries({entry.key: entry for entry in [*old[:place], *new, *old[place:]]})


def _list_of(target: Map) -> str:
    return f"the steps are {', '.join(f'`{key}`' for key in target.entries)}"


CHANGES: dict[str, Callable[[Node, Patch, Report], Node]] = {
    "add": _add_entries,
    "extend": _extended,
    "insert": _inserted,
}
