"""What is known of core expressions stands in one place: traits of operations, and what is remembered of a thing."""

import ast
from typing import get_args

from tests.meta.test_house import ENGINE, ENGINE_MODULES, tree_of

from rulebed.lang.memory import Itself, Memory
from rulebed.lang.traits import How, OpName

NAMES = {*get_args(OpName), *get_args(How)}
FEW = 4  # ways of a pattern, each with parts of its own, that only happen to be taken alike
# Words of the language that are called like operations.
MAY_LIST = {
    "describing/naming.py": "what stands behind the address of a value",
    "lang/describe/sorts.py": "functions that a pack calls",
}
# Where numbers of things are put together, as keys of what is made of them.
BY_NUMBER = {"algebra/fold.py": "what is made of the very same parts is the very same"}


def listed(node):
    """The texts that a display or a pattern lists."""
    if isinstance(node, ast.Set | ast.List | ast.Tuple):
        parts = node.elts
    elif isinstance(node, ast.MatchOr):
        parts = [way.value for way in node.patterns if isinstance(way, ast.MatchValue)]
    else:
        return []
    return [part.value if isinstance(part, ast.Constant) else None for part in parts]


def is_of_operations(node):
    """Whether it is a set of operations that stands for something they have in common."""
    names = listed(node)
    fewest = FEW + 1 if isinstance(node, ast.MatchOr) else 2
    return len(names) >= fewest and all(name in NAMES for name in names)


def where(found):
    """Where in the engine something is found."""
    places = {}
    for path in ENGINE_MODULES:
        name = path.relative_to(ENGINE).as_posix()
        lines = [node.lineno for node in ast.walk(tree_of(path)) if found(node)]
        if lines:
            places[name] = lines
    return places


def test_what_operations_have_in_common_is_a_trait():
    """A set of them that a pass keeps for itself soon says something else than that of the next pass."""
    places = where(is_of_operations)
    del places["lang/traits.py"]
    assert places.keys() == MAY_LIST.keys(), places


def is_asked_for_its_number(node):
    """Whether it is told which thing one is by a number, which another one may have later."""
    return isinstance(node, ast.Name) and node.id == "id" and isinstance(node.ctx, ast.Load)


def test_which_thing_one_is_asks_one_module():
    """Its `Memory` and `Itself` keep the thing, so that no other can be taken for it."""
    assert where(is_asked_for_its_number).keys() == {"lang/memory.py", *BY_NUMBER}


def test_a_memory_asks_once_for_each_thing_and_an_equal_one_is_another():
    """A number of a thing that is gone may be that of the next one: so all are kept."""
    asked = []
    memory = Memory(lambda thing: asked.append(thing) or len(asked))
    one, other = [1], [1]
    assert [memory(one), memory(other), memory(one)] == [1, 2, 1]
    memory.learn(other, 7)
    assert (memory(other), asked) == (7, [[1], [1]])
    assert len({memory([]) for _ in range(50)}) == 50


def test_a_thing_itself_is_a_key():
    """Equal to itself alone."""
    one, other = (1, []), (1, [])
    assert Itself(one) == Itself(one)
    assert Itself(one) != Itself(other)
    assert {Itself(one): "first", Itself(other): "second"}[Itself(one)] == "first"
