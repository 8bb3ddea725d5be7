"""The catalogue of diagnostics: one page a code, found by looking into the directory `catalogue`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rulebed.source.diagnostics import Severity

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """A fenced block of a page; the words of its header say how it runs and what comes of it."""

    header: tuple[str, ...]
    text: str

    @property
    def is_bad(self) -> bool:
        """Whether the block must give the page's code."""
        return "bad" in self.header


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to know about one code."""

    code: str
    slug: str
    severity: Severity
    title: str
    body: str

    @property
    def examples(self) -> list[Example]:
        """The fenced blocks, in order."""
        return [Example(tuple(header.split()), text) for header, text in FENCE.findall(self.body)]


@cache
def pages() -> dict[str, Page]:
    """All pages by code, in the order of the codes."""
    folder = resources.files("rulebed.source") / "catalogue"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".md")]
    made = [_page(entry.name, entry.read_text(encoding="utf-8")) for entry in found]
    return {page.code: page for page in sorted(made, key=lambda page: page.code)}


def page(code: str) -> Page | None:
    """The page of a code, if there is such a code."""
    return pages().get(code.upper())


def _page(file_name: str, text: str) -> Page:
    code, _, slug = file_name.removesuffix(".md").partition("-")
    match = FRONT_MATTER.match(text)
    if match is None:
        raise ValueError(f"{file_name} has no front matter")
    facts = dict(line.split(": ", 1) for line in match[1].splitlines())
    return Page(code, slug, Severity(facts["severity"]), facts["title"], match[2].strip())
