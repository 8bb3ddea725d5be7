"""What has changed between two boards, as a list of steps that make the one of the other.

    {"set": KEY, "to": {...}, "drop": [...]}      the box has these now, and no longer those
    {"insert": BOX, "in": KEY, "before": KEY}     a new box among those of another; before none: at the end
    {"move": KEY, "in": KEY, "before": KEY}       it stands elsewhere among those of the same box
    {"remove": KEY}

The steps go one after the other, each upon what those before it have made. A box keeps its key as long as it is there;
so as few are moved as can be: those that stand in their old order stay where they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebed.play.rules import arguments
from rulebed.play.rules.errors import PatchError

Box = dict[str, Any]
Step = dict[str, Any]
KEY, BOXES = "key", "boxes"
NO_BOXES: list[Box] = []
CONTAINERS = (dict, list)
LONGEST = 80  # letters of a key that are repeated


def own_copy(value: Any) -> Any:
    """JSON of one's own."""
    if type(value) is dict:
        return {name: own_copy(one) if type(one) in CONTAINERS else one for name, one in value.items()}
    return [own_copy(one) for one in value] if type(value) is list else value


def patch(before: Box, now: Box) -> list[Step]:
    """The steps from one board to the next; both are boxes of one key."""
    return list(_steps(before, now))


def patched(box: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> Box:
    """A board after these steps, as a frame has them; the board itself stays as it is."""
    whole = arguments.by_name("box", box)
    own = [arguments.by_name(f"steps[{place}]", one) for place, one in enumerate(arguments.several("steps", steps))]
    try:
        found, homes = _twin(whole, {})
        for step in own:
            _go(step, found, homes)
        return found[whole[KEY]]
    except KeyError as error:
        what = f"`{str(error.args[0])[:LONGEST]}`, which they need, isn't there"
    except ValueError as error:
        what = str(error)
    except (TypeError, AttributeError):
        what = "they are no steps, or what they are to change is no board"
    except RecursionError:
        what = "it is nested too deeply"
    raise PatchError(f"these steps don't lead on from this board: {what}; ask for the whole board")


def _go(step: Step, found: dict[str, Box], homes: dict[str, list[Box]]) -> None:
    """Go one step."""
    if "set" in step:
        target = found[step["set"]]
        _hold(not {KEY, BOXES} & {*step["to"], *step.get("drop", ())}, "a box keeps its key, and what is in it")
        target.update(step["to"])
        for name in step.get("drop", ()):
            del target[name]
    elif "remove" in step:
        homes[step["remove"]].remove(found.pop(step["remove"]))
    else:
        _place_box(step, found, homes)


def _place_box(step: Step, found: dict[str, Box], homes: dict[str, list[Box]]) -> None:
    """Insert a box, or move one."""
    if "insert" in step:
        inner, more = _twin(step["insert"], {})
        _hold(inner.keys().isdisjoint(found), "two boxes of one key")
        found.update(inner)
        homes.update(more)
        box, was = inner[step["insert"][KEY]], None
    else:
        box = found[step["move"]]
        was = homes[box[KEY]]
        was.remove(box)
    home = found[step["in"]][BOXES]
    _hold("insert" in step or home is was, "a box moves within the box that it is in")
    behind = None if step["before"] is None else found[step["before"]]
    _hold(behind is None or homes[behind[KEY]] is home, "a box stands before one of those that are in the same box")
    at = len(home) if behind is None else home.index(behind)
    home.insert(at, box)
    homes[box[KEY]] = home


def _hold(is_so: bool, law: str) -> None:  # noqa: FBT001 - reads like a sentence
    """What steps that belong to the board do anyway."""
    if not is_so:
        raise ValueError(law)


def _twin(box: Box, homes: dict[str, list[Box]]) -> tuple[dict[str, Box], dict[str, list[Box]]]:
    """A copy of a board: its boxes by key, and in which list each of them stands."""
    found: dict[str, Box] = {}

    def copy(one: Box) -> Box:
        twin = found[one[KEY]] = dict(one)
        if BOXES in one:
            inner = twin[BOXES] = [copy(each) for each in one[BOXES]]
            homes.update((each[KEY], inner) for each in inner)
        return twin

    copy(box)
    return found, homes


def _steps(before: Box, now: Box) -> Iterator[Step]:
    if before is now:
        return
    to = {name: value for name, value in now.items() if name != BOXES and (name not in before or before[name] != value)}
    gone = [name for name in before if name not in now]
    if to or gone:
        yield {"set": now[KEY], "to": to, **({"drop": gone} if gone else {})}
    if BOXES in now:
        yield from _within(now[KEY], before.get(BOXES, NO_BOXES), now[BOXES])


def _within(key: str, before: list[Box], now: list[Box]) -> Iterator[Step]:
    """The steps among the boxes of one box: what is gone, then what is new or stands elsewhere, from behind."""
    if before is now:
        return
    if [box[KEY] for box in before] == [box[KEY] for box in now]:
        for was, box in zip(before, now, strict=True):
            yield from _steps(was, box)
        return
    old, new = {box[KEY]: box for box in before}, {box[KEY] for box in now}
    for one in old:
        if one not in new:
            yield {"remove": one}
    places = {one: place for place, one in enumerate(one for one in old if one in new)}
    staying = _staying([places[box[KEY]] for box in now if box[KEY] in places])
    behind: str | None = None
    for box in reversed(now):
        one = box[KEY]
        if one not in places:
            yield {"insert": box, "in": key, "before": behind}
        elif places[one] not in staying:
            yield {"move": one, "in": key, "before": behind}
        behind = one
    for box in now:
        if box[KEY] in old:
            yield from _steps(old[box[KEY]], box)


def _staying(places: list[int]) -> set[int]:
    """The longest of those that stand in their old order: a longest increasing subsequence."""
    ends: list[int] = []  # the least place with which a row of this length can end
    last: dict[int, int | None] = {}
    for place in places:
        length = bisect_left(ends, place)
        last[place] = ends[length - 1] if length else None
        ends[length : length + 1] = [place]
    found: set[int] = set()
    place_: int | None = ends[-1] if ends else None
    while place_ is not None:
        found.add(place_)
        place_ = last[place_]
    return found
