"""What people come to read of a game, in a language, and what in it nobody should have to read."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache

from rulebed import packs
from rulebed.packs.locale import SECTIONS, Locale, locales
from rulebed.packs.node import plain
from rulebed.packs.words import word_table
from rulebed_tools.rulebook import page, wording
from rulebed_tools.rulebook.author import book_of
from rulebed_tools.rulebook.plain import lines_of
from rulebed_tools.tui.wording import wording as screen

OWN, OTHER = "en", "fr"  # the language in which the packs are written, and the one into which they are put
ENDLESS = 10**9  # letters of a line
LONGEST = 3_000  # decisions of a game; where nobody wants to win some have no end
LEAST = 3  # letters of a word that is looked at
UNFINISHED = {
    "Python's spelling": re.compile(r"\(\)|\[['\d]|(?<!\? )\b(?:None|True|False)\b(?! *[a-z.])|\w'\w*'\w"),
    "a brace": re.compile(r"[{}]"),
    "an id": re.compile(r"\w_|_\w"),
    "an address": re.compile(r"\b[a-z]{2}\w*\.[a-z]{2}\w*"),
}
CARELESS = {
    "a doubled stop": re.compile(r"(?<!\.)\.\.(?!\.)|\.{4}|[!?:;,…]\.|\.[:;,!?]|[,:;]\s?[,:;]|:\s?[?!]"),
    "a blank too many": re.compile(r"^\s|\s$|\s\s|\s[.,)]|\(\s"),
    "no word": re.compile(r"^\W*$"),
}
SET = {OTHER: {"a sign without its blank": re.compile(r"\S[:;](?=\s|$)")}}  # as a language sets its signs
WORD = re.compile(r"[^\W\d_]+")
BRACES = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True)
class Tongue:
    """A language, as far as it can be told from the one in which packs are written."""

    language: str
    own: frozenset[str]
    strange: frozenset[str]

    def faults(self, text, signs=UNFINISHED | CARELESS):
        """What is wrong with a text, each with where it is seen."""
        signs = signs | SET.get(self.language, {})
        found = {f"{what}: {seen[0]!r}" for what, sign in signs.items() if (seen := sign.search(text))}
        strangers = (word for word in words_of(text) if word in self.strange and word not in self.own)
        return sorted(found | {f"a word of another language: {word}" for word in strangers})


def words_of(*texts):
    """The words of texts, in small letters."""
    return {word.lower() for text in texts for word in WORD.findall(text) if len(word) >= LEAST}


def leaves(stated):
    """All texts of a table."""
    if isinstance(stated, dict):
        return [text for inside in stated.values() for text in leaves(inside)]
    return [str(stated)]


def said_by(locale):
    """All that a locale says; what stands in braces are names of the pack."""
    stated = [plain(entry.value) for section in SECTIONS for entry in getattr(locale, section).values()]
    return [BRACES.sub(" ", text) for one in stated for text in leaves(one)]


def of_tools(language):
    """What the tools say themselves."""
    return [*leaves(word_table(language, wording.FOLDER)), *leaves(word_table(language, screen.FOLDER))]


def names_in(stated):
    """The names that a pack gives, which are words of the language in which it is written."""
    if isinstance(stated, dict):
        return [name.replace("_", " ") for name in stated] + [name for one in stated.values() for name in names_in(one)]
    return [name for one in stated for name in names_in(one)] if isinstance(stated, list) else []


@cache
def tongue(reference, language):
    """How a pack with its layers speaks a language."""
    if language == OWN:
        return Tongue(language, frozenset(), frozenset())
    tree, _ = packs.load(reference, packs.search_path())
    spoken = locales(tree)[0]
    ours = [*leaves(word_table(language)), *said_by(spoken[language]), *of_tools(language)]
    theirs = [*leaves(word_table(OWN)), *said_by(spoken.get(OWN, Locale(OWN))), *of_tools(OWN)]
    return Tongue(
        language, frozenset(words_of(*ours)), frozenset(words_of(*theirs, *names_in(plain(tree.root)), *spoken))
    )


def rulebook(reference, language):
    """The lines of a rulebook without what its ledger says, none of which is broken."""
    tree, _ = packs.load(reference, packs.search_path())
    said = wording.Wording(language).say
    return lines_of(page.written(book_of(tree, language, {}, "")), ENDLESS, said("colon"), said("stop"))


def questions(rules, language):
    """The text of every question of a game, and of everything that can be answered by name."""
    for menu in rules.menus:
        kind = menu.domain.kind if menu.domain.sort == "entity" and not menu.chance else ""
        if not menu.chance:
            yield rules.words.say_question(menu.address, kind, language)
        yield from (rules.words.say_option(address, language) for address in menu.domain.options)


def on_board(box):
    """The words on a board."""
    yield from (box[key] for key in ("title", "text") if box.get(key))
    for inside in box.get("boxes", ()):
        yield from on_board(inside)


def play(game, players, seed, see=None):
    """A random game to its end, or as far as anybody reads; each state is shown before it is decided."""
    state, luck = game.start(players=players, seed=seed, events=True), random.Random(seed)
    for _ in range(LONGEST):
        if state.over:
            return state
        decision = luck.choice(state.decisions)
        if see is not None:
            see(state, decision)
        state.apply(luck.choice(decision.options), player=decision.player)
    return state


def labels(decision, language):
    """What is asked, and what can be answered."""
    yield decision.text(language)
    yield from (decision.label_of(option, language) for option in decision.options)
