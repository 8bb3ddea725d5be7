"""Games as they are played: what states share, who knows what, and how it is shown, told and kept.

For who sits at the table or builds one: bots, front ends, adapters for learning, whoever runs games by the thousand.
What a player needs is in `rulebed` itself; this is what stands behind it.

    >>> import rulebed
    >>> from rulebed.playing import seen_from
    >>> text = '''
    ... title: Mill
    ... players: {min: 2, max: 2, state: {flour: {type: number, start: 2, seen_by: owner}}}
    ... flow: {turn: {do: "choose n in 1..my.flour; set my.flour to n", next: end}}
    ... result: {score: my.flour}
    ... '''
    >>> state = rulebed.load_text(text).start(seed=1)
    >>> slots, knowledge = seen_from(state, 0), state.rules.knowledge
    >>> [place.address for place in knowledge.shown_places if not knowledge.sees(slots, place, 0)]
    ['player.2.flour']

- **Rules.** A state is a flat list (`state.slots`) and the `Rules` that it shares with others of its game
  (`state.rules`): their menus, words and knowledge, whose turn it is, what can be taken, the compiled program. A
  `Menu` is all that one choice can offer, `SEVERAL` stands for one where several decide at once; `returns_of` is what
  an end is worth. Luck decides as `CHANCE`.
- **Setups.** `info_of` reads what a tree says of its game (an `Info`, with each `Setting`); `setups` are all that
  there are, `settled_setup` is one with what wasn't said, `preset_of` finds a preset. A `Seed` is luck, `LONG_SEED`
  the form of one that nobody guesses; `STRICT` and `FREE` say what can be taken back. `load_aloud` says when it
  compiles.
- **Given.** `give_fields` sets fields by address before anything happens, `given_value` is what a place then holds.
- **Knowledge.** A `Place` is where something lies; `pieces_in` are the pieces there, `pieces_by_block` those of a
  deck in the order of its blocks. A `Viewer` is a seat or who only looks on. `seen_from` is a state without what
  others do in secret; a `Sight` has what a viewer knows, `Hidden` where that is nothing, `known_values` lets
  expressions look at it, and `HiddenError` says that they can't.
- **Imagined.** `lived_through` is what a viewer has lived through: a `Life` of `Moment`s. A `Fork` is where seats
  began to act in secret, `perspective` what one of them knows; an `Origin` is where a game began that was dealt.
- **Words.** `Words` has the names and texts of a game in each language (`LANGUAGE` where none is said), a `Teller`
  those of a pack that isn't compiled. `ANSWERS` are what can be answered besides what is offered, `MANY` ends the
  address of a plural, `HOLDERS` are who has facts, and `begin_sentence` begins a sentence.
- **Shown.** `faces_of` says what stands on things: `Faces`, each a `Face` with its `PrintedFact`s; `PLAYER` and `PARTY`
  have some, too. A `Frame` is all that a seat is shown, `Frames` are those of a seat as a game goes on, `frame_version`
  numbers them; `who_knows_forced` says who can know that there is but one thing to take, `KNOWN_TO_ALL` that it is
  everybody.
- **Kept.** `steps_of` are the decisions of a game, `header_of` is what it was started with, `header_as_json` how that
  is written, `result_as_json` how it came out. `journal` reads what was decided; `bar_to_undo` is why nothing can be
  taken back. A `Host` is a game as its states know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.lang.luck import CHANCE, LONG_SEED, Seed
    from rulebed.model.evaluate import HiddenError
    from rulebed.packs.words import LANGUAGE
    from rulebed.pipeline.loading import load_aloud
    from rulebed.pipeline.manifest import info_of
    from rulebed.play.imagining.history import Life
    from rulebed.play.imagining.moments import Moment
    from rulebed.play.imagining.resampling import lived_through
    from rulebed.play.imagining.undoing import bar_to_undo
    from rulebed.play.rules import journal
    from rulebed.play.rules.decision import Menu
    from rulebed.play.rules.ending import returns as returns_of
    from rulebed.play.rules.giving import give as give_fields
    from rulebed.play.rules.giving import value_of as given_value
    from rulebed.play.rules.knowledge import Place, Viewer, pieces_by_block, pieces_in
    from rulebed.play.rules.match import FREE, STRICT, Host, Origin
    from rulebed.play.rules.position import SEVERAL
    from rulebed.play.rules.rules import Rules
    from rulebed.play.rules.secrets import Fork, perspective
    from rulebed.play.rules.setup import Info, Setting, preset_of, settled_setup, setups
    from rulebed.play.rules.teller import Teller
    from rulebed.play.rules.words import ANSWERS, MANY, Words
    from rulebed.play.rules.words import capitalised as begin_sentence
    from rulebed.play.saving.record import as_json as header_as_json
    from rulebed.play.saving.record import header_of, steps_of
    from rulebed.play.showing.asking import ALL as KNOWN_TO_ALL
    from rulebed.play.showing.faces import Face, Faces, PrintedFact, faces_of
    from rulebed.play.showing.frames import Frame, Frames
    from rulebed.play.showing.frames import forced as who_knows_forced
    from rulebed.play.showing.frames import version as frame_version
    from rulebed.play.showing.sight import Hidden, Sight
    from rulebed.play.showing.sight import known_to as known_values
    from rulebed.play.showing.things import PARTY, PLAYER
    from rulebed.play.showing.views import result_as_json, seen_from
    from rulebed.play.telling.sentence import HOLDERS
else:
    defer(__name__)

__all__ = [
    "ANSWERS",
    "CHANCE",
    "FREE",
    "HOLDERS",
    "KNOWN_TO_ALL",
    "LANGUAGE",
    "LONG_SEED",
    "MANY",
    "PARTY",
    "PLAYER",
    "SEVERAL",
    "STRICT",
    "Face",
    "Faces",
    "Fork",
    "Frame",
    "Frames",
    "Hidden",
    "HiddenError",
    "Host",
    "Info",
    "Life",
    "Menu",
    "Moment",
    "Origin",
    "Place",
    "PrintedFact",
    "Rules",
    "Seed",
    "Setting",
    "Sight",
    "Teller",
    "Viewer",
    "Words",
    "bar_to_undo",
    "begin_sentence",
    "faces_of",
    "frame_version",
    "give_fields",
    "given_value",
    "header_as_json",
    "header_of",
    "info_of",
    "journal",
    "known_values",
    "lived_through",
    "load_aloud",
    "perspective",
    "pieces_by_block",
    "pieces_in",
    "preset_of",
    "result_as_json",
    "returns_of",
    "seen_from",
    "settled_setup",
    "setups",
    "steps_of",
    "who_knows_forced",
]
