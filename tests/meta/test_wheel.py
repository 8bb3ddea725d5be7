"""The wheel holds all that a game needs."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
ASK = (
    "from rulebed import packs; from rulebed.source import catalogue; "
    "print(packs.content_root().parent.name, packs.schema_root().parent.name, bool(catalogue.pages()))"
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The wheel of the checkout, unpacked as an installer would."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return folder / "site"


def test_schemas_content_and_pages_are_in_the_wheel(unpacked):
    """Everything that isn't Python is there too."""
    assert sorted(path.name for path in (unpacked / "rulebed/_schemas").iterdir()) == sorted(
        path.name for path in (ROOT / "schemas").iterdir()
    )
    pages = unpacked / "rulebed/source/catalogue"
    assert len(list(pages.glob("*.md"))) == len(list((ROOT / "engine/rulebed/source/catalogue").glob("*.md")))
    assert (unpacked / "rulebed/_content").is_dir()


def test_an_installed_rulebed_finds_its_content(unpacked, tmp_path):
    """From inside the package, wherever the command is called."""
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    # -S keeps the checkout's own installation out; the libraries come from this interpreter's path
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    start = f"import sys; sys.path += {libraries!r}; {ASK}"
    command = [sys.executable, "-S", "-c", start]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rulebed", "rulebed", "True"]
