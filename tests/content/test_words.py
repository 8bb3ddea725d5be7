"""What people read of the games that come with the house is written for people, in each language that a pack speaks."""

from collections import defaultdict
from functools import cache
from itertools import count

import pytest
from tests.content.reading import CARELESS, OTHER, OWN, UNFINISHED, labels, on_board, play, questions, rulebook, tongue

import rulebed
from rulebed import packs

LISTED = packs.available(packs.search_path())
LARGE = ("ep1", "ep1+beta", "ep1+solo", "ep2", "ep2+solo", "dino_island", "dino_island+solo")
SMALL = tuple(one.name for one in LISTED if one.name not in LARGE)
SEVERAL = 500 // (len(LARGE) + len(SMALL)) + 1  # games of each, so that there are 500 in all
BOARDS = 40  # decisions from one look at the board to the next
SHOWN = 3  # of what is wrong, each with a text in which it is
long = [pytest.param(name, marks=pytest.mark.slow) for name in LARGE]


class Reader:
    """Reads all that there is in the languages of a pack, each text once."""

    def __init__(self, reference):
        self.reference, self.game = reference, rulebed.load(reference)
        found = packs.locales(packs.load(reference, packs.search_path())[0])[0]
        self.languages = (OWN, OTHER) if OTHER in found else (OWN,)
        self.read, self.faults = set(), defaultdict(list)

    def look(self, language, texts, signs=UNFINISHED | CARELESS):
        for text in texts:
            if (language, text) not in self.read:
                self.read.add((language, text))
                for fault in tongue(self.reference, language).faults(text, signs):
                    self.faults[language, fault].append(text)

    def see(self, state, decision, step):
        """What whoever decides is asked; now and then the board, which may have signs in the place of words."""
        for language in self.languages:
            self.look(language, labels(decision, language))
            board = state.board(decision.player, language) if step % BOARDS == 0 else None
            self.look(language, on_board(board) if board else (), UNFINISHED)

    def hear(self, state):
        """The story, and each event by itself."""
        for language in self.languages:
            self.look(language, state.story(language=language))
            self.look(language, (event["text"] for event in state.events(language=language)))

    def play(self, seed):
        """A game, and all that can be asked in it."""
        counts = self.game.info.players
        steps = count(seed)
        end = play(
            self.game, counts[seed % len(counts)], seed, lambda state, asked: self.see(state, asked, next(steps))
        )
        self.hear(end)
        if seed < len(counts):
            for language in self.languages:
                self.look(language, questions(end.rules, language))

    def verdict(self):
        return {f"{language}, {fault}": texts[:SHOWN] for (language, fault), texts in sorted(self.faults.items())}


@cache
def read(reference, games):
    """What is wrong with what is read in some games."""
    reader = Reader(reference)
    for seed in range(games):
        reader.play(seed)
    return reader.verdict()


@pytest.mark.parametrize("reference", [*SMALL, *long])
def test_all_that_is_told_asked_and_shown_is_written_for_people(reference):
    """Stories, events, questions, labels and boards: nothing of Python, of ids, of another language, or twice."""
    assert read(reference, 1) == {}


@pytest.mark.parametrize("reference", [*SMALL, *long])
def test_rulebooks_are_written_for_people(reference):
    """The same of every line of them; a row of a table has blanks between its cells."""
    reader = Reader(reference)
    for language in reader.languages:
        lines = (line.strip().removeprefix("- ") for line in rulebook(reference, language))
        told = (cell for line in lines if set(line) - set("=-") for cell in line.split("  --  "))
        reader.look(language, told)
    assert reader.verdict() == {}


@pytest.mark.slow
@pytest.mark.parametrize("reference", [*SMALL, *LARGE])
def test_the_same_holds_in_five_hundred_games(reference):
    assert read(reference, SEVERAL) == {}
