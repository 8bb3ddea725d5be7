"""Reads the cases of the Markdown files beside it: broken texts, with each finding under its place.

A block `statements`, `expressions` or `types` holds cases parted by empty lines, each put where such a text belongs in
the pack `bakery.yaml`; a block `pack` is one case, to which the sections of that pack are added that it lacks; a block
`whole` is all there is. Under a line stand its findings: carets, a code, the message, and the help in brackets.
`python -m tests.lang.broken.cases` writes down what is found now, for eyes to judge.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import rulebed
from rulebed.source.diagnostics import Severity

HERE = Path(__file__).parent
BASE = (HERE / "bakery.yaml").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FOUND = re.compile(r"^ *\^+ [A-Z]\d{3} .*\n?", re.MULTILINE)
SECTIONS = re.compile(r"^(\w+):.*\n(?:^(?:[ #].*)?\n)*", re.MULTILINE)
PLACES = {  # under which section of the bakery, how it stands there, and how deep
    "statements": ("procedures:\n", "  broken:\n    do: |-\n{}\n", 6),
    "expressions": ("values:\n", "  broken: |-\n{}\n", 4),
    "types": ("procedures:\n", "  broken:\n    takes:\n      given: |-\n{}\n    do: nothing\n", 8),
}


@dataclass(frozen=True)
class Case:
    """One broken text: how it is to be read, the text with its findings."""

    file: Path
    line: int
    sort: str
    text: str

    @property
    def bare(self):
        """The text without its findings."""
        return FOUND.sub("", self.text)

    def found(self):
        """The text with what is found now."""
        pack, above, indent = self.placed()
        lines = self.bare.splitlines()
        below = {}
        for one in rulebed.check_text(pack, "x"):
            place = one.span.line - 1 - above if one.span else 0
            if one.severity is Severity.WARNING and (indent or place >= len(lines)):
                continue  # the bakery has more than a case needs
            below.setdefault(place, []).append(said(one, indent))
        assert set(below) <= set(range(len(lines))), f"found outside of {self.text}: {below}"
        return "\n".join("\n".join([line, *below.get(place, [])]) for place, line in enumerate(lines)) + "\n"

    def placed(self):
        """The whole pack, how many lines come before the case, and how deep it is indented."""
        if self.sort == "whole":
            return self.bare, 0, 0
        if self.sort == "pack":
            stated = {match[1] for match in SECTIONS.finditer(self.bare)}
            return self.bare + "".join(match[0] for match in SECTIONS.finditer(BASE) if match[1] not in stated), 0, 0
        section, form, indent = PLACES[self.sort]
        text = form.format("\n".join(" " * indent + line for line in self.bare.splitlines()))
        above = BASE[: BASE.index(section)].count("\n") + 1 + form[: form.index("{}")].count("\n")
        return BASE.replace(section, section + text), above, indent


def said(one, indent):
    """A finding as it stands under its line."""
    column = one.span.column - 1 - indent if one.span else 0
    width = max(len(one.span.text.split("\n")[0]), 1) if one.span else 1
    help_ = f" ({one.help})" if one.help else ""
    return f"{' ' * column}{'^' * width} {one.code} {one.message}{help_}"


def cases(file):
    """The cases of one file."""
    text = file.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        line = text[: match.start()].count("\n") + 1
        yield from (Case(file, line, match[1], part) for part in parts(match[1], match[2]))


def parts(sort, text):
    """The cases of a block."""
    return [text] if sort in {"pack", "whole"} else [part + "\n" for part in text.strip("\n").split("\n\n")]


def rewritten(file):
    """The file with what is found now."""

    def block(match):
        found = [Case(file, 0, match[1], part).found() for part in parts(match[1], match[2])]
        return f"```{match[1]}\n" + "\n".join(found) + "```"

    return BLOCK.sub(block, file.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.md")):
        path.write_text(rewritten(path), encoding="utf-8")
