"""Names of functions say what these return or do: a participle alone says nothing of that, nor does an adverb.

A participle may stand for what is given, changed so: `formatted(text)`, `pruned(model)`. Those below don't: nobody
changes a text into a `told` one.
"""

import ast
import re
from pathlib import Path

import rulebed

ENGINE = Path(rulebed.__file__).parent
RIDDLES = frozenset(
    re.findall(
        r"\w+",
        "asked begun brought called carried changed closed come dealt decided declared done drawn ended entered "
        "exchanged found gathered given gone had heard held joined kept known landed learnt led left listed lying "
        "made meant mended met missing named noted offered opened owned placed put reached refaced repicked "
        "replayed said seen settled shown solved standing started stated taken told touched tried turned undone "
        "unheard unknown used wandered wandering wanted worded written "
        "again along anew apart away behind beside besides beyond closely evenly instead late never now openly "
        "outside outwards since "
        "all could it more of one others own strange stray very whoever whose ",
    )
)
# What front ends, bots and packs hold in their hands keeps its public names.
PROMISED = (rulebed.State, rulebed.Game, rulebed.Seat, rulebed.Decision, rulebed.Option)
PROMISE = "front ends have it"
CONSTRUCT = "by the construct that it is for, as those around it are: "
MAY = {
    "lang/describe/nouns.py::of": CONSTRUCT + "`Of`",
    "lang/express/sets.py::of": CONSTRUCT + "`Of`",
    "model/game.py::Field.own": "said of a fact: the engine's own, not the pack's",
    "play/rules/match.py::Host.begun": "a game as its states know it: `Game.begun`",
    "play/showing/frames.py::Frame.heard": PROMISE,
    "verbs/moves.py::put": CONSTRUCT + "`Put`",
}


def public_names(kind):
    return {name for base in kind.__mro__ for name in vars(base) if not name.startswith("_")}


def promised():
    """The public names of what is promised, by the class that has them."""
    return {(base.__name__, name) for kind in PROMISED for base in kind.__mro__ for name in public_names(base)}


def functions(node, outer=()):
    """The functions within a node, those in functions and classes too, with the names around them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield (*outer, child.name), child
        named = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from functions(child, (*outer, child.name) if named else outer)


def makes_one_of_its_class(function):
    """`Facts.of(model)` says what is made: the class, of what is given."""
    return function.name == "of" and [ast.unparse(mark) for mark in function.decorator_list] == ["classmethod"]


def riddles():
    """Where each function stands that is called by such a word alone."""
    kept = promised()
    for path in sorted(ENGINE.rglob("*.py")):
        where = path.relative_to(ENGINE)
        for names, function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            is_riddle = names[-1].removeprefix("_") in RIDDLES and names[-2:] not in kept
            if is_riddle and not makes_one_of_its_class(function):
                yield f"{where.as_posix()}::{'.'.join(names)}"


FOUND = list(riddles())


def test_functions_are_called_by_what_they_return_or_do():
    """The first word that a reader meets of a function is its name."""
    assert [where for where in FOUND if where not in MAY] == []


def test_what_may_be_called_so_is_there():
    """A row that is no longer needed fails."""
    assert MAY.keys() <= set(FOUND)
