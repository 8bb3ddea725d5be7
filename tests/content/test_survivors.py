"""How much of what can go wrong in the programs of the large packs some scenario notices, and what none does."""

from pathlib import Path

import pytest

from rulebed import packs

from .survivors.pages import read

PAGES = sorted(Path(__file__).with_name("survivors").glob("*.txt"))
ENOUGH = 75  # of a hundred


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_scenarios_notice_most_of_what_can_go_wrong(path):
    """Three in four at least; what a page lists as unnoticed still stands in the pack, else the page is out of date."""
    pack, noticed, tried, away = read(path.read_text(encoding="utf-8"))
    tree, _ = packs.load(pack, packs.search_path())
    assert pack == path.stem
    assert 100 * noticed >= ENOUGH * tried
    assert [address for address in dict.fromkeys(away) if tree.find(address) is None] == []
