"""What a player can type beside answers: to ask, to look, to take back, to save and to load."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rulebed import Decision, Option, State
from rulebed.content import names_of
from rulebed_tools.tui.ahead import numbered, ways
from rulebed_tools.tui.goals import goals
from rulebed_tools.tui.guide import Guide
from rulebed_tools.tui.looks import Looks
from rulebed_tools.tui.page import Page
from rulebed_tools.tui.screen import Screen
from rulebed_tools.tui.store import Store
from rulebed_tools.tui.wording import Wording

ENDS = frozenset({"q", "quit"})
LOG = 40  # sentences
LONGEST_NUMBER = 12  # digits
ASK, BACK_WORD = "?", "u"
BACK = re.compile(rf"{BACK_WORD}(\d{{1,3}})")

Meant = Callable[[Decision, str], Sequence[str]]  # ids of options by what was typed, none if that means none
Why = Callable[[State, Decision, str], Iterable[str]]  # what is to be said of an option, or of all
Does = Callable[[State, Decision, Option], Iterable[str]]  # what an option does, and by which rules


class Table(Protocol):
    """The game, and what commands can do with it."""

    state: State
    screen: Screen
    guide: Guide
    store: Store
    wording: Wording
    looks: Looks
    asks_all: bool  # also where there is only one answer
    name: str  # what the game is saved as
    saved: str  # how the game stood when it was last written down, or begun

    @property
    def why(self) -> Why:
        """What says why."""

    @property
    def does(self) -> Does:
        """What says what is offered."""

    @property
    def is_under_way(self) -> bool:
        """Whether something would be lost if it ended now."""

    def begin(self, state: State) -> None:
        """Go on with another game."""

    def take(self, decision: Decision, tokens: Sequence[str], meant: Meant) -> bool:
        """Take answers in their order; whether any was taken."""

    def refused(self, player: int, to: int | None = None) -> str:
        """Take back what came of the last line, or all to an earlier decision; why that can't be."""


@dataclass(frozen=True, slots=True)
class Commands:
    """What can be done at one decision; each says whether the game has to be shown anew."""

    session: Table
    decision: Decision
    page: Page

    @property
    def _all(self) -> dict[str, Callable[[str], bool]]:
        return {
            ASK: self._look,
            "h": self._look,
            "help": self._look,
            BACK_WORD: self._undo,
            "undo": self._undo,
            "s": self._save,
            "save": self._save,
            "l": self._load,
            "load": self._load,
            "b": self._board,
            "o": self._options,
            "g": self._goals,
            "goals": self._goals,
            "log": self._log,
            "why": self._why,
        }

    def words(self) -> list[str]:
        """What Tab knows: the ids of what can be taken, and the commands."""
        return [*(option.id for option in self.decision.offered), *(word for word in self._all if word != ASK), *ENDS]

    def is_end(self, answer: str) -> bool:
        """Whether the player wants to stop."""
        return answer in ENDS and self.decision.find(answer) is None

    def answered(self, answer: str) -> bool:
        """Do what was typed; whether the game has to be shown anew."""
        word, _, rest = answer.partition(" ")
        if self.decision.find(answer) is None:
            if answer.startswith(ASK):
                word, rest = ASK, answer.removeprefix(ASK)
            if back := BACK.fullmatch(answer):
                word, rest = BACK_WORD, back[1]
            if word in self._all:
                return self._all[word](rest.strip())
        return self._take(answer)

    def _take(self, answer: str) -> bool:
        """Take an option, or several one after the other."""
        tokens = [answer] if self._meant(self.decision, answer) else answer.split()
        if self.session.take(self.decision, tokens, self._meant):
            return True
        refused = tokens[0] if tokens else ""
        refusal = self._phrase("not_offered", answer=refused) if refused else ""
        self._say(refusal + self._phrase("what_to_type"))
        return False

    def _meant(self, decision: Decision, answer: str) -> tuple[str, ...]:
        """The ids of the options that this stands for, or of the only one that has a name which begins so."""
        exactly, said = self._exactly(decision, answer), answer.strip().casefold()
        names = self._names(decision)
        begun = [one for one, called in names.items() if said and any(name.startswith(said) for name in called)]
        return exactly or (tuple(begun) if len(begun) == 1 else ())

    def _exactly(self, decision: Decision, answer: str) -> tuple[str, ...]:
        """The ids of the options of this number, or of this name, or of the only one that has it besides its id."""
        found = numbered(ways(self.session.state, decision, asks_all=self.session.asks_all))
        number = int(answer) if answer.isdecimal() and len(answer) <= LONGEST_NUMBER else -1
        if number in found:
            return found[number].ids
        option, said = decision.find(answer), answer.strip().casefold()
        if option is not None:
            return (option.id,)
        meant = [one for one, called in self._names(decision).items() if said in called]
        return tuple(meant) if said and len(meant) == 1 else ()

    def _names(self, decision: Decision) -> dict[str, tuple[str, ...]]:
        """What goes for each option: its id, what it is called on the screen, blanks or not, a yes in the language."""
        language, words = self.session.wording.language, self.session.state.rules.words
        answers = words.table(language)["answers"]
        found: dict[str, tuple[str, ...]] = {}
        for one in decision.options:
            label = decision.label_of(one, language).casefold()
            found[one.id] = (one.id, label, label.replace(" ", "_"), str(answers.get(one.id, one.id)))
        return found

    def _option(self, answer: str) -> Option | None:
        """The option that this stands for, the first of several."""
        meant = self._exactly(self.decision, answer)
        return self.decision.find(meant[0]) if meant else None

    # To ask.

    def _look(self, thing: str) -> bool:
        """The commands, or all that can be said of a thing or an option."""
        lines = [*self._about(thing)] if thing else [self._phrase("help")]
        self._say("\n".join(lines) or self._phrase("nothing_called", thing=thing))
        return False

    def _about(self, thing: str) -> Iterator[str]:
        session = self.session
        option = self._option(thing)
        if option is not None:
            yield from session.does(session.state, self.decision, option)
            yield from session.guide.at(session.state, self.decision.player, option.about)
        else:
            yield from session.guide.about(session.state, self.decision.player, thing)

    def _why(self, wanted: str) -> bool:
        option = self._option(wanted)
        for line in self.session.why(self.session.state, self.decision, wanted if option is None else option.id):
            self._say(line)
        return False

    def _goals(self, _: str) -> bool:
        self._say("\n".join(goals(self.session.state, self.session.wording)))
        return False

    def _options(self, _: str) -> bool:
        self.session.screen.list_all(self.page)
        return False

    def _log(self, _: str) -> bool:
        for text in self.session.looks.story(self.session.state, self.decision.player)[-LOG:]:
            self._say(f"· {text}")
        return False

    def _board(self, _: str) -> bool:
        """All of the board, however long."""
        looks = self.session.looks
        self.session.screen.show(
            looks.page(self.session.state, self.decision.player, asks_all=self.session.asks_all, is_whole=True)
        )
        return False

    # To go back, and elsewhere.

    def _undo(self, number: str) -> bool:
        """Take back the last line, or all since an answer of those that stand above the question."""
        crumbs = self.session.looks.trail(self.decision.player, asks_all=self.session.asks_all)
        places = {str(place): one["serial"] for place, one in enumerate(crumbs, 1)}
        if number and number not in places:
            self._say(self._phrase("no_crumb", number=number))
            return False
        refused = self.session.refused(self.decision.player, places.get(number))
        if refused:
            self._say(refused)
        return not refused

    def _save(self, name: str) -> bool:
        """Save the game by name; what is there is written over only if that is wanted."""
        session = self.session
        try:
            wanted = name or session.name or session.store.free(self._usual())
            path = session.store.path(wanted)
            if path.exists() and wanted != session.name and not self._agrees("overwrite", path=path):
                return False
            path = session.store.save(wanted, session.state.save())
        except (OSError, ValueError) as error:  # no file can be called so, or nobody may write there
            self._say(self._phrase("not_saved", error=error))
            return False
        session.name, session.saved = wanted, session.state.digest
        self._say(self._phrase("saved", path=path))
        return False

    def _usual(self) -> str:
        """What a game is called that nobody has given a name."""
        return "+".join(name.rpartition("/")[2].removesuffix(".yaml") for name in names_of(self._reference))

    @property
    def _reference(self) -> str:
        return self.session.state.game.info.reference

    def _load(self, name: str) -> bool:
        """Go on from a saved game; without a name those that there are."""
        session = self.session
        wanted = name or session.name
        if not wanted:
            names = ", ".join(session.store.names())
            self._say(self._phrase("saves", names=names) if names else self._phrase("no_saves"))
            return False
        try:
            state = session.state.game.restore(session.store.path(wanted).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            self._say(self._phrase("not_loaded", error=error))
            return False
        session.begin(state)
        session.name = wanted
        return True

    def may_end(self) -> bool:
        """Whether to stop now: a game under way can be saved before."""
        if self.session.is_under_way and self._agrees("save_first"):
            self._save("")
        return True

    def _agrees(self, phrase: str, **parts: object) -> bool:
        answer = self.session.screen.ask(self._phrase(phrase, **parts)) or ""
        return answer.strip().casefold() in self._phrase("yes").split()

    def _phrase(self, name: str, **parts: object) -> str:
        return self.session.wording.say(name, **parts)

    def _say(self, text: str) -> None:
        self.session.screen.say(text)
