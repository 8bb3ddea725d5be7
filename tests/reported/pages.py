"""Runs pages of reports: files with findings, scenarios, Python and commands, each page in a directory of its own."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.lang.literate import Block, blocks

import rulebed
from rulebed.packs import yaml_tree
from rulebed.packs.node import Map
from rulebed.source.text import Source
from rulebed_tools.cli.main import main
from rulebed_tools.scenario.opening import Opener
from rulebed_tools.scenario.reading import read_file, read_text, reference_of
from rulebed_tools.scenario.running import run as run_scenario

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHOWN = re.compile(r"^Shown by: `([^`]+?)::([^`]+)`$", re.MULTILINE)
FOUND = re.compile(r"# (error|warning)\[([A-Z]\d{3})\]: (.*?)\s*$")
FAILS = re.compile(r"# fails: (.*?)\s*$")
UNDONE = "undone"
RUNS = ("file", "scenarios", "python", "console", UNDONE)


@dataclass(frozen=True, slots=True)
class Page:
    """One report: its number, what its title says, what runs, and where else it is shown."""

    number: str
    title: str
    blocks: tuple[Block, ...]
    shown: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """All that runs."""
        return "\n".join(" ".join((*block.header, block.text)) for block in self.blocks)


def pages() -> list[Page]:
    """All pages, by number."""
    return [page_of(path) for path in sorted(HERE.glob("[A-Z][0-9][0-9].md"))]


def page_of(path: Path) -> Page:
    """The page that stands in a file."""
    text = path.read_text(encoding="utf-8")
    title = re.match(r"# (.+)\n", text)
    assert title, f"{path.name} begins with no title"
    return Page(path.stem, title[1], tuple(blocks(path)), tuple(SHOWN.findall(text)))


def play(page: Page, folder: Path) -> None:
    """Write the page's files into the folder, then run all else of it there."""
    files = {block.header[2]: block for block in page.blocks if _sort(block) == "file"}
    for name, block in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    _check(files, folder)
    space: dict[str, object] = {}
    with contextlib.chdir(folder):
        for block in page.blocks:
            match _sort(block):
                case "scenarios":
                    _try(block, folder)
                case "python":
                    code = compile("\n" * (block.line - 1) + block.text, f"{page.number}.md", "exec")
                    exec(code, space)  # noqa: S102 - our own page
                case "console":
                    _command(block)


def mends(page: Page) -> Iterator[Block]:
    """What puts a fault back that was mended: patches."""
    yield from (block for block in page.blocks if _sort(block) == UNDONE)


def noticed(page: Page, mend: Block) -> Iterator[str]:
    """What the scenarios of a page say when its fault is back; a patch that can't be made finds nothing."""
    patch, _ = yaml_tree.parse(Source("undone", mend.text))
    assert isinstance(patch, Map)
    opener = Opener(walked=True)
    for name, text in page.shown:
        scenarios, _ = read_file(ROOT / name, reference_of(ROOT / name)) if name.startswith("content") else ([], None)
        for scenario in (one for one in scenarios if any(text in moment.title for moment in one.moments)):
            undone = replace(scenario, patch=patch, interpreted=False, resumes=False).without_guards()
            findings = run_scenario(undone, opener).findings
            if not any(finding.code for finding in findings):  # else it is the patch that is refused there
                yield from (finding.message for finding in findings)


def _sort(block: Block) -> str:
    """What a block is; one of a sort that nobody runs could say anything."""
    sort = block.header[1] if block.header[0] == "yaml" and len(block.header) > 1 else block.header[0]
    assert sort in RUNS, f"line {block.line}: `{' '.join(block.header)}` is no block that runs"
    return sort


def _check(files: dict[str, Block], folder: Path) -> None:
    """Each pack and each layer among the files has the findings that its lines say, and no others."""
    found = {
        (finding.span.source.name, finding.span.line, finding.severity.value, finding.code): finding
        for reference in _references(files)
        for finding in rulebed.check(reference, search=[folder])
    }
    stated = dict(_stated(files))
    own = {(_file(name, files), *rest): finding for (name, *rest), finding in found.items()}
    assert set(own) == set(stated), [finding.message for finding in found.values()]
    for key, words in stated.items():
        assert words in f"{own[key].message}; {own[key].help}"


def _references(files: dict[str, Block]) -> Iterator[str]:
    packs = [Path(name).parent for name in files if Path(name).name == "pack.yaml"]
    yield from map(str, packs)
    for name in files:
        parts = Path(name).with_suffix("").parts
        if "layers" in parts and Path(*parts[: parts.index("layers")]) in packs:
            place = parts.index("layers")
            yield f"{Path(*parts[:place])}+{parts[place + 1]}"


def _file(name: str, files: dict[str, Block]) -> str:
    return next((file for file in files if name.endswith(file)), name)


def _stated(files: dict[str, Block]) -> Iterator[tuple[tuple[str, int, str, str], str]]:
    for name, block in files.items():
        for number, line in enumerate(block.text.splitlines(), 1):
            if mark := FOUND.search(line):
                yield (name, number, mark[1], mark[2]), mark[3]


def _try(block: Block, folder: Path) -> None:
    """The scenarios hold, but for the lines that say what fails."""
    pack = block.header[2] if len(block.header) > 2 else None
    scenarios, report = read_text(block.text, "scenarios.yaml", pack)
    found = {finding.span.line: finding.message for finding in report if finding.span}
    opener = Opener([folder])
    for scenario in scenarios:
        found |= {finding.span.line: finding.message for finding in run_scenario(scenario, opener).findings}
    lines = enumerate(block.text.splitlines(), 1)
    stated = {number: mark[1] for number, line in lines if (mark := FAILS.search(line))}
    assert set(found) == set(stated), found
    assert all(words in found[line] for line, words in stated.items()), found


def _command(block: Block) -> None:
    """Each command prints the lines under it, in order, and ends with its exit code."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        program, *words = shlex.split(command, comments=True)
        assert program == "rulebed", f"`{program}` is no command of the house"
        codes = [line for line in lines if re.fullmatch(r"exit \d", line)]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = main(words)
        said = printed.getvalue()
        assert f"exit {code}" == (codes[0] if codes else "exit 0"), said
        place = 0
        for line in (line.strip() for line in lines if line.strip() and line not in codes):
            assert line in said[place:], f"`{line}` is not said (any more) in:\n{said}"
            place = said.index(line, place) + len(line)
