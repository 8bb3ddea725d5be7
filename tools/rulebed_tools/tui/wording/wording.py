"""The phrases of the interface in one language, and how it speaks of players, decisions and options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulebed import Decision, Option, State
from rulebed.content import names_of, words_of
from rulebed.playing import LANGUAGE, MANY, Seed, begin_sentence

ENDS = ("?", "!", ".")  # of sentences
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Wording:
    """One language."""

    language: str = LANGUAGE

    def say(self, name: str, **parts: object) -> str:
        """A phrase with its parts filled in."""
        return str(words_of(self.language, FOLDER)[name]).format(**parts)

    def player(self, number: int) -> str:
        """A player by number."""
        return self.say("player", number=number)

    def begin(self, title: str, players: int, seed: Seed) -> str:
        """What is played, by how many, with which luck."""
        return self.say("begin" if players > 1 else "begin_alone", title=title, players=players, seed=seed)

    def title(self, state: State) -> str:
        """What the game is called, and with which layers it is played."""
        title = state.rules.words.text("title", self.language) or state.game.info.title
        layers = (name.replace("_", " ") for name in names_of(state.game.info.reference)[1:])
        return " + ".join([title, *layers])

    def heading(self, decision: Decision) -> str:
        """What is to be decided: in words if the pack has any, else where it stands."""
        label = decision.text(self.language)
        name = decision.address.rpartition(".")[2].replace("_", " ")
        step = decision.address.partition(".")[2].rpartition(".")[0].replace("_", " ").replace(".", ", ")
        return label if label != name or not step else f"{step}: {name}"

    def caption(self, decision: Decision, option: Option) -> tuple[str, str]:
        """An option as it is shown: its label, and its id where that isn't nearly the same."""
        label = decision.label_of(option, self.language)
        return label, "" if label.replace(" ", "_") == option.id else option.id

    def result(self, state: State, *, in_parts: bool = True) -> str:
        """How the game came out: who has won, with which score, perhaps what that is made of; then the honours."""
        colon = self.say("colon")
        scores = (
            f"{self.player(player)}{colon}{score}{self.sum_of(state, player) if in_parts else ''}"
            for player, score in enumerate(state.scores, 1)
        )
        lines = [f"{self._winners(state)} ({', '.join(scores)})"]
        for player, earned in enumerate(state.honours, 1):
            if earned:
                named = (state.rules.words.say(f"result.honours.{name}", self.language) for name in earned)
                lines.append(self.say("honours", player=self.player(player), names=", ".join(named)))
        return "\n".join(lines)

    def _winners(self, state: State) -> str:
        winners, result = [str(player) for player in state.winners], state.rules.program.model.result
        if not winners:
            return self.say("lost" if result.won else "nobody")
        if len(state.scores) == 1:
            return self.say("won" if result.can_be_lost else "is_over")
        return self.say("wins" if len(winners) == 1 else "share", players=", ".join(winners))

    def part(self, state: State, name: str) -> str:
        """What a part of a score is called."""
        words = state.rules.words
        own, several = (words.text(address, self.language) for address in (f"result.score.{name}", f"{name}.{MANY}"))
        return own or begin_sentence(several or words.say(name, self.language))

    def had_to(self, decision: Decision) -> str:
        """An answer that was taken unasked, since there is no other."""
        answer, question = decision.label_of(decision.options[0], self.language), self.heading(decision)
        asked = f"{question} " if question.endswith(ENDS) else f"{question}{self.say('colon')}"
        return self.say("had_to", answer=f"{asked}{answer}")

    def sum_of(self, state: State, player: int) -> str:
        """The parts of a score, each with what it is called."""
        words, parts = state.rules.words, state.parts[player - 1]
        own = {name: words.text(f"result.score.{name}", self.language) for name in parts}
        said = (
            f"{value} {own[name]}" if own[name] else words.say_amount(value, name, self.language)
            for name, value in parts.items()
        )
        return f" = {' + '.join(said)}" if parts else ""

    def stuck(self, state: State) -> str:
        """What is wrong where somebody has to choose and there is nothing to choose; nothing in a sound game."""
        empty = [one for one in state.decisions if not one.values]
        if not empty:
            return ""
        return self.say("stuck", player=empty[0].player, address=empty[0].address, place=empty[0].place)
