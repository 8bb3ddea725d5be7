"""Statements, expressions and functions: an example of the specification, what it means, and how it is said."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path

from tests.lang.literate import Example, blocks, examples, tree_of

from rulebed.describing import Describer
from rulebed.lang.express import RULES
from rulebed.lang.express.calls import BUILTINS
from rulebed.lang.parse import parse_expression, parse_program
from rulebed.lang.syntax import Function, Subject, SyntaxNode, Text
from rulebed.source.diagnostics import Report
from rulebed.verbs import VERBS

SPECIFICATION = Path(__file__).resolve().parents[1] / "specification.md"
TOO_MUCH = {"Attempt", "Call", "Name", "Function"}  # is in every example, or has a table of its own
FIRST = "How to read this"  # shows a little of everything; what is about something comes later
LONG = 70
BREAK, INDENT, STEP = "<br>", "&emsp;", "  "  # lines within a table, and how they are indented there and in a file


@dataclass(slots=True)
class Seen:
    """Where something occurs first: how it is written, its value if it is all of an expression, and the heading."""

    written: str
    heading: str
    value: str = ""
    words: str = ""

    @property
    def is_long(self) -> bool:
        """Whether a shorter one would show as much."""
        return len(self.written) > LONG


@dataclass(slots=True)
class Tour:
    """The first occurrences of nodes and functions in the specification; whole expressions go before parts of them."""

    nodes: dict[str, Seen] = field(default_factory=dict)
    functions: dict[str, Seen] = field(default_factory=dict)

    def note(self, node: SyntaxNode, seen: Seen) -> None:
        """One occurrence."""
        table, name = (self.functions, node.name) if isinstance(node, Function) else (self.nodes, type(node).__name__)
        known = table.get(name)
        if known is None or (seen.value and not known.value) or (known.is_long and not seen.is_long):
            table[name] = seen


def tour() -> Tour:
    """Through all sound examples."""
    found, headings = Tour(), {f"{SPECIFICATION.name}:{block.line}": block.heading for block in blocks(SPECIFICATION)}
    for example in examples(SPECIFICATION):
        if not example.findings and headings[example.name.split("+")[0]] != FIRST:
            _visit(example, headings[example.name.split("+")[0]], found)
    return found


def _visit(example: Example, heading: str, found: Tour) -> None:
    if example.code:
        _note_all(parse_program(_text(example.code), Report()), heading, found)
    shown = [(name, text) for name, text in example.values.items() if name.startswith("example_")]
    told = Describer(tree_of(example)[0]) if shown else None
    for name, text in shown:
        node = parse_expression(_text(text), Report())
        seen = Seen(text, heading, example.expected[name], told.describe(f"values.{name}"))
        found.note(node, seen)
        _note_all(node, heading, found)


def _note_all(node: object, heading: str, found: Tour) -> None:
    if isinstance(node, tuple):
        for each in node:
            _note_all(each, heading, found)
    if isinstance(node, SyntaxNode):
        found.note(node, Seen(node.spot.words(), heading))
        for part in fields(node)[1:] if not isinstance(node, Subject) else ():  # `p gains`, but how is it for oneself?
            _note_all(getattr(node, part.name), heading, found)


def _text(code: str) -> Text:
    return Text(code, lambda *_: None)


def statements(found: Tour) -> str:
    """A table for each family of verbs."""
    return "\n".join(_family(module, found) for module in _modules(VERBS))


def expressions(found: Tour) -> str:
    """A table for each family of expressions; what a family of verbs says too stands there."""
    return "\n".join(_family(module, found) for module in _modules(RULES) if module not in _modules(VERBS))


def _modules(table: dict) -> list[str]:
    """The families, in the order in which they are registered; procedures come last."""
    found = {rule.__module__: None for cls, rule in table.items() if cls.__name__ not in TOO_MUCH}
    return sorted(found, key=lambda name: name.endswith(".calls"))


def title(module: str) -> str:
    """What a family is called: what its module says of itself, in short."""
    words = import_module(module).__doc__.splitlines()[0].rstrip(".").split(":")[0]
    return words if len(words) <= LONG else ", ".join(words.split(", ")[:2])


def members() -> dict[type[SyntaxNode], Callable]:
    """All nodes with what makes something of them."""
    return {cls: rule for cls, rule in {**VERBS, **RULES}.items() if cls.__name__ not in TOO_MUCH}


def _family(module: str, found: Tour) -> str:
    family = {cls.__name__: rule.__doc__ for cls, rule in members().items() if rule.__module__ == module}
    lacking = family.keys() - found.nodes.keys()
    assert not lacking, f"{SPECIFICATION} has no example of {sorted(lacking)} outside of `{FIRST}`"
    rows = [_row(found.nodes[name], says) for name, says in family.items()]
    return "\n".join([f"### {title(module)}", "", "| for example | what it is | more |", "|---|---|---|", *rows, ""])


def functions(found: Tour) -> str:
    """The table of functions."""
    lacking = BUILTINS.keys() - found.functions.keys()
    assert not lacking, f"{SPECIFICATION} has no example of {sorted(lacking)} outside of `{FIRST}`"
    rows = [_function(name, found.functions[name]) for name in sorted(BUILTINS)]
    return "\n".join(["| function | for example | is | in words | more |", "|---|---|---|---|---|", *rows, ""])


def _function(name: str, seen: Seen) -> str:
    value = cell(seen.value, as_code=True)
    return f"| `{name}` | {code(seen.written)} | {value} | {cell(seen.words)} | {link(seen.heading)} |"


def _row(seen: Seen, says: str) -> str:
    value = f" is {cell(seen.value, as_code=True)}" if seen.value else ""
    return f"| {code(seen.written)}{value} | {says.splitlines()[0]} | {link(seen.heading)} |"


def code(text: str) -> str:
    """A piece of the language as it can be written, line by line."""
    return BREAK.join(map(_line, text.strip().splitlines()))


def _line(text: str) -> str:
    depth = (len(text) - len(text.lstrip())) // len(STEP)
    return INDENT * depth + cell(" ".join(text.split()), as_code=True)


def written(code: str) -> str:
    """What such a piece of a table stands for."""
    lines = (line.replace(INDENT, STEP).replace("`", "").replace("\\|", "|") for line in code.split(BREAK))
    return "\n".join(lines)


def cell(text: str, *, as_code: bool = False) -> str:
    """What may stand in a table."""
    safe = text.replace("|", "\\|")
    return f"`{safe}`" if as_code else safe


def anchor(heading: str) -> str:
    """A heading as links call it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def link(heading: str) -> str:
    """To a heading of the specification."""
    return f"[{heading}](../tests/lang/specification.md#{anchor(heading)})"
