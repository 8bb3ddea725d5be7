"""The reference page is that of the language as it is."""

import re

import pytest
from tests.lang.reference import PAGE, constructs, page

from rulebed.lang.parse import parse_expression, parse_program
from rulebed.lang.syntax import Text
from rulebed.source.diagnostics import Report

ROW = re.compile(r"^\| (`.+?`(?:<br>(?:&emsp;)*`[^`]+`)*) \|", re.MULTILINE)
ROWS = ROW.findall(constructs.statements(constructs.tour()))


def test_the_reference_is_up_to_date():
    """Whatever is added to the grammar, a schema or the catalogue stands in it; a module writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.lang`"


@pytest.mark.parametrize("row", ROWS)
def test_a_statement_is_shown_as_it_can_be_written(row):
    """With its lines and their indentation; what asks about a program stands where a value does."""
    text = Text(constructs.written(row), lambda *_: None)
    assert parse_program(text, Report()) or parse_expression(text, Report())
