"""The specification is true: every example does what stands on its line, and every construct has one."""

from pathlib import Path

import pytest

from tests.lang.literate import examples, run

HERE = Path(__file__).parent
ALL = examples(HERE / "specification.md")


@pytest.mark.parametrize("example", ALL, ids=lambda example: example.name)
def test_the_example_does_what_it_says(example):
    """Findings, values, what is offered: all as stated, compiled and interpreted alike."""
    result = run(example)
    # a warning about what an example leaves unused is only looked at where it is the point
    assert {found for found in result.findings if "error" in found or found in example.findings} == example.findings
    assert {name: result.values.get(name) for name in example.expected} == example.expected
    assert result.sees == example.sees
    if example.offers is not None:
        assert result.offers == example.offers

