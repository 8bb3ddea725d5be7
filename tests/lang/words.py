"""All examples of the specification in words: `python -m tests.lang.words` writes them down anew."""

from pathlib import Path

from tests.lang.literate import examples, tree_of

from rulebed.build.describing import Describer

HERE = Path(__file__).parent
GOLDEN = HERE / "words.en.txt"
INDENT = "    "


def in_words():
    """Each sound program and expression, with what it says below it."""
    lines = []
    for example in examples(HERE / "specification.md"):
        if example.findings:
            continue
        tree, _ = tree_of(example)
        told = Describer(tree)
        if example.code:
            lines += [example.code, INDENT + told.describe("flow.example.options.example")]
        for name, text in example.values.items():
            if name.startswith("example_"):
                lines += [text, INDENT + told.describe(f"values.{name}")]
    return "\n".join(dict.fromkeys(_pairs(lines))) + "\n"


def _pairs(lines):
    """What is said twice is written once."""
    return (f"{first}\n{second}" for first, second in zip(lines[::2], lines[1::2], strict=True))


if __name__ == "__main__":
    GOLDEN.write_text(in_words(), encoding="utf-8")
