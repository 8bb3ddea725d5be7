"""What only the grammar says: questions, options, events, changes and procedures that nobody has written a text for."""

from __future__ import annotations

from collections.abc import Iterator

from rulebed.content import Map, PackTree
from rulebed.language import Describer
from rulebed.playing import ANSWERS, HOLDERS, Rules

Line = tuple[str, str]  # an address, and what is said there


def unwritten(rules: Rules, tree: PackTree, language: str) -> list[Line]:
    """All of it, by address, in the order in which the game has it; what is gained and paid speaks for itself."""
    found = [*_asked(rules, language), *_told(rules, tree, language), *_done(tree, language)]
    return list(dict.fromkeys(found))


def _asked(rules: Rules, language: str) -> Iterator[Line]:
    """Questions and options; what can be answered everywhere has its words."""
    words = rules.words
    for menu in rules.menus:
        kind = menu.domain.kind if menu.domain.sort == "entity" else ""
        if not menu.chance and words.text(menu.address, language) is None:
            yield menu.address, words.say_question(menu.address, kind, language)
        for option in menu.domain.options:
            if option.rpartition(".")[2] not in ANSWERS and words.text(option, language) is None:
                yield option, words.say_option(option, language)


def _told(rules: Rules, tree: PackTree, language: str) -> Iterator[Line]:
    """Events of the pack, and facts whose changes the story tells."""
    words, row = rules.words, rules.words.table(language)["events"]["set+fact"]
    events = tree.find("events")
    for entry in events if isinstance(events, Map) else ():
        if words.text(f"events.{entry.key}", language) is None:
            yield f"events.{entry.key}", words.say(entry.key, language)
    for place in rules.knowledge.places:
        holder, fact = place.field.kind, place.field.name.partition(".")[2]
        address = f"{HOLDERS.get(holder, f'kinds.{holder}')}.state.{fact}"
        if place.field.story and tree.find(address) is not None and words.text(address, language) is None:
            yield address, row.format(fact=words.say_fact(holder, fact, language), value="…")


def _done(tree: PackTree, language: str) -> Iterator[Line]:
    """Procedures that are said by their names, or by all that they do."""
    describer, procedures = Describer(tree), tree.find("procedures")
    known = describer.names(language).said
    for entry in procedures if isinstance(procedures, Map) else ():
        address = f"procedures.{entry.key}"
        if not known[address].phrase:
            yield address, describer.describe(address, language)
