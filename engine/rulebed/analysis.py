"""Games as the compiler knows them: models, their programs, and a plain interpreter that shows all that it does.

For who asks what rules come to: checkers, provers, explorers, coverage, whoever compares two ways to play.

    >>> from rulebed.analysis import Models, core, statements_of
    >>> from rulebed.content import load_tree_text
    >>> text = '''
    ... title: Mill
    ... players: {min: 2, max: 2, state: {flour: {type: number, start: 2, seen_by: owner}}}
    ... flow: {turn: {do: "choose n in 1..my.flour; set my.flour to n", next: end}}
    ... result: {score: my.flour}
    ... '''
    >>> tree, report = load_tree_text(text)
    >>> model = Models(tree).guarded(2, {}).model
    >>> [(field.name, field.size, field.initial) for field in model.fields.values() if not field.own]
    [('player.flour', 2, (2, 2)), ('game.active', 1, (0,))]
    >>> [(one.address, one.local) for one in statements_of(model.phases["turn"].body) if isinstance(one, core.Choose)]
    [('flow.turn.n', 'n')]

- **Models.** `Models` makes those of one pack: a `Model` has each `Field`, `Law`, program and phase, with the `Role`
  of what no pack declares. `Known` keeps what is worked out; `known_after_edit` takes it along after an edit.
  `assemble` gives a model without its guards, with expressions that are `Asked` of it (named `ASKED` and what they
  say).
- **Programs.** `core` has what they are made of; `statements_of` goes through the statements of one, `parts_of`
  through an expression. `evaluate` works one out over whatever it is given, or raises `NotConstantError`;
  `OPERATIONS` has what each operation does.
- **Checked.** `check_tree` finds all that is wrong with a tree, `check_in_steps` setup by setup, what is dear last.
  `OF_USE_ELSEWHERE` is the code of what may well be of use with something on top.
- **Walked.** An `Oracle` plays a model as plainly as can be, with an `Env` for what has a name; a `Walked` stands in
  for a program, over its `Slots`. Where there is no way through it is a `StuckError`, where a checked program does
  what none does a `BrokenProgramError`. `as_it_begins` is a model whose fields are as in a program before anything
  happens, `compare_lockstep` raises a `LockstepError` where both differ. `dead_ends` gives the `DeadEnds` of an option,
  each `DeadEnd` with what doesn't hold; `NOBODY_THERE` is what is said where nothing is found.
- **Watched.** `Conditions` counts how each `Condition` of a pack came out. `Visits` notes what was looked at, each a
  `Visited` of the sort `PROC`, `VALUE` or `PHASE`, or `FIRST_PHASE` or `ALL_CHOICES` as a whole; `Pieces` has digests
  of them, so that what hasn't changed needn't be played again.
- **Tried out.** `Models(tree, ways)` has programs as ways in: `WAY_IN` is the address that says which one is taken,
  `way_in` the name of the phase of each.
- **Compiled.** A `Program` is what states run, its `Layout` where each field lies; `NO_NUMBER` stands there for none.
  A `Cache` keeps what is dear between runs; `engine_mark` is another one when the engine is. `uncollected` and
  `briefly_uncollected` make much at once without looking through it, `HEAP` says when that is due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebed.deferred import defer

if TYPE_CHECKING:
    from rulebed.assemble.assemble import ASKED, Asked, assemble
    from rulebed.incremental.known import Known
    from rulebed.lang import core
    from rulebed.lang.domain import NO_NUMBER
    from rulebed.lang.internal import WAY_IN, way_in
    from rulebed.lang.ops import OPS as OPERATIONS
    from rulebed.lang.walk import parts as parts_of
    from rulebed.lang.walk import stmts as statements_of
    from rulebed.model.evaluate import Env, NotConstantError, evaluate
    from rulebed.model.game import Field, Law, Model, Role
    from rulebed.oracle.lockstep import LockstepError
    from rulebed.oracle.lockstep import beginning as as_it_begins
    from rulebed.oracle.lockstep import compare as compare_lockstep
    from rulebed.oracle.oracle import Oracle
    from rulebed.oracle.tracing import DeadEnd, DeadEnds, dead_ends
    from rulebed.oracle.values import BrokenProgramError
    from rulebed.oracle.visiting import ALL_CHOICES, FIRST_PHASE, PHASE, PROC, VALUE, Pieces, Visited, Visits
    from rulebed.oracle.walk import StuckError
    from rulebed.oracle.walked import Slots, Walked
    from rulebed.oracle.watching import Condition, Conditions
    from rulebed.pipeline.in_vain import OF_USE_ELSEWHERE
    from rulebed.pipeline.loading import check_in_steps, check_tree
    from rulebed.pipeline.models import Models
    from rulebed.run.cache import Cache, engine_mark
    from rulebed.run.layout import Layout
    from rulebed.run.notebook import moved_on as known_after_edit
    from rulebed.run.program import Program
    from rulebed.run.quiet import HEAP, briefly_uncollected, uncollected
    from rulebed.verbs.finding import NOBODY_THERE
else:
    defer(__name__)

__all__ = [
    "ALL_CHOICES",
    "ASKED",
    "FIRST_PHASE",
    "HEAP",
    "NOBODY_THERE",
    "NO_NUMBER",
    "OF_USE_ELSEWHERE",
    "OPERATIONS",
    "PHASE",
    "PROC",
    "VALUE",
    "WAY_IN",
    "Asked",
    "BrokenProgramError",
    "Cache",
    "Condition",
    "Conditions",
    "DeadEnd",
    "DeadEnds",
    "Env",
    "Field",
    "Known",
    "Law",
    "Layout",
    "LockstepError",
    "Model",
    "Models",
    "NotConstantError",
    "Oracle",
    "Pieces",
    "Program",
    "Role",
    "Slots",
    "StuckError",
    "Visited",
    "Visits",
    "Walked",
    "as_it_begins",
    "assemble",
    "briefly_uncollected",
    "check_in_steps",
    "check_tree",
    "compare_lockstep",
    "core",
    "dead_ends",
    "engine_mark",
    "evaluate",
    "known_after_edit",
    "parts_of",
    "statements_of",
    "uncollected",
    "way_in",
]
