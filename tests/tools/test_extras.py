"""Where an extra is missing, the line that installs it is said."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[{module!r}] = None
from rulebed_tools.adapters import {adapter}
"""


@pytest.mark.parametrize(
    ("adapter", "module"), [("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo"), ("pettingzoo", "gymnasium")]
)
def test_the_line_that_installs_it_is_said(adapter, module):
    """By whoever imports the adapter, first thing."""
    script = WITHOUT.format(adapter=adapter, module=module)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    said = f"there is no `{module}` here, which this needs: pip install 'rulebed[{adapter}]'"
    assert done.stderr.splitlines()[-1] == f"rulebed_tools.extras.MissingExtraError: {said}"
