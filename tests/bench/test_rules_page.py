"""The rules page of dice workers and the tables of its twin say the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from .dice_workers_tables import OPTIONS, PERKS, PROJECTS, SPACES, START

PAGE = Path(__file__).parents[2] / "content" / "reference" / "dice_workers" / "README.md"


def page_table(heading):
    """Read the rows of the rules page's table whose first heading is the one given."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(
        i
        for i, (line, below) in enumerate(pairwise(lines))
        if line.startswith(f"| {heading} |") and below.startswith("|--")
    )
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def amount(text):
    """Read a price or a place: `-` is none, `2 coins` is two."""
    return 0 if text == "-" else int(text.split()[0])


def told_option(text):
    """Read `pay 1 cog, 2 coins; gain 2 points` as what is paid and what is gained."""
    told = {"pay": {}, "gain": {}}
    for part in text.split("; "):
        verb, _, things = part.partition(" ")
        for thing in things.split(", "):
            number, noun = thing.split()
            plural = {"cog": "cogs", "coin": "coins", "point": "points"}.get(noun, noun)
            told[verb][plural] = int(number)
    return told


def test_the_rules_page_and_the_twin_agree_on_the_projects():
    for told, known in zip(page_table("project"), PROJECTS, strict=True):
        gain = known["gain"]
        noun = gain if gain != "coins" or known["amount"] > 1 else "coin"
        words = "-" if not gain else gain if gain == "perk" else f"{known['amount']} {noun.replace('cogs', 'cog')}"
        numbers = [str(known["cost"][good]) for good in ("wood", "brass", "cogs")]
        assert told == [known["name"], known["kind"], *numbers, str(known["points"]), words]


def test_the_rules_page_and_the_twin_agree_on_the_spaces():
    for told, known in zip(page_table("space"), SPACES, strict=True):
        assert told[:3] == [known["name"], str(known["least"]), told[2]]
        assert amount(told[2]) == known["price"]
        if told[3] != "any number":
            assert tuple(int(places) for places in told[3].split(" / ")) == known["places"]


def test_the_rules_page_and_the_twin_agree_on_the_options():
    rows = page_table("market")
    for column, place in ((0, "market"), (2, "workbench"), (4, "pedlar")):
        told = [(row[column], told_option(row[column + 1])) for row in rows if row[column] not in ("", "none")]
        assert told == [(o["name"], {"pay": o["pay"], "gain": o["gain"]}) for o in OPTIONS[place]]


def test_the_rules_page_and_the_twin_agree_on_the_perks_and_the_start():
    assert tuple(row[0] for row in page_table("perk")) == PERKS
    start = ", ".join(
        f"{START[good]} {noun}"
        for good, noun in (("wood", "wood"), ("brass", "brass"), ("cogs", "cog"), ("coins", "coins"))
    )
    assert start in PAGE.read_text(encoding="utf-8")
