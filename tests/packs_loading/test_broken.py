"""Packs that are broken on purpose: the right finding at the right place, and nothing else."""

import re
from pathlib import Path

import pytest

from rulebed import packs

BLOCK = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
KINDS = "kinds: {card: {data: {cost: thing, points: thing}, programs: {do: null}}}\n"
TEXT = (Path(__file__).parent / "broken.md").read_text(encoding="utf-8")


def cases():
    for match in BLOCK.finditer(TEXT):
        line = TEXT[: match.start()].count("\n") + 1
        yield pytest.param(match[1].split(), match[2], id=f"broken.md:{line}")


def write(text, folder):
    for name, body in re.findall(r"^# file: (\S+)\n(.*?)(?=^# file: |\Z)", text, re.DOTALL | re.MULTILINE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    (folder / "harbour/kinds.yaml").write_text(KINDS, encoding="utf-8")


def places(report, folder):
    strip = f"{folder.as_posix()}/"
    return sorted((found.code, str(found.span or "-").removeprefix(strip)) for found in report)


@pytest.mark.parametrize(("header", "text"), list(cases()))
def test_the_right_finding_at_the_right_place(header, text, tmp_path):
    """The header of a block lists all that is found."""
    if header[0] == "yaml":
        _, report = packs.load_text(text, "x")
        stated = [f"x:{word}" if ":" in word else word for word in header[1:]]
    else:
        write(text, tmp_path)
        _, report = packs.load(header[1], [tmp_path])
        stated = header[2:]
    assert places(report, tmp_path) == sorted(zip(stated[::2], stated[1::2], strict=True)), report.sorted()
