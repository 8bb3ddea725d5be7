"""The page about adapters: what it shows runs."""

from pathlib import Path

import pytest
from tests.lang.literate import blocks

PAGE = Path(__file__).resolve().parents[2] / "tools" / "rulebed_tools" / "adapters" / "README.md"


@pytest.mark.parametrize("block", blocks(PAGE), ids=lambda block: str(block.line))
def test_the_example_runs(block):
    """Each block by itself, with what it asserts."""
    assert block.header == ("python",)
    exec(compile("\n" * (block.line - 1) + block.text, str(PAGE), "exec"), {})  # noqa: S102 - our own page
