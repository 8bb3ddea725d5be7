"""All words of the language in alphabetical order, with the headings under which they stand; and all findings."""

import re
from collections.abc import Iterator

from tests.lang.reference import constructs, sections

from rulebed.assemble.declared import PILES
from rulebed.lang import syntax
from rulebed.lang.express.calls import BUILTINS
from rulebed.lang.parse import SPELLED
from rulebed.lang.tables import grammar
from rulebed.source.catalogue import pages

RULE = re.compile(r"^\??([a-z_]+): (.*(?:\n +\|.*)*)", re.MULTILINE)
PHRASE = re.compile(r"^([A-Z_]+)\.3: /([a-z]+)\\s\+([a-z]+)", re.MULTILINE)
WORD = re.compile(r'"([a-z]+)"|\b([A-Z_]{4,})\b')

OTHERS = {  # words that no rule of the grammar has for itself
    "Statements": ("otherwise",),
    "Types": ("active", "flag", "holds", "it", "me", "my", "number", "options", "party", "player", "resource", *PILES),
    "A fact": ("viewer",),
}


def index() -> str:
    """A line for each word."""
    found = sections.keys()
    words = [*keywords(), *((name, "Functions") for name in BUILTINS)]
    for word, heading in (*words, *((word, heading) for heading, group in OTHERS.items() for word in group)):
        if heading not in found.setdefault(word, []):
            found[word].append(heading)
    lines = [f"| `{word}` | {', '.join(map(_link, found[word]))} |" for word in sorted(found)]
    return "\n".join(["| word | stands under |", "|---|---|", *lines, ""])


def _link(heading: str) -> str:
    return f"[{heading}](#{constructs.anchor(heading)})"


def keywords() -> Iterator[tuple[str, str]]:
    """The words of each rule of the grammar, with the heading of its family."""
    headings = {cls.__name__: constructs.title(rule.__module__) for cls, rule in constructs.members().items()}
    phrases = {name: f"{first} {second}" for name, first, second in PHRASE.findall(grammar())}
    for rule, body in RULE.findall(grammar()):
        for way in re.split(r"\n +\||(?<=[\s\]\w]) \| ", body):
            parts, _, alias = way.partition("->")
            heading = headings.get(_node(alias.strip() or rule))
            for word, terminal in WORD.findall(parts) if heading else ():
                if word or terminal in phrases:
                    yield word or phrases[terminal], heading


def _node(rule: str) -> str:
    """The node of a rule, or that of the statement that it is a part of."""
    name = SPELLED.get(rule) or "".join(map(str.capitalize, rule.split("_")))
    return name if hasattr(syntax, name) else ""


def findings() -> str:
    """A line for each page of the catalogue."""
    lines = [
        f"| [{page.code}](../engine/rulebed/source/catalogue/{page.code}-{page.slug}.md) | {page.title} |"
        for page in pages().values()
    ]
    return "\n".join(["| code | what is wrong |", "|---|---|", *lines, ""])
