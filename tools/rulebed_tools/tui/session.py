"""A game played at one terminal: people answer for some seats, bots for the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from rulebed import Decision, IllegalAction, Option, State
from rulebed.play.seat import Seat
from rulebed.source.writing import write_text
from rulebed_tools.tui.blocks import Block, lines_of
from rulebed_tools.tui.drawing import Drawing
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.screen import Screen
from rulebed_tools.tui.wording import Wording

SAVE = "rulebed.save.json"
MOST_NEWS = 12

Choose = Callable[[Seat[State], Random], Option]
Why = Callable[[State, Decision, str], Iterable[str]]  # what is to be said of an option, or of all


@dataclass(slots=True)
class Session:
    """The game and who plays: `people` are the seats that are asked here, `bots` decide for the others.

    `news` has for each viewer how many events there were at each decision since the last time the game was shown.
    """

    state: State
    people: Collection[int]
    bots: Sequence[Choose]
    random: Random
    screen: Screen
    guide: Guide
    why: Why
    wording: Wording = field(default_factory=Wording)
    viewer: int | None = None
    news: dict[int | None, list[int]] = field(default_factory=dict)
    drawn: dict[int | None, list[str]] = field(default_factory=dict)  # the board as each viewer last saw it
    saved: str = ""  # how the game stood when it was last written down, or begun

    def __post_init__(self) -> None:
        self.saved = self.state.digest

    @property
    def is_under_way(self) -> bool:
        """Whether something would be lost if it ended now."""
        return not self.state.over and self.state.digest != self.saved

    def run(self) -> bool:
        """Play on until the game is over or somebody stops; whether it came to its end."""
        while not self.state.over:
            if dead_end := self.wording.stuck(self.state):
                self.screen.say(dead_end)
                return False
            decisions = self.state.decisions
            luck = next((one for one in decisions if one.chance), None)
            if luck is not None:
                self._apply(self.random.choices(luck.options, luck.weights)[0], luck.player)
                continue
            for_bot = next((one for one in decisions if one.player not in self.people), None)
            if for_bot is not None:
                self._let_choose(for_bot.player)
            elif not self._turn(decisions[0]):
                return False
        self._show(self._only_person(), is_whole=True)
        self.screen.say(self.wording.result(self.state))
        return True

    def _let_choose(self, player: int) -> None:
        option = self.bots[player - 1](self.state.seat(player), self.random)
        self._apply(option.id, player)

    def _apply(self, option: Option | str, player: int) -> None:
        """Take an option, and remember for everybody at this screen where its story ends."""
        for viewer in (None, *self.people):
            self.news.setdefault(viewer, [0])
        after = self.state.clone()  # whatever stops it, there is a whole state
        after.apply(option, player=player)
        self.state = after
        for viewer, ends in self.news.items():
            ends.append(len(self.state.events(player=viewer)))

    def _only_person(self) -> int | None:
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _turn(self, decision: Decision) -> bool:
        """Ask until something has been done; whether to go on."""
        self._hand_over(decision.player)
        self._show(decision.player)
        self.screen.offer(decision, self.wording, lambda option: self.guide.note(self.state, option))
        while True:
            answer = self.screen.ask(self.wording.say("prompt", player=decision.player))
            if answer is None or answer.strip() in ("q", "quit"):
                return False
            if self._answer(decision, answer.strip()):
                return True

    def _hand_over(self, player: int) -> None:
        """Where several people sit at one screen, nobody shall see what is another's."""
        if self.viewer not in (None, player) and len(self.people) > 1 and has_secrets(self.state):
            self.screen.say("\n" * 60)
            self.screen.ask(self.wording.say("alone", player=player))
        self.viewer = player

    def _show(self, viewer: int | None, *, is_whole: bool = False) -> None:
        """What happened, and how it stands now; who reads a file or a pipe is spared what has not changed."""
        chapters = list(self._chapters(viewer))
        if len(chapters) > MOST_NEWS:
            self.screen.say(f"· {self.wording.say('before', count=len(chapters) - MOST_NEWS)}")
        for chapter in chapters[-MOST_NEWS:]:
            self.screen.say(f"· {' '.join(chapter)}")
        numbers = self._numbers(viewer)
        before, now = self.drawn.get(viewer), lines_of(self._board(viewer, {}))
        self.drawn[viewer] = now
        if is_whole or before is None or self.screen.is_terminal:
            self.screen.show(self.wording.title(self.state), self._board(viewer, numbers))
            return
        for line in now:
            if line not in before:
                self.screen.say(line)

    def _chapters(self, viewer: int | None) -> Iterator[list[str]]:
        """What happened since the viewer last saw the game, a chapter for each decision."""
        ends = self.news.get(viewer, [0, len(self.state.events(player=viewer))])
        self.news[viewer] = ends[-1:]
        for start, end in pairwise(ends):
            chapter = self.state.story(start, end, viewer, self.wording.language)
            if chapter:
                yield chapter

    def _numbers(self, viewer: int | None) -> dict[str, list[int]]:
        """By the address of each thing the numbers that the viewer can type to choose it."""
        own = next((one for one in self.state.decisions if one.player == viewer), None)
        return marks(own) if own is not None else {}

    def _board(self, viewer: int | None, numbers: Mapping[str, Sequence[int]]) -> Block:
        """The board, with the numbers of what can be chosen."""
        drawn = self.state.board(viewer, self.wording.language)
        return Drawing(numbers, self.wording.say("colon")).block(drawn, self.screen.width)

    def _answer(self, decision: Decision, answer: str) -> bool:
        """Do what was typed; whether the game has to be shown anew."""
        word, _, rest = answer.partition(" ")
        commands = {"?": self._help, "h": self._help, "help": self._help, "u": self._undo, "undo": self._undo}
        commands |= {"s": self._save, "save": self._save, "l": self._load, "load": self._load}
        commands |= {"b": self._again, "why": self._why}
        if decision.find(answer) is None and word in commands:
            return commands[word](decision, rest.strip())
        return self._take(decision, answer)

    def _take(self, decision: Decision, answer: str) -> bool:
        options = decision.options
        number = int(answer) if answer.isdecimal() and len(answer) <= len(str(len(options))) else 0
        option = options[number - 1] if 1 <= number <= len(options) else self._named(decision, answer)
        if option is None:
            refusal = self.wording.say("not_offered", answer=answer) if answer else ""
            self.screen.say(refusal + self.wording.say("what_to_type"))
            return False
        self._apply(option, decision.player)
        return True

    def _named(self, decision: Decision, answer: str) -> Option | None:
        """The option of this name, or the only one that is shown with these words."""
        found = decision.find(answer)
        if found is not None:
            return found
        said, language = answer.strip().casefold(), self.wording.language
        meant = [one for one in decision.options if decision.label_of(one, language).casefold() == said]
        return meant[0] if said and len(meant) == 1 else None

    def _help(self, _: Decision, thing: str) -> bool:
        """The commands, or what stands on a thing."""
        notes = [*self.guide.about(self.state, thing)] if thing else [self.wording.say("help")]
        self.screen.say("\n".join(notes) or self.wording.say("nothing_called", thing=thing))
        return False

    def _again(self, _: Decision, __: str) -> bool:
        self.drawn.clear()
        return True

    def _undo(self, decision: Decision, _: str) -> bool:
        earlier = self.state.clone()
        try:
            earlier.undo(decision.player)
        except IllegalAction as refused:
            self.screen.say(str(refused))
            return False
        self.state = earlier
        self._nothing_new()
        return True

    def _nothing_new(self) -> None:
        """After a leap, what happened before is no news."""
        self.news = {seat: [len(self.state.events(player=seat))] for seat in (None, *self.people)}

    def _why(self, decision: Decision, wanted: str) -> bool:
        for line in self.why(self.state, decision, wanted):
            self.screen.say(line)
        return False

    def _save(self, _: Decision, name: str) -> bool:
        path = Path(name or SAVE)
        try:
            write_text(path, self.state.save())
        except (OSError, ValueError) as error:  # no file can be called so, or nobody may write there
            self.screen.say(self.wording.say("not_saved", error=error))
        else:
            self.saved = self.state.digest
            self.screen.say(self.wording.say("saved", path=path))
        return False

    def _load(self, _: Decision, name: str) -> bool:
        try:
            self.state = self.state.game.restore(Path(name or SAVE).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            self.screen.say(self.wording.say("not_loaded", error=error))
            return False
        self.saved = self.state.digest
        self._nothing_new()
        return True


def marks(decision: Decision) -> dict[str, list[int]]:
    """By the address of each thing the numbers of the options that are about it."""
    found: dict[str, list[int]] = {}
    for number, option in enumerate(decision.offered, 1):
        for address in option.about:
            found.setdefault(address, []).append(number)
    return found


def has_secrets(state: State) -> bool:
    """Whether there is anything that not everybody sees, or somebody decides in secret."""
    program = state.rules.program
    decks = any(field.pile == "deck" for field in program.layout.fields.values())
    return decks or bool(program.seen) or state.fork is not None
