"""What ruff and mypy have to say is part of the tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = {
    "ruff finds nothing": ["ruff", "check", "."],
    "the code is formatted": ["ruff", "format", "--check", "."],
    "mypy --strict finds nothing": ["mypy"],
}


@pytest.mark.parametrize("words", TOOLS, ids=lambda words: words.replace(" ", "_"))
def test_static(words):
    """The tool passes over the whole house."""
    command = [sys.executable, "-m", *TOOLS[words]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"
