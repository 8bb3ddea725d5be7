"""What schemas/README.md shows is so: every file has its schema by its name, and editors are told the same."""

import json
from fnmatch import fnmatch

import jsonschema
import pytest
import yaml
from tests.editor import workshop
from tests.editor.cases import cases
from tests.editor.workshop import ROOT, blocks, helix, settings

from rulebed.packs import files
from rulebed.packs.places import schema_root

SCHEMAS = sorted(schema_root().glob("*.schema.json"))
CONTENT = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "content").rglob("*.yaml"))


def schema_of(name):
    """The schema that a file gets by the settings of the page; each file has one."""
    found = [schema for schema, globs in settings()["yaml"]["schemas"].items() if _matches(name, globs)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0].removeprefix("./schemas/").removesuffix(".schema.json")


def _matches(name, globs):
    """As the server reads them: from any folder on, those with `!` taken out."""
    wanted = [glob for glob in globs if not glob.startswith("!")]
    others = [glob.removeprefix("!") for glob in globs if glob.startswith("!")]
    return any(_fits(name, glob) for glob in wanted) and not any(_fits(name, glob) for glob in others)


def _fits(name, glob):
    return fnmatch(f"/{name}", f"*/{glob.replace('**/', '*').replace('/**', '/*')}")


def expected(name):
    """What a file of a pack is, by where it lies."""
    folders = name.split("/")[:-1]
    kinds = {files.SCENARIOS: "scenario", files.LOCALE: "locale"}
    kind = next((kinds[folder] for folder in reversed(folders) if folder in kinds), None)
    if kind is None and name.endswith(f"/{files.LEDGER}"):
        return "ledger"
    return kind or ("layer" if files.LAYERS in folders else "pack")


@pytest.mark.parametrize("name", CONTENT)
def test_each_file_has_its_schema(name):
    """The globs of the page fit the files that come with rulebed: one schema each, the one of its sort."""
    assert schema_of(name) == expected(name)


def test_all_schemas_are_wired():
    """The settings and the table name each of them."""
    names = [path.name for path in SCHEMAS]
    assert sorted(key.removeprefix("./schemas/") for key in settings()["yaml"]["schemas"]) == names
    assert all(f"| `{name}` |" in workshop.PAGE.read_text(encoding="utf-8") for name in names)


def test_editors_are_told_the_same():
    """What stands in TOML is what stands in JSON."""
    assert helix() == settings()


def test_a_file_that_names_its_schema_is_right_by_it():
    """The block of the page with such a first line."""
    (text,) = blocks("yaml")
    schema = schema_root() / text.splitlines()[0].rpartition("/")[2]
    jsonschema.validate(yaml.safe_load(text), json.loads(schema.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_patterns_are_explained(path):
    """Editors show the sentence that `check` says, not the pattern."""
    jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))
    for node in _patterns(json.loads(path.read_text(encoding="utf-8"))):
        assert node["patternErrorMessage"] == f"it should be {node['title']}"


def _patterns(node):
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node
        node = list(node.values())
    for each in node if isinstance(node, list) else ():
        yield from _patterns(each)


def test_the_cases_are_of_every_schema():
    """The files that are broken on purpose for an editor are of all sorts, and each is marked somewhere."""
    found = list(cases())
    assert {expected(f"content/x/{case.name}") for case in found} == {path.name.partition(".")[0] for path in SCHEMAS}
    assert all(case.places for case in found)
