"""Whole cases of the rulebooks: what they would take as scenarios of one moment each, beside what they take so.

| case | moments | lines of one each | lines |
|---|---|---|---|
| Traps, walls and fighters meet an attack before anybody buys anything | 4 | 145 | 51 |
| A tie for one zone gives its tile to nobody, and those of the others are asked about | 3 | 44 | 25 |
| A patrol card is taken with a leader, and the next card is open before soldiers are sent | 5 | 48 | 32 |
| A die is laid, and its dinosaurs come before its effect | 3 | 27 | 20 |
| Two settlements want two zones, and the second may not stand where the first does | 4 | 34 | 23 |
| On the market one acts after the other | 4 | 44 | 26 |
| What a park excites comes, and hooligans come with the others | 3 | 33 | 20 |
| Who is first to create, and who isn't done yet | 4 | 91 | 31 |
| Scientists go one by one, and a die is gone once it is claimed | 3 | 29 | 20 |
| At the end of the round twists take effect in their order, and players one after the other | 4 | 24 | 19 |
"""

import re
from itertools import accumulate
from pathlib import Path

import pytest

from rulebed.packs import content_root, yaml_tree
from rulebed.source.diagnostics import Report
from rulebed.source.text import Source
from rulebed_tools.fmt.files import formatted
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_text
from rulebed_tools.scenario.running import run
from rulebed_tools.scenario.said import items_of, text_of

PACKS = ("ep1", "dino_island")
ROW = re.compile(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
SAID = ("rules", "then", "offered", "refused", "seen_by", "over", "scores", "winners")
MOST, CASES, MOMENTS = 55, 10, 3


def path_of(pack):
    return content_root() / pack / "scenarios" / "cases.yaml"


def cases():
    """Each case, with the pack that it is of."""
    for pack in PACKS:
        root, _ = yaml_tree.parse(Source(pack, path_of(pack).read_text(encoding="utf-8")))
        yield from ((pack, node) for node in items_of(root.get("scenarios")))


def whole_lines(entry):
    """The lines that an entry of a mapping takes, as they stand there."""
    text, value = entry.key_span.source.text, entry.value.span
    start = text.rfind("\n", 0, entry.key_span.start) + 1
    return [line for line in text[start : value.start + len(value.text.rstrip())].splitlines() if line.strip()]


def listed(nodes, key):
    """What is listed up to each of these, all of it."""
    own = [[item.span.text.strip() for item in items_of(node.get(key))] for node in nodes]
    return list(accumulate(own))


def apart(node):
    """The scenarios of one moment each that say the same, each from the beginning."""
    nodes = [node, *items_of(node.get("moments"))]
    chosen, drawn = listed(nodes, "choose"), listed(nodes, "luck")
    has_luck = any("luck" in one.entries for one in nodes)
    lines = ["scenarios:"]
    for number, one in enumerate(nodes):
        title = one.get("scenario") or one.get("moment")
        lines.append(f"  - scenario: {title.span.text.strip()}")
        for entry in node:
            if entry.key not in {*SAID, "scenario", "moments", "choose", "luck"}:
                lines += whole_lines(entry)
        lines += [f"    luck: [{', '.join(drawn[number])}]"] if has_luck else []
        lines += [f"    choose: [{', '.join(chosen[number])}]"] if chosen[number] else []
        for entry in one:
            if entry.key in SAID:
                lines += [f"    {line.strip()}" for line in whole_lines(entry)]
    return "\n".join(lines) + "\n"


def canonical(text, pack):
    return formatted(Source(str(path_of(pack)), text), path_of(pack), Report())


def lines_of(text):
    return sum(bool(line.strip()) for line in text.splitlines())


def as_it_is(node):
    return sum(len(whole_lines(entry)) for entry in node)


def test_a_case_takes_about_half_of_its_lines():
    """The table above is true, and all cases together take at most 55 % of what one scenario a moment would."""
    table = {found[1]: tuple(map(int, found.groups()[1:])) for found in ROW.finditer(__doc__)}
    found = {}
    for pack, node in cases():
        before = lines_of(canonical(apart(node), pack)) - 1
        found[text_of(node.get("scenario"))] = (len(items_of(node.get("moments"))) + 1, before, as_it_is(node))
    assert found == table, "\n".join(f"| {name} | {m} | {b} | {a} |" for name, (m, b, a) in found.items())
    assert len(found) == CASES
    assert all(moments >= MOMENTS and after < before for moments, before, after in found.values())
    before, after = (sum(row[column] for row in found.values()) for column in (1, 2))
    assert 100 * after <= MOST * before


@pytest.mark.slow
@pytest.mark.parametrize("pack", PACKS)
def test_moments_say_what_scenarios_of_their_own_would(pack):
    """Each moment holds as a scenario that begins at the beginning."""
    opener, own = Opener(), [canonical(apart(node), pack) for name, node in cases() if name == pack]
    for text in own:
        scenarios, report = read_text(text, str(Path("cases.yaml")), pack)
        assert not report
        assert [(one.title, finding.message) for one in scenarios for finding in run(one, opener).findings] == []
