"""All examples of the specification in words, in each language: `python -m tests.lang.words` writes them anew."""

from pathlib import Path

from tests.lang.literate import examples, tree_of

from rulebed.describing import Describer
from rulebed.packs.words import languages

HERE = Path(__file__).parent
INDENT = "    "


def golden(language):
    """Where the words of a language are written down."""
    return HERE / f"words.{language}.txt"


def in_words(language):
    """Each sound program and expression, with what it says below it."""
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
    return "\n".join(dict.fromkeys(_pairs(lines))) + "\n"


def _pairs(lines):
    """What is said twice is written once."""
    return (f"{first}\n{second}" for first, second in zip(lines[::2], lines[1::2], strict=True))


if __name__ == "__main__":
    for each in languages():
        golden(each).write_text(in_words(each), encoding="utf-8")
