"""A game played at one terminal: people answer for some seats, bots for the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rulebed import Decision, IllegalAction, Option, RecordError, State
from rulebed.play.seat import Seat
from rulebed_tools.tui.board import boxes
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.screen import Screen

HELP = """\
a number or an option's name  take that option
u                             take the last decision back
why [OPTION]                  why something is not offered
b                             show the board again
s [FILE]                      save the game
l [FILE]                      load a saved game
?                             this help
q                             stop"""
SAVE = "rulebed.save.json"
MOST_NEWS = 12

Choose = Callable[[Seat[State], Random], Option]


@dataclass(slots=True)
class Session:
    """The game and who plays: `people` are the seats that are asked here, `bots` decide for the others.

    `told` counts the events that each viewer has been told.
    """

    state: State
    people: Collection[int]
    bots: Sequence[Choose]
    random: Random
    screen: Screen
    guide: Guide
    viewer: int | None = None
    told: dict[int | None, int] = field(default_factory=dict)

    def run(self) -> bool:
        """Play on until the game is over or somebody stops; whether it came to its end."""
        while not self.state.over:
            if dead_end := stuck(self.state):
                self.screen.say(dead_end)
                return False
            decisions = self.state.decisions
            for_bot = next((one for one in decisions if one.player not in self.people), None)
            if for_bot is not None:
                self._let_choose(for_bot.player)
            elif not self._turn(decisions[0]):
                return False
        self._show(self._only_person())
        self.screen.say(result(self.state))
        return True

    def _let_choose(self, player: int) -> None:
        option = self.bots[player - 1](self.state.seat(player), self.random)
        self.state.apply(option.id, player=player)

    def _only_person(self) -> int | None:
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _turn(self, decision: Decision) -> bool:
        """Ask until something has been done; whether to go on."""
        self._hand_over(decision.player)
        self._show(decision.player)
        self.screen.offer(decision, lambda option: self.guide.note(self.state, option))
        while True:
            answer = self.screen.ask(f"player {decision.player} (? for help) > ")
            if answer is None or answer.strip() in ("q", "quit"):
                return False
            if self._answer(decision, answer.strip()):
                return True

    def _hand_over(self, player: int) -> None:
        """Where several people sit at one screen, nobody shall see what is another's."""
        if self.viewer not in (None, player) and len(self.people) > 1 and has_secrets(self.state):
            self.screen.say("\n" * 60)
            self.screen.ask(f"player {player}, press Enter when nobody else is looking > ")
        self.viewer = player

    def _show(self, viewer: int | None) -> None:
        events = self.state.events(player=viewer)
        news = events[self.told.get(viewer, 0) :]
        if len(news) > MOST_NEWS:
            self.screen.say(f"· ({len(news) - MOST_NEWS} things happened before)")
        for event in news[-MOST_NEWS:]:
            self.screen.say(f"· {event['text']}")
        self.told[viewer] = len(events)
        title = self.state.game.info.title
        self.screen.show(title, boxes(self.state, viewer))

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
        number = int(answer) if answer.isdecimal() else 0
        option = options[number - 1] if 1 <= number <= len(options) else decision.find(answer)
        if option is None:
            refusal = f"`{answer}` is not offered; " if answer else ""
            self.screen.say(f"{refusal}type the number or the name of an option, or ? for help")
            return False
        self.state.apply(option, player=decision.player)
        return True

    def _help(self, _: Decision, __: str) -> bool:
        self.screen.say(HELP)
        return False

    def _again(self, _: Decision, __: str) -> bool:
        return True

    def _undo(self, decision: Decision, _: str) -> bool:
        try:
            self.state.undo(decision.player)
        except IllegalAction as refused:
            self.screen.say(str(refused))
            return False
        self._nothing_new()
        return True

    def _nothing_new(self) -> None:
        """After a leap, what happened before is no news."""
        self.told = {seat: len(self.state.events(player=seat)) for seat in (None, *self.people)}

    def _why(self, decision: Decision, wanted: str) -> bool:
        refused = self.state.why(wanted or None, decision.player)
        for one in refused:
            reasons = "; ".join(f"{failed['reason']} ({failed['place']})" for failed in one["failed"])
            self.screen.say(f"{one['id']}: {reasons}")
        if not refused:
            self.screen.say(f"`{wanted}` is no option here" if wanted else "everything is offered")
        return False

    def _save(self, _: Decision, name: str) -> bool:
        path = Path(name or SAVE)
        try:
            path.write_text(self.state.save(), encoding="utf-8")
        except OSError as error:
            self.screen.say(f"it can't be saved: {error}")
        else:
            self.screen.say(f"saved in {path}")
        return False

    def _load(self, _: Decision, name: str) -> bool:
        try:
            self.state = self.state.game.restore(Path(name or SAVE).read_text(encoding="utf-8"))
        except (OSError, RecordError) as error:
            self.screen.say(f"it can't be loaded: {error}")
            return False
        self._nothing_new()
        return True


def has_secrets(state: State) -> bool:
    """Whether there is anything that not everybody sees, or somebody decides in secret."""
    program = state.rules.program
    decks = any(field.pile == "deck" for field in program.layout.fields.values())
    return decks or bool(program.seen) or state.fork is not None


def stuck(state: State) -> str:
    """What is wrong where somebody has to choose and there is nothing to choose; nothing in a sound game."""
    empty = [one for one in state.decisions if not one.values]
    return f"the game is stuck: player {empty[0].player} has nothing to choose at `{empty[0].address}`" if empty else ""


def result(state: State) -> str:
    """How the game came out."""
    winners = [str(player) for player in state.winners]
    who = f"player {winners[0]} wins" if len(winners) == 1 else f"players {', '.join(winners)} share the win"
    scores = ", ".join(f"player {player}: {score}" for player, score in enumerate(state.scores, 1))
    return f"{who if len(state.scores) > 1 else 'the game is over'} ({scores})"
