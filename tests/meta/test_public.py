"""What strangers may import: each public module has a page that names all that it gives, with an example that runs."""

import doctest
import inspect
import py_compile
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine" / "rulebed"
INNER = {"__init__", "__main__", "deferred"}
PUBLIC = ["rulebed", *sorted(f"rulebed.{path.stem}" for path in ENGINE.glob("*.py") if path.stem not in INNER)]


def given(name):
    """What a public module gives, by name."""
    module = import_module(name)
    return {one: getattr(module, one) for one in module.__all__}


def own_parts(module):
    """What a module that is given as a whole has of its own for others: its functions and classes."""
    for name, one in vars(module).items():
        here = inspect.getmodule(one) is module and not name.startswith("_")
        if here and (inspect.isfunction(one) or inspect.isclass(one)):
            yield f"{module.__name__}.{name}", one


def unsaid(name, one):
    """What of this has no sentence of its own; that of a dataclass may be one that nobody wrote."""
    if inspect.ismodule(one):
        yield from (where for where, part in [(name, one), *own_parts(one)] if not part.__doc__)
    elif inspect.isclass(one) or inspect.isroutine(one) or hasattr(one, "__wrapped__"):
        said = one.__doc__ or ""
        if not said or said.startswith(f"{getattr(one, '__name__', '')}("):
            yield name


@pytest.mark.parametrize("name", PUBLIC)
def test_each_public_name_has_a_sentence_of_its_own(name):
    """Who asks `help` about it is told what it is for."""
    assert [where for key, one in given(name).items() for where in unsaid(key, one)] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_the_page_of_a_public_module_names_all_that_it_gives(name):
    """And nothing else: that is where a stranger looks for what there is. A method stands there as `tree.blame`."""
    page = re.sub(r"^ {4}.*$", "", import_module(name).__doc__, flags=re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", page)) - {"rulebed"} == given(name).keys()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_example_of_a_public_module_runs(name):
    """It does what it shows, from nothing but public modules."""
    tests = doctest.DocTestFinder(recurse=False).find(import_module(name), name, globs={})
    assert [doctest.DocTestRunner().run(test).failed for test in tests] == [0]
    imported = re.findall(r">>> (?:from|import) ([\w.]+)", import_module(name).__doc__)
    assert imported
    assert set(imported) <= set(PUBLIC)


def test_a_public_name_stands_for_one_thing():
    """No two public modules give the same name, to the same thing or to two."""
    counted = Counter(name for module in PUBLIC for name in given(module))
    assert [name for name, count in counted.items() if count > 1] == []


def test_the_readme_says_which_public_module_is_for_what():
    """Its table has a row for each."""
    said = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(rulebed(?:\.[a-z]+)?)` \|", said, re.MULTILINE) == PUBLIC


def test_what_is_not_asked_for_is_not_imported():
    """A linter doesn't wait for the compiler, and who asks for the version waits for nothing."""
    first = f"import sys, {', '.join(PUBLIC)}; rulebed.__version__"
    inner = "{name.split('.')[1] for name in sys.modules if name.startswith('rulebed.') and name.count('.') > 1}"
    rooms = f"print(sorted({inner}))"
    code = f"{first}; {rooms}; from rulebed.text import Span, render, closest; {rooms}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.splitlines() == ["[]", "['source']"]


def test_names_are_given_where_there_is_no_source(tmp_path, monkeypatch):
    """Who ships a front end may ship the compiled modules alone."""
    source = tmp_path / "shipped.py"
    source.write_text(
        "from typing import TYPE_CHECKING\nfrom rulebed.deferred import defer\n"
        "if TYPE_CHECKING:\n    from string import digits as figures\nelse:\n    defer(__name__)\n",
        encoding="utf-8",
    )
    py_compile.compile(str(source), cfile=str(tmp_path / "shipped.pyc"))
    source.unlink()
    monkeypatch.syspath_prepend(tmp_path)
    shipped = import_module("shipped")
    monkeypatch.delitem(sys.modules, "shipped")
    assert "figures" not in vars(shipped)
    assert shipped.figures == vars(shipped)["figures"] == "0123456789"


def test_a_name_that_is_not_there_is_missed_like_any_other():
    """Not only when it is used."""
    with pytest.raises(ImportError, match="cannot import name 'Spam'"):
        from rulebed.text import Spam  # noqa: F401, PLC0415
    assert not hasattr(import_module("rulebed"), "spam")
    assert {"load", "Game", "__version__"} <= set(dir(import_module("rulebed")))
