"""What of a scenario is news: the text of a file with other values in it, or a scenario that says only these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulebed.content import Entry, Map, Node, Scalar, Seq, names_of, parse_yaml, part_name
from rulebed.text import Span
from rulebed_tools.fmt import scalars
from rulebed_tools.scenario.editions import ALSO, INSTEAD
from rulebed_tools.scenario.form import Change, Moment, Scenario
from rulebed_tools.scenario.moments import MOMENTS
from rulebed_tools.scenario.said import KIND, SCENARIOS, items_of
from rulebed_tools.scenario.values import in_words

ITEM = "  - "
STEP = "    "
Changed = Mapping[tuple[int, int], Change]  # by where they stand


def plays(scenario: Scenario, layer: Path) -> bool:
    """Whether a scenario is played with this layer."""
    return part_name(layer.stem if layer.is_file() else layer.name) in names_of(scenario.reference)[1:]


def says(scenario: Scenario, span: Span) -> bool:
    """Whether something that a scenario expects is written there."""
    return any(_contains(one, span) for moment in scenario.moments for one in _spans(moment))


def _contains(one: Span, two: Span) -> bool:
    return one.source.name == two.source.name and one.start <= two.start and two.end <= one.end


def _spans(moment: Moment) -> Iterator[Span]:
    yield from (one.value.span for one in moment.settings)
    yield from (span for *_, span in moment.scores.of) if moment.scores else ()
    yield from (span for _, _, span in moment.honours)
    if moment.winners:
        yield moment.winners[1]


def edited(text: str, changes: Sequence[Change]) -> str:
    """The text with these values in the place of others."""
    for change in sorted(changes, key=lambda one: -one.span.start):
        end = change.span.start + len(change.span.text.rstrip())  # a list of lines ends behind its line break
        text = text[: change.span.start] + _written(change) + text[end:]
    return text


def instead(title: Span, changes: Sequence[Change]) -> str:
    """A scenario in the place of the one of this title, which says only what has changed."""
    changed = {(change.span.start, change.span.end): change for change in changes}
    said = "".join(_entries(_found(title), changed))
    return f"{ITEM}{KIND}: {title.text.strip()}\n{STEP}{INSTEAD}: {title.text.strip()}\n{said}"


def _found(title: Span) -> Map:
    """The scenario of a title in its file."""
    root, _ = parse_yaml(title.source)
    nodes = (*items_of(root.get(SCENARIOS) if isinstance(root, Map) else None), root)
    fitting = (node for node in nodes if isinstance(node, Map) and _is_called(node, title))
    return next(fitting)


def _is_called(node: Map, title: Span) -> bool:
    own = node.get(KIND)
    return own is not None and own.span.start == title.start


def _entries(node: Map, changed: Changed) -> Iterator[str]:
    """The lines of what has changed, those of other editions beside the scenario's own."""
    for entry in node:
        if entry.key == ALSO:
            editions = entry.value if isinstance(entry.value, Map) else ()
            yield from (line for one in editions if isinstance(one.value, Map) for line in _entries(one.value, changed))
        elif not _has_changed(entry.value, changed):
            continue
        elif entry.key == MOMENTS:
            yield f"{STEP}{MOMENTS}:\n" + "".join(_moments(entry, changed))
        else:
            yield f"{STEP}{entry.key}: {_pruned(entry.value, changed)}\n"


def _moments(entry: Entry, changed: Changed) -> Iterator[str]:
    """All moments, since a list takes the place of another one as a whole."""
    for node in items_of(entry.value):
        lines = [f"{one.key}: {_whole(one.value, changed)}\n" for one in node] if isinstance(node, Map) else []
        yield from (f"{STEP}{'  ' if number else ITEM[2:]}{line}" for number, line in enumerate(lines))


def _has_changed(node: Node, changed: Changed) -> bool:
    return any(node.span.start <= start and end <= node.span.end for start, end in changed)


def _pruned(node: Node, changed: Changed) -> str:
    """What has changed; of a mapping only that, since the rest stays."""
    if not isinstance(node, Map) or (node.span.start, node.span.end) in changed:
        return _whole(node, changed)
    kept = (entry for entry in node if _has_changed(entry.value, changed))
    return f"{{{', '.join(f'{_key(entry)}: {_pruned(entry.value, changed)}' for entry in kept)}}}"


def _whole(node: Node, changed: Changed) -> str:
    change = changed.get((node.span.start, node.span.end))
    if change is not None:
        return _written(change)
    match node:
        case Map():
            return f"{{{', '.join(f'{_key(entry)}: {_whole(entry.value, changed)}' for entry in node)}}}"
        case Seq():
            return f"[{', '.join(_whole(item, changed) for item in node.items)}]"
        case Scalar():
            return scalars.flat(node, code=False, inside=True)


def _key(entry: Entry) -> str:
    return scalars.key(entry, inside=True)


def _written(change: Change) -> str:
    return in_words(change.value, _spelled)


def _spelled(text: str) -> str:
    return scalars.quoted(text, was_quoted=True, inside=True)
