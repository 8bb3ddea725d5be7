"""What changed in the language: each change has a pack before and after, which are as the page says."""

import re
from itertools import groupby
from pathlib import Path

import pytest
from tests.lang.literate import Block, blocks

import rulebed
from rulebed.packs.edition import NEWEST
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source
from rulebed_tools.fmt.files import formatted
from rulebed_tools.fmt.upgrades.upgrading import changes, upgraded

PAGE = Path(__file__).resolve().parents[2] / "content" / "CHANGES.md"
MARK = re.compile(r"  # (error|warning)\[([A-Z]\d{3})\](?:: (.*))?$", re.MULTILINE)
BY_RULE = re.compile(r"^By `fmt --upgrade`:\n\n```yaml after\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CHANGES = [(heading, list(shown)) for heading, shown in groupby(blocks(PAGE), key=lambda block: block.heading)]
NAMES = [heading for heading, _ in CHANGES]
RULED = set(BY_RULE.findall(PAGE.read_text(encoding="utf-8")))


def stated(block: Block) -> dict[tuple[int, str], str]:
    """The findings that stand on the lines of a pack."""
    lines = enumerate(block.text.splitlines(), 1)
    return {(number, mark[2]): mark[3] or "" for number, line in lines if (mark := MARK.search(line))}


def bare(text: str) -> str:
    """A pack without what is said of it."""
    return MARK.sub("", text)


@pytest.mark.parametrize(("heading", "shown"), CHANGES, ids=NAMES)
def test_a_change_is_shown_before_and_after(heading, shown):
    """Both have the findings that are said of them, and no others; Python tells what `before` and `after` do."""
    space = {}
    for block in shown:
        if block.header[0] == "python":
            exec(compile("\n" * (block.line - 1) + block.text, PAGE.name, "exec"), space)  # noqa: S102 - our own page
            continue
        assert block.header in {("yaml", "before"), ("yaml", "after")}
        space[block.header[1]] = bare(block.text)
        found = {(each.span.line, each.code): each.message for each in rulebed.check_text(bare(block.text))}
        assert found.keys() == stated(block).keys(), found
        assert all(words in found[place] for place, words in stated(block).items())
    assert {"before", "after"} <= space.keys(), heading


@pytest.mark.parametrize(("heading", "shown"), CHANGES, ids=NAMES)
def test_what_a_rule_can_do_fmt_does(heading, shown):
    """The pack before becomes the one after; what has to be done by hand, and what is new already, is left alone."""
    texts = {block.header[-1]: block.text for block in shown if block.header[0] == "yaml"}
    before = Source("pack.yaml", bare(texts["before"]))
    now = formatted(Source("pack.yaml", upgraded(before)), Path("pack.yaml"), Report())
    assert now == (texts["after"] if texts["after"] in RULED else before.text), heading
    assert upgraded(Source("pack.yaml", now)) == now
    assert upgraded(before, NEWEST) == before.text


def test_each_rule_is_shown():
    """As many changes are made by rule on the page as there are rules."""
    assert len(RULED) == len(changes())
