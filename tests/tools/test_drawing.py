"""graph and schema: pictures of the flow, and what an editor is told."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebed_tools.graph import dot, mermaid, svg
from rulebed_tools.graph.chart import Arrow, Chart
from rulebed_tools.graph.placing import placed

WIDE = Chart(
    "wide",
    ("start", "left", "right", "lost", "end"),
    (
        Arrow("start", "left", "a < b"),
        Arrow("start", "right", 'say "no"'),
        Arrow("left", "end"),
        Arrow("right", "start"),
    ),
)


def test_mermaid_says_all_phases_and_ways(rulebed):
    """The start is round, conditions stand on the arrows."""
    code, printed, _ = rulebed("graph", "squares")
    assert code == 0
    assert "flowchart TD" in printed
    assert 'n0(["turn"])' in printed
    assert 'n0 -->|"no squares where no mark"| n1' in printed
    assert rulebed("graph", "squares", "--mermaid")[1] == printed


def test_dot_says_the_same(rulebed):
    _, printed, _ = rulebed("graph", "squares", "--dot")
    assert printed.startswith('digraph "Squares" {')
    assert '"turn" -> "end" [label="no squares where no mark"];' in printed


@pytest.mark.parametrize("pack", ["squares", "leduc_poker", "dice_workers"])
def test_svg_is_a_picture_with_a_box_for_each_phase(rulebed, own_packs, pack):
    """It is well formed, needs no other program, and everything in it lies within its frame."""
    assert rulebed("graph", pack, "--svg", "flow.svg")[0] == 0
    root = ET.parse(own_packs / "flow.svg").getroot()  # noqa: S314 - our own file
    names = "{http://www.w3.org/2000/svg}"
    width, height = (float(root.get(side)) for side in ("width", "height"))
    boxes = root.findall(f"{names}rect")
    shown = json.loads(rulebed("schema", pack)[1])
    assert shown["properties"]["flow"]
    assert len(boxes) >= 2
    for box in boxes:
        assert 0 <= float(box.get("x")) <= width - float(box.get("width"))
        assert 0 <= float(box.get("y")) <= height - float(box.get("height"))
    labels = [text for text in root.findall(f"{names}text") if "beside" in (text.get("class") or "")]
    places = sorted((float(text.get("x")), len(text.text) * 6) for text in labels)
    assert all(x + wide < further for (x, wide), (further, _) in pairwise(places)), "labels lie over each other"
    assert all(x + wide < width for x, wide in places)


def test_rows_go_down_from_the_start():
    """Each phase below what leads to it; what nothing leads to is still there, the end comes last."""
    rows = placed(WIDE).rows
    assert rows[0] == ("start",)
    assert set(rows[1]) == {"left", "right"}
    assert rows[-1] == ("end",)
    assert sorted(node for row in rows for node in row) == sorted(WIDE.nodes)


def test_a_layer_changes_the_picture(rulebed):
    """The chart is that of the pack with its patches."""
    printed = rulebed("graph", "squares", "--patch", "flow.turn.next=end")[1]
    assert "otherwise" not in printed


def test_the_schema_knows_the_kinds_of_the_pack(rulebed):
    """Instances of a kind are described by the kind's declaration."""
    schema = json.loads(rulebed("schema", "cards")[1])
    assert "worth" in json.dumps(schema["$defs"]["kind_card"])
    assert "cards" in schema["properties"]


def test_all_schemas_are_written_for_an_editor(rulebed, own_packs):
    code, printed, _ = rulebed("schema", "cards", "--write", "editor")
    assert code == 0
    written = sorted(path.name for path in (own_packs / "editor").iterdir())
    assert "pack.schema.json" in written
    assert "scenario.schema.json" in written
    assert len(printed.splitlines()) == len(written)
    whole = json.loads((own_packs / "editor" / "pack.schema.json").read_text(encoding="utf-8"))
    assert "kind_card" in whole["$defs"]


def test_signs_of_the_language_are_no_signs_of_the_picture():
    """Conditions with `<` and quotes can't break any of the three forms."""
    assert "a &lt; b" in mermaid.drawn(WIDE)
    assert 'say \\"no\\"' in dot.drawn(WIDE)
    assert ET.fromstring(svg.drawn(WIDE)) is not None  # noqa: S314 - our own text


ODD = [
    'a\n---\nflowchart TD\n  click n0 href "javascript:alert(1)"',
    "a\\",
    '"',
    "'}]: - !!x &y *z # %",
    "---",
    "```\n</pre><script>alert(1)</script>",
    "`**bold**` #lt;b#gt; &lt;i&gt;",
    "]]><!-- -->",
    "a\r\n\x85\u2028b\tc",
    '\\N\\n\\"]; evil [label="',
    "1e3",
    "",
]
TEXTS = st.one_of(st.sampled_from(ODD), st.text("a \n\t\r\"'\\`-<>&;#|[]{}():!%\x85\u2028é😀", max_size=20))


@given(title=TEXTS, label=TEXTS)
@settings(max_examples=60)
def test_no_title_or_condition_is_more_than_a_text(title, label):
    """Whatever signs are in it: YAML, XML and DOT read it as the text that it was, and the drawing stays the same."""
    chart = Chart(title, ("start", "end"), (Arrow("start", "end", label),))
    plain = Chart("x", ("start", "end"), (Arrow("start", "end", "x" if label else ""),))
    front, body = mermaid.drawn(chart).removeprefix("---\n").split("\n---\n", 1)
    assert yaml.safe_load(front) == {"title": title}
    assert re.sub(r'-->\|"[^"`<>]*"\|', '-->|"x"|', body) == mermaid.drawn(plain).split("\n---\n", 1)[1]
    root = ET.fromstring(svg.drawn(chart))  # noqa: S314 - our own text
    assert [one.tag for one in root.iter()] == [one.tag for one in ET.fromstring(svg.drawn(plain)).iter()]  # noqa: S314
    said = title.replace("\r\n", "\n").replace("\r", "\n")  # as XML reads the ends of lines
    assert root.findtext("{http://www.w3.org/2000/svg}title") == said
    quoted = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
    assert quoted.sub('""', dot.drawn(chart)) == quoted.sub('""', dot.drawn(plain))
    first = quoted.search(dot.drawn(chart))[0][1:-1]
    assert re.sub(r"\\(.)", lambda sign: {"n": "\n"}.get(sign[1], sign[1]), first) == title
