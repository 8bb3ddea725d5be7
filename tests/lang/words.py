"""All examples of the specification in words, in each language, below what that language has no words for."""

from pathlib import Path

from tests.lang.literate import examples, tree_of

import rulebed_tools
from rulebed.describing import Describer
from rulebed.lang import syntax
from rulebed.lang.describe import stem
from rulebed.lang.express.calls import BUILTINS
from rulebed.packs.words import FOLDER, LANGUAGE, rows_of

HERE = Path(__file__).parent
TOOLS = Path(rulebed_tools.__file__).parent
TABLES = {"": FOLDER, "rulebook ": TOOLS / "rulebook" / "words", "interface ": TOOLS / "tui" / "wording"}
NODES = {cls for cls in vars(syntax).values() if isinstance(cls, type) and issubclass(cls, syntax.SyntaxNode)} - {
    syntax.SyntaxNode
}
INDENT = "    "
MISSING = "# no words for: "


def golden(language):
    """Where the words of a language are written down."""
    return HERE / f"words.{language}.txt"


def said(language):
    """All that a language says by itself: of the game, in the rulebook, in the terminal."""
    files = {part: folder for part, folder in TABLES.items() if (folder / f"{language}.yaml").exists()}
    return [part + row for part, folder in files.items() for row in rows_of(language, folder)]


def wanted():
    """All that there is to say: what English says, and each construct and function of the language."""
    nodes = (f"patterns.{stem(cls)}" for cls in NODES)
    return [*said(LANGUAGE), *sorted({*nodes, *(f"patterns.function+{name}" for name in BUILTINS)} - {*said(LANGUAGE)})]


def missing(language):
    """A line for each thing that a language says in English or as it is written."""
    own = {*said(language)}
    return "".join(f"{MISSING}{name}\n" for name in wanted() if name not in own)


def in_words(language):
    """What is missing; each sound program and expression, with what it says below it."""
    lines = []
    for example in examples(HERE / "specification.md"):
        if example.findings:
            continue
        tree, _ = tree_of(example)
        told = Describer(tree)
        if example.code:
            lines += [example.code, INDENT + told.describe("flow.example.options.example", language)]
        for name, text in example.values.items():
            if name.startswith("example_"):
                lines += [text, INDENT + told.describe(f"values.{name}", language)]
    return missing(language) + "\n".join(dict.fromkeys(_pairs(lines))) + "\n"


def _pairs(lines):
    """What is said twice is written once."""
    return (f"{first}\n{second}" for first, second in zip(lines[::2], lines[1::2], strict=True))
