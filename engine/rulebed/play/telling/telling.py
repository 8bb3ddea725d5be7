"""What somebody was told, event by event and as a story, in a language."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from rulebed.packs.words import LANGUAGE
from rulebed.play.rules.log import DECIDED
from rulebed.play.telling.chronicle import Chronicle
from rulebed.play.telling.event import Event, Tale
from rulebed.play.telling.sentence import sentences_of

if TYPE_CHECKING:
    from rulebed.play.rules.knowledge import Viewer
    from rulebed.play.rules.log import Log
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.said import Said
    from rulebed.play.telling.sentence import Sentences
    from rulebed.play.telling.told import Row


def chronicle(log: Log, rules: Rules, viewer: Viewer) -> Chronicle:
    """All that a viewer has been told by now."""
    found = log.chronicles.get(viewer)
    if found is None:
        found = log.chronicles[viewer] = Chronicle.at_start(log, rules, viewer)
    found.read(log)
    return found


def counts(log: Log, rules: Rules) -> dict[Viewer, int]:
    """How many events each seat has been told by now, and who only looks on."""
    viewers: list[Viewer] = [None, *range(rules.players)]
    return {viewer: chronicle(log, rules, viewer).account.end for viewer in viewers}


def serials(log: Log, rules: Rules) -> dict[Viewer, list[int]]:
    """How often each seat has decided, as far as each seat has heard, and who only looks on."""
    viewers: list[Viewer] = [None, *range(rules.players)]
    heard = {viewer: chronicle(log, rules, viewer).decided for viewer in viewers}
    return {viewer: [decided[seat] for seat in range(rules.players)] for viewer, decided in heard.items()}


def events(log: Log | None, rules: Rules, viewer: Viewer, since: int, language: str = LANGUAGE) -> list[Event]:
    """The events that a viewer was told, from the one with this number on."""
    if log is None:
        return []
    account = chronicle(log, rules, viewer).account
    tale = Tale(account, sentences_of(rules, language))
    return list(map(Event, range(max(since, account.start), account.end), repeat(tale)))


def story(log: Log | None, rules: Rules, viewer: Viewer, part: slice, language: str = LANGUAGE) -> list[str]:
    """What happened, as sentences: what one does by one decision is one of them, and none changes later."""
    if log is None:
        return []
    account, sentences = chronicle(log, rules, viewer).account, sentences_of(rules, language)
    return [
        rules.words.say_sentence(who, does, language)
        for rows in account.by_cause(account.within(part))
        for who, does in _chapter(rows, sentences, rules)
    ]


def _chapter(rows: list[Row], sentences: Sentences, rules: Rules) -> list[tuple[str, list[str]]]:
    """What came of one decision: what somebody does in a row together, behind the decision itself if that says more.

    A thing or number that is taken is told by what becomes of it, an option that is called by what it does by that. An
    option with a name of its own is told by nothing else; and so is any answer if nothing else is told.
    """
    chapter: list[tuple[str, list[Said]]] = []
    for said in (sentences.words_for(row) for row in rows if row[0] != DECIDED):
        if not (said.is_news and (said.does or said.what)):
            continue
        if chapter and _goes_on(said, chapter[-1]):
            chapter[-1][1].append(said)
        elif (said.who, [said]) not in chapter[-1:]:
            chapter.append((said.who, [said]))
    decided = (row for row in rows if row[0] == DECIDED and not _declines(row, rules))
    answered = [
        ("", [sentences.text(row)])
        for row in decided
        if sentences.words_for(row).is_news and (not chapter or _has_name(row, sentences, rules))
    ]
    return answered + [(who, list(sentences.list_deeds(done))) for who, done in chapter]


def _has_name(row: Row, sentences: Sentences, rules: Rules) -> bool:
    """Whether an option was taken that goes by a name of its own."""
    _, _, site, value = row
    return value is not None and rules.menus[site].has_name(value, sentences.language)


def _goes_on(said: Said, last: tuple[str, list[Said]]) -> bool:
    """Whether a sentence goes on: the same one does more, or the same happens to more."""
    who, done = last
    return said.who == who and bool(who or (said.what and done[-1].what and said.does == done[-1].does))


def _declines(row: Row, rules: Rules) -> bool:
    """Whether somebody took nothing, or went on to nothing more."""
    _, _, site, value = row
    return value is not None and rules.menus[site].is_declined(value)
