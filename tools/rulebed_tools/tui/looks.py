"""What each viewer has been shown of a game: the frame that they saw last, and what they have been told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rulebed import Decision, State, patched
from rulebed.playing import Frame
from rulebed_tools.tui.ahead import Way, numbered, ways
from rulebed_tools.tui.blocks import Ink, Piece
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.page import Choice, Page
from rulebed_tools.tui.wording import Wording

Drawn = dict[str, Any]
UNDO = "undo"
MOST_TOLD = 400  # sentences that are kept


@dataclass(slots=True)
class Look:
    """One viewer's: the last frame and its board, what has been told, and how much of that is new.

    `heard` is the number of the first event that is not among it, `forced` has the serials of decisions that were told
    when they were taken.
    """

    shown: Frame | None = None
    heard: int = 0
    board: Drawn = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    count: int = 0
    forced: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Looks:
    """Makes the pages that viewers are shown, each with what is new to that viewer."""

    guide: Guide
    wording: Wording
    _own: dict[int | None, Look] = field(default_factory=dict)

    def forget(self) -> None:
        """Nobody has seen this game yet."""
        self._own.clear()

    def note(self, state: State, viewer: int | None, text: str) -> None:
        """Tell a viewer something, behind all that has happened so far."""
        look = self._heard(state, viewer)
        look.told.append(text)
        look.count += 1

    def note_forced(self, state: State, decision: Decision) -> None:
        """Tell a player what they had to answer; that they did isn't told once more."""
        self.note(state, decision.player, self.wording.had_to(decision))
        self._own[decision.player].forced.add(decision.serial)

    def story(self, state: State, viewer: int | None) -> Sequence[str]:
        """All that a viewer has been told lately."""
        return self._heard(state, viewer).told

    def page(self, state: State, viewer: int | None, *, asks_all: bool = False, is_whole: bool = False) -> Page:
        """How it stands for a viewer, who has seen it then."""
        look = self._heard(state, viewer)
        frame = state.frame(viewer, self.wording.language, since=look.shown)
        fresh: dict[str, Drawn | None] = {}
        if "patch" in frame:
            fresh = dict(_fresh(look.board, frame["patch"]))
            look.board = patched(look.board, frame["patch"])
        else:
            look.board = frame["board"]
        look.shown = frame
        own = next((one for one in state.decisions if one.player == viewer and one.values), None)
        offered = () if own is None else ways(state, own, asks_all=asks_all)
        wording = self.wording
        page = Page(
            wording.title(state),
            look.board,
            viewer,
            wording.say("colon"),
            wording.say("semicolon"),
            marks(offered),
            fresh,
            tuple(look.told),
            look.count,
            lambda count: wording.say("before", count=count),
            question=() if own is None else self._question(own, look),
            trail=[crumb["answer"] for crumb in self.trail(viewer, asks_all=asks_all)],
            choices=tuple(self._choices(state, offered, look)),
            is_whole=is_whole,
        )
        look.count = 0
        del look.told[:-MOST_TOLD]
        return page

    def trail(self, viewer: int | None, *, asks_all: bool) -> list[Mapping[str, Any]]:
        """What has led to what a viewer is asked, as their last page has it; without what was forced."""
        crumbs = _asked(self._own.setdefault(viewer, Look())).get("trail", ())
        return [one for one in crumbs if asks_all or one["forced"] is None]

    def _heard(self, state: State, viewer: int | None) -> Look:
        """What a viewer has been told, with all that has happened: what came of one decision in one piece."""
        look = self._own.setdefault(viewer, Look())
        events = state.events(look.heard, viewer)
        for (cause, is_undo), group in groupby(events, key=lambda event: (event["cause"], event["kind"] == UNDO)):
            numbers = [event["number"] for event in group][: 1 if is_undo else None]  # however much was taken back
            text = " ".join(self._story(state, viewer, numbers[0], numbers[-1] + 1))
            was_told = cause is not None and cause["player"] == viewer and cause["serial"] in look.forced
            if text and not (was_told and [text] == self._story(state, viewer, numbers[0], numbers[0] + 1)):
                look.told.append(text)
                look.count += 1
        look.heard = events[-1]["number"] + 1 if events else look.heard
        return look

    def _story(self, state: State, viewer: int | None, start: int, end: int) -> list[str]:
        """What came of some events; the first of what came of a decision is the decision itself."""
        return state.story(start, end, viewer, self.wording.language)

    def _question(self, decision: Decision, look: Look) -> tuple[Piece, ...]:
        """Who is asked, and what; where it is asked several times, which of them this is."""
        wording = self.wording
        who = wording.player(decision.player) + wording.say("colon")
        asked = _asked(look)
        turn = asked.get("turn")
        count = f" ({wording.say('turn', number=turn['done'] + 1, all=turn['of'])})" if turn and turn["of"] > 1 else ""
        return (Piece(who, Ink(decision.player, is_title=True)), Piece(wording.heading(decision) + count))

    def _choices(self, state: State, offered: Sequence[Way], look: Look) -> Iterator[Choice]:
        options = {one["id"]: one for one in _asked(look).get("options", ())}
        for number, way in numbered(offered).items():
            captions = [self.wording.caption(*step) for step in way.steps]
            own = options.get(way.ids[0], {}) if len(way.steps) == 1 else {}
            facts = None if "facts" not in own else [one for one in own["facts"] if one["text"] not in own["label"]]
            name = captions[0][1] if len(captions) == 1 else " ".join(way.ids)
            note = self.guide.note(state, way.last[1], facts)
            before = "".join(f"{caption.rstrip('.')}, " for caption, _ in captions[:-1])
            yield Choice(number, f"{before}{captions[-1][0]}", name, note)


def _asked(look: Look) -> Mapping[str, Any]:
    """What the viewer has to decide, as their frame has it."""
    decisions = [] if look.shown is None else look.shown["decisions"]
    return decisions[0] if decisions else {}


def _fresh(before: Drawn, steps: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Drawn | None]]:
    """The boxes that have changed, as they were before, or nothing for those that are new."""
    known = dict(_by_key(before))
    for step in steps:
        if "insert" in step:
            yield step["insert"]["key"], None
        elif "set" in step:
            yield step["set"], known.get(step["set"])
        elif "move" in step:
            yield step["move"], known.get(step["move"])


def _by_key(box: Drawn) -> Iterator[tuple[str, Drawn]]:
    yield box["key"], box
    for inner in box.get("boxes", ()):
        yield from _by_key(inner)


def marks(offered: Sequence[Way]) -> dict[str, list[int]]:
    """By the address of each thing the numbers of the answers that are about it."""
    found: dict[str, list[int]] = {}
    for number, way in numbered(offered).items():
        for address in dict.fromkeys(way.about):
            found.setdefault(address, []).append(number)
    return found
