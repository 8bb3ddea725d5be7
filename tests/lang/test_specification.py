"""The specification is true: every example does what stands on its line, and every construct has one."""

import json
import re
from pathlib import Path

import pytest
from tests.lang.literate import blocks, examples, run, tree_of

from rulebed.lang import parse, syntax
from rulebed.lang.express import RULES
from rulebed.lang.express.calls import BUILTINS
from rulebed.packs import content_root, schema_root
from rulebed.pipeline.manifest import info_of
from rulebed.pipeline.models import Models
from rulebed.verbs import VERBS

HERE = Path(__file__).parent
WANTED = "give an example in tests/lang/specification.md, then run `python -m tests.lang`"
ALL = examples(HERE / "specification.md")


@pytest.mark.parametrize("example", ALL, ids=lambda example: example.name)
def test_the_example_does_what_it_says(example):
    """Findings, values, what is offered: all as stated, compiled and interpreted alike."""
    result = run(example)
    # a warning about what an example leaves unused is only looked at where it is the point
    assert {found for found in result.findings if "error" in found or found in example.findings} == example.findings
    assert {name: result.values.get(name) for name in example.expected} == example.expected
    assert result.sees == example.sees
    if example.offers is not None:
        assert result.offers == example.offers


GRAMMAR = Path(parse.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
NODES = {name for name, cls in vars(syntax).items() if isinstance(cls, type) and issubclass(cls, syntax.SyntaxNode)}
KEYWORD = re.compile(r'"([a-z]+)"')
PHRASE = re.compile(r"^[A-Z_]+\.3: /([a-z]+)\\s\+([a-z]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def built():
    """The classes of all nodes that the sound examples are parsed into."""
    found = set()
    made = parse._node

    def noted(rule, spot, parts):
        node = made(rule, spot, parts)
        found.add(type(node).__name__)
        return node

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "_node", noted)
        for example in ALL:
            if not example.findings:
                tree, _ = tree_of(example)
                if tree is not None:
                    Models(tree).raw(2, {name: each.default for name, each in info_of(tree).settings.items()})
    return found


def test_every_node_of_the_language_has_an_example(built):
    """A rule of the grammar that no example is built from is not specified."""
    assert NODES - {"SyntaxNode"} - built == set(), WANTED


def test_every_verb_and_function_has_an_example(built):
    """The same for what the tables of statements, expressions and functions know."""
    assert {cls.__name__ for cls in [*VERBS, *RULES]} - built == set(), WANTED
    text = "\n".join([example.code for example in ALL] + [each for example in ALL for each in example.values.values()])
    assert {name for name in BUILTINS if f"{name}(" not in text} == set(), WANTED


def test_every_word_of_the_grammar_is_used():
    """So are all its keywords, those of two words too."""
    text = "\n".join(block.text for block in blocks(HERE / "specification.md"))
    words = {match[1] for match in KEYWORD.finditer(GRAMMAR)} | {" ".join(pair) for pair in PHRASE.findall(GRAMMAR)}
    assert {word for word in words if not re.search(rf"\b{word}\b", text)} == set(), WANTED


def test_every_key_of_a_pack_has_an_example():
    """What the schema of packs allows stands somewhere on the page, or on the one about whole packs."""
    pages = (HERE / "specification.md", content_root() / "README.md")
    text = "\n".join(block.text for page in pages for block in blocks(page) if block.header[0] == "yaml")
    stated = json.loads((schema_root() / "pack.schema.json").read_text(encoding="utf-8"))
    found = {key for key in keys_of(stated) if re.search(rf"(^|[\s{{,]){key}:", text, re.MULTILINE)}
    assert keys_of(stated) - found == set(), WANTED


def keys_of(part):
    """All names of properties in a schema."""
    if isinstance(part, list):
        return {key for each in part for key in keys_of(each)}
    if not isinstance(part, dict):
        return set()
    own = set(part["properties"]) if isinstance(part.get("properties"), dict) else set()
    return own | {key for each in part.values() for key in keys_of(each)}
