"""The language of effects: read, written in its one canonical way, and said in the words of people.

For who looks into programs or speaks of them: formatters, explorers, rulebooks, whoever changes programs.

    >>> from rulebed.content import load_tree_text
    >>> from rulebed.language import Describer, formatted
    >>> text = '''
    ... title: Mill
    ... players: {min: 2, max: 2, state: {flour: {type: number, start: 2, seen_by: owner}}}
    ... flow: {turn: {do: "choose n in 1..my.flour; set my.flour to n", next: end}}
    ... result: {score: my.flour}
    ... '''
    >>> tree, report = load_tree_text(text)
    >>> Describer(tree).describe("flow.turn.do")
    'Choose a number from 1 to your flour. Set your flour to the number.'
    >>> formatted("choose n in  1..my.flour;  set my.flour to n")
    'choose n in 1..my.flour; set my.flour to n'

- **Programs.** `parse_program`, `parse_expression` and `parse_type` read one; what comes out is made of the nodes of
  `syntax`, of which `BINDERS` give things a name. `KEYS` are the keys that programs stand behind, in any pack.
- **Written.** `formatted` is the canonical spelling; what two texts say is the same if `parse_both` is.
- **Types.** A `Type` such as `NUMBER`, or `entity` of a kind; `SEATED` are those kinds that have a seat.
- **In words.** A `Describer` says what stands at an address of a pack, a `Passage` has its parts. `table_of` has the
  words of a language (a `LanguageWords`), `Vocabulary` those of a pack, `Noun` and `Phrase` are what sentences are put
  together from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.assemble.programs import KEYS
    from rulebed.assemble.tongues import table_of
    from rulebed.describing import Describer, Passage
    from rulebed.lang import syntax
    from rulebed.lang.binders import BINDERS
    from rulebed.lang.describe import LanguageWords, Noun, Phrase, Vocabulary
    from rulebed.lang.express.targets import SEATED
    from rulebed.lang.format import formatted
    from rulebed.lang.format import nodes as parse_both
    from rulebed.lang.parse import parse_expression, parse_program, parse_type
    from rulebed.lang.types import NUMBER, Type, entity
else:
    defer(__name__)

__all__ = [
    "BINDERS",
    "KEYS",
    "NUMBER",
    "SEATED",
    "Describer",
    "LanguageWords",
    "Noun",
    "Passage",
    "Phrase",
    "Type",
    "Vocabulary",
    "entity",
    "formatted",
    "parse_both",
    "parse_expression",
    "parse_program",
    "parse_type",
    "syntax",
    "table_of",
]
