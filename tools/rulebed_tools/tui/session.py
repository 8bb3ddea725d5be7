"""A game played at one terminal: people answer for some seats, bots for the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from rulebed import Decision, IllegalAction, Option, Seat, State
from rulebed.playing import bar_to_undo
from rulebed_tools.tui.commands import Commands, Does, Meant, Why
from rulebed_tools.tui.ending import Ending
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.looks import Looks
from rulebed_tools.tui.screen import Screen
from rulebed_tools.tui.store import Store
from rulebed_tools.tui.wording import Wording

MOST_FORCED = 200  # answers in a row that are taken unasked

Choose = Callable[[Seat[State], Random], Option]


@dataclass(slots=True)
class Session:
    """The game and who plays: `people` are the seats that are asked here, `bots` decide for the others.

    `lines` has the players who typed something and the serials of their decisions, so that all that came of one line
    can be taken back at once.
    """

    state: State
    people: Collection[int]
    bots: Sequence[Choose]
    random: Random
    screen: Screen
    guide: Guide
    why: Why
    does: Does
    store: Store = field(default_factory=lambda: Store(None))
    wording: Wording = field(default_factory=Wording)
    anew: Callable[[], State] | None = None  # a new game of the same sort
    asks_all: bool = False  # also where there is only one answer
    viewer: int | None = None
    name: str = ""  # what the game is saved as
    saved: str = ""  # how the game stood when it was last written down, or begun
    looks: Looks = field(init=False)
    lines: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.saved = self.state.digest
        self.looks = Looks(self.guide, self.wording)

    @property
    def is_under_way(self) -> bool:
        """Whether something would be lost if it ended now."""
        return not self.state.over and self.state.digest != self.saved

    def run(self) -> bool:
        """Play on until the game is over or somebody stops; whether it came to its end."""
        while self._played():
            ending = Ending(self.screen, self.wording, self.store)
            ending.show(self.state, self.looks.page(self.state, self._only_person(), is_whole=True))
            if self.anew is None or not ending.asks_again():
                return True
            self.begin(self.anew())
        return False

    def begin(self, state: State) -> None:
        """Go on with another game, or with this one from elsewhere: what happened before is no news."""
        self.state, self.saved, self.viewer = state, state.digest, None
        self.lines.clear()
        self.looks.forget()

    def _played(self) -> bool:
        """Whether the game came to its end."""
        forced = 0
        while not self.state.over:
            if dead_end := self.wording.stuck(self.state):
                self.screen.say(dead_end)
                return False
            decisions = self.state.decisions
            luck = next((one for one in decisions if one.chance), None)
            for_bot = next((one for one in decisions if one.player not in self.people), None)
            is_forced = decisions[0].forced and not self.asks_all and forced < MOST_FORCED
            forced = forced + 1 if is_forced else 0
            if luck is not None:
                self.apply(self.random.choices(luck.options, luck.weights)[0], luck.player)
            elif for_bot is not None:
                self._let_choose(for_bot)
            elif is_forced:
                self._take_forced(decisions[0])
            elif not self._turn(decisions[0]):
                return False
        return True

    def _let_choose(self, decision: Decision) -> None:
        """A bot's turn; where there is nothing to think about it isn't asked."""
        player = decision.player
        if decision.forced:
            self.apply(decision.options[0].id, player)
            return
        self.screen.wait(self.wording.say("thinks", player=player))
        option = self.bots[player - 1](self.state.seat(player), self.random)
        self.apply(option.id, player)

    def apply(self, option: Option | str, player: int) -> None:
        """Take an option; whatever stops it, there is a whole state."""
        after = self.state.clone()
        after.apply(option, player=player)
        self.state = after

    def _take_forced(self, decision: Decision) -> None:
        """Take the only answer that there is, and tell who would have been asked."""
        self.looks.note_forced(self.state, decision)
        self.apply(decision.options[0].id, decision.player)

    def _only_person(self) -> int | None:
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _turn(self, decision: Decision) -> bool:
        """Ask until something has been done; whether to go on."""
        self._hand_over(decision.player)
        page = self.looks.page(self.state, decision.player, asks_all=self.asks_all)
        self.screen.show(page)
        commands = Commands(self, decision, page)
        while True:
            prompt = self.wording.say("prompt", player=decision.player)
            answer = self.screen.ask(prompt, commands.words())
            if answer is None:
                return False
            if commands.is_end(answer.strip()):
                if commands.may_end():
                    return False
            elif commands.answered(answer.strip()):
                return True

    def _hand_over(self, player: int) -> None:
        """Where several people sit at one screen, nobody shall see what is another's."""
        if self.viewer not in (None, player) and len(self.people) > 1 and has_secrets(self.state):
            self.screen.clear()
            self.screen.ask(self.wording.say("alone", player=player))
        self.viewer = player

    # What somebody types.

    def take(self, decision: Decision, tokens: Sequence[str], meant: Meant) -> bool:
        """Take answers in their order, and stop before the first that can't be; whether any was taken."""
        player, own = decision.player, decision
        for place, token in enumerate(tokens):
            ids = meant(own, token)
            if not ids:
                if place:
                    self.looks.note(self.state, player, self.wording.say("plan_ends", answer=token))
                return place > 0
            if not place:
                self.lines.append((player, decision.serial))
            following = self._go(player, ids)
            if following is None and place + 1 < len(tokens):
                self.looks.note(self.state, player, self.wording.say("plan_stops", answer=tokens[place + 1]))
            if following is None:
                return True
            own = following
        return bool(tokens)

    def _go(self, player: int, ids: Sequence[str]) -> Decision | None:
        """Take these options; what the player decides then, if nobody has learnt or decided anything."""
        following = None
        for name in ids:
            self.apply(name, player)
            following = self._own_next(player)
            if following is None:
                return None
        return following

    def _own_next(self, player: int) -> Decision | None:
        """What the player decides next, if nobody has decided or learnt anything since; forced answers are taken."""
        for _ in range(MOST_FORCED):
            decisions = () if self.state.over else self.state.decisions
            is_own = bool(decisions) and decisions[0].player == player and bool(decisions[0].values)
            if not is_own or bar_to_undo(self.state, player - 1) is not None:
                return None
            if not decisions[0].forced or self.asks_all:
                return decisions[0]
            self._take_forced(decisions[0])
        return None

    def take_back(self, player: int) -> None:
        """Take back all that came of the last line, whoever typed it; refused where a part of it can't be.

        Where nobody has typed anything yet it is the player's last decision.
        """
        earlier, lines = self.state.clone(), self.lines[:]
        whose, serial = lines.pop() if lines else (player, None)
        while True:
            earlier.undo(whose)
            own = next(one for one in earlier.decisions if one.player == whose)
            if own.serial <= serial if serial is not None else not own.forced or self.asks_all:
                break
        self.state, self.lines = earlier, lines

    def go_back(self, player: int, serial: int) -> None:
        """Take back all that a player has answered since a decision, and it; refused where a part of it can't be."""
        earlier = self.state.clone()
        earlier.undo(player, to=serial)
        self.state = earlier
        while self.lines and self.lines[-1][0] == player and self.lines[-1][1] >= serial:
            self.lines.pop()

    def refused(self, player: int, to: int | None = None) -> str:
        """Why it can't be taken back, or not so far; nothing if it was."""
        whose = player if to is not None or not self.lines else self.lines[-1][0]
        try:
            if to is None:
                self.take_back(player)
            else:
                self.go_back(player, to)
        except IllegalAction as refused:
            undo = self.state.frame(whose, self.wording.language)["undo"] or {"text": ""}
            return self.wording.say("barred", reason=undo["text"]) if undo["text"] else str(refused)
        return ""


def has_secrets(state: State) -> bool:
    """Whether there is anything that not everybody sees, or somebody decides in secret."""
    program = state.rules.program
    decks = any(field.pile == "deck" for field in program.layout.fields.values())
    return decks or bool(program.seen) or state.fork is not None
