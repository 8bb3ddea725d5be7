"""The reference of the language, written from what the grammar, the schemas and the specification say of themselves."""

from pathlib import Path

from tests.lang.reference import constructs, index, sections

from rulebed.assemble.declared import HIDDEN, PILES
from rulebed.lang.express.calls import BUILTINS
from rulebed.packs import content_root

PAGE = content_root() / "LANGUAGE.md"
TEMPLATE = Path(__file__).with_name("page.md")
SEEN = {"nobody": "by nobody", "owner": "by its owner"}


def page() -> str:
    """All of it."""
    found = constructs.tour()
    parts = {
        "section_names": ", ".join(f"[{name}](#{name})" for name in sections.names()),
        "function_names": ", ".join(f"`{name}`" for name in sorted(BUILTINS)),
        "sections": sections.sections(),
        "piles": piles(),
        "shared": sections.shared(),
        "statements": constructs.statements(found),
        "expressions": constructs.expressions(found),
        "functions": constructs.functions(found),
        "layer": sections.other("layer"),
        "patch": sections.other("layer", "patch"),
        "scenarios": sections.files_of_scenarios(),
        "scenario": sections.other("scenario", "scenario"),
        "locale": sections.other("locale"),
        "noun": sections.other("locale", "noun"),
        "ledger": sections.other("ledger"),
        "rule": sections.other("ledger", "rule"),
        "findings": index.findings(),
        "index": index.index(),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def piles() -> str:
    """A row for each sort of pile."""
    return "\n".join(map(_pile, PILES))


def _pile(word: str) -> str:
    order = "in an order" if PILES[word] == "row" else "in an order that nobody knows"
    seen = SEEN.get(HIDDEN.get(word, ""), "by all")
    return f"| `{word} of KIND` | a pile of pieces, {order}; seen {seen} | empty; `start: all` |"
