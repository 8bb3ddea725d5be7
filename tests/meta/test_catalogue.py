"""Every diagnostic has a page, and its examples do what they say."""

import ast
import json
import re
from pathlib import Path

import pytest

import rulebed
from rulebed import packs
from rulebed.packs import schema
from rulebed.packs.yaml_tree import parse
from rulebed.source import catalogue
from rulebed.source.diagnostics import Report, Severity
from rulebed.source.text import Source

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine" / "rulebed"
CODE = re.compile(r"[YPSTFGVBL]\d{3}\Z")
LETTERS = "YPSTFGVBL"


def check_pack(text):
    """A whole pack goes through everything that there is, from YAML to the compiler."""
    return rulebed.check_text(text)


def write_files(text, folder):
    for name, body in re.findall(r"^# file: (\S+)\n(.*?)(?=^# file: |\Z)", text, re.DOTALL | re.MULTILINE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(body)


def load(reference, folder):
    try:
        rulebed.load(reference, search=[folder])
    except rulebed.ContentError as refused:
        return refused.report
    return Report()


def run(example, folder):
    """The header of a block says what it is: `yaml pack`, `python pack`, `files REFERENCE`, `schema JSON`.

    With `files`, `many`, `linked` and `misnamed` add what a page can't show, `loaded` asks for the game, `checked` for
    all findings.
    """
    match example.header:
        case ("yaml", "pack", *_):
            return check_pack(example.text)
        case ("python", "pack", *_):
            data = eval(example.text)  # noqa: S307 - our own page
            data = data if isinstance(data, bytes) else data.encode()
            (folder / "page.yaml").write_bytes(data)
            return packs.load("page", [folder])[1]
        case ("files", reference, *_):
            write_files(example.text, folder)
            for number in range(600 if "many" in example.header else 0):
                (folder / reference / f"extra_{number}.yaml").write_text("")
            if "linked" in example.header:
                (folder / "outside.yaml").write_text("title: Outside")
                (folder / reference / "inside.yaml").symlink_to(folder / "outside.yaml")
            if "misnamed" in example.header:
                (folder / reference / "in\x1bside\udcff.yaml").write_text("values: {tide: 2}")
            if "loaded" in example.header:
                return load(reference, folder)
            if "checked" in example.header:
                return rulebed.check(reference, search=[folder])
            tree, report = packs.load(reference, [folder])
            return report.merge(packs.locales(tree)[1]).merge(packs.read_ledger(tree)[1]) if tree else report
        case ("schema", stated, *_):
            tree, report = parse(Source("page.yaml", example.text))
            return report.merge(schema.check_against(tree, json.loads(stated)))
    pytest.fail(f"nobody knows how to run a block with the header {example.header}")
    return Report()


PAGES = list(catalogue.pages().values())
RUN_BY_PACKS = "YPL"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_examples_do_what_they_say(page, tmp_path):
    """A bad example gives the page's code and no other error, a good one is free of it."""
    ways = {example.is_bad for example in page.examples}
    assert ways == {True, False}, "a page needs a bad and a good example"
    for number, example in enumerate(page.examples):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = run(example, folder)
        found = {diagnostic.code: diagnostic.severity for diagnostic in report}
        if example.is_bad:
            own = {code for code in found if code[0] == page.code[0] or page.code[0] not in RUN_BY_PACKS}
            relevant = {code for code in own if code == page.code or found[code] is Severity.ERROR}
            assert relevant == {page.code}, report.sorted()
            assert found[page.code] is page.severity
        else:
            assert page.code not in found, report.sorted()


def codes_in_source():
    """All codes that the engine and the tools say, with where."""
    found = {}
    for path in [*ENGINE.rglob("*.py"), *(ROOT / "tools" / "rulebed_tools").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.match(node.value):
                found.setdefault(node.value, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def test_each_code_has_a_page_and_each_page_a_code():
    """A code without a page can't be explained; a page without a code explains nothing."""
    said, pages = codes_in_source(), catalogue.pages()
    unexplained = {code: place for code, place in said.items() if code not in pages}
    assert unexplained == {}, "write its page CODE-TITLE.md in engine/rulebed/source/catalogue"
    assert [code for code in pages if code not in said] == []


def test_pages_are_named_by_code_and_slug():
    """File names sort by code and read as the title."""
    for page in PAGES:
        assert CODE.match(page.code), page
        assert re.match(r"[a-z0-9]+(-[a-z0-9]+)*\Z", page.slug), page
        assert page.code[0] in LETTERS
        assert page.body
