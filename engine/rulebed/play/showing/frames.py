"""What a front end gets, in one piece: how it looks to a seat, what it has to decide, and what has happened since.

A frame is plain data, ready to be sent. It remembers the board that it shows, so that the next one can say what has
changed; nothing of that is kept in the state, nor does it stand in what is sent.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebed.packs.words import LANGUAGE
from rulebed.play.imagining import undoing
from rulebed.play.imagining.resampling import lived_through
from rulebed.play.imagining.retractable import Situation
from rulebed.play.rules import arguments, journal
from rulebed.play.rules.errors import SetupError
from rulebed.play.showing import views
from rulebed.play.showing.asking import SeatQuestion
from rulebed.play.showing.boards import boards_of
from rulebed.play.showing.patches import own_copy, patch
from rulebed.play.showing.trail import trail
from rulebed.play.telling import telling

if TYPE_CHECKING:
    from rulebed.play.rules.journal import Journal, TakenBack
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.position import Position
    from rulebed.play.showing.boards import Boards, Sheet
    from rulebed.play.telling.account import Account
    from rulebed.play.telling.event import Event

MOST = 1_000  # frames that are kept


class Moment(NamedTuple):
    """Where a game stood when a frame was made: by that it is known whether another state has come of it."""

    version: int
    heard: int
    past: Journal
    taken_back: tuple[TakenBack, ...]

    @classmethod
    def of(cls, state: Position, account: Account) -> Moment:
        """How it is now."""
        return cls(account.steps, account.end, state.past, state.match.taken_back)

    def is_before(self, state: Position) -> bool:
        """Whether the state has come of it; mostly the game has simply gone on."""
        taken_back = state.match.taken_back
        if taken_back is self.taken_back and journal.leads(self.past, state.past):
            return True
        if journal.seed(self.past[0]) != state.seed:
            return False
        before = tuple(journal.steps(self.taken_back, journal.forwards(self.past)))
        return before == tuple(islice(journal.steps(taken_back, journal.forwards(state.past)), len(before)))


class Frame(dict[str, Any]):
    """How a game stands for one seat, or who only looks on, as JSON; `heard` is the number of the next event."""

    __slots__ = ("_boards", "_moment", "_sheet")

    def __init__(self, content: dict[str, Any], moment: Moment, boards: Boards, sheet: Sheet) -> None:
        super().__init__(content)
        self._moment, self._boards, self._sheet = moment, boards, sheet

    def __reduce__(self) -> tuple[Any, ...]:
        """What a pickle has of it is what is sent."""
        return dict, (dict(self),)

    @property
    def heard(self) -> int:
        """The number of the next event."""
        return self._moment.heard

    @property
    def version(self) -> int:
        """The same as is sent."""
        return self._moment.version

    def base(self, state: Position, viewer: Viewer, language: str) -> Sheet | None:
        """The board that it shows, if how the game stands now can be told by what has changed since."""
        sheet = self._sheet
        if self._boards is not boards_of(state.rules) or (sheet.viewer, sheet.language) != (viewer, language):
            return None
        return sheet if self._moment.is_before(state) else None


def frame(state: Position, viewer: Viewer, language: str = LANGUAGE, since: Frame | None = None) -> Frame:
    """The frame of a state for a seat (from 0), or for who only looks on; with a patch if `since` is one of theirs."""
    if state.log is None:
        raise SetupError(
            "nobody has listened to this game: a game whose frames are asked for starts with `events=True`"
        )
    rules, slots = state.rules, views.seen_from(state, viewer)
    account = telling.chronicle(state.log, rules, viewer).account
    last = None if since is None else since.base(state, viewer, language)
    sheet, moment = boards_of(rules).sheet(slots, viewer, language, last), Moment.of(state, account)
    heard = 0 if since is None or last is None else since.heard
    content = {
        "version": moment.version,
        "since": None if since is None or last is None else since.version,
        **({"board": own_copy(sheet.box)} if last is None else {"patch": own_copy(patch(last.box, sheet.box))}),
        **({} if last is not None and last.scores == sheet.scores else {"sheet": own_copy(sheet.scores)}),
        **_own_part(state, slots, viewer, language),
        "events": [] if last is None else [one.json() for one in _events_since(state, viewer, heard, language)],
        "story": telling.story(state.log, rules, viewer, slice(heard, None), language),
        "waiting": [seat + 1 for seat in rules.seats_known(slots, viewer)],
        "over": slots[0] == -1,
        **(views.result_as_json(state) if state.over else {}),
    }
    return Frame(content, moment, boards_of(rules), sheet)


def _events_since(state: Position, viewer: Viewer, heard: int, language: str) -> list[Event]:
    return telling.events(state.log, state.rules, viewer, heard, language)


def _own_part(state: Position, slots: list[Any], viewer: Viewer, language: str) -> dict[str, Any]:
    """What the viewer has to decide now, and can take back; who only looks on nothing."""
    if viewer is None:
        return {"decisions": [], "undo": None}
    lived, asking = lived_through(state, viewer), _question_for(state, slots, viewer, language)
    serial, led = journal.count(state.past, viewer), []
    if asking is not None:
        answers = [] if lived.why_barred else lived.answers
        steps = trail(state.rules, answers, Situation.of(lived.life, lived.moments[-1]), serial, language)
        led = [{**asking.plain(), "trail": steps}]
    return {"decisions": led, "undo": undoing.outlook(state, lived, serial, language)}


def _question_for(state: Position, slots: list[Any], viewer: Viewer, language: str) -> SeatQuestion | None:
    if viewer is None or viewer not in state.rules.seats(slots):
        return None
    return SeatQuestion(state.rules, slots, state.rules.decision(slots, viewer, state.past), language)


def version(state: Position, viewer: Viewer) -> int:
    """How many answers and rolls the viewer has heard of, those taken back included, and how often that was done.

    What others do in secret is heard of once, when all have answered, however often they did.
    """
    return 0 if state.log is None else telling.chronicle(state.log, state.rules, viewer).account.steps


def forced(state: Position, viewer: Viewer) -> str | None:
    """Who can know that a seat has but one thing to take: `all`, or its `own` player; nobody where there are more."""
    asking = _question_for(state, views.seen_from(state, viewer), viewer, LANGUAGE)
    return None if asking is None else asking.forced()


class Frames:
    """The frames of one seat, or who looks on, as a game goes on; the last few can be built upon by their versions."""

    def __init__(self, state: Position, viewer: Viewer, language: str, keep: int) -> None:
        self.state, self.viewer, self.language = state, viewer, language
        self._kept: deque[Frame] = deque(maxlen=keep)

    def frame(self, since: int | None = None) -> Frame:
        """How the game stands now; as a patch if the frame of that version is still there."""
        wanted = None if since is None else arguments.number("since", since)
        base = next((one for one in reversed(self._kept) if one.version == wanted), None)
        found = frame(self.state, self.viewer, self.language, base)
        self._kept.append(found)
        return found
