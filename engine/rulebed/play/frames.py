"""What a front end gets, in one piece: how it looks to a seat, what it has to decide, and what has happened since.

A frame is plain data, ready to be sent. It remembers the board that it shows, so that the next one can say what has
changed; nothing of that is kept in the state, nor does it stand in what is sent.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from typing import TYPE_CHECKING, Any

from rulebed.play import arguments, telling, views
from rulebed.play.asking import Asking
from rulebed.play.errors import SetupError
from rulebed.play.patches import copied, patch
from rulebed.play.words import LANGUAGE

if TYPE_CHECKING:
    from rulebed.play.account import Account
    from rulebed.play.boards import Boards, Sheet
    from rulebed.play.knowledge import Viewer
    from rulebed.play.position import Position

MOST = 1_000  # frames that are kept


class Frame(dict[str, Any]):
    """How a game stands for one seat, or who only looks on, as JSON; `heard` is the number of the next event."""

    __slots__ = ("_drawn", "_last", "heard")

    def __init__(self, content: dict[str, Any], heard: int, drawn: tuple[Boards, Sheet], last: object) -> None:
        super().__init__(content)
        self.heard, self._drawn, self._last = heard, drawn, last

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it is what is sent."""
        return dict, (dict(self),)

    def base(self, account: Account, boards: Boards, viewer: Viewer, language: str) -> Sheet | None:
        """The board that it shows, if the next one can be told by what has changed on it.

        It must have gone on from there: what was told last then, or in another game, stands where it stood.
        """
        own, sheet = self._drawn
        goes_on = account.steps >= self["version"] and _last_told(account, self.heard) == self._last
        return sheet if goes_on and own is boards and (sheet.viewer, sheet.language) == (viewer, language) else None


def frame(state: Position, viewer: Viewer, language: str = LANGUAGE, since: Frame | None = None) -> Frame:
    """The frame of a state for a seat (from 0), or for who only looks on; with a patch if `since` is one of theirs."""
    if state.log is None:
        raise SetupError(
            "nobody has listened to this game: a game whose frames are asked for starts with `events=True`"
        )
    rules, slots = state.rules, views.seen_from(state, viewer)
    account = telling.chronicle(state.log, rules, viewer).account
    last = None if since is None else since.base(account, rules.boards, viewer, language)
    sheet = rules.boards.sheet(slots, viewer, language, last)
    heard = since.heard if since is not None and last is not None else None
    events = [] if last is None else telling.events(state.log, rules, viewer, heard or 0, language)
    content = {
        "version": account.steps,
        "since": None if since is None or last is None else since["version"],
        **({"board": copied(sheet.box)} if last is None else {"patch": copied(patch(last.box, sheet.box))}),
        **({} if last is not None and last.scores == sheet.scores else {"sheet": copied(sheet.scores)}),
        "decisions": _decisions(state, slots, viewer, language),
        "events": [event.json() for event in events],
        "story": telling.story(state.log, rules, viewer, slice(heard or 0, None), language),
        "waiting": [seat + 1 for seat in rules.seats_known(slots, viewer)],
        "over": slots[0] == -1,
        **(views.result_as_json(state) if state.over else {}),
    }
    return Frame(content, account.end, (rules.boards, sheet), _last_told(account, account.end))


def _last_told(account: Account, end: int) -> object:
    """What came of the last decision before the event with this number, the decision included."""
    count = end - account.start
    if not 0 < count <= len(account.places):
        return None
    turn = bisect_left(account.turns, count)
    return [account.row(place) for place in range(account.turns[turn - 1] if turn else 0, count)]


def _decisions(state: Position, slots: list[Any], viewer: Viewer, language: str) -> list[dict[str, Any]]:
    """What the viewer has to decide now."""
    asking = _asking(state, slots, viewer, language)
    return [] if asking is None else [asking.plain()]


def _asking(state: Position, slots: list[Any], viewer: Viewer, language: str) -> Asking | None:
    if viewer is None or viewer not in state.rules.seats(slots):
        return None
    return Asking(state.rules, slots, state.rules.decision(slots, viewer, state.past), language)


def forced(state: Position, viewer: Viewer) -> str | None:
    """Who can know that a seat has but one thing to take: `all`, or its `own` player; nobody where there are more."""
    asking = _asking(state, views.seen_from(state, viewer), viewer, LANGUAGE)
    return None if asking is None else asking.forced()


def version(state: Position, viewer: Viewer) -> int:
    """How many answers and rolls the viewer has heard of, those taken back included, and how often that was done.

    What others do in secret is heard of once, when all have answered, however often they did.
    """
    return 0 if state.log is None else telling.chronicle(state.log, state.rules, viewer).account.steps


class Frames:
    """The frames of one seat, or who looks on, as a game goes on; the last few can be built upon by their versions."""

    def __init__(self, state: Position, viewer: Viewer, language: str, keep: int) -> None:
        self.state, self.viewer, self.language = state, viewer, language
        self._kept: deque[Frame] = deque(maxlen=keep)

    def frame(self, since: int | None = None) -> Frame:
        """How the game stands now; as a patch if the frame of that version is still there."""
        wanted = None if since is None else arguments.number("since", since)
        base = next((one for one in reversed(self._kept) if one["version"] == wanted), None)
        found = frame(self.state, self.viewer, self.language, base)
        self._kept.append(found)
        return found
