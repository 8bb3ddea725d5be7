"""One word, one thing: a name that modules lend to each other is the name of one thing."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
# What goes by the construct that it is for: how it is written, what it means, how it is said, what becomes of it.
BY_CONSTRUCT = (
    "rulebed.lang.syntax.",
    "rulebed.lang.express.",
    "rulebed.lang.describe.",
    "rulebed.verbs.",
    "rulebed.lang.core",
    "rulebed.compile.lowering.code",
    "rulebed.compile.emission.shapes",  # by the nodes of Python
)
# Names that two modules lend all the same, and why.
ALIKE = {
    "load": "a reference as a tree, and as the game that is compiled of it",
    "load_text": "the same of a text",
}


def name_of(path):
    """The module that a file is."""
    return ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__")


def defined(tree):
    """The functions, classes and types of a module; constants, in capitals, are read beside its name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (one.id for one in targets if isinstance(one, ast.Name) and not one.id.isupper())


def lent():
    """By name: the modules that others import it from, if it is made there."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for path in [*ENGINE.rglob("*.py"), *ROOT.glob("tools/**/*.py")]
    }
    made = {name_of(path): set(defined(tree)) for path, tree in trees.items() if path.is_relative_to(ENGINE)}
    found = defaultdict(set)
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in made:
                for one in node.names:
                    if one.name in made[node.module]:
                        found[one.name].add(node.module)
    return found


def test_a_name_that_is_lent_is_one_thing():
    """Who meets a name in one room may take what is known of it along to the next."""
    several = {
        name: sorted(modules)
        for name, modules in lent().items()
        if len({BY_CONSTRUCT if one.startswith(BY_CONSTRUCT) else one for one in modules}) > 1
    }
    assert {name: modules for name, modules in several.items() if name not in ALIKE} == {}
    assert ALIKE.keys() <= several.keys()
