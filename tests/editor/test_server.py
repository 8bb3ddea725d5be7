"""yaml-language-server with our schemas is silent on what is good, and marks what is bad at the right place."""

import pytest
from tests.editor.cases import cases
from tests.editor.server import LanguageServer
from tests.editor.workshop import ROOT, blocks, installed, settings

import rulebed_tools.cli.main as command
from rulebed import packs
from rulebed.packs.places import content_root

pytestmark = pytest.mark.slow
LISTED = packs.available(packs.search_path())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts servers, each with the settings of one editor."""
    folder = installed(tmp_path_factory.mktemp("npm"))
    started = []

    def start(workspace, told):
        started.append(LanguageServer(folder, workspace, told))
        return started[-1]

    yield start
    for each in started:
        each.close()


def rewired(schemas, content):
    """The settings of the page with other folders for schemas and content."""
    wired = settings()["yaml"]["schemas"].items()
    told = {
        schema.replace("./schemas", schemas): [glob.replace("content/", content) for glob in globs]
        for schema, globs in wired
    }
    return {"yaml": {**settings()["yaml"], "schemas": told}}


def shipped(folder):
    return [path for path in sorted(folder.rglob("*.yaml")) if path.stat().st_size]


def test_what_is_shipped_is_not_marked(server):
    """With the settings of the page, as they are."""
    editor = server(ROOT, settings())
    marked = {path: editor.marks(path, path.read_text(encoding="utf-8")) for path in shipped(content_root())}
    assert {path: marks for path, marks in marked.items() if marks} == {}


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.name)
def test_no_pack_is_marked_by_its_own_schemas(server, tmp_path, listed):
    """They know every section, fact and program of the pack, and of the packs that it requires."""
    assert command.main(["schema", listed.name, "--write", str(tmp_path)]) == 0
    folder = listed.path.relative_to(ROOT).as_posix()
    editor = server(ROOT, rewired(str(tmp_path), f"{folder}/"))
    marked = {path: editor.marks(path, path.read_text(encoding="utf-8")) for path in shipped(listed.path)}
    assert {path: marks for path, marks in marked.items() if marks} == {}


def test_what_is_bad_is_marked_where_it_is(server, tmp_path):
    """Each file of the page, at the places that its carets show."""
    assert command.main(["schema", "dice_workers", "--write", str(tmp_path / "schemas")]) == 0
    editor = server(tmp_path, settings())
    wrong = []
    for case in cases():
        marks = editor.marks(tmp_path / "content" / f"case_{case.line}" / case.name, case.text)
        if {(mark.line, mark.column) for mark in marks} != case.places:
            wrong.append((case.line, marks))
    assert wrong == []


def test_a_file_may_name_its_schema_itself(server, tmp_path):
    """The block of the page, without any setting; a slip in it is marked."""
    (text,) = blocks("yaml")
    editor = server(ROOT, {"yaml": {"schemaStore": {"enable": False}}})
    home = content_root() / "reference"
    text = text.replace("../../schemas", "../../../schemas")
    assert editor.marks(home / "pig" / "quiet.yaml", text) == []
    (mark,) = editor.marks(home / "pig" / "slip.yaml", text.replace("choose:", "chose:"))
    assert (mark.line, mark.column) == (3, 1)
