"""What tests of all rooms share: where the house is, and what each directory costs."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from rulebed.run import quiet

pytest_plugins = ["tests.clock"]

# compiled games are kept: to go through them again and again takes a fifth of the time
gc.set_threshold(50_000, 20, 20)
quiet.HEAP.alive = 1_000_000_000

# whoever runs the tests may want colours or none: what is tested has them as the test says
for name in ("FORCE_COLOR", "NO_COLOR"):
    os.environ.pop(name, None)

settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")

# hypothesis mixes in constants of the modules loaded by then; without them, a test alone is what it is in company
providers._get_local_constants = providers.Constants

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT
